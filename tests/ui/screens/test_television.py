"""The television: switched on by touch, told after the frame that people wait for, and never missed
at the table when it goes."""

import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from kivy.core.window import Window
from msgspec.structs import replace

from companion.maintenance.backup import write_backup
from companion.sight import wire
from companion.sight.wire import FromTable, News, Ready, Spent
from companion.store.keys import TELEVISION_KEY_FILE, read_key
from tests.guests.service import Answer, ask, connected
from tests.ports import free_port
from tests.ui.screens.table import Table
from tests.ui.stage import Finger
from ui import __main__ as starting
from ui.guests import line, reach
from ui.guests.line import Standing
from ui.guests.television import Television
from ui.screens.service.television import TelevisionPage
from ui.session import settings
from ui.session.settings import read


@pytest.fixture(autouse=True)
def own_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that no other test takes while a service is begun again."""
    monkeypatch.setattr(line, "PORTS", (free_port(),))


def television(table: Table) -> Television:
    found = table.root.peripherals.television
    assert isinstance(found, Television)
    return found


def until(table: Table, true: Callable[[], object]) -> None:
    """Let frames pass until something is so, also on a machine where the service, which stands back
    behind all else, begins late."""
    table.stage.until(true)
    table.stage.settle()


def switched_on(table: Table) -> Standing:
    """By touch, as somebody does it at the table."""
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "television"))))
    assert isinstance(table.page, TelevisionPage)
    table.press(table.labelled(table.say("television", "on-yes")))
    until(table, lambda: television(table).standing.state == "on")
    return television(table).standing


def seen(table: Table, wanted: str) -> None:
    """Look from elsewhere until it is seen there."""
    tv, told = television(table), b""
    with connected(tv.standing.port) as one:
        host = f"127.0.0.1:{tv.standing.port}"
        one.sendall(f"GET {tv.path}stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        one.settimeout(0.02)
        while wanted.encode() not in told:
            table.stage.frames(1)
            try:
                told += one.recv(1 << 16)
            except TimeoutError:
                continue


def there(port: int, path: str) -> Answer | None:
    """What is answered; None where nobody is there."""
    try:
        return ask(port, path)
    except OSError:
        return None


def test_it_is_off_until_somebody_switches_it_on_and_then_shows_what_is_played(
    table: Table,
) -> None:
    assert television(table).standing == Standing() and read(table.app.session.folder) is not None
    standing = switched_on(table)
    path = television(table).path
    seen(table, "whole\ndata: null")
    assert there(standing.port, path) is not None
    table.root.home()
    table.begin()
    table.touch("blue@-1,0", "0,0")
    seen(table, table.open_match.presenter.phrasebook.say("ask", "move", {"seat": "blue"}))
    folder = table.app.session.folder
    assert read(folder).television.on and path == television(table).path
    table.stage.until(lambda: table.open_match.saved)
    backup = write_backup(folder / "stick", folder, table.app.session.library, datetime.now(UTC))
    with ZipFile(backup) as packed:
        taken = b"".join(map(packed.read, packed.namelist()))
    key = read_key(folder, TELEVISION_KEY_FILE).hex().encode()
    assert path.strip("/").encode() not in taken and key and key not in taken
    table.root.go("television")
    table.press(table.labelled(table.say("television", "on-no")))
    until(table, lambda: there(standing.port, path) is None)


def test_digits_lead_there_only_while_they_are_shown_and_a_new_address_ends_the_old(
    table: Table,
) -> None:
    port, tv = switched_on(table).port, television(table)
    until(table, lambda: ask(port, f"/{tv.code}").status == 303)
    old, digits = tv.path, tv.code
    table.page.left()
    until(table, lambda: ask(port, f"/{digits}").status == 404)
    tv.renew()
    until(table, lambda: ask(port, old).status == 404)
    assert tv.path != old and ask(port, tv.path).status == 200


def test_an_old_address_stays_ended_where_the_disk_is_full(table: Table) -> None:
    switched_on(table)
    old = television(table).path
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        television(table).renew()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    after_a_start = Television(table.app.session)
    after_a_start.publish()
    new = after_a_start.path
    after_a_start.leave()
    assert len({old, television(table).path, new}) == 3


def test_the_table_plays_on_when_the_service_dies_and_has_it_back_at_the_same_place(
    table: Table,
) -> None:
    standing, tv = switched_on(table), television(table)
    path, own = tv.path, tv._line
    assert own is not None and own.process is not None
    own.process.kill()
    until(table, lambda: tv.standing.state == "again")
    assert table.say("notice", "television_again") in table.words()
    table.root.home()
    table.begin()
    table.touch("blue@-1,0", "0,0")
    assert table.moves()
    until(table, lambda: tv.standing.state == "on")
    assert tv.standing.port == standing.port and ask(standing.port, path).status == 200
    seen(table, "whole")


def test_nothing_is_told_before_the_frame_that_shows_what_came_of_a_touch(table: Table) -> None:
    switched_on(table)
    table.root.home()
    table.begin()
    tv, order = television(table), list[str]()
    tell = tv.publish

    def publish() -> None:
        entries = len(table.open_match.match.timeline.entries)
        tell()
        order.append(f"told {entries}")

    table.root.peripherals.television.publish = publish

    def flip(*_: object) -> None:
        order.append(f"frame {len(table.open_match.match.timeline.entries)}")

    table.touch("blue@-1,0")
    table.stage.frames(3)
    Window.bind(on_flip=flip)
    before = len(table.open_match.match.timeline.entries)
    finger = Finger(*table.play.board.where("0,0"))  # every frame is drawn, as at a table
    table.stage.frames(1)
    finger.up()
    table.stage.frames(4)
    Window.unbind(on_flip=flip)
    assert order.index(f"frame {before + 1}") < order.index(f"told {before + 1}")


class Impostor:
    """Something at the socket where systemd waits, in place of the service. heard: what it was
    told."""

    def __init__(self, path: Path) -> None:
        self.heard: list[FromTable] = []
        self.says: list[bytes] = []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                one, _ = self._socket.accept()
            except OSError:
                return
            with suppress(OSError), one, one.makefile("rb") as lines:
                for word in self.says:
                    one.sendall(word)
                for told in lines:
                    self.heard.append(wire.from_table.decode(told))

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


def test_the_service_is_begun_before_the_window_and_is_the_one_that_answers(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Opened(Exception):
        """Would open now."""

    def opens(*_: object, **more: object) -> None:
        raise Opened

    monkeypatch.setattr(starting, "configure", opens)
    folder = tmp_path / "before"
    folder.mkdir()
    chosen = table.app.session.settings
    for on, given in ((False, []), (True, ["--check"]), (True, [])):
        settings.write(folder, replace(chosen, television=replace(chosen.television, on=on)))
        assert not reach._ahead, "there is nothing to show yet, or nobody to see it"
        with pytest.raises(Opened):
            starting.open_window(folder, starting.options().parse_args(given))
    [begun] = reach._ahead
    switched_on(table)
    own = television(table)._line
    assert own is not None and own.process is begun.process


@pytest.fixture
def impostor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Impostor]:
    path = tmp_path / "called.sock"
    made = Impostor(path)
    monkeypatch.setattr(reach, "CALLED", path)
    yield made
    made.close()


IPV4, IPV6 = "192.168.178.123", "[fd12:3456:789a:bcde:f012:3456:789a:bcde]"


@pytest.mark.parametrize(
    "stage, address",
    [((1280, 720), IPV4), ((800, 480), IPV4), ((800, 480), IPV6), ((720, 1280), IPV6)],
    indirect=["stage"],
    ids=str,
)
def test_the_address_stands_whole_on_every_screen_as_a_code_and_to_be_typed(
    impostor: Impostor, table: Table, address: str
) -> None:
    impostor.says = [wire.line(Ready(8480, (address,)))]
    switched_on(table)
    page = table.page
    for language in ("de", "en"):
        table.root.choose(language=language)
        until(table, lambda: isinstance(page, TelevisionPage) and page.code is not None)
        assert isinstance(page, TelevisionPage) and page.code is not None
        assert page.code.millimetres >= 0.4
        assert f"{address}:8480/{television(table).code}" in table.words()
        assert not table.faults()


@pytest.mark.parametrize(
    "said",
    [b"\xff\n", b"{}\n", b"x" * 20_000, b'{"type":"ready","port":1,"addresses":["http://x"]}\n'],
)
def test_what_a_service_says_that_nobody_agreed_on_ends_its_line_and_nothing_else(
    impostor: Impostor, table: Table, said: bytes
) -> None:
    impostor.says = [said]
    table.button("settings")
    table.root.go("television")
    table.press(table.labelled(table.say("television", "on-yes")))
    until(table, lambda: television(table).standing.state == "again")
    impostor.says = [wire.line(Ready(8480, ("10.0.0.2",))), wire.line(Spent())]
    until(table, lambda: television(table).standing.spent)
    assert table.say("notice", "television_spent") in table.words()
    until(table, lambda: any(isinstance(one, News) for one in impostor.heard))
