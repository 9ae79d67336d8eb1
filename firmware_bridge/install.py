"""``companion firmware``: puts the firmware onto a button box, and changes its settings."""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import serial

from firmware_bridge.buttonbox import FIRMWARE
from firmware_bridge.buttonbox.frames import VERSION
from firmware_bridge.devices.boxes import BAUD, WRITE_SECONDS, ask
from firmware_bridge.ports import PORT_ERRORS, candidates
from firmware_bridge.protocol.events import Joined, Refused
from firmware_bridge.protocol.frames import Hello
from firmware_bridge.protocol.link import Link
from firmware_bridge.settings import Boxes

FOLDER = Path(__file__).parent / "buttonbox"
STARTS = 20.0
"""Seconds in which a box starts and its port comes back."""

COPIES = 120.0
"""Seconds that copying may take."""


class Failed(Exception):
    """It did not work; the text says what to do."""


def command(arguments: Sequence[str]) -> int:
    """0 when it worked, 1 when not, 2 when the call was not understood."""
    parser = argparse.ArgumentParser(prog="companion firmware", description=__doc__)
    orders = parser.add_subparsers(dest="order", required=True)
    installs = orders.add_parser("install", help="copy the firmware to a box that is plugged in")
    sets = orders.add_parser("set", help="change settings in the flash of a box")
    sets.add_argument("settings", help='an object of JSON, such as \'{"name": "Anna"}\'')
    tells = orders.add_parser("who", help="ask a box who it is")
    for one in (installs, sets, tells):
        one.add_argument("--port", help="where it is (default: looked for)")
    try:
        asked = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        if asked.order == "install":
            said = install(asked.port)
        elif asked.order == "set":
            said = keep(asked.port, asked.settings)
        else:
            said = _described(_find(asked.port)[1])
    except Failed as failed:
        print(f"companion firmware: {failed}", file=sys.stderr)
        return 1
    print(said)
    return 0


def install(port: str | None) -> str:
    """Copy the firmware to the board at ``port``, start it and ask who it is; a sentence about it.

    Raises Failed.
    """
    path, hello = _board(port)
    if hello is not None and hello.version == VERSION:
        print(f"{_described(hello)} It is started without its program.", flush=True)
        with _session(path) as (link, _):
            link.leave()
            _settle(link, lambda: link.idle)
        time.sleep(0.5)
    _copy(path)
    found = _wait_for(path)
    if found.firmware != FIRMWARE:
        raise Failed(f"the box still runs firmware {found.firmware}; unplug it and try again")
    return f"Installed. {_described(found)}"


def keep(port: str | None, text: str) -> str:
    """Change settings of a box; a sentence about it. Raises Failed."""
    try:
        settings = json.loads(text)
    except ValueError:
        settings = None
    if not isinstance(settings, dict):
        raise Failed(f'{text} is no object of JSON such as {{"name": "Anna"}}')
    path, _ = _find(port)
    with _session(path) as (link, refused):
        try:
            link.keep(settings)
        except ValueError:
            raise Failed("these settings are too long; change fewer at a time") from None
        _settle(link, lambda: link.idle)
        if refused:
            raise Failed("the box refused: it knows no such setting, or cannot write its flash")
    return "Kept. It holds when the box is plugged in the next time."


def _described(hello: Hello) -> str:
    return (
        f"{hello.name or 'A button box'}, serial number {hello.serial}, firmware {hello.firmware},"
        f" protocol {hello.version}: {hello.buttons} buttons, {hello.lamps} lamps,"
        f" {hello.dials} dials, {hello.buzzers} buzzers, {hello.displays} displays."
    )


def _find(port: str | None) -> tuple[str, Hello]:
    """The first port with a box, and the box."""
    for path in _ports(port):
        hello = _ask(path)
        if hello is not None:
            return path, hello
    raise Failed("no button box answers; is it plugged in, and not in use by the companion?")


def _board(port: str | None) -> tuple[str, Hello | None]:
    """Where to install: a box, or else the only board there is."""
    paths = list(_ports(port))
    answers = [(path, _ask(path)) for path in paths]
    for path, hello in answers:
        if hello is not None:
            return path, hello
    if len(paths) == 1:
        return paths[0], None
    raise Failed(
        "no board is plugged in; if it is, name its port with --port"
        if not paths
        else f"which one is it? Name it with --port: {', '.join(paths)}"
    )


def _ports(port: str | None) -> list[str]:
    patterns = (port,) if port else Boxes().ports
    return [path for path, _ in candidates(patterns)]


def _open(path: str) -> serial.Serial:
    return serial.Serial(path, BAUD, timeout=0, write_timeout=WRITE_SECONDS, exclusive=True)


def _ask(path: str) -> Hello | None:
    try:
        with _open(path) as port:
            return ask(port, time.monotonic, lambda: False)
    except PORT_ERRORS as error:
        raise Failed(f"{path} cannot be used: {error}") from None


@contextmanager
def _session(path: str) -> Iterator[tuple["_Driven", list[Refused]]]:
    """A session with the box at a port."""
    try:
        with _open(path) as port:
            link = _Driven(port)
            _settle(link, lambda: link.state == "joined" and link.idle)
            yield link, link.refused
    except PORT_ERRORS as error:
        raise Failed(f"{path} cannot be used: {error}") from None


class _Driven(Link):
    """A link with a port of its own."""

    def __init__(self, port: serial.Serial) -> None:
        super().__init__(random.randrange(0x10000))
        self.refused: list[Refused] = []
        self._port = port
        self.connect(time.monotonic())

    def step(self) -> None:
        """A moment of listening and speaking."""
        self._port.write(self.outgoing(time.monotonic()))
        for one in self.feed(self._port.read(256), time.monotonic()):
            if isinstance(one, Refused):
                self.refused.append(one)
            elif isinstance(one, Joined):
                self.refused.clear()


def _settle(link: _Driven, done: Callable[[], bool]) -> None:
    end = time.monotonic() + 5.0
    while not done():
        if time.monotonic() > end:
            raise Failed("the box does not answer any more; unplug it and try again")
        link.step()
        time.sleep(0.005)


def _copy(path: str) -> None:
    """With mpremote, MicroPython's own tool, over the board's console."""
    files = sorted(str(file) for file in FOLDER.glob("*.py") if file.name != "start.py")
    start = (FOLDER / "start.py").read_text("utf-8")
    steps: list[list[str]] = [
        ["exec", "import os\nif 'buttonbox' not in os.listdir(): os.mkdir('buttonbox')"],
        ["fs", "cp", "-f", *files, ":buttonbox/"],
        ["exec", f"with open('main.py', 'w') as file: file.write({start!r})"],
        ["reset"],
    ]
    whole = ["connect", path]
    for step in steps:
        whole += [*step, "+"]
    print(f"Copying {len(files) + 1} files to {path}.", flush=True)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", *whole[:-1]],
            capture_output=True,
            text=True,
            timeout=COPIES,
        )
    except subprocess.TimeoutExpired:
        raise Failed("copying takes too long; unplug the board and try again") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise Failed(
            f"MicroPython does not answer at {path} ({''.join(last)}); docs/hardware.md says how"
            " to put it onto the board"
        )


def _wait_for(path: str) -> Hello:
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        try:
            hello = _ask(path)
        except Failed:
            hello = None  # the port is not back yet
        if hello is not None:
            return hello
        time.sleep(0.2)
    raise Failed(
        "the files are copied, but the box does not say who it is; unplug it and try again"
    )
