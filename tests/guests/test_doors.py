"""What strangers may ask of the service, over real connections to the real process."""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from subprocess import Popen
from typing import Any, TypeVar

import pytest
from msgspec import Raw
from msgspec.structs import replace

from companion.sight import wire
from companion.sight.look import seen
from companion.sight.wire import (
    Answered,
    Asked,
    Open,
    Ready,
    Renew,
    Seated,
    Short,
    Spent,
    Watching,
    hashed,
)
from doors.entrance import Entrance
from doors.shares import NETWORK, plain
from guests import addresses
from guests.addresses import at_home
from guests.pace import KNOWN, Pace
from guests.pages import GUESSES, SCREENS
from tests.games.tried import GAMES
from tests.guests.conftest import HOUSE
from tests.guests.service import Answer, Service, connected, memory
from tests.ports import free_port
from tests.sight.evenings import moments

WHOLE_MEMORY = 50
"""MB that the service may take."""


PICTURE = seen(next(moments(GAMES[0], 1, 0)), "en", names=True)


@pytest.fixture(scope="module")
def door() -> Iterator[Service]:
    """One that shows something, for all that only ask."""
    service = Service()
    show(service)
    yield service
    assert service.close() == 0


def show(service: Service, many: int = 1) -> None:
    """Some pictures of a match, one after the other."""
    service.dress(GAMES[0].package.art)
    for _ in range(many):
        service.show(PICTURE)
        service.forget()


def stream(service: Service, address: str = "127.0.0.1") -> socket.socket:
    """Somebody who looks."""
    one = connected(service.port, address)
    head = f"GET /{service.key}/stream HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n"
    one.sendall(head.encode())
    return one


def test_the_page_is_answered_by_its_address_and_says_what_it_may(door: Service) -> None:
    for name, kind in (("", "text/html"), ("tv.js", "text/javascript"), ("tv.css", "text/css")):
        answer = door.ask(f"/{door.key}/{name}")
        assert (answer.status, kind in answer.head) == (200, True)
    for answer in (door.ask(f"/{door.key}/"), door.ask("/")):
        assert "default-src 'none'; script-src 'self'" in answer.head
        assert "access-control" not in answer.head and "server:" not in answer.head
        for told in ("nosniff", "no-referrer", "no-store", "frame-ancestors 'none'"):
            assert told in answer.head


def test_whatever_is_not_there_is_answered_alike(door: Service) -> None:
    key = door.key
    asked = ["/", "/stream", f"/{key}", f"/{key[:-1]}/", f"/{key[:-1]}_/stream", "/123456"]
    asked += [f"/{key}/{one}" for one in ("x", "tv.html", "__init__.py", "../guests", "%2e%2e/x")]
    asked += [f"//{key}/", "/%00", f"/{key}/stream/", f"/{key.swapcase()}/"]
    answers = {(one.status, one.head, one.body) for one in map(door.ask, asked)}
    assert len(answers) == 1 and next(iter(answers))[0] == 404


@pytest.mark.parametrize(
    "how, status",
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"host": "192.168.0.9:80"}, 421),
        ({"host": ""}, 421),
        ({"more": "Host: evil.example\r\n"}, 400),
        ({"more": "Origin: http://evil.example\r\n"}, 403),
        ({"more": "Origin: null\r\n"}, 403),
        ({"method": "POST"}, 405),
        ({"method": "OPTIONS"}, 405),
        ({"more": "Content-Length: 3\r\n", "body": b"abc"}, 413),
        ({"more": "Transfer-Encoding: chunked\r\n", "body": b"0\r\n\r\n"}, 413),
        ({"more": f"X: {'x' * 20_000}\r\n"}, 431),
    ],
    ids=count(),
)
def test_what_is_not_for_this_machine_or_from_its_page_is_refused(
    door: Service, how: dict[str, Any], status: int
) -> None:
    assert door.ask(f"/{door.key}/", **how).status == status
    assert door.ask(f"/{door.key}/", host=f"{HOUSE}:{door.port}").status == 200


def test_a_head_without_an_end_is_cut_off(door: Service) -> None:
    with connected(door.port) as one, suppress(ConnectionError):
        one.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 1_000_000)
        while one.recv(65536):
            pass
    assert door.ask(f"/{door.key}/").status == 200


def test_nobody_from_outside_the_house_is_answered() -> None:
    inside = ["192.168.1.23", "10.0.0.7", "172.16.3.4", "172.31.255.1", "169.254.9.9", "127.0.0.1"]
    inside += ["fd12:3456::7", "fc00::1", "fe80::1%eth0", "::1", "::ffff:192.168.1.23"]
    outside = ["8.8.8.8", "172.32.0.1", "192.169.0.1", "11.0.0.1", "100.64.0.1", "x", ""]
    outside += ["2001:db8::1", "fe00::1", "ff02::1", "::", "::ffff:8.8.8.8", "64:ff9b::a00:1"]
    assert all(at_home(plain(one)) for one in inside)
    assert not any(at_home(plain(one)) for one in outside)


