"""A shape as it is drawn and touched; no window is needed.

A :class:`Figure` is a shape turned into triangles, words and a reach, all in table coordinates.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.scene import Shape
from ui.canvas.geometry import Polyline
from ui.canvas.mesh import Triangles
from ui.theme import Colour, Face

Names = Callable[[str, dict[str, object]], str]
"""The words for a key or a token, with values, in the language of the moment."""


@dataclass(frozen=True)
class Words:
    """Text on the table; lengths in units of the scene.

    text: what it says.
    x, y: its middle.
    height: of a line.
    width: the most it may take, 0 for any.
    colour: red, green, blue, opacity, each up to 1.
    face: it is set in.
    """

    text: str
    x: float
    y: float
    height: float
    width: float
    colour: Colour
    face: Face = "bold"


@dataclass(frozen=True)
class Figure:
    """A shape, ready to draw.

    shape: what it draws.
    triangles: its surface.
    words: upon it.
    reach: what can be touched, without enlargement.
    lines: what lights up.
    inside: whether the light lies within those lines.
    bounds: left, bottom, right, top.
    badge: the disc with its count, which no light covers.
    lights: triangles of light by how it is lit, made when first needed.
    """

    shape: Shape
    triangles: Triangles
    words: tuple[Words, ...]
    reach: Polyline
    lines: tuple[Polyline, ...]
    inside: bool
    bounds: tuple[float, float, float, float]
    badge: Triangles = field(default_factory=Triangles, compare=False)
    lights: dict[object, Triangles] = field(default_factory=dict, compare=False)

    def standing_for(self, shape: Shape) -> "Figure":
        """This figure for a shape that looks the same, wherever that is: much cheaper than
        drawing it anew."""
        x, y = shape.x - self.shape.x, shape.y - self.shape.y
        if not x and not y:
            return replace(self, shape=shape, lights={})
        left, bottom, right, top = self.bounds
        return Figure(
            shape,
            self.triangles.moved(x, y),
            tuple(replace(word, x=word.x + x, y=word.y + y) for word in self.words),
            self.reach.moved(x, y, 1.0),
            tuple(line.moved(x, y, 1.0) for line in self.lines),
            self.inside,
            (left + x, bottom + y, right + x, top + y),
            self.badge.moved(x, y),
        )


def appearance(shape: Shape) -> tuple[Any, ...]:
    """All that decides what a figure looks like, wherever it is and whatever it stands for."""
    return (
        shape.form,
        shape.size,
        shape.look,
        shape.seat,
        shape.count,
        shape.text,
        repr(shape.values) if shape.values else "",
        shape.ghost,
    )
