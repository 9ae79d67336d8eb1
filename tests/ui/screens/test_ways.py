"""All that is not a move, by touch: telling what the table shows, who plays, how it ends."""

from pathlib import Path
from typing import Any

import pytest

from companion.match import shelf
from companion.match.entries import CaughtUp, Ended, HandedOver, Left
from companion.table import Scanned
from companion.text import LANGUAGES
from firmware_bridge import read_settings, wording
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.art import common
from ui.evening.walk import Walk
from ui.screens.badges import badges
from ui.screens.fix import Fix
from ui.screens.lay_out import LayOut
from ui.screens.parts import Lines, Scroll
from ui.screens.past import Past
from ui.screens.play import Play
from ui.screens.question import QuestionSheet
from ui.screens.refusal import RefusalSheet
from ui.screens.replay import Replay
from ui.screens.secret import SecretPage
from ui.settings import Side
from ui.theme import Letters
from ui.widgets.button import ActionButton
from ui.widgets.loupe import Loupe
from ui.widgets.text import Paragraph

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
MINE = "blue@-1,0"


def tell(table: Table, kind: str, *tokens: str) -> None:
    """Choose what is told on the screen for it, then its values among the buttons there."""
    page = table.page
    assert isinstance(page, Fix)
    table.press(table.reached(table.labelled(page.desk.speaker.say("kind", kind))))
    for token in tokens:
        buttons: list[ActionButton] = table.all(ActionButton, page.side)
        table.press(table.reached(next(one for one in buttons if one.token == token)))


def last(table: Table) -> Any:
    return table.sitting.desk.match.timeline.entries[-1]


def menu(table: Table, *keys: str) -> None:
    for key in ("menu", *keys):
        table.press(table.reached(table.labelled(table.say("button", key))))


def agree(table: Table, *seats: str) -> None:
    for seat in seats:
        say = table.sitting.desk.speaker
        table.press(table.labelled(say.say("button", "agree", {"seat": seat})))


@SMALL
def test_a_way_of_the_menu_has_no_sign_or_that_of_another(table: Table) -> None:
    table.begin()
    menu(table)
    ways: list[ActionButton] = table.all(ActionButton, table.page.sheet)
    signs = [one.look for one in ways if one.role != "bright"]
    assert len({*signs}) == len(signs) > 14
    assert common().missing(signs) == () and "" not in signs
    assert not table.faults()


@SMALL
@pytest.mark.parametrize("game", shelf.names())
def test_what_can_be_done_is_told_apart_by_reading_alone(table: Table, game: str) -> None:
    table.begin(game)
    table.button("what_now")
    kinds = {one.label: one.look for one in table.all(ActionButton, table.page.sheet) if one.look}
    desk = table.sitting.desk
    labels = [one.label for one in desk.offered.menu()]
    assert list(kinds) == labels
    assert table.play.board.art.missing(kinds.values()) == ()
    assert not table.faults()


@SMALL
def test_a_table_that_differs_is_set_right_on_a_small_screen(table: Table) -> None:
    table.begin()
    menu(table, "fix_table")
    tell(table, "fix_mana", "green", "3")
    match = table.sitting.desk.match
    assert match.public.player("green").mana == 3
    assert " ".join(last(table).sentences["de"]) in table.page.told_now()
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
    assert table.sitting.desk.seat == "red"
    assert table.sitting.desk.match.public.player("blue").mana == 3


def test_a_turn_that_nobody_entered_is_caught_up_with_and_marked(table: Table) -> None:
    table.begin()
    menu(table, "catch_up")
    assert isinstance(table.page, Fix)
    table.press(table.labelled("Blau"))
    tell(table, "fix_mana", "blue", "2")
    tell(table, "fix_turn", "yellow")
    table.button("done")
    entry = last(table)
    assert isinstance(entry, CaughtUp) and entry.by == "blue"
    assert table.sitting.desk.match.lines()[-1].status == "unjudged"
    assert table.sitting.desk.seat == "yellow"


def test_a_turn_that_was_not_told_leaves_no_mark(table: Table) -> None:
    table.begin()
    menu(table, "catch_up")
    table.press(table.labelled("Blau"))
    table.button("done")
    assert table.told == ["Started"]


