"""Drawing by hand in pixels: boxes, dots, looks and lines of text, all in one batch."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, pi, sqrt

from kivy.graphics import Canvas, InstructionGroup, PopMatrix, PushMatrix, Rotate, Translate

from companion.scene import Shape, placed
from ui import theme
from ui.canvas.art import Art, common
from ui.canvas.drawing import figure
from ui.canvas.figures import Figure, Words
from ui.canvas.geometry import Polyline, box, disc, fan
from ui.canvas.layers import Run
from ui.canvas.mesh import Triangles
from ui.canvas.outlines import outline_of
from ui.theme import Colour, Face, TextRole, mm
from ui.widgets.text import fitting, width_of

MISSING = 0.5
"""How large the place of a block is that is missing, in blocks."""

SMALLEST = 0.72
"""How far text may shrink before it is shortened instead."""


RING, THIN, FIGURE = 0.08, 0.7, 0.7
"""Of a medal: how wide its ring is, in its widths and in millimetres at most, and the figure."""


STRAY = 0.25
"""Pixels that the straight pieces of a circle may be from it."""


def smallest() -> float:
    """How far it may shrink now: in large letters to what it may be in normal ones."""
    return SMALLEST / theme.enlarged()


def high_of(shape: Shape) -> float:
    """How many times as high as wide a card or tile is."""
    left, low, right, top = outline_of(shape).bounds()
    return (top - low) / (right - left)


@lru_cache(maxsize=64)
def _box(
    width: float, height: float, radius: float, colour: Colour, edge: Colour | None, line: float
) -> Triangles:
    """A rounded box round the origin: fields of a scale are all alike."""
    drawn, outline = Triangles(), box(width, height, radius, ceil(_corners(radius) / 4))
    drawn.fill(fan(outline), colour)
    drawn.fringe(outline, colour)
    if edge is not None and line:
        drawn.band(outline, -line, 0.0, edge)
    return drawn


@lru_cache(maxsize=16)
def _dashes(size: float, colour: Colour, line: float) -> Triangles:
    """A dashed ring round the origin."""
    drawn, dash = Triangles(), size * 0.22
    for one in disc(size / 2 - line, 24).dashes(dash, dash * 0.8):
        drawn.band(one, -line / 2, line / 2, colour)
    return drawn


class Sketch:
    """A drawing under way; y grows upwards, the origin is the caller's.

    art: where its looks are; the pictures that every game has if none is given.
    """

    def __init__(self, art: Art | None = None) -> None:
        self._art = art
        self._facets = Triangles()
        self._words: list[Words] = []

    @property
    def art(self) -> Art:
        """Where its looks are."""
        return self._art or common()

    def add(self, other: "Sketch") -> None:
        """All of another sketch, above what is here."""
        self._facets.add((other._facets,))
        self._words += other._words

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: Colour,
        radius: float = 0.0,
        edge: Colour | None = None,
        line: float = 0.0,
    ) -> None:
        """A rounded box with its lower left corner at x, y; ``line`` is the width of its edge,
        which lies inside."""
        drawn = _box(width, height, radius, colour, edge, line)
        self._facets.add((drawn.moved(x + width / 2, y + height / 2),))

    def block(self, x: float, y: float, side: float, inks: tuple[Colour, Colour] | None) -> None:
        """A block of a pyramid in its face and edge, or small the place of one that is missing:
        black blocks are as dark as an empty place."""
        size = side * (1.0 if inks else MISSING)
        inset = (side - size) / 2
        face, edge = inks or (theme.colour("well"), theme.colour("line"))
        self.box(x + inset, y + inset, size, size, face, size * 0.14, edge, mm(0.2))

    def shine(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """Light on the upper edge of a box."""
        outline = box(width, height, radius, 4).moved(x + width / 2, y + height / 2, 1)
        share = 0.09 if theme.theme().name == "dark" else 0.4
        colours = [(1.0, 1.0, 1.0, share * max(0.0, ny)) for _, ny in outline.normals]
        self._facets.band(outline, -mm(0.25), 0.0, colours, soft="none")

    def dot(self, x: float, y: float, size: float, colour: Colour, line: float = 0.0) -> None:
        """A disc round x, y; with ``line`` only its rim."""
        outline = disc(size / 2, _corners(size / 2)).moved(x, y, 1)
        if line:
            self._facets.band(outline, -line, 0.0, colour)
        else:
            self._facets.fill(fan(outline), colour)
            self._facets.fringe(outline, colour)

    def dashed(self, x: float, y: float, size: float, colour: Colour, line: float) -> None:
        """A dashed ring round x, y: something is to come there."""
        self._facets.add((_dashes(size, colour, line).moved(x, y),))

    def area(self, outline: Polyline, colour: Colour) -> None:
        """What a line without dents surrounds."""
        self._facets.fill(fan(outline), colour)

    def look(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        seat: str = "",
        ink: str = "ink",
        share: float = 1.0,
    ) -> None:
        """An outline of the art round x, y; a surface as a tile of it. ink: the role of the colour
        in which signs are drawn. share: of its opacity."""
        shape = Shape(form="piece", x=x, y=y, size=size, look=name, seat=seat)
        if self.art.surface(name):
            shape = Shape(form="square", x=x, y=y, size=size, look=name)
        drawn = figure(shape, self.art, lambda text, _: text, ink)
        self._facets.add((drawn.triangles if share == 1 else drawn.triangles.faded(share),))
        self._words += drawn.words

    def medal(self, x: float, y: float, size: float, seat: str) -> None:
        """Who a seat is: the figure of the game in the seat's colour and with its shape on the
        chest, on a disc that is nobody's colour; the shape alone where the game has no figure."""
        owner = theme.seat(seat)
        if not self.art.portrait:
            self.look(owner.mark, x, y, size * 0.9, seat)
            return
        self.dot(x, y, size, theme.colour("well"))
        self.dot(x, y, size, theme.hexed(owner.fill), min(size * RING, mm(THIN)))
        shape = Shape(form="piece", x=x, y=y, size=size * FIGURE, look=self.art.portrait, seat=seat)
        self._facets.add((figure(shape, self.art, lambda text, _: text).triangles,))

    def thing(self, shape: Shape, share: float = 1.0, degrees: float = 0.0) -> None:
        """A shape of a scene, without the words on it but its number.

        share: of its opacity. degrees: turned so far anticlockwise; its number is left out then.
        """
        drawn = figure(shape, self.art, lambda text, _: "")
        triangles = drawn.triangles
        if degrees:
            triangles = triangles.turned(degrees, shape.x, shape.y)
        if share < 1:
            triangles = triangles.faded(share)
        self._facets.add((triangles,))
        self._words += [] if degrees or share < 1 else [one for one in drawn.words if one.text]

    def card(
        self,
        shapes: Sequence[Shape],
        x: float,
        y: float,
        width: float,
        height: float,
        share: float = 1.0,
    ) -> None:
        """A thing with all that is printed on it, as large as it fits in a box with its lower left
        corner at x, y; its words are said as they stand. share: of its opacity."""
        scale = min(width, height / high_of(shapes[0]))
        if scale < 1:  # there is no room yet
            return
        for shape in placed(shapes, x + width / 2, y + height / 2, scale):
            drawn = figure(shape, self.art, lambda text, _: text)
            self._facets.add((drawn.triangles if share == 1 else drawn.triangles.faded(share),))
            self._words += (
                replace(one, colour=(*one.colour[:3], one.colour[3] * share)) for one in drawn.words
            )

    def path(self, line: Polyline, width: float, colour: Colour) -> None:
        """A line of that width."""
        self._facets.band(line, -width / 2, width / 2, colour)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        role: TextRole,
        colour: Colour,
        width: float = 0.0,
        align: float = 0.0,
        size: float | None = None,
    ) -> float:
        """A line of text in the middle of height y; its width in pixels.

        align: 0 begins at x, 0.5 is centred there, 1 ends there. width: the most it may take:
        it shrinks a little, then is shortened.
        """
        face = theme.TYPE[role][1]
        pixels = theme.type_size(role) if size is None else size
        wide = width_of(text, round(pixels), face)
        if width and wide > width + 1:
            pixels = fitting(text, width + 1, round(pixels), int(pixels * smallest()), face=face)
            text = shortened(text, width, pixels, face)
            wide = width_of(text, pixels, face)
        left = x - wide * align
        self._words.append(Words(text, left + wide / 2, y, pixels, 0.0, colour, face))
        return wide

    def figure(self) -> Figure:
        """What was drawn."""
        shape = Shape(form="piece", x=0, y=0, size=1)
        line = Polyline(((0, 0), (1, 0), (0, 1)))
        return Figure(
            shape, self._facets, tuple(self._words), line, (), False, (0.0, 0.0, 0.0, 0.0)
        )


