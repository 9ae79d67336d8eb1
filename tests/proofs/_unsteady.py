"""The recorded evening with plugs that somebody stumbles over, and hands that put up with it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec

from companion.table import Released, Scanned
from demo.evening import Evening
from demo.hands import Hands
from demo.script import Step, script
from firmware_bridge import Settings
from firmware_bridge.settings import Boxes
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from firmware_bridge.simulator import FakeBox, Plug
from ui.root import Root

BUTTONS = ("undo 1", "pass 1", "undo 2", "confirm 2")
BOX = "box-00000001"
AGAIN = 1.5
"""Seconds after which somebody scans again what did not arrive."""

FIRMLY = 0.25
"""Seconds a button of the box is held."""

PATIENCE = 20.0
"""Seconds that anything may take to come through a plug that is in."""

IN_THE_MIDDLE = 0.3
"""How often a plug is pulled while something is on its way through it, for each touch in a frame
of a hundred."""


class Plugs:
    """A button box on a cable, and how often somebody stumbles over that or over another one.

    often: for each frame. tally: how often what happened.
    """

    def __init__(self, seed: int, often: float) -> None:
        self.rng, self.tally = Random(seed), Counter[str]()
        self.box = FakeBox()
        self.plug = Plug(self.box.port)
        self._often = often

    def touched(self) -> bool:
        """Whether somebody touches a plug in this frame."""
        return self.rng.random() < self._often

    def stumbled(self) -> bool:
        """Whether somebody pulls a plug while something is on its way through it."""
        return self.rng.random() < min(1.0, self._often * 100) * IN_THE_MIDDLE

    def touch(self) -> None:
        """The plug of the box is pulled, or put in again."""
        self.plug.pull() if self.plug.path.is_symlink() else self.plug.plug()

    def close(self) -> None:
        """Nobody needs them any more."""
        self.plug.close()
        self.box.close()


class Unsteady(Hands):
    """Hands that plug in again what they need, and do again what was lost."""

    def __init__(
        self, root: Root, pins: SimulatedPins, scanner: SimulatedScanner, plugs: Plugs
    ) -> None:
        super().__init__(root, pins, scanner)
        self._plugs = plugs

    def newest(self, kind: type[Any]) -> int:
        """The number of the last signal of a kind; each device counts its own."""
        sources = ("scanner", BOX)
        numbers = [
            one.number
            for one in self.root.devices.latest()
            if isinstance(one, kind) and one.source in sources
        ]
        return max(numbers, default=0)

    def plugged(self, name: str) -> Iterator[float]:
        """Wait until a device is there."""
        end = monotonic() + PATIENCE
        while (name, "ready") not in {(one.name, one.state) for one in self.root.devices.states()}:
            self.scanner.replug() if name == "scanner" else self._plugs.plug.plug()
            assert monotonic() < end, f"{name} does not come back"
            yield 0.0

    def _scan(self, *words: str) -> Iterator[float]:
        before = self.newest(Scanned)
        while self.newest(Scanned) == before:
            yield from self.plugged("scanner")
            self.scanner.scan(" ".join(words))
            self._plugs.tally["codes scanned"] += 1
            if self._plugs.stumbled():
                self.scanner.unplug()
                self._plugs.tally["scanner pulled while a code was on its way"] += 1
            end = monotonic() + AGAIN
            while self.newest(Scanned) == before and monotonic() < end:
                yield 0.0
        yield 0.1

    def _press(self, role: str, place: str) -> Iterator[float]:
        if self._plugs.rng.random() < 0.3:
            yield from super()._press(role, place)
            return
        button = BUTTONS.index(f"{role} {place}")
        if not self._plugs.tally["presses on the box"]:
            yield from self.plugged(BOX)  # it was found once
        before = self.newest(Released)
        self._plugs.tally["presses on the box"] += 1
        for move in (self._plugs.box.press, self._plugs.box.release):
            if self._plugs.stumbled():
                self._plugs.plug.pull()
                self._plugs.tally["box pulled around a press"] += 1
            move(button)
            yield FIRMLY
        end = monotonic() + PATIENCE
        while self.newest(Released) == before:
            self._plugs.plug.plug()
            assert monotonic() < end, "a press is lost"
            yield 0.0
        yield 0.1


class Stumbling(Evening):
    """Somebody stumbles over a plug now and then, and somebody plugs it in again."""

    def __init__(self, folder: Path, plugs: Plugs) -> None:
        self._plugs = plugs
        super().__init__(script(), folder, "de", None, lambda line: None)
        self.steady = False

    def _wired(self) -> Settings:
        boxes = Boxes(ports=(str(self._plugs.plug.path),), buttons=BUTTONS)
        return msgspec.structs.replace(super()._wired(), boxes=boxes)

    def _begin(self) -> None:
        super()._begin()
        assert self.app.root is not None
        self._hands: Unsteady = Unsteady(self.app.root, self._pins, self._scanner, self._plugs)

    def _tick(self, passed: float) -> None:
        if self._course is not None and self._plugs.touched():
            self._plugs.touch()
            self._plugs.tally["box plug touched"] += 1
        if self._course is not None and not self.steady and self._plugs.touched():
            plugged = self._scanner.path.is_symlink()
            self._scanner.unplug() if plugged else self._scanner.replug()
            self._plugs.tally["scanner plug touched"] += 1
        super()._tick(passed)

    def _step(self, step: Step) -> Iterator[float]:
        if step.verb == "picture":
            yield 0.5  # as long as it takes to take one
            return
        # What the evening itself does to the scanner, nobody else undoes.
        self.steady = step.verb in ("scan", "unplug", "replug", "device")
        if step == Step("device", ("scanner", "ready")):
            yield from self._hands.plugged("scanner")
        yield from super()._step(step)

    def _finish(self, failed: str) -> None:
        open_match = self.app.session.open_match
        entries = () if open_match is None else open_match.match.entries
        self.played = [msgspec.to_builtins(msgspec.structs.replace(one, at=0.0)) for one in entries]
        super()._finish(failed)
