"""The pages of a hub as a real browser shows them: the wall, and how all tables are."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from sqlalchemy import event
from starlette.applications import Starlette

from companion.notes import PICTURE, Picture
from companion.sight.look import seen
from hub.boards import checked
from hub.news import News
from hub.pages import Pages
from hub.people import Right, allow, end, is_there
from hub.schema import house, metadata
from tests.club.places import Hub, Table, until
from tests.games.tried import GAMES, Tried
from tests.guests.browser import Browser, Page
from tests.guests.test_page import TOOLS
from tests.sight.evenings import moments


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser({"hub.test": "127.0.0.1"}, "--ignore-certificate-errors")
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def one_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    hub = Hub(tmp_path_factory.mktemp("own"))
    yield hub
    hub.close()


@pytest.fixture
def own(one_for_all: Hub) -> Iterator[Hub]:
    """A hub with no tables but those of the test."""
    yield one_for_all
    with one_for_all.database.begin() as connection:
        for kept in reversed(metadata.sorted_tables):
            if kept is not house:
                connection.execute(kept.delete())


def faults(page: Page) -> list[Any]:
    """What is wrong for those who do not see, or cannot point; to be asked last."""
    page.get(f"(() => {{ {(TOOLS / 'axe-core/axe.min.js').read_text('utf-8')} }})()")
    found: list[Any] = page.get("axe.run().then(one => one.violations)")
    return [(one["id"], one["nodes"][0]["html"]) for one in found]


def lies(table: Table, tried: Tried, moves: int) -> int:
    """Leave what is seen at a table after some moves; how many shapes that are."""
    shapes = seen([*moments(tried, 7, moves)][-1], "en", names=False).shapes
    table.notes.show(Picture(tried.name, Raw(msgspec.json.encode(shapes))))
    return len(shapes)


DRAWN = """[...document.querySelectorAll('.lies')].map(one =>
    one.firstChild.shadowRoot.querySelectorAll('.board > g > g').length)"""
BELOW = "Math.max(0, document.documentElement.scrollHeight - innerHeight)"
"""Of the page, below what is seen of it."""

ONCE_AWAY = """(() => {
    const real = fetch;
    window.fetch = (address, how) => {
        if (window.missed || !address.startsWith("pictures/")) return real(address, how);
        window.missed = true;
        return Promise.reject(new Error("away"));
    };
})()"""
MISSING = """[...document.querySelectorAll('.lies')].some(one =>
    one.firstChild.shadowRoot.querySelector('[data-missing]'))"""


def test_the_boards_of_all_games_stand_on_one_wall_as_they_lie_at_the_tables(
    own: Hub, table: Table, browser: Browser, tmp_path: Path
) -> None:
    places, shapes, speaking = [], [], []
    for number, tried in enumerate(GAMES):
        one = Table(tmp_path / tried.name)
        one.join(own, f"Table {number}")
        one.play(one.begin(tried.name), 3)
        one.settle()
        if tried is not GAMES[-1]:
            shapes.append(lies(one, tried, 12))
        speaking.append(one.step_by_step()[0])
        speaking[-1].look(0.0)
        places.append(one)
    key = allow(own.database, Right("wall", False))
    page = browser.page(f"https://hub.test:{own.port}/{key}/?language=en", (1280, 720))
    page.until(f"JSON.stringify({DRAWN}) === '{msgspec.json.encode(shapes).decode()}'")
    assert not page.get(MISSING)
    assert page.get(BELOW) == 0, "nobody moves what hangs on a wall"
    page.sized((390, 844))
    page.until(f"{BELOW} > 0 && document.querySelector('.whole') === null")
    page.sized((1280, 720))
    page.until(f"{BELOW} === 0")
    page.get(ONCE_AWAY)
    for moves in (12, 13):  # the first time the hub does not say what it is drawn with
        count = lies(places[-1], GAMES[-1], moves)
        speaking[-1].look(float(moves))
        page.until("window.missed")
    shapes.append(count)
    page.until(f"JSON.stringify({DRAWN}) === '{msgspec.json.encode(shapes).decode()}'")
    own_colours = page.get(
        "new Set([...document.querySelectorAll('.lies > div')].map("
        "one => one.style.getPropertyValue('--ground'))).size"
    )
    assert own_colours > 1  # of each game, though their pictures share names
    shapes[2] = lies(places[2], GAMES[2], 25)
    speaking[2].look(1.0)  # and the page hears of it by itself
    page.until(f"JSON.stringify({DRAWN}) === '{msgspec.json.encode(shapes).decode()}'")
    places[3].notes.show(None)
    speaking[3].look(1.0)
    page.until(f"document.querySelectorAll('.lies').length === {len(GAMES) - 1}")
    strange = Picture("maya", Raw(b'[{"form":"beam","x":0,"y":0,"size":1,"count":1000000}]'))
    places[4].notes.show(strange)
    speaking[4].look(1.0)  # what makes no sense is drawn by nobody
    page.until(f"document.querySelectorAll('.lies').length === {len(GAMES) - 2}")
    said = b'[{"form":"label","x":0,"y":0,"size":1,"text":"%s"}]' % (b"x" * PICTURE)
    assert checked(Picture("maya", Raw(said))) is None  # nor what is longer than a table tells
    for path in (
        "board/x",
        "board/..%2fx",
        "pictures/nothing",
        "../x/boards.js",
        "record?game=%00",
    ):
        assert page.get(f"fetch('{path}').then(one => one.status)") == 404
    assert [one for one in page.troubles if "404" not in one] == []
    assert faults(page) == []
    page.close()
    for one in places:
        one.close()


def played(own: Hub, table: Table, other: Table) -> None:
    """A page and one more of finished matches at one table, and two at another, all at the hub."""
    for name, one, count in (("Table 1", table, 51), ("Table 2", other, 2)):
        one.join(own, name)
        for _ in range(count):
            match = one.begin("maya" if one is other else "backgammon")
            one.play(match, 3)
            figures = {"white": 15, "black": 7}
            one.library.end(
                match,
                {
                    "how": "rules",
                    "places": [["white"], ["black"]],
                    "levels": [{"figures": figures}],
                },
            )
        one.settle()
        told = one.step_by_step()[0]
        for second in range(2):
            told.look(float(second))


def test_what_was_played_is_read_in_both_languages_page_by_page_and_by_keyboard(
    own: Hub, table: Table, browser: Browser, tmp_path: Path
) -> None:
    other = Table(tmp_path / "other")
    played(own, table, other)
    key = allow(own.database, Right("wall", False))
    page = browser.page(f"https://hub.test:{own.port}/{key}/record?language=en", (1280, 720))
    words = page.get("document.querySelector('main').innerText")
    assert "53 games have been played to their end" in words and "Page 1 of 2" in words
    assert page.get("document.querySelectorAll('tbody tr').length") == 50
    assert "White: 15" in words and "Black: 7" in words and "0:00" in words
    page.get("document.querySelector('[rel=next]').focus()")
    pressed(page, "Enter")
    page.loaded()
    assert page.get("document.querySelectorAll('tbody tr').length") == 3
    page.get("document.querySelector('[name=game]').focus()")
    pressed(page, "M")
    page.get("document.querySelector('.choose button').focus()")
    pressed(page, "Enter")
    page.loaded()
    words = page.get("document.querySelector('main').innerText")
    assert (
        "2 games have been played" in words
        and page.get("document.querySelector('tbody').innerText").count("Table 2") == 2
    )
    page.get("document.querySelector('nav [hreflang]').focus()")
    pressed(page, "Enter")
    page.loaded()
    words = page.get("document.querySelector('main').innerText")
    assert "2 Spiele sind zu Ende gespielt" in words and "Weiß: 15" in words
    page.get("document.querySelector('nav a[href^=figures]').focus()")
    pressed(page, "Enter")
    page.loaded()
    words = page.get("document.querySelector('main').innerText")
    assert "Zu Ende gespielt: 53" in words and "Weiß 51" in words and "Table 2" in words
    assert page.get("document.documentElement.scrollWidth - innerWidth") == 0
    for strange in ("page=0", "page=x", "page=99999", "table=%27", "page=%D9%A3"):
        assert page.get(f"fetch('record?{strange}').then(one => one.status)") == 200
    page.sized((320, 568))
    assert page.get("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.troubles == []
    for path in ("figures", "record", ""):
        page.open(f"https://hub.test:{own.port}/{key}/{path}?language=de")
        assert faults(page) == []
    page.close()
    other.close()


def test_news_takes_nothing_away_from_who_begins_to_choose_while_they_are_read(
    own: Hub, table: Table, browser: Browser
) -> None:
    table.join(own, "Table 1")
    table.play(table.begin("backgammon"), 3)
    table.settle()
    told = table.step_by_step()[0]
    told.look(0.0)
    key = allow(own.database, Right("wall", False))
    page = browser.page(f"https://hub.test:{own.port}/{key}/record?language=en", (1280, 720))
    page.get(CHOOSES_MEANWHILE)

    def news() -> bool:
        told.look(60.0)
        return page.get("window.read === true") is True

    until(news, "the news is read")
    assert page.get("document.activeElement.name") == "game"
    page.close()


CHOOSES_MEANWHILE = """
const read = window.fetch;
window.fetch = async (...what) => {
  const answer = await read(...what);
  document.querySelector("[name=game]").focus();
  setTimeout(() => { window.read = true; }, 500);
  return answer;
};
"""
"""Somebody begins while the answer is on its way; half a second later it has been taken in."""


HEIGHTS = "...[...document.querySelectorAll('button')].map(one => one.offsetHeight)"
TALLEST, LOWEST = f"Math.max({HEIGHTS})", f"Math.min({HEIGHTS})"
PARTED = r"""[...document.querySelectorAll('thead th')].filter(one => !/\s/.test(one.innerText) &&
    (all => (all.selectNodeContents(one), all.getClientRects().length > 1))(new Range())).length"""
LOST = "document.querySelector('.lost').hidden"
"""Whether the page does not say that it hears nothing."""


def pressed(page: Page, *keys: str) -> None:
    """Keys of a keyboard, and nothing else."""
    for key in keys:
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        page.key(key, text)


def test_the_wall_shows_every_table_as_it_is_and_the_absent_as_absent(
    own: Hub, table: Table, browser: Browser, tmp_path: Path
) -> None:
    other = Table(tmp_path / "other")
    for name, one in (("Table 10²", other), ("Table 9", table)):
        one.join(own, name)
        one.play(one.begin("maya" if one is other else "backgammon"), 30)
        one.settle()
        one.step_by_step()[0].look(0.0)
    key = allow(own.database, Right("wall", False))
    page = browser.page(f"https://hub.test:{own.port}/{key}/?language=en", (1280, 720))
    page.until("document.querySelectorAll('.tables li').length === 2")
    words = page.get("document.querySelector('main').innerText")
    assert words.index("Table 9") < words.index("Table 10")
    assert "Backgammon" in words and "Maya" in words and "being played, playing time 0:01" in words
    assert "White" in words and "Annegret" not in page.get("document.documentElement.outerHTML")
    with closing(sqlite3.connect(own.folder / "hub.db")) as database, database:
        database.execute("UPDATE tables SET seen = seen - 3600 WHERE name = 'Table 10²'")
    other.close()
    table.play(table.begin("sakkara"), 1)  # and the page hears of it by itself
    table.settle()
    table.step_by_step()[0].look(0.0)
    page.until("document.querySelector('main').innerText.includes('Sakkara')")
    page.until("document.querySelector('.absent').innerText.includes('last heard from at')")
    assert "Maya" in page.get("document.querySelector('.absent').innerText")
    page.open(f"https://hub.test:{own.port}/{key}/?language=de")
    assert "wird gespielt" in page.get("document.querySelector('main').innerText")
    assert page.get("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.get("fetch('tables').then(one => one.status)") == 404
    with closing(sqlite3.connect(own.folder / "hub.db")) as database, database:
        database.execute("UPDATE tables SET seen = 1 WHERE name = 'Table 10²'")
    table.step_by_step()[0].look(0.0)  # what nobody told the hub stands there with the next news
    page.open(f"https://hub.test:{own.port}/{key}/?language=de")
    page.until(
        "document.querySelector('main').innerText.includes('zuletzt gemeldet am 1970-01-01')"
    )
    assert end(own.database, "wall")
    assert page.get("fetch('stream').then(one => one.status)") == 404
    key = allow(own.database, Right("wall", False))
    page.open(f"https://hub.test:{own.port}/{key}/?language=de")
    assert [one for one in page.troubles if "404" not in one] == []
    own.kill()
    page.until(f"{LOST} === false")
    assert "wie es zuletzt war" in page.get("document.body.innerText")
    own.start()
    page.until(f"{LOST} === true")
    page.close()


def test_however_many_look_at_the_wall_it_is_drawn_once_for_each_change(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.shared.AT_MOST", 3600.0)
    keys = [allow(hub.database, Right(f"looks {owner}", owner)) for owner in (False, True)]
    drawn = list[str]()

    @event.listens_for(hub.database, "before_cursor_execute")
    def _(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        drawn.extend(["tables"] * ("tables.card" in statement))

    async def looked_at() -> list[int]:
        news = News()
        app = Starlette(routes=Pages(hub.database, news, "").routes())

        async def look(path: str) -> None:
            told = list[dict[str, Any]]()
            line = {"type": "http", "method": "GET", "path": path, "headers": []}

            async def send(message: Any) -> None:
                told.append(message)

            await app({**line, "query_string": b"language=en"}, None, send)  # type: ignore[arg-type]
            assert told[0]["status"] == 200 and (b"How the tables are" in told[1]["body"]) == (
                keys[1] in path
            )

        counts = []
        for changes in (0, 1, 50):
            before = news.told
            for _ in range(changes):
                news.changed()
            while changes and news.told == before:
                await asyncio.sleep(0.01)
            await asyncio.gather(*(look(f"/{key}/") for key in keys for _ in range(20)))
            counts.append(len(drawn))
        return counts

    assert asyncio.run(looked_at()) == [2, 4, 6]  # for whoever owns it, and for all others


def test_who_looks_after_the_tables_invites_and_shuts_out_by_keyboard_alone(
    own: Hub, table: Table, browser: Browser
) -> None:
    key = allow(own.database, Right("me", True))
    page = browser.page(f"https://hub.test:{own.port}/{key}/tables?language=de", (1280, 720))
    page.get("document.querySelector('input:not([type=hidden])').focus()")
    pressed(page, *"Tisch 1", "Enter")
    page.loaded()
    line = page.get("document.querySelector('.invitation code').innerText")
    assert "So heißt schon" not in page.get("document.querySelector('main').innerText")
    assert page.get("document.querySelector('.invitation svg').getBoundingClientRect().width") > 150
    assert line.startswith(f"hub.test:{own.port} ")
    table.do("join", *line.replace("hub.test", "localhost").split())
    table.step_by_step()[0].look(0.0)
    page.open(f"https://hub.test:{own.port}/{key}/tables?language=de")
    page.get("document.querySelector('input:not([type=hidden])').focus()")
    pressed(page, *"Tisch 1", "Enter")
    page.loaded()
    assert "So heißt schon ein Tisch" in page.get("document.querySelector('main').innerText")
    page.get("document.querySelector('.invitation a').focus()")
    pressed(page, "Enter")
    page.loaded()
    words = page.get("document.querySelector('tbody').innerText")
    assert "Tisch 1" in words and "GB" in words and "geht" in words  # its clock stands at 1970
    for width in (1280, 1025):
        page.sized((width, 720))
        assert page.get("document.documentElement.scrollWidth - innerWidth") == 0, width
        assert page.get(PARTED) == 0, "every heading of one word on one line"
    page.sized((320, 568))
    assert page.get("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.get(TALLEST) < 2 * page.get(LOWEST), "every word on one line"
    assert faults(page) == []
    page.get("document.querySelector('button[value=shut_out]').focus()")
    pressed(page, "Enter")
    page.loaded()
    assert "Tisch 1 ausschließen?" in page.get("document.querySelector('main').innerText")
    assert faults(page) == []
    assert is_there(own.database, "Tisch 1")  # and goes on as before until that is answered
    page.get("document.querySelector('.asked button').focus()")
    pressed(page, "Enter")
    page.loaded()
    assert "ausgeschlossen" in page.get("document.querySelector('tbody').innerText")
    table.step_by_step()[0].look(20.0)
    assert "does not know this table" in table.noted()
    assert page.troubles == []
    page.close()
