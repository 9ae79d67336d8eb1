"""Learning a game with a finger: lessons at the table, hints, rules, what is remembered."""

from typing import Any

import pytest
from kivy.uix.widget import Widget

from bench.touches import Finger
from companion.kernel import MOVE, Game, Move
from companion.lessons import leads_on
from companion.match.registry import names
from companion.table import Pressed
from tests.ui.screens.table import GAME, Table
from ui import theme
from ui.screens.home.learn import Learn, LessonTable
from ui.screens.home.seats import Seats
from ui.screens.table.action_strip import HIGH, ActionStrip
from ui.screens.table.lay_out import LayOut
from ui.screens.table.lesson import LessonPlay
from ui.screens.table.now import LARGE
from ui.screens.table.what_now import WhatNowSheet
from ui.session import settings
from ui.session.open_match import OpenLesson
from ui.session.past import past
from ui.widgets.button import ActionButton
from ui.widgets.pieces import PieceRow

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def practice(table: Table) -> OpenLesson:
    assert isinstance(table.open_match, OpenLesson)
    return table.open_match


def buttons(root: Widget) -> list[ActionButton]:
    """All buttons on a part of the screen."""
    return [one for one in root.walk(restrict=True) if isinstance(one, ActionButton)]


def learn(table: Table, game: str) -> None:
    """From the home screen to the lessons of a game."""
    _, way = buttons(table.card_of(game))
    assert way.label == table.say("button", "learn")
    table.press(way)
    assert isinstance(table.page, Learn)


def choose(table: Table, number: int) -> None:
    """A lesson, and past the table to lay out if there is one."""
    label = next(one for one in table.all(ActionButton) if one.label.startswith(f"{number}  "))
    table.press(table.reached(label))
    if isinstance(table.page, LessonTable):
        table.button("start")
    assert isinstance(table.page, LessonPlay)


def make(table: Table, move: Move) -> None:
    """Make a move with a finger, or try one that will be refused."""
    presenter = table.open_match.presenter
    before = len(presenter.match.entries)
    found = Finger(presenter.package, drags=False).ways(presenter.view, [move])
    for way in (*sorted(found, key=len), named(presenter.game, move)):
        if all(table.answer(token) for token in way) and len(presenter.match.entries) > before:
            break
        presenter.take_back()
        table.stage.frames(2)
    assert len(presenter.match.entries) > before, move


def begin(table: Table, game: str, number: int) -> LessonPlay:
    """A lesson, counted from 1, past the table to lay out."""
    course = table.app.session.course(game)
    assert course is not None
    table.root.go("learn", game)
    table.root.go("lesson", game, course.lessons[number - 1])
    table.complete()
    if isinstance(table.page, LessonTable):
        table.button("start")
    assert isinstance(table.page, LessonPlay)
    return table.page


def named(game: Game[Any], move: Move) -> list[str]:
    """What a move names, one by one; who makes it is not touched."""

    def parts(one: Any) -> list[str]:
        if isinstance(one, dict):
            return [part for name, value in one.items() if name != "tiles" for part in parts(value)]
        return [part for each in one for part in parts(each)] if type(one) is tuple else [str(one)]

    plain = game.plain(move)
    return parts({name: plain[name] for name in plain if name not in ("move", game.kind(move).by)})


def try_out(table: Table, move: Move) -> None:
    """Touch what a move names that is to be refused, where that is seen; with the button of its
    kind before, if it takes that."""
    presenter = table.open_match.presenter
    game, before = presenter.game, len(presenter.match.entries)
    for first in ((), (MOVE + game.plain(move)["move"],)):
        for token in (*first, *named(game, move)):
            table.answer(token)
            if presenter.refusal is not None:
                return
            assert len(presenter.match.entries) == before, (token, "made something else")
        presenter.take_back()
        table.stage.frames(2)
    raise AssertionError(f"nothing refuses {move}")


