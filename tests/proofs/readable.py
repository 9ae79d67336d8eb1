"""Pages for other screens are read and reached by everybody, at any size, in every theme.

In a real browser the television of every game, the telephone of a seat in every game and all pages
of a hub are looked at in both languages, in three themes, from 320 x 568 to 1920 x 1080, and with
letters twice as large. axe, which knows what people who do not see or cannot point stumble over,
must find nothing, and nothing may lie beside the screen.
"""

import argparse
import io
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stdout
from itertools import product
from pathlib import Path

os.environ |= {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_CLOCK": "interrupt",
}  # before Kivy is read

from companion.scene.palettes import Name
from companion.text import LANGUAGES
from hub.people import Right, allow
from tests.club.places import Hub
from tests.club.places import Table as TableOfAClub
from tests.club.test_wall import lies, played
from tests.games.tried import GAMES, Tried
from tests.guests.browser import Browser, Page
from tests.guests.conftest import HOUSE
from tests.guests.service import Service
from tests.guests.test_page import TOOLS, WIDE, address, late, there
from tests.ui.screens.phones import allowed, sees, sit
from tests.ui.screens.table import Table
from tests.ui.stage import Stage

SIZES = ((320, 568), (390, 844), (568, 320), (800, 480), (1280, 720), (1920, 1080))
ENDS = (SIZES[0], SIZES[-1])
LETTERS = ("100%", "200%")
THEMES = (
    {"prefers_color_scheme": "dark"},
    {"prefers_color_scheme": "light"},
    {"prefers_contrast": "more"},
)
"""What somebody's browser asks for."""

WORN: tuple[Name, ...] = ("dark", "light", "contrast")
"""What the table tells a television to wear."""

AXE = (TOOLS / "axe-core/axe.min.js").read_text("utf-8")
FOUND = "axe.run({exclude: ['#board > g', '.lies']}).then(one => one.violations)"
"""What is wrong for those who do not see or cannot point. What is drawn on a board is one picture
with a name."""

SEATLESS = "401"
"""What a telephone without a seat hears."""

LARGE = "document.documentElement.style.fontSize = '%s', 1"


