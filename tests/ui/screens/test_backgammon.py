"""A game of Backgammon on the screen: by touch, by buttons, by scans."""

import pytest

from tests.ui.screens.table import Table
from ui import theme
from ui.screens.table.play import Play
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)

NARROW, WIDE = 6.0, 9.0
"""Millimetres that whatever is touched on the board has at least, one way and the other."""


def press(table: Table, token: str) -> None:
    (button,) = [one for one in table.all(ActionButton) if one.token == token]
    table.press(table.reached(button))


@SMALL
def test_two_turns_and_a_double_are_played_by_touch_alone(table: Table) -> None:
    table.begin("backgammon")
    table.touch("d6", "d5")
    assert table.open_match.presenter.seat == "white"
    table.touch("p24", "p13")  # both dice with one checker
    assert table.moves() == ["opening", "step", "step"]
    assert table.touches <= 6
    press(table, "move:double")
    assert table.open_match.presenter.seat == "white"
    press(table, "move:take")
    table.touch("d2", "d2")
    for _ in range(4):
        assert "p12" in table.play.board.lit
        table.touch("p12", "p14")
    assert table.moves()[3:] == ["double", "take", "roll", *["step"] * 4]
    position = table.open_match.match.position
    assert (position.active, position.cube, position.owner) == ("white", 2, "white")
    assert not table.faults()


@SMALL
def test_a_checker_is_lifted_by_one_touch_also_where_it_can_go_to_one_place_alone(
    table: Table,
) -> None:
    table.begin("backgammon")
    table.touch("d6", "d5", "p24", "p18", "p18")
    assert table.moves() == ["opening", "step"]
    assert table.play.board.lit == {"p13"}
    table.touch("p13")
    assert table.moves() == ["opening", "step", "step"]
    table.open_match.presenter.agreeing.undo("white")
    table.open_match.presenter.drag("p18", "p17")  # what a hand put elsewhere is answered
    assert table.open_match.presenter.refusal is not None


@SMALL
def test_a_refused_step_that_spoils_the_other_die_is_explained(table: Table) -> None:
    table.begin("backgammon")
    match = table.open_match.match
    told = {"white": {"p13": 1, "p7": 1}, "black": {"p8": 2, "p1": 2, "p24": 11}}
    assert match.correct({**told, "active": "white", "dice": [5, 1]}).done
    table.root.refresh()
    table.touch("p7")
    assert "p2" in table.play.board.lit and "p6" not in table.play.board.lit
    table.touch("p6")
    assert table.asked() == "ways"
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and [fault.number for fault in refusal.faults] == ["B12"]
    assert not table.faults()


@SMALL
def test_nobody_waits_while_both_roll_for_the_start_and_then_the_other_side_does(
    table: Table,
) -> None:
    table.begin("backgammon")
    say, waiting = table.open_match.presenter.phrasebook, []
    for tokens in ((), ("d6", "d5"), ("p24", "p13")):  # then Black is to roll
        table.touch(*tokens)
        table.button("help")
        told = {
            seat: say.say("notice", "others_wait", {"seats": (seat,)})
            for seat in ("white", "black")
        }
        before = told["white"].partition(":")[0]
        waiting.append([seat for seat, one in told.items() if one in table.words()])
        assert (before in table.words()) == bool(waiting[-1])
        table.button("close")
    assert waiting == [[], ["black"], ["white"]]


@pytest.mark.parametrize("stage", [(800, 480), (1024, 600)], indirect=True, ids=str)
def test_no_point_is_narrower_than_a_finger_can_meet(table: Table) -> None:
    table.begin("backgammon")
    table.complete()
    board = table.play.board
    scale = board.viewport.scale / theme.mm(1)
    for one in table.open_match.presenter.scene.shapes:
        if one.token and one.touch:
            narrow, wide = sorted(one.touch)
            assert narrow * scale >= NARROW and wide * scale >= WIDE, one


def test_a_game_without_secrets_offers_no_private_look(table: Table) -> None:
    table.begin("backgammon")
    table.press(table.play.people.cards["white"])
    assert isinstance(table.page, Play)
    table.button("menu")
    look = table.say("button", "look")
    assert all(one.label != look for one in table.all(ActionButton))
