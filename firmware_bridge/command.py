"""``companion devices``: watch what comes in, record and replay the bytes, simulate a box."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.files import read_whole, shown
from companion.home import data_folder
from companion.languages import LANGUAGES, Language
from companion.table import Pressed, Released, Scanned, Signal, Struck, Turned
from firmware_bridge.bridge import Bridge
from firmware_bridge.buttonbox.frames import Cutter
from firmware_bridge.decoding.gm65 import Splitter
from firmware_bridge.decoding.lines import LineCutter, ScannedLine
from firmware_bridge.inputs import RECORDED
from firmware_bridge.settings import HARDWARE
from firmware_bridge.settings_file import read_settings
from firmware_bridge.simulator import NodeBox
from firmware_bridge.states import DeviceState
from firmware_bridge.texts import wording
from firmware_bridge.traffic import MOST_READ, PINS, Recorded, read_recording

Tell = Callable[[str], None]


def command(arguments: Sequence[str]) -> int:
    """0 when it worked, 1 when not, 2 when the call was not understood."""
    parser = argparse.ArgumentParser(prog="companion devices", description=__doc__)
    orders = parser.add_subparsers(dest="order", required=True)
    watches = orders.add_parser("watch", help="tell what the devices do, as they do it")
    watches.add_argument(
        "--settings", type=Path, help=f"the wiring (default: {HARDWARE} of the screen's data)"
    )
    watches.add_argument("--record", type=Path, metavar="FILE", help="keep all bytes in a file")
    watches.add_argument("--language", choices=LANGUAGES, default="en")
    watches.add_argument("--seconds", type=float, help="for how long (default: until Ctrl-C)")
    replays = orders.add_parser("replay", help="tell what recorded bytes mean")
    replays.add_argument("file", type=Path)
    simulates = orders.add_parser("simulate", help="a button box with the real firmware")
    simulates.add_argument("--seconds", type=float, help="for how long (default: until Ctrl-C)")
    try:
        asked = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        if asked.order == "watch":
            settings = _meant(asked.settings) or data_folder(None) / HARDWARE
            return _watch(settings, _meant(asked.record), asked.language, asked.seconds)
        if asked.order == "replay":
            text = read_whole(asked.file.resolve(), MOST_READ).decode()
            for line in replay(read_recording(text)):
                print(line)
            return 0
        return _simulate(asked.seconds)
    except (OSError, ValueError) as error:
        print(f"companion devices: {_in_words(error)}", file=sys.stderr)
        return 1


def _in_words(error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeError):
        return "this is no recording: there is no text in it"
    if isinstance(error, OSError) and error.strerror:
        return f"{shown(str(error.filename))}: {error.strerror.lower()}"
    return str(error)


def _meant(path: Path | None) -> Path | None:
    """A path that was typed: a link on the way is meant."""
    return None if path is None else path.resolve()


def replay(recorded: Iterator[Recorded]) -> Iterator[str]:
    """Every frame, reply and code in recorded bytes, a line each. The same parsers as ever."""
    cutters: dict[tuple[str, str], Cutter] = {}
    splitter, lines = Splitter(), LineCutter()
    for one in recorded:
        start = f"{one.at:10.4f} {one.device} {one.way:>3} "
        if one.device.startswith("input"):
            whole = one.data[: len(one.data) // RECORDED.size * RECORDED.size]
            for _, _, kind, code, value in RECORDED.iter_unpack(whole):
                yield f"{start}event {kind}, {code}, {value}"
            continue
        if one.device == PINS:
            pin, value = one.data
            yield start + f"pin {pin} {value}"
        elif not one.device.startswith("scanner"):
            cutter = cutters.setdefault((one.device, one.way), Cutter())
            damaged = cutter.damaged
            for name, values in cutter.feed(one.data):
                yield start + f"{name} {', '.join(map(repr, values))}"
            if cutter.damaged > damaged:
                yield start + f"{cutter.damaged - damaged} damaged"
        elif one.way == "out":
            yield start + f"request {one.hex}"
        else:
            replies, text = splitter.feed(one.data)
            yield from (start + f"reply {data.hex()}" for data in replies)
            for found in lines.feed(text):
                said = repr(found.text) if isinstance(found, ScannedLine) else found.fault
                yield start + f"code {said}"


def _watch(path: Path, record: Path | None, language: Language, seconds: float | None) -> int:
    settings, faults = read_settings(path)
    for fault in faults:
        print(wording(fault, language))
    said: dict[str, str] = {}

    def status(states: tuple[DeviceState, ...]) -> None:
        for state in states:
            line = f"{state.name}: {wording(state.detail, language)}"
            if said.get(state.name) != line:
                said[state.name] = line
                print(line, flush=True)

    def deliver(signal: Signal) -> None:
        print(described(signal), flush=True)

    bridge = Bridge(settings, deliver, status=status)
    if record is not None:
        bridge.traffic.record(record, keys=True)
    bridge.start()
    try:
        _wait(seconds)
    finally:
        bridge.stop()
    return 0


def described(signal: Signal) -> str:
    """A signal as a line."""
    start = f"{signal.source} {signal.number}: "
    if isinstance(signal, Pressed | Released):
        what = "pressed" if isinstance(signal, Pressed) else "released"
        return f"{start}{signal.role} {signal.place} {what}"
    if isinstance(signal, Turned):
        return f"{start}dial {signal.place} turned by {signal.steps}"
    if isinstance(signal, Scanned):
        return f"{start}scanned {signal.code!r}"
    if isinstance(signal, Struck):
        return f"{start}struck {signal.key!r}"
    return start + type(signal).__name__


def _simulate(seconds: float | None) -> int:
    try:
        box = NodeBox()
    except LookupError as error:
        print(f"companion devices: {error}", file=sys.stderr)
        return 1
    with box:
        print(f"A button box is at {box.port}. Put that into the hardware settings:", flush=True)
        print(f'\n[boxes]\nports = ["{box.port}"]\n\nA line of numbers presses these buttons:')
        with suppress(EOFError, KeyboardInterrupt, ValueError):
            end = None if seconds is None else time.monotonic() + seconds
            while end is None or time.monotonic() < end:
                for button in [int(word) for word in input().split()]:
                    box.press(button)
                    time.sleep(0.05)
                    box.release(button)
    return 0


def _wait(seconds: float | None) -> None:
    with suppress(KeyboardInterrupt):
        time.sleep(seconds if seconds is not None else 10**8)
