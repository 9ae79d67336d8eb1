"""The page of settings: what is chosen there is in force at once, and for good."""

from pathlib import Path

import pytest
import tomli

from companion.match import registry
from companion.table import Pressed, Turned
from tests.ui.screens.table import Table
from tests.ui.stage import Finger, Stage, pixel
from ui import theme
from ui.canvas.art import Art, common
from ui.screens.service.devices import DevicesSheet
from ui.screens.service.hardware import HardwareSheet
from ui.screens.service.settings import SettingsPage
from ui.session import settings
from ui.widgets.button import ActionButton


def test_a_choice_is_remembered_and_shows_at_once(table: Table) -> None:
    table.button("settings")
    table.press(table.labelled("Laut"))
    table.press(table.labelled("Hell"))
    table.root.choose(less_motion=True)
    assert theme.lasting(1.0) == 0.0
    table.press(table.labelled("English"))
    assert theme.theme().name == "light"
    assert table.page.title() == "Settings"
    kept = settings.read(table.app.session.folder)
    assert (kept.speaker, kept.theme, kept.language, kept.less_motion) == (3, "light", "en", True)


def test_the_settings_do_not_cost_the_match_at_which_they_are_chosen(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    match, told = table.open_match.match, table.told
    table.button("menu")
    table.button("settings")
    table.press(table.labelled("Hell"))
    table.press(table.labelled("Groß"))
    table.press(table.labelled("English"))
    assert isinstance(table.page, SettingsPage)
    assert not table.faults()
    table.button("to_table")
    assert table.open_match.match is match and table.told == told
    assert table.play.title() == "Mesopotamia"
    assert (theme.theme().name, theme.enlarged() > 1) == ("light", True)
    table.touch("blue@0,0", "1,0")  # and on it goes
    assert table.told[len(told)] == "Played"


@pytest.mark.parametrize("stage", [(1280, 720), (800, 480), (720, 1280)], indirect=True, ids=str)
def test_each_choice_has_words_that_stand_whole_on_a_small_screen(table: Table) -> None:
    table.button("settings")
    for language in ("de", "en"):
        table.root.choose(language=language)
        table.stage.settle()
        assert not table.faults()


def test_a_game_lies_on_a_ground_of_its_own_and_in_strong_contrast_nothing_does(
    table: Table,
) -> None:
    def rim() -> tuple[float, ...]:
        wide, high = table.stage.size
        seen = pixel(table.stage.pixels(), wide, 1, round(high * 0.8))
        return tuple(part / 255 for part in seen)

    name = registry.names()[-1]
    shelf, own = (art.ground for art in (common(), Art(registry.game_info(name).art)))
    assert shelf is not None and rim() == pytest.approx(shelf.fill[:3], abs=0.02)
    table.begin_seats(name)
    assert own is not None and rim() == pytest.approx(own.fill[:3], abs=0.02)
    table.root.choose(theme="contrast")
    assert rim() == pytest.approx(theme.colour("background")[:3])


def test_every_choice_that_is_offered_has_a_setting() -> None:
    for choice in settings.CHOICES:
        assert choice.name in settings.Settings.__struct_fields__
        nobody_chose = -1
        assert getattr(settings.Settings(), choice.name) in (*choice.values, nobody_chose)


def test_field_codes_stand_on_the_board_only_where_they_are_wanted(table: Table) -> None:
    table.begin()

    def written() -> set[str]:
        table.stage.settle()
        board = table.play.board
        return {word.text for one in board.figures for word in one.words}

    assert "M8" not in written()
    table.root.choose(codes=True)
    assert "M8" in written()


def test_other_entries_in_the_settings_file_stay_there(table: Table) -> None:
    file = table.app.session.folder / settings.FILE
    own = '[[button]]\npin = 17\nrole = "undo"\n[scanner]\nports = ["/dev/x"]\nown = {"a b" = 1}\n'
    file.write_text(own)
    table.button("settings")
    table.press(table.labelled("Laut"))
    found = tomli.loads(file.read_text())
    assert found["speaker"] == 3
    assert {name: found[name] for name in ("button", "scanner")} == tomli.loads(own)
    file.write_text("[[button]\n" + own)  # a mistake
    table.press(table.labelled("Hell"))
    assert settings.read(table.app.session.folder).theme == "light"
    assert (table.app.session.folder / settings.UNREAD).read_text() == "[[button]\n" + own


NOT_READABLE = {
    "of another kind": b'theme = 7\nspeaker = 3\n[sets.maya]\nOurs = "x"\n',
    "no text": b"speaker = 3\n\xff\xfe",
    "nested deeper than can be written": b"speaker = 3\n["
    + b".".join([b"a"] * 900)
    + b"]\nb = 1\n",
    "a number without end": b"speaker = 3\nlong = 0x1" + b"0" * 5000 + b"\n",
}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", NOT_READABLE)
def test_what_cannot_be_read_in_the_settings_is_laid_aside_and_told_until_somebody_has_read_it(
    stage: Stage, tmp_path: Path, kind: str, language: str
) -> None:
    (tmp_path / settings.FILE).write_bytes(NOT_READABLE[kind])
    table = Table(stage, tmp_path, language)
    assert (tmp_path / settings.UNREAD).read_bytes() == NOT_READABLE[kind]
    assert table.app.session.settings.speaker == (3 if kind == "of another kind" else -1)
    table.button("missing")
    assert settings.UNREAD in table.words() and not table.faults()
    table.close()
    again = Table(stage, tmp_path, language)
    again.button("missing")
    again.button("have_read")
    again.button("settings")
    again.press(again.labelled(again.say("setting", "theme-light")))
    assert settings.read(tmp_path).theme == "light"
    again.close()
    last = Table(stage, tmp_path, language)
    assert last.say("button", "missing") not in last.words()
    assert (tmp_path / settings.UNREAD).read_bytes() == NOT_READABLE[kind]
    last.close()


def test_devices_are_under_settings_and_can_be_looked_at_when_all_are_well(table: Table) -> None:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "state"))))
    assert isinstance(table.page.sheet, DevicesSheet)
    table.press(table.reached(table.labelled(table.say("button", "devices_near"))))
    assert isinstance(table.page.sheet, HardwareSheet)