class Looked:
    """What was looked at, and what is wrong there, in words. sizes: at which each page is."""

    def __init__(self, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
        self._sizes = sizes
        self.pages = self.asked = 0
        self.wrong: list[str] = []

    def look(self, page: Page, what: str, media: dict[str, str]) -> None:
        """At a page as it is now, at all sizes. media: what its browser asks for."""
        if not page.get("Boolean(window.axe)"):  # which does what no page may
            self.wrong += [f"{what}: {one}" for one in page.troubles if SEATLESS not in one]
            page.get(f"(() => {{ {AXE} }})()")
        for size, letters in product(self._sizes, LETTERS):
            page.sized(size, **media)
            page.get(LARGE % (letters if letters != "100%" else ""))
            where = f"{what}, {size[0]} x {size[1]}, letters {letters}"
            self.pages += 1
            if beyond := page.get(WIDE):
                self.wrong.append(f"{where}: {beyond} pixels lie beside the screen")
            if size in ENDS:
                self.asked += 1
                found = page.get(FOUND)
                self.wrong += [
                    f"{where}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found
                ]
        page.get(LARGE % "")

    def tell(self, name: str) -> None:
        """What was found. name: of the pages."""
        print(f"{name}: seen {self.pages} times, {self.asked} of them by axe;", end=" ")
        print(f"{len(self.wrong)} wrong", flush=True)
        for one in self.wrong:
            print(f"  {one}")


def televisions(games: Sequence[Tried], moves: int, looked: Looked) -> Looked:
    """A match of each game, after some moves."""
    service, browser = Service(), Browser({HOUSE: "127.0.0.1"})
    for tried in games:
        for language, (theme, media) in product(LANGUAGES, zip(WORN, THEMES, strict=True)):
            one = late(tried, moves, language)[-1]
            page = browser.page(address(service), ENDS[0])
            service.dress(tried.package.art, language, theme)
            service.show(one)
            there(page, one)
            looked.look(page, f"{tried.name}, {language}, {theme}", media)
            page.close()
    browser.close()
    service.close()
    return looked


def telephones() -> Looked:
    """Whoever has no seat yet, and one seat of each game with what it can choose and the table."""
    looked, browser, stage = Looked(), Browser({HOUSE: "127.0.0.1"}), Stage((1280, 720))
    for tried in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            table = Table(stage, Path(folder))
            table.begin(tried.name)
            port = allowed(table)
            if tried is GAMES[0]:
                for media in THEMES:
                    page = browser.page(f"http://{HOUSE}:{port}/p/", ENDS[0])
                    sees(table, page, "!document.getElementById('sit').hidden")
                    looked.look(page, f"nobody, {named(media)}", media)
                    page.close()
            match = table.open_match.match
            seats = [one.seat for one in match.asked if one.seat in match.seats]
            page = sit(table, browser, (seats or match.seats)[0])
            page.get("document.getElementById('open').click(), 1")
            for language in LANGUAGES:
                page.get(SPEAK % language)
                sees(table, page, f"document.documentElement.lang === '{language}'")
                table.stage.frames(5)
                for media in THEMES:
                    looked.look(page, f"{tried.name}, {language}, {named(media)}", media)
            page.close()
            table.close()
    stage.close()
    browser.close()
    return looked


def named(media: dict[str, str]) -> str:
    """What a browser asks for, in a word."""
    return next(iter(media.values()))


SPEAK = """(() => {
    const one = document.getElementById('language');
    one.value = '%s';
    one.dispatchEvent(new Event('change'));
    return 1;
})()"""
"""Somebody chooses a language."""

OWNER = ("", "record", "figures", "tables")
"""The pages of whoever looks after the tables."""


def hubs() -> Looked:
    """All pages of a hub without tables, and with some: boards, one that is absent, long names, two
    pages of matches, an invitation, and what is asked before a table is shut out."""
    looked = Looked()
    browser = Browser({"hub.test": "127.0.0.1"}, "--ignore-certificate-errors")
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Path(folder, "hub"))
        key = allow(hub.database, Right("me", True))
        root = f"https://hub.test:{hub.port}/{key}/"
        pages(looked, browser, root, "empty")
        tables = [TableOfAClub(Path(folder, str(number))) for number in range(3)]
        with redirect_stdout(io.StringIO()):  # what whoever joins is told
            played(hub, tables[0], tables[1])
            tables[2].join(hub, "Donaudampfschifffahrtsgesellschaft 12345")
        for one, tried in zip(tables, GAMES, strict=False):
            one.play(one.begin(tried.name), 3)
            one.settle()
            lies(one, tried, 12)
            one.step_by_step()[0].look(0.0)
        with closing(sqlite3.connect(hub.folder / "hub.db")) as database, database:
            database.execute("UPDATE tables SET seen = 1 WHERE name = 'Table 2'")
        pages(looked, browser, root, "with tables")
        for one in tables:
            one.close()
        hub.close()
    browser.close()
    return looked


def pages(looked: Looked, browser: Browser, root: str, what: str) -> None:
    """All of them, in both languages; what a form leads to is come to by that form."""
    for language, name in product(LANGUAGES, OWNER):
        page = browser.page(f"{root}{name}?language={language}", ENDS[0])
        for media in THEMES:
            looked.look(page, f"{what}, {name or 'wall'}, {language}, {named(media)}", media)
        page.close()
    for language, press in product(LANGUAGES, ("invite", "shut_out")):
        page = browser.page(f"{root}tables?language={language}", ENDS[0])
        page.get("document.querySelector('.invite input').value = 'Table 2', 1")
        if page.get(PRESSED % press):
            page.loaded()
            for media in THEMES:
                looked.look(page, f"{what}, {press}, {language}, {named(media)}", media)
        page.close()


PRESSED = """(() => {
    const one = document.querySelector('[value=%s]');
    one?.click();
    return Boolean(one);
})()"""
"""Press a button of a form, where it is."""


PARTS = ("television", "telephone", "hub")


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="readable", description=__doc__)
    parser.add_argument("--part", choices=PARTS, help="default: all")
    parser.add_argument("--moves", type=int, default=40, help="after which a television is seen")
    parser.add_argument(
        "--few", action="store_true", help="of televisions one game, at the smallest size"
    )
    asked = parser.parse_args(argv)
    games, sizes = (GAMES[:1], SIZES[:1]) if asked.few else (GAMES, SIZES)
    parts: dict[str, Callable[[], Looked]] = {
        "television": lambda: televisions(games, asked.moves, Looked(sizes)),
        "telephone": telephones,
        "hub": hubs,
    }
    found = []
    for name in [asked.part] if asked.part else list(parts):
        found.append(parts[name]())
        found[-1].tell(name)
    return int(any(looked.wrong for looked in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
