"""Before a game: who plays, how many, who begins, and what is agreed."""

from pathlib import Path

import pytest

from companion.match.entries import ByItselfSet
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Finger, Stage
from ui.screens.home.learn import Learn
from ui.screens.home.options import HouseRules
from ui.screens.home.seats import Seats
from ui.screens.table.play import Play
from ui.screens.table.set_up import SetUp
from ui.session import settings
from ui.session.agreed import Agreed
from ui.shell.controls import Scroll
from ui.shell.numbers import NumbersSheet
from ui.widgets.button import ActionButton


def seats(table: Table) -> Seats:
    page = table.page
    assert isinstance(page, Seats)
    return page


def test_two_touches_lead_from_home_to_the_first_move(table: Table) -> None:
    before = table.touches
    table.begin_seats()
    table.button("start")
    assert isinstance(table.page, Play) and table.touches - before == 2


def test_as_many_play_as_the_last_time_this_box_was_played(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    table.begin_seats()
    assert len(seats(table).who.seats) == 4
    table.press(table.labelled("3"))
    table.press(table.labelled(table.say("label", "strictness")))
    table.button("back")
    assert len(seats(table).who.seats) == 3, "away from the sheet, and no further"
    table.button("back")
    table.begin_seats()
    assert len(seats(table).who.seats) == 3, "though nothing was begun"
    table.button("start")
    table.root.home()
    table.begin_seats()
    assert len(seats(table).who.seats) == 3
    table.close()


def test_nobody_is_seated_twice_whatever_the_settings_say(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f'[seats]\n{GAME} = ["blue", "red", "blue", "x"]\n')
    table = Table(stage, tmp_path)
    table.begin_seats()
    assert seats(table).who.seats == ["blue", "red"]
    table.button("start")
    assert table.open_match.match.seats == ("blue", "red")
    table.close()


def test_choosing_who_begins_is_one_touch_and_keeps_all_places(table: Table) -> None:
    table.begin_seats()
    before = list(seats(table).who.seats)
    places = [tuple(one.pos) for one in seats(table).cards]
    table.press(seats(table).cards[2].begins)
    assert [one.seat for one in seats(table).cards] == before
    assert [tuple(one.pos) for one in seats(table).cards] == places
    assert [bool(one.begins.label) for one in seats(table).cards] == [False, False, True, False]
    table.button("start")
    assert table.open_match.match.seats == (*before[2:], *before[:2])


def test_a_card_dragged_onto_another_changes_places_with_it(table: Table) -> None:
    table.begin_seats()
    before, cards = list(seats(table).who.seats), seats(table).cards
    finger = Finger(*cards[0].medal.to_window(*cards[0].medal.center))
    finger.to(*cards[3].medal.to_window(*cards[3].medal.center)).up()
    table.stage.settle()
    assert seats(table).who.seats == [before[3], *before[1:3], before[0]]
    table.press(seats(table).cards[0].medal)
    assert seats(table).who.seats[0] == before[0]  # the next colour: taken, so they change


def test_before_a_game_learning_is_one_touch_away_and_setting_up_says_how_long_it_takes(
    table: Table,
) -> None:
    table.begin_seats()
    said = seats(table).words.say("before", "set_up_in", {"minutes": 4})
    assert table.labelled(table.say("button", "lay_out")).detail == said
    table.button("learn")
    assert isinstance(table.page, Learn)


def test_how_strict_the_rules_are_is_chosen_before_the_game(table: Table) -> None:
    table.begin_seats()
    table.press(table.labelled(table.say("label", "strictness")))
    table.press(table.labelled(table.say("strictness", "enforce")))
    line = table.labelled(table.say("label", "strictness"))
    assert seats(table).sheet is None and line.detail == table.say("strictness", "enforce")
    table.button("start")
    assert table.open_match.match.strictness == "enforce"
    table.touch("blue@-1,0", "0,-1")
    presenter = table.open_match.presenter
    assert presenter.refusal is not None and not presenter.refusal.allowable
    table.menu("strictness")
    table.press(table.reached(table.labelled(table.say("strictness", "confirm"))))
    assert presenter.refusal is None, "what was refused before is put away"
    table.touch("blue@-1,0", "0,-1")
    assert presenter.refusal is not None and presenter.refusal.allowable


def test_whether_empty_steps_are_skipped_is_agreed_before_the_game_and_changed_in_it(
    table: Table,
) -> None:
    table.begin_seats()
    table.press(table.labelled(table.say("before", "house_rules")))

    def switch() -> ActionButton:
        """The last row, behind the rules of the game."""
        found: list[ActionButton] = [
            one for one in table.all(ActionButton) if one.look.startswith("switch-")
        ]
        return found[-1]

    table.press(table.reached(switch()))
    assert switch().chosen and not table.faults()
    table.button("done")
    assert table.labelled(table.say("before", "house_rules")).detail.startswith("1 ")
    table.button("start")
    assert not table.open_match.match.by_itself
    for skipped in (True, False):
        table.menu("strictness")
        table.press(table.reached(table.labelled(table.say("label", "by_itself"))))
        assert table.open_match.match.by_itself is skipped
        assert type(table.open_match.match.entries[-1]) is ByItselfSet


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_changed_house_rules_stand_first_and_the_standard_is_one_touch(table: Table) -> None:
    table.begin_seats(GAME)
    page = seats(table)

    def opened() -> HouseRules:
        table.press(table.labelled(table.say("before", "house_rules")))
        assert isinstance(page.sheet, HouseRules)
        table.press(table.labelled(table.say("house_rules", "cards")))
        return page.sheet

    rules = opened()
    last, (scrolled,) = rules._shown()[-1], table.all(Scroll, rules)
    scrolled.scroll_y = 0.0
    rules._next(last, 1)
    table.stage.frames(3)
    assert rules._shown()[-1] == last  # nothing changes its place while it is looked at
    assert table.all(Scroll, rules) == [scrolled] and scrolled.scroll_y == 0.0
    table.button("done")
    assert page.options != rules._standard
    rules = opened()
    assert rules._shown()[0] == last and not table.faults()
    agreed = page.options
    table.button("done")
    page.left()
    table.begin_seats(GAME)
    page = seats(table)
    assert page.options == agreed  # on the way back nothing is lost
    rules = opened()
    table.button("all_default")
    assert page.options == page.of.game.options()


def test_what_was_agreed_on_holds_for_the_next_match_after_a_restart_too(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    table.begin_seats()
    page = seats(table)
    table.press(table.labelled(table.say("before", "house_rules")))
    rules = page.sheet
    assert isinstance(rules, HouseRules)
    for name in (rules._shown()[0], rules._shown()[-1]):
        rules._next(name, 1)
    table.press(table.labelled(table.say("button", "done")))
    page.choose("enforce")
    agreed = page.options
    assert agreed != page.of.game.options()
    table.button("start")
    table.close()
    table = Table(stage, tmp_path)
    table.root.home()
    table.stage.settle()
    table.begin_seats()
    page = seats(table)
    assert (page.options, page.strictness) == (agreed, "enforce")
    assert table.labelled(table.say("before", "house_rules")).detail.startswith("2 ")
    table.close()


def test_nobody_is_chosen_to_play_first_where_the_game_says_who_does(table: Table) -> None:
    table.begin_seats("backgammon")
    for one in seats(table).cards:
        assert one.begins not in one.children
    assert "beginnt" not in table.words()
    table.button("lay_out")
    page = table.page
    assert isinstance(page, SetUp)
    assert not {f"d{number}" for number in range(1, 7)} & {
        shape.token for shape in page.board.scene.shapes
    }, "no key lies on the table"
    table.press(page.strip.children[0])
    assert table.say("setup", "rolled.say") in table.words()


def kept_sets(table: Table) -> None:
    table.press(table.labelled(table.say("before", "house_rules")))
    table.press(table.labelled(table.say("sets", "heading")))
    assert not table.faults()


def typed_name(table: Table, *letters: str) -> None:
    for letter in letters:
        keys = table.all(ActionButton, table.page.sheet)
        table.press(next(one for one in keys if one.label.lower() == letter))
    table.button("done")


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_house_rules_are_kept_under_names_renamed_and_removed(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    table.begin_seats()
    page = seats(table)
    kept_sets(table)
    assert not table.labelled(table.say("sets", "keep")).offered, "the standard has its name"
    assert table.labelled(table.say("sets", "standard")).chosen
    for key in (table.say("sets", "keep"), table.say("button", "all_default")):
        page.say("")
        table.press(table.labelled(key))
        assert page.toast_text() == table.say("notice", "told_so"), "it is not silent"
        table.button("back" if key == table.say("sets", "keep") else "done")
    page.close()
    page.choose("enforce")
    page._optioned(page.options, by_itself=False)
    kept_sets(table)
    table.press(table.labelled(table.say("sets", "keep")))
    typed_name(table, "a", "d", "a")
    assert not table.faults() and table.labelled("Ada").chosen
    table.press(table.labelled(table.say("sets", "standard")))
    assert (page.strictness, page.by_itself) == ("confirm", True)
    table.button("back")
    page.close()
    assert table.labelled(table.say("before", "house_rules")).detail == table.say(
        "label", "options_default"
    )
    kept_sets(table)
    table.press(table.labelled("Ada"))
    assert (page.strictness, page.by_itself) == ("enforce", False)
    table.button("rename")
    typed_name(table, "⌫", "m")
    page.close()
    page.left()  # home: all is kept for the next start
    table.close()
    again = Table(stage, tmp_path)
    again.begin_seats()
    assert again.labelled(again.say("before", "house_rules")).detail == "Adm"
    kept_sets(again)
    again.button("delete")
    assert not again.faults()
    again.button("delete")
    assert "Adm" not in again.words()
    again.close()


def test_what_others_kept_is_renamed_and_removed_by_those_in_charge_alone(table: Table) -> None:
    table.app.session.set(sets={GAME: {"Verein": Agreed("enforce")}})
    table.root.pin_lock.set("2749")
    table.begin_seats()
    for way in ("rename", "delete"):
        kept_sets(table)
        table.button(way)
        assert isinstance(table.page.sheet, NumbersSheet) and not table.faults()
        for digit in "2749":
            table.press(table.labelled(digit))
        table.button("done")
        if way == "rename":
            typed_name(table, "⌫", "⌫")
            assert [*table.app.session.settings.sets[GAME]] == ["Vere"]
            table.page.close()
            table.page.left()
            table.stage.settle()
            table.begin_seats()
    table.button("delete")
    assert table.app.session.settings.sets[GAME] == {}


def test_a_set_named_after_somebody_who_is_forgotten_is_not_any_more(table: Table) -> None:
    session = table.app.session
    session.set(sets={GAME: {"Adas Regeln": Agreed("enforce"), "Adam": Agreed("advise")}})
    session.rename_player("Ada", "")()
    assert [*session.settings.sets[GAME]] == ["…s Regeln", "Adam"]


def test_no_set_is_lost_because_two_who_gave_it_a_name_are_forgotten(table: Table) -> None:
    session = table.app.session
    session.set(sets={GAME: {"Ada": Agreed("enforce"), "Ben": Agreed("advise")}})
    session.rename_player("Ada", "")()
    session.rename_player("Ben", "")()
    assert session.settings.sets[GAME] == {"…": Agreed("enforce"), "… 2": Agreed("advise")}


def test_a_long_new_name_loses_no_set_and_no_more_are_taken_than_fit(table: Table) -> None:
    session, many = table.app.session, {str(number): Agreed() for number in range(13)}
    session.set(sets={GAME: {" ".join(["Al"] * 8): Agreed("enforce")}})
    session.rename_player("Al", "Alexandra")()
    assert [len(one) for one in settings.read(session.folder).sets[GAME]] == [79]
    session.rename_player("Alexandra", "Alexandrina")()
    assert [len(one) for one in settings.read(session.folder).sets[GAME]] == [80]
    session.set(sets={GAME: many})
    assert settings.read(session.folder).sets == {}