def test_the_dial_steps_through_an_open_menu(table: Table) -> None:
    table.begin()
    table.button("menu")
    menu = table.page.sheet
    assert menu is not None

    def stands_on() -> list[str]:
        return [one.label for one in table.all(ActionButton, menu) if one.cursor]

    def places() -> list[tuple[float, float]]:
        return [one.to_window(*one.pos) for one in table.all(ActionButton, menu)]

    before = places()

    def turn(number: int, steps: int) -> None:
        table.root.signal(Turned(number, 0.0, "gpio", steps, 0))
        table.stage.frames(2)
        assert table.page.sheet is menu and places() == before  # all of it was seen already

    turn(1, 1)
    assert stands_on() == [table.say("button", "log")]
    turn(2, 1)
    assert stands_on() == [table.say("button", "rules")]
    table.root.refresh()  # everything is built anew
    table.stage.frames(2)
    assert stands_on() == [table.say("button", "rules")]
    turn(3, -2)
    assert stands_on() == [table.say("button", "resume")]
    table.root.signal(Pressed(4, 0.0, "gpio", "confirm", 0))
    assert table.page.sheet is None


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_list_that_is_pushed_on_beyond_its_end_stays_there_whole(table: Table) -> None:
    table.button("settings")
    table.stage.settle()
    last = table.labelled(table.say("button", "quit"))
    for _ in range(8):
        finger = Finger(20, 80)
        table.stage.frames(2)
        for y in range(100, 400, 40):
            finger.to(20, y)
            table.stage.frames(1)
        finger.up()
    for _ in range(15):
        assert last.to_window(0, last.y)[1] == pytest.approx(theme.mm(3), abs=1)
        table.stage.frames(1)
