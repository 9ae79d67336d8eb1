"""Devices that flood: each is plugged in, sends its share, and shows one code by hand."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import Any, Protocol

from firmware_bridge import simulate
from firmware_bridge.inputs import InputPort
from firmware_bridge.simulate import SimulatedScanner
from firmware_bridge.simulate_input import KEYBOARD, InputFolder

simulate.ACCEPT_SECONDS = 0.02  # a scanner waits for nobody

PAD = (
    *("BTN_SOUTH", "BTN_EAST", "BTN_WEST", "ABS_HAT0X", "KEY_LEFT", "KEY_RIGHT", "KEY_PAGEDOWN"),
    *("KEY_PAGEUP", "KEY_VOLUMEUP", "KEY_PLAYPAUSE", "KEY_MUTE"),
)
"""What confirms, takes back, passes on and turns."""

WIRED = """button = []
dial = []
boxes = {{ ports = [] }}
camera = {{ ports = [] }}
scanner = {{ ports = {scanner}, repeat_ms = 0, module = "lines" }}
input = {input}
"""
"""The settings file of a table with one device alone. What floods may lead to the page on which
parts are wired, and that opens all devices anew, by this file."""


class Noisy(Protocol):
    """A device that floods. name: in its state. opener: for input devices; None for none."""

    name: str
    opener: Callable[[str], InputPort] | None

    def wired(self) -> str:
        """The settings file of a table with this one alone."""

    def say(self, words: list[str]) -> None:
        """What its lines may say."""

    def send(self, many: int) -> None:
        """So many more lines or keys, as far as they can be got rid of."""

    def show(self, code: str) -> None:
        """By hand, after it was unplugged and plugged in again."""

    def calm(self) -> None:
        """Pull its plug and put it in again."""


class Scanner:
    """On a pseudo-terminal; a context manager."""

    name, opener = "scanner", None

    def __init__(self) -> None:
        self._own = SimulatedScanner()
        self._words: Iterator[str] = cycle(["nonsense"])

    def __enter__(self) -> "Scanner":
        self._own.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._own.__exit__(*exception)

    def wired(self) -> str:
        return WIRED.format(scanner=f'["{self._own.path}"]', input="[]")

    def say(self, words: list[str]) -> None:
        self._words = cycle(words)

    def send(self, many: int) -> None:
        lines = "".join(f"{next(self._words)}\r" for _ in range(many))
        with suppress(TimeoutError, OSError):  # while it is off nobody reads them
            self._own.send_raw(lines.encode())

    def show(self, code: str) -> None:
        self._own.scan(code)

    def calm(self) -> None:
        self._own.unplug()
        self._own.replug()


class Keys:
    """A keyboard with a pad's buttons, on a pipe in place of the kernel; a context manager."""

    name = "input-1"

    def __init__(self) -> None:
        self._folder = InputFolder()
        self._own = self._folder.device("Noisy", (*KEYBOARD, *PAD), lasting="usb-Noisy-event-kbd")
        keys = [*PAD, "KEY_A", "KEY_7", "KEY_ENTER"]
        self._next = cycle((key, down) for key in keys for down in (1, 0))
        self.opener = self._folder.open

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *exception: Any) -> None:
        self._folder.__exit__(*exception)

    def wired(self) -> str:
        told = f'[{{ ports = ["{self._folder.ports[0]}"], name = "Noisy" }}]'
        return WIRED.format(scanner="[]", input=told)

    def say(self, words: list[str]) -> None:
        """It has keys alone."""

    def send(self, many: int) -> None:
        with suppress(BlockingIOError):  # what nobody reads, a kernel drops, too
            for _ in range(many):
                self._own.send(*next(self._next))

    def show(self, code: str) -> None:
        self._own.strike(f"{code}\n", gap=0.005)

    def calm(self) -> None:
        self._own.unplug()
        self._own.replug()


NOISY: dict[str, Callable[[], Scanner | Keys]] = {"scanner": Scanner, "keys": Keys, "hands": Keys}
