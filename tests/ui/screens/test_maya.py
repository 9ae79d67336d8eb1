"""Quarries at the screen: whose card is told, and what a marker is used on."""

import time
from pathlib import Path

import pytest

from companion.match.entries import Played
from companion.scene import Listing
from companion.table import Scanned
from demo.at_table import SOME
from demo.walk import Walk
from tests.records.reading import taken_up
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from tests.ui.test_narration import presenter
from ui import theme
from ui.presenter.now import last
from ui.widgets import loupe
from ui.widgets.person import PersonCard


def test_the_question_for_a_card_says_whose_it_is(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "maya-3", 139)
    match = table.open_match.match
    owners = [match.players[card.owner] for card in match.public.at("Q1").cards if not card.noted]
    assert len(set(owners)) == 2
    table.touch("Q1")
    for asked, answer in zip(owners, ("5", "-3"), strict=True):
        said = table.play.now.text.text
        assert [one for one in set(owners) if one in said] == [asked]
        labels = {one.label for one in table.play.middle.places.tiles}
        assert {"8", "−3"} <= labels and "-3" not in labels
        table.answer(answer)
    assert not table.faults()
    table.close()


@pytest.mark.parametrize("stage", [(1024, 600), (800, 480)], indirect=True, ids=str)
def test_a_marker_asks_for_a_level_of_large_pyramids_and_the_board_keeps_its_frame(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-5", 62)  # before the cards that win it are turned up
    board = table.play.board
    before = board.viewport
    table.touch("Q5")
    for value in ("4", "3", "8"):
        table.answer(value)
    table.complete()
    assert table.open_match.match.public.won == "MOVE"
    assert board.viewport == before
    levels = [one for one in board.scene.shapes if one.form == "beam" and one.token in board.lit]
    assert len(levels) > 1
    for one in levels:
        low, wide = sorted(side * board.viewport.scale / theme.mm(1) for side in one.touch)
        assert low >= 6 and wide >= 9, one.token
    assert not table.faults()
    table.close()


@pytest.mark.parametrize("stage", [(720, 1280), (800, 480)], indirect=True, ids=str)
def test_quarries_make_way_for_pyramids_within_the_turn_of_one_person_and_nothing_moves(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-4", 187)
    match, board = table.open_match.match, table.play.board
    before, seat = board.viewport, match.asked[0].seat
    assert match.public.phase == "transport"
    table.answer("7")
    table.complete()
    assert (match.public.phase, match.asked[0].seat) == ("building", seat)
    assert board.viewport == before
    held = before.under((board.x, board.y, board.right, board.top))
    for one in board.figures:
        assert all(held[at] <= one.bounds[at] + 0.1 for at in (0, 1)), one.shape
        assert all(held[at] >= one.bounds[at] - 0.1 for at in (2, 3)), one.shape
    assert not table.faults()
    table.close()


def test_passing_with_nothing_to_pay_is_answered_and_not_asked_about(
    stage: Stage, tmp_path: Path
) -> None:
    """Whoever has stones of the neutral colour alone must place one."""
    table = at_line(stage, tmp_path, "maya-2", 55)
    main = table.play.main
    assert main.token == "move:pass" and not main.offered and main.role != "bright"
    table.press(main)
    table.complete()
    assert table.asked() == "offers" and not table.open_match.presenter.composer.begun
    assert "pass" in table.play.last.text.text.lower()
    assert not table.faults()
    table.close()


def test_nobody_is_told_that_a_marker_can_be_lost_which_has_to_be_used(
    stage: Stage, tmp_path: Path
) -> None:
    for name, line, won, said in (
        ("maya-2", 31, "SHIELD", "Bruno, use “Shield” now."),
        ("maya-2", 36, "ADD", "Bruno, use “Extra stone” now or lose it."),
    ):
        table = at_line(stage, tmp_path / won, name, line)
        assert table.open_match.match.public.won == won
        assert table.play.now.text.text == said
        table.close()


def test_what_is_scanned_and_does_not_fit_is_told_in_a_whole_sentence(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 121)
    table.open_match.presenter.signal(Scanned(1, 0.0, "scanner", "low"))
    table.complete()
    assert table.play.last.text.text == "The low card is not what is asked for here, but a quarry."
    table.close()


def test_a_second_stone_that_cannot_lie_there_is_refused_before_its_price_is_asked(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-2", 44)
    presenter = table.open_match.presenter
    table.answer("move:double_build")
    first = min(presenter.offers.lit)
    table.touch(first)
    closed = min(set(presenter.view.levels()) - presenter.offers.lit)
    table.touch(closed)
    assert table.asked() == "ways" and presenter.refusal is not None
    presenter.allow()  # then the price is asked, and the same is refused with that
    table.complete()
    assert {one.token for one in table.play.middle.places.tiles} == {"stone", "marker"}
    table.answer("marker")
    assert table.asked() == "ways"
    presenter.allow()
    made = presenter.match.entries[-1]
    assert isinstance(made, Played) and made.move["pay"] == "marker"
    table.close()


def test_nobody_is_led_to_clear_a_quarry_when_its_cards_are_set_right(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 121)
    table.menu("fix_table")
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_cards"))))
    table.touch_board(table.page.board, "Q7")
    clear = table.labelled("Nothing lies here")
    assert clear.role == "plain"
    table.answer("blue:low")
    assert table.labelled("Done").role == "bright"
    table.close()


@pytest.mark.parametrize("stage", [(800, 480), (1024, 600)], indirect=True, ids=str)
def test_a_worker_is_laid_with_one_touch_where_both_backs_are_in_hand(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 121)
    view, board = table.open_match.match.public, table.play.board
    taken = [one for one in view.quarries if one.cards and view.has_room(one)]
    assert taken and all(view.in_hand(view.turn, back) for back in ("low", "high"))
    backs = {f"{one.id}>{back}" for one in taken for back in ("low", "high")}
    assert backs <= board.lit
    for one in table.open_match.presenter.scene.shapes:
        if one.token in backs:
            narrow, wide = sorted(side * board.viewport.scale / theme.mm(1) for side in one.touch)
            assert narrow >= 6 and wide >= 9, one.token
    table.touch(f"{taken[0].id}>high")
    made = table.open_match.match.entries[-1]
    assert isinstance(made, Played) and not table.faults()
    assert (made.move["quarry"], made.move["card"]) == (taken[0].id, "high")
    table.touch(taken[-1].id)  # the quarry itself asks for the back, as before
    assert table.asked() == "picker"
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_small_card_shows_that_its_owner_has_passed(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "maya-3", 121)
    seat = table.open_match.match.public.turn
    table.press(table.play.main)
    card = next(one for one in table.all(PersonCard) if one.seat == seat)

    def drawn() -> int:
        figure = card._easel.figure
        assert figure is not None
        return len(figure.triangles)

    with_it, passed = drawn(), Listing("panel.laid", ("passed",))
    assert passed in card.instruments and not table.faults()
    card.instruments = tuple(one for one in card.instruments if one != passed)
    card.refresh()
    assert drawn() < with_it
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_scoring_is_seen_by_all_before_the_next_round_begins(table: Table) -> None:
    table.begin("maya")
    match = table.open_match.match
    levels = {"P1.L1": {"blue": 2, "red": 1}, "P2.L1": {"red": 1}, "stock:blue": {"blue": 1}}
    building = {"practice": True, "bare": True, "round": 1, "phase": "building", "turn": "blue"}
    assert match.correct({**building, "stones": levels}).done
    table.root.refresh()
    table.complete()
    table.press(table.play.main)
    table.complete()
    assert match.position.round == 2
    results = table.play.gathering.results
    assert results is not None and table.play.main.role == "bright"
    *pyramids, together = results.columns
    gold = {seat: share.value for seat, share in together.shares.items()}
    assert gold == {seat: match.position.gold(seat) for seat in match.seats}
    for seat in match.seats:
        assert sum(int(one.shares[seat].value) for one in pyramids) == gold[seat]
    assert "Wertung 1 von 3" in table.words() and table.faults() == []
    assert table.play.now.hands.hands, "the gold and the stones are in the hands' picture"
    table.press(table.play.main)
    table.complete()
    assert not table.play.gathering.there and "Wertung 1 von 3" not in table.words()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_the_key_that_enlarges_lies_over_nothing_where_the_table_glides_to(table: Table) -> None:
    """Also on a machine so slow that it looks for its place while the table glides."""
    table.begin("maya")
    table.complete()
    board = table.play.board
    (key,) = table.all(loupe.Loupe, table.play)
    assert not key.disabled
    walk = Walk(table.root, "maya")
    for _ in range(SOME):
        walk.play_on(table.open_match.match)
    table.root.refresh()
    table.stage.frames(2)
    time.sleep(loupe.AFTER)
    table.stage.frames(2)
    table.stage.until(lambda: not board.gliding)
    covered = [board.viewport.box(one.bounds) for one in board.figures]
    free = all(c <= key.x or key.right <= a or d <= key.y for a, _, c, d in covered)
    assert key.disabled or free
    assert key.disabled == (board.spot(key.width, key.pos) is None)


def test_the_last_line_of_a_quarry_that_was_turned_up_is_who_takes_stones_there() -> None:
    seen = 0
    for line in range(20, 140):
        match = taken_up("maya-3", line)
        step = match.timeline.steps[-1]
        if step.move is None or match.game.kind(step.move).name != "reveal":
            continue
        keys = {one.key for one in step.events}
        said = last(presenter(match)).sentence
        if "awarded" in keys:
            seen += 1
            assert " takes " in said and "stone" in said, said
    assert seen
