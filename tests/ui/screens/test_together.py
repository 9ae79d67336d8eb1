"""What everybody is asked at once: a row for each, told by touch, and what came of it."""

from pathlib import Path

import pytest

from companion.kernel import MOVE, Verbatim
from companion.sight.last import LastLine
from companion.sight.printed import lying
from companion.table import Pressed
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table, reopened
from tests.ui.stage import Stage
from ui import theme
from ui.presenter.now import last, now_card
from ui.screens.table.fix import Fix
from ui.screens.table.history import History
from ui.screens.table.rows import Cards, Key, Rows
from ui.screens.table.wrong_entry import WrongEntrySheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)
SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
ONE = pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)


LOCK = "sign-enter_secretly"


def at_a_site(table: Table) -> tuple[str, ...]:
    """A table at which everybody is asked for cards; the seats in turn order."""
    table.begin("pyramidion")
    presenter = table.open_match.presenter
    match = presenter.match
    boats = [boat.id for boat in match.position.box.boats][:5]
    told = [{"move": "reveal_boat", "boat": boat} for boat in boats]
    cards = [card.id for card in match.position.box.distribution]
    told += [{"move": "distribute", "card": cards[0]}, {"move": "deal", "hand": None}]
    for one in told:
        fields = {name: value for name, value in one.items() if value is not None}
        assert match.submit(match.game.move(fields)).done, one
    dealt = presenter.phrasebook.say("last", "deal", {"hand": 9})
    assert last(presenter) == LastLine("", dealt), "of everybody, and not of one"
    match.submit(match.game.move({"move": "activate", "site": "thebes"}))
    table.root.refresh()
    table.complete()
    return match.seats


def keys(table: Table) -> list[Key]:
    (rows,) = table.all(Rows, table.play)
    return [one for one in rows.children[::-1] if isinstance(one, Key) and one.look != LOCK]


def locks(table: Table) -> list[Key]:
    """What tells in private, a key for each row."""
    (rows,) = table.all(Rows, table.play)
    return [one for one in rows.children[::-1] if isinstance(one, Key) and one.look == LOCK]


def row(table: Table, number: int) -> list[Key]:
    """The keys of a row, counted from the top."""
    tops = sorted({round(key.y) for key in keys(table)}, reverse=True)
    return [key for key in keys(table) if round(key.y) == tops[number]]


def moves(table: Table) -> list[str]:
    steps = table.open_match.match.timeline.steps
    return [table.open_match.match.game.kind(one.move).name for one in steps if one.move]


@BOTH
def test_everybody_lays_cards_with_one_touch_in_any_order(table: Table) -> None:
    seats = at_a_site(table)
    assert table.faults() == []
    place = table.play.now.place
    site = table.open_match.presenter.phrasebook.name("thebes")
    assert place.get_parent_window() and site in [one.text for one in place.card]
    figure = place._easel.figure
    assert figure is not None and min(figure.triangles.corners[1::8]) > -theme.mm(0.6)
    (rows,) = table.all(Rows, table.play)
    names = sorted((one.y for one in rows.children if isinstance(one, TextLine)), reverse=True)
    for number, name in zip(range(len(seats)), names, strict=True):
        assert name >= max(key.top for key in row(table, number)), "it would head the row below"
    for number, lock in enumerate(locks(table) if theme.compact() else ()):
        key = row(table, number)[0]
        assert (lock.y, lock.top) == (key.y, key.top), "a picture alone lies beside the numbers"
    table.touches = 0
    for number in reversed(range(len(seats))):
        waits = table.play.main.detail
        assert f"{number + 1} P" in waits if number > 1 else waits, "who is waited for"
        table.press(row(table, number)[number % 3])
        table.complete()
    assert table.touches == len(seats)
    assert moves(table)[-len(seats) :] == ["lay"] * len(seats)
    laid = {one.seat: one.count for one in table.open_match.match.position.contest.laid}
    assert laid == {seat: number % 3 for number, seat in enumerate(seats)}


@ONE
def test_what_is_told_outlives_setting_the_table_right(table: Table) -> None:
    at_a_site(table)
    table.press(row(table, 0)[1])
    match = table.open_match.match
    fix = {"move": "fix_store", "seat": match.seats[0], "kind": "stone", "count": 3}
    assert match.submit(match.game.move(fix)).done
    table.root.refresh()
    table.complete()
    assert [key.label for key in row(table, 0) if key.role == "gold"] == ["1"]


