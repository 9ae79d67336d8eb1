"""Figures on the canvas: as few batches of triangles as the order of things allows.

Figures that follow one another share a *run*: one mesh, then their words. A new run begins only
where something would otherwise lie under words that it should cover. A run is sent to the
graphics card again only when something in it changed.
"""

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RenderContext

from ui.widgets.facets import Facets
from ui.widgets.forms import Figure, Words
from ui.widgets.lights import Light, lighted
from ui.widgets.text import picture

MOST = 8192
"""Corners in one mesh: below the limit of 16-bit indices, and few enough that a change in one
place sends little again."""

_FORMAT = [(b"place", 2, "float"), (b"offset", 2, "float"), (b"tint", 4, "float")]

_VERTEX = """
#ifdef GL_ES
    precision highp float;
#endif
attribute vec2 place;
attribute vec2 offset;
attribute vec4 tint;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
varying vec4 colour;
void main(void) {
    vec4 at = modelview_mat * vec4(place, 0.0, 1.0);
    at.xy += offset;
    colour = tint;
    gl_Position = projection_mat * at;
}
"""

_FRAGMENT = """
#ifdef GL_ES
    precision highp float;
#endif
varying vec4 colour;
void main(void) {
    gl_FragColor = colour;
}
"""

Item = tuple[Figure, Light]


class Run:
    """One mesh and the words above it."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._context = RenderContext(
            vs=_VERTEX, fs=_FRAGMENT, use_parent_projection=True, use_parent_modelview=True
        )
        self._mesh = Mesh(fmt=_FORMAT, mode="triangles")
        self._context.add(self._mesh)
        self._words = InstructionGroup()
        self.group.add(self._context)
        self.group.add(self._words)
        self._drawn: list[Facets] = []
        self._written: list[Words] = []
        self._scale = 0.0

    def show(self, items: Sequence[Item], scale: float) -> bool:
        """Draw these; whether anything had to be sent to the graphics card."""
        parts = [part for item in items for part in (item[0].facets, lighted(*item)) if part]
        words = [word for item in items for word in item[0].words]
        changed = len(parts) != len(self._drawn) or any(
            one is not other for one, other in zip(parts, self._drawn, strict=True)
        )
        if changed:
            self._drawn = parts
            facets = Facets()
            facets.add(parts)
            self._mesh.vertices = facets.corners
            self._mesh.indices = facets.triples
        if words != self._written or (words and scale != self._scale):
            self._written, self._scale = words, scale
            self._write(words, scale)
            changed = True
        return changed

    def _write(self, words: Sequence[Words], scale: float) -> None:
        self._words.clear()
        for word in words:
            if not word.text:
                continue
            texture = picture(word.text, round(word.height * scale), word.bold)
            shrunk = 1.0
            if word.width:
                shrunk = min(1.0, word.width * scale / texture.width)
            width, height = texture.width * shrunk / scale, texture.height * shrunk / scale
            self._words.add(Color(*word.colour))
            self._words.add(
                Rectangle(
                    texture=texture,
                    pos=(word.x - width / 2, word.y - height / 2),
                    size=(width, height),
                )
            )


class Layers:
    """Any number of figures in their order. sent: how many runs were sent so far."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self.sent = 0
        self._runs: list[Run] = []

    def show(self, items: Sequence[Item], scale: float) -> None:
        """Draw these and nothing else; words are made for ``scale`` pixels a unit."""
        split = runs(items)
        while len(self._runs) > len(split):
            self.group.remove(self._runs.pop().group)
        while len(self._runs) < len(split):
            self._runs.append(Run())
            self.group.add(self._runs[-1].group)
        for run, part in zip(self._runs, split, strict=True):
            self.sent += run.show(part, scale)


def runs(items: Sequence[Item]) -> list[list[Item]]:
    """Split so that no figure shares a run with words of an earlier one that it covers."""
    found: list[list[Item]] = []
    places: list[tuple[float, float, float, float]] = []
    corners = 0
    for item in items:
        figure = item[0]
        more = len(figure.facets) + len(lighted(*item))
        left, bottom, right, top = figure.bounds
        covers = any(
            left < place[2] and right > place[0] and bottom < place[3] and top > place[1]
            for place in places
        )
        if not found or covers or corners + more > MOST:
            found.append([])
            places, corners = [], 0
        found[-1].append(item)
        corners += more
        places += [_place(word) for word in figure.words]
    return found


def _place(word: Words) -> tuple[float, float, float, float]:
    half = word.height * 0.3 * max(1, len(word.text))
    if word.width:
        half = min(half, word.width / 2)
    return (word.x - half, word.y - word.height / 2, word.x + half, word.y + word.height / 2)
