"""Who is let in: a table by a code and the certificate it was shown, people by an address."""

import socket
import ssl
import subprocess
import time
from contextlib import ExitStack, suppress
from datetime import timedelta
from http.client import HTTPSConnection
from pathlib import Path
from struct import pack
from threading import Thread

import pytest
from sqlalchemy import select, update

from companion.uplink import line as uplink_line
from companion.uplink.club import Club
from companion.uplink.command import command
from companion.uplink.joining import LETTERS, Invitation, new_code, read
from companion.uplink.line import Away, Line
from companion.uplink.wire import ANSWER, SAY
from hub import authority
from hub.authority import House
from hub.people import Right, allow, invite, renew, shut_out
from hub.schema import tables
from tests.club.places import Hub, Table, resident, until


def test_an_invitation_is_read_however_somebody_types_it() -> None:
    told = Invitation("club.local", 8443, "0123456789AB", "CDEFGHJK")
    assert told.line == "club.local:8443 0123-4567-89AB-CDEF-GHJK"
    for typed in (
        told.line,
        "club.local:8443  0123 4567 89ab cdef ghjk ",
        "club.local:8443 o123456789abcdefghjk",
    ):
        assert read(typed) == told
    for wrong in ("", "club.local", "club.local:8443", "club.local:0 0123-4567-89AB-CDEF-GHJK"):
        assert read(wrong) is None
    for wrong in (told.line + "0", told.line.replace("K", "U"), "a b:1 " + told.line, "x" * 9999):
        assert read(wrong) is None
    assert all(one in LETTERS for one in new_code()) and len({new_code() for _ in range(50)}) == 50


def test_a_table_joins_by_command_and_says_what_it_is_called(hub: Hub, table: Table) -> None:
    line = hub.do("invite", "Tisch am Fenster", "--host", "localhost", "--port", str(hub.port))
    for wrong in ("x" * 41, " ", "a\tb\x1b"):
        assert "at most 40 letters" in hub.do("invite", wrong, code=2)
    said = table.do("--language", "de", "join", *line.split())
    assert "Tisch am Fenster" in said
    assert (table.state / "uplink.db").stat().st_mode & 0o777 == 0o600
    join = ["--data", str(table.folder), "join"]
    assert command([*join, line]) == 1  # the code is used up
    assert command([*join, "nonsense"]) == 2
    assert command(["--data", str(table.folder), "leave"]) == 0
    assert [one.name for one in table.state.iterdir()] == ["notes"]


