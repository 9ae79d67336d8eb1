"""Recorded bytes and edges played again: simulated devices do, at the pace of then, what the real
ones did, and everything behind their ports and pins is what always runs."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from threading import Event
from time import monotonic
from typing import Any

import msgspec

from firmware_bridge.buttonbox.frames import Cutter
from firmware_bridge.decoding.gm65 import Splitter
from firmware_bridge.settings import Boxes, Scanner, Settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from firmware_bridge.simulator import FakeBox
from firmware_bridge.traffic import PINS, Recorded

_BOX, _SCANNER = "box-", "scanner"

HELD = 0.1
"""Seconds for which a contact of a box stays as it is at least: hands are no quicker, and on a busy
machine a shorter press might be missed. Edges at pins keep their times: they may be bounces."""

MOST = 20
"""Devices that are simulated: no table has more, and each is an open file."""

Act = tuple[float, str, Callable[[], None]]
"""Seconds after the recording began, the contact of a box that moves then, "" for anything else,
and what happens."""


class Replay:
    """The devices of a recording. A context manager; they are there from the start, and do nothing
    before :meth:`play`.

    settings: with which a bridge finds them, and takes them for what the real ones are.
    """

    def __init__(
        self, recorded: Iterable[Recorded], settings: Settings, places: dict[str, int]
    ) -> None:
        """``settings``: of the real ones. ``places``: of scanners at the table, by name."""
        self._came = [one for one in recorded if one.way == "in"]
        self._stack = ExitStack()
        names = sorted({one.device for one in self._came})[:MOST]
        self._scanners = {
            name: self._stack.enter_context(SimulatedScanner())
            for name in names
            if name.startswith(_SCANNER)
        }
        self._boxes = {
            name: self._stack.enter_context(FakeBox(serial=_serial(name, settings.boxes)))
            for name in names
            if name.startswith(_BOX)
        }
        self._has_pins = PINS in names
        first, *further = [
            Scanner(
                (str(one.path),),
                repeat_ms=settings.scanner.repeat_ms,
                module="lines",
                place=places.get(name, 0),
            )
            for name, one in self._scanners.items()
        ] or [Scanner(ports=())]
        ports = tuple(one.port for one in self._boxes.values())
        self.settings = msgspec.structs.replace(
            settings,
            scanner=first,
            further=tuple(further),
            boxes=msgspec.structs.replace(settings.boxes, ports=ports),
            **({} if self._has_pins else {"button": (), "dial": ()}),
            lamp=(),
            input=(),
        )
        self._pins = SimulatedPins(self.settings)

    @property
    def factory(self) -> Callable[[], Any]:
        """Opens its pins, as a bridge wants it."""
        return self._pins.factory

    @property
    def count(self) -> int:
        """How many devices a bridge finds ready once it has all of them."""
        return len(self._scanners) + len(self._boxes) + self._has_pins

    def play(self, stopped: Event) -> None:
        """Do what they did; returns after the last of it, or as soon as it is stopped."""
        before: float | None = None
        moved = dict[str, float]()
        for at, contact, act in sorted(self._acts(), key=lambda one: one[0]):
            held = moved.get(contact, 0.0) + HELD - monotonic() if contact else 0.0
            pause = 0.0 if before is None else at - before
            if stopped.wait(max(0.0, pause, held)):
                return
            before, moved[contact] = at, monotonic()
            act()

    def _acts(self) -> Iterator[Act]:
        splitters = {name: Splitter() for name in self._scanners}
        cutters = {name: Cutter() for name in self._boxes}
        told = set[tuple[str, int, int]]()
        for one in self._came:
            if one.device == PINS:
                pin, level = one.data
                yield one.at, "", partial(self._pins.level, pin, high=bool(level))
            elif one.device in self._scanners:
                _, text = splitters[one.device].feed(one.data)
                if text:
                    yield one.at, "", partial(self._scanners[one.device].send_raw, text)
            elif one.device in self._boxes:
                for name, values in cutters[one.device].feed(one.data):
                    if name in ("button", "dial"):
                        session, number, age, *what = map(int, values)
                        event = one.device, session, number
                        if event not in told:  # they are sent again until they are acknowledged
                            told.add(event)
                            act = partial(_happen, self._boxes[one.device], name, *what)
                            yield one.at - age / 1000, f"{one.device} {name} {what[0]}", act

    def close(self) -> None:
        """Take them away."""
        self._stack.close()

    def __enter__(self) -> "Replay":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _happen(box: FakeBox, name: str, which: int, value: int) -> None:
    if name == "dial":
        box.turn(value)
    elif value:
        box.press(which)
    else:
        box.release(which)


def _serial(name: str, boxes: Boxes) -> str:
    """The serial number of a box, of which its name has the end."""
    end = name.removeprefix(_BOX)
    return next((one for one in boxes.own if one.endswith(end)), end.rjust(16, "0"))
