"""Every screen at all sizes and in both languages, with the longest names: nothing cut, nothing
over anything else, everything that can be touched large enough."""

from pathlib import Path

import pytest

from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage

SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
LONGEST = "Maximiliana-Annabel"
"""With a number behind it twenty letters: the longest that must fit."""


class Looking:
    """Collects what is wrong with every screen that is looked at: in both languages on the smallest
    screen, in one after the other on those with more room for words."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.languages = 2 if table.stage.size == (800, 480) else 1
        self.found: dict[str, list[str]] = {}

    def __call__(self, name: str) -> None:
        for _ in range(self.languages):
            faults = self.table.faults()
            if faults:
                self.found[f"{name}-{self.table.app.room.language}"] = faults
            self.table.glass.next_language()
        self.table.stage.settle()


@SIZES
def test_the_screens_around_a_match_are_whole(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    look = Looking(table)
    look("home")
    table.begin_seats()
    look("seats")
    table.press(table.labelled(table.say("label", "options")))
    look("options")
    table.button("done")
    colours = table.app.room.title(GAME).game.colours
    names = {seat: f"{LONGEST}{number}" for number, seat in enumerate(colours)}
    table.app.room.set(names=names)
    table.glass.home()
    table.stage.settle()
    table.begin_seats()
    look("seats, longest names")
    table.button("sides")
    look("sides")
    table.button("done")
    table.button("lay_out")
    look("lay out")
    table.page.left()
    table.stage.settle()
    table.button("menu")
    look("menu")
    table.button("fix_table")
    look("fix")
    table.press(table.labelled(table.say_game("kind", "fix_mana")))
    look("fixing")
    table.page.left()
    for seat in table.sitting.desk.match.seats[:-1]:
        table.sitting.desk.match.resign(seat)
    table.glass.refresh()
    look("end")
    table.button("replay")
    look("replay")
    table.button("back")
    table.button("home")
    look("home again")
    table.close()
    assert not look.found


@SIZES
def test_the_screens_of_a_match_are_whole(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    colours = table.app.room.title(GAME).game.colours
    names = {seat: f"{LONGEST}{number}" for number, seat in enumerate(colours)}
    table.app.room.set(names=names)
    look = Looking(table)
    table.begin()
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
        table.button(sheet)
        look(sheet)
        table.page.close()
    table.button("menu")
    table.button("type_code")
    look("keyboard")
    table.page.close()
    table.touch("blue@-1,0", "-2,0")
    look("picker")
    table.glass.explain(table.sitting)
    look("explained")
    table.page.left()
    table.stage.settle()
    table.button("menu")
    table.button("look")
    look("whose look")
    table.press(table.labelled(f"{LONGEST}0"))
    look("cover")
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    if faults := table.faults():
        look.found["look"] = faults
    finger.up()
    table.close()
    assert not look.found
