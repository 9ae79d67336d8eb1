"""Devices at the screen of the tests: found, pressed, scanned with, and looked at from near."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec

from companion.table import Signal
from firmware_bridge import NOTHING
from firmware_bridge.settings import Boxes
from firmware_bridge.simulate import SimulatedScanner
from firmware_bridge.simulator import FakeBox
from tests.bridge.rig import until
from tests.ui.screens.table import Table
from ui.screens.service.hardware import HardwareSheet

USES = ("undo", "pass", "confirm 1", "confirm 2")


@contextmanager
def box_at(table: Table) -> Iterator[FakeBox]:
    """A box, found by the bridge of the app."""
    with FakeBox() as box, found_at(table, box.port):
        yield box


@contextmanager
def found_at(table: Table, port: str) -> Iterator[None]:
    """The bridge of the app has found what is at a port."""
    settings = msgspec.structs.replace(NOTHING, boxes=Boxes(ports=(port,), buttons=USES))
    table.app.choices = replace(table.app.choices, hardware=settings)
    table.app.look_for_devices()
    bridge = table.app.bridge
    assert bridge is not None
    until(lambda: bool(bridge.parts()), "the box is found")
    yield
    bridge.stop()


def tap(table: Table, box: FakeBox, button: int) -> None:
    before = len(table.root.devices.latest())
    box.press(button)
    until(lambda: len(table.root.devices.latest()) > before, "it is pressed")
    box.release(button)
    until(lambda: len(table.root.devices.latest()) > before + 1, "it is released")
    table.stage.frames(3)


def near(table: Table) -> HardwareSheet:
    table.root.go("devices", table.page)
    table.stage.frames(2)
    table.press(table.reached(table.labelled(table.say("button", "devices_near"))))
    sheet = table.page.sheet
    assert isinstance(sheet, HardwareSheet)
    return sheet


def scanned(table: Table, scanner: SimulatedScanner, code: str = "CODE") -> Signal:
    """What comes of a scan."""
    before = len(table.root.devices.latest())
    scanner.scan(code)
    until(lambda: len(table.root.devices.latest()) > before, "it is scanned")
    table.stage.frames(3)
    latest: tuple[Signal, ...] = table.root.devices.latest()
    return latest[-1]