@ONE
def test_what_is_told_can_be_changed_and_taken_back_until_all_is_there(table: Table) -> None:
    at_a_site(table)
    before = moves(table)
    table.press(row(table, 0)[2])
    table.press(row(table, 0)[1])
    assert [key.label for key in row(table, 0) if key.role == "gold"] == ["1"]
    table.button("undo_move")
    assert [key.label for key in row(table, 0) if key.role == "gold"] == []
    assert moves(table) == before


@ONE
def test_undo_after_all_have_told_leads_back_to_their_page_and_no_further(table: Table) -> None:
    seats = at_a_site(table)
    for number in range(len(seats)):
        table.press(row(table, number)[1])
        table.complete()
    assert moves(table)[-1] == "lay"
    table.button("undo_move")
    table.complete()
    assert moves(table)[-1] == "activate"
    gold = [[one.label for one in row(table, at) if one.role == "gold"] for at in range(len(seats))]
    assert gold == [["1"]] * (len(seats) - 1) + [[]]


@SMALL
def test_winners_are_touched_and_compared_until_somebody_has_seen_it(
    table: Table, tmp_path: Path
) -> None:
    seats = at_a_site(table)
    table.answer(f"together:{MOVE}results")
    table.complete()
    table.press(row(table, 1)[0])
    table.press(table.play.main)
    table.complete()
    assert moves(table)[-1] == "results"
    results = table.play.gathering.results
    assert results is not None and results.columns[0].shares[seats[1]].standing == "won"
    presenter, shown = table.open_match.presenter, table.play.now.place.card
    about = [lying(presenter.scene, str(one), presenter.words) for one in results.values.values()]
    assert shown and shown in about, "the place it is about, not the one that is next"
    assert [one.seat for one in table.play.gathering.compared.won] == [seats[1]]
    everybody = table.say_game("label", "to_be_done")
    assert table.play.now.hands.heading == everybody, "it is nobody's own move"
    told = [one for one in table.play.middle.places.buttons if one.role == "bare"]
    assert len(told) == 3 and len({one.letters for one in told}) == 1
    assert table.faults() == []
    assert table.play.main.role == "bright"
    table.press(table.play.main)
    table.complete()
    assert not table.play.gathering.there and not table.play.board.disabled
    assert now_card(presenter).note == "", "the hands have done what came of it"
    entries = len(table.open_match.match.entries)
    table.press(table.play.keys.undo)  # leads back to the page that was left, and asks nobody
    table.complete()
    assert table.play.gathering.results is not None and presenter.question is None
    assert now_card(presenter).note, "it is shown once more what they do"
    table.press(table.play.main)
    table.complete()
    table.root.signal(Pressed(1, 0.0, "gpio", "undo", 0))
    table.complete()
    assert (
        table.play.gathering.results is not None and len(table.open_match.match.entries) == entries
    )
    again = reopened(table, tmp_path)
    assert again.play.gathering.results == results, "the plug was pulled, and nobody has seen it"
    again.press(again.play.keys.undo)  # and from there to the move behind it
    again.complete()
    question = again.open_match.presenter.question
    assert question is not None and question.form == "why"
    assert all(one.detail for one in question.answers if one.token != "no")
    again.close()


@BOTH
def test_each_of_the_three_sums_is_told_in_steps_of_one(table: Table) -> None:
    seats = at_a_site(table)
    table.answer(f"together:{MOVE}reveal_totals")
    table.complete()
    said, site = table.play.now, table.open_match.presenter.phrasebook.name("thebes")
    assert f"Summen in {site}" in "".join(one.text for one in table.all(Paragraph, said))
    named = table.open_match.together.columns
    (rows,) = table.all(Rows, table.play)
    assert [one.text for one in table.all(TextLine, rows)].count(named[0]) == len(seats)
    assert table.faults() == []
    for _ in range(2):
        table.press(row(table, 0)[1])
    table.press(table.play.main)
    told = table.open_match.match.timeline.steps[-len(seats) :]
    assert sorted(getattr(one.move, "influence", -1) for one in told) == [0] * (len(seats) - 1) + [
        2
    ]
    presenter = table.open_match.presenter
    presenter.undo()
    presenter.settle("entered wrongly")
    while presenter.question is not None:  # whoever comes first agrees, for all of one page
        assert len(presenter.question.answers) == 2
        presenter.settle(presenter.question.answers[0].token)
    assert moves(table)[-1] == "activate"