def test_a_table_never_joins_somebody_who_answers_in_the_place_of_its_hub(
    hub: Hub, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who has another certificate is found out before the code is said."""
    other = Hub(tmp_path / "other")
    there = read(hub.invite("six"))
    assert there is not None
    line = there._replace(port=other.port).line
    join = ["--data", str(table.folder), "join", line]
    assert command(join) == 1 and "something else answers there" in capsys.readouterr().err
    assert not table.state.exists()
    table.join(hub, "seven")
    table.lead_to(other.port)
    told, _ = table.step_by_step()
    told.look(0.0)
    assert table.noted() == "away"  # nothing was said there
    other.close()


def test_an_answer_is_read_whole_or_not_at_all(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In however small pieces it comes, but not for ever; of what anybody may say only what a hub
    says; and also at a table whose clock is behind by years."""
    house = House(hub.database)
    monkeypatch.setattr(authority, "_NEW", timedelta(days=-1000))
    house.write(tmp_path / "own.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "own.pem")
    ok = b"HTTP/1.1 200 OK\r\n"
    cases = {
        ok + b"content-length: 3\r\n\r\nyes": b"yes",
        ok + b"Content-Length: 0\r\nConnection: close\r\n\r\n": b"",
        b"HTTP/1.1 100 Go on\r\n\r\n" + ok + b"content-length: 3\r\n\r\nyes": None,
        b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n": None,
        ok + b"Transfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n": None,
        ok + b"Content-Length: 3\r\n\r\nyes and more": None,
        ok + "Content-Length: \u00b2\r\n\r\nyes".encode("latin-1"): None,
        ok + b"Content-Length: 4\r\n\r\nyes": None,
        ok + b"Content-Length: -3\r\n\r\nyes": None,
        ok + b"Content-Length: %d\r\n\r\nyes" % (ANSWER + 1): None,
        ok + b"Content-Length: %s\r\n\r\nyes" % (b"9" * 5000): None,
        ok + b"\r\nyes": None,
        ok + b"X: y\r\n" * 9999 + b"Content-Length: 0\r\n\r\n": None,
        ok + b"X" * 9999: None,
        b"SSH-2.0-OpenSSH\r\n" * 9: None,
        b"": None,
    }
    with socket.create_server(("localhost", 0)) as door:

        def answer() -> None:
            for told in cases:
                with suppress(OSError), context.wrap_socket(door.accept()[0], True) as there:
                    there.recv(1 << 16)
                    there.sendall(told[:20])
                    there.sendall(told[20:])

        answering = Thread(target=answer, daemon=True)
        answering.start()
        for told, expected in cases.items():
            line = Line("localhost", door.getsockname()[1], house.certificate)
            try:
                assert line.ask(SAY, b"{}") == (200, expected), told
            except Away:
                assert expected is None, told
            line.close()
        answering.join()
        monkeypatch.setattr(uplink_line, "WHOLE", 1.0)

        def trickle() -> None:
            with suppress(OSError), context.wrap_socket(door.accept()[0], True) as there:
                there.recv(1 << 16)
                while True:
                    there.sendall(b"X")
                    time.sleep(0.1)

        Thread(target=trickle, daemon=True).start()
        line = Line("localhost", door.getsockname()[1], house.certificate)
        with pytest.raises(Away, match=r"too long|timed out"):
            line.ask(SAY, b"{}")
        line.close()


def test_a_table_that_is_shut_out_says_so_and_comes_back_with_everything(
    hub: Hub, table: Table
) -> None:
    table.join(hub, "eight")
    told, _ = table.step_by_step()
    table.play(table.begin(), 5)
    table.settle()
    assert shut_out(hub.database, "eight")
    told.look(0.0)
    assert "does not know this table" in table.noted()
    before = Club(table.state)
    assert not before.left
    table.join(hub, "eight")
    assert before.left  # so what speaks to the club begins anew
    before.close()
    told, _ = table.step_by_step()
    told.look(0.0)
    assert table.noted() == ""


def test_a_new_key_is_taken_by_the_table_without_anybody_and_a_backup_from_before_knows_it(
    hub: Hub, table: Table
) -> None:
    table.join(hub, "nine")
    told, _ = table.step_by_step()
    first = before = table.token()
    with hub.database.begin() as connection:
        nine = tables.c.name == "nine"
        backup = connection.execute(select(tables.c.token).where(nine)).scalar()
    for now in (0.0, 100.0):
        assert renew(hub.database, "nine")
        for seconds in (0.0, 20.0):
            told.look(now + seconds)
            assert table.noted() == "" and table.token() != before
        before = table.token()
    with hub.database.begin() as connection:
        connection.execute(update(tables).where(nine).values(token=backup))
    table.play(table.begin(), 3)
    table.settle()
    told.look(200.0)
    assert table.noted() == "" and table.token() == first
    assert [one.number for one in table.cursors()] == [4]
    assert renew(hub.database, "nine")  # and goes on from there
    for now in (220.0, 240.0):
        told.look(now)
    assert table.noted() == "" and table.token() not in (first, before)


class Narrow(Hub):
    """A hub that may open few files, and lets few in: twenty from one address, sixty in all."""

    def call(self, *words: str) -> list[str]:
        call = super().call(*words)
        if "serve" in words:
            call[1:3] = ["-c", NARROW]
        return ["sh", "-c", 'ulimit -S -n 64 && exec "$0" "$@"', *call]


NARROW = """
import runpy, hub.doors as doors
doors.ToTheClub.each, doors.ToTheClub.most, doors.OfTheClub.patience = 20, 60, 2.0
runpy.run_module("hub", run_name="__main__", alter_sys=True)
"""


def test_who_connects_and_says_nothing_takes_one_share_for_a_while_and_keeps_no_table_from_the_hub(
    tmp_path: Path,
) -> None:
    hub = Narrow(tmp_path / "hub")
    table = Table(tmp_path / "table")
    with ExitStack() as silent:

        def comes(address: str) -> socket.socket:
            there = ("127.0.0.1", hub.port)
            return silent.enter_context(socket.create_connection(there, 30, (address, 0)))

        first = [comes("127.0.0.2") for _ in range(25)]  # none of them begins with TLS
        assert [gone(one) for one in first[20:]] == [True] * 5
        table.join(hub, "among them")
        both = [comes(f"127.0.0.{3 + number % 2}") for number in range(40)]
        one_more = comes("127.0.0.9")
        assert gone(one_more)
        assert all(gone(one) for one in (*first[:20], *both))  # in its own time
        table.step_by_step()[0].look(0.0)
        assert table.noted() == ""
    table.close()
    hub.close()


def gone(one: socket.socket) -> bool:
    """Whether the hub has hung up without a word."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def test_a_connection_that_breaks_off_leaves_nothing_in_the_memory_of_a_hub(hub: Hub) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def broken(times: int) -> float:
        for _ in range(times):
            with context.wrap_socket(socket.create_connection(("127.0.0.1", hub.port), 5)) as one:
                one.sendall(b"GET /x/ HTTP/1.1\r\nHost: x\r\n\r\n")
                assert one.recv(1000)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
        return resident(hub.process.pid)

    def gone_at_once(times: int) -> float:
        for _ in range(times):
            some = [socket.create_connection(("127.0.0.1", hub.port), 5) for _ in range(200)]
            for one in some:  # none of them has begun with TLS
                one.close()
            broken(1)  # behind them in line: all of them have been seen
        return resident(hub.process.pid)

    before = broken(100)  # what all tests of this hub share has grown by then
    assert broken(400) - before < 4, "MB; kept, each would take 16 kB and more"
    before = gone_at_once(2)
    assert gone_at_once(8) - before < 16, "MB; kept, each would take 40 kB"


class Overheard(Hub):
    """A hub whose complaints are kept."""

    def start(self) -> None:
        with (self.folder.parent / "complaints").open("wb") as complaints:
            serve = self.call("serve", "--port", str(self.port))
            self.process = subprocess.Popen(serve, stderr=complaints)
        until(self._answers, "the hub answers")


def test_what_makes_no_sense_to_the_hub_is_nobodys_news(tmp_path: Path) -> None:
    hub = Overheard(tmp_path / "hub")
    key = allow(hub.database, Right("me", True))
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for told in (
        b"\xff\r\n\r\n",
        b"GET /x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n\xff\r\n\r\n",
        b"POST /%s/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n" % key.encode(),
        b"POST /%s/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n\xff\xfe" % key.encode(),
    ):
        with context.wrap_socket(socket.create_connection(("127.0.0.1", hub.port), 5)) as one:
            one.sendall(told)
            one.settimeout(0.3)
            with suppress(OSError):
                assert b" 500 " not in one.recv(1000)
    several = b"GET /x/ HTTP/1.1\r\nHost: x\r\n\r\n" * 3 + b"GET / HTTP/1.1\r\n\xff: x\r\n\r\n"
    for _ in range(20):  # nonsense behind questions, of somebody who waits for no answer
        with context.wrap_socket(socket.create_connection(("127.0.0.1", hub.port), 5)) as one:
            one.sendall(several)
    hub.close()
    assert (tmp_path / "complaints").read_text() == ""


def test_whatever_strangers_send_is_answered_in_words_or_not_at_all(hub: Hub) -> None:
    code = invite(hub.database, "ten", time.time())
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def ask(method: str, path: str, body: bytes = b"", **heads: str) -> tuple[int, bytes]:
        line = HTTPSConnection("127.0.0.1", hub.port, context=context, timeout=10)
        try:
            line.request(method, path, body, heads)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    join, say = "/club/join", "/club/say"
    assert ask("POST", join, b"{}")[0] == ask("POST", join, b"[" * 4000)[0] == 400
    assert ask("POST", join, b'{"v":1,"code":"x","version":"1"}')[0] == 403
    assert ask("POST", join, b'{"v":0,"code":"x","version":"1"}')[0] == 400
    assert ask("POST", join, b" " * 20_000)[0] == 413
    for token in ("", "Bearer ", "Bearer x", "Basic x", "Bearer " + "a" * 43):
        for more in (b"", b" " * 20_000):  # a longer word is not even read
            words = b'{"v":1,"now":1,"version":"1"}' + more
            assert ask("POST", say, words, Authorization=token)[0] == 401
    status, told = ask(
        "POST", join, b'{"v":7,"code":"%s","version":"9","newer":{}}' % code.encode()
    )
    assert status == 200 and b'"name":"ten"' in told  # a later version
    token = told.split(b'"token":"')[1][:43].decode()
    heads = {"Authorization": f"Bearer {token}"}
    for wrong in (b"", b"{}", b'{"v":1}', b"\xff", b'{"v":1,"now":"x"}', b'{"v":1,' + b"[" * 9999):
        status, answer = ask("POST", say, wrong, **heads)
        assert status == 400 and b'"de":' in answer
    for line_break in ('"game":"ferry\\n"', '"match":"m\\n"', '"mark":"%s\\n"' % ("0" * 32)):
        one = {"match": '"match":"m"', "game": '"game":"ferry"', "seats": '"seats":[]'}
        one[line_break[1:].partition('"')[0]] = line_break
        told = f'{{"v":1,"now":1,"version":"1","courses":[{{{",".join(one.values())}}}]}}'.encode()
        assert ask("POST", say, told, **heads)[0] == 400
    assert ask("POST", say, b" " * (5 << 20), **heads)[0] == 413
    for version, free, status in (("1", 3 << 40, 200), ("1\\u0000", 1, 400), ("<b>", 1, 400)):
        words = f'{{"v":1,"now":1,"version":"{version}","free":{free}}}'.encode()
        assert ask("POST", say, words, **heads)[0] == status
    slow = HTTPSConnection("127.0.0.1", hub.port, context=context, timeout=10)
    slow.putrequest("POST", say)
    for name, value in (*heads.items(), ("Content-Length", str(1 << 20))):
        slow.putheader(name, value)
    slow.endheaders()
    until(lambda: ask("POST", say, words, **heads)[0] == 413, "one word of a table at a time")
    slow.close()
    until(lambda: ask("POST", say, words, **heads)[0] == 400, "the next one")
    key = allow(hub.database, Right("ten", True))
    for host in ("localhost", "127.0.0.1:1", "a" * 9000, "[::1]", "<b>"):
        status, page = ask("POST", f"/{key}/tables", b"do=invite&table=x", Host=host)
        assert status == 200 and f"<code>{socket.gethostname()}:".encode() in page
    for path in (f"/{key}/board/%00", f"/{key}/record?game=%00", f"/{key}/record?table=%00"):
        assert ask("GET", path)[0] == 404
    for path in ("/", "/x/", "/x/tables", "/x/stream", "/x/hub.js", "/../etc/passwd"):
        assert ask("GET", path)[0] == 404
    assert ask("DELETE", say)[0] == 404
