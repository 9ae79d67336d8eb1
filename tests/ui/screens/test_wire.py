"""A part is pressed, and said what it is, at the screen; it is kept in the file for the devices."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.table import Pressed
from firmware_bridge.settings import HARDWARE, Button, Settings
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from firmware_bridge.simulate_input import InputFolder
from firmware_bridge.simulator import FakeBox
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.service.hardware import HardwareSheet
from ui.screens.service.wire import EXPORTS, WireSheet

BOTH = pytest.mark.parametrize("stage", [(800, 480), (1280, 720)], indirect=True, ids=str)
SPARE = Settings(button=(Button(4, "nothing"),), dial=())
"""A wire on a pin that nobody has named."""


@contextmanager
def wiring(table: Table, **more: object) -> Iterator[WireSheet]:
    """The sheet, reached by touches, beside devices that the file in the data folder names."""
    table.app.choices = replace(table.app.choices, hardware=None, **more)  # type: ignore[arg-type]
    table.app.look_for_devices()
    table.root.go("devices", table.page)
    table.button("devices_near")
    assert isinstance(table.page.sheet, HardwareSheet)
    table.press(table.reached(table.labelled(table.say("button", "wire"))))
    sheet = table.page.sheet
    assert isinstance(sheet, WireSheet)
    yield sheet
    bridge = table.app.bridge
    assert bridge is not None
    bridge.stop()


def joined(table: Table) -> bool:
    """Whether a box has been joined: what is pressed before may be another host's."""
    states = table.root.devices.states()
    return any(one.kind == "box" and one.state == "ready" for one in states)


def choose(table: Table, role: str, place: int) -> None:
    words = table.app.session.words()
    key = "place" if place else "place_of_all"
    table.press(table.reached(table.labelled(words.say("wire_role", role))))
    table.press(table.reached(table.labelled(words.say("button", key, {"place": place}))))
    assert table.faults() == []
    table.press(table.reached(table.labelled(words.say("button", "wire_keep"))))


