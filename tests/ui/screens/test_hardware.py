"""The devices from near, and what lamps and buzzer tell of a match, with a simulated box."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY

import msgspec
import pytest

from companion.table import Cue, Lamp, Scanned
from firmware_bridge import NOTHING
from firmware_bridge.settings import HARDWARE, Boxes
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from firmware_bridge.simulator import FakeBox, Plug
from tests.bridge.rig import until
from tests.ui.screens.devices import USES, box_at, found_at, near, scanned, tap
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.presenter.lamps import Ear, lamps
from ui.screens.service.hardware import HardwareSheet
from ui.shell.badges import badges
from ui.widgets.button import ActionButton
from ui.widgets.text import TextLine

BOTH = pytest.mark.parametrize("stage", [(800, 480), (1280, 720)], indirect=True, ids=str)
MINE, TOO_FAR = ("blue@-1,0", "0,0"), ("blue@0,0", "0,-1")
AWAY = "0,1"
"""A place that nothing of that can go to."""


@BOTH
def test_what_is_pressed_is_seen_as_it_is_pressed(table: Table) -> None:
    with box_at(table) as box:
        near(table)
        assert table.say("notice", "no_events") in table.words()
        box.press(2)
        until(lambda: table.root.devices.latest() != (), "it is pressed")
        table.stage.frames(3)
        assert "Bestätigen, Platz 1: gedrückt (box-00000001)" in table.words()
        assert "1 Ereignis, " in table.words()
        assert f"Seriennummer {box.serial}" in table.words()
        assert table.faults() == []
        table.next_language()
        table.stage.frames(2)
        assert "Confirm, place 1: pressed (box-00000001)" in table.words()


def test_a_plug_that_is_pulled_is_told_to_whoever_looks_at_the_devices(table: Table) -> None:
    with FakeBox() as box, Plug(box.port) as plug, found_at(table, str(plug.path)):
        table.root.go("devices", table.page)
        until(lambda: not _frame_without(table, "ist verbunden"), "it is told")
        plug.pull()
        until(lambda: _frame_without(table, "ist verbunden"), "it is told")
        plug.plug()
        until(lambda: not _frame_without(table, "ist verbunden"), "it is told")


def test_of_the_devices_those_that_fail_stand_first_and_are_the_first_again_when_one_fails_now(
    table: Table,
) -> None:
    with SimulatedScanner() as scanner, FakeBox() as box:
        ports = Boxes(ports=(box.port,), buttons=USES)
        wired = msgspec.structs.replace(NOTHING, boxes=ports, scanner=scanner.settings())
        table.app.choices = replace(table.app.choices, hardware=wired)
        table.app.look_for_devices()
        bridge = table.app.bridge
        assert bridge is not None
        until(lambda: bridge.ready == 2, "both are found")
        told = [f"● {table.say('label', name)}" for name in ("box", "scanner")]
        table.button("settings")
        table.press(table.reached(table.labelled(table.say("button", "state"))))
        table.stage.until(lambda: _from_above(table, told) == told)
        scanner.unplug()
        table.stage.until(lambda: _from_above(table, told) == told[::-1])
        scanner.replug()
        table.stage.until(lambda: _from_above(table, told) == told)
        bridge.stop()


def _from_above(table: Table, told: list[str]) -> list[str]:
    """Those of these lines that stand on the sheet, as they are read."""
    lines = [one for one in table.all(TextLine, table.page.sheet) if one.text in told]
    return [one.text for one in sorted(lines, key=lambda one: -one.to_window(*one.pos)[1])]


def _frame_without(table: Table, words: str) -> bool:
    table.stage.frames(1)
    return words not in table.words()


def marks(table: Table) -> list[str]:
    """How the scanners stand in the header."""
    shown = badges(table.app.session, table.root.peripherals)
    return [one.mood for one in shown if one.label == table.say("label", "scanner")]


@BOTH
def test_a_scanner_gets_a_place_by_touch_and_keeps_it_when_all_is_switched_on_again(
    stage: Stage, tmp_path: Path
) -> None:
    (tmp_path / "usb").mkdir()
    with SimulatedScanner() as one, SimulatedScanner() as other:
        for number, each in enumerate((one, other), start=1):
            (tmp_path / "usb" / str(number)).symlink_to(each.path)
        ports = f'ports = ["{tmp_path}/usb/*"]'
        text = f'button = []\n[scanner]\n{ports}\nmodule = "lines"\nrepeat_ms = 0\n'
        (tmp_path / HARDWARE).write_text(text)
        with scanners_at(Table(stage, tmp_path), one, other) as table:
            table.button("settings")
            table.press(table.reached(table.labelled(table.say("button", "state"))))
            table.press(table.reached(table.labelled(table.say("button", "devices_near"))))
            whole = table.words()
            assert f"{tmp_path}/usb/1" in whole and f"{tmp_path}/usb/2" in whole
            press_place(table, 2, of=2)
            assert "Platz 2: Was er liest, zählt für diesen Platz" in table.words()
            assert table.faults() == []
            assert scanned(table, other) == Scanned(1, ANY, "scanner-2", "CODE", 2)
            assert scanned(table, one) == Scanned(1, ANY, "scanner", "CODE", 0)
            one.send_raw(b"\xff\x80\r")  # whoever scanned waits for it
            table.stage.until(lambda: marks(table) == ["bad", "good"])
            scanned(table, one)
            table.stage.until(lambda: marks(table) == ["good", "good"])
        assert (tmp_path / HARDWARE).read_text() == text
        with scanners_at(Table(stage, tmp_path), one, other) as table:
            places = {each.port: each.place for each in table.root.devices.scanners()}
            assert places == {f"{tmp_path}/usb/1": 0, f"{tmp_path}/usb/2": 2}
            table.begin()
            presenter = table.open_match.presenter
            first, second = presenter.match.seats[:2]
            scanned(table, other, MINE[0])
            turn = presenter.phrasebook.say("notice", "turn_of", {"seats": [first]})
            assert (presenter.notice, presenter.composer.begun) == (turn, False)
            near(table)
            assert (
                f"Platz 2: Was er liest, zählt für {presenter.phrasebook.name(second)}"
                in table.words()
            )
            press_place(table, 1, of=2)
            table.button("close")
            scanned(table, other, MINE[0])
            assert (presenter.notice, presenter.composer.begun) == ("", True)


@contextmanager
def scanners_at(table: Table, *there: SimulatedScanner) -> Iterator[Table]:
    """A companion that has found these by the file in its folder, until it is switched off."""
    table.app.choices = replace(table.app.choices, hardware=None)
    table.app.look_for_devices()
    until(lambda: len(table.root.devices.scanners()) == len(there), "the scanners are found")
    try:
        yield table
    finally:
        table.close()


def press_place(table: Table, place: int, *, of: int) -> None:
    """Touch a place of a scanner, the first of them 1."""
    key = "place" if place else "place_of_all"
    label = table.app.session.words().say("button", key, {"place": place})
    table.press(table.reached([b for b in table.all(ActionButton) if b.label == label][of - 1]))


def test_what_is_tried_over_the_settings_chooses_nothing_there(table: Table) -> None:
    with box_at(table) as box:
        table.press(table.labelled("Einstellungen"))
        near(table)
        for part in (2, 0, 1):
            tap(table, box, part)
        assert table.page.sheet is not None and table.app.session.language == "de"
        assert [one.label for one in table.all(ActionButton) if one.cursor] == []
        box.turn(1)
        until(lambda: _with_cursor(table) != [], "the dial steps through what was opened")
        assert _with_cursor(table) == [table.say("button", "test_devices")]
        assert "um 1 gedreht" in table.words() and "scannen" not in table.page.notice
        tap(table, box, 2)
        assert "1 von 5" in table.words()


def _with_cursor(table: Table) -> list[str]:
    table.stage.frames(1)
    return [one.label for one in table.all(ActionButton) if one.cursor]


def test_scans_from_before_the_devices_page_was_opened_are_not_shown(table: Table) -> None:
    """It may have been a card that lies face down."""
    with box_at(table):
        bridge = table.app.bridge
        assert bridge is not None
        bridge.traffic.signal(Scanned(1, 0.0, "scanner", "ME1C10125QGZ3CW7AA"))
        table.stage.frames(3)
        assert table.say("notice", "nothing_scanned") in table.words()
        near(table)
        assert "Etwas gescannt (scanner)" in table.words()
        assert "ME1C" not in table.words()
        bridge.traffic.signal(Scanned(2, 0.0, "scanner", "ME1C10125QGZ3CW7AA"))
        table.stage.frames(3)
        assert table.words().count("ME1C10125QGZ3CW7AA") == 1
        bridge.traffic.signal(Scanned(1, 0.0, "scanner-2", "ME1C10125QGZ3CW7AA", 3))
        table.stage.frames(3)
        assert "Gescannt an Platz 3: ME1C10125QGZ3CW7AA (scanner-2)" in table.words()


@BOTH
def test_a_part_that_does_not_react_fails_the_test(table: Table) -> None:
    with box_at(table) as box:
        sheet = near(table)
        table.button("test_devices")
        until(lambda: box.lit & 0b0001 != 0, "the button that is asked for blinks")
        tap(table, box, 0)
        tap(table, box, 2)  # before it is asked for
        assert sheet.test is not None and sheet.test.progress == (2, 5)
        assert "Passen, für alle" in table.words()
        assert table.faults() == []
        table.button("does_not_work")
        tap(table, box, 3)
        box.turn(1)
        until(lambda: sheet.test is not None and _turned(table, sheet), "the dial is noticed")
        assert "Passen, für alle. Prüft bitte Kabel" in table.words()
        assert table.app.session.open_match is None  # nothing of this reached anything else
        table.button("again")
        for button in range(4):
            tap(table, box, button)
        box.turn(-1)
        until(lambda: sheet.test is not None and _turned(table, sheet), "the dial is noticed")
        assert "Alles geht: 5 von 5 Teilen." in table.words()
        table.button("close")
        until(lambda: box.lit == 0, "the lamps show the match again: there is none")


def _turned(table: Table, sheet: HardwareSheet) -> bool:
    table.stage.frames(1)
    return sheet.test is not None and sheet.test.asked is None


def lit_as_asked(table: Table, box: FakeBox) -> None:
    presenter = table.open_match.presenter
    asked = {presenter.match.seats.index(one.seat) + 1 for one in presenter.asked}
    confirm = [one for one in lamps(presenter) if one.role == "confirm"]
    assert confirm == [Lamp("confirm", place, "on") for place in asked]
    wanted = sum(1 << 1 + place for place in asked if place <= 2)
    until(lambda: box.lit & 0b1100 == wanted & 0b1100, "who is asked is lit")


def test_the_lamps_follow_the_match_and_who_is_asked_to_agree_does_so_with_confirm(
    table: Table,
) -> None:
    with box_at(table) as box:
        table.begin()
        table.stage.settle()
        lit_as_asked(table, box)
        table.touch(*MINE)
        presenter = table.open_match.presenter
        presenter.undo(by := presenter.match.seats[1])
        assert presenter.question is not None and by not in presenter.question.seats
        (other,) = presenter.question.seats
        place = presenter.match.seats.index(other) + 1
        confirm = [one for one in lamps(presenter) if one.role == "confirm"]
        assert confirm == [Lamp("confirm", place, "on")]
        before = len(presenter.match.steps)
        box.press(1 + place)
        table.stage.until(lambda: presenter.question is None)
        assert len(presenter.match.steps) < before


def test_lamps_on_the_board_point_at_places_and_a_button_there_touches_its_place(
    stage: Stage, tmp_path: Path
) -> None:
    """As hardware.toml names the game and its places; of another game nothing is lit."""
    source, target = (f"at {GAME} {one}" for one in MINE)
    elsewhere = "at sakkara d4"
    wires = (
        (4, source),
        (10, target),
        (11, elsewhere),
        (14, f"at {GAME} {AWAY}"),
        (12, "at sakkara d44"),
        (13, "at chess e4"),
    )
    text = "".join(f'[[lamp]]\npin = {pin}\nrole = "{role}"\n' for pin, role in wires)
    text += f'[[button]]\npin = 17\nrole = "{source}"\n'
    settings, mistakes = parse_settings(text + "[scanner]\nports = []\n[boxes]\nports = []\n")
    pins = SimulatedPins(settings)
    table = Table(stage, tmp_path)
    table.app.choices = replace(table.app.choices, hardware=settings, pins=pins.factory)
    table.app.look_for_devices()
    table.begin()
    table.complete()
    until(lambda: pins.glows(source), "what can be moved is lit")
    assert not mistakes and not pins.glows(target)
    pins.press(source)
    table.stage.until(lambda: table.open_match.presenter.composer.begun)
    table.complete()
    until(lambda: pins.glows(target), "where it can go is lit")
    pins.release(source)
    table.touch(MINE[1])
    assert table.told[-1] == "Played" and not pins.glows(elsewhere)
    table.complete()
    hands = table.play.now.hands
    more = msgspec.structs.replace(hands.hands[0], at=AWAY)
    hands.picture = msgspec.structs.replace(hands.picture, hands=(*hands.hands, more))
    assert not pins.glows(f"at {GAME} {AWAY}")
    table.press(hands)
    until(lambda: pins.glows(f"at {GAME} {AWAY}"), "where it ends, as one leafs")
    near(table)
    assert "„d44“" in table.words() and "„chess“" in table.words() and not table.faults()
    assert "„d4“" not in table.words() and "„0,0“" not in table.words()
    assert table.app.bridge is not None
    table.app.bridge.stop()
    table.close()


def test_the_lamps_are_lit_where_the_match_was_on_the_screen_before_them(table: Table) -> None:
    """As after every start in the middle of a match."""
    table.begin()
    table.stage.settle()
    with box_at(table) as box:
        lit_as_asked(table, box)


def test_a_refusal_is_heard_and_seen(table: Table) -> None:
    with box_at(table) as box:
        table.begin()
        presenter, ear = table.open_match.presenter, Ear()
        assert ear.cues(presenter, 2) == ()
        table.touch(*MINE)
        (cue,) = ear.cues(presenter, 2)
        assert cue.what in ("accepted", "turn")
        place = presenter.match.seats.index(presenter.seat) + 1
        table.touch(*TOO_FAR)
        assert presenter.refusal is not None
        assert ear.cues(presenter, 2) == (Cue("refused", place, 2),)
        assert ear.cues(presenter, 2) == ()
        blinking = [one for one in lamps(presenter) if one.glow == "blink"]
        assert blinking == [Lamp("confirm", place, "blink")]
        until(lambda: 220 in box.sounds, "it sounds refused")
        presenter.take_back()
        assert ear.cues(presenter, 2) == ()
        assert ear.cues(None, 2) == ()


def test_sounds_are_off_once_the_table_turned_them_off(table: Table) -> None:
    table.begin()
    presenter, quiet, loud = table.open_match.presenter, Ear(), Ear()
    for ear in (quiet, loud):
        ear.cues(presenter, 3)
    presenter.match.pause()
    assert quiet.cues(presenter, 0) == ()
    (cue,) = loud.cues(presenter, 3)
    assert cue.level == 3
