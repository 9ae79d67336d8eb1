"""What a table of Maya looks like."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.kernel import UNKNOWN, Pieces, how_many, known, lying_at, moved

Seat = Annotated[str, msgspec.Meta(title="seat")]
QuarryId = Annotated[str, msgspec.Meta(title="quarry")]
LevelId = Annotated[str, msgspec.Meta(title="level")]
Value = Annotated[int, msgspec.Meta(ge=-3, le=8)]
Back = Literal["low", "high"]

HAND = (3, 4, 4, 5, 6, 7, 8, -3)
STONES = 28

SUPPLY = "supply"
SPENT = "spent"


class QuarryBoard(msgspec.Struct, frozen=True):
    """Printed on a quarry: how many cards it takes, the stones of each rank, its marker."""

    limit: int
    stones: tuple[int, ...]
    marker: str


class Box(msgspec.Struct, frozen=True):
    """The printed boards: quarries from right to left, spaces of each pyramid's levels from
    the bottom."""

    quarries: tuple[QuarryBoard, ...]
    pyramids: tuple[tuple[int, ...], ...]


class Options(msgspec.Struct, frozen=True):
    """The slice has none."""


class Setup(kernel.Setup, frozen=True, kw_only=True):
    box: Box


class Card(msgspec.Struct, frozen=True):
    """A worker at a quarry. Its back is seen by all, its value by none until it is revealed."""

    owner: Seat
    back: Back
    value: int | Literal["?"] = UNKNOWN


class Quarry(msgspec.Struct, frozen=True):
    """cards: in the order they were laid. shields: who cannot be named here."""

    id: QuarryId
    cards: tuple[Card, ...] = ()
    shields: tuple[Seat, ...] = ()
    state: Literal["covered", "open", "done"] = "covered"


class Marker(msgspec.Struct, frozen=True):
    """Where a green marker is: at a quarry, at ``seat:<seat>``, or spent."""

    name: str
    at: str


class Hit(msgspec.Struct, frozen=True):
    """A −3 of the open quarry that is dealt with; the target is "" when it lapsed."""

    owner: Seat
    target: Seat


class Position(msgspec.Struct, frozen=True):
    """pieces: the stones, on levels, in the supply, awarded to or in front of a seat.
    winner: who may use the marker just won and has not yet, "" if nobody."""

    setup: Setup
    start: Seat
    quarries: tuple[Quarry, ...]
    pieces: Pieces
    markers: tuple[Marker, ...]
    phase: Literal["quarries", "building"] = "quarries"
    hits: tuple[Hit, ...] = ()
    winner: Seat = ""
    turn: Seat = ""

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Round the table, beginning with a seat."""
        seats = self.setup.seats
        return seats[seats.index(seat) :] + seats[: seats.index(seat)]

    # The quarries

    def quarry(self, quarry: QuarryId) -> Quarry | None:
        return next((one for one in self.quarries if one.id == quarry), None)

    def board(self, quarry: Quarry) -> QuarryBoard:
        return self.setup.box.quarries[self.quarries.index(quarry)]

    def next_quarry(self) -> Quarry | None:
        """The right-most one that is not revealed yet."""
        return next((one for one in self.quarries if one.state == "covered"), None)

    def open_quarry(self) -> Quarry | None:
        """The one that is revealed and not awarded yet."""
        return next((one for one in self.quarries if one.state == "open"), None)

    def present(self) -> tuple[Seat, ...]:
        """Who has a card at the open quarry."""
        quarry = self.open_quarry()
        return tuple(dict.fromkeys(card.owner for card in quarry.cards)) if quarry else ()

    def waiting(self) -> tuple[Seat, ...]:
        """Who has yet to name somebody for a −3, in turn order from the start player."""
        quarry = self.open_quarry()
        if quarry is None:
            return ()
        owners = {card.owner for card in quarry.cards if card.value == -3}
        owners -= {hit.owner for hit in self.hits}
        return tuple(seat for seat in self.seats_from(self.start) if seat in owners)

    def others_to_name(self, owner: Seat) -> tuple[Seat, ...]:
        """Whom the owner of a −3 may name besides himself."""
        quarry = self.open_quarry()
        shields = quarry.shields if quarry else ()
        return tuple(seat for seat in self.present() if seat != owner and seat not in shields)

    def points(self, quarry: Quarry) -> tuple[tuple[Seat, int], ...]:
        """Everybody's points at a revealed quarry, who laid first there first."""
        points: dict[Seat, int] = {}
        for card in quarry.cards:
            points[card.owner] = points.get(card.owner, 0) + max(known(card.value), 0)
        for hit in self.hits:
            if hit.target in points:
                points[hit.target] -= 3
        return tuple(points.items())

    # The pyramids

    def levels(self) -> tuple[LevelId, ...]:
        """All levels, the lowest of all pyramids first."""
        boards = self.setup.box.pyramids
        return tuple(
            f"P{pyramid}.L{level}"
            for level in range(1, max(map(len, boards)) + 1)
            for pyramid, spaces in enumerate(boards, 1)
            if level <= len(spaces)
        )

    def count(self, at: str, seat: Seat | None = None) -> int:
        """How many stones lie at a place, of one colour or of all."""
        if seat is None:
            return sum(lying_at(self.pieces, at).values())
        return how_many(self.pieces, at, f"stone:{seat}")

    def room(self, level: LevelId) -> int:
        """Free spaces of a level; negative when the table allowed too many stones."""
        pyramid, number = numbers(level)
        return self.setup.box.pyramids[pyramid - 1][number - 1] - self.count(level)

    def unfilled_below(self, level: LevelId) -> tuple[LevelId, ...]:
        """The levels of all pyramids that must be full before this one."""
        height = numbers(level)[1]
        return tuple(
            one for one in self.levels() if numbers(one)[1] < height and self.room(one) > 0
        )

    def absent_below(self, level: LevelId, seat: Seat) -> tuple[LevelId, ...]:
        """The lower levels of the same pyramid on which a seat has no stone."""
        pyramid, height = numbers(level)
        below = (f"P{pyramid}.L{lower}" for lower in range(1, height))
        return tuple(one for one in below if not self.count(one, seat))

    def above(self, level: LevelId) -> LevelId | None:
        """The next level of the same pyramid; None for the top."""
        pyramid, height = numbers(level)
        one = f"P{pyramid}.L{height + 1}"
        return one if one in self.levels() else None

    def leaders(self, level: LevelId) -> tuple[Seat, ...]:
        """Who has the most stones on a level; several when equal."""
        most = max(self.count(level, seat) for seat in self.setup.seats)
        return tuple(seat for seat in self.setup.seats if self.count(level, seat) == most)

    # Moving pieces

    def moved(self, seat: Seat, source: str, target: str, count: int = 1) -> "Position":
        """With stones of one colour somewhere else."""
        pieces = moved(self.pieces, f"stone:{seat}", source, target, count)
        return msgspec.structs.replace(self, pieces=pieces)

    def with_quarry(self, quarry: Quarry) -> "Position":
        """With the quarry of the same id as this one."""
        quarries = tuple(quarry if one.id == quarry.id else one for one in self.quarries)
        return msgspec.structs.replace(self, quarries=quarries)

    def with_marker(self, name: str, at: str) -> "Position":
        """With a marker somewhere else."""
        markers = tuple(Marker(name, at) if one.name == name else one for one in self.markers)
        return msgspec.structs.replace(self, markers=markers)

    def won_marker(self) -> str:
        """The marker its winner has yet to use, "" if none."""
        at = f"seat:{self.winner}"
        return next((m.name for m in self.markers if m.at == at and m.name in AT_ONCE), "")


AT_ONCE = ("SHIELD", "ADD")
"""Markers that are used before the next quarry is revealed. (The slice has no others of them.)"""


def numbers(level: LevelId) -> tuple[int, int]:
    """Pyramid and height of a level, both from 1."""
    pyramid, _, height = level.partition(".L")
    return int(pyramid.removeprefix("P")), int(height)


def in_one_hand(values: Iterable[int]) -> bool:
    """Whether one player can have laid all of these."""
    rest = list(HAND)
    for value in values:
        if value not in rest:
            return False
        rest.remove(value)
    return True
