"""Over real pseudo-terminals, with the real thread."""

import errno
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
import serial

from companion.table import Lamp, Scanned
from firmware_bridge import simulate
from firmware_bridge.devices.scanner import FIRST_RETRY, LONGEST_RETRY, LineScanner
from firmware_bridge.ports import why
from firmware_bridge.settings import NOTHING, Boxes, Scanner, Settings
from firmware_bridge.simulate import SimulatedScanner
from tests.bridge.rig import DEADLINE, SETTINGS, Rig, until

A_HAND = 1.0
"""Seconds, at least, in which a hand shows a scanner the next code."""


def only(scanner: Scanner) -> Settings:
    return msgspec.structs.replace(NOTHING, scanner=scanner)


@pytest.fixture
def scanner() -> Iterator[SimulatedScanner]:
    with SimulatedScanner() as scanner:
        yield scanner


@pytest.fixture
def rig(scanner: SimulatedScanner) -> Iterator[Rig]:
    with Rig(only(scanner.settings())) as rig:
        rig.await_state("scanner", "ready", "scanner.ready")
        yield rig


def codes(rig: Rig) -> list[str]:
    return [signal.code for signal in rig.signals if isinstance(signal, Scanned)]


def test_a_scan_is_reported_as_a_signal(rig: Rig, scanner: SimulatedScanner) -> None:
    scanner.scan("MES-7")
    scanner.scan("Tür 3")
    rig.await_signals(2)
    assert codes(rig) == ["MES-7", "Tür 3"]
    assert [(s.number, s.source) for s in rig.signals] == [(1, "scanner"), (2, "scanner")]
    assert rig.signals[0].at <= rig.signals[1].at


def test_a_hundred_scans_at_once_and_none_is_lost(rig: Rig, scanner: SimulatedScanner) -> None:
    sent = [f"CODE-{number:05}" for number in range(100)]
    for code in sent:
        scanner.scan(code)
    rig.await_signals(100)
    assert codes(rig) == sent
    assert [signal.number for signal in rig.signals] == list(range(1, 101))


@pytest.mark.parametrize("same", [False, True], ids=["codes", "one code"])
def test_a_scanner_that_floods_is_turned_off_and_again_brings_it_back(
    rig: Rig, scanner: SimulatedScanner, same: bool
) -> None:
    lines = ["AGAIN" if same else f"CODE-{number}" for number in range(1500)]
    with suppress(OSError):  # the port is closed in the middle of it
        scanner.send_raw("".join(f"{line}\r" for line in lines).encode())
    rig.await_state("scanner", "off", "scanner.storm")
    assert codes(rig) == (["AGAIN"] if same else lines[:100])
    rig.bridge.again("scanner")
    rig.await_state("scanner", "ready", "scanner.ready")
    heard = len(rig.signals)
    scanner.scan("CALM")
    rig.await_signals(heard + 1)


def test_torn_lines_are_put_together(rig: Rig, scanner: SimulatedScanner) -> None:
    for piece in (b"AB", b"C", b"\r", b"\nDE", b"F\nGH", b"I\r\n"):
        scanner.send_raw(piece)
        # Each piece is read on its own before the next is sent.
        until(lambda: not unread(scanner), "the piece is read")
    rig.await_signals(3)
    assert codes(rig) == ["ABC", "DEF", "GHI"]


def unread(scanner: SimulatedScanner) -> bool:
    """Whether the bridge has bytes waiting."""
    import fcntl
    import struct
    import termios

    assert scanner._ends is not None
    waiting = fcntl.ioctl(scanner._ends[1], termios.FIONREAD, b"\0" * 4)
    return bool(struct.unpack("I", waiting)[0])


def test_garbage_is_said_and_the_next_scan_works(rig: Rig, scanner: SimulatedScanner) -> None:
    scanner.send_raw(b"\xff\x80\x00\x13\r")
    rig.await_state("scanner", "ready", "scanner.unreadable")
    state = rig.state("scanner")
    assert state is not None
    assert dict(state.detail.values) == {"length": 4, "count": 1}
    scanner.send_raw(b"y" * 400)
    rig.await_state("scanner", "ready", "scanner.too_long")
    scanner.send_raw(b"\r")
    scanner.scan("GOOD")
    rig.await_signals(1)
    rig.await_state("scanner", "ready", "scanner.ready")
    assert codes(rig) == ["GOOD"]


