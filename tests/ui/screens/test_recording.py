"""What devices send and get is recorded while the companion runs, and played into it again."""

from dataclasses import replace
from pathlib import Path

import msgspec

from companion.table import Signal
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from firmware_bridge.simulator import FakeBox
from tests.bridge.rig import until
from tests.ui.screens.devices import box_at, near, scanned, tap
from tests.ui.screens.table import Table
from tests.ui.screens.test_camera import marks
from tests.ui.stage import Stage
from ui.devices import RECORDING

NATIVE = "blue@-1,0"


def each(signals: tuple[Signal, ...]) -> dict[str, list[Signal]]:
    """What came from each device, without when."""
    plain = [msgspec.structs.replace(one, number=0, at=0.0) for one in signals]
    return {
        name: [one for one in plain if one.source == name]
        for name in sorted({one.source for one in plain})
    }


def test_what_devices_did_is_recorded_at_the_screen_and_played_into_a_match_again(
    stage: Stage, tmp_path: Path
) -> None:
    """A press, a turn and a scan, by a pin, a box and a scanner, come again as they came."""
    with SimulatedScanner() as scanner, FakeBox() as box:
        text = (
            '[[button]]\npin = 17\nrole = "undo"\n[[lamp]]\npin = 4\nrole = "undo"\n'
            f'[scanner]\nports = ["{scanner.path}"]\nmodule = "lines"\n'
            f'[boxes]\nports = ["{box.port}"]\n'
        )
        settings, _ = parse_settings(text)
        pins = SimulatedPins(settings)
        table = Table(stage, tmp_path)
        table.app.choices = replace(table.app.choices, hardware=settings, pins=pins.factory)
        table.app.look_for_devices()
        bridge = table.app.bridge
        assert bridge is not None
        until(lambda: bridge.ready == 3, "all are found")
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "record"))))
        table.button("close")
        mark = table.say("label", "recording")
        assert mark in marks(table), "nobody scans a card face down without knowing"
        table.root.go("devices", table.page)
        table.stage.frames(2)
        way = table.labelled(table.say("button", "devices_near"))
        assert way.detail == table.say("button_detail", "recording_ends")
        table.button("close")
        pins.tap("undo")  # as long as a finger does
        until(lambda: len(bridge.latest()) == 2, "it is released")
        tap(table, box, 0)
        box.turn(-1)
        until(lambda: len(bridge.latest()) == 5, "it is turned")
        scanned(table, scanner, NATIVE)
        came = bridge.latest()
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "end_recording"))))
        table.button("close")
        assert mark not in marks(table)
        table.begin()
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "play_recording"))))
        # What comes of the last line is on its way when all have been played.
        table.stage.until(lambda: not bridge.replaying and len(bridge.latest()) >= 2 * len(came))
        assert each(bridge.latest()[len(came) :]) == each(came)
        table.stage.until(lambda: table.open_match.presenter.composer.begun)
        bridge.stop()
        table.close()


def test_a_recording_that_cannot_be_written_or_read_is_explained(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / RECORDING).mkdir()
    with box_at(table):
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "record"))))
        assert "Aufnehmen geht nicht" in table.page.notice
        (tmp_path / RECORDING).rmdir()
        table.press(table.reached(table.labelled(table.say("button", "play_recording"))))
        assert table.page.notice == table.say("notice", "nothing_recorded")
        (tmp_path / RECORDING).write_text("nonsense")
        near(table)
        table.press(table.reached(table.labelled(table.say("button", "play_recording"))))
        assert table.page.notice == table.say("notice", "no_recording")


def test_where_no_device_is_there_is_nothing_to_record(table: Table) -> None:
    near(table)
    shown = table.words()
    assert table.say("notice", "no_events") in shown
    assert table.say("button", "record") not in shown.split("\n")
