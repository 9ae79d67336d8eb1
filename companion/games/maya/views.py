"""What may be seen of a position, and where each piece of it lies."""

from collections import Counter
from operator import is_
from typing import get_args

from msgspec.structs import replace

from companion.games.maya.box import (
    Marker,
)
from companion.games.maya.cards import DOUBTED, HAND, Card
from companion.games.maya.position import BANK, SUPPLY, Position, Quarry
from companion.games.maya.tokens import NEUTRAL
from companion.kernel import UNKNOWN, Layout, Lies, as_noted, layout_of, memo_few

COINS, GOLD = 380, 10_000
"""Gold in the bank, in ones, and that together with what is noted when the bank has run dry, for it
never does (Y104)."""

NOTED = ("backs", "board", "stones", "unfilled")
"""What is noted of a position and rests on nothing that a view hides."""

ASIDE = "box"
"""Where markers lie that are not in play."""


def public(p: Position) -> Position:
    """As everybody may see it: without the values of cards that lie face down."""
    return seen_by(p, "")


def seen_by(p: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view."""
    quarries = _seen(p.quarries, seat)
    if quarries is p.quarries:
        return p
    return as_noted(replace(p, quarries=quarries), p, *NOTED)


@memo_few(2)
def _seen(quarries: tuple[Quarry, ...], seat: str) -> tuple[Quarry, ...]:
    """The quarries as one player sees them, or nobody in particular."""
    seen = tuple([_covered(one, seat) for one in quarries])
    return quarries if all(map(is_, seen, quarries)) else seen


def _covered(quarry: Quarry, seat: str) -> Quarry:
    """A quarry as a player sees it. It is noted with the quarry, for most moves leave most of them:
    None where it hides nothing, or it would hold on to itself."""
    if quarry.state != "covered":
        return quarry
    views: dict[str, Quarry | None] = vars(quarry).setdefault("as seen", {})
    if seat not in views:
        cards = tuple([replace(c, value=UNKNOWN) if _hidden(c, seat) else c for c in quarry.cards])
        views[seat] = None if cards == quarry.cards else replace(quarry, cards=cards)
    return views[seat] or quarry


def _hidden(card: Card, seat: str) -> bool:
    return card.value == DOUBTED or card.owner not in (seat, NEUTRAL)


def gold_shown(p: Position) -> bool:
    """Whether the table wants to see everybody's gold now."""
    return p.options.show_gold or p.phase == "over"


def stones_shown(p: Position) -> bool:
    """Whether the table wants to see now how many stones everybody has left."""
    return p.options.show_stones or p.phase != "building"


def shown(view: Position, seat: str) -> Position:
    """A view without what the table agreed not to be shown, but of what belongs to its seat.

    Gold is UNKNOWN then. Of stones in front of others, and in the supply, one that is UNKNOWN
    stands for some.
    """
    if not gold_shown(view):
        ledger = (one if one.seat == seat else replace(one, gold=UNKNOWN) for one in view.ledger)
        view = replace(view, ledger=tuple(ledger))
    if not stones_shown(view):
        away = {f"stock:{other}" for other in view.setup.seats if other != seat} | {SUPPLY}
        some = {Lies(one.at, UNKNOWN, 1) for one in view.pieces if one.at in away}
        kept = [one for one in view.pieces if one.at not in away]
        view = replace(view, pieces=tuple(sorted((*kept, *some))))
    return view


@memo_few(4)  # a touch asks some seven times, of the position before and after it
def layout(p: Position) -> Layout:
    """Where all pieces lie.

    Places: levels, ``supply``, ``stock:red``, ``awarded:red`` for stones; ``hand:red`` and
    quarries for cards; quarries, ``seat:red``, ``spent`` and ``box`` for markers; ``bank``,
    ``gold:red`` and ``box`` for gold: there lies what is only noted.
    """
    found: Counter[tuple[str, str]] = Counter(layout_of(p.pieces))
    for name in get_args(Marker):
        found[p.marker_at(name) or ASIDE, f"marker:{name}"] += 1
    for seat in p.setup.seats:
        found[f"hand:{seat}", f"card:{seat}"] += len(HAND) - len(p.laid(seat))
        if p.for_two:
            found[f"hand:{seat}", f"card:{NEUTRAL}"] += p.in_hand(seat, NEUTRAL)
        found[f"gold:{seat}", "gold"] += p.gold(seat)
    paid = sum(p.gold(seat) for seat in p.setup.seats)
    found[BANK, "gold"] = max(0, COINS - paid)
    found[ASIDE, "gold"] = GOLD - max(COINS, paid)
    for quarry in p.quarries:
        for card in quarry.cards:
            found[quarry.id, f"card:{card.owner}"] += 1
    return {key: count for key, count in found.items() if count}
