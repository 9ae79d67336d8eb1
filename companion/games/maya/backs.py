"""The backs between which whoever lays a worker chooses at a quarry, as things to touch."""

from collections.abc import Iterator

from companion.games.maya.position import Position, Quarry
from companion.games.maya.tokens import NEUTRAL
from companion.scene import THEN, Shape

HIGH, SHARE = 2.4, 0.52
"""How high the place is where a back is touched, and how much of the room of a quarry it has: where
two of them meet, the nearer one is meant."""


def backs(
    view: Position, quarry: Quarry, at: tuple[float, float], room: tuple[float, float]
) -> Iterator[Shape]:
    """Two backs below what lies at a quarry, where either may be laid: one touch says where and
    which. Of three in the game for two, the neutral one is asked for at the quarry itself. at: the
    middle of the next line. room: the width for both, and the width of one card."""
    if view.phase != "laying" or not quarry.cards or not view.has_room(quarry):
        return
    cards = ("low", "high", NEUTRAL) if view.for_two else ("low", "high")
    there = [card for card in cards if view.in_hand(view.turn, card) > 0][:2]
    if len(there) < 2:
        return
    (x, y), (wide, size) = at, room
    for aside, card in zip((-wide / 4, wide / 4), there, strict=True):
        yield Shape(
            form="piece",
            x=x + aside,
            y=y,
            size=size,
            token=f"{quarry.id}{THEN}{card}",
            look="worker" if card == NEUTRAL else f"worker_{card}",
            seat=NEUTRAL if card == NEUTRAL else view.turn,
            ghost=True,
            touch=(SHARE * wide, HIGH),
        )