def test_a_house_that_has_ipv6_alone_sees_it_too(door: Service) -> None:
    if not addresses._IPV6.exists():
        return  # this machine has none
    host = f"[::1]:{door.port}"
    assert door.ask(f"/{door.key}/", host=host, address="::1").status == 200
    assert door.ask(f"/{door.key}/", host=f"127.0.0.1:{door.port}", address="::1").status == 421
    assert door.ask(f"/{door.key}/", host=host).status == 421


def test_of_the_addresses_of_ipv6_those_are_told_that_a_browser_takes_and_that_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "if_inet6"
    told.write_text(
        "fd000000000000000000000000000002 04 40 00 80     eth0\n"
        "fd00000000000000abcdabcdabcdabcd 04 40 00 01     eth0\n"
        "fe8000000000000000fc00fffe000001 04 40 20 80     eth0\n"
        "20010db8000000000000000000000001 04 40 00 80     eth0\n"
        "00000000000000000000000000000001 01 80 10 80       lo\n"
    )
    monkeypatch.setattr(addresses, "_IPV6", told)
    assert [one for one in addresses.own() if ":" in one] == ["[fd00::2]"]
    for one in addresses.own():
        wire.from_service.decode(wire.line(Ready(8480, (one,))))


def test_digits_lead_to_the_page_until_they_were_guessed_at_too_often(service: Service) -> None:
    service.tell(Short("482913"))
    answer = until(service, "/482913", 303)
    assert f"location: /{service.key}/".lower() in answer.head
    wrong = [service.ask(f"/{one:06}") for one in range(GUESSES)]
    assert {one.status for one in wrong} == {404}
    assert service.ask("/482913").status == 404
    assert isinstance(heard(service, Spent), Spent)
    service.tell(Short("000007"))
    until(service, "/000007", 303)


def until(service: Service, path: str, status: int) -> Answer:
    """What is answered once it has heard what was told."""
    while (answer := service.ask(path)).status != status:
        pass
    return answer


T = TypeVar("T")


def heard(service: Service, kind: type[T]) -> T:
    """The next thing of a kind that it says."""
    while not isinstance(told := service.hear(), kind):
        pass
    return told


def test_a_new_address_sends_everybody_away_who_came_by_the_old_one(service: Service) -> None:
    show(service)
    with stream(service) as one:
        assert heard(service, Watching) == Watching(1)
        service.tell(Renew("x" * 22))
        assert heard(service, Watching) == Watching(0)
        told = b""
        while got := one.recv(65536):
            told += got
    assert b"event: whole" in told
    assert service.ask(f"/{service.key}/").status == 404
    assert service.ask(f"/{'x' * 22}/").status == 200


def test_no_more_look_at_once_than_may_of_all_and_from_one_address(service: Service) -> None:
    show(service)
    with ExitStack() as all_of_them:
        for number in range(SCREENS):
            address = f"127.0.0.{2 + number // Entrance.each}"
            all_of_them.enter_context(stream(service, address))
            assert heard(service, Watching) == Watching(number + 1)
        crowded = all_of_them.enter_context(stream(service, "127.0.0.2"))
        assert closed(crowded)
        one_more = all_of_them.enter_context(stream(service, "127.0.0.200"))
        assert b" 503 " in one_more.recv(100)
        assert memory(service) < WHOLE_MEMORY
    while heard(service, Watching) != Watching(0):
        pass
    assert service.ask(f"/{service.key}/").status == 200