def bright(table: Table) -> list[str]:
    """What is bright on the screen."""
    seen = [one for one in buttons(table.page) if table.sees(one) and one.role == "bright"]
    return [one.label for one in seen]


def follow(table: Table) -> None:
    """Do all tasks of a lesson the way they are meant."""
    lesson = practice(table).lesson
    for number, task in enumerate(lesson.tasks):
        assert practice(table).done == number
        assert task.say.in_(table.app.session.language) in table.words()
        for data in task.way:
            make(table, table.open_match.presenter.game.move(data))
        if task.goal.refused:
            assert table.open_match.presenter.refusal is not None
            table.button("never_mind")
    assert practice(table).task is None
    assert lesson.reached.in_(table.app.session.language) in table.words()


@SMALL
@pytest.mark.parametrize("game", names())
def test_a_lesson_is_learnt_with_a_finger_and_remembered(table: Table, game: str) -> None:
    learn(table, game)
    choose(table, 1)
    follow(table)
    first = practice(table).lesson
    assert table.page.bright is table.page.strip.buttons[2]
    if practice(table).course.after(first) is not None:
        table.button("next_lesson")
        assert practice(table).lesson is not first and practice(table).done == 0
    table.root.go("learn", game)
    table.stage.frames(2)
    (learnt,) = (one for one in table.all(ActionButton) if one.detail)
    assert learnt.label == f"1  {first.title.de}"
    assert settings.read(table.app.session.folder).learnt == {game: (first.id,)}
    assert not table.app.session.running() and not past(table.app.session)


@SMALL
@pytest.mark.parametrize(("number", "way"), [(7, ["karnak", "thebes"]), (9, ["B01", "camel"])])
def test_what_a_lesson_wants_tried_counts_where_one_touch_tells_why_not(
    table: Table, number: int, way: list[str]
) -> None:
    learn(table, "pyramidion")
    choose(table, number)
    for token in way:
        assert table.answer(token)
    tried = [task for task in practice(table).lesson.tasks if task.goal.refused]
    assert table.open_match.presenter.refusal is not None
    assert practice(table).lesson.tasks[practice(table).done - 1] in tried


@SMALL
@pytest.mark.parametrize("game", names())
def test_what_a_lesson_wants_tried_is_refused_and_only_what_it_wants_next_is_offered_then(
    table: Table, game: str
) -> None:
    course = table.app.session.course(game)
    assert course is not None
    led = tried = 0
    for number, lesson in enumerate(course.lessons, 1):
        if not any(task.goal.refused for task in lesson.tasks):
            continue
        begin(table, game, number)
        for done, task in enumerate(lesson.tasks):
            presenter = table.open_match.presenter
            if not task.goal.refused:
                for data in task.way:
                    make(table, presenter.game.move(data))
                continue
            tried += 1
            try_out(table, presenter.game.move(task.way[-1]))
            assert practice(table).done == done + 1 and len(bright(table)) <= 1, bright(table)
            assert presenter.refusal is not None
            ways, after = presenter.refusal.alternatives, practice(table).task
            led += bool(ways) and after is not None
            for one in ways:
                assert after is None or leads_on(after, presenter.match, one.way), one.sentence
            table.button("never_mind")
    assert tried >= 3 and led >= 1


@SMALL
def test_where_no_way_out_is_what_a_lesson_wants_the_bright_next_step_is_to_let_it_be(
    table: Table,
) -> None:
    page = begin(table, "backgammon", 3)
    table.touch("p24", "p19")
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and refusal.alternatives == ()
    assert page.bright is page.main and bright(table) == [table.say("button", "never_mind")]
    table.root.signal(Pressed(1, 0.0, "box", "confirm", 0))
    assert table.open_match.presenter.refusal is None and practice(table).done == 1
    table.touch("p6", "p4")
    assert practice(table).task is None and table.moves() == ["step"]


