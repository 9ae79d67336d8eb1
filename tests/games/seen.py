"""What is seen of a game: where its shapes lie, and what touching them means."""

from collections.abc import Iterable
from typing import Any

from companion.kernel import Blank, Game, fields
from companion.scene import Shape

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom, in the table's own measure."""


SLACK = 1e-9
"""What lies over each other by less than that touches."""


def rectangle(shape: Shape) -> Rectangle:
    """What a shape covers that is as high as wide."""
    half = shape.size / 2
    return (shape.x - half, shape.y - half, shape.x + half, shape.y + half)


def apart(one: Rectangle, other: Rectangle) -> bool:
    """Whether they lie beside each other; they may touch."""
    left, right = max(one[0], other[0]), min(one[2], other[2])
    low, high = max(one[1], other[1]), min(one[3], other[3])
    return right - left < SLACK or high - low < SLACK


def meaningless(game: Game[Any], position: Any, shapes: Iterable[Shape], *roles: str) -> list[str]:
    """What can be touched and fills no blank of any kind of move of these roles."""
    blanks = [
        blank
        for kind in game.kinds
        if kind.role in roles
        for field in fields(kind.move)
        for blank in field.blanks
        if blank.picker != "text"
    ]
    tokens = sorted({shape.token for shape in shapes if shape.token})
    return [
        one for one in tokens if not any(_fills(game, position, blank, one) for blank in blanks)
    ]


def _fills(game: Game[Any], position: Any, blank: Blank, token: str) -> bool:
    if any(game.meanings(position, blank, token)):
        return True
    try:
        blank.value(token)
    except ValueError:
        return False
    return True
