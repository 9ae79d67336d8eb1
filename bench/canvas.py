"""The renderer beside Kivy's own Smooth* instructions: the table of Sakkara, drawn by both.

``python -m bench.canvas``: the same board widget follows a recorded match of Sakkara, first one
move a frame, then the whole table again and again. Only what draws differs: :mod:`ui.canvas`, or
SmoothLine, SmoothRoundedRectangle, SmoothEllipse, and Mesh where Kivy has nothing smooth, with a
group of instructions for each thing on the table that is built once and kept. Time is the CPU time
of the process for a frame, where OpenGL draws nothing; memory is what the drawn table adds.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bench.judging import RECORDS, taken_up
from bench.probe import resident
from bench.rows import Row, Size, by_turns
from bench.virtual import drawn_by_a_chip

MATCH = "sakkara-evening.record"

STILL = 60
"""Frames in which the whole table is drawn again."""

BAR = 1.25
"""As soon as Kivy's own come within a fifth of ours, they are to be taken."""


class Seen(msgspec.Struct):
    """Milliseconds of the frames after a move and of those without, and MB of the drawn table."""

    moves: list[float]
    still: list[float]
    memory: float


class Recorded:
    """Stands for the triangles of a figure, and keeps what it was told to draw."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def fill(self, filling: Any, top: Any, bottom: Any = None, at: Any = (0.0, 0.0, 1.0)) -> None:
        """Something filled, in one colour: Kivy's have no other."""
        x, y, scale = at
        points = [(px * scale + x, py * scale + y) for px, py in filling[0]]
        self.told.append(("fill", points, filling[1], top))

    def band(
        self, line: Any, low: float, high: float, colour: Any, pixels: bool = False, soft: str = ""
    ) -> None:
        """A line between two distances, in one colour."""
        one = colour if isinstance(colour, tuple) else colour[0]
        self.told.append(("line", line, low, high, one, pixels))

    def add(self, others: Sequence["Recorded"]) -> None:
        """Take in all that others were told."""
        for other in others:
            self.told += other.told

    def skirt(self, line: Any, low: float, high: float, colour: Any) -> None:
        """What is seen below a thing that is so thick, behind the thing itself."""
        points = [(x, y - high) for x, y in line.points]
        triples = [part for at in range(1, len(points) - 1) for part in (0, at, at + 1)]
        self.told.append(("fill", points, triples, colour))

    def fringe(self, line: Any, colour: Any) -> None:
        """The smooth edge of something filled."""
        one = colour if isinstance(colour, tuple) else colour[0]
        self.told.append(("line", line, -0.5, 0.5, one, True))

    def moved(self, x: float, y: float, size: float = 1.0) -> "Recorded":
        """The same elsewhere, and larger."""
        other = Recorded()
        for kind, what, *rest in self.told:
            if kind == "fill":
                other.told.append(
                    (kind, [(px * size + x, py * size + y) for px, py in what], *rest)
                )
            else:
                other.told.append((kind, what.moved(x, y, size), *rest))
        return other


class SmoothLayers:
    """Figures as Kivy's own instructions, in their order."""

    def __init__(self) -> None:
        from kivy.graphics import InstructionGroup

        self.group = InstructionGroup()
        self.sent = 0
        self._kept: dict[int, tuple[Any, Any]] = {}
        self._scale = 0.0

    def show(self, items: Sequence[tuple[Any, Any]], scale: float) -> None:
        """Draw these and nothing else; what was drawn before is kept."""
        from kivy.graphics import PopMatrix, PushMatrix, Scale

        before = self._kept if scale == self._scale else {}
        self._kept, self._scale = {}, scale
        self.group.clear()
        for part in (PushMatrix(), Scale(1 / scale, 1 / scale, 1)):
            self.group.add(part)
        for figure, _ in items:
            kept = before.get(id(figure)) or (figure, self._drawn(figure, scale))
            self._kept[id(figure)] = kept
            self.group.add(kept[1])
        self.group.add(PopMatrix())

    def _drawn(self, figure: Any, scale: float) -> Any:
        from kivy.graphics import Color, InstructionGroup, Rectangle

        group = InstructionGroup()
        self.sent += 1
        for kind, *rest in figure.triangles.told:
            _fill(group, scale, *rest) if kind == "fill" else _line(group, scale, *rest)
        for word in figure.words:
            texture = _text(word.text, round(word.height * scale), word.face != "plain")
            wide, high = texture.size
            if word.width:
                wide = min(wide, word.width * scale)
            group.add(Color(*word.colour))
            left, low = word.x * scale - wide / 2, word.y * scale - high / 2
            group.add(Rectangle(texture=texture, pos=(left, low), size=(wide, high)))
        return group


def _fill(group: Any, scale: float, points: Any, triples: Any, colour: Any) -> None:
    from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothRoundedRectangle

    group.add(Color(*colour))
    xs, ys = [x * scale for x, _ in points], [y * scale for _, y in points]
    box = {"pos": (min(xs), min(ys)), "size": (max(xs) - min(xs), max(ys) - min(ys))}
    if len(points) == 12:  # a box whose corners are rounded in two steps
        group.add(SmoothRoundedRectangle(**box, radius=[0.1 * box["size"][0]], segments=2))
    elif len(points) == 16:
        group.add(SmoothEllipse(**box, segments=16))
    elif triples:
        corners = [part for x, y in zip(xs, ys, strict=True) for part in (x, y, 0.0, 0.0)]
        group.add(Mesh(vertices=corners, indices=list(triples), mode="triangles"))


