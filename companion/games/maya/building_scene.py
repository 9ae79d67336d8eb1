"""What the pyramids look like while they are built: two rows of two, as large as there is room.

Each level is one row, so that it can be touched anywhere; positions within a level do not matter.
Quarries are not drawn: nobody goes there any more in this round. The unit is one space.
"""

from collections.abc import Iterator
from itertools import groupby

from companion.games.maya.box import Board, LevelBoard
from companion.games.maya.position import Position
from companion.games.maya.tokens import level_token, numbers
from companion.kernel import memo_last
from companion.scene import Shape

ACROSS, PITCH = 2, 2.0
"""Pyramids side by side, and how far levels are apart: a level is felt as high as that."""

NAME, NAME_HIGH = 1.0, 1.2
"""Height of a name, and of the line it stands on."""

COIN, SECOND, COINS, BETWEEN = 1.4, 1.0, 3.6, 1.5
"""Widths of the two coins of a level, of the room for them right of a pyramid, and from the middle
of one to that of the other."""

FIGURE, WORD = 0.62, 0.75
"""Height of the gold on a coin, as a share of the coin, and of the words above the coins."""

SHAPE, APART = 1.42, 0.5
"""How many times as wide as high all of it should be, as the room for it is, and how far the
pyramids are apart at least."""

LARGEST = 1.75
"""Of a space: the levels stay apart."""


def pyramids(view: Position) -> Iterator[Shape]:
    """Four pyramids with their gold; stones are drawn by whoever knows the spaces."""
    board = view.board
    for number, pyramid in enumerate(board.pyramids, 1):
        x, y = corner(board, number)
        top = y + _levels(board) * PITCH + NAME_HIGH / 2
        yield Shape(
            form="label",
            x=x + _wide(board) / 2,
            y=top,
            size=NAME,
            text=pyramid.name,
            token=f"P{number}",
        )
        high = y + len(pyramid.levels) * PITCH + NAME_HIGH / 2
        for at, place in zip(_coins_at(board, number), ("first", "second"), strict=True):
            text = f"name.token.{place}"
            yield Shape(form="label", x=at, y=high, size=WORD, text=text, ink="ink2")
        for height, level in enumerate(pyramid.levels, 1):
            yield from _level(board, level_token(number, height), level)


def _level(board: Board, level: str, printed: LevelBoard) -> Iterator[Shape]:
    places, size = spaces(board, level), space(board)
    yield from beams(level, places, size, PITCH)
    middle = places[0][1]
    first, second = _coins_at(board, numbers(level)[0])
    yield from coin(first, middle, COIN, printed.first)
    yield from coin(second, middle, SECOND, printed.second)


def beams(
    level: str, places: tuple[tuple[float, float], ...], size: float, high: float
) -> Iterator[Shape]:
    """A level as it is hewn: one beam for each row of its places. size, high: of a place."""
    for y, row in groupby(places, key=lambda place: place[1]):
        across = [x for x, _ in row]
        yield Shape(
            form="beam",
            x=(across[0] + across[-1]) / 2,
            y=y,
            size=size,
            count=len(across),
            token=level,
            look="space",
            touch=(len(across) * size, high),
        )


def coin(x: float, y: float, width: float, gold: int) -> Iterator[Shape]:
    """A coin with its number."""
    yield Shape(form="piece", x=x, y=y, size=width, look="gold")
    text, values = "name.token.coin", {"gold": gold}
    size = width * FIGURE
    yield Shape(form="label", x=x, y=y, size=size, text=text, values=values, ink="edge")


def _coins_at(board: Board, pyramid: int) -> tuple[float, float]:
    """Where the larger and the smaller coins of a pyramid lie, from left to right."""
    first = corner(board, pyramid)[0] + _wide(board) + COINS - BETWEEN - 0.9
    return first, first + BETWEEN


def spaces(board: Board, level: str) -> tuple[tuple[float, float], ...]:
    """Where the middles of the spaces of a level lie, from the left."""
    pyramid, height = numbers(level)
    count, size = board.pyramids[pyramid - 1].levels[height - 1].spaces, space(board)
    left, low = corner(board, pyramid)
    start = left + (_wide(board) - (count - 1) * size) / 2
    return tuple((start + number * size, low + (height - 0.5) * PITCH) for number in range(count))


def corner(board: Board, pyramid: int) -> tuple[float, float]:
    """The lower left corner of the place of a pyramid, counted from 1."""
    row, column = divmod(pyramid - 1, ACROSS)
    return column * (_wide(board) + COINS + _apart(board)), -row * (_high(board) + 0.2)


@memo_last
def space(board: Board) -> float:
    """Width of a space: as large as the room for the pyramids allows."""
    room = _high(board) * SHAPE - COINS - APART / 2
    return min(LARGEST, max(1.0, room / _widest(board)))


def _wide(board: Board) -> float:
    return _widest(board) * space(board)


def _apart(board: Board) -> float:
    """Between the coins of one pyramid and the next pyramid: what is left of the room."""
    return max(APART, 2 * (_high(board) * SHAPE - COINS - _wide(board)))


@memo_last
def _high(board: Board) -> float:
    """Of a pyramid with its name."""
    return _levels(board) * PITCH + NAME_HIGH


@memo_last
def _widest(board: Board) -> int:
    return max((one.spaces for one in board.levels.values()), default=3)


def _levels(board: Board) -> int:
    return max((len(one.levels) for one in board.pyramids), default=1)