def test_the_table_is_laid_out_piece_by_piece_or_not_at_all(table: Table) -> None:
    table.begin_seats()
    table.button("lay_out")
    page = table.page
    assert isinstance(page, LayOut)
    game = table.sitting.desk.game
    layout = game.layout(table.sitting.desk.match.public)
    assert sorted((one.target, one.piece, one.count) for one in page.pieces) == sorted(
        (at, piece, count) for (at, piece), count in layout.items() if at != "box" and count
    )
    first = table.sitting.desk.speaker.change(page.pieces[0])
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
    desk = table.sitting.desk
    assert desk.seat == "yellow"
    table.app.room.set(sides={"yellow": "left"})
    table.button("undo")
    sheet = table.page.sheet
    assert isinstance(sheet, QuestionSheet)
    assert not table.faults()
    card = sheet.card
    assert card.to_window(card.x, card.y)[0] < card.to_window(card.x, card.top)[0]  # read from left
    assert desk.speaker.name("blue") in table.words()
    before = len(table.told)
    agree(table, "blue")
    assert table.page.sheet is None
    assert table.told[before:] == ["Undone"] and last(table).consent == ("blue",)


def test_somebody_else_takes_a_seat_and_somebody_leaves(table: Table) -> None:
    table.begin()
    menu(table, "players")
    table.press(table.labelled("Gelb"))
    table.button("hand_over")
    for letter in ("E", "v", "a"):
        table.press(table.labelled(letter))
    table.button("done")
    entry = last(table)
    assert isinstance(entry, HandedOver) and (entry.seat, entry.name) == ("yellow", "Eva")
    menu(table, "players")
    table.press(table.labelled("Eva"))
    table.button("leave_seat")
    entry = last(table)
    assert isinstance(entry, Left) and entry.seat == "yellow" and not entry.resigned


def test_a_match_ends_by_giving_up_and_not_before_only_one_is_left(table: Table) -> None:
    table.begin()
    for name in ("Gelb", "Grün", "Rot"):
        assert not table.sitting.desk.match.over
        menu(table, "players")
        table.press(table.labelled(name))
        table.button("resign")
    entry = last(table)
    assert isinstance(entry, Ended) and entry.how == "resigned" and entry.places[0] == ("blue",)
    assert table.say("label", "who_did_what") in table.words()


@pytest.mark.parametrize("how", ["agreed", "draw"])
def test_a_match_ends_when_all_agree_and_not_before(table: Table, how: str) -> None:
    table.begin()
    menu(table, "players")
    table.button(f"end_{how}")
    for seat in ("blue", "yellow", "green"):
        agree(table, seat)
        assert not table.sitting.desk.match.over
    agree(table, "red")
    entry = last(table)
    assert isinstance(entry, Ended) and entry.how == how


def seen(table: Table) -> tuple[Any, ...]:
    """All that the shared screen shows of the table."""
    play = table.play
    panels = [(one.name, one.instruments) for one in play.people._panels.values()]
    return table.words(), play.board.scene, panels, play.board.lit


