"""The vocabulary of what is seen: shapes on the table, instruments in panels.

A game turns a view into a :class:`Scene`; whoever draws (the screen, a printed mat, a picture in
a document) knows only this vocabulary and no game. Coordinates are the table's own: x to the
right, y upwards, in units the game chooses; the drawer scales them to fit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

Form = Literal["hex", "square", "beam", "card", "stack", "piece", "pile", "print", "label"]
Ink = Literal["ink", "ink2", "edge", "gold_text", "green_text", "red_text"]
"""Of a label, by its role in the drawer's theme: what is read, what is read beside it, what
stands on something pale in every theme, and what is marked as in hand, well or wrong."""


THEN = ">"
"""In the token of a shape that stands for a thing and for what is chosen of it: between the two."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the table.

    form: *hex* lies flat side up, ``size`` is its outer radius; *square*, *card* (63 to 88) and
        *stack* (a pile of ``count`` tiles, the top one showing ``look``) have ``size`` as width;
        *beam* lies flat with ``count`` niches in a row, each ``size`` wide, as high as ``touch``;
        *piece* is the outline ``look`` within a box of width ``size``, and a *pile* is ``count`` of
        them, one on the other; *print* is that outline where it is printed on what lies below,
        pale as a ghost; *label* is only ``text``, ``size`` high, in ``ink``.
    x, y: its middle, in units of the scene; y grows upwards.
    size: in the same units, see *form*.
    token: what it stands for when touched or lit; "" for mere decoration. Shapes may share one.
        With :data:`THEN` in it, a touch also answers what is asked after the first part.
    key: stays with the thing when it moves, so that the drawer can let it travel; "" if it never
        does.
    look: name of the outline and surface in the game's art; "" for a bare form.
    seat: whose it is, for colour and pattern; "" for nobody's.
    count: how many it stands for; drawn as a number from 2 up, as height for a stack or pile.
    text: a name of the game's texts, or "", with ``values``.
    values: what the text says, by name.
    ink: role of the colour of a text.
    ghost: drawn dashed: a place where something may come to lie.
    code: the name by which a place goes in writing; a table can be looked at without it.
    touch: width and height of the place round x, y where it is touched; () for that of its form.
    """

    form: Form
    x: float
    y: float
    size: float
    token: str = ""
    key: str = ""
    look: str = ""
    seat: str = ""
    count: int = 1
    text: str = ""
    values: dict[str, Any] = {}
    ink: Ink = "ink"
    ghost: bool = False
    code: bool = False
    touch: tuple[()] | tuple[float, float] = ()


def placed(shapes: Iterable[Shape], x: float, y: float, scale: float) -> tuple[Shape, ...]:
    """What is drawn round 0, 0, drawn round another place and that many times as large."""
    return tuple(
        msgspec.structs.replace(
            one,
            x=x + scale * one.x,
            y=y + scale * one.y,
            size=scale * one.size,
            touch=(scale * one.touch[0], scale * one.touch[1]) if one.touch else (),
        )
        for one in shapes
    )


class Scale(msgspec.Struct, frozen=True, tag="scale"):
    """A row of fields.

    text: what is counted.
    value: how many of them are filled.
    bar: the field behind which a bar stands.
    top: the last field, from 1.
    look: the outline of what is counted, where there is no room for words; "" for none.
    """

    text: str
    value: int | str
    bar: int
    top: int
    look: str = ""


class Dots(msgspec.Struct, frozen=True, tag="dots"):
    """``filled`` of ``total`` dots; ``marks`` are words shown in the filled ones."""

    text: str
    filled: int
    total: int
    marks: tuple[str, ...] = ()


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """A number of something, with its outline."""

    text: str
    count: int | str
    look: str = ""


class Pyramid(msgspec.Struct, frozen=True, tag="pyramid"):
    """Levels from the bottom, each ``(filled, places)``."""

    text: str
    levels: tuple[tuple[int, int], ...]


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """Tokens or words, one a line."""

    text: str
    lines: tuple[str, ...]


Instrument = Scale | Dots | Counter | Pyramid | Listing


class Panel(msgspec.Struct, frozen=True):
    """The instruments of one seat, or of the table (seat ""), the most important first."""

    seat: str
    instruments: tuple[Instrument, ...]


class Stage(msgspec.Struct, frozen=True):
    """One step of a turn in the header: its text with values, and whether it is now."""

    text: str
    now: bool
    values: dict[str, Any] = {}


Room = tuple[float, float, float, float]
"""Left, bottom, right and top of a part of the table, in units of the scene."""


class Scene(msgspec.Struct, frozen=True):
    """All that is seen of a view. Later shapes lie above earlier ones.

    room: what the table takes up from the first move to the last, whatever lies on it; () where it
    is as large as what lies there.
    """

    shapes: tuple[Shape, ...]
    panels: tuple[Panel, ...]
    stages: tuple[Stage, ...] = ()
    room: tuple[()] | Room = ()

    @property
    def lying(self) -> Scene:
        """What lies on the table alone: no places where something may come to lie, and no words
        beside them."""
        lies = (one for one in self.shapes if not (one.ghost or one.form == "label"))
        return Scene(tuple(lies), self.panels)
