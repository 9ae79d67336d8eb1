"""What random play seldom comes to, touched where recorded matches came to it."""

from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.kernel import MOVE
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.screens.test_together import row
from tests.ui.stage import Stage
from ui.screens.home.seats import Seats
from ui.screens.table.end import HASTY, End

ONE = pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)
BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)


def told(table: Table, line: int) -> dict[str, Any]:
    """The move that a line of the journal tells."""
    entry = table.open_match.match.timeline.entries[line - 1]
    move: dict[str, Any] = entry.move  # type: ignore[union-attr]
    return move


@ONE
@pytest.mark.parametrize(
    ("line", "kind"), [(50, "use_shield"), (63, "use_move"), (134, "use_add"), (57, "name_start")]
)
def test_a_marker_that_was_just_won_is_bright_and_leaving_it_is_quiet(
    stage: Stage, tmp_path: Path, line: int, kind: str
) -> None:
    table = at_line(stage, tmp_path, "maya-5", line)
    main = table.play.main
    assert table.play.bright is main
    assert main.label == table.say_game("kind", kind)
    assert all(one.role != "bright" for one in table.play.middle.places.buttons)
    assert not table.faults()
    table.close()


@ONE
def test_a_stone_is_moved_by_the_marker_with_three_touches(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "maya-5", 63)
    table.touches = 0
    table.press(table.play.main)
    table.touch("P1.L1", "P3.L1")
    assert told(table, 63) == {"move": "use_move", "source": "P1.L1", "level": "P3.L1"}
    assert table.touches == 3
    table.close()


@ONE
def test_done_acting_is_bright_once_an_action_was_taken(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "by-hand-2", 86)
    assert table.play.bright is table.play.main
    assert table.play.main.label == table.say_game("kind", "end_action")
    table.press(table.play.main)
    assert told(table, 86)["move"] == "end_action"
    table.close()


@BOTH
def test_the_order_at_giza_is_told_by_touching_who_comes_next(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "pyramidion-2", 46)
    seats = table.open_match.match.seats
    assert not table.faults()
    for seat in ("red", "green"):
        table.press(row(table, seats.index(seat))[0])
        table.complete()
    table.press(table.play.main)
    assert told(table, 46) == {"move": "take_tiles", "seats": ["red", "green"]}
    table.close()


@BOTH
def test_tiles_are_put_back_in_two_stacks_and_each_choice_has_a_way_back(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "sakkara-by-hand", 274)
    not_yet = table.say("button", "not_yet")
    if table.asked() != "picker":
        assert table.answer(f"{MOVE}put_back")

    for token in ("3", "e5"):
        assert table.answer(token)
        table.complete()
        assert table.play.main.label == not_yet, token
    table.press(table.play.main)  # not there: the field is chosen anew, and nothing else
    for token in ("e5", "d4"):
        table.complete()
        assert table.answer(token), token
    table.complete()
    parts = [{"tiles": 3, "to": "e5"}, {"tiles": 4, "to": "d4"}]
    assert told(table, 274) == {"move": "put_back", "parts": parts}
    table.close()


@BOTH
def test_what_is_owed_before_a_turn_ends_is_the_first_way_out_and_leads_back_to_it(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "sakkara-by-hand", 250)
    assert not table.open_match.match.public.moved
    table.press(table.play.main)
    table.complete()
    refusal = table.open_match.presenter.refusal
    assert refusal is not None
    best = table.play.middle.places.tiles[0]
    assert (best.label, best.role) == ("Take a step", "bright")
    table.press(table.play.middle.places.buttons[0])
    table.complete()
    assert table.open_match.presenter.refusal is None
    lit = table.play.board.lit
    for worker in sorted(lit):
        assert worker in table.play.board.lit
    table.touch(next(one for one in sorted(lit) if one[0].isalpha() and ":" not in one))
    table.close()


@ONE
def test_playing_again_seats_the_same_people_and_whoever_sat_next_begins(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "evening-2", 1705)
    match = table.open_match.match
    table.touch("blue@0,0+m4")
    table.open_match.presenter.touch(f"{MOVE}sacrifice")
    table.complete()
    assert match.over
    table.button("again_same")
    page = table.page
    assert isinstance(page, Seats)
    first, *others = match.seats
    assert page.who.seats == [*others, first] and page.who.first == others[0]
    assert {seat: page.who.named[seat] for seat in match.seats} == dict(match.players)
    table.close()


@ONE
def test_the_last_hasty_tap_at_the_table_leaves_the_page_of_the_winner_there(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "evening-2", 1705)
    table.touch("blue@0,0+m4")
    table.open_match.presenter.touch(f"{MOVE}sacrifice")
    stage.until(lambda: isinstance(table.page, End))
    stage.settle()
    again = table.labelled(table.say("button", "again_same"))
    end = monotonic() + 2 * HASTY
    while monotonic() < end:  # tapping on
        table.tap(*again.to_window(*again.center))
        assert isinstance(table.page, End)
    stage.until(lambda: not table.page.fresh)
    table.press(again)
    assert isinstance(table.page, Seats)
    table.close()


@ONE
def test_what_is_laid_and_summed_up_beside_the_player_order_moves_no_board_in_either_language(
    stage: Stage, tmp_path: Path
) -> None:
    seen = set()
    for line in (20, 30, 150):  # nothing, cards, and sums of the last in the order
        folder = tmp_path / str(line)
        folder.mkdir()
        table = at_line(stage, folder, "pyramidion-4", line)
        for _ in range(2):
            table.next_language()
            table.complete()
            seen.add(table.play.board.viewport)
        table.close()
    assert len(seen) == 1
