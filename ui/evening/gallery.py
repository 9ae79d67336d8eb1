"""``python -m ui.evening.gallery``: every screen, in every language and size, as one sheet a size.

No game is named here: positions come from games played by the simulated player, refusals from
its slips, so that a new game is shown like the others.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.__main__ import configure, parser

if TYPE_CHECKING:
    from companion.match.match import Match
    from ui.screens.glass import Glass

SIZES = ((1280, 720), (1024, 600), (800, 480), (720, 1280))
LONGEST = "Maximiliana-Annabell"
"""A name of twenty letters, the longest that is promised to fit."""

ACROSS = 6
"""Pictures side by side on a sheet."""

FULL = 400
"""Moves after which a table counts as full."""

WHAT = "Renders every screen in both languages at four sizes and leaves one sheet for each size."

Shown = tuple[str, Callable[[], None]]


class Tour:
    """Leads one companion through all its screens. Every step yields its name when it is there."""

    def __init__(self, glass: Glass, game: str) -> None:
        self.glass = glass
        self.game = game
        self._dice = random.Random(7)

    def __iter__(self) -> Iterator[str]:
        glass, room = self.glass, self.glass.room
        title = room.title(self.game)
        seats = title.game.colours[: title.game.players[1]]
        yield "home"
        glass.seats(self.game)
        yield "seats"
        self._press("options")
        yield "options"
        self._close()
        room.set(names={seat: f"{LONGEST[:-1]}{number}" for number, seat in enumerate(seats)})
        glass.seats(self.game)
        yield "seats-longest"
        self._press("sides")
        yield "sides"
        self._close()
        self._press("lay_out")
        yield "lay-out"
        self._page.left()
        yield "table"
        yield from self._sheets()
        yield from self._refused()
        yield from self._full()
        yield from self._private()
        yield from self._over()

    # Parts of it

    @property
    def _page(self) -> Any:
        return self.glass.page

    def _sheets(self) -> Iterator[str]:
        self._press("what_now")
        yield "what-now"
        self._close()
        for name in ("log", "strictness", "players", "sides", "type_code", "pause"):
            self._press("menu")
            if name == "log":
                yield "menu"
            self._press(name)
            yield name
            self._close()
        for name in ("fix_table", "catch_up"):
            self._press("menu")
            self._press(name)
            yield name
            if name == "fix_table":
                page = self._page
                kind = next(k for k in page.desk.game.kinds if k.role == "fix" and not k.hidden)
                page.desk.touch(f"move:{kind.name}")
                yield "fixing"
                page.desk.take_back()
            self._page.left()

    def _refused(self) -> Iterator[str]:
        """The slip with the most faults of some hundred."""
        from companion.kernel import Refused
        from companion.referee.player import Player

        desk = self._desk
        player = Player(desk.game, self._dice, 1.0)
        worst: Any = None
        for _ in range(300):
            move, by, verdict = player.careless(desk.match.position)
            if desk.game.kind(move).role != "play" or not isinstance(verdict, Refused):
                continue
            if worst is None or len(verdict.faults) > len(worst[2].faults):
                worst = (move, by, verdict)
        if worst is None:
            return
        desk.make(worst[0], worst[1])
        yield "refused"
        self._press("show_rule", missing_is_fine=True)
        yield "rule"
        desk.take_back()

    def _full(self) -> Iterator[str]:
        """The fullest table of a game played on, its pickers and its explained steps."""
        desk, picked = self._desk, False
        for number in range(FULL):
            if not self._play_on(desk.match):
                break
            if not picked and number > 30 and desk.offered.picker is not None:
                picked = True
                self.glass.refresh()
                yield "picker"
        self.glass.refresh()
        yield "table-full"
        self._press("explain", missing_is_fine=True)
        yield "explained"
        self._page.left()
        self._press("menu")
        self._press("log")
        yield "log-full"
        self._close()
        sides = dict(zip(desk.match.seats, ("left", "back", "right", "front"), strict=False))
        for side in ("left", "back"):
            self.glass.room.set(sides={**sides, desk.seat: side})
            self.glass.refresh()
            yield f"table-{side}"
        self.glass.room.set(sides={})
        self.glass.refresh()

    def _private(self) -> Iterator[str]:
        from ui.screens.private import LookPage
        from ui.screens.secret import SecretPage

        glass, sitting = self.glass, self.glass.room.sitting
        assert sitting is not None
        seat = self._desk.match.seats[0]
        for name, page in (("look", LookPage), ("entry", SecretPage)):
            glass.go(page(glass, sitting))
            yield f"{name}-whose"
            self._page.choose(seat)
            yield f"{name}-covered"
            if name == "look":
                self._page._uncover()
                yield "look-open"
            self._page.left()

    def _over(self) -> Iterator[str]:
        match = self._desk.match
        for _ in range(4000):
            if match.over or not self._play_on(match):
                break
        self.glass.refresh()
        yield "end"
        self._press("replay", missing_is_fine=True)
        yield "replay"
        self.glass.home()
        yield "home-again"
        self.glass.devices_sheet()
        yield "devices"

    # Hands

    @property
    def _desk(self) -> Any:
        sitting = self.glass.room.sitting
        assert sitting is not None
        return sitting.desk

    def _play_on(self, match: Match) -> bool:
        """One sensible move; whether there was one."""
        from companion.referee.player import Player

        tried, made = Player(match.game, self._dice, 0.0).turn(match.position)
        return made is not None and match.submit(made).done and bool(tried)

    def _press(self, key: str, *, missing_is_fine: bool = False) -> None:
        from ui.widgets.button import ActionButton

        say = self.glass.room.words()
        labels = {say.say(part, key) for part in ("button", "label") if say.has(part, key)}
        for one in self.glass.walk():
            if isinstance(one, ActionButton) and one.label in labels:
                one.dispatch("on_press")
                return
        if not missing_is_fine:
            raise LookupError(f"no button {key}")

    def _close(self) -> None:
        page = self.glass.page
        assert page is not None
        page.close()
        self.glass.refresh()


def tour(size: tuple[int, int], languages: tuple[str, ...], out: Path) -> list[Path]:
    """Take a picture of every screen; the files."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.match import shelf
    from firmware_bridge import NOTHING
    from ui.app import Choices, Companion

    EventLoop.ensure_window()
    Window.size = size
    found: list[Path] = []
    for language in languages:
        for game in shelf.names():
            folder = Path(tempfile.mkdtemp(prefix="gallery-"))
            app = Companion(Choices(folder, language, hardware=NOTHING))
            glass = app.build()
            Window.add_widget(glass)
            for name in Tour(glass, game):
                for _ in range(8):
                    EventLoop.idle()
                path = out / f"{size[0]}x{size[1]}-{language}-{game}-{len(found):03}-{name}.png"
                os.replace(Window.screenshot(name=str(path)), path)
                found.append(path)
            Window.remove_widget(glass)
            app.on_stop()
            shutil.rmtree(folder, ignore_errors=True)
    return found


