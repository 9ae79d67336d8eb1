"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying: gold counts most, then the premiums that the pyramids would pay
as they stand, then stones to come.
"""

from companion.games.maya.cards import MINUS
from companion.games.maya.position import Position, Quarry
from companion.games.maya.premiums import ranked
from companion.games.maya.tokens import numbers
from companion.kernel import UNKNOWN, memo_last

GOLD = 1.0
PREMIUM = 0.8
"""A gold coin that a level would pay now."""

STONE, IN_HAND = 1.6, 0.2
"""A stone that is expected, and one that is to be placed in this round."""

STANDING = 0.4
"""A stone on a level, for it may bring more in later rounds, the more the higher."""

MARKER = 1.5
CARD = 0.05
"""A card in hand, when all else is equal."""

RIVAL = 0.3
"""What the best of the others has counts against a seat by this share."""

LOW, HIGH, MINUS3 = 4.0, 6.0, 0.0
"""What a card of which only the back is known is taken for."""


def evaluate(p: Position, seat: str) -> float:
    """The more, the nearer the seat is to most gold."""
    rivals = [_standing(p, one) for one in p.setup.seats if one != seat]
    return _standing(p, seat) - RIVAL * max(rivals)


def _standing(p: Position, seat: str) -> float:
    total = GOLD * p.gold(seat)
    if p.phase in ("profile", "over"):
        return total
    total += _premiums(p).get(seat, 0.0)
    total += IN_HAND * p.left(seat) + STONE * _expected(p, seat)
    total += MARKER * sum(one.at == f"seat:{seat}" for one in p.markers)
    return total + MARKER * (p.next_start == seat)


@memo_last
def _premiums(p: Position) -> dict[str, float]:
    """What the stones on levels are worth, by colour."""
    found: dict[str, float] = {}
    for level, printed in p.board.levels.items():
        if not p.count(level):
            continue
        standing = STANDING * numbers(level)[1]
        for rank, (_, colours) in enumerate(ranked(p, level)):
            gold = (printed.first, printed.second)[rank] if rank < 2 else 0
            for colour in colours:
                found[colour] = found.get(colour, 0.0) + PREMIUM * gold + standing
    return found


def _expected(p: Position, seat: str) -> float:
    """The stones that a seat can hope to be awarded and to carry."""
    stones = float(p.count(f"awarded:{seat}"))
    for quarry in p.quarries:
        if quarry.state != "done" and quarry.cards:
            stones += _share(p, quarry, seat)
    low, high = p.in_hand(seat, "low"), p.in_hand(seat, "high")
    return min(stones, LOW * low + (HIGH - 1) * high) + CARD * (low + high)


def _share(p: Position, quarry: Quarry, seat: str) -> float:
    """The stones of a quarry, as the cards there look."""
    guessed: dict[str, float] = {}
    for card in quarry.cards:
        value = (LOW if card.back == "low" else HIGH) if card.value == UNKNOWN else card.value
        points = MINUS3 if value == MINUS else float(value)
        guessed[card.owner] = guessed.get(card.owner, 0.0) + points
    for hit in p.hits:
        if quarry.state == "open" and hit.target in guessed:
            guessed[hit.target] -= 3
    ranks = sorted(guessed, key=lambda owner: -guessed[owner])
    for owner, stones in zip(ranks, p.printed(quarry.id).stones, strict=False):
        if owner == seat:
            return stones + (1.0 if owner == ranks[0] else 0.0)
    return 0.0
