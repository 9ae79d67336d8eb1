"""Simulated button boxes: the firmware in MicroPython on Node, and the same code in this process.

Both have 24 buttons with a lamp each, a dial and a buzzer, and sit on the device's end of a
pseudo-terminal whose other end the companion opens at :attr:`SimulatedBox.port`.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
import tty
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

from firmware_bridge.buttonbox import FIRMWARE
from firmware_bridge.buttonbox.box import Box
from firmware_bridge.buttonbox.contacts import SAMPLE_MS
from firmware_bridge.buttonbox.flash import DEFAULTS

HERE = Path(__file__).parent
_PACKAGE = ".cache/micropython/node_modules/@micropython/micropython-webassembly-pyscript"
MICROPYTHON = HERE.parents[1] / _PACKAGE / "micropython.mjs"
"""Where script/setup.sh puts it."""

FIRMWARE_FOLDER = HERE.parent / "buttonbox"
BUTTONS = 24
HELD = 3
"""Samples for which contacts stay as they are at least: the firmware believes the second one. No
hand is quicker, but on a busy machine the box may look seldom."""

START_SECONDS = 20.0  # a busy machine may take some
WIRING = {
    "port": "uart",
    "inputs": {"clock": 2, "latch": 3, "data": 4, "count": BUTTONS},
    "outputs": {"clock": 5, "latch": 6, "data": 7, "count": BUTTONS},
}
"""This many buttons and lamps need shift registers: a Pico has 26 pins."""


class SimulatedBox(ABC):
    """What hands and eyes can do with a box. A context manager; it begins switched on."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self.lit = 0
        """The lamps that are lit just now, as bits."""
        self.sounds: list[int] = []
        """Pitches in hertz, 0 for silence, as they came."""
        self.closed = 0
        self._moved = self._seen = 0  # how often contacts were, and how often the box saw it
        self._line, self._other = os.openpty()
        tty.setraw(self._other)  # held open, so that the line outlives a companion that goes
        os.set_blocking(self._line, False)
        self.port = os.ttyname(self._other)
        """Path of the port that the companion opens."""

    def press(self, button: int) -> None:
        """Close a contact, without bounce."""
        self.contacts(self.closed | 1 << button)

    def release(self, button: int) -> None:
        """Open a contact."""
        self.contacts(self.closed & ~(1 << button))

    def contacts(self, closed: int) -> None:
        """Close exactly these contacts (bit n: button n), as soon as the box has seen those
        before."""
        self.closed = closed
        self._moved += 1
        self._move(closed=closed)

    @property
    def noticed(self) -> bool:
        """Whether the box has seen all that was done to its contacts."""
        return self._seen == self._moved

    def turn(self, steps: int) -> None:
        """Turn the dial by detents, clockwise positive, as fast as the box can follow."""
        self._move(levels=([1, 3, 2, 0] if steps > 0 else [2, 3, 1, 0]) * abs(steps))

    def power_off(self) -> None:
        """Take away its power: what it had not yet told is lost."""
        self._move(power=False)

    def power_on(self) -> None:
        """Give it power again, as one that starts."""
        self._move(power=True)

    def close(self) -> None:
        """Take it away for good."""
        for end in (self._line, self._other):
            os.close(end)

    @abstractmethod
    def _move(self, **what: Any) -> None:
        """Let the world do something: ``closed``, ``levels`` (of the dial, in turn), ``power``."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class NodeBox(SimulatedBox):
    """The firmware as it is, in the official MicroPython build for WebAssembly, on Node."""

    def __init__(
        self,
        *,
        serial: str = "e66118604b3a2c21",
        settings: dict[str, Any] | None = None,
        micropython: Path = MICROPYTHON,
        firmware: Path = FIRMWARE_FOLDER,
    ) -> None:
        """``settings``: in its flash, on top of the wiring. firmware: the folder of it. Raises
        LookupError without Node or without MicroPython for it."""
        super().__init__(serial)
        node = shutil.which("node")
        if node is None or not micropython.exists():
            super().close()
            raise LookupError(
                "the simulated button box needs Node and MicroPython for it; script/test and "
                "script/prove install both"
            )
        self.flash = Path(tempfile.mkdtemp(prefix="flash-"))
        """What is in its flash, as files."""
        (self.flash / "box.json").write_text(json.dumps({**WIRING, **(settings or {})}))
        self.output: list[dict[str, Any]] = []
        self._started = Event()
        program: list[str | Path] = [
            node, HERE / "node.mjs", micropython, firmware,
            self.flash, serial, str(self._line),
        ]  # fmt: skip
        self._process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(self._line,),
            text=True,
            bufsize=1,
        )
        self._reader = Thread(target=self._read, name="simulated-box", daemon=True)
        self._reader.start()
        if not self._started.wait(START_SECONDS):
            self.close()
            raise LookupError("the simulated button box does not start")

    @property
    def starts(self) -> int:
        """How often it has started."""
        return sum("boot" in one for one in self.output)

    @property
    def failures(self) -> list[str]:
        """Exceptions that the firmware let through."""
        return [one["failed"] for one in self.output if "failed" in one]

    def close(self) -> None:
        """Take it away for good."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(5)
        self._reader.join(5)
        self._process.stdout.close()
        shutil.rmtree(self.flash)
        super().close()

    def _move(self, **what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            order = json.loads(line)
            if "seen" in order:
                self._seen += order["seen"]
            elif "lit" in order:
                self.lit = order["lit"]
                self._started.set()
            elif "hertz" in order:
                self.sounds.append(order["hertz"])
            else:
                self.output.append(order)


class FakeBoard:
    """What the firmware sits on in this process; see ``firmware_bridge.buttonbox.box``."""

    buttons = lamps = BUTTONS
    dials = buzzers = 1

    def __init__(self, box: "SimulatedBox | None" = None) -> None:
        self.contacts = 0
        self.dial = 0
        self.lit = 0
        self.kept: dict[str, Any] = {}
        self._box = box

    def closed(self) -> int:
        """Contacts of the buttons as bits."""
        return self.contacts

    def levels(self, dial: int) -> int:
        """The two contacts of a dial as bits."""
        return self.dial

    def light(self, bits: int) -> None:
        """Light exactly these lamps."""
        self.lit = bits
        if self._box is not None:
            self._box.lit = bits

    def sound(self, buzzer: int, hertz: int, level: int) -> None:
        """Sound a pitch from now on; 0: silence."""
        if self._box is not None:
            self._box.sounds.append(hertz)

    def keep(self, settings: dict[str, Any]) -> bool:
        """Keep settings."""
        if "name" not in settings:
            return False
        self.kept.update(settings)
        return True


class FakeBox(SimulatedBox):
    """The same box and link in a thread of this process: quick to start, and no Node needed."""

    def __init__(self, *, serial: str = "fa4e000000000001") -> None:
        super().__init__(serial)
        self._board = FakeBoard(self)
        self._boots = 0
        self._powered = True
        self._losses = 0  # of power
        self._turning: deque[int] = deque()
        self._closing: deque[int] = deque()
        self._held = 0
        self._going = True
        self._thread = Thread(target=self._run, name="fake-box", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take it away for good."""
        self._going = False
        self._thread.join(5)
        super().close()

    def _move(self, **what: Any) -> None:
        if "closed" in what:
            self._closing.append(what["closed"])
        self._turning.extend(what.get("levels", ()))
        self._powered = bool(what.get("power", self._powered))
        self._losses += not self._powered

    def _run(self) -> None:
        while self._going:
            if not self._powered:
                self._look(0)
                time.sleep(SAMPLE_MS / 1000)
                continue
            self._look(0)
            self._boots += 1
            name = self._board.kept.get("name", DEFAULTS["name"])
            box = Box(self._board, self._boots, (self.serial, FIRMWARE, name))
            losses = self._losses
            while self._going and self._losses == losses and not box.leaving:
                self._step(box, int(time.monotonic() * 1000))
                time.sleep(SAMPLE_MS / 1000)

    def _look(self, held: int) -> None:
        """Let the contacts be as they are now. held: samples for which that is looked at; 0: by
        nobody."""
        if self._held:
            self._held -= 1
            self._seen += not self._held
        while self._closing and not self._held:
            self._board.contacts = self._closing.popleft()
            self._held = held
            self._seen += not held

    def _step(self, box: Box, now: int) -> None:
        with suppress(OSError):  # nothing there
            box.link.feed(os.read(self._line, 256), now)
        if self._turning:
            self._board.dial = self._turning.popleft()
        self._look(HELD)
        box.sample(now)
        out = box.link.outgoing(now, 64)
        with suppress(OSError):  # nobody reads: a wire does not keep bytes
            if out:
                os.write(self._line, out)
