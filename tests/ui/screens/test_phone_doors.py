"""What strangers in the house may ask of the table as telephones, and what leads to a seat."""

from tests.guests.service import ask
from tests.ui.screens.phones import allowed, asked_back, offered, phones, sat
from tests.ui.screens.table import Table
from tests.ui.screens.test_television import until
from tests.ui.test_pin_lock import full
from ui.guests.seated import FILE, Seats
from ui.widgets.button import ActionButton


def test_a_ticket_leads_to_its_seat_once_and_whatever_else_is_tried_is_answered_alike(
    table: Table,
) -> None:
    table.begin()
    assert not any(one.label == table.say("button", "phones") for one in table.all(ActionButton))
    allowed(table)
    secret = offered(table, "blue")
    sit_down = {"type": "sit", "ticket": secret, "language": "de"}
    first = asked_back(table, "/p/ask", sit_down)
    assert first.status == 200 and b'"type":"me"' in first.body
    assert "httponly" in first.head and "samesite=strict" in first.head
    kept = (table.app.session.folder / FILE).read_text()
    assert "blue" in kept and secret not in kept
    ticket = phones(table).seats.offer("red")
    wrong = f"{(int(ticket.digits) + 1) % 10**6:06}"
    tried = [secret, "x" * 22, wrong, wrong, wrong, wrong, wrong, ticket.digits]
    bad = [asked_back(table, "/p/ask", {**sit_down, "ticket": one}) for one in tried]
    assert {(one.status, one.body, one.head) for one in bad} == {
        (200, b'{"type":"sorry","sentence":""}', bad[0].head)
    }
    assert phones(table).seats.ticket is ticket, "five wrong digits end the digits alone"
    by_code = asked_back(table, "/p/ask", {**sit_down, "ticket": ticket.secret})
    assert b'"type":"me"' in by_code.body
    once_more = asked_back(table, "/p/ask", sit_down)
    assert once_more.status == 429, "ten tries a minute"


def test_only_our_own_page_is_answered_and_nothing_that_is_too_much(table: Table) -> None:
    table.begin()
    port = allowed(table)
    told = b'{"type":"hello"}'
    own = f"Origin: http://127.0.0.1:{port}\r\n"
    kind, long = "Content-Type: application/json\r\n", f"Content-Length: {len(told)}\r\n"
    for more, status in (
        (own + kind + long, 401),
        (kind + long, 403),
        ("Origin: http://evil.example\r\n" + kind + long, 403),
        (own + kind + long + "Sec-Fetch-Site: cross-site\r\n", 403),
        (own + long, 415),
        (own + kind, 411),
        (own + kind + "Content-Length: 9000\r\n", 413),
        (own + kind + "Transfer-Encoding: chunked\r\n", 413),
        (own + kind + long + "Content-Type: text/plain\r\n", 400),
    ):
        answer = ask(port, "/p/ask", method="POST", more=more, body=told)
        assert answer.status == status, more
    for body in (b"{}", b"[" * 8000, b'{"type":"look","seat":"red"}', b"\xff"):
        more = own + kind + f"Content-Length: {len(body)}\r\n"
        assert ask(port, "/p/ask", method="POST", more=more, body=body).status == 400
    assert ask(port, "/p/stream").status == 404
    assert ask(port, "/p/").status == ask(port, "/p").status == 200
    allowed(table, "none")
    until(table, lambda: ask(port, "/p/").status == 404)


def test_a_telephone_stays_sent_away_where_the_disk_is_full(table: Table) -> None:
    table.begin()
    allowed(table)
    sat(table, "red")
    table.menu("phones")
    not_hers = table.open_match.presenter.phrasebook.say("button", "not_hers", {"seat": "red"})
    with full():
        table.press(table.labelled(not_hers))
    assert phones(table).seats.phones == ()
    assert Seats(table.app.session.folder).phones == (), "after the next start, too"