@BOTH
def test_a_button_on_a_pin_that_nobody_named_is_pressed_and_works_from_then_on(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    pins = SimulatedPins(SPARE)
    board = (
        '[[lamp]]\npin = 24\nrole = "at sakkara d4"\n[[button]]\npin = 25\nrole = "at sakkara d4"\n'
    )
    (tmp_path / HARDWARE).write_text(f"# Ours.\n[scanner]\nports = []\n{board}")
    with wiring(table, pins=pins.factory) as sheet:
        assert "GPIO 25: Feld d4 (Sakkara)" in table.words()
        bridge = table.app.bridge
        assert bridge is not None
        table.stage.until(lambda: "gpio.ready" in [one.detail.key for one in bridge.states()])
        assert table.faults() == []
        pins.tap("nothing")
        table.stage.until(lambda: sheet.contact is not None)
        assert "GPIO 4: nichts" in table.words()
        assert table.faults() == []
        choose(table, "confirm", 3)
        assert "Gesichert. GPIO 4: Bestätigen, Platz 3" in table.words()
        text = (tmp_path / HARDWARE).read_text()
        on_board = Button(25, "at sakkara d4")
        assert set(parse_settings(text)[0].button) == {Button(4, "confirm", 3), on_board}
        assert text.startswith(f"# Ours.\n[scanner]\nports = []\n{board}")
        table.button("close")
        table.stage.until(lambda: "gpio.ready" in [one.detail.key for one in bridge.states()])
        pins.tap("nothing")
        table.stage.until(lambda: bridge.latest() != ())
        pressed = bridge.latest()[0]
        assert isinstance(pressed, Pressed) and (pressed.role, pressed.place) == ("confirm", 3)
    table.close()


def test_a_key_of_a_pedal_is_learned_taken_back_and_written_out(table: Table) -> None:
    folder = table.app.session.folder
    with InputFolder() as inputs:
        link = "usb-Pedal-event-joystick"
        pedal = inputs.device("Pedal", ("BTN_SOUTH", "BTN_TRIGGER"), lasting=link)
        told = f'button = []\n[[input]]\nports = ["{inputs.path}/by-id/*"]\n'
        (folder / HARDWARE).write_text(told)
        with wiring(table, inputs=inputs.open) as sheet:
            bridge = table.app.bridge
            assert bridge is not None
            table.stage.until(lambda: any(one.name == "input-1" for one in bridge.states()))
            pedal.press("BTN_TRIGGER")
            table.stage.until(lambda: sheet.contact is not None)
            assert f"{link}, BTN_TRIGGER: Bestätigen, für alle" in table.words()
            choose(table, "undo", 2)
            learned = (folder / HARDWARE).read_text()
            assert parse_settings(learned)[0].input[0].keys == {"BTN_TRIGGER": "undo 2"}
            assert learned.endswith(told.partition("\n")[2])
            table.button("wire_export")
            assert (folder / EXPORTS / HARDWARE).read_text() == learned
            assert "<svg" in (folder / EXPORTS / "wiring-pi.svg").read_text()
            table.button("wire_undo")
            assert (folder / HARDWARE).read_text() == told
            table.button("wire_undo")
            assert (folder / HARDWARE).read_text() == learned, "and made again"


def test_what_cannot_be_changed_here_is_said_and_nothing_is_lost(table: Table) -> None:
    folder = table.app.session.folder
    with FakeBox() as box:
        told = f'button = []\nboxes = {{ ports = ["{box.port}"] }}\n'
        (folder / HARDWARE).write_text(told)
        with wiring(table):
            bridge = table.app.bridge
            assert bridge is not None
            table.stage.until(lambda: joined(table))
            box.press(0)
            table.stage.until(lambda: "Taste 0: Zurück, für alle" in table.words())
            choose(table, "confirm", 1)
            assert table.say("hardware", "wire_by_hand") in table.words()
            assert (folder / HARDWARE).read_text() == told


def test_while_parts_are_learned_none_plays_and_afterwards_all_do(table: Table) -> None:
    table.begin()
    with FakeBox() as box:
        told = f'button = []\n[boxes]\nports = ["{box.port}"]\n'
        (table.app.session.folder / HARDWARE).write_text(told)
        with wiring(table) as sheet:
            bridge = table.app.bridge
            assert bridge is not None
            table.stage.until(lambda: joined(table))
            box.press(0)  # undo, which would close this
            table.stage.until(lambda: sheet.contact is not None)
            assert table.page.sheet is sheet
            table.button("wire_other")
            table.button("close")
            assert not isinstance(table.page.sheet, WireSheet)
            table.stage.until(lambda: bool(bridge.parts()))


def test_a_code_is_shown_with_its_scanner_and_plays_nothing(table: Table) -> None:
    table.begin()
    with SimulatedScanner() as scanner:
        told = f'button = []\n[scanner]\nports = ["{scanner.path}"]\nmodule = "lines"\nplace = 2\n'
        (table.app.session.folder / HARDWARE).write_text(told)
        with wiring(table) as sheet:
            table.stage.until(lambda: bool(table.root.devices.scanners()))
            scanner.scan("move:explore")
            table.stage.until(lambda: "Gescannt an Platz 2: move:explore" in table.words())
            assert table.page.sheet is sheet and not table.open_match.presenter.composer.begun


def test_a_sheet_that_is_left_by_another_way_leaves_no_pin_claimed(table: Table) -> None:
    (table.app.session.folder / HARDWARE).write_text("button = []\n[scanner]\nports = []\n")
    with wiring(table, pins=SimulatedPins(SPARE).factory):
        bridge = table.app.bridge
        assert bridge is not None
        table.stage.until(lambda: "gpio.ready" in [one.detail.key for one in bridge.states()])
        table.root.home()
        assert "gpio.none" in [one.detail.key for one in bridge.states()]