def closed(one: socket.socket) -> bool:
    """Whether the other side has gone without a word."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def test_a_slow_reader_gets_the_latest_picture_and_makes_no_queue(service: Service) -> None:
    show(service)
    with stream(service, "127.0.0.9") as slow:
        heard(service, Watching)
        before, many = memory(service), 1000
        show(service, many)
        service.show(replace(PICTURE, lines=9999))
        with stream(service) as quick:
            read_until(quick, b'"lines":9999')  # it is through with all of them
        assert memory(service) < before + 5
        assert read_until(slow, b'"lines":9999').count(b"event: ") < many / 2


def read_until(one: socket.socket, wanted: bytes) -> bytes:
    told = b""
    while wanted not in told:
        got = one.recv(1 << 16)
        assert got, "it was closed"
        told += got
    return told


def test_what_makes_no_sense_behind_a_request_is_cut_off_and_nobodys_news(tmp_path: Path) -> None:
    with (tmp_path / "complaints").open("w+b") as complaints:
        service = Service(complaints=complaints)
        show(service)
        with stream(service) as one:
            read_until(one, b"event: whole")
            one.sendall(b"\xff\r\n\r\n" * 3)
            while not closed(one):
                pass
        service.tell(Seated(True, {}))
        own = f"127.0.0.1:{service.port}"
        service.tell(Seated(True, {hashed("x" * 43): "en"}))
        body, more = '{"type":"look"}', f"Origin: http://{own}\r\nCookie: hand={'x' * 43}\r\n"
        more += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        with connected(service.port) as waits:
            waits.sendall(f"POST /p/ask HTTP/1.1\r\nHost: {own}\r\n{more}".encode())
            while not isinstance(service.hear(), Asked):
                pass
            service.tell(Answered(1, Raw(b'"for whom the service before this one asked"')))
            service.tell(Seated(False, {}))
            assert b" 504 " in waits.recv(65536), "nobody waits for a table that has gone"
        service.tell(Seated(True, {}))
        with connected(service.port) as torn:
            more = "Transfer-Encoding: chunked\r\n\r\nno number\r\n"
            torn.sendall(f"POST /p/ask HTTP/1.1\r\nHost: {own}\r\n{more}".encode())
            assert b" 400 " in torn.recv(65536)
        head = f"Origin: http://{own}\r\nContent-Type: application/json\r\nContent-Length: "
        with connected(service.port) as gone:  # before it has said what it asks
            gone.sendall(f"POST /p/ask HTTP/1.1\r\nHost: {own}\r\n{head}9\r\n\r\n".encode())
        for wrong in (b'{"type":"speak","language":"\xff"}', b"[" * 8000):
            more = f"{head}{len(wrong)}\r\n"
            assert service.ask("/p/ask", method="POST", more=more, body=wrong).status == 400
        assert service.ask(f"/{service.key}/").status == 200
        assert service.close() == 0
        complaints.seek(0)
        assert complaints.read() == b""


SLOWLY = "import runpy, guests.doors as d; d.FromHome.patience = 0.1; "
SLOWLY += "runpy.run_module('guests', run_name='__main__')"


def test_whoever_does_not_finish_asking_is_not_waited_for() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, Popen([sys.executable, "-c", SLOWLY], stdin=theirs.fileno()) as process:
        lines = ours.makefile("rb")
        ours.sendall(wire.line(Open((free_port(),), "k" * 22)) + wire.line(Seated(False, {})))
        ready = wire.from_service.decode(lines.readline())
        assert isinstance(ready, Ready)
        with connected(ready.port) as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: ")
            assert closed(one)
        ours.shutdown(socket.SHUT_WR)
        assert process.wait(10) == 0


def test_it_says_so_when_there_is_no_port_left(door: Service) -> None:
    another = Service(ports=(door.port,))
    assert another.port == 0
    assert another.process.wait(10) == 1
    another.close()


def test_whoever_is_no_table_is_told_nothing() -> None:
    for line in (b'{"type":"renew","key":"x"}\n', b"\xff" * 99):
        ours, theirs = socket.socketpair()
        with (
            ours,
            theirs,
            Popen([sys.executable, "-m", "guests"], stdin=theirs.fileno()) as process,
        ):
            ours.sendall(line)
            ours.shutdown(socket.SHUT_WR)
            assert process.wait(10) == 1


def test_however_many_addresses_somebody_has_no_more_of_them_are_remembered_than_may() -> None:
    pace = Pace(1, 60.0)
    assert all(pace.allows(str(number)) for number in range(3 * KNOWN))
    assert len(pace._when) == KNOWN and not pace.allows(str(3 * KNOWN - 1))


def test_one_machine_with_many_addresses_of_ipv6_leaves_room_for_others() -> None:
    pace = Pace(2, 60.0)
    many = [pace.allows_from(f"fd12:3456::{number:x}") for number in range(1, 3 * NETWORK)]
    assert many.count(True) == 2 * NETWORK
    others = ("fd12:3456:0:1::1", "192.168.1.7", "::ffff:192.168.1.8", "192.168.1.9")
    assert all(pace.allows_from(one) for one in others)


def test_a_telephone_asks_no_more_from_many_addresses_than_from_one(service: Service) -> None:
    cookie, body, own = "x" * 43, b'{"type":"look"}', f"127.0.0.1:{service.port}"
    service.tell(Seated(True, {sha256(cookie.encode()).hexdigest(): "en"}))
    head = (
        f"POST /p/ask HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nCookie: hand={cookie}\r\n"
    )
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with ExitStack() as asking:
        for number in range(48):  # of which none is answered
            one = connected(service.port, f"127.0.0.{2 + number % 6}")
            asking.enter_context(one).sendall(head.encode() + body)
        assert b" 429 " in one.recv(65536)
