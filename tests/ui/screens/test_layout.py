"""Every screen at both sizes and in both languages: nothing cut, nothing over anything else,
everything that can be touched large enough."""

from pathlib import Path

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage

SIZES = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])


@SIZES
@LANGUAGES
def test_every_screen_is_whole(stage: Stage, tmp_path: Path, language: str) -> None:
    table = Table(stage, tmp_path, language)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        faults = table.faults()
        if faults:
            found[name] = faults

    look("home")
    table.begin_seats()
    look("seats")
    table.press(table.labelled(table.say("label", "options")))
    look("options")
    table.button("done")
    table.button("start")
    look("table")
    table.touch("blue@-1,0")
    look("chosen")
    table.touch("0,0", "blue@0,0", "0,-1")
    look("refusal")
    table.button("show_rule")
    look("rule")
    table.button("take_back")
    table.button("what_now")
    look("what now")
    table.page.close()
    for sheet in ("log", "strictness", "players"):
        table.button("menu")
        look("menu")
        table.button(sheet)
        look(sheet)
        table.page.close()
    table.button("menu")
    table.button("type_code")
    look("keyboard")
    table.page.close()
    table.touch("blue@-1,0", "-2,0")
    look("picker")
    table.button("menu")
    table.button("fix_table")
    look("fix")
    table.page.left()
    table.button("menu")
    table.button("look")
    look("whose look")
    table.press(table.labelled(table.sitting.desk.speaker.name("blue")))
    look("cover")
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    look("look")
    finger.up()
    table.page.left()
    match = table.sitting.desk.match
    for seat in match.seats[:-1]:
        match.resign(seat)
    table.glass.refresh()
    look("end")
    table.button("home")
    look("home again")
    table.close()
    assert not found
