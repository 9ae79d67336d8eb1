"""The table is set right at the screen."""

from pathlib import Path

import pytest

from companion.games.pyramidion.tokens import SITES
from companion.kernel import Draft
from companion.table import Scanned
from tests.records.reading import taken_up
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from tests.ui.test_narration import presenter
from ui import theme
from ui.screens.table.fix import Fix
from ui.screens.table.play import Play
from ui.widgets.text import Paragraph

SIZES = pytest.mark.parametrize("stage", [(1280, 720), (800, 480), (720, 1280)], indirect=True)


@SIZES
def test_what_was_set_right_is_told_beside_the_board_and_without_the_code_of_a_place(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "sakkara-by-hand", 274)
    table.root.signal(Scanned(1, 0.0, "scanner", "of another game"))
    table.complete()
    assert table.play.now.hands.hands, "what the hands were to do before"
    before = table.play.last.text.text
    assert before == table.open_match.presenter.notice
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    table.tap(page.board.x + theme.mm(1), page.board.y + theme.mm(1))
    assert page.toast_text() == "Choose at the side first.", "no touch stays without an answer"
    view = table.open_match.match.public
    there = next(f"c{row}" for row in range(1, 8) if view.height(f"c{row}") > 1)
    scale = page.board.viewport.scale
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_top"))))
    table.touch_board(page.board, there)
    table.answer("stairs")
    table.complete()
    assert table.told[-1] == "Played" and table.moves()[-1] == "fix_top"
    assert page.toast_text() == "Fixed: the top tile shows the stairs."
    assert page._toast.parent is page and page._toast.top <= page.board.y
    assert page.board.viewport.scale == scale
    assert there in page.board.asked_about, "where that was is lit"
    table.button("to_table")
    table.complete()
    assert isinstance(table.page, Play)
    assert "the stairs" in table.play.last.text.text, f"not what a scan was told before: {before}"
    assert there not in table.play.last.text.text
    assert table.play.now.hands.heading == "", "the table is as it was told: hands do nothing more"
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_what_cannot_be_set_right_now_is_grey_and_says_why_and_numbers_end_where_they_can(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 47)  # while they build
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    cards = table.labelled(table.say_game("kind", "fix_cards"))
    assert not cards.offered
    table.press(table.reached(cards))
    assert page.toast_text() == "No workers lie at quarries now."
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_stones"))))
    table.touch_board(page.board, "P1.L1")
    table.answer("blue")
    picker = page.presenter.offers.picker
    assert picker is not None and picker.form == "number"
    assert [one.token for one in picker.choices] == [str(number) for number in range(10)]
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_a_place_that_nothing_lies_at_is_grey_where_something_is_taken_from_and_says_so(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "sakkara-by-hand", 274)
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    assert page.presenter.view.players[0].holder == ()
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_tile"))))
    asked = page.presenter.offers.picker
    assert asked is not None
    table.answer("holder:white")
    assert page.presenter.offers.picker == asked, "it is asked as before"
    assert page.toast_text() == "No tile lies here." and table.faults() == []
    grey = {one.token for one in asked.choices if not one.offered}
    assert {"holder:white", "pyramid:white:2", "gone"} <= grey and "holder:black" not in grey
    table.answer("holder:black")
    motifs = page.presenter.offers.picker
    assert motifs is not None and all(one.offered for one in motifs.choices), "nobody knows which"
    table.close()


