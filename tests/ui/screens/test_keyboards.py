"""A keyboard beside the screen, from the events of a kernel to what is seen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
from kivy.core.window import Window

from firmware_bridge import NOTHING
from firmware_bridge.settings import Input
from firmware_bridge.simulate_input import InputFolder, SimulatedInput
from tests.ui.screens.table import Table
from ui.screens.service.hardware import HardwareSheet
from ui.screens.table.code import CodeSheet
from ui.screens.table.private import LookPage
from ui.shell.keyboard import KeyboardSheet

HAND = 0.15


@contextmanager
def keyboard_at(table: Table) -> Iterator[SimulatedInput]:
    """A keyboard that the app has found."""
    with InputFolder() as folder:
        found = folder.device("Keyboard")
        entry = Input(ports=(str(found.path),), layout="de")
        settings = msgspec.structs.replace(NOTHING, input=(entry,))
        table.app.choices = replace(table.app.choices, hardware=settings, inputs=folder.open)
        table.app.look_for_devices()
        bridge = table.app.bridge
        assert bridge is not None
        table.stage.until(lambda: any(one.name == "input-1" for one in bridge.states()))
        yield found
        bridge.stop()


def test_a_name_is_written_on_a_keyboard(table: Table) -> None:
    written: list[str] = []
    with keyboard_at(table) as keyboard:
        table.page.open(KeyboardSheet(table.page, lambda _: "Name", "", written.append))
        keyboard.strike("Zoes\b\n", gap=HAND)
        table.stage.until(lambda: written != [])
    assert written == ["Yoe"], "an American Z is where Germans have their Y"
    assert table.page.sheet is None


def test_at_a_table_the_first_key_opens_the_line_for_a_code_and_enter_ends_it(
    table: Table,
) -> None:
    table.begin()
    presenter = table.open_match.presenter
    piece = next(one for one in presenter.package.catalogue.pieces if one.token == "move:explore")
    with keyboard_at(table) as keyboard:
        keyboard.strike(piece.identity.short, gap=HAND)
        table.stage.until(
            lambda: (
                isinstance(table.page.sheet, CodeSheet)
                and table.page.sheet.digits == piece.identity.short
            )
        )
        keyboard.strike("\n", gap=HAND)
        table.stage.until(lambda: presenter.composer.begun)
        assert table.page.sheet is None
        keyboard.strike("m", gap=HAND)
        table.stage.until(lambda: isinstance(table.page.sheet, KeyboardSheet))
        assert "m|" in table.words()


def test_in_a_window_its_own_keys_write_where_no_keyboard_is_read_as_a_device(table: Table) -> None:
    table.begin()
    f9, two_at_the_right = (290, "\u0122"), (258, "\u0102")  # as Kivy tells them
    for key, letter in ((49, "1"), f9, two_at_the_right, (8, "\b"), (1073741882, None)):
        Window.dispatch("on_key_down", key, key, letter, [])
    table.stage.until(lambda: isinstance(table.page.sheet, CodeSheet))
    assert isinstance(table.page.sheet, CodeSheet)
    assert table.page.sheet.digits == "1"
    Window.dispatch("on_key_down", 99, 99, "c", ["ctrl"])
    table.stage.frames(3)
    assert table.page.sheet.digits == "1"


def test_a_code_that_a_scanner_strikes_is_scanned_whatever_lies_open(table: Table) -> None:
    table.begin()
    presenter = table.open_match.presenter
    piece = next(one for one in presenter.package.catalogue.pieces if one.token == "move:explore")
    with keyboard_at(table) as keyboard:
        keyboard.strike(piece.identity.code(b"") + "\n", gap=0.005)
        table.stage.until(lambda: presenter.composer.begun)
        assert table.page.sheet is None
        assert [one.name for one in table.root.devices.scanners()] == ["input-1"]


def test_a_key_covers_what_is_private_and_shows_nothing(table: Table) -> None:
    table.begin()
    match = table.open_match.match
    assert match.correct({"natives": [{"at": "0,0", "seat": "blue", "load": "marker"}]}).done
    page = LookPage(table.root, table.open_match, "blue")
    table.root.open(page)
    with keyboard_at(table) as keyboard:
        table.stage.frames(2)
        finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
        assert page.uncovered
        keyboard.strike("a\n", gap=HAND)
        table.stage.until(lambda: not page.uncovered)
        assert table.page is page and page.sheet is None
        finger.up()


def test_what_is_struck_where_nothing_is_written_gets_a_word_and_is_seen_at_the_devices(
    table: Table,
) -> None:
    with keyboard_at(table) as keyboard:
        keyboard.strike("x", gap=HAND)
        table.stage.until(lambda: table.say("notice", "nothing_written") in table.words())
        table.page.open(HardwareSheet(table.page))
        keyboard.strike("ab\b", gap=HAND)
        table.stage.until(lambda: "Geschrieben: ab⌫" in table.words())
        assert table.faults() == []