@SMALL
def test_of_some_pieces_that_are_alike_only_those_are_lit_that_come_to_the_table_of_a_lesson(
    table: Table,
) -> None:
    begin(table, "backgammon", 1)
    follow(table)
    table.button("next_lesson")
    page = table.page
    assert isinstance(page, LessonTable) and page.board.scene is not None
    lit = [one for one in page.board.scene.shapes if one.token in page.board.lit]
    assert [one.look for one in lit] == ["checker", "checker"] and lit[0].x != lit[1].x
    assert page.hand.token in page.board.lit
    assert table.faults() == []


@SMALL
def test_a_hint_marks_what_is_touched_next_also_in_the_tray_and_on_a_later_page_of_it(
    table: Table,
) -> None:
    page = begin(table, "sakkara", 8)
    table.press(page.strip.buttons[0])
    for token in ("move:whirlwind", "magic_1", "magic_2"):
        table.complete()
        (marked,) = (one for one in page.middle.places.buttons if one.cursor)
        assert marked.token == token and page.board.cursor == ""
        table.press(marked)
    table.complete()
    assert page.board.cursor, "a worker is touched there"
    table.touch(page.board.cursor)
    assert practice(table).task is None
    page = begin(table, "maya", 6)
    table.press(page.strip.buttons[0])
    table.complete()
    (marked,) = (one for one in page.middle.places.buttons if one.cursor)
    assert (marked.token, marked.offered) == ("9", False), "it is to be tried"
    table.press(page.strip.buttons[0])
    table.complete()
    assert not any(one.cursor for one in page.middle.places.buttons), "no hint is wanted any more"


@SMALL
def test_the_next_number_is_asked_from_the_first_key_on_though_the_page_was_turned_before(
    table: Table,
) -> None:
    page = begin(table, "pyramidion", 5)
    for token in (f"{MOVE}reveal_totals", "7"):
        assert table.answer(token)
    table.complete()
    keys = [one.token for one in page.middle.places.buttons if one.token]
    assert keys[:2] == ["0", "1"]


@SMALL
def test_what_hands_still_do_is_seen_beside_a_short_sentence_of_a_lesson(table: Table) -> None:
    now = begin(table, "mesopotamien", 7).now
    for data in practice(table).lesson.tasks[0].way:
        make(table, table.open_match.presenter.game.move(data))
    table.complete()
    assert now.hands.heading and now.hands.parent is not None and now.text.role in LARGE
    assert now.hands.width > now.width / 4


@SMALL
def test_the_table_of_a_lesson_is_laid_from_a_picture_with_a_hand_at_what_is_new(
    table: Table,
) -> None:
    table.root.go("learn", GAME)
    label = next(one for one in table.all(ActionButton) if one.label.startswith("1  "))
    table.press(table.reached(label))
    page = table.page
    assert isinstance(page, LessonTable)
    table.stage.frames(3)
    assert page.board.lit and page.hand.token in page.board.lit
    assert page.hand.figure is not None and len(page.hand.figure.triangles) > 0
    seen = {group.look for row in table.all(PieceRow) for group in row.pieces}
    assert seen == {one.look for one in page.step.lying}, "every piece is seen"
    assert not table.faults()
    table.press(table.labelled(table.say("set_up", "every_piece")))
    assert isinstance(table.page, LayOut)
    page.left()
    assert isinstance(table.root.page, Learn)


