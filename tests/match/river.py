"""What there is on the river of the ferry, and the moves that are made there."""

from typing import Any, Literal

import msgspec

from companion.kernel import Move, Setup

COINS = 12
STONES = ("1", "2", "3")
Catch = Literal["trout", "boot"]


class Options(msgspec.Struct, frozen=True):
    last: int = 9
    trouts: int = 4
    boots: int = 3


class Box(msgspec.Struct, frozen=True):
    pass


class River(Setup, frozen=True, kw_only=True):
    options: Options


class Boat(msgspec.Struct, frozen=True):
    """laid: the stone that lies face down, "" for none; shown: those that were shown."""

    seat: str
    at: int = 0
    coins: int = 0
    boots: int = 0
    laid: str = ""
    shown: tuple[str, ...] = ()


class Position(msgspec.Struct, frozen=True, dict=True):
    setup: River
    turn: str
    boats: tuple[Boat, ...]
    trouts: int
    boots: int
    phase: Literal["turn", "draw", "give", "over"] = "turn"

    def boat(self, seat: str) -> Boat:
        return next(boat for boat in self.boats if boat.seat == seat)

    @property
    def supply(self) -> int:
        return COINS - sum(boat.coins for boat in self.boats)

    def put(self, seat: str, **values: Any) -> "Position":
        boats = tuple(
            msgspec.structs.replace(boat, **values) if boat.seat == seat else boat
            for boat in self.boats
        )
        return msgspec.structs.replace(self, boats=boats)

    def now(self, **values: Any) -> "Position":
        return msgspec.structs.replace(self, **values)

    @property
    def after(self) -> str:
        seats = self.setup.seats
        return seats[(seats.index(self.turn) + 1) % len(seats)]

    def paid(self, seat: str, coins: int) -> "Position":
        boat = self.boat(seat)
        return self.put(seat, coins=boat.coins + min(coins, self.supply))


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: dict[str, int] = {}
    coins: dict[str, int] = {}
    turn: str | None = None


class Row(Move, tag="row", frozen=True):
    by: int


class Fish(Move, tag="fish", frozen=True):
    pass


class Draw(Move, tag="draw", frozen=True):
    catch: Catch


class Give(Move, tag="give", frozen=True):
    to: str


class Lay(Move, tag="lay", frozen=True):
    stone: str


class Show(Move, tag="show", frozen=True):
    stone: str


class Wait(Move, tag="wait", frozen=True):
    pass
