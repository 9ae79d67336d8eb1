"""What may be seen of a position, and where each piece of it lies."""

from collections import Counter
from typing import get_args

from msgspec.structs import replace

from companion.games.maya.box import Marker
from companion.games.maya.position import (
    BANK,
    HAND,
    NEUTRAL,
    Position,
    Quarry,
)
from companion.kernel import UNKNOWN, Layout, layout_of

COINS, GOLD = 380, 10_000
"""Gold in the bank, in ones, and that together with what is noted when the bank has run dry, for it
never does (Y104)."""

ASIDE = "box"
"""Where markers lie that are not in play."""


def public(p: Position) -> Position:
    """As everybody may see it: without the values of cards that lie face down."""
    return seen_by(p, "")


def seen_by(p: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view."""
    quarries = tuple(_covered(quarry, seat) for quarry in p.quarries)
    return p if quarries == p.quarries else replace(p, quarries=quarries)


def _covered(quarry: Quarry, seat: str) -> Quarry:
    if quarry.state != "covered":
        return quarry
    cards = (
        card if card.owner in (seat, NEUTRAL) else replace(card, value=UNKNOWN)
        for card in quarry.cards
    )
    return replace(quarry, cards=tuple(cards))


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