@SMALL
def test_a_lesson_has_hints_rules_refusals_undo_and_both_languages(table: Table) -> None:
    learn(table, GAME)
    choose(table, 1)
    page, lesson = table.play, practice(table).lesson
    assert isinstance(page, LessonPlay)
    assert table.faults() == [] and page.board.height > theme.mm(36)
    task = lesson.tasks[0]
    table.press(page.strip.buttons[0])
    assert task.hint.de in table.words() and page.board.cursor
    table.press(page.header.language)
    assert task.hint.en in table.words() and task.hint.de not in table.words()
    table.press(page.strip.buttons[0])
    assert task.say.en in table.words()
    table.press(page.strip.buttons[1])
    book = table.open_match.presenter.game.rulebook
    for clause in lesson.rules:
        assert book[clause].rule["en"] in table.words()
    assert table.faults() == []
    page.close()
    table.touch("blue@-1,0", "0,-1")  # a volcano, and too far
    assert table.open_match.presenter.refusal is not None and practice(table).done == 0
    assert table.faults() == []
    table.button("never_mind")
    for data in task.way:
        make(table, table.open_match.presenter.game.move(data))
    assert practice(table).done == 1
    make(table, table.open_match.presenter.game.move({"move": "end_move"}))
    assert f"“{table.say('button', 'undo_move')}”" in page.strip.text, "it was another move"
    table.button("undo_move")
    assert lesson.tasks[1].say.en in table.words()
    table.button("undo_move")
    assert practice(table).done == 0 and task.say.en in table.words()
    table.button("from_start")
    assert table.told == ["Started"]


@SMALL
def test_nothing_of_a_lesson_is_too_long_for_its_strip(table: Table) -> None:
    strip = ActionStrip(lambda: None, lambda: None, lambda: None)
    too_high = []
    for game in names():
        course = table.app.session.course(game)
        assert course is not None
        for lesson in course.lessons:
            said = [
                lesson.reached,
                *(one for task in lesson.tasks for one in (task.say, task.hint)),
            ]
            for one in (text for both in said for text in (both.de, both.en)):
                strip.show(f"1 von 3  {one}", ("", "", ""), done=False)
                if strip.high(table.page.width - theme.mm(4)) >= theme.mm(HIGH):
                    too_high.append(one)
    assert too_high == []


@pytest.mark.parametrize("stage", [(720, 1280)], indirect=True, ids=str)
def test_the_screens_of_a_lesson_are_whole(table: Table) -> None:
    assert table.faults() == []
    learn(table, GAME)
    assert table.faults() == []
    choose(table, 2)
    page = table.play
    assert table.faults() == [] and page.board.height > theme.mm(36)
    table.root.rebuild()
    assert isinstance(table.page, LessonPlay)


@SMALL
def test_the_last_lesson_leads_to_a_match_with_open_help(table: Table) -> None:
    session = table.app.session
    learn(table, GAME)
    course = session.course(GAME)
    assert course is not None
    choose(table, len(course.lessons))
    follow(table)
    table.button("play_now")
    assert isinstance(table.page, Seats)
    table.button("start")
    assert isinstance(table.page.sheet, WhatNowSheet)
    assert not isinstance(table.open_match, OpenLesson) and table.told == ["Started"]
    assert len(session.running()) == 1


@SMALL
def test_the_help_shows_every_rule_and_who_waits(table: Table) -> None:
    table.begin()
    table.button("help")
    say, book = table.open_match.presenter.phrasebook, table.open_match.presenter.game.rulebook
    seats, clause = table.open_match.presenter.offers.waiting
    assert len(seats) == 3 and say.rule(clause) in table.words()
    assert all(say.name(seat) in table.words() for seat in seats)
    assert table.open_match.presenter.offers.prompt in table.words()
    step = table.labelled(say.say("kind", "step"))
    table.press(next(one for one in buttons(step.parent) if one is not step))
    assert f"○  {book['M13'].rule['de']}" in table.words()
    assert table.faults() == []
    back, do = buttons(table.page.sheet)[-2:]
    assert do.role == "bright"
    table.press(back)
    greyed = table.labelled(say.say("kind", "deliver"))
    assert not greyed.offered
    table.press(greyed)
    assert "✗" in table.words()
    table.press(buttons(table.page.sheet)[-1])
    table.press(table.labelled(say.say("kind", "step")))
    assert table.page.sheet is None