def test_half_a_code_is_given_up_and_never_read_with_the_next(
    rig: Rig, scanner: SimulatedScanner
) -> None:
    """A scanner that broke off, or is set to send no line end: the sentence says what to set."""
    scanner.send_raw(b"NOEND")
    rig.await_state("scanner", "ready", "scanner.torn")
    scanner.send_raw(b"HALF")
    until(lambda: not unread(scanner), "the half is read")
    time.sleep(A_HAND)
    scanner.scan("WHOLE")
    rig.await_signals(1)
    assert codes(rig) == ["WHOLE"]


def test_the_same_code_twice_counts_once(rig: Rig, scanner: SimulatedScanner) -> None:
    for code in ("A", "A", "A", "B", "A"):
        scanner.scan(code)
    rig.await_signals(3)
    assert codes(rig) == ["A", "B", "A"]


def test_a_scanner_can_be_unplugged_and_plugged_in_again(
    rig: Rig, scanner: SimulatedScanner
) -> None:
    for number in range(3):
        scanner.scan(f"BEFORE-{number}")
        rig.await_signals(2 * number + 1)
        scanner.send_raw(b"HALF A CO")
        scanner.unplug()
        rig.await_state("scanner", "missing", "scanner.lost")
        scanner.replug()
        rig.await_state("scanner", "ready", "scanner.ready")
        scanner.scan(f"AFTER-{number}")
        rig.await_signals(2 * number + 2)
    assert codes(rig) == [f"{when}-{n}" for n in range(3) for when in ("BEFORE", "AFTER")]
    assert [thread.name for thread in threading.enumerate()].count("bridge-scanner") == 1


def test_a_scanner_that_worked_is_soon_looked_for_again(
    rig: Rig, scanner: SimulatedScanner
) -> None:
    backoff = rig.bridge._scanners._all()[0]._backoff
    while backoff.wait() < LONGEST_RETRY:
        pass
    scanner.scan("WORKS")
    rig.await_signals(1)
    assert backoff.wait() == FIRST_RETRY


def test_a_port_that_appears_later_is_found_by_its_pattern(tmp_path: Path) -> None:
    with (
        SimulatedScanner(tmp_path, plugged=False) as scanner,
        Rig(only(Scanner(ports=("/no/such/port", f"{tmp_path}/scan*"), module="lines"))) as rig,
    ):
        rig.await_state("scanner", "searching", "scanner.searching")
        scanner.replug()
        rig.await_state("scanner", "ready", "scanner.ready")
        scanner.scan("LATE")
        rig.await_signals(1)
        assert codes(rig) == ["LATE"]


def test_a_port_held_by_another_program_is_reported(scanner: SimulatedScanner) -> None:
    with serial.Serial(str(scanner.path), exclusive=True):
        rig = Rig(only(scanner.settings()))
        rig.bridge.start()
        rig.await_state("scanner", "missing", "scanner.held")
    with rig:
        rig.await_state("scanner", "ready", "scanner.ready")
        scanner.scan("FREE")
        rig.await_signals(1)


def test_the_bridge_holds_its_port_alone(rig: Rig, scanner: SimulatedScanner) -> None:
    assert rig.state("scanner") is not None
    with pytest.raises(serial.SerialException):
        serial.Serial(str(scanner.path), exclusive=True)


def test_something_other_than_a_port_is_reported_and_the_next_port_is_taken(
    tmp_path: Path, scanner: SimulatedScanner
) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("no port")
    with Rig(only(Scanner(ports=(str(wrong),)))) as rig:
        rig.await_state("scanner", "missing", "scanner.unusable")
    with Rig(only(Scanner(ports=(str(wrong), str(scanner.path)), module="lines"))) as rig:
        rig.await_state("scanner", "ready", "scanner.ready")
    assert wrong.read_text() == "no port"


