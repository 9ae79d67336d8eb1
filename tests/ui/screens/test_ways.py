"""All that is not a move, by touch: telling what the table shows, who plays, how it ends."""

from typing import Any

import pytest

from companion.match.entries import CaughtUp, Ended, HandedOver, Left
from tests.ui.screens.table import Table
from ui.presenter.now import last as told_last
from ui.screens.table.end import End
from ui.screens.table.fix import Fix
from ui.screens.table.history import History
from ui.screens.table.lay_out import LayOut
from ui.screens.table.play import Play
from ui.screens.table.set_up import SetUp
from ui.screens.table.turn_row import TurnRow
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
MINE = "blue@-1,0"


def tell(table: Table, kind: str, *tokens: str) -> None:
    """Choose what is told on the screen for it, then its values among the buttons there."""
    page = table.page
    assert isinstance(page, Fix)
    table.press(table.reached(table.labelled(page.presenter.phrasebook.say("kind", kind))))
    for token in tokens:
        buttons: list[ActionButton] = table.all(ActionButton, page.side)
        table.press(table.reached(next(one for one in buttons if one.token == token)))


def last(table: Table) -> Any:
    return table.open_match.match.timeline.entries[-1]


def agree(table: Table, *seats: str) -> None:
    for seat in seats:
        say = table.open_match.presenter.phrasebook
        table.press(table.labelled(say.say("button", "agree", {"seat": seat})))


@SMALL
def test_a_table_that_differs_is_set_right_on_a_small_screen(table: Table) -> None:
    table.begin()
    table.menu("fix_table")
    tell(table, "fix_mana", "green", "3")
    match = table.open_match.match
    assert match.public.player("green").mana == 3
    assert " ".join(last(table).sentences["de"]) in table.page.toast_text()
    assert not table.faults()
    table.button("undo")
    assert match.public.player("green").mana == 0
    table.button("done")
    assert isinstance(table.page, Play)


def test_a_match_begins_with_the_table_as_it_stands(table: Table) -> None:
    table.begin_seats()
    table.button("as_it_stands")
    tell(table, "fix_mana", "blue", "3")
    tell(table, "fix_turn", "red")
    table.button("done")
    assert isinstance(table.page, Play)
    assert table.open_match.presenter.seat == "red"
    assert table.open_match.match.public.player("blue").mana == 3


def test_a_turn_that_nobody_entered_is_caught_up_with_and_marked(table: Table) -> None:
    table.begin()
    table.menu("catch_up")
    assert isinstance(table.page, Fix)
    table.press(table.labelled("Blau"))
    tell(table, "fix_mana", "blue", "2")
    tell(table, "fix_turn", "yellow")
    table.button("done")
    entry = last(table)
    assert isinstance(entry, CaughtUp) and entry.by == "blue"
    assert table.open_match.match.lines()[-1].status == "unjudged"
    assert table.open_match.presenter.seat == "yellow"


def test_a_turn_that_was_not_told_leaves_no_mark(table: Table) -> None:
    table.begin()
    table.menu("catch_up")
    table.press(table.labelled("Blau"))
    table.button("done")
    assert table.told == ["Started"]


def test_the_table_is_set_up_in_five_touches_with_what_is_new_lit(table: Table) -> None:
    table.begin_seats()
    table.button("lay_out")
    before, lit = table.touches, []
    for _ in range(5):
        page = table.page
        assert isinstance(page, SetUp) and page.bright is not None
        lit.append(sorted(page.board.lit))
        assert not table.faults()
        table.press(page.bright)
    assert isinstance(table.page, Play) and table.told == ["Started"]
    assert table.touches - before == 5
    plains, goods = ["-1,0", "-1,1"], ["1,-1", "1,0"]
    assert lit == [sorted([*plains, *goods, "0,-1", "0,0", "0,1"]), goods, plains, [], []]