def _line(
    group: Any, scale: float, line: Any, low: float, high: float, colour: Any, pixels: bool
) -> None:
    from kivy.graphics import Color, SmoothLine

    size = 1.0 if pixels else scale
    middle = (low + high) / 2 * size
    points = [
        part
        for (x, y), (nx, ny) in zip(line.points, line.normals, strict=True)
        for part in (x * scale + nx * middle, y * scale + ny * middle)
    ]
    if len(points) > 2:
        group.add(Color(*colour))
        width = max(1.0, (high - low) * size / 2)
        group.add(SmoothLine(points=points, width=width, close=line.closed))


_texts: dict[tuple[str, int, bool], Any] = {}


def _text(text: str, pixels: int, bold: bool) -> Any:
    from kivy.core.text import Label

    key = (text, pixels, bold)
    if key not in _texts:
        label = Label(text=text, font_size=pixels, bold=bold)
        label.refresh()
        _texts[key] = label.texture
    return _texts[key]


def inside(theirs: bool) -> Seen:
    """Runs in a process of its own, with a screen."""
    from ui.__main__ import configure

    configure(Path(tempfile.mkdtemp()), (1280, 720), windowed=True)
    from kivy.base import runTouchApp, stopTouchApp
    from kivy.clock import Clock
    from kivy.core.window import Window

    from ui import theme
    from ui.canvas.art import Art
    from ui.widgets import tabletop

    scenes, art = _scenes()
    theme.use((1280, 720), None, "dark", "normal", roomy=False)
    _drawn_by(theirs)
    seen = Seen([], [], 0.0)
    last: list[float] = []
    board = tabletop.Tabletop(art=Art(art), travel=0)
    begun = resident()

    def course() -> Iterator[None]:
        for number, scene in enumerate(scenes):
            board.scene = scene
            yield
            if number:
                seen.moves.append(last[-1])
        for _ in range(STILL):
            board.canvas.ask_update()
            yield
            seen.still.append(last[-1])
        seen.memory = resident() - begun
        stopTouchApp()

    running = course()

    def tick(_: float) -> None:
        now = time.process_time()
        last.append(1000 * (now - began[0]))
        began[0] = now
        next(running, None)

    began = [time.process_time()]
    Clock.schedule_once(lambda _: Clock.schedule_interval(tick, 0), 0.5)
    Window.clearcolor = theme.colour("background")
    runTouchApp(board)
    return seen


def _drawn_by(theirs: bool) -> None:
    """Choose the renderer: Kivy's own, or ours."""
    from ui import canvas
    from ui.canvas import drawing
    from ui.widgets import tabletop

    if theirs:
        drawing.Triangles = Recorded  # type: ignore[attr-defined, assignment]
        tabletop.Layers = SmoothLayers  # type: ignore[attr-defined, assignment]
    else:
        canvas.install()


def _scenes() -> tuple[list[Any], str]:
    """The table after each step of the match, and the pictures of its game."""
    match = taken_up(RECORDS / MATCH)
    package = match.package
    scenes = [package.scene(match.game.public(step.after)) for step in match.steps]
    return scenes, package.art


def _middle(found: Sequence[float]) -> float:
    return sorted(found)[len(found) // 2]


def rows(size: Size) -> Iterator[Row]:
    """A frame after a move, one without, and memory, by turns."""
    seen: dict[str, list[Seen]] = {"ours": [], "theirs": []}

    def sample(side: str) -> Callable[[], float]:
        def take() -> float:
            told = drawn_by_a_chip("bench.canvas", f"--{side}")
            seen[side].append(msgspec.json.decode(told, type=Seen))
            return 0.0

        return take

    by_turns(min(3, size.repeats), {side: sample(side) for side in seen})
    for what, unit, figure in (
        ("a frame after a move of Sakkara, median", "ms", lambda one: _middle(one.moves)),
        ("a frame of the same table, median", "ms", lambda one: _middle(one.still)),
        ("memory of the drawn table", "MB", lambda one: one.memory),
    ):
        ours, theirs = (tuple(figure(one) for one in seen[side]) for side in ("ours", "theirs"))
        yield Row(
            what=what,
            unit=unit,
            ours=ours,
            peer="Kivy's Smooth*",
            theirs=theirs,
            better="less",
            bar=BAR,
            noisy=True,
            note="Kivy's draw each thing in one colour, without the shades of ours.",
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    from bench.rows import QUICK, table

    parser = argparse.ArgumentParser(prog="python -m bench.canvas", description=__doc__)
    parser.add_argument("--ours", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--theirs", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.ours or asked.theirs:
        print(msgspec.json.encode(inside(asked.theirs)).decode(), flush=True)
        return 0
    print(table(rows(QUICK)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