def test_an_impossible_path_is_reported_and_survived() -> None:
    with Rig(only(Scanner(ports=("\0",)))) as rig:
        rig.await_state("scanner", "missing", "device.broken")
        assert "bridge-scanner" in [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize(
    ("number", "reason"),
    [(errno.EACCES, "refused"), (errno.EWOULDBLOCK, "held"), (errno.EIO, "unusable")],
)
def test_the_reason_why_a_port_cannot_be_opened_is_reported(number: int, reason: str) -> None:
    assert why(serial.SerialException(number, "could not open port")) == reason


def test_a_storm_of_garbage_turns_it_off_and_again_brings_it_back(
    rig: Rig, scanner: SimulatedScanner
) -> None:
    scanner.send_raw(b"\xff\r" * 51)
    rig.await_state("scanner", "off", "device.storm")
    rig.bridge.again("scanner")
    rig.await_state("scanner", "ready", "scanner.ready")
    scanner.send_raw(b"\xff\r")  # the errors from before are forgotten
    scanner.scan("CALM")
    rig.await_signals(1)
    scanner.scan("STILL")
    rig.await_signals(2)
    assert codes(rig) == ["CALM", "STILL"]


def test_a_few_errors_are_not_yet_a_storm(rig: Rig, scanner: SimulatedScanner) -> None:
    scanner.send_raw(b"\xff\r" * 50)
    scanner.scan("STILL HERE")
    rig.await_signals(1)
    assert "device.storm" not in rig.details("scanner")


def test_stop_closes_the_port_and_start_opens_it_again(rig: Rig, scanner: SimulatedScanner) -> None:
    rig.bridge.stop()
    state = rig.state("scanner")
    assert state is not None and (state.state, state.detail.key) == ("off", "device.stopped")
    with serial.Serial(str(scanner.path), exclusive=True):
        pass
    rig.bridge.start()
    rig.await_state("scanner", "ready", "scanner.ready")
    scanner.scan("AGAIN")
    rig.await_signals(1)


def test_the_simulated_scanner_never_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ACCEPT_SECONDS", 0.01)
    with SimulatedScanner() as scanner:
        with pytest.raises(TimeoutError):
            scanner.send_raw(b"x" * 1_000_000)
        scanner.unplug()
        assert not scanner.path.exists()
        with pytest.raises(LookupError):
            scanner.scan("NOWHERE")
    assert not scanner.path.parent.exists()


def test_every_scanner_is_heard_and_has_its_place() -> None:
    with SimulatedScanner() as one, SimulatedScanner() as other:
        first = msgspec.structs.replace(one.settings(), place=1)
        second = msgspec.structs.replace(other.settings(), place=3)
        settings = msgspec.structs.replace(NOTHING, scanner=first, further=(second,))
        with Rig(settings) as rig:
            for name in ("scanner", "scanner-2"):
                rig.await_state(name, "ready", "scanner.ready")
            one.scan("FIRST")
            rig.await_signals(1)
            other.scan("SECOND")
            rig.await_signals(2)
            seen = [(s.code, s.source, s.place) for s in rig.signals if isinstance(s, Scanned)]
            assert seen == [("FIRST", "scanner", 1), ("SECOND", "scanner-2", 3)]


def test_a_place_chosen_for_a_port_goes_before_the_file_and_holds_for_the_next_scan() -> None:
    with SimulatedScanner() as one, SimulatedScanner() as other:
        first = msgspec.structs.replace(one.settings(), place=1)
        settings = msgspec.structs.replace(NOTHING, scanner=first, further=(other.settings(),))
        chosen: dict[str, int] = {}
        with Rig(settings, place_of=chosen.get) as rig:
            for name in ("scanner", "scanner-2"):
                rig.await_state(name, "ready", "scanner.ready")
            ports = [(each.name, each.port, each.place) for each in rig.bridge.scanners()]
            assert ports == [("scanner", str(one.path), 1), ("scanner-2", str(other.path), 0)]
            chosen |= {str(one.path): 0, str(other.path): 4}
            one.scan("FIRST")
            rig.await_signals(1)
            other.scan("SECOND")
            rig.await_signals(2)
            assert [s.place for s in rig.signals if isinstance(s, Scanned)] == [0, 4]
            other.unplug()
            rig.await_state("scanner-2", "missing", "scanner.lost")
            assert [(each.name, each.place) for each in rig.bridge.scanners()] == [("scanner", 0)]


def test_a_second_scanner_that_fits_the_pattern_is_heard_too(tmp_path: Path) -> None:
    with SimulatedScanner() as one, SimulatedScanner() as other:
        pattern = Scanner(ports=(str(tmp_path / "usb-*"),), module="lines")
        with Rig(only(pattern)) as rig:
            (tmp_path / "usb-1").symlink_to(one.path.resolve())
            rig.await_state("scanner", "ready")
            assert rig.state("scanner-2") is None  # nobody knows of one yet
            (tmp_path / "usb-2").symlink_to(other.path.resolve())
            rig.await_state("scanner-2", "ready")
            other.scan("SECOND")
            rig.await_signals(1)
            one.scan("FIRST")
            rig.await_signals(2)
            assert codes(rig) == ["SECOND", "FIRST"]
            one.unplug()
            (tmp_path / "usb-1").unlink()
            rig.await_state("scanner", "missing", "scanner.lost")
            one.replug()
            (tmp_path / "usb-1").symlink_to(one.path.resolve())
            rig.await_state("scanner", "ready")  # and not a third one
            assert rig.state("scanner-3") is None


def test_a_scanner_keeps_its_place_beside_one_that_fits_all_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who names a port gets it, also where the other looks first."""
    start = LineScanner.start

    def alone(this: LineScanner) -> None:
        start(this)
        until(lambda: this.has_port or this.name != "scanner", "the other has found one")

    monkeypatch.setattr(LineScanner, "start", alone)
    with SimulatedScanner() as one, SimulatedScanner() as other:
        for number, scanner in enumerate((one, other), start=1):
            (tmp_path / f"usb-{number}").symlink_to(scanner.path.resolve())
        every = Scanner(ports=(str(tmp_path / "usb-*"),), module="lines", place=1)
        its = Scanner(ports=(str(tmp_path / "usb-1"),), module="lines", place=3)
        settings = msgspec.structs.replace(NOTHING, scanner=every, further=(its,))
        with Rig(settings) as rig:
            for name in ("scanner", "scanner-2"):
                rig.await_state(name, "ready")
            one.scan("NAMED")
            rig.await_signals(1)
            other.scan("FOUND")
            rig.await_signals(2)
            assert [s.place for s in rig.signals if isinstance(s, Scanned)] == [3, 1]


def test_a_scanner_is_heard_where_nobody_asks_for_a_box(tmp_path: Path) -> None:
    """Boxes are looked for at a port of their own, and the scanner fits a pattern."""
    with SimulatedScanner(tmp_path) as scanner:
        found = Scanner(ports=(f"{tmp_path}/scan*",), module="lines")
        boxes = Boxes(ports=("/no/such/box",))
        with Rig(msgspec.structs.replace(NOTHING, scanner=found, boxes=boxes)) as rig:
            rig.await_state("scanner", "ready", "scanner.ready")
            scanner.scan("HEARD")
            rig.await_signals(1)


def test_pins_that_never_answer_and_a_port_that_takes_nothing_hold_up_no_scanner(
    scanner: SimulatedScanner,
) -> None:
    """The port is a real terminal whose other end is full and read by nobody; the chip of the pins
    is opened, and that does not come back."""
    asked, answers = threading.Event(), threading.Event()

    def chip() -> None:
        asked.set()
        answers.wait()
        raise OSError("it was unplugged")

    with SimulatedScanner() as full:
        port = os.open(full.path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with suppress(BlockingIOError):
            while True:
                os.write(port, b"x" * 4096)
        os.close(port)
        settings = msgspec.structs.replace(
            SETTINGS, scanner=scanner.settings(), boxes=Boxes(ports=(str(full.path),))
        )
        with Rig(settings, chip) as rig:
            until(asked.is_set, "the pins are opened")
            rig.await_state("scanner", "ready")
            rig.bridge.show((Lamp("confirm", 1, "on"),))
            scanner.scan("TC1:A")
            until(lambda: codes(rig)[-1:] == ["TC1:A"], f"the code is heard: {codes(rig)}")
            stopping = threading.Thread(target=rig.bridge.stop)
            stopping.start()
            stopping.join(DEADLINE)
            assert not stopping.is_alive()  # though the pins still wait
            answers.set()