class Measuring(Sketch):
    """A sketch of which only the room that it takes is wanted: what costs most is not drawn."""

    def box(self, *_: object, **__: object) -> None:
        """Takes the room that it is given."""

    def dot(self, *_: object, **__: object) -> None:
        """Takes the room that it is given."""

    def dashed(self, *_: object) -> None:
        """Takes the room that it is given."""

    def look(self, *_: object, **__: object) -> None:
        """Takes the room that it is given."""


def _corners(radius: float) -> int:
    """Corners that make a circle of that many pixels round."""
    return max(8, ceil(pi * sqrt(radius / 2 / STRAY)))


class Easel:
    """Where a sketch hangs on a widget's canvas: moved without being drawn again.

    figure: what hangs there. drawn: how often that changed.
    """

    figure: Figure | None = None

    def __init__(self, canvas: Canvas) -> None:
        self._run = Run()
        self._place, self._turn = Translate(), Rotate(angle=0, axis=(0, 0, 1))
        group = InstructionGroup()
        for part in (PushMatrix(), self._place, self._turn, self._run.group, PopMatrix()):
            group.add(part)
        canvas.add(group)
        self.drawn = 0

    def show(self, sketch: Sketch) -> None:
        """Show this sketch instead of the last one."""
        self.figure = sketch.figure()
        self._run.show([(self.figure, None)], 1.0)
        self.drawn += 1

    def turn(self, degrees: float, x: float, y: float) -> None:
        """Turn all of it against the clock round a point of the sketch."""
        self._turn.angle, self._turn.origin = degrees, (x, y)

    def move(self, x: float, y: float) -> None:
        """Put the sketch's origin at a pixel."""
        self._place.xyz = (round(x), round(y), 0)


