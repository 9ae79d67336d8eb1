"""The table is built once and kept: whoever comes back to it finds it as if it were new."""

import gc
from typing import Any
from weakref import ref

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.home.home import Home
from ui.screens.table.menu import PauseSheet
from ui.screens.table.play import Play

MINE, STEP = "blue@-1,0", ("blue@-1,0", "0,0")
REFUSED = ("blue@0,0", "0,-1")
SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def seen(table: Table) -> dict[str, Any]:
    """All that is seen at the table, and where the board lies."""
    play = table.play
    table.stage.until(lambda: table.open_match.saved)  # the header says so
    table.complete()
    return {
        "words": sorted(table.words().split("\n")),
        "lit": play.board.lit,
        "chosen": play.board.chosen,
        "sheet": play.sheet,
        "face": play.middle.face,
        "shapes": play.board.scene.shapes,
        "viewport": play.board.viewport,
    }


def changed(table: Table, before: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What is seen otherwise than before: as it was, as it is."""
    return {key: (before[key], now) for key, now in seen(table).items() if now != before[key]}


def away_and_back(table: Table) -> None:
    table.root.go("settings")
    table.stage.settle()
    table.button("to_table")


def test_coming_back_to_the_table_builds_nothing_anew(table: Table) -> None:
    table.begin()
    table.touch(*STEP)
    table.stage.until(lambda: not table.play.board.travelling())
    play, before, built = table.play, seen(table), table.play.board.built
    away_and_back(table)
    assert table.play is play and play.board.built == built
    assert changed(table, before) == {}


@pytest.mark.parametrize(
    ("left", "stage"),
    [
        ("enlarged", (1280, 800)),
        ("chosen", (800, 480)),
        ("told", (1280, 800)),
        ("a sheet", (1280, 800)),
        ("a sheet", (800, 480)),
        ("refused", (800, 480)),
        ("turned", (800, 480)),
    ],
    indirect=["stage"],
    ids=str,
)
def test_the_next_match_begins_with_what_the_last_one_left(table: Table, left: str) -> None:
    table.begin()
    before, play = seen(table), table.play
    table.touch(*STEP)
    if left == "enlarged":
        play.board._zoom(2.0, *play.board.center)
    elif left == "chosen":
        table.touch("blue@0,0")
    elif left == "told":
        table.tap(play.board.x + 3, play.board.y + 3)
        assert play.toast_text()
    elif left == "a sheet":
        table.button("help")
        table.press(table.labelled(table.say("button", "rules")))
    elif left == "turned":
        table.press(play.middle.places.buttons[-1])
    else:
        table.touch(*REFUSED)
    table.stage.settle()
    assert changed(table, before)
    table.root.home()
    table.stage.settle()
    table.begin()
    assert table.play is play and not play.board.travelling()
    assert changed(table, before) == {}
    table.button("help")
    assert table.say("button", "rules") in table.words()  # all kinds of move, not the rules of one


def test_what_is_touched_on_a_sheet_is_done_in_the_match_before(table: Table) -> None:
    table.begin()
    last = table.open_match.presenter
    table.touch(*STEP, *REFUSED)
    table.button("never_mind")
    table.button("help")
    table.root.home()
    table.stage.settle()
    table.begin()
    told = len(last.match.timeline.entries)
    table.touch(*STEP, *REFUSED)
    assert table.asked() == "ways"
    table.button("allow_once")
    assert table.told[-1] == "Played" and table.asked() == "offers"
    table.button("undo_move")
    table.touch(*REFUSED)
    table.button("never_mind")
    assert table.open_match.presenter.refusal is None and table.asked() == "offers"
    assert len(last.match.timeline.entries) == told
    left = ref(last)
    del last
    gc.unfreeze()
    gc.collect()
    assert left() is None, "and each match would stay in memory"


def test_going_home_from_a_pause_ends_it(table: Table) -> None:
    table.begin()
    match = table.open_match.match
    match.pause()
    table.play.open(PauseSheet(table.play))
    table.stage.settle()
    table.button("home")
    assert isinstance(table.page, Home) and match.paused


def test_changing_the_theme_leaves_the_table_as_it_was(table: Table) -> None:
    table.begin()
    play = table.play
    table.root.go("settings")
    table.root.choose(theme="light" if table.app.session.settings.theme == "dark" else "dark")
    table.stage.settle()
    table.button("to_table")
    assert isinstance(table.page, Play) and table.page is not play


@SMALL
def test_changing_the_window_size_leaves_the_table_as_it_was(stage: Stage, table: Table) -> None:
    table.begin()
    play = table.play
    table.root.rebuild()
    assert isinstance(table.page, Play) and table.page is not play


def test_the_settings_that_were_left_do_not_stay_in_memory(table: Table) -> None:
    table.begin()
    table.root.go("settings")
    table.stage.settle()
    left = ref(table.page)
    table.button("to_table")
    table.stage.frames(3)
    gc.unfreeze()
    gc.collect()
    assert isinstance(table.page, Play) and left() is None
