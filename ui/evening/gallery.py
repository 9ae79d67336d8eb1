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
from ui.room import Practice

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
        yield from self._learn()
        yield from self._printing()
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

    def _learn(self) -> Iterator[str]:
        """The lessons, and the first of them from laying out to its end."""
        glass = self.glass
        course = glass.room.course(self.game)
        if course is None:
            return
        glass.learn(self.game)
        yield "lessons"
        glass.lesson(self.game, course.lessons[0])
        yield "lesson-table"
        assert isinstance(glass.room.sitting, Practice)
        glass.play(glass.room.sitting)
        yield "lesson"
        self._press("hint")
        yield "lesson-hint"
        self._press("rules")
        yield "lesson-rules"
        self._close()
        desk = self._desk
        for task in course.lessons[0].tasks:
            for data in task.way:
                desk.make(desk.game.move(data))
            desk.take_back()
        yield "lesson-reached"
        glass.home()

    @property
    def _page(self) -> Any:
        return self.glass.page

    def _printing(self) -> Iterator[str]:
        self.glass.printing(self.game)
        yield "print"
        for name in ("print_more", "print_only"):
            self._press(name)
            self.glass.refresh()
            yield name.replace("_", "-")
        self._close()

    def _sheets(self) -> Iterator[str]:
        self._press("what_now")
        yield "what-now"
        self._press("rules")
        yield "what-now-rules"
        self._close()
        for name in ("log", "strictness", "players", "sides", "type_code", "clock", "pause"):
            self._press("menu")
            if name == "log":
                yield "menu"
            self._press(name)
            yield name
            if name == "type_code":
                self._press("letters")
                yield "letters"
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
        """The slip with the most faults of some hundred, also for those who see or know less."""
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
        glass, sitting = self.glass, self.glass.room.sitting
        assert sitting is not None
        plain = glass.room.settings
        desk.match.set_clock(600, 10)
        for name in ("contrast", "largest", "child"):
            chosen = {"contrast": "theme", "largest": "letters", "child": "child"}[name]
            glass.choose(**{chosen: name if chosen != "child" else True})
            yield f"settings-{name}"
            glass.play(sitting)
            yield f"table-{name}"
            desk.make(worst[0], worst[1])
            yield f"refused-{name}"
            desk.take_back()
            glass.choose(**{chosen: getattr(plain, chosen)})
        desk.match.set_clock(shown=False)
        glass.play(sitting)

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
        yield from self._afterwards()
        self.glass.home()
        yield "home-again"
        self.glass.devices_sheet()
        yield "devices"
        self._close()
        yield from self._club()

    def _club(self) -> Iterator[str]:
        """What those in charge see, matches that wait, and the screen at rest."""
        glass, room = self.glass, self.glass.room
        title = room.title(self.game)
        most = title.game.colours[: title.game.players[1]]
        for number in range(6):
            seats = most[: title.game.players[0] + number % 3]
            room.start(title, seats, {seat: f"Anna {number}{at}" for at, seat in enumerate(seats)})
        room.library.journal.flush()
        glass.home()
        self._press("parked")
        yield "parked"
        self._press_label("✕")
        yield "delete"
        self._close()
        glass.seats(self.game)
        self._page._name(most[0])
        yield "names-offered"
        glass.home()
        glass.settings()
        yield "settings"
        self._press("known")
        yield "names"
        self._press("forget")
        yield "forget"
        self._close()
        self._press("pin_set")
        yield "pin"
        self._close()
        glass.care()
        yield "care"
        glass.home()
        glass.rest(0.0)
        yield "resting"
        if glass.attract is not None:
            glass.attract.change()
        yield "resting-other"
        glass.wake()

    def _afterwards(self) -> Iterator[str]:
        from ui.screens.link import LinkPage

        glass = self.glass
        glass.room.library.journal.flush()
        glass.past()
        yield "past"
        page = self._page
        page._open(page.chosen[0])
        yield "past-match"
        glass.go(LinkPage(glass, page.chosen[0], glass.past))
        yield "link"
        glass.past()
        self._press("statistics")
        yield "statistics"
        self._page._show(0)
        yield "statistics-game"
        glass.scorekeeper()
        yield "score-start"
        self._page._count(8)
        self._page._set("zero_sum", True)
        self._page._start()
        for points in range(15):
            self._page._tell(points * 13 - 70)
        yield "score"

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
        say = self.glass.room.words()
        labels = {say.say(part, key) for part in ("button", "label") if say.has(part, key)}
        self._press_label(*labels, missing_is_fine=missing_is_fine)

    def _press_label(self, *labels: str, missing_is_fine: bool = False) -> None:
        from ui.widgets.button import ActionButton

        for one in self.glass.walk():
            if isinstance(one, ActionButton) and one.label in labels:
                one.dispatch("on_press")
                return
        if not missing_is_fine:
            raise LookupError(f"no button {labels}")

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
