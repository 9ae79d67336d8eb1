"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying: gold counts most, then the premiums that the pyramids would pay
as they stand, then stones to come.
"""

from companion.games.maya.position import MINUS, Position, Quarry, numbers
from companion.games.maya.scoring import ranked
from companion.kernel import UNKNOWN

GOLD = 1.0
PREMIUM = 0.8
"""A gold coin that a level would pay now."""

STONE = 1.6
"""A stone that can be placed, and one that is expected."""

STANDING = 0.4
"""A stone on a level, for it may bring more in later rounds, the more the higher."""

MARKER = 1.5
CARD = 0.05
"""A card in hand, when all else is equal."""

RIVAL = 0.3
"""What the best of the others has counts against a seat by this share."""

LOW, HIGH, MINUS3 = 4.0, 6.0, 0.0
"""What a card of which only the back is known is taken for."""


def worth(p: Position, seat: str) -> float:
    """The more, the nearer the seat is to most gold."""
    rivals = [_standing(p, one) for one in p.setup.seats if one != seat]
    return _standing(p, seat) - RIVAL * max(rivals)


def _standing(p: Position, seat: str) -> float:
    total = GOLD * p.gold(seat)
    if p.phase in ("profile", "over"):
        return total
    for level in p.levels():
        if p.count(level):
            total += _premium(p, level, seat) + STANDING * numbers(level)[1] * min(
                1, p.count(level, seat)
            )
    total += STONE * (p.left(seat) + _expected(p, seat))
    total += MARKER * sum(one.at == f"seat:{seat}" for one in p.markers)
    return total + MARKER * (p.next_start == seat)


def _premium(p: Position, level: str, seat: str) -> float:
    printed = p.level(level)
    premiums = (printed.first, printed.second)
    for gold, (_, colours) in zip(premiums, ranked(p, level), strict=False):
        if seat in colours:
            return PREMIUM * gold
    return 0.0


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