def test_a_step_back_in_setting_up_is_one_touch_and_all_of_it_can_be_skipped(table: Table) -> None:
    table.begin_seats()
    table.button("lay_out")
    page = table.page
    assert isinstance(page, SetUp) and page.bright is not None
    table.press(page.bright)
    assert page.at == 1
    table.button("back")
    assert page.at == 0
    table.press(table.labelled(table.say("set_up", "already")))
    assert isinstance(table.page, Play)


def test_the_table_is_laid_out_piece_by_piece_or_not_at_all(table: Table) -> None:
    table.begin_seats()
    table.button("lay_out")
    table.press(table.labelled(table.say("set_up", "every_piece")))
    page = table.page
    assert isinstance(page, LayOut)
    game = table.open_match.presenter.game
    layout = game.layout(table.open_match.match.public)
    assert sorted((one.target, one.piece, one.count) for one in page.pieces) == sorted(
        (at, piece, count) for (at, piece), count in layout.items() if at != "box" and count
    )
    first = table.open_match.presenter.phrasebook.change(page.pieces[0])
    row = next(one for one in table.all(ActionButton) if one.label.endswith(first))
    table.press(row)
    assert page.done == {0} and any("☑" in one.label for one in table.all(ActionButton))
    table.button("skip")
    assert isinstance(table.page, Play) and table.told == ["Started"]


