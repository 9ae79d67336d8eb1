"""The companion as a process: watched, hung, stumbling, restarted, asked to end."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.maintenance.lock import hold
from companion.maintenance.log import keep_log, last_lines
from tests.ui.stage import Stage
from ui.session.resume_point import read
from ui.watchdog import Watchdog

HANG = "Watchdog()._tell('STUCK=1'); time.sleep(600)"

PROGRAM = """
import sys, time
import ui.__main__ as main
real = main._open
def opened(folder, chosen):
    main.configure(folder, chosen.size, windowed=True)
    from kivy.clock import Clock
    from ui.watchdog import Watchdog
    def fault(_):
        {fault}
    begin = Watchdog.start
    def start(dog):
        begin(dog)
        Clock.schedule_once(lambda _: Clock.schedule_once(fault, 0.5), 0)
    Watchdog.start = start
    return real(folder, chosen)
main._open = opened
sys.exit(main.main(sys.argv[1:]))
"""


class Listener:
    """What systemd hears."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

    def next(self, seconds: float = 30) -> str:
        """The next thing that is said; "" for silence."""
        ready, _, _ = select.select([self._socket], [], [], seconds)
        return self._socket.recv(4096).decode() if ready else ""

    def until(self, said: str) -> None:
        while (heard := self.next()) != said:
            assert heard, f"{said} was never said"

    def drain(self) -> None:
        while self.next(0):
            pass

    def close(self) -> None:
        self._socket.close()


def wait_until(done: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


@contextmanager
def listening(folder: Path) -> Iterator[Listener]:
    listener = Listener(folder)
    try:
        yield listener
    finally:
        listener.close()


@contextmanager
def running(
    folder: Path, listener: Listener, *more: str, fault: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """The companion, or one with a fault in it."""
    how = ["-c", PROGRAM.format(fault=fault)] if fault else ["-m", "ui"]
    environ = {
        **os.environ,
        "NOTIFY_SOCKET": listener.address,
        "WATCHDOG_USEC": "200000",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    environ.pop("KIVY_LOG_MODE", None)
    command = [sys.executable, *how, "--windowed", "--size", "320x240", "--data", str(folder)]
    process = subprocess.Popen([*command, *more], env=environ, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_systemd_hears_that_the_companion_lives_and_no_frame_is_drawn_for_it(
    stage: Stage, tmp_path: Path
) -> None:
    with listening(tmp_path) as listener:
        stage.rest()
        dog = Watchdog({"NOTIFY_SOCKET": listener.address, "WATCHDOG_USEC": "100000"})
        assert dog.pause == 0.05
        drawn = stage.flips
        dog.start()
        heard: list[str] = []

        def often() -> bool:
            heard.append(listener.next(0))
            return heard.count("WATCHDOG=1") >= 3

        stage.until(often)
        assert heard[0] == "READY=1"
        assert stage.flips - drawn < 3  # the window may have a late word for itself
        dog.stop()
        listener.until("STOPPING=1")


def test_the_companion_opens_without_systemd(tmp_path: Path) -> None:
    for environ in (
        {},
        {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1"},
        {"NOTIFY_SOCKET": "@gone"},
    ):
        dog = Watchdog(environ)
        dog.start()
        dog.stop()
    another = {"NOTIFY_SOCKET": "x", "WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}
    assert Watchdog(another).pause == 0


def test_a_hung_screen_stops_telling_that_it_is_alive(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with (
        listening(tmp_path) as listener,
        running(data, listener, fault=HANG) as process,
    ):
        listener.until("READY=1")
        listener.until("WATCHDOG=1")
        listener.until("STUCK=1")
        assert listener.next(1.0) == ""  # ten times the pause between two words
        assert process.poll() is None
        process.send_signal(signal.SIGABRT)  # what systemd does then
        assert process.wait() == -signal.SIGABRT
    keep_log(data).close()
    assert "in fault" in last_lines(data)


def test_a_fault_does_not_end_the_evening(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fault = "raise ValueError('Zwackelmann')"
    with listening(tmp_path) as listener, running(data, listener, fault=fault) as process:
        listener.until("READY=1")
        wait_until(lambda: "ValueError" in last_lines(data))
        listener.drain()
        assert [listener.next() for _ in range(5)] == ["WATCHDOG=1"] * 5
        assert process.poll() is None and read(data).tries == 0
        assert "Zwackelmann" not in last_lines(data)


def test_a_fault_that_comes_again_and_again_leaves_a_screen_that_answers(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fault = "Clock.schedule_once(fault, 0.05); raise ValueError('Zwackelmann')"
    with listening(tmp_path) as listener, running(data, listener, fault=fault) as process:
        listener.until("READY=1")
        listener.until("STOPPING=1")
        listener.until("READY=1")  # the crash screen, in the same process
        assert process.poll() is None
        assert read(data).tries == 1
        assert "ValueError" in last_lines(data)
        assert "Zwackelmann" not in last_lines(data)
    with listening(tmp_path / "data") as listener, running(data, listener, "--crashed", "0.1"):
        listener.until("READY=1")
        listener.until("READY=1")  # and from there it opens by itself


def test_only_one_companion_opens_the_data_and_it_ends_when_asked(tmp_path: Path) -> None:
    with listening(tmp_path) as listener:
        held = hold(tmp_path / "data")
        assert held
        with running(tmp_path / "data", listener) as process:
            assert process.wait() == 3
        held.close()
        with running(tmp_path / "data", listener) as process:
            listener.until("READY=1")
            process.terminate()
            listener.until("STOPPING=1")
            assert process.wait() == 0


def test_too_few_open_files_end_with_an_explanation(tmp_path: Path) -> None:
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (30, 30));"
    start = f"{limited} import ui.__main__ as main; sys.exit(main.main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "--check", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "ulimit -n" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_pipe_named_like_the_matches_does_not_keep_the_companion_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "matches.db")
    command = [sys.executable, "-m", "ui", "--check", "--windowed", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
