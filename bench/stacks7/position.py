"""The table of Stacks7: seven by seven stacks of tiles, two workers a side.

Tokens: a seat is ``white`` or ``black``, a field is its column and row, ``c4``, a worker is
``white:1``. A tile is one letter; a stack is told from the bottom, ``"cafe"``.
"""

from typing import Annotated

import msgspec

from companion import kernel

SEATS = ("white", "black")
SIDE = 7
FIELDS = tuple(f"{column}{row}" for row in range(1, 8) for column in "abcdefg")
"""All fields, row by row."""
INDEX = {field: index for index, field in enumerate(FIELDS)}
WORKERS = ("white:1", "white:2", "black:1", "black:2")
PLACE = {worker: place for place, worker in enumerate(WORKERS)}
HOMES = ("c1", "e1", "c7", "e7")
"""Where they stand at the start, in this order."""
TILES = "abcdefgh"
LOW, HIGH = 6, 8
"""Tiles of a stack at the start."""

Field = Annotated[str, msgspec.Meta(title="field", min_length=2, max_length=2)]
Worker = Annotated[str, msgspec.Meta(title="worker", min_length=7, max_length=7)]


class Options(msgspec.Struct, frozen=True):
    """plies: moves of a whole game."""

    plies: int = 200


class Box(msgspec.Struct, frozen=True):
    """seed: of the stacks at the start."""

    seed: int = 1


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a game starts from."""

    plies: int


class Position(msgspec.Struct, frozen=True):
    """All there is to know of a game.

    stacks: the tiles on each of FIELDS. workers: the fields of WORKERS. ply: how many moves were
    made.
    """

    setup: Setup
    stacks: tuple[str, ...]
    workers: tuple[Field, ...]
    ply: int = 0

    def at(self, worker: Worker) -> Field:
        """The field of a worker."""
        return self.workers[PLACE[worker]]

    def height(self, field: Field) -> int:
        """How many tiles lie on a field."""
        return len(self.stacks[INDEX[field]])


def mover(position: Position) -> int:
    """Whose turn it is, as an index in SEATS."""
    return position.ply % 2


def _beside(field: Field) -> tuple[Field, ...]:
    column, row = ord(field[0]), int(field[1])
    around = ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row))
    return tuple(one for c, r in around if (one := f"{chr(c)}{r}") in INDEX)


BESIDE = {field: _beside(field) for field in FIELDS}
"""The neighbours of each field: above, right, below, left."""


class Numbers:
    """The same numbers from the same seed in every language: a linear congruential generator,
    Numerical Recipes' constants, of whose 32 bits the upper 16 are used."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """The next number, from 0 and below ``bound``."""
        self._state = (1664525 * self._state + 1013904223) % 2**32
        return (self._state >> 16) % bound


def dealt(seed: int) -> tuple[str, ...]:
    """The stacks at the start."""
    numbers = Numbers(seed)
    heights = [LOW + numbers.below(HIGH - LOW + 1) for _ in FIELDS]
    return tuple("".join(TILES[numbers.below(len(TILES))] for _ in range(n)) for n in heights)
