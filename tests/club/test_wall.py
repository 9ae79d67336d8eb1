"""The pages of a hub as a real browser shows them: the wall, and how all tables are."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hub.people import Right, allow, end
from tests.club.places import Hub, Table
from tests.guests.browser import Browser, Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser({"hub.test": "127.0.0.1"}, "--ignore-certificate-errors")
    yield browser
    browser.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Hub]:
    """A hub with no tables but those of the test."""
    hub = Hub(tmp_path / "own")
    yield hub
    hub.close()


def pressed(page: Page, *keys: str) -> None:
    """Keys of a keyboard, and nothing else."""
    for key in keys:
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        page.key(key, text)


def test_the_wall_shows_every_table_as_it_is_and_the_absent_as_absent(
    own: Hub, table: Table, browser: Browser, tmp_path: Path
) -> None:
    other = Table(tmp_path / "other")
    for name, one in (("Table 10", other), ("Table 9", table)):
        one.join(own, name)
        one.play(one.begin("maya" if one is other else "backgammon"), 30)
        one.settle()
        one.step_by_step()[0].look(0.0)
    key = allow(own.database, Right("wall", False))
    page = browser.page(f"https://hub.test:{own.port}/{key}/?language=en", (1280, 720))
    page.until("document.querySelectorAll('.tables li').length === 2")
    words = page.get("document.querySelector('main').innerText")
    assert words.index("Table 9") < words.index("Table 10")
    assert "Backgammon" in words and "Maya" in words and "being played · play time 0:01" in words
    assert "White" in words and "Annegret" not in page.get("document.documentElement.outerHTML")
    with closing(sqlite3.connect(own.folder / "hub.db")) as database, database:
        database.execute("UPDATE tables SET seen = seen - 3600 WHERE name = 'Table 10'")
    other.close()
    table.play(table.begin("sakkara"), 1)  # and the page hears of it by itself
    table.settle()
    table.step_by_step()[0].look(0.0)
    page.until("document.querySelector('main').innerText.includes('Sakkara')")
    page.until("document.querySelector('.absent').innerText.includes('last heard at')")
    assert "Maya" in page.get("document.querySelector('.absent').innerText")
    page.open(f"https://hub.test:{own.port}/{key}/?language=de")
    assert "wird gespielt" in page.get("document.querySelector('main').innerText")
    assert page.get("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.get("fetch('tables').then(one => one.status)") == 404
    assert end(own.database, "wall")
    assert page.get("fetch('stream').then(one => one.status)") == 404
    assert [one for one in page.troubles if "404" not in one] == []
    page.close()


def test_who_looks_after_the_tables_invites_and_shuts_out_by_keyboard_alone(
    own: Hub, table: Table, browser: Browser
) -> None:
    key = allow(own.database, Right("me", True))
    page = browser.page(f"https://hub.test:{own.port}/{key}/tables?language=de", (1280, 720))
    page.get("document.querySelector('input:not([type=hidden])').focus()")
    pressed(page, *"Tisch 1", "Enter")
    page.loaded()
    line = page.get("document.querySelector('.invitation code').innerText")
    assert page.get("document.querySelector('.invitation svg').getBoundingClientRect().width") > 150
    assert line.startswith(f"hub.test:{own.port} ")
    table.do("join", *line.replace("hub.test", "localhost").split())
    table.step_by_step()[0].look(0.0)
    page.open(f"https://hub.test:{own.port}/{key}/tables?language=de")
    words = page.get("document.querySelector('tbody').innerText")
    assert "Tisch 1" in words and "GB" in words and "geht" in words  # its clock stands at 1970
    page.get("document.querySelector('button[value=shut_out]').focus()")
    pressed(page, "Enter")
    page.loaded()
    assert "ausgeschlossen" in page.get("document.querySelector('tbody').innerText")
    table.step_by_step()[0].look(20.0)
    assert "does not know this table" in table.noted()
    assert page.troubles == []
    page.close()
