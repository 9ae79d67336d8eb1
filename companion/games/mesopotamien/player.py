"""What belongs to one player of Mesopotamien and does not lie on the board."""

from functools import cached_property
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from companion.games.mesopotamien.tokens import Seat
from companion.kernel import UNKNOWN

Value = Literal[2, 4, 6, 7]
VALUES: tuple[Value, ...] = get_args(Value)


class Marker(msgspec.Struct, frozen=True):
    """An offering marker; value is UNKNOWN until shown or privately told."""

    number: int
    place: Literal["hand", "hut", "native", "offered"] = "hand"
    value: Literal[2, 4, 6, 7, "?"] = UNKNOWN


class Player(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What belongs to one player and is not on the board.

    seat: whose it is.
    mana: points, up to the ceiling.
    ceiling: where the bar stands, in points of mana.
    natives, huts, cults: left in the supply.
    markers: the four offering markers, in order.
    hand: names of the cards, UNKNOWN where not privately told, in alphabetical order.
    locked: how many of them were drawn this turn (M88).
    """

    seat: Seat
    mana: int = 0
    ceiling: int = 3
    natives: int
    huts: int
    cults: int = 3
    markers: tuple[Marker, ...] = tuple(Marker(number) for number in (1, 2, 3, 4))
    hand: tuple[str, ...] = ()
    locked: int = 0

    @cached_property
    def offered(self) -> tuple[int, ...]:
        """The values shown at the temple, in order of the markers' numbers."""
        shown = (m.value for m in self.markers if m.place == "offered")
        return tuple(value for value in shown if isinstance(value, int))

    @cached_property
    def open_values(self) -> tuple[Value, ...]:
        """The values not shown yet: what is still open for everybody to see."""
        return tuple(value for value in VALUES if value not in self.offered)

    @cached_property
    def inferred(self) -> "Player":
        """As the player sees it: with the value of the last marker not shown, which the shown ones
        tell (chapter 4)."""
        if len(self.open_values) != 1:
            return self
        return self._believing(self.open_values[0])

    @cached_property
    def covered(self) -> "Player":
        """As others see it: shown markers, what they tell of the last one, and how many cards."""
        seen = self.inferred if len(self.open_values) == 1 else self._believing(UNKNOWN)
        if seen.hand.count(UNKNOWN) == len(seen.hand):
            return seen
        return replace(seen, hand=(UNKNOWN,) * len(seen.hand))

    def _believing(self, value: Literal[2, 4, 6, 7, "?"]) -> "Player":
        """With every marker not shown of that value."""
        markers = tuple(
            one if one.place == "offered" or one.value == value else replace(one, value=value)
            for one in self.markers
        )
        return self if markers == self.markers else replace(self, markers=markers)

    @property
    def markers_left(self) -> int:
        """How many markers lie in front of the player, ready for a hut."""
        return sum(1 for marker in self.markers if marker.place == "hand")
