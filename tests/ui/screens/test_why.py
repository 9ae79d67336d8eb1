"""What the board shows of a refusal: moves of recorded matches, touched where they were refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import Pressed
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.canvas.highlight import DARK
from ui.canvas.lighting import above

ONE = pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)


@pytest.fixture
def tables(stage: Stage, tmp_path: Path) -> Iterator[list[Table]]:
    found: list[Table] = []
    yield found
    for one in found:
        one.close()


def touch(table: Table, touches: tuple[str, ...]) -> None:
    for token in touches:
        table.complete()
        assert table.answer(token), token
    table.complete()


TOUCHED = {
    "natives": ("by-hand-2", 115, ("-1,1",), "told"),
    "supply": ("night-4", 786, ("move:breed",), "told"),
    "lower levels": ("maya-2", 45, ("move:double_build", "P2.L1", "P3.L2"), "refused"),
    "level": ("maya-2", 59, ("P4.L1",), "told"),
    "quarry": ("maya-4", 41, ("Q5",), "told"),
    "stack": ("sakkara-by-hand", 901, ("black:1", "f3"), "refused"),
    "blocked": ("by-hand-2", 14, ("green@1,-1+wood", "0,0"), "refused"),
}
"""By what is wrong: the record, the line, what is touched, and whether the move is refused or the
touch begins nothing and that is told."""

SHOWN = {
    "natives": ("numbers", {"-1,1"}, ("1 native", "needs 2"), ()),
    "supply": ("full", {"yellow"}, (), ()),
    "lower levels": ("below", {"P1.L1", "P2.L1", "P4.L1"}, (), ()),
    "level": ("full", {"P4.L1"}, (), ()),
    "quarry": ("full", {"Q5"}, (), ()),
    "stack": ("higher", {"f3"}, ("4 higher",), (0, 4)),
    "blocked": ("cross", {"0,0"}, (), ()),
}


@ONE
@pytest.mark.parametrize("wrong", TOUCHED)
def test_the_board_shows_why_a_touch_leads_nowhere(
    stage: Stage, tmp_path: Path, tables: list[Table], wrong: str
) -> None:
    name, line, touches, how = TOUCHED[wrong]
    table = at_line(stage, tmp_path, name, line)
    tables.append(table)
    touch(table, touches)
    presenter, board = table.open_match.presenter, table.play.board
    assert ("told" if presenter.refusal is None else "refused") == how, presenter.notice
    why = board.why
    assert why is not None
    look, at, lines, heights = SHOWN[wrong]
    assert (why.look, why.lines, why.heights) == (look, lines, heights)
    stage.until(lambda: board.wrong)  # it may blink
    assert set(why.at) == board.wrong == at
    drawn = above(board.figures, board._meant(), board.viewport.scale)
    said = [word.text for figure, light in drawn for word in figure.words if light is DARK]
    assert said == list(lines)
    assert {seat for seat, card in table.play.people.cards.items() if card.wrong} == (
        at & {"yellow"}
    )


@ONE
def test_the_empty_places_of_lower_levels_blink_once(
    stage: Stage, tmp_path: Path, tables: list[Table]
) -> None:
    name, line, touches, _ = TOUCHED["lower levels"]
    table = at_line(stage, tmp_path, name, line)
    tables.append(table)
    board, seen = table.play.board, list[bool]()
    board.bind(wrong=lambda _, wrong: seen.append(bool(wrong)))
    touch(table, touches)
    stage.until(lambda: len(seen) == 3)
    assert seen == [True, False, True]


def test_the_card_of_the_other_player_says_no_once(table: Table) -> None:
    table.begin()
    seats = table.open_match.match.seats
    table.root.signal(Pressed(1, 0.0, "box", "pass", 2))
    table.stage.frames(2)
    play = table.play
    assert play.board.why is not None
    assert (play.board.why.look, play.board.why.at) == ("person", (seats[1],))
    assert play.gestures.shake is not None
    table.stage.until(lambda: not play.gestures.shake or not play.gestures.shake.going)
    table.root.refresh()
    assert play.gestures.shake is None or not play.gestures.shake.going


def test_the_step_in_the_header_says_no_to_a_move_of_another_step(table: Table) -> None:
    table.begin()
    table.open_match.presenter.code("move:draw_card")
    table.stage.frames(2)
    play = table.play
    assert play.board.why is not None and play.board.why.look == "step"
    assert play.gestures.shake is not None and play.header.steps.now is not None
