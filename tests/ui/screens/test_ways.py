"""All that is not a move, by touch: telling what the table shows, who plays, how it ends."""

from pathlib import Path
from typing import Any

import pytest

from companion.match.entries import CaughtUp, Ended, HandedOver, Left
from companion.table import Scanned
from firmware_bridge import read_settings, wording
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.badges import badges
from ui.screens.fix import Fix
from ui.screens.lay_out import LayOut
from ui.screens.past import Past
from ui.screens.play import Play
from ui.screens.question import QuestionSheet
from ui.screens.replay import Replay
from ui.screens.secret import SecretPage
from ui.widgets.button import ActionButton

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


def agree(table: Table, *seats: str) -> None:
    for seat in seats:
        say = table.sitting.desk.speaker
        table.press(table.labelled(say.say("button", "agree", {"seat": seat})))


@SMALL
def test_a_table_that_differs_is_set_right_on_a_small_screen(table: Table) -> None:
    table.begin()
    table.menu("fix_table")
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
    table.menu("catch_up")
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
    table.menu("catch_up")
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
        assert not table.sitting.desk.match.over
        table.menu("players")
        table.press(table.labelled(name))
        table.button("resign")
    entry = last(table)
    assert isinstance(entry, Ended) and entry.how == "resigned" and entry.places[0] == ("blue",)
    assert table.say("label", "who_did_what") in table.words()


@pytest.mark.parametrize("how", ["agreed", "draw"])
def test_a_match_ends_when_all_agree_and_not_before(table: Table, how: str) -> None:
    table.begin()
    table.menu("players")
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
    table.menu("enter_secretly")
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
        table.menu("look")
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
