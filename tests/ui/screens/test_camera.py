"""A camera reads codes where one is asked for, with a mark on the screen for as long as it sees."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
import pytest
from PIL import ImageChops

from companion.table import Scanned
from firmware_bridge import NOTHING, wording
from firmware_bridge.settings import CameraPort
from firmware_bridge.texts import say
from tests.bridge.cameras import Pictures, picture, sheet
from tests.bridge.rig import until
from tests.ui.screens.devices import near
from tests.ui.screens.table import Table
from ui.screens.service.devices import DevicesSheet
from ui.screens.table.code import CodeSheet
from ui.screens.table.play import Play
from ui.shell.lights import Badges

EVERY = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)


@contextmanager
def camera_at(table: Table) -> Iterator[Pictures]:
    """A camera, found by the bridge of the app."""
    cameras = Pictures()
    hardware = msgspec.structs.replace(NOTHING, camera=CameraPort())
    table.app.choices = replace(table.app.choices, hardware=hardware, cameras=cameras)
    table.app.look_for_devices()
    bridge = table.app.bridge
    assert bridge is not None
    until(lambda: bool(bridge.scanners()), "it is there")
    table.stage.frames(2)
    yield cameras
    bridge.stop()
    assert cameras.open_now == 0


def marks(table: Table) -> list[str]:
    """What the header says of devices."""
    table.stage.frames(2)
    return [mark.label for one in table.all(Badges) for mark in one._shown]


def looks(table: Table, *, on: bool) -> None:
    devices = table.root.devices
    until(lambda: devices.looking == on, f"it looks: {on}")
    mark = table.say("label", "camera_looks")
    table.stage.until(lambda: (mark in marks(table)) == on)


@EVERY
def test_the_camera_looks_while_a_code_is_asked_for_and_what_it_reads_is_scanned(
    table: Table,
) -> None:
    with camera_at(table) as cameras:
        table.begin()
        assert table.say("label", "camera_looks") not in marks(table) and not cameras.opened
        table.menu("type_code")
        assert isinstance(table.page.sheet, CodeSheet)
        looks(table, on=True)
        assert table.say("notice", "camera_looks") in table.words()
        assert table.say("notice", "code_or_camera") in table.words()
        assert table.faults() == []
        table.next_language()
        table.stage.frames(2)
        assert table.faults() == []
        package = table.open_match.presenter.package
        piece = package.catalogue.pieces[0]
        cameras.shown = picture(sheet(piece.identity.code(b"")))
        table.stage.until(lambda: table.page.sheet is None)
        (scanned,) = [one for one in table.root.devices.latest() if isinstance(one, Scanned)]
        assert scanned.source == "camera" and isinstance(table.page, Play)
        looks(table, on=False)
        assert cameras.open_now == 0


def test_several_codes_are_told_and_closing_the_line_ends_the_look(table: Table) -> None:
    with camera_at(table) as cameras:
        table.begin()
        both = sheet("MEC1", "MEC2", module=3)
        cameras.shown = picture(ImageChops.offset(both, 135, 90))  # one at either side
        table.menu("type_code")
        several = wording(say("camera.several"), "de")
        table.stage.until(lambda: several in table.words())
        assert table.faults() == []
        table.button("cancel")
        looks(table, on=False)
        table.menu("type_code")
        looks(table, on=True)
        table.button("letters")  # whoever writes needs no camera
        looks(table, on=False)
        table.button("cancel")
        table.menu("type_code")
        looks(table, on=True)
        table.press(table.page.header.badges)
        assert isinstance(table.page.sheet, DevicesSheet)
        assert "● Kamera" in table.words(), "a touch on the mark says what it is"
        table.button("close")
        table.menu("type_code")
        looks(table, on=True)
        table.root.home()  # as when a telephone ends the match: nobody closes the line
        looks(table, on=False)


def test_without_a_camera_the_line_for_a_code_speaks_of_none(table: Table) -> None:
    table.begin()
    table.menu("type_code")
    assert table.say("notice", "code_digits") in table.words()
    assert table.say("notice", "camera_looks") not in table.words()


def test_the_test_of_all_parts_asks_the_camera_for_a_code(table: Table) -> None:
    with camera_at(table) as cameras:
        near(table)
        assert not table.root.devices.looking
        table.press(table.reached(table.labelled(table.say("button", "test_devices"))))
        looks(table, on=True)
        cameras.shown = picture(sheet("MEC1"))
        verdict = table.app.session.words().say("hardware", "verdict_good", {"count": 1})
        table.stage.until(lambda: verdict in table.words())
        looks(table, on=False)