def test_a_private_note_is_told_looked_at_and_kept_and_nobody_else_sees_it(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    table.begin()
    match = table.sitting.desk.match
    natives = [{"at": "0,0", "seat": "blue", "load": "marker"}]
    assert match.correct({"natives": natives}).done
    table.glass.refresh()
    before = seen(table)
    menu(table, "enter_secretly")
    assert isinstance(table.page, SecretPage)
    table.press(table.labelled("Blau"))
    table.press(table.labelled(table.say_game("kind", "tell_marker")))
    own = [one.label for one in table.all(ActionButton, table.page.card)]
    assert own == [table.sitting.desk.speaker.name("blue:m1")]  # and nobody else's
    table.press(table.labelled(own[0]))
    assert "6" not in [one.label for one in table.all(ActionButton)]  # covered till handed over
    table.button("ready")
    table.press(table.labelled("6"))
    after = seen(table)
    assert after[1:] == before[1:] and "6" not in " ".join(last(table).sentences["de"])
    assert match.position.player("blue").markers[0].value == 6
    looked(table)
    stage.until(lambda: table.sitting.saved)
    # No farewell: as if the plug had been pulled.
    again = Table(stage, tmp_path)
    assert seen(again)[1:] == before[1:]
    looked(again)
    again.close()
    table.close()


def test_a_private_entry_hides_with_any_other_input_and_after_a_while(table: Table) -> None:
    table.begin()
    match = table.sitting.desk.match
    assert match.correct({"hands": {"blue": 1}}).done
    table.glass.refresh()
    page = SecretPage(table.glass, table.sitting, "blue")
    table.glass.go(page)
    table.stage.frames(2)

    def uncovered() -> None:
        table.press(table.labelled(table.say_game("kind", "tell_card")))
        table.button("ready")
        assert page.uncovered

    uncovered()
    table.app.inbox.put(Scanned(1, 0.0, "scanner", "land"))
    table.stage.frames(3)
    assert not page.uncovered
    uncovered()
    table.press(table.page.header.language)
    assert not page.uncovered and table.app.room.language == "de"
    uncovered()
    page._limit.cancel()
    page._limit.timeout = 0.05
    page._limit()
    table.stage.until(lambda: not page.uncovered)
    assert table.told == ["Started", "Corrected"]


def looked(table: Table) -> None:
    """Only the look of the owner shows the value."""
    for seat, shown in (("Blau", True), ("Rot", False)):
        menu(table, "look")
        table.press(table.labelled(seat))
        finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
        words = [text for text in table.words().splitlines() if "6" in text]
        assert bool(words) == shown, (seat, words)
        finger.up()
        table.page.left()
        table.stage.frames(2)


def test_a_mistake_in_the_hardware_settings_is_a_badge_and_a_sentence(
    table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "hardware.toml"
    path.write_text("[gpio]\nnonsense = 3\n", "utf-8")
    _, table.glass.mistakes = read_settings(path)
    assert table.glass.mistakes
    table.glass.refresh()
    assert [badge.mood for badge in badges(table.glass)] == ["bad"]
    table.glass.devices_sheet()
    assert wording(table.glass.mistakes[0], "de") in table.words()


def test_what_happened_is_explained_one_thing_at_a_time_with_its_rule(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    table.button("explain")
    page = table.page
    assert isinstance(page, Replay) and page.at == 1
    happening = page.moment.happening
    assert happening is not None
    assert table.sitting.desk.speaker.happening(happening) in table.words()
    rule = table.sitting.desk.speaker.rule(happening.rule)
    assert rule and rule not in table.words()
    table.button("show_rule")
    assert rule in table.words()
    page.left()
    assert isinstance(table.page, Play)


def test_a_past_match_is_looked_at_step_by_step_and_nothing_of_it_changes(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "-1,0")
    match = table.sitting.desk.match
    match.draw("blue", frozenset(match.seats))
    table.glass.refresh()
    told = len(match.timeline.entries)
    table.button("home")
    table.stage.until(table.app.room.past_count)
    table.glass.home()
    table.stage.frames(2)
    table.button("past")
    assert isinstance(table.page, Past)
    table.press(table.all(ActionButton, table.page._body)[2])
    table.button("replay")
    page = table.page
    assert isinstance(page, Replay)
    shown = [page.board.scene.shapes]
    for _ in range(2):
        table.press(table.labelled("▶"))
        shown.append(page.board.scene.shapes)
    assert shown[0] == shown[2] != shown[1]
    table.press(table.labelled("◀"))
    assert page.board.scene.shapes == shown[1]
    assert " ".join(page.lines[1].sentences("de")) in table.words()
    table.touch_board(page.board, "0,0")
    assert len(page.desk.match.timeline.entries) == told


@pytest.mark.parametrize("letters", ["normal", "largest"])
@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
def test_nothing_but_trying_tells_what_an_arrow_does(table: Table, letters: Letters) -> None:
    table.begin()
    for language in LANGUAGES:
        table.glass.choose(language=language, letters=letters)
        desk = table.sitting.desk
        table.glass.go(Replay(table.glass, desk, "explained", table.glass.home))
        table.stage.settle()
        ways = [one for one in table.all(ActionButton, table.page) if one.label in tuple("◀▶«‹›»")]
        assert len(ways) == 6 and all(one.detail for one in ways)
        assert not table.faults()


def test_the_prompt_turns_to_the_side_of_the_one_who_is_asked(table: Table) -> None:
    table.begin()
    menu(table, "sides")
    table.press(next(b for b in table.all(ActionButton) if b.label == table.say("side", "back")))
    table.page.close()
    table.stage.frames(2)
    assert table.play.prompt._turned.angle == 180
    assert not table.faults()
    table.app.room.set(sides={"blue": "left"})
    table.glass.refresh()
    board, prompt = table.play.board, table.play.prompt
    assert prompt._turned.angle == -90
    assert prompt.center_x + prompt.height / 2 <= board.x  # turned, its height is its width
    assert not table.faults()


SIDES: tuple[tuple[Side, tuple[int, int]], ...] = (
    ("right", (0, 1)),
    ("back", (-1, 0)),
    ("left", (0, -1)),
    ("front", (1, 0)),
)
"""Where somebody sits, and in which direction lines run on the screen that are read from there."""


@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
def test_a_refusal_is_read_and_answered_from_one_side_alone(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    for side, (right, up) in SIDES:
        table.app.room.set(sides={"blue": side})
        table.glass.refresh()
        table.stage.settle()
        table.touch("blue@0,0", "0,-1")
        table.complete()
        sheet = table.play.sheet
        assert isinstance(sheet, RefusalSheet)
        x, y = sheet.card.to_window(*sheet.card.pos)
        along = sheet.card.to_window(sheet.card.right, sheet.card.y)
        assert along[0] - x == pytest.approx(right * sheet.card.width, abs=1), side
        assert along[1] - y == pytest.approx(up * sheet.card.width, abs=1), side
        assert not table.faults(), side
        table.button("show_rule")
        assert table.labelled(table.say("button", "reasons"))
        assert not table.faults(), side
        table.button("take_back")
        assert table.play.sheet is None, side


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_refusal_that_is_read_from_the_side_hides_the_board(table: Table, side: Side) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    table.app.room.set(sides={"blue": side})
    table.glass.refresh()
    table.stage.settle()
    table.touch("blue@0,0", "0,-1")
    table.complete()
    assert table.play.sheet is not None
    sheet, board = table.play.sheet, table.play.board
    assert min(sheet.right, board.right) - max(sheet.x, board.x) < 0.1 * board.width
    assert not table.faults()


@SMALL
def test_of_many_reasons_one_is_seen_and_the_others_are_not_told_of(table: Table) -> None:
    table.begin()
    table.glass.choose(letters="largest")
    table.glass.play(table.sitting)
    walk = Walk(table.glass, GAME)
    worst = walk.worst()
    assert worst is not None
    table.sitting.desk.make(*worst)
    table.complete()
    refusal, sheet = table.sitting.desk.refusal, table.play.sheet
    assert refusal is not None and len(refusal.faults) > 2 and isinstance(sheet, RefusalSheet)
    (scroll,) = table.all(Scroll, sheet)
    seen = [
        one
        for one in table.all(Paragraph, scroll)
        if one.text and one.to_window(*one.pos)[1] >= scroll.to_window(*scroll.pos)[1]
    ]
    assert str(len(refusal.faults)) in seen[0].text
    assert len(seen) > 2
    assert all(fault.sentence in table.words() for fault in refusal.faults)
    assert not table.faults()
    table.button("show_rule")
    assert all(fault.number in table.words() for fault in refusal.faults if fault.rule)


@SMALL
def test_a_long_prompt_in_large_letters_leaves_no_line_of_this_turn(table: Table) -> None:
    table.begin("sakkara")
    table.glass.choose(letters="largest")
    table.glass.play(table.sitting)
    table.complete()
    turn = table.play.turn
    heading, told = table.all(Lines, turn)[0].children[::-1][:2]
    bottom = turn.to_window(*turn.pos)[1]
    assert heading.to_window(*heading.pos)[1] > bottom
    assert told.to_window(*told.pos)[1] > bottom
    assert not table.faults()


@pytest.mark.parametrize("game", shelf.names())
@pytest.mark.parametrize("stage", [(1280, 720), (800, 480), (720, 1280)], indirect=True, ids=str)
def test_one_finger_alone_makes_nothing_on_the_board_larger(table: Table, game: str) -> None:
    table.begin(game)
    table.complete()
    board = table.play.board
    (loupe,) = table.all(Loupe, table.play)
    if loupe.disabled:  # the table takes all the room
        assert board.spot(loupe.width, (0, 0)) is None and game in ("sakkara", "pyramidion")
        assert not table.faults()
        return
    left, bottom = board.viewport.to_table(*loupe.pos)
    right, top = board.viewport.to_table(loupe.right, loupe.top)
    for one in board._order:
        a, b, c, d = one.bounds
        assert c <= left or right <= a or d <= bottom or top <= b, one.shape
    whole = board.viewport
    narrow = board.narrowest()
    table.press(loupe)
    assert board.narrowest() == pytest.approx(2 * narrow)
    assert loupe.look == "sign-smaller"
    table.press(loupe)
    assert board.viewport == whole and loupe.look == "sign-larger"
    assert not table.faults()


def test_a_board_is_enlarged_beside_what_is_asked(table: Table) -> None:
    table.begin()
    table.complete()
    board = table.play.board
    lit = next(iter(board.lit))
    board.lit = frozenset({lit})
    (loupe,) = table.all(Loupe, table.play)
    table.press(loupe)
    x, y = board.where(lit)
    assert board.x <= x <= board.right and board.y <= y <= board.top
    assert abs(x - board.center_x) < board.width / 4 and abs(y - board.center_y) < board.height / 4
