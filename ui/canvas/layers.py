"""Figures on the canvas: as few batches of triangles as the order of things allows.

Figures that follow one another share a *run*: one mesh, then their words. A new run begins only
where something would otherwise lie under words that it should cover. A run is sent to the
graphics card again only when something in it changed.
"""

from array import array
from collections.abc import Sequence
from operator import is_not
from weakref import WeakSet

from kivy.graphics import InstructionGroup, Mesh
from kivy.graphics.vertex import VertexFormat

from ui.canvas.figures import Figure, Words
from ui.canvas.highlight import DARK, Light, lighted
from ui.canvas.mesh import CORNER, LETTERED, OURS, Triangles
from ui.canvas.text_atlas import pictures, turn_over

MOST = 3072 * CORNER
"""Floats in one mesh without those of lights: far below the limit of 16-bit indices, and few
enough that a change in one place sends little again."""

_CORNER = ((b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"), (b"tint", 4, "float"))
_FORMAT = VertexFormat(*_CORNER)  # which only points at the names: they must stay

Item = tuple[Figure, Light]

Lit = tuple[Figure, Triangles | None]
"""A figure with the triangles of the light on it."""


class Run:
    """One mesh and, above it, another with the words."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._mesh = Mesh(fmt=_FORMAT, mode="triangles")
        self._letters = Mesh(fmt=_FORMAT, mode="triangles")
        self.group.add(self._mesh)
        self.group.add(self._letters)
        self._drawn: list[Triangles] = []
        self._written: list[Words] = []
        self._scale = 0.0
        _all.add(self)

    def show(self, items: Sequence[Lit], scale: float) -> bool:
        """Draw these; whether anything had to be sent to the graphics card."""
        parts = [part for figure, light in items for part in (figure.triangles, light) if part]
        words = [word for figure, _ in items for word in figure.words if word.text]
        changed = len(parts) != len(self._drawn) or any(map(is_not, parts, self._drawn))
        if changed:
            self._drawn = parts
            triangles = parts[0] if len(parts) == 1 else Triangles()
            if len(parts) != 1:
                triangles.add(parts)
            _send(self._mesh, triangles.corners, triangles.triples)
        if words != self._written or (words and scale != self._scale):
            self._written, self._scale = words, scale
            self._write(words, scale)
            changed = True
        return changed

    def rewrite(self) -> None:
        """Take the words, if there ever were any, from the present sheet."""
        if self._scale:
            self._write(self._written, self._scale)

    def _write(self, words: Sequence[Words], scale: float) -> None:
        sheet, found = pictures([(w.text, round(w.height * scale), w.face) for w in words])
        corners, triples = array("f"), array("H")
        for number, (word, one) in enumerate(zip(words, found, strict=True)):
            shrunk = 1.0
            if word.width:
                shrunk = min(1.0, word.width * scale / max(1, one.width))
            wide, high = one.width * shrunk, one.height * shrunk
            # From whole pixels on: a letter that lies between two of them is blurred.
            left, low = round(word.x * scale - wide / 2), round(word.y * scale - high / 2)
            for x, y, u, v in (
                (left, low, one.left, one.bottom),
                (left + wide, low, one.right, one.bottom),
                (left + wide, low + high, one.right, one.top),
                (left, low + high, one.left, one.top),
            ):
                *rgb, opacity = word.colour
                corners.extend((x / scale, y / scale, u, v, *rgb, opacity + OURS + LETTERED))
            triples.extend([4 * number + corner for corner in (0, 1, 2, 0, 2, 3)])
        self._letters.texture = sheet.texture
        _send(self._letters, corners, triples)


_all: WeakSet[Run] = WeakSet()


def gather() -> None:
    """Write all words anew, on no more sheets than they fill: in time each of many holds only the
    few that were not written since."""
    turn_over()
    for run in list(_all):
        run.rewrite()


def _send(mesh: Mesh, corners: "array[float]", triples: "array[int]") -> None:
    """Give a mesh its triangles; Kivy takes an array as it is, but only one that is not empty."""
    if triples:
        mesh.vertices = corners
    mesh.indices = triples if triples else []


class Layers:
    """Any number of figures in their order. sent: how many runs were sent so far."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self.sent = 0
        self._runs: list[Run] = []
        self._free: list[Run] = []

    def show(self, items: Sequence[Item], scale: float) -> None:
        """Draw these and nothing else; words are made for ``scale`` pixels a unit."""
        split = runs(items, scale)
        while len(self._runs) > len(split):
            self._free.append(self._runs.pop())
            self.group.remove(self._free[-1].group)
        while len(self._runs) < len(split):
            self._runs.append(self._free.pop() if self._free else Run())
            self.group.add(self._runs[-1].group)
        for run, part in zip(self._runs, split, strict=True):
            self.sent += run.show(part, scale)


def runs(items: Sequence[Item], scale: float) -> list[list[Lit]]:
    """Split so that no figure shares a run with words of an earlier one that it covers; lit for
    ``scale`` pixels a unit."""
    found: list[list[Lit]] = []
    places: list[tuple[float, float, float, float]] = []
    floats = 0
    for figure, light in items:
        glow = None if light == DARK else lighted(figure, light, scale)
        more = len(figure.triangles.corners)  # not of the light, which should move no border
        left, bottom, right, top = figure.bounds
        covers = False
        for low_x, low_y, high_x, high_y in places:
            if left < high_x and right > low_x and bottom < high_y and top > low_y:
                covers = True
                break
        if not found or covers or floats + more > MOST:
            found.append([])
            places, floats = [], 0
        found[-1].append((figure, glow))
        floats += more
        if figure.words:
            places += [_place(word) for word in figure.words]
    return found


def _place(word: Words) -> tuple[float, float, float, float]:
    half = word.height * 0.3 * max(1, len(word.text))
    if word.width:
        half = min(half, word.width / 2)
    return (word.x - half, word.y - word.height / 2, word.x + half, word.y + word.height / 2)
