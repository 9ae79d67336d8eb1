"""The backs between which whoever lays a worker chooses at a quarry, as things to touch."""

from collections.abc import Iterator

from companion.games.maya.position import Position, Quarry
from companion.games.maya.tokens import NEUTRAL
from companion.scene import THEN, Shape

HIGH, WIDE = 1.65, 0.96
"""How high the place is where a back is touched, and how much of the room of a quarry it has: the
two lie one below the other, for beside each other they would be narrower than a finger."""


def backs(
    view: Position, quarry: Quarry, at: tuple[float, float], room: tuple[float, float]
) -> Iterator[Shape]:
    """Two backs below what lies at a quarry, where either may be laid: one touch says where and
    which. Of three in the game for two, the neutral one is asked for at the quarry itself. at: the
    middle of the lower edge of both. room: the width for them, and the width of one card."""
    if view.phase != "laying" or not quarry.cards or not view.has_room(quarry):
        return
    cards = ("low", "high", NEUTRAL) if view.for_two else ("low", "high")
    there = [card for card in cards if view.in_hand(view.turn, card) > 0][:2]
    if len(there) < 2:
        return
    there.sort(key=("low", NEUTRAL, "high").index)  # none moves when another is used up
    (x, y), (wide, size) = at, room
    for line, card in enumerate(reversed(there)):
        yield Shape(
            form="piece",
            x=x,
            y=y + HIGH * (line + 0.5),
            size=size,
            token=f"{quarry.id}{THEN}{card}",
            look="worker" if card == NEUTRAL else f"worker_{card}",
            seat=NEUTRAL if card == NEUTRAL else view.turn,
            ghost=True,
            touch=(WIDE * wide, HIGH),
        )
