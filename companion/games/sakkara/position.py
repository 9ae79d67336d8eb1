"""The twin of a table of Sakkara: fields, tiles, workers, players.

Tiles of a holder and of a level are in one order, so that equal tables are equal values; stacks
and used tiles are told from the bottom.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.games.sakkara.motifs import TILES, Box, Tile, Tiles
from companion.games.sakkara.options import Options
from companion.games.sakkara.tokens import (
    COLUMNS,
    ROWS,
    Field,
    Seat,
    Worker,
    whose,
    worker_token,
)
from companion.kernel import UNKNOWN, Open

FIELDS = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
"""All fields, row by row (K1)."""
INDEX = {field: index for index, field in enumerate(FIELDS)}
LINES = (*(f"row:{row}" for row in ROWS), *(f"column:{column}" for column in COLUMNS))
DOUBLES = TILES - len(FIELDS)
"""How many fields have two tiles at the start: 26 of 49."""
HIGHEST_HOLDER = 10
"""How many tiles a holder may have at the end of a turn (K30)."""

Row = Annotated[int, msgspec.Meta(title="row", ge=1, le=7)]
Phase = Literal["layout", "place", "turn", "trim", "putback", "over"]
Number = Annotated[int, msgspec.Meta(ge=0)]


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from; the first seat starts."""

    options: Options
    box: Box


class Player(msgspec.Struct, frozen=True):
    """What belongs to one player.

    seat: whose it is.
    workers: their fields, "" for one not placed yet.
    holder: the tiles on it, UNKNOWN where not known.
    ship, grain: the supply laid out in front.
    pyramid: the tiles of each level built.
    """

    seat: Seat
    workers: tuple[str, str] = ("", "")
    holder: Tiles = ()
    ship: Number = 0
    grain: Number = 0
    pyramid: tuple[Tiles, Tiles, Tiles] = ((), (), ())

    def level(self, level: int) -> Tiles:
        """The tiles built at a level, from 1."""
        return self.pyramid[level - 1]


class Position(msgspec.Struct, frozen=True, dict=True):
    """All that is known of a match.

    setup: seats, options and box.
    stacks: the tiles on each of FIELDS.
    players: what belongs to each of them, as they sit.
    phase: of the turn, or what comes before and after.
    active: whose turn it is.
    number: of the turn, from 1, 0 before the first.
    fresh: what the active player took in this turn for everybody to see and still has on the
        holder; a part of that holder.
    used: the tiles of this turn, first one at the bottom.
    moved: whether the step is done.
    built: the level at which was built in this turn, 0 for none.
    untold: where tiles were taken whose motif is still to be told.
    boxed: how many tiles are not laid out yet.
    gone: tiles that left the game.
    """

    setup: Setup
    stacks: tuple[Tiles, ...]
    players: tuple[Player, ...]
    phase: Phase = "layout"
    active: Seat = "white"
    number: Number = 0
    fresh: Tiles = ()
    used: Tiles = ()
    moved: bool = False
    built: int = 0
    untold: tuple[Field, ...] = ()
    boxed: int = TILES
    gone: Tiles = ()

    @property
    def options(self) -> Options:
        """What the group agreed on."""
        return self.setup.options

    @property
    def box(self) -> Box:
        """What the owners told of their copy."""
        return self.setup.box

    @property
    def round(self) -> int:
        """From 1, each player has a turn in one; 0 before the first."""
        return (self.number + 1) // 2

    def player(self, seat: str) -> Player:
        """The player of that colour. Raises KeyError when that colour does not play."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.player(self.active)

    @property
    def other(self) -> Seat:
        """Who is not active: the one robbed, and the one who puts back."""
        first, second = self.setup.seats
        return second if self.active == first else first

    def stack(self, field: str) -> Tiles:
        """The tiles on a field, from the bottom."""
        return self.stacks[INDEX[field]]

    def height(self, field: str) -> int:
        """How many tiles lie on a field; a worker standing there does not count."""
        return len(self.stacks[INDEX[field]])

    def top(self, field: str) -> Tile:
        """The top tile of a field, "" where none lies."""
        tiles = self.stacks[INDEX[field]]
        return tiles[-1] if tiles else ""

    def at(self, worker: str) -> str:
        """The field of a worker, "" when it is not placed."""
        seat, number = whose(worker)
        for player in self.players:
            if player.seat == seat:
                return player.workers[number]
        return ""

    def worker_on(self, field: str) -> Worker:
        """The worker on a field, "" for none."""
        for player in self.players:
            if field in player.workers:
                return worker_token(player.seat, player.workers.index(field) + 1)
        return ""

    def has(self, seat: str, *wanted: str) -> bool:
        """Whether tiles are on a holder. Raises Open when they may be among the unknown ones."""
        holder = self.player(seat).holder
        left, lacking = [*holder], 0
        for one in wanted:
            if one in left:
                left.remove(one)
            else:
                lacking += 1
        if lacking and lacking <= holder.count(UNKNOWN):
            raise Open
        return not lacking


def workers(position: Position) -> Iterable[Worker]:
    """All workers on the board."""
    for player in position.players:
        for number, field in enumerate(player.workers, 1):
            if field:
                yield worker_token(player.seat, number)


@cache
def beside(field: str) -> tuple[Field, ...]:
    """The horizontal and vertical neighbours of a field on the board."""
    column, row = ord(field[0]), int(field[1])
    around = ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row))
    return tuple(one for c, r in around if (one := f"{chr(c)}{r}") in INDEX)


@cache
def around(field: str) -> tuple[Field, ...]:
    """The up to eight fields around a field."""
    column, row = ord(field[0]), int(field[1])
    near = (f"{chr(c)}{r}" for r in range(row - 1, row + 2) for c in range(column - 1, column + 2))
    return tuple(one for one in near if one in INDEX and one != field)


@cache
def line(name: str) -> tuple[Field, ...]:
    """The seven fields of a row or a column."""
    return tuple(field for field in FIELDS if name.partition(":")[2] in field)


def known_tiles(position: Position) -> Counter[str]:
    """How many tiles of each motif are known to be somewhere."""
    found: Counter[str] = Counter()
    for tiles in (*position.stacks, position.used, position.gone):
        found.update(tiles)
    for player in position.players:
        found.update(player.holder)
        for level in player.pyramid:
            found.update(level)
        found["ship"] += player.ship
        found["grain"] += player.grain
    del found[UNKNOWN]
    return found
