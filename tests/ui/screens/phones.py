"""Telephones at a table: real ones in a browser, and some that ask without a page."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec.structs import replace

from companion.sight.sight import Sight
from companion.text import Phrasebook
from tests.guests.browser import Browser, Page
from tests.guests.conftest import HOUSE
from tests.guests.service import Answer, ask
from tests.ui.screens.table import Table
from tests.ui.screens.test_television import television, until
from ui.guests.phones import Phones
from ui.screens.table.phones import PhonesSheet
from ui.texts import of_screens

HIGH = (390, 844)


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
    sees(table, page, "!document.getElementById('hand').hidden")
    sees(table, page, "document.getElementById('you').innerText")
    table.page.close()
    return page


def held(page: Page, event: str) -> None:
    """A finger comes down on the field that is held, or leaves it."""
    page.get(
        f"document.getElementById('hold').dispatchEvent(new PointerEvent('{event}', "
        "{pointerId: 1, isPrimary: true, bubbles: true})), 1"
    )


def looked(table: Table, page: Page, what: str) -> None:
    """Hold the field until this is seen. A table that is busy says so, or answers too late for so
    long a look, and the finger comes once more."""
    held(page, "pointerdown")

    def seen() -> bool:
        if page.get(f"{text('own')}.includes({json.dumps(what)})"):
            return True
        waits = "document.getElementById('hold').classList.contains('held')"
        if not page.get(f"{waits} && document.getElementById('own').hidden"):
            held(page, "pointerup")
            held(page, "pointerdown")
        return False

    until(table, seen)


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


def asked_back(table: Table, path: str, body: Any, cookie: str = "", **how: Any) -> Answer:
    """What somebody is answered who asks without a page, while the table goes on."""
    port = television(table).standing.port
    told = json.dumps(body).encode()
    more = f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    more += f"Content-Length: {len(told)}\r\n" + (f"Cookie: hand={cookie}\r\n" if cookie else "")
    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(
            ask, port, path, method="POST", more=how.pop("more", more), body=told, **how
        )
        until(table, answer.done)
        return answer.result()


def sat(table: Table, seat: str) -> str:
    """The cookie of a telephone that sat down without a page."""
    ticket = phones(table).seats.offer(seat)
    wanted = {"type": "sit", "ticket": ticket.secret, "language": "en"}
    answer = asked_back(table, "/p/ask", wanted)
    assert b'"type":"me"' in answer.body
    return answer.cookie


def told(table: Table, cookie: str, what: dict[str, Any]) -> dict[str, Any]:
    answer = asked_back(table, "/p/ask", what, cookie)
    assert answer.status == 200, answer.status
    found: dict[str, Any] = json.loads(answer.body)
    return found
