"""What the pyramids look like while they are built: two rows of two, as large as there is room.

Each level is one row, so that it can be touched anywhere; positions within a level do not matter.
Quarries are not drawn: nobody goes there any more in this round. The unit is one space.
"""

from collections.abc import Iterator

from companion.games.maya.box import Board, LevelBoard
from companion.games.maya.position import Position
from companion.games.maya.tokens import level_token, numbers
from companion.scene import Shape

ACROSS, PITCH = 2, 1.55
"""Pyramids side by side, and how far levels are apart: a level is felt as high as that."""

NAME, NAME_HIGH = 0.62, 1.05
"""Height of a name, and of the line it stands on."""

COIN, SECOND, COINS = 1.0, 0.74, 2.3
"""Widths of the two coins of a level, and of the room for them right of a pyramid."""

FIGURE = 0.52
"""Height of the gold on a coin, as a share of the coin."""


def pyramids(view: Position) -> Iterator[Shape]:
    """Four pyramids with their gold; stones are drawn by whoever knows the spaces."""
    board = view.board
    for number, pyramid in enumerate(board.pyramids, 1):
        x, y = corner(board, number)
        top = y + _levels(board) * PITCH + NAME_HIGH / 2 - 0.3
        yield Shape(
            form="label",
            x=x + _widest(board) / 2,
            y=top,
            size=NAME,
            text=pyramid.name,
            token=f"P{number}",
        )
        for height, level in enumerate(pyramid.levels, 1):
            yield from _level(board, level_token(number, height), level)


def _level(board: Board, level: str, printed: LevelBoard) -> Iterator[Shape]:
    for x, y in spaces(board, level):
        touch = (1.0, PITCH)
        yield Shape(form="square", x=x, y=y, size=1, token=level, look="space", touch=touch)
    x, y = corner(board, numbers(level)[0])
    right = x + _widest(board) + 0.2
    for width, at, gold in (
        (COIN, right + COIN / 2, printed.first),
        (SECOND, right + COIN + 0.12 + SECOND / 2, printed.second),
    ):
        middle = spaces(board, level)[0][1]
        yield Shape(form="piece", x=at, y=middle, size=width, look="gold")
        text, values = "name.token.value", {"value": gold}
        size = width * FIGURE
        yield Shape(form="label", x=at, y=middle, size=size, text=text, values=values)


def spaces(board: Board, level: str) -> tuple[tuple[float, float], ...]:
    """Where the middles of the spaces of a level lie, from the left."""
    pyramid, height = numbers(level)
    count = board.pyramids[pyramid - 1].levels[height - 1].spaces
    left, low = corner(board, pyramid)
    start = left + (_widest(board) - count) / 2 + 0.5
    return tuple((start + number, low + (height - 0.5) * PITCH) for number in range(count))


def corner(board: Board, pyramid: int) -> tuple[float, float]:
    """The lower left corner of the place of a pyramid, counted from 1."""
    row, column = divmod(pyramid - 1, ACROSS)
    high = _levels(board) * PITCH + NAME_HIGH
    return column * (_widest(board) + COINS + 0.4), -row * (high + 0.2)


def _widest(board: Board) -> int:
    return max((one.spaces for one in board.levels.values()), default=3)


def _levels(board: Board) -> int:
    return max((len(one.levels) for one in board.pyramids), default=1)
