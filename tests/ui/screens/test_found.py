"""What was found on the screens by those who saw them for the first time."""

from random import Random

from companion.referee.player import Player
from tests.ui.screens.table import Table
from ui.screens.table.fix import Fix
from ui.widgets.button import ActionButton


def test_the_steps_of_a_turn_are_the_same_strip_all_the_time(table: Table) -> None:
    table.begin("pyramidion")
    match, player = table.open_match.match, Player(table.open_match.presenter.game, Random(5))
    seen = set()
    for _ in range(120):
        strip = [text for text, *_ in table.play.steps()]
        each = [text.split()[0].strip("()") for text in strip]  # in brackets: nobody can use it
        assert each == [str(number) for number in range(1, 9)]
        seen.add(next((number for number, (_, now, _) in enumerate(table.play.steps()) if now), -1))
        move = player.turn(match.position)[1]
        if move is None or not match.submit(move).done:
            break
    assert {0, 3, 4, 6} <= seen


def test_a_pyramid_is_called_the_same_on_the_table_and_in_the_sentences(table: Table) -> None:
    from companion.games.maya.opening import PracticeBoard

    table.begin("maya")
    presenter = table.open_match.presenter
    presenter.make(PracticeBoard())
    table.complete()
    table.stage.frames(2)
    presenter.touch(min(presenter.offers.lit))
    name = presenter.phrasebook.name("P1")
    shown = {word.text for one in table.play.board._order for word in one.words}
    assert name in shown
    said = " ".join(s for one in presenter.match.entries for s in one.said("de"))
    assert name in said


def test_what_was_begun_in_fixing_the_table_is_not_changed_by_a_touch_on_the_board(
    table: Table,
) -> None:
    table.begin()
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    label = page.presenter.phrasebook.say("kind", "fix_natives")
    table.press(table.reached(table.labelled(label)))
    asked = page.presenter.offers.prompt
    table.touch_board(page.board, "1,0")
    assert {one.kind for one in page.presenter.composer.drafts} == {"fix_natives"}
    assert page.presenter.offers.prompt == asked and "1,0" in page.board.chosen
    seats = [one for one in table.all(ActionButton, page.side) if one.token == "blue"]
    table.press(seats[0])
    (draft,) = page.presenter.composer.drafts
    assert "1,0" in map(str, draft.values)  # the field that was touched before


def test_a_space_may_be_touched_before_what_differs_there_is_chosen(table: Table) -> None:
    table.begin()
    table.menu("fix_table")
    page = table.page
    assert isinstance(page, Fix)
    kinds = page.presenter.phrasebook
    table.touch_board(page.board, "1,0")
    assert not page.presenter.composer.begun and "1,0" in page.board.chosen
    shown = {one.label for one in table.all(ActionButton, page.side)}
    assert kinds.say("kind", "fix_natives") in shown
    assert kinds.say("kind", "fix_mana") not in shown  # that lies in front of somebody
    table.press(table.reached(table.labelled(kinds.say("kind", "fix_natives"))))
    seats = [one for one in table.all(ActionButton, page.side) if one.token == "blue"]
    table.press(seats[0])
    (draft,) = page.presenter.composer.drafts
    assert "1,0" in map(str, draft.values)


def test_after_a_wrong_tap_the_space_is_lit_and_the_board_is_as_large_as_before(
    table: Table,
) -> None:
    table.begin()
    table.touch("blue@-1,0", "-2,0")
    assert table.asked() == "picker" and "-2,0" in table.play.board.asked_about
    scale = table.play.board.viewport.scale
    table.answer("volcano")
    table.complete()
    table.button("undo_move")
    table.button("entered_wrongly")
    assert table.asked() == "picker" and "-2,0" in table.play.board.asked_about
    assert table.play.board.viewport.scale == scale


def test_a_worker_alone_on_its_field_stands_in_the_middle() -> None:
    from companion.games.sakkara.position import workers
    from companion.games.sakkara.scene import place, scene
    from tests.games.tried import tried

    seen = 0
    for position in tried("sakkara").positions:
        for worker in workers(position):
            field = position.at(worker)
            shape = next(one for one in scene(position).shapes if one.key == worker)
            if field and not position.height(field):
                assert (shape.x, shape.y) == place(field)
                seen += 1
    assert seen
