"""A device that never rests: of what it sends each frame takes as much as it can show, and nothing
is built anew for it."""

from dataclasses import replace
from time import sleep

import pytest
from kivy.clock import Clock

from companion.table import Signal, Turned
from firmware_bridge.settings import HARDWARE
from firmware_bridge.simulate_input import InputFolder, SimulatedInput
from tests.ui.screens.devices import box_at, near, tap
from tests.ui.screens.table import Table
from ui.input.queue import A_FRAME
from ui.screens.service.wire import WireSheet
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton


def test_a_restless_device_holds_up_no_frame(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[int] = []

    def slow(signal: Signal) -> None:
        frames.append(Clock.frames)
        sleep(A_FRAME)
        if len(frames) < 10:
            table.app.signals.put(signal)

    monkeypatch.setattr(table.root, "signal", slow)
    for number in (1, 2):
        table.app.signals.put(Turned(number, 0.0, "gpio", 1, 0))
    table.stage.until(lambda: len(frames) == 11)
    # The clock of Kivy may come to the same trigger twice in a frame, but not again and again.
    assert max(map(frames.count, frames)) <= 3
    opened: list[int] = []

    def opens(signal: Signal) -> None:
        opened.append(Clock.frames)
        assert table.root.page is not None
        page = table.root.page
        page.left() if page.sheet is None else page.close()

    table.begin()
    monkeypatch.setattr(table.root, "signal", opens)
    for number in range(3):
        table.app.signals.put(Turned(number, 0.0, "gpio", 1, 0))
    table.stage.until(lambda: len(opened) == 3)
    assert len(set(opened)) == 3  # who sees another page may mean something else by the next one
    changed: list[int] = []

    def changes(_: Signal) -> None:
        changed.append(Clock.frames)
        table.root.soon()

    monkeypatch.setattr(table.root, "signal", changes)
    for number in range(3):
        table.app.signals.put(Turned(number, 0.0, "gpio", 1, 0))
    table.stage.until(lambda: len(changed) == 3)
    assert len(set(changed)) == 3  # and so may who sees another position


def test_what_is_pressed_is_told_in_the_lines_that_stand_on_the_page_of_the_devices(
    table: Table,
) -> None:
    with box_at(table) as box:
        sheet = near(table)
        tap(table, box, 0)
        stood = _buttons(table, sheet)
        for button in (1, 2):
            tap(table, box, button)
        assert "Bestätigen, Platz 1: gedrückt" in table.words()
        table.stage.until(lambda: "6 Ereignisse, " in table.words())
        assert _buttons(table, sheet) == stood  # a finger may be on one


def test_which_part_is_used_is_told_by_the_buttons_that_stand_on_the_page_of_wires(
    table: Table,
) -> None:
    with InputFolder() as inputs:
        pad = inputs.device("Pad", ("BTN_SOUTH", "BTN_EAST", "BTN_DEAD"), lasting="usb-Pad-event-j")
        wired = f'button = []\n[[input]]\nports = ["{inputs.path}/by-id/*"]\n'
        (table.app.session.folder / HARDWARE).write_text(wired)
        table.app.choices = replace(table.app.choices, hardware=None, inputs=inputs.open)
        table.app.look_for_devices()
        bridge = table.app.bridge
        assert bridge is not None
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "wire"))))
        sheet = table.page.sheet
        assert isinstance(sheet, WireSheet)
        table.stage.until(lambda: any(one.name == "input-1" for one in bridge.states()))
        _used(table, pad, "BTN_SOUTH", "Bestätigen, für alle")
        stood = _buttons(table, sheet)
        _used(table, pad, "BTN_EAST", "Zurück, für alle")
        assert _buttons(table, sheet) == stood and table.faults() == []
        _used(table, pad, "BTN_DEAD", "nichts")
        without = _buttons(table, sheet)
        assert set(without) < set(stood)  # nobody has what is for nothing
        _used(table, pad, "BTN_EAST", "Zurück, für alle")
        assert _buttons(table, sheet) == stood and table.faults() == []
        bridge.stop()


def _used(table: Table, pad: SimulatedInput, part: str, use: str) -> None:
    pad.press(part)
    pad.release(part)
    table.stage.until(lambda: f"{part}: {use}" in table.words())


def _buttons(table: Table, sheet: Sheet) -> list[ActionButton]:
    return table.all(ActionButton, sheet)