def shortened(text: str, width: float, pixels: float, face: Face) -> str:
    """The text, or as much of its beginning as fits with dots behind."""
    if width_of(text, round(pixels), face) <= width + 1:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + "…", round(pixels), face) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


_SYLLABLE = re.compile(
    "(?<!c)(?:sch[lmnrw]?|(?<!ung)s[pt]r?|ch|ph|th|qu|pf|[bfgkp][lr]|[dt]r|[b-df-hj-np-tv-zß])(?=[aeiouyäöü])",
    re.IGNORECASE,
)
"""What a syllable begins with, in German and as good as always in English."""

FIRST = 3
"""Letters before the hyphen of a word that is parted, at least: nobody knows a word by two."""


def _syllable(word: str, most: int) -> int:
    """The last letter up to ``most`` with which a part of a word may begin, 0 for none."""
    begins = (one.start() for one in _SYLLABLE.finditer(word))
    return max((at for at in begins if FIRST <= at <= min(most, len(word) - 2)), default=0)


def parted_well(lines: Sequence[str], text: str) -> bool:
    """Whether no word of the text is parted but behind a hyphen of its own or before a syllable."""
    full = [one for one in lines if one.strip()]
    ends = ((one.split()[-1], then.split()[0]) for one, then in pairwise(full))
    return all(
        one[-1] != "-"
        or one + then in text
        or (len(one) > FIRST and _SYLLABLE.match(then) is not None)
        for one, then in ends
    )


def _parts(word: str, width: float, pixels: float, face: Face) -> list[str]:
    """A word in parts that are no wider than that, each a syllable or more where that is
    possible."""
    parts = [word]
    while len(parts[-1]) > 1 and width_of(parts[-1], round(pixels), face) > width:
        last = parts.pop()
        at = len(last) - 1
        while at > 1 and width_of(last[:at] + "-", round(pixels), face) > width:
            at -= 1
        own = last.rfind("-", 1, at + 1) + 1  # where it has a hyphen
        at = own or _syllable(last, at) or at
        parts += [last[:at] + ("" if last[at - 1] == "-" else "-"), last[at:]]
    return parts


def wrapped(text: str, width: float, pixels: float, face: Face, *, hard: bool = False) -> list[str]:
    """The text in lines no wider than ``width``, broken between words; a longer word stays
    whole, or with ``hard`` is broken, too."""
    lines: list[str] = []
    words = text.split()
    if hard:
        words = [part for word in words for part in _parts(word, width, pixels, face)]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, round(pixels), face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def filled(text: str, width: float, pixels: float, face: Face) -> list[str]:
    """The text in lines that take as many letters as they have room for, wherever that breaks
    it."""
    lines: list[str] = []
    while text:
        at = len(text)
        while at > 1 and width_of(_broken_off(text, at), round(pixels), face) > width:
            at -= 1
        lines.append(_broken_off(text, at))
        text = text[at:].lstrip()
    return lines


def _broken_off(text: str, at: int) -> str:
    """Its beginning, with a hyphen where a word is broken."""
    joined = at == len(text) or not (text[at - 1].isalnum() and text[at].isalnum())
    return text[:at].rstrip() + ("" if joined else "-")