def sheet(pictures: list[Path], size: tuple[int, int], target: Path) -> None:
    """All pictures of a size in rows on one."""
    from kivy.core.image import Image
    from kivy.graphics import Color, Fbo, Rectangle

    width = 640 if size[0] >= size[1] else 360
    high = round(width * size[1] / size[0])
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


def main(arguments: list[str] | None = None) -> int:
    """Render; 0 when every screen was there."""
    made = parser("python -m ui.evening.gallery", WHAT)
    made.add_argument("--out", type=Path, default=None, metavar="FOLDER")
    made.add_argument("--only", metavar="1280x720", help="one size only")
    chosen = made.parse_args(arguments)
    out: Path = chosen.out or Path(tempfile.mkdtemp(prefix="screens-"))
    out = out.expanduser().resolve()
    (out / "single").mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    largest = max(max(size) for size in SIZES)
    configure(out / "kivy", (largest, largest), windowed=True)
    from kivy.config import Config

    Config.set("graphics", "maxfps", 0)
    languages = (chosen.language,) if chosen.language else ("de", "en")
    for size in SIZES:
        name = f"{size[0]}x{size[1]}"
        if chosen.only in (None, name):
            pictures = tour(size, languages, out / "single")
            sheet(pictures, size, out / f"{name}.png")
            print(f"{name}: {len(pictures)} screens", flush=True)
    print(f"The sheets are in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
