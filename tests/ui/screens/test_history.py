"""The history: the match by turns, the table after each of them, and the way back."""

import random
from itertools import pairwise

import pytest

from companion.kernel import TABLE
from companion.referee.player import Player
from tests.ui.screens.table import Table
from ui.screens.table.history import History
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.turn_row import MOST, TurnRow
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

MINE = "blue@-1,0"


def played(table: Table, moves: int) -> History:
    """So many sensible moves with a wrong tap among them, and the history of them."""
    table.begin()
    match, player = (
        table.open_match.match,
        Player(table.open_match.presenter.game, random.Random(3)),
    )
    for number in range(moves):
        move = player.turn(match.position)[1]
        assert move is not None and match.submit(move).done
        if number == moves // 2:
            match.undo(match.steps[-1].by, frozenset(match.seats), "entered wrongly")
    table.root.refresh()
    table.press(table.play.last)
    assert isinstance(table.page, History)
    return table.page


def row_of(table: Table, number: int) -> TurnRow:
    """The row of a turn, the first one with 0."""
    page = table.page
    assert isinstance(page, History)
    rows: list[TurnRow] = table.all(TurnRow)
    return next(one for one in rows if one.turn is page._turns[number])


def test_each_turn_is_a_row_and_a_wrong_tap_is_struck_in_the_row_it_belongs_to(
    table: Table,
) -> None:
    page = played(table, 45)
    turns = page._turns
    assert all(one.seat != two.seat for one, two in pairwise(turns))
    taps = [one for turn in turns for one in turn.lines if one.how == "wrong_tap"]
    assert len(taps) == 1
    where = next(number for number, turn in enumerate(turns) if taps[0] in turn.lines)
    table.press(table.reached(row_of(table, where)))
    struck = [one for one in table.all(Paragraph) if "[s]" in one.text]
    assert len(struck) == 1 and taps[0].by
    assert table.open_match.presenter.phrasebook.name(taps[0].by) in struck[0].text
    rounds = [one.round for one in turns if one.seat != TABLE]
    assert rounds == sorted(rounds) and rounds[0] == 1 < rounds[-1]
    assert sum(one.took for one in turns) == pytest.approx(turns[-1].at - turns[0].at)


def test_a_long_turn_is_folded_until_it_is_touched(table: Table) -> None:
    page = played(table, 60)
    earlier = range(len(page._turns) - 1)  # the last one is touched already
    longest = max(earlier, key=lambda at: len(page._turns[at].lines))
    sentences = [one for one in page._turns[longest].lines if one.how != "refused"]
    assert len(sentences) > MOST + 1

    def seen() -> list[Paragraph]:
        row = row_of(table, longest)
        return [one for one in row.walk(restrict=True) if isinstance(one, Paragraph)]

    assert len(seen()) == MOST + 1 and str(len(sentences) - MOST) in seen()[-1].text
    table.press(table.reached(row_of(table, longest)))
    assert len(seen()) == len(sentences)


def test_three_touches_lead_back_and_before_the_last_of_them_it_says_whose_turns_go(
    table: Table,
) -> None:
    page = played(table, 30)
    chosen = len(page._turns) - 3
    turn = page._turns[chosen]
    gone = [one.seat for one in page._turns[chosen + 1 :]]
    before = table.touches - 1  # the first touch led here
    table.press(table.reached(row_of(table, chosen)))
    say = table.open_match.presenter.phrasebook
    assert say.say("notice", "going_back", {"count": 2, "seats": gone}) in table.words()
    after = [one.after for one in table.open_match.match.steps if one.line <= turn.standing[-1]]
    public = table.open_match.match.game.public(after[-1])
    shapes = table.open_match.presenter.package.scene(public).shapes
    assert page.board.scene.shapes == tuple(
        one for one in shapes if not (one.ghost or one.form == "label")
    )
    table.button("back_to_here")
    assert table.touches - before == 3
    assert isinstance(table.page, Play)
    while table.asked() == "question":  # those whose turns go agree
        waiting = table.open_match.presenter.question
        assert waiting is not None
        table.answer(waiting.answers[0].token)
    assert table.open_match.match.public == public


def test_the_history_can_be_narrowed_to_one_person_or_to_overruled_moves(table: Table) -> None:
    page = played(table, 30)
    chosen = page._turns[-2]
    table.press(table.reached(row_of(table, len(page._turns) - 2)))
    label = table.open_match.presenter.phrasebook.say(
        "button", "only_person", {"seat": chosen.seat}
    )
    table.press(table.labelled(label))
    assert {one.turn.seat for one in table.all(TurnRow)} == {chosen.seat}
    table.open_match.match.hand_over(chosen.seat, "Maximiliana-Annabella")
    page.show()
    only = next(one for one in table.all(ActionButton) if one.seat == chosen.seat and one.label)
    assert only.label == table.say("button", "only") and "Maximiliana" in only.spoken
    table.button("only_exceptions")
    assert not table.all(TurnRow)
    assert table.say("notice", "no_exceptions") in table.words()


def test_back_from_the_history_the_table_is_as_it_was_left(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "0,-1")
    refusal = table.open_match.presenter.refusal
    assert refusal is not None
    table.press(table.play.last)
    assert isinstance(table.page, History)
    table.button("table")
    assert table.open_match.presenter.refusal == refusal and table.asked() == "ways"


def test_back_from_the_menu_a_question_a_choice_and_a_refusal_are_as_they_were(
    table: Table,
) -> None:
    table.begin()
    table.touch(MINE)
    presenter = table.open_match.presenter
    chosen = presenter.offers.chosen
    assert chosen
    table.menu("resume")
    assert presenter.offers.chosen == chosen and table.play.board.chosen == chosen
    table.touch("0,0", "blue@0,0", "0,-1")
    table.saved()
    refusal, ways = presenter.refusal, table.words()
    assert refusal is not None
    table.menu("resume")
    assert presenter.refusal == refusal and table.words() == ways and table.asked() == "ways"
    table.button("never_mind")
    table.touch(MINE, "-2,0")
    table.saved()
    asked, before = table.asked(), table.words()
    assert asked == "picker"
    table.menu("resume")
    assert table.asked() == asked and table.words() == before


def test_a_touch_on_ones_own_card_and_a_hold_show_what_is_private_and_a_ring_its_time(
    table: Table,
) -> None:
    table.begin()
    before = table.touches
    card = table.play.people.cards["yellow"]
    table.press(card)
    page = table.page
    assert isinstance(page, LookPage) and page.seat == "yellow" and not page.uncovered
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    assert page.uncovered and table.touches - before <= 2
    assert page.pad is not None and page.pad.ring.opacity
    page._since -= 5.0
    page._tick()
    assert 0.3 < page.pad.ring.left < 0.6
    finger.up()
    assert not page.uncovered and not page.pad.ring.opacity
