"""Home: the last game as it stands, and the boxes on the shelf."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.home.game_card import Facts
from ui.screens.home.last_game import LastGame
from ui.session.open_match import now
from ui.shell.badges import brief
from ui.widgets.board import Board
from ui.widgets.button import ActionButton

MINE = "blue@-1,0"
FOUR = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)


def last_game(table: Table) -> LastGame:
    table.stage.until(lambda: table.all(LastGame) and table.all(Board, table.all(LastGame)[0]))
    found: Sequence[Any] = table.all(LastGame)
    assert isinstance(found[0], LastGame)
    return found[0]


def test_the_last_game_is_shown_as_it_stands_also_after_the_companion_was_closed(
    stage: Stage, tmp_path: Path
) -> None:
    first = Table(stage, tmp_path, "en")
    first.begin()
    first.touch(MINE, "0,0")
    presenter = first.open_match.presenter
    lies = {one.token for one in presenter.scene.shapes if one.form == "hex" and not one.ghost}
    moves_next = presenter.phrasebook.say("label", "moves_next", {"seat": presenter.seat})

    def told(table: Table) -> None:
        board = table.all(Board, last_game(table))[0]
        shown = {one.token for one in board.scene.shapes}
        assert lies <= shown and not any(one.ghost for one in board.scene.shapes)
        words = table.words()
        assert moves_next in words and "Round 1, 0 minutes so far." in words
        assert f"Last move today at {now():%H:%M}"[:-1] in words
        assert table.say("label", "last_game") in words
        assert table.labelled(table.say("button", "parked")).detail == "1 game"

    first.root.home()
    first.stage.frames(2)
    told(first)
    first.close()
    second = Table(stage, tmp_path, "en")
    second.root.home()
    told(second)
    assert second.app.session.open_match is None  # nothing was taken up for it
    second.close()


@FOUR
def test_no_fact_about_a_box_ends_in_a_dot_and_every_box_can_be_played_and_learnt(
    table: Table,
) -> None:
    for facts in table.all(Facts):
        assert not any(line.rstrip().endswith("·") for line in facts.text.split("\n"))
    games = table.app.session.games()
    for key in ("play", "learn"):
        label = table.say("button", key)
        assert sum(one.label == label for one in table.all(ActionButton)) == len(games)
    assert not table.faults()


def test_the_time_of_the_last_move_is_told_by_day(table: Table) -> None:
    from msgspec.structs import replace

    from ui.screens.home.described import moved_last

    table.begin()
    table.root.home()
    one = table.app.session.running()[0]
    say = table.app.session.words()
    for days, word in ((0, "heute"), (1, "gestern"), (9, "am")):
        head = replace(one.heading, last=now() - timedelta(days=days))
        assert moved_last(say, replace(one, heading=head)).startswith(f"Letzter Zug {word}")


def test_a_device_is_named_in_the_header_only_once_it_was_there_and_is_gone() -> None:
    from ui.shell.header import Badge

    fine, gone = Badge("Scanner", "good", device="scanner"), Badge("Box", "bad", device="box1")
    saved = Badge("saved", "good")
    assert brief(None, (saved, fine, gone)) == (saved, gone)  # type: ignore[arg-type]
