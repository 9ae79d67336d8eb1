"""Telephones as hands, in a real browser, at the whole companion: they sit down by touch, look
while a finger holds, tell in private and move, and lose nothing."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.sight import wire
from companion.sight.wire import Ready
from tests.guests.browser import Browser, Page
from tests.guests.conftest import browser
from tests.guests.service import ask, connected
from tests.guests.test_page import TOOLS, WIDE
from tests.ports import free_port
from tests.ui.screens.phones import (
    HIGH,
    HOLD,
    allowed,
    asked_back,
    english,
    held,
    looked,
    noted,
    offered,
    phones,
    press_when_there,
    sat,
    sees,
    sit,
    told,
)
from tests.ui.screens.table import Table
from tests.ui.screens.test_television import Impostor, impostor, television, until
from tests.ui.stage import Finger, Stage
from ui.guests import line
from ui.screens.table.phones import PhonesSheet
from ui.screens.table.play import Play
from ui.shell.controls import Scroll
from ui.widgets.button import ActionButton

__all__ = ["browser", "impostor"]

NARROW = (320, 568)

NOTICED = """(() => {
    const lost = document.getElementById('lost');
    const look = () => window.noticed = window.noticed || !lost.hidden;
    new MutationObserver(look).observe(lost, {attributes: true});
    return 1;
})()"""
"""The page remembers that it said so: it may be over before anybody asks."""


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
    looked(table, page, "6")
    held(page, "pointerup")
    assert page.get("document.getElementById('own').childNodes.length") == 0
    held(page, "pointerdown")
    sees(table, page, "!document.getElementById('own').hidden")
    page.get("document.dispatchEvent(new Event('visibilitychange')), 1")
    assert page.get("document.getElementById('own').childNodes.length") == 0
    page.get("document.querySelector('[data-how=draw]').click(), 1")
    until(table, lambda: table.open_match.presenter.question)
    for seat in match.seats:
        table.open_match.presenter.settle(seat)
    table.stage.settle()
    assert match.over
    sees(table, page, "document.getElementById('ends').hidden")
    assert page.troubles == []


LATE_ONCE = """
const read = window.fetch;
window.fetch = async (...what) => {
  if (window.late || !String(what[1]?.body).includes('"begin"')) return read(...what);
  window.late = true;
  return new Response(null, { status: 504 });
};
"""
"""The table has no time for the next question of what can be chosen."""


def test_a_telephone_asks_again_what_can_be_chosen_where_the_table_had_no_time(
    table: Table, seated: Page
) -> None:
    seated.get(LATE_ONCE)
    press_when_there(table, seated, english(table).say("kind", "tell_marker"))
    press_when_there(table, seated, "offering marker with the native", also="6")
    assert seated.get("window.late") is True
    assert seated.troubles == []


def test_the_table_says_who_sat_down_and_sends_away_whoever_it_does_not_want(
    table: Table, seated: Page
) -> None:
    page, say = seated, table.open_match.presenter.phrasebook
    table.menu("phones")
    sheet = table.page.sheet
    assert isinstance(sheet, PhonesSheet)
    until(table, lambda: say.say("phones", "awake") in [one.detail for one in buttons(table)])
    cards = table.play.people.cards
    assert [cards[seat].phone for seat in ("blue", "red")] == ["awake", ""]
    table.press(table.labelled(say.say("button", "not_hers", {"seat": "blue"})))
    sees(table, page, "!document.getElementById('sit').hidden")
    assert phones(table).seats.phones == ()
    another = sat(table, "red")
    again = sat(table, "red")
    assert asked_back(table, "/p/ask", {"type": "look"}, another).status == 401, "taken over"
    assert told(table, again, {"type": "look"})["type"] == "own"
    until(table, lambda: [one for one in buttons(table) if one.look == "sign-no"])
    table.press(next(one for one in buttons(table) if one.look == "sign-no"))
    until(table, lambda: asked_back(table, "/p/ask", {"type": "look"}, again).status == 401)
    assert table.faults() == []


def buttons(table: Table) -> list[ActionButton]:
    return table.all(ActionButton, table.page.sheet)


def test_a_telephone_is_back_at_its_seat_after_the_service_and_the_table_were_restarted(
    stage: Stage, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PORTS", (free_port(),))  # no other test takes it meanwhile
    table = Table(stage, tmp_path)
    table.begin()
    allowed(table)
    page = sit(table, browser, "blue")
    own = television(table)._line
    assert own is not None and own.process is not None
    page.get(NOTICED)
    own.process.kill()
    sees(table, page, "window.noticed && document.getElementById('lost').hidden")
    stage.until(lambda: table.open_match.saved)
    table.close()
    again = Table(stage, tmp_path)
    until(again, lambda: television(again).standing.state == "on")
    sees(again, page, "document.getElementById('lost').hidden")
    sees(again, page, "document.getElementById('you')?.innerText.includes('Blue')")
    page.get("location.reload(), 1")
    page.loaded()  # until then the page before is asked, or none
    sees(again, page, "document.getElementById('you').innerText.includes('Blue')")
    page.close()
    again.close()


def test_the_same_telephones_sit_down_in_the_next_game_with_one_touch_and_strangers_do_not(
    table: Table,
) -> None:
    table.begin()
    match = table.open_match.match
    assert match.hand_over("blue", "Ada").done and match.hand_over("red", "Bruno").done
    allowed(table)
    ada, bruno = sat(table, "blue"), sat(table, "red")
    assert match.hand_over("red", "Clara").done
    table.root.refresh()
    hello = {"type": "hello"}
    until(table, lambda: asked_back(table, "/p/ask", hello, bruno).status == 401)
    table.root.home()
    assert told(table, ada, hello)["seat"] == ""
    table.begin()
    second = table.open_match.match
    assert second.hand_over("red", "Ada").done and second.hand_over("blue", "").done
    table.root.refresh()
    assert told(table, ada, {"type": "look"})["type"] == "me", "it sits nowhere yet"
    port = television(table).standing.port
    head = f"GET /p/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: hand={ada}\r\n\r\n"
    with connected(port) as follows:
        follows.sendall(head.encode())
        until(table, lambda: television(table).standing.phones != ())
        assert second.hand_over("blue", "Dora").done  # of which who sits at the table hears
        table.root.refresh()
        table.menu("phones")
        table.press(table.labelled(table.say("button", "same_phones")))
        heard = b""
        while got := follows.recv(65536):  # and when it sits down, it comes anew
            heard += got
    assert b"nudge" in heard and b"event: whole" not in heard and b"event: dress" not in heard
    assert told(table, ada, hello)["seat"] == "red"
    assert table.faults() == []


def test_a_wish_is_done_once_while_no_finger_is_on_the_table_and_seen_before_the_next_touch(
    table: Table,
) -> None:
    table.begin()
    allowed(table)
    cookie, match = sat(table, "blue"), table.open_match.match
    lines = len(match.entries)
    tokens = ["blue@-1,0", "0,0"]
    deed = told(table, cookie, {"type": "begin", "tokens": tokens})["deed"]
    assert deed
    wish = {"type": "wish", "once": "o" * 20, "lines": lines, "tokens": tokens}
    finger = Finger(4, 4)
    port = television(table).standing.port
    body = json.dumps(wish).encode()
    more = f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    more += f"Content-Length: {len(body)}\r\nCookie: hand={cookie}\r\n"
    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(ask, port, "/p/ask", method="POST", more=more, body=body)
        until(table, lambda: phones(table).waits)
        table.stage.frames(5)
        assert len(match.entries) == lines and not answer.done(), "whoever touches came first"
        finger.up()
        until(table, answer.done)
    assert json.loads(answer.result().body)["type"] == "done"
    after = len(match.entries)
    assert after > lines
    assert told(table, cookie, wish)["type"] == "done", "the same answer"
    assert told(table, cookie, {**wish, "once": "p" * 20})["type"] == "stale"
    assert len(match.entries) == after
    table.app._unseen = True  # what it did is not on the screen yet
    touch = Finger(*table.play.board.where("0,0"))
    touch.up()
    assert len(match.entries) == after and not table.open_match.presenter.composer.begun
    table.app._unseen = False
    table.menu("pause")
    back = {"type": "take_back", "once": "r" * 20, "lines": len(match.entries)}
    assert told(table, cookie, back)["type"] == "sorry" and match.paused, "the pause is everybody's"
    table.page.close()
    table.root.go("settings")
    busy = told(table, cookie, {**wish, "once": "q" * 20, "lines": len(match.entries)})
    assert busy["type"] == "sorry" and busy["sentence"]


AXE = "axe.run({exclude: ['#board > g']}).then(found => found.violations)"
BUTTONS = """Math.min(...[...document.querySelectorAll('button, input, select')]
    .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height))"""


def test_everybody_can_read_and_reach_all_of_it_at_any_size_in_every_theme(
    table: Table, seated: Page
) -> None:
    page = seated
    rules = (TOOLS / "axe-core/axe.min.js").read_text("utf-8")
    page.get(f"(() => {{ {rules} }})()")
    sees(table, page, "!document.getElementById('choose').hidden")
    page.get("document.getElementById('open').click(), 1")
    sees(table, page, "document.querySelectorAll('.target').length > 0")
    for media in (
        {"prefers_color_scheme": "dark"},
        {"prefers_color_scheme": "light"},
        {"prefers_contrast": "more"},
    ):
        page.sized(NARROW, **media)
        table.stage.frames(2)
        found = page.get(AXE)
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], media
    for size in (NARROW, HIGH, (568, 320), (1920, 1080)):
        page.sized(size)
        for letters in ("", "200%"):
            page.get(f"document.documentElement.style.fontSize = '{letters}', 1")
            assert page.get(WIDE) == 0, (size, letters)
            assert page.get(BUTTONS) >= 48
    page.get("document.documentElement.style.fontSize = '', 1")
    # By keys alone: a field of the table is a button that has a name.
    reached = "document.querySelector('.target')"
    assert page.get(f"{reached}.getAttribute('aria-label')")
    page.get(f"{reached}.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}})), 1")
    sees(table, page, "document.getElementById('chosen').innerText !== ''")
    page.get("document.getElementById('back').click(), 1")
    sees(table, page, "document.getElementById('chosen').innerText === ''")
    hold = "document.getElementById('hold')"
    page.get(f"{hold}.dispatchEvent(new KeyboardEvent('keydown', {{key: ' '}})), 1")
    sees(table, page, "!document.getElementById('own').hidden")
    page.get(f"{hold}.dispatchEvent(new KeyboardEvent('keyup', {{key: ' '}})), 1")
    assert page.get("document.getElementById('own').hidden")
    assert page.troubles == []


@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
def test_the_code_of_a_seat_stands_whole_on_every_screen(impostor: Impostor, table: Table) -> None:
    impostor.says = [wire.line(Ready(8480, ("192.168.178.123",)))]
    table.begin()
    allowed(table)
    table.root.choose(language="de", letters="largest")
    if not isinstance(table.page, Play):
        table.root.play(table.open_match)
    table.complete()
    offered(table, "blue")
    sheet = table.page.sheet
    assert isinstance(sheet, PhonesSheet) and sheet.code is not None
    assert sheet.code.millimetres >= 0.4
    ticket = phones(table).seats.ticket
    assert ticket is not None and f"192.168.178.123:8480/p  {ticket.digits}" in table.words()
    assert not table.faults()
    at, seats = phones(table).at, phones(table).seats
    assert at is not None
    for _ in range(5):
        assert seats.sit(f"{(int(ticket.digits or 0) + 1) % 10**6:06}", "", "de", at) is None
    (seen,) = table.all(Scroll, sheet)
    moves, seen.scroll_y = seen.do_scroll_y, 0.0
    sheet.fill()
    table.stage.settle()
    assert table.say("notice", "phones_spent") in table.words() and not table.faults()
    (anew,) = table.all(Scroll, sheet)
    assert anew is not seen and anew.scroll_y == (0.0 if moves else 1.0), "it stays where it was"
    table.page.close()
    assert phones(table).seats.ticket is None, "a code that nobody sees leads nowhere"