@SMALL
def test_a_sum_that_was_told_wrongly_is_counted_up_and_not_chosen_from_a_list(table: Table) -> None:
    seats = at_a_site(table)
    table.answer(f"together:{MOVE}reveal_totals")
    table.complete()
    table.press(table.play.main)
    match = table.open_match.match
    wrong = next(one.line for one in match.steps if getattr(one.move, "seat", "") == seats[0])
    table.menu("log")
    page = table.page
    assert isinstance(page, History)
    turn = next(one for one in page._turns if wrong in one.standing)
    page.open(WrongEntrySheet(page, table.open_match, turn))
    line = next(one for one in turn.lines if one.line == wrong)
    table.press(table.reached(table.labelled(line.done)))
    sheet = page.sheet
    more = [one for one in table.all(ActionButton, sheet) if one.label == "+"]
    assert len(more) == 3 and not table.faults()
    table.press(table.reached(more[0]))
    done = next(one for one in table.all(ActionButton, sheet) if one.role == "bright")
    assert "1 Einfluss" in done.label
    table.press(table.reached(done))
    presenter = table.open_match.presenter
    while presenter.question is not None:  # they have all seen the sums
        presenter.settle(presenter.question.answers[0].token)
    meant = next(one.move for one in match.steps if one.line == wrong)
    assert getattr(meant, "influence", None) == 1


def test_what_was_told_so_far_is_there_after_the_plug_was_pulled(
    table: Table, tmp_path: Path
) -> None:
    seats = at_a_site(table)
    for number in (1, 0):
        table.press(row(table, number)[2])
    table.stage.frames(2)
    assert table.app.session.library.journal.flush()
    table.app.session.where.flush()
    again = Table(table.stage, tmp_path)
    again.complete()
    for number in range(2, len(seats)):
        again.press(row(again, number)[1])
    again.complete()
    laid = [one.count for one in again.open_match.match.position.contest.laid]
    assert laid == [2, 2] + [1] * (len(seats) - 2)
    again.close()


@ONE
def test_each_can_show_a_basic_card_that_another_has_shown(table: Table) -> None:
    seats = at_a_site(table)
    for number in range(len(seats)):
        table.press(row(table, number)[1])
    table.complete()
    for _ in seats:
        assert not table.play.main.disabled
        table.press(table.play.main)
        table.complete()
        picker = table.open_match.presenter.offers.picker
        assert picker is not None
        assert [one.token for one in picker.choices if one.token[1] == "B"] == [
            one.id for one in table.open_match.match.position.box.cards if one.basic
        ]
        table.answer("TB1")
        table.complete()
    shown = {step.move for step in table.open_match.match.timeline.steps[-len(seats) :]}
    assert {getattr(move, "cards", ()) for move in shown} == {("TB1",)}


@BOTH
def test_cards_told_behind_covers_come_to_light_only_with_the_last(
    table: Table,
) -> None:
    seats = at_a_site(table)
    told = {seats[1]: ("TB1", "MD3"), seats[2]: ("SB1",)}
    before = moves(table)
    for number, seat in ((1, seats[1]), (2, seats[2])):
        table.press(locks(table)[number])
        assert "3" not in [one.label for one in table.all(Key)] and table.faults() == []
        table.uncover()
        assert table.faults() == []
        for token in told[seat]:
            table.press(next(one for one in table.all(ActionButton) if one.token == token))
        table.press(table.labelled(table.say("button", "done")))
        assert table.say("notice", "told_later") in table.words(), "nobody wonders whether it was"
        table.complete()
        assert [key.role for key in locks(table)][number] == "gold" and table.faults() == []
    kept = repr(table.open_match.together.kept)
    assert not any(one in kept for one in ("TB1", "MD3", "SB1"))
    assert moves(table) == before
    for number in (0, 3)[: len(seats) - 2]:
        table.press(row(table, number)[1])
        table.complete()
    assert moves(table)[len(before) :] == ["lay"] * len(seats) + ["reveal"] * 2
    laid = {one.seat: one.cards for one in table.open_match.match.position.contest.laid}
    assert {seat: laid[seat] for seat in told} == told
    shown = table.all(Cards, table.play)
    assert sorted(len(one.cards) for one in shown) == [1, 2]


