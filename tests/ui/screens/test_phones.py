"""Telephones as hands, in a real browser, at the whole companion: they sit down by touch, look
while a finger holds, tell in private and move, and lose nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.sight.sight import Sight
from companion.text import Phrasebook
from tests.guests.browser import Browser, Page
from tests.guests.conftest import HOUSE, browser
from tests.ui.screens.table import Table
from tests.ui.screens.test_television import television, until
from ui.guests.phones import Phones
from ui.screens.table.phones import PhonesSheet
from ui.texts import of_screens

__all__ = ["browser"]

NARROW, HIGH = (320, 568), (390, 844)


def phones(table: Table) -> Phones:
    return television(table).phones


def allowed(table: Table, may: Any = "all") -> int:
    """Telephones may come; the port at which they do."""
    session = table.app.session
    session.set(television=replace(session.settings.television, on=True, phones=may))
    table.root.refresh()
    until(table, lambda: television(table).standing.state == "on")
    return television(table).standing.port


def offered(table: Table, seat: str) -> str:
    """Touch the seat in the menu; the secret of its code."""
    table.menu("phones")
    assert isinstance(table.page.sheet, PhonesSheet)
    table.press(table.labelled(table.open_match.presenter.phrasebook.say("name", seat)))
    ticket = phones(table).seats.ticket
    assert ticket is not None
    return ticket.secret


def sees(table: Table, page: Page, script: str) -> None:
    """Wait until something is so on a page, while the table goes on."""
    until(table, lambda: page.get(script))


def text(of: str) -> str:
    return f"document.getElementById('{of}').innerText"


def sit(table: Table, browser: Browser, seat: str, size: tuple[int, int] = HIGH) -> Page:
    """A telephone that scanned the code."""
    port = television(table).standing.port
    page = browser.page(f"http://{HOUSE}:{port}/p/#{offered(table, seat)}", size)
    sees(table, page, f"!document.getElementById('there').hidden && {text('last')} !== null")
    table.page.close()
    return page


def held(page: Page, event: str) -> None:
    """A finger comes down on the field that is held, or leaves it."""
    page.get(
        f"document.getElementById('hold').dispatchEvent(new PointerEvent('{event}', "
        "{pointerId: 1, isPrimary: true, bubbles: true})), 1"
    )


HOLD = """(() => {
    const one = document.getElementById('hold');
    one.setPointerCapture = () => {};
    return 1;
})()"""
"""A finger that no hardware made cannot be captured."""


def english(table: Table) -> Phrasebook:
    """What a telephone reads whose owner speaks English, at a German table."""
    one = table.open_match
    return Sight(one.presenter.package, one.match, of_screens(), "en").phrasebook


def press(page: Page, label: str) -> None:
    page.get(
        "[...document.querySelectorAll('#there button')].find(one => "
        f"!one.hidden && one.innerText === {json.dumps(label)}).click(), 1"
    )


def noted(table: Table) -> None:
    """Blue has a marker that it knows of alone: a 6."""
    match = table.open_match.match
    natives = [{"at": "0,0", "seat": "blue", "load": "marker"}]
    assert match.correct({"natives": natives}).done
    table.root.refresh()


@pytest.fixture
def seated(table: Table, browser: Browser) -> Iterator[Page]:
    """Blue's telephone, at a table that has begun."""
    table.begin()
    noted(table)
    allowed(table)
    page = sit(table, browser, "blue")
    yield page
    page.close()


def test_a_secret_is_told_and_looked_at_by_telephone_as_at_the_table_and_gone_with_the_finger(
    table: Table, seated: Page
) -> None:
    page, match = seated, table.open_match.match
    say = english(table)
    assert "#" not in page.get("location.href") and page.get("document.cookie") == ""
    press_when_there(table, page, say.say("kind", "tell_marker"))
    press_when_there(table, page, "offering marker with the native", also="6")
    press_when_there(table, page, "6")
    before = len(match.entries)
    press_when_there(table, page, "Do it")
    until(table, lambda: len(match.entries) > before)
    assert match.position.player("blue").markers[0].value == 6
    assert getattr(match.entries[-1], "commitment", "")
    assert "6" not in " ".join(match.entries[-1].sentences["de"])
    page.get(HOLD)
    held(page, "pointerdown")
    sees(table, page, f"{text('own')}.includes('6')")
    held(page, "pointerup")
    assert page.get("document.getElementById('own').childNodes.length") == 0
    held(page, "pointerdown")
    sees(table, page, "!document.getElementById('own').hidden")
    page.get("document.dispatchEvent(new Event('visibilitychange')), 1")
    assert page.get("document.getElementById('own').childNodes.length") == 0
    assert page.troubles == []


def press_when_there(table: Table, page: Page, label: str, also: str = "") -> None:
    """Press a button once it is there. also: one that a single choice may have led to already."""
    wanted = [label, *([also] if also else [])]
    there = (
        "[...document.querySelectorAll('#there button')].filter(one => one.checkVisibility())"
        f".find(one => {json.dumps(wanted)}.includes(one.innerText))?.innerText"
    )
    try:
        until(table, lambda: page.get(there))
    except AssertionError:
        raise AssertionError(page.get("document.body.innerText")) from None
    if page.get(there) == label:
        press(page, label)
        table.stage.frames(2)
