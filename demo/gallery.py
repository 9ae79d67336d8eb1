"""``python -m demo.gallery``: every screen of every game, in every language and size, on
sheets.

No game is named here: positions come from games played by the simulated player, refusals from
its slips, so that a new game is shown like the others.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from companion.text import LANGUAGES, Language
from demo.around import after, before
from demo.at_table import at_table
from demo.walk import Walk
from ui.__main__ import configure, parser

if TYPE_CHECKING:
    from ui.root import Root

SIZES = ((1280, 720), (1024, 600), (800, 480), (720, 1280))
ACROSS = 6
"""Pictures side by side on a sheet."""

HIGHEST = 4096
"""Pixels of a sheet: what the weakest graphics chip can hold."""

WHAT = "Renders every screen in both languages at four sizes and leaves them on sheets."


Way = Callable[["Root", str], Iterator[str]]
"""Through screens of a game, each by its name; "": not yet."""


def tour(root: Root, game: str) -> Iterator[str]:
    """Through every screen of a companion that is new. "": not yet."""
    walk = Walk(root, game)
    yield from before(walk)
    yield from at_table(walk)
    yield from after(walk)


def pictures(
    size: tuple[int, int], language: Language, game: str, out: Path, way: Way = tour
) -> list[Path]:
    """Take a picture of every screen on a way; the files."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from firmware_bridge import NOTHING
    from ui.app import Choices, Companion
    from ui.widgets import moment
    from ui.widgets.board import Board

    EventLoop.ensure_window()
    Window.size = size
    folder = Path(tempfile.mkdtemp(prefix="gallery-"))
    app = Companion(Choices(folder, language, hardware=NOTHING))
    root = app.build()
    Window.add_widget(root)
    found: list[Path] = []
    for name in way(root, game):
        for _ in range(8):
            EventLoop.idle()
        while any(one.gliding for one in root.walk() if isinstance(one, Board)):
            EventLoop.idle()  # nobody waits for a table that comes to its place, but a picture does
        if name:
            moment.finish()
            EventLoop.idle()
            path = out / f"{size[0]}x{size[1]}-{language}-{game}-{len(found):03}-{name}.png"
            os.replace(Window.screenshot(name=str(path)), path)
            found.append(path)
    Window.remove_widget(root)
    app.on_stop()
    shutil.rmtree(folder, ignore_errors=True)
    return found


def sheet(pictures: list[Path], size: tuple[int, int], target: Path) -> None:
    """Pictures of a size in rows on one."""
    from kivy.core.image import Image
    from kivy.graphics import Color, Fbo, Rectangle

    width, high = shown(size)
    rows = -(-len(pictures) // ACROSS)
    whole = Fbo(size=(ACROSS * width, rows * high))
    for number, path in enumerate(pictures):
        column, row = number % ACROSS, number // ACROSS
        with whole:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=Image(str(path), nocache=True).texture,
                pos=(column * width, (rows - 1 - row) * high),
                size=(width - 4, high - 4),
            )
    whole.draw()
    whole.texture.save(str(target), flipped=True)


def shown(size: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels of a picture on a sheet."""
    width = 640 if size[0] >= size[1] else 360
    return width, round(width * size[1] / size[0])


def main(arguments: list[str] | None = None) -> int:
    """Render; 0 when every screen was there."""
    made = parser("python -m demo.gallery", WHAT)
    made.add_argument("--out", type=Path, default=None, metavar="FOLDER")
    made.add_argument("--only", metavar="1280x720", help="one size only")
    made.add_argument("--game", metavar="NAME", help="one game only")
    chosen = made.parse_args(arguments)
    out: Path = chosen.out or Path(tempfile.mkdtemp(prefix="screens-"))
    out = out.expanduser().resolve()
    (out / "single").mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    largest = max(max(size) for size in SIZES)
    configure(out / "kivy", (largest, largest), windowed=True)
    from kivy.config import Config

    Config.set("graphics", "maxfps", 0)
    from companion.match import registry

    languages = (chosen.language,) if chosen.language else LANGUAGES
    games = [name for name in registry.names() if chosen.game in (None, name)]
    for size, language, game in product(SIZES, languages, games):
        name = f"{size[0]}x{size[1]}"
        if chosen.only not in (None, name):
            continue
        found = pictures(size, language, game, out / "single")
        most = ACROSS * (HIGHEST // shown(size)[1])
        for number, start in enumerate(range(0, len(found), most), 1):
            target = out / f"{name}-{language}-{game}-{number}.png"
            sheet(found[start : start + most], size, target)
        print(f"{name} {language} {game}: {len(found)} screens", flush=True)
    print(f"The sheets are in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