@ONE
def test_a_player_whose_cards_were_refused_can_tell_them_anew_at_once(table: Table) -> None:
    seats = at_a_site(table)
    for number in range(len(seats)):
        table.press(row(table, number)[2])
        table.complete()
    presenter = table.open_match.presenter
    one_too_few = {"move": "reveal", "seat": seats[0], "cards": ["TB1"]}
    presenter.make(presenter.game.move(one_too_few))  # as a way that a refusal offered would be
    table.complete()
    assert table.asked() == "ways"
    table.press(row(table, 0)[0])
    table.complete()
    assert table.asked() == "picker" and table.open_match.presenter.refusal is None
    table.answer("TB1")
    begun, lit_up = presenter.composer.drafts, table.play.last.again
    for times in (0, 1, 2):  # what was chosen stays, and each touch is seen to be answered
        table.press(row(table, 0)[0])
        table.complete()
        assert presenter.composer.drafts == begun and begun[0].parts == ("TB1",)
        assert "wählt gerade" in table.play.last.text.text
        assert table.play.last.again == lit_up + times


@ONE
def test_a_good_the_boat_does_not_need_is_answered_and_not_paid(table: Table) -> None:
    at_a_site(table)
    match, presenter = table.open_match.match, table.open_match.presenter
    loading = {"phase": "loading", "display": ["B01"], "turn": "red"}
    stores = {"red": {"stone": 2, "wood": 2, "urn": 2, "camel": 1}}
    assert match.correct({**loading, "stores": stores}).done
    table.root.refresh()
    order = match.position.box.boat("B01").order
    table.answer("move:load")
    if presenter.offers.picker is None or not presenter.offers.picker.taken:
        table.answer("B01")
    unasked = next(kind for kind in stores["red"] if kind not in order)
    table.answer(unasked)
    said = presenter.phrasebook.name(unasked)
    assert said in presenter.notice and unasked not in presenter.composer.drafts[0].parts


@ONE
def test_help_says_what_is_not_told_of_the_box_and_leads_there(table: Table) -> None:
    table.begin("pyramidion")
    assert table.say("notice", "guessed") in table.words(), "and so does the table at first"
    table.button("help")
    assert table.say("notice", "guessed") in table.words()
    table.press(table.labelled(table.say("button", "box")))
    assert isinstance(table.page, Fix)


@ONE
def test_the_last_thing_told_is_who_won_and_what_was_loaded_and_never_an_automatic_pass(
    table: Table,
) -> None:
    at_a_site(table)
    presenter = table.open_match.presenter
    match, say = presenter.match, presenter.phrasebook
    table.answer(f"together:{MOVE}results")
    table.press(row(table, 1)[0])
    table.press(table.play.main)
    won = {"seat": match.seats[1], "what": [Verbatim(say.say("results", "influence"))]}
    assert say.say("label", "came_to", won) in last(presenter).sentence
    loading = {"phase": "loading", "display": ["B01", "B02"], "turn": "red"}
    paid = list(match.position.box.boat("B01").order)
    stores = {"red": {kind: paid.count(kind) for kind in paid}}
    assert match.correct({**loading, "stores": stores}).done
    presenter.make(match.game.move({"move": "load", "boat": "B01", "pay": paid}))
    assert moves(table)[-1] == "pass_load"
    loaded = presenter.phrasebook.say("last", "load", {"seat": "red", "boat": "B01"})
    assert (last(presenter).seat, last(presenter).sentence) == ("red", loaded)


@SMALL
def test_where_one_number_more_is_possible_it_has_a_key_of_its_own(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "pyramidion-2", 50)
    numbers = [one.label for one in table.all(Key)]
    assert numbers.count("5") == 1 and "–" not in "".join(numbers)
    table.close()