@pytest.mark.parametrize("stage", [(1280, 720)], indirect=True)
def test_the_board_beside_what_is_set_right_is_in_the_language_that_was_chosen_last(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 47)
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)

    def drawn() -> set[str]:
        table.complete()
        return {word.text for one in page.board.figures for word in one.words}

    assert "Practice 1" in drawn()
    table.next_language()
    assert "Übung 1" in drawn() and "Practice 1" not in drawn()
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_a_place_that_was_touched_answers_what_it_leaves_no_choice_about(table: Table) -> None:
    table.begin("backgammon")
    move = table.say_game("kind", "fix_checker")
    for touched_first, there in ((True, 14), (False, 15)):
        table.menu("fix_table")
        page = table.page
        assert isinstance(page, Fix)
        lies = page.presenter.view.side("white").lies
        if touched_first:  # only this can be told of a point
            table.touch_board(page.board, "p13")
        else:
            table.press(table.reached(table.labelled(move)))
            table.touch_board(page.board, f"p{there}")  # of neither side: it may be where it goes
            table.touch_board(page.board, "p13")
        table.complete()
        chosen = page.presenter.composer.drafts[0].values
        said = [one.text for one in table.all(Paragraph, page)]
        told = next(one for one in said if one.startswith(f"{move} · "))
        assert told.count(" · ") == len(chosen) and table.faults() == [], told
        assert not page.presenter.offers.picker, "whose it is: only one side lies there"
        table.touch_board(page.board, f"p{there}")
        table.complete()
        now = page.presenter.view.side("white").lies
        assert {at: now[at] - lies[at] for at in range(len(now)) if now[at] != lies[at]} == {
            13: -1,
            there: 1,
        }
        table.button("to_table")


@pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)
def test_what_is_being_set_right_names_a_place_as_it_looks_and_lights_that_one_alone(
    table: Table,
) -> None:
    table.begin()
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)

    def told() -> str:
        said = [str(one.text) for one in table.all(Paragraph, page)]
        return next(one for one in said if " · " in one)

    table.touch_board(page.board, "-1,1")
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_goods"))))
    assert told() == "Holz und Steine · die Ebene"
    table.answer("wood")
    fields = {one.token for one in page.board.scene.shapes if one.form == "hex"}
    assert page.board.chosen & fields == {"-1,1"}, "the forest is not where it is set right"
    table.answer("1")
    table.complete()
    assert page.toast_text() == "Richtiggestellt: hier 1 Holz."
    table.root.choose(codes=True)
    table.touch_board(page.board, "-1,1")
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_goods"))))
    assert told() == "Holz und Steine · Ebene L8"


def test_of_a_good_that_lies_on_several_sites_the_one_that_was_chosen_alone_is_lit() -> None:
    shown = presenter(taken_up("pyramidion-3", 60), "en")
    shown.composer.role = "fix"
    lie: dict[str, list[str]] = {}
    for site in SITES:
        for kind in shown.view.tokens(site):
            lie.setdefault(kind, []).append(site)
    kind, sites = max(lie.items(), key=lambda one: len(one[1]))
    assert len(sites) > 1
    shown.composer.start(Draft("fix_tokens", (sites[0], kind)))
    assert shown.offers.chosen & set(SITES) == {sites[0]}


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_all_are_asked_before_what_is_set_right_ends_the_match_and_opens_what_was_told_in_secret(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "sakkara-evening", 343)
    match, lines = table.open_match.match, len(table.told)
    table.menu("fix_table")
    told = {"move": "fix_tile", "source": "g4", "motif": "magic_2", "to": "pyramid:black:3"}
    for way in (["no"], [*match.seats]):
        page = table.page
        assert isinstance(page, Fix)
        page.presenter.make(match.game.move(told))
        table.complete()
        assert "This ends the game" in table.words() and not match.over and table.faults() == []
        for one in way:
            label = table.say("button", "no")
            if one != "no":
                label = table.open_match.presenter.phrasebook.say("button", "agree", {"seat": one})
            key = table.labelled(label)
            at = key.to_window(*key.center)
            table.press(key)
            if one == match.seats[0]:
                table.tap(*at)
                assert not match.over, "a hasty finger agrees for nobody else"
            table.complete()
    assert match.over and len(table.told) == lines + 1
    table.close()


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
@pytest.mark.parametrize("card", ["fertility", "endurance"])
def test_no_card_that_is_scanned_while_the_table_is_put_right_is_played(
    table: Table, card: str
) -> None:
    table.begin()
    assert table.open_match.match.correct({"hands": {"blue": 2}}).done
    table.root.refresh()
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    told, pieces = table.told, page.presenter.package.catalogue.pieces
    piece = next(one for one in pieces if one.token == card)
    table.root.signal(Scanned(1, 0.0, "scanner", piece.identity.code(page.presenter.key)))
    table.complete()
    assert table.page is page and table.told == told and not page.presenter.composer.begun
    assert page.toast_text() == table.say_game("notice", "face_down_misfit")
