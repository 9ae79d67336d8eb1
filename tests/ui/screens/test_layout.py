"""Every screen at all sizes and in both languages, with the longest names: nothing cut, nothing
over anything else, everything that can be touched large enough."""

from pathlib import Path
from typing import get_args

import pytest

from companion.match.registry import names
from companion.match.setting_up import Group
from demo.around import Ailing
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui import theme
from ui.devices import NoDevices
from ui.screens.home.game_card import GameCard
from ui.screens.home.options import HouseRules
from ui.screens.table.play import Play
from ui.screens.table.secret import SecretPage
from ui.screens.table.set_up import SetUp
from ui.shell.badges import badges
from ui.shell.controls import Scroll
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Lid

SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
SMALLEST = (800, 480)
LANGUAGE = {(1024, 600): "en"}
"""In which language a screen begins; the others in German, whose words are longer."""

SEEN = 8.0
"""Millimetres below which the picture of a game says nothing."""

LONGEST = "Maximiliana-Annabel"
"""With a number behind it twenty letters: the longest that must fit."""


class Looking:
    """Collects what is wrong with every screen that is looked at: in both languages on the smallest
    screen, in one of them on those with more room for words."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: dict[str, list[str]] = {}

    def __call__(self, name: str) -> None:
        self._look(name)
        if self.table.stage.size == SMALLEST:
            self.table.next_language()
            self._look(name)

    def _look(self, name: str) -> None:
        if faults := self.table.faults():
            self.found[f"{name}-{self.table.app.session.language}"] = faults


@SIZES
def test_the_screens_around_a_match_are_whole(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path, LANGUAGE.get(stage.size, "de"))
    look = Looking(table)
    look("home")
    table.begin_seats()
    look("seats")
    table.press(table.labelled(table.say("label", "options")))
    rules = table.page.sheet
    assert isinstance(rules, HouseRules)
    for group in get_args(Group):
        table.press(table.labelled(table.say("house_rules", group)))
        look(f"house rules, {group}")
    table.button("done")
    colours = table.app.session.package(GAME).game.colours
    names = {seat: f"{LONGEST}{number}" for number, seat in enumerate(colours)}
    table.app.session.set(names=names)
    table.root.home()
    table.stage.settle()
    table.begin_seats()
    look("seats, longest names")
    table.button("lay_out")
    _set_up(table, look)
    table.page.left()
    table.stage.settle()
    table.button("menu")
    look("menu")
    table.button("fix_table")
    look("fix")
    table.press(table.labelled(table.say_game("kind", "fix_mana")))
    look("fixing")
    table.page.left()
    for seat in table.open_match.match.seats[:-1]:
        table.open_match.match.resign(seat)
    table.root.refresh()
    look("end")
    table.button("replay")
    look("replay")
    table.button("back")
    table.button("home")
    look("home again")
    pictures = [min(one.size) / theme.mm(1) for one in table.all(Lid)]
    assert pictures and min(pictures) > SEEN
    table.close()
    assert not look.found


def _set_up(table: Table, look: Looking) -> None:
    """Step by step, and piece by piece: those of one place in the order of the seats."""
    page = table.page
    assert isinstance(page, SetUp)
    for number in range(len(page.parts)):
        page.at = number
        page.show()
        look(f"set up, step {number + 1}")
    table.press(table.labelled(table.say("set_up", "every_piece")))
    look("lay out")
    seats, pieces = table.open_match.match.seats, table.page.pieces
    for at in {one.target for one in pieces}:
        here = [one.piece.rpartition(":")[2] for one in pieces if one.target == at]
        owners = [seats.index(whose) for whose in here if whose in seats]
        assert owners == sorted(owners), here


@pytest.mark.parametrize(
    ("game", "stage"),
    [
        *((game, SMALLEST) for game in names()),
        *((GAME, size) for size in ((1280, 720), (1024, 600), (720, 1280))),
    ],
    indirect=["stage"],
    ids=str,
)
def test_a_match_of_any_game_begins_whole(stage: Stage, tmp_path: Path, game: str) -> None:
    table = Table(stage, tmp_path, LANGUAGE.get(stage.size, "de"))
    look = Looking(table)
    level = {
        round(card.text.top) for card in table.all(GameCard) if card.y == table.all(GameCard)[-1].y
    }
    assert len(level) == 1
    table.begin_seats(game)
    look("before the game")
    table.button("start")
    if not isinstance(table.page, Play):
        look("before the first move")
        table.page.left()
        table.stage.settle()
    look("table")
    table.button("menu")
    look("menu")
    assert not any(one.do_scroll_y for one in table.all(Scroll, table.page.sheet))
    table.button("players")
    look("players")
    table.page.close()
    table.button("menu")
    table.button("sides")
    look("sides")
    few = len(table.open_match.match.seats) < 5
    assert not few or not any(one.do_scroll_y for one in table.all(Scroll, table.page.sheet))
    table.page.close()
    table.button("menu")
    table.button("clock")
    look("clock")
    assert not any(one.do_scroll_y for one in table.all(Scroll, table.page.sheet))
    table.close()
    assert not look.found


@SIZES
def test_many_faults_leave_room_for_the_title(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path, LANGUAGE.get(stage.size, "de"))
    table.root.peripherals.devices, table.root.peripherals.dropped = Ailing(), 3
    table.root.refresh()
    title = table.page.header.title
    assert title.opacity and not title.cut
    assert table.app.session.words().say("label", "faults", {"count": 4}) in table.words()
    table.root.go("devices", table.page)
    assert all(
        badge.label in table.words() for badge in badges(table.app.session, table.root.peripherals)
    )
    table.root.peripherals.devices, table.root.peripherals.dropped = NoDevices(), 0
    table.close()


@SIZES
def test_the_screens_of_a_match_are_whole(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path, LANGUAGE.get(stage.size, "de"))
    colours = table.app.session.package(GAME).game.colours
    names = {seat: f"{LONGEST}{number}" for number, seat in enumerate(colours)}
    table.app.session.set(names=names)
    look = Looking(table)
    table.begin()
    look("table")
    table.touch("blue@-1,0")
    look("chosen")
    table.touch("0,0", "blue@0,0", "0,-1")
    look("refusal")
    table.button("show_rule")
    look("rule")
    table.button("close")
    table.button("never_mind")
    table.button("help")
    look("what now")
    table.page.close()
    table.menu("log")
    look("log")
    table.page.left()
    table.stage.settle()
    for sheet in ("strictness", "players", "ending"):
        table.button("menu")
        table.button(sheet)
        look(sheet)
        table.page.close()
    _type(table, look)
    table.touch("blue@-1,0", "-2,0")
    look("picker")
    table.root.go("explain", table.open_match)
    look("explained")
    table.page.left()
    table.stage.settle()
    _look_in_private(table, look)
    table.root.play(table.open_match)
    match = table.open_match.match
    match.set_clock(600)
    table.root.refresh()
    look("clock")
    assert match.correct({"natives": [{"at": "0,0", "seat": "blue", "load": "marker"}]}).done
    table.root.open(SecretPage(table.root, table.open_match, "blue"))
    table.stage.frames(2)
    table.press(table.labelled(table.say_game("kind", "tell_marker")))
    look("entry")
    table.close()
    assert not look.found


def _look_in_private(table: Table, look: Looking) -> None:
    """What lies over it, and what is seen while a finger holds."""
    table.button("menu")
    table.button("look")
    look("whose look")
    table.press(table.labelled(f"{LONGEST}0"))
    look("cover")
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    if faults := table.faults():
        look.found["look"] = faults
    finger.up()


def _type(table: Table, look: Looking) -> None:
    """The digits of a code, and its letters as they lie on keyboards of the language."""
    table.button("menu")
    table.button("type_code")
    look("numbers")
    table.button("letters")
    look("keyboard")
    letters = "".join(one.label for one in table.all(ActionButton, table.page.sheet))
    assert {"de": "qwertz", "en": "qwerty"}[table.app.session.language] in letters
    table.page.close()
