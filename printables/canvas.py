"""A document being drawn: millimetres from the upper left, text by its size, codes by their text.

Everything that a sheet shows goes through here, so that ink, fonts and the list of codes that must
be read back stand in one place.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Literal

from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.fonts import TTFFont

from companion.scene.pictures import NOBODY, Seat
from companion.text import Phrasebook
from printables import bars, qr
from printables.art import BLACK, DARK, GOLD, WHITE, Pictures, Shade, paint
from printables.jobs import Leaf, Side
from printables.modules import Modules
from printables.order import Ink
from printables.outlines import CutOut, Outline
from printables.paper import PAPERS, PaperName
from printables.placed import Placed

CODE = 15.0
"""Millimetres: the least width of a code, at which modules of 0.6 mm survive blur."""

Face = Literal["plain", "bold", "display"]
"""What letters are set in, as on the screen: *display* for titles, names and large numbers."""

FILES: dict[Face, str] = {
    "plain": "CompanionSans-Regular.ttf",
    "bold": "CompanionSans-Bold.ttf",
    "display": "CompanionDisplay-Bold.ttf",
}

Align = Literal["left", "middle", "right"]

TILED = 0.12
"""The corner of a tile, and how far its picture is inside it, in its widths."""

_POINTS = 72 / 25.4
_LINE = 1.25
"""Distance of two lines, in sizes of the text."""


class Canvas:
    """One document, a context manager. Coordinates and sizes are millimetres.

    footer: gets the canvas at the end of each page, for what stands on every sheet. cut_outs: what
    is cut out of its pages. words: in which the page speaks, where not as the order does.
    registered: whether the page has marks for a plotter.
    """

    def __init__(
        self,
        paper: PaperName,
        ink: Ink,
        pictures: Pictures,
        title: str,
        footer: Callable[["Canvas"], None] = lambda canvas: None,
    ) -> None:
        self.paper: PaperName = paper
        self.ink: Ink = ink
        self.pictures = pictures
        self.codes: list[Placed] = []
        self.leaves: list[Leaf] = []
        self.cut_outs: list[CutOut] = []
        self.sheet = ""
        self.words: Phrasebook | None = None
        self.registered = False
        self._ended = True
        self._footer = footer
        self._widths: dict[tuple[str, Face], float] = {}
        self._pdf = FPDF(unit="mm", format=PAPERS[paper])
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_title(title)
        self._pdf.set_creator("tabletop companion")
        # A file is the same whenever it is made.
        self._pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        for face, name in FILES.items():
            self._pdf.add_font(face, "", str(files("companion.text.fonts").joinpath(name)))

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self._pdf.pages_count

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of every page."""
        size = PAPERS[self.paper]
        return [size[::-1] if leaf.landscape else size for leaf in self.leaves]

    @property
    def width(self) -> float:
        """Of the page."""
        return float(self._pdf.w)

    @property
    def height(self) -> float:
        """Of the page."""
        return float(self._pdf.h)

    def page(
        self,
        sheet: str,
        *,
        landscape: bool = False,
        side: Side = "single",
        words: Phrasebook | None = None,
    ) -> None:
        """Begin a page of a sheet. words: in which it speaks, where not as the order does."""
        self.end_page()
        self._ended = False
        self.sheet, self.words, self.registered = sheet, words, False
        self._add(Leaf(sheet, side, landscape))

    def new_leaf(self) -> None:
        """Let the next page be the front of a leaf of paper, also where the whole document is
        printed on both sides."""
        self.end_page()
        if self.pages % 2:
            self._add(Leaf(self.sheet, "empty", self.leaves[-1].landscape))

    def _add(self, leaf: Leaf) -> None:
        self.leaves.append(leaf)
        self._pdf.add_page(orientation="landscape" if leaf.landscape else "portrait")

    def end_page(self) -> None:
        """Nothing more comes onto this page."""
        if self._pdf.pages_count and not self._ended:
            self._footer(self)
        self._ended = True

    def so_far(self) -> bytes:
        """The document as it is now; drawing goes on."""
        copy = deepcopy(self._pdf)
        fonts = [font for font in copy.fonts.values() if isinstance(font, TTFFont)]
        for font in fonts:  # shared by copies, and cut down when one is written
            font.ttfont = TTFont(font.ttffile, lazy=True)
        done = bytes(copy.output())
        for font in fonts:
            font.ttfont.close()
        return done

    def contents(self) -> list[bytes]:
        """What is drawn on each page, as the PDF will say it."""
        return [str(page.contents).encode() for page in self._pdf.pages.values()]

    def finish(self) -> bytes:
        """The document. Nothing can be drawn afterwards."""
        self.end_page()
        return bytes(self._pdf.output())

    def close(self) -> None:
        """Let go of the font files."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def __enter__(self) -> "Canvas":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Shapes --------------------------------------------------------------------------------

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        stroke: str = "",
        line: float = 0.25,
        *,
        corner: float = 0.0,
        dash: float = 0.0,
    ) -> None:
        """A rectangle; saving ink it is only outlined."""
        style = self._pen(fill, stroke, line, dash)
        if style:
            self._pdf.rect(x, y, width, height, style, corner > 0, corner)

    def circle(
        self, x: float, y: float, radius: float, fill: str = "", stroke: str = "", line: float = 0.3
    ) -> None:
        """A circle round x, y."""
        style = self._pen(fill, stroke, line, 0.0)
        if style:
            self._pdf.circle(x, y, radius, style)

    def polygon(
        self,
        corners: Sequence[tuple[float, float]],
        fill: str = "",
        stroke: str = "",
        line: float = 0.25,
    ) -> None:
        """A polygon through these corners."""
        style = self._pen(fill, stroke, line, 0.0)
        if style:
            self._pdf.polygon(corners, style=style)

    def outline(self, of: Outline, fill: str = "", stroke: str = "", line: float = 0.25) -> None:
        """A line to cut along, or the ground inside it."""
        if of.form == "round":
            self.circle(*of.middle, of.width / 2, fill, stroke, line)
        else:
            self.polygon(of.corners(), fill, stroke, line)

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        colour: str = DARK,
        width: float = 0.2,
        *,
        dash: float = 0.0,
    ) -> None:
        """A straight line."""
        self._pen("", colour, width, dash)
        self._pdf.line(x1, y1, x2, y2)

    def _pen(self, fill: str, stroke: str, line: float, dash: float) -> str:
        """Take up the ink for a shape; how it is painted with it, "" for not at all."""
        if fill and self.ink == "saving" and fill not in (WHITE, BLACK):
            fill, stroke = "", stroke or "#b8b0a0"
        if fill:
            self._pdf.set_fill_color(paint(fill, self.ink))
        if stroke:
            self._pdf.set_draw_color(paint(stroke, self.ink))
            self._pdf.set_line_width(line)
            self._pdf.set_dash_pattern(dash, dash)
        return ("D" if stroke else "") + ("F" if fill else "")

    def look(self, name: str, x: float, y: float, size: float, owner: Seat = NOBODY) -> bool:
        """A look of the game's art in a square from its upper left corner, a surface as a tile of
        it; whether there is one."""
        tile = self.pictures.surfaces.get(name)
        if tile is not None:
            self.rect(x, y, size, size, tile.fill, GOLD, 0.15, corner=size * TILED)
            name, inset = tile.drawing, size * TILED
            x, y, size = x + inset, y + inset, size - 2 * inset
        paths = self.pictures.paths(name, x, y, size, owner, self.ink)
        self._draw(paths)
        return tile is not None or bool(paths)

    def shade(self, of: Shade) -> str:
        """A colour of the game's ground."""
        return self.pictures.shade(of)

    def horizon(self, x: float, y: float, width: float, height: float) -> None:
        """The horizon of the game's ground in a box from its upper left corner; saving ink none."""
        if self.ink != "saving":
            self._draw([self.pictures.horizon(x, y, width, height, self.ink)])

    def _draw(self, paths: Iterable[PaintedPath]) -> None:
        self._pdf.set_dash_pattern()  # what was dashed last is not inherited
        with self._pdf.drawing_context() as drawing:
            for path in paths:
                drawing.add_item(path, clone=False)

    # Text ----------------------------------------------------------------------------------

    def measure(self, text: str, size: float, *, face: Face = "plain") -> float:
        """The width of a line of text."""
        words = text.split(" ")
        wide = sum(self._word(word, face) for word in words)
        return size * (wide + (len(words) - 1) * self._word(" ", face))

    def _word(self, word: str, face: Face) -> float:
        """The width of a word of size 1; that of a text grows with its size."""
        found = self._widths.get((word, face))
        if found is None:
            self._font(100.0, face)
            found = self._widths[word, face] = self._pdf.get_string_width(word) / 100
        return found

    def _font(self, size: float, face: Face) -> None:
        self._pdf.set_font(face, "", size * _POINTS)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        face: Face = "plain",
        colour: str = DARK,
        align: Align = "left",
        width: float = 0.0,
    ) -> None:
        """One line that stands on y, made smaller when it is wider than ``width``."""
        wide = self.measure(text, size, face=face)
        if width and wide > width:
            size *= width / wide
            wide = width
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        self._font(size, face)
        self._pdf.set_text_color(*_rgb(colour, self.ink))
        self._pdf.text(x, y, text)

    def lines(self, text: str, size: float, width: float, *, face: Face = "plain") -> list[str]:
        """A text as lines that are no wider than ``width``, if its words allow it."""
        found: list[str] = []
        space, used = self._word(" ", face) * size, 0.0
        for word in text.split():
            wide = self._word(word, face) * size
            if found and used + space + wide <= width:
                found[-1] += f" {word}"
                used += space + wide
            else:
                found.append(word)
                used = wide
        return found

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        width: float,
        *,
        face: Face = "plain",
        colour: str = DARK,
        align: Align = "left",
    ) -> float:
        """Lines of text from y downwards; where the next ones would begin."""
        for line in self.lines(text, size, width, face=face):
            y += size * _LINE
            self.text(x, y - size * 0.3, line, size, face=face, colour=colour, align=align)
        return y

    @contextmanager
    def turned(self, degrees: float, x: float, y: float) -> Iterator[None]:
        """What is drawn inside is turned to the left about x, y."""
        with self._pdf.rotation(degrees, x, y):
            yield

    # Codes ---------------------------------------------------------------------------------

    def code(self, text: str, x: float, y: float, size: float = CODE) -> None:
        """A code whose dark part is a square of that size, on white with its quiet zone round it.

        Raises ValueError when it is too small to be read.
        """
        if size < CODE:
            raise ValueError(f"a code of {size:g} mm; less than {CODE:g} mm cannot be relied on")
        rows = qr.pattern(text)
        module = size / len(rows)
        quiet = qr.QUIET * module
        self.rect(x - quiet, y - quiet, size + 2 * quiet, size + 2 * quiet, WHITE)
        path = PaintedPath()
        path.add_path_element(Modules(rows, x, y, module), clone=False)
        path.style.fill_color, path.style.stroke_color = paint(BLACK, self.ink), None
        self._draw([path])
        self.codes.append(Placed(self.pages - 1, text, x, y, size))

    def bars(self, text: str, x: float, y: float, module: float, height: float) -> float:
        """A code of bars from its upper left corner; how wide it is. module: its thinnest bar."""
        dark = bars.pattern(text)
        wide = len(dark) * module
        for begun, end in qr.runs(dark):
            self.rect(x + begun * module, y, (end - begun) * module, height, BLACK)
        above = y + height / 2 - wide / 2
        self.codes.append(Placed(self.pages - 1, text, x, above, wide, bars=True))
        return wide


def _rgb(colour: str, ink: Ink) -> tuple[int, int, int]:
    found: Any = paint(colour, ink)
    parts = (found.g,) * 3 if ink == "gray" else (found.r, found.g, found.b)
    red, green, blue = (round(255 * float(part)) for part in parts)
    return red, green, blue