def test_taking_back_what_others_did_needs_those_who_are_named(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    for token in ("move:end_move", "move:end_action"):
        table.press(next(one for one in table.all(ActionButton) if one.token == token))
    income = [one for one in table.all(ActionButton) if one.token == "move:income"]
    for one in income:
        table.press(one)
    presenter = table.open_match.presenter
    assert presenter.seat == "yellow"
    table.app.session.set(sides={"yellow": "left"})
    table.button("undo_move")
    assert table.asked() == "question"
    table.touch("0,0")  # nothing on the board answers it
    assert table.asked() == "question" and table.say("notice", "answer_first") in table.words()
    assert not table.faults()
    card = table.play.now.card
    assert card.to_window(card.x, card.y)[0] < card.to_window(card.x, card.top)[0]  # read from left
    assert presenter.phrasebook.name("blue") in table.words()
    before = len(table.told)
    agree(table, "blue")
    assert table.page.sheet is None
    assert table.told[before:] == ["Undone"]
    assert (last(table).by, last(table).consent) == (
        "blue",
        (),
    )  # whoever made the move took it back


def entered_wrongly(table: Table, line: int) -> None:
    """Touch a turn in the history, that a sentence of it is wrong, and that it never happened."""
    table.menu("log")
    assert isinstance(table.page, History)
    rows = table.all(TurnRow)
    row = next(one for one in rows if any(each.line == line for each in one.turn.lines))
    table.press(table.reached(row))
    table.button("put_right")
    if table.say("label", "which_wrong") in table.words():
        told = next(one for one in row.turn.lines if one.line == line)
        table.press(table.reached(table.labelled(told.sentence)))
    table.press(table.reached(table.labelled(table.say("button", "never_happened"))))


def test_saying_that_anothers_line_was_entered_wrongly_needs_those_who_are_named(
    table: Table,
) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    for token in ("move:end_move", "move:end_action"):
        table.press(next(one for one in table.all(ActionButton) if one.token == token))
    for one in [one for one in table.all(ActionButton) if one.token == "move:income"]:
        table.press(one)
    told = table.told
    assert table.open_match.presenter.seat == "yellow"
    entered_wrongly(table, 2)
    assert table.asked() == "question" and table.told == told
    assert not table.faults()
    table.button("no")
    assert table.page.sheet is None and table.asked() != "question" and table.told == told
    entered_wrongly(table, 2)
    agree(table, "blue")
    assert table.page.sheet is None
    assert table.told == [*told, "Amended"] and last(table).consent == ("blue",)


def test_a_line_left_out_afterwards_is_named_in_plain_words(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "0,0", "1,0")
    done = told_last(table.open_match.presenter).sentence
    assert done in table.words()
    told = table.told
    for answer in ("no", "strike_too"):  # a later move of one's own is lost: that is asked
        entered_wrongly(table, 2)
        assert table.asked() == "question" and table.told == told
        (walked,) = table.open_match.match.timeline.entries[2].said("de")
        assert f"Dann fällt auch das weg: {walked}" in table.words() and not table.faults()
        table.button(answer)
    table.complete()
    step = table.open_match.match.timeline.steps[-1]
    assert step.state == "left out" and step.faults
    table.press(next(one for one in table.all(ActionButton) if one.token == "move:end_move"))
    table.complete()
    assert done not in table.words().split("\n")
    table.menu("log")
    assert f"({table.say('status', 'left_out')}" in table.words()
    assert step.faults[0] not in table.words()
    table.button("table")
    assert table.open_match.match.draw("blue", frozenset(table.open_match.match.seats)).done
    table.root.refresh()
    table.stage.settle()
    assert isinstance(table.page, End)
    assert table.say_game("kind", "step") not in table.words()
    table.button("to_table")
    table.menu("ending")
    assert table.say("button", "end_draw") not in table.words(), "what is over ends no more"
    table.button("resume")
    table.button("result")
    assert isinstance(table.page, End), "from the table that is looked at once more"


def test_saying_that_a_reveal_was_entered_wrongly_asks_how_it_was_meant(table: Table) -> None:
    table.begin()
    table.touch(MINE, "-2,0")
    table.answer("volcano")
    table.stage.frames(2)
    told = table.told
    line = len(told)
    entered_wrongly(table, line)
    assert table.asked() == "question"
    table.button("taken_back")
    assert table.asked() == "question" and table.told == told
    table.complete()
    rimmed = {seat for seat, card in table.play.people.cards.items() if card.asked}
    assert rimmed == {"yellow", "green", "red"}, "who is to agree, and not whose turn it is"
    agree(table, "yellow", "green", "red")
    assert (
        table.page.sheet is None
        and table.asked() != "question"
        and table.told == [*told, "Amended"]
    )
    assert last(table).line == line and last(table).consent == ("yellow", "green", "red")


def test_somebody_else_takes_a_seat_and_somebody_leaves(table: Table) -> None:
    table.begin()
    table.menu("players")
    table.press(table.labelled("Gelb"))
    table.button("hand_over")
    for letter in ("E", "v", "a"):
        table.press(table.labelled(letter))
    table.button("done")
    entry = last(table)
    assert isinstance(entry, HandedOver) and (entry.seat, entry.name) == ("yellow", "Eva")
    table.menu("players")
    table.press(table.labelled("Eva"))
    table.button("leave_seat")
    entry = last(table)
    assert isinstance(entry, Left) and entry.seat == "yellow" and not entry.resigned


def test_a_match_ends_by_giving_up_and_not_before_only_one_is_left(table: Table) -> None:
    table.begin()
    for name in ("Gelb", "Grün", "Rot"):
        assert not table.open_match.match.over
        table.menu("players")
        table.press(table.labelled(name))
        table.button("resign")
        assert not isinstance(last(table), Ended), "it is asked first"
        table.answer({"Gelb": "yellow", "Grün": "green", "Rot": "red"}[name])
    entry = last(table)
    assert isinstance(entry, Ended) and entry.how == "resigned" and entry.places[0] == ("blue",)
    assert isinstance(table.page, End)


@pytest.mark.parametrize("how", ["agreed", "draw"])
def test_a_match_ends_when_all_agree_and_not_before(table: Table, how: str) -> None:
    table.begin()
    table.menu("ending")
    table.button(f"end_{how}")
    for name in ("Blau", "Gelb", "Grün", "Rot"):
        assert not table.open_match.match.over
        table.press(table.labelled(name))
    entry = last(table)
    assert isinstance(entry, Ended) and entry.how == how
