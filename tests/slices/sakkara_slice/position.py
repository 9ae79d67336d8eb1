"""What a table of Sakkara looks like."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.kernel import UNKNOWN, Open, remembered

Seat = Annotated[str, msgspec.Meta(title="seat")]
Field = Annotated[str, msgspec.Meta(title="field")]
Motif = Annotated[str, msgspec.Meta(title="motif")]
Tiles = tuple[Motif, ...]
"""Tiles as a multiset or a stack from the bottom; UNKNOWN where nobody knows which."""

FIELDS = tuple(f"{column}{row}" for column in "abcdefg" for row in range(1, 8))
INDEX = {field: index for index, field in enumerate(FIELDS)}


class Spell(msgspec.Struct, frozen=True):
    name: str
    tiles: Tiles


class Box(msgspec.Struct, frozen=True):
    """confirmed: whether the owners have told what is printed, or these are placeholders."""

    spells: tuple[Spell, ...]
    tiles: int = 75
    confirmed: bool = False


class Options(msgspec.Struct, frozen=True):
    """The slice has none."""


class Setup(kernel.Setup, frozen=True, kw_only=True):
    box: Box


class Player(msgspec.Struct, frozen=True):
    """holder: its tiles, sorted. ship, grain: the supply laid out in front."""

    seat: Seat
    workers: tuple[Field, ...]
    holder: Tiles = ()
    ship: int = 0
    grain: int = 0


class Position(msgspec.Struct, frozen=True):
    """stacks: the tiles on each of FIELDS. used: the tiles of this turn, first one at the bottom.
    moved: whether the step of this turn is done."""

    setup: Setup
    stacks: tuple[Tiles, ...]
    players: tuple[Player, ...]
    active: Seat
    used: Tiles = ()
    moved: bool = False
    phase: Literal["turn", "put_back"] = "turn"

    def player(self, seat: Seat) -> Player:
        return next(one for one in self.players if one.seat == seat)

    def other(self) -> Seat:
        """Who is not active: who puts back."""
        return next(seat for seat in self.setup.seats if seat != self.active)

    def height(self, field: Field) -> int:
        return len(self.stacks[INDEX[field]])

    def spell(self, name: str) -> Tiles | Literal["?"]:
        """The tiles of a spell; UNKNOWN until the owners have told them."""
        if not self.setup.box.confirmed:
            return UNKNOWN
        return next(spell.tiles for spell in self.setup.box.spells if spell.name == name)

    def has(self, seat: Seat, wanted: Iterable[Motif]) -> bool:
        """Whether tiles are on a holder. Raises Open when they may be the unknown ones."""
        lacking = Counter(wanted) - Counter(holder := self.player(seat).holder)
        if lacking.total() > holder.count(UNKNOWN):
            return False
        if lacking:
            raise Open
        return True

    def worker_at(self, field: Field) -> bool:
        return any(field in player.workers for player in self.players)

    # Moving pieces

    def with_player(self, player: Player) -> "Position":
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return msgspec.structs.replace(self, players=players)

    def spent(self, tiles: Iterable[Motif]) -> "Position":
        """With tiles of the active player used; what is not known to be there was unknown."""
        player, tiles = self.player(self.active), tuple(tiles)
        holder = list(player.holder)
        for tile in tiles:
            holder.remove(tile if tile in holder else UNKNOWN)
        player = msgspec.structs.replace(player, holder=tuple(holder))
        return msgspec.structs.replace(self.with_player(player), used=(*self.used, *tiles))

    def stacked(self, field: Field, tiles: Tiles) -> "Position":
        """With tiles put on a field."""
        stacks = list(self.stacks)
        stacks[INDEX[field]] += tiles
        return msgspec.structs.replace(self, stacks=tuple(stacks))


@remembered
def beside_placer(p: Position) -> frozenset[Field]:
    """The fields horizontally or vertically next to a worker of who puts back."""
    return frozenset(one for worker in p.player(p.other()).workers for one in beside(worker))


@remembered
def places(p: Position) -> dict[Field, int]:
    """Where tiles may be put back but for the height, with that: fields without a worker and not
    beside the placer's; where there are none such, the latter does not count."""
    free = {field: p.height(field) for field in FIELDS if not p.worker_at(field)}
    return {field: free[field] for field in free if field not in beside_placer(p)} or free


def beside(field: Field) -> tuple[Field, ...]:
    """The horizontal and vertical neighbours of a field."""
    column, row = ord(field[0]), int(field[1])
    around = ((column, row + 1), (column, row - 1), (column + 1, row), (column - 1, row))
    return tuple(one for c, r in around if (one := f"{chr(c)}{r}") in INDEX)
