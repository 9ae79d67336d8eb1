"""An evening of Sakkara on the screen: by touch, by buttons, by scans; and telling the box."""

from typing import Any

import pytest

from companion.games.sakkara.position import FIELDS
from companion.sight.known import known
from companion.table import Pressed, Scanned
from tests.ui.screens.table import Table
from tests.ui.screens.test_turns import dial
from tests.ui.stage import Finger
from ui.screens.table.known import ThingPicture
from ui.screens.table.private import LookPage
from ui.widgets.button import ActionButton
from ui.widgets.person import PersonCard

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)
SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def pick(table: Table, *tokens: str) -> None:
    """Touch buttons that stand for these tokens: in the picker, in the bar, or, where that is too
    short for all, among all that can be done."""
    for token in tokens:
        table.turn_to(token)
        there = [one for one in table.all(ActionButton) if one.token == token]
        if not there:
            table.button("help")
            label = table.say_game("kind", token.removeprefix("move:"))
            there = [table.labelled(label)]
        table.press(table.reached(there[0]))


def shown(table: Table) -> list[str]:
    """What the panels on the screen are about."""
    panels = table.open_match.presenter.scene.panels
    return [one.text for panel in panels for one in panel.instruments]


PLACED = (("c3", "ship"), ("e5", "bird"), ("c5", "grain"), ("e3", "?"))
"""Where the workers stand, and what their tiles show."""


def laid_out(table: Table, first: str = "ship") -> None:
    """A table where 26 fields are double and all workers stand, told without the screen. first:
    what White gets with the first of them."""
    table.begin("sakkara")
    match = table.open_match.match
    told: list[dict[str, Any]] = [{"move": "layout", "doubles": list(FIELDS[:26])}]
    for field, motif in (("c3", first), *PLACED[1:]):
        told += [{"move": "place_worker", "to": field}, {"move": "tell_tile", "motif": motif}]
    for one in told:
        assert match.submit(match.game.move(one)).done
    table.root.refresh()
    table.stage.settle()  # the board may glide at the hand-over


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_two_turns_are_played_by_touch_alone(table: Table) -> None:
    table.begin("sakkara")
    table.touch(*FIELDS[:26])
    for field, motif in PLACED:
        table.touch(field)
        pick(table, motif)
    assert table.moves() == ["layout", *["place_worker", "tell_tile"] * 4]
    assert table.touches <= 46  # at 7 inches the sixteen motifs stand on pages
    table.touch("c3", "c2")
    pick(table, "stairs", "move:lay_supply", "ship", "move:lay_supply")
    table.complete()
    pick(table, "move:build", "stairs")
    table.complete()
    assert table.moves()[-6:] == ["step", "tell_tile", *["lay_supply"] * 2, "build", "end_turn"]
    assert not table.faults()
    pick(table, "move:bird")
    table.touch("e5", "g2")
    pick(table, "ox")
    table.touch("e3", "e2")
    pick(table, "tip", "move:end_turn")
    # The other one puts the bird back: there is one tile and one field for it, so neither is asked.
    assert table.open_match.presenter.seat == "white"
    assert table.open_match.presenter.offers.picker is None
    assert table.play.main.detail and table.play.main.role == "bright"
    pick(table, "move:put_back")
    assert table.moves()[-1] == "put_back"
    assert table.open_match.match.position.height("e5") == 1


@SMALL
def test_a_step_too_high_is_explained_with_both_heights(table: Table) -> None:
    laid_out(table)
    match = table.open_match.match
    assert match.correct({"heights": {"c3": 0, "c4": 5, "a1": 1, "b1": 1}}).done
    table.root.refresh()
    table.touch("c3")
    assert "c4" not in table.play.board.lit and "c2" in table.play.board.lit
    table.touch("c4")
    assert table.asked() == "ways"
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and [fault.number for fault in refusal.faults] == ["K24"]
    assert all(number in refusal.faults[0].sentence for number in "052")
    assert not table.faults()


def test_a_refused_step_keeps_the_worker_chosen_and_proposes_what_all_may_know(
    table: Table,
) -> None:
    laid_out(table)
    table.touch("c3", "d4")
    presenter = table.open_match.presenter
    refusal = presenter.refusal
    assert refusal is not None and "nie schräg" in refusal.faults[0].sentence
    kinds = {presenter.game.kind(one.way[0]).name for one in refusal.alternatives}
    assert kinds == {"step"}  # of no tile that nobody knows to be there
    table.touch("c2")
    assert presenter.refusal is None and table.moves()[-1] == "step"
    assert presenter.match.position.at("white:1") == "c2"


def test_a_robbery_without_a_snake_is_refused_before_what_was_robbed_is_asked(
    table: Table,
) -> None:
    laid_out(table)
    pick(table, "move:snake")
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and refusal.faults[0].number == ""
    assert table.asked() == "ways" and table.open_match.presenter.offers.secret is None
    assert table.sees(table.play.now.hands)  # crossed out: no field of the board shows the reason


def test_nobody_is_sent_to_lay_out_what_nobody_can_know_to_be_held(table: Table) -> None:
    laid_out(table, "snake")
    pick(table, "move:lay_supply", "ship")
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and not refusal.alternatives
    assert refusal.faults[0].sentence == "Weiß hat das Schiff nicht auf dem Halter."
    pick(table, "move:lay_supply", "grain")
    assert table.moves()[-1] == "lay_supply"


def test_a_touch_too_much_on_not_yet_ends_no_turn(table: Table) -> None:
    laid_out(table)
    table.touch("c3", "c2")
    pick(table, "stairs")  # with that the turn can be ended
    main = table.play.main
    Finger(main.center_x, main.center_y, after=0.1).up()  # a finger on its way to what stood there
    table.complete()
    assert table.moves()[-1] == "tell_tile" and table.say("notice", "once_more") in table.words()
    pick(table, "move:bird")
    for _ in range(2):
        table.press(table.play.main)
    assert table.moves()[-1] == "tell_tile" and table.say("notice", "once_more") in table.words()
    pick(table, "move:lay_supply", "ship")
    assert table.play.main.detail == "danach: Schwarz", "who is next, by name"
    table.press(table.play.main)  # something was touched in between
    assert table.moves()[-1] == "end_turn"


def test_a_turn_is_given_back_by_who_ended_it(table: Table) -> None:
    laid_out(table)
    table.touch("c3", "c2")
    pick(table, "stairs", "move:end_turn")
    presenter = table.open_match.presenter
    table.press(table.play.keys.undo)
    assert presenter.question is not None
    pick(table, "white")
    assert presenter.seat == "white" and "Weiß nimmt den Zug zurück." in presenter.sentences


def drawn(table: Table) -> dict[str, float]:
    """How high each word stands on the card of who is to play."""
    cards = {one.seat: one for one in table.all(PersonCard)}
    figure = cards[table.open_match.presenter.seat]._easel.figure
    assert figure is not None
    return {word.text: word.y for word in figure.words}


@pytest.mark.parametrize("stage", [(1280, 720), (720, 1280)], indirect=True, ids=str)
def test_what_stands_on_a_persons_card_keeps_its_place_when_a_tile_is_taken(table: Table) -> None:
    laid_out(table)
    before = drawn(table)
    table.touch("c3", "c2")
    pick(table, "stairs")
    after = drawn(table)
    assert "panel.fresh" in shown(table) and after["3/10"] == before["2/10"]


def test_a_turn_is_played_with_buttons_and_a_dial(table: Table) -> None:
    laid_out(table)
    before = table.touches
    for token in ("white:1", "c2", "hand", "move:lay_supply", "ship"):
        assert dial(table, table.open_match.presenter, token), token
    table.app.signals.put(Pressed(1, 0.0, "gpio", "pass", 1))
    table.stage.settle()
    assert table.moves()[-4:] == ["step", "tell_tile", "lay_supply", "end_turn"]
    assert table.touches == before and table.open_match.presenter.seat == "black"


def test_a_turn_is_played_by_scans(table: Table) -> None:
    laid_out(table)
    for number, code in enumerate(("c3", "c2", "hand", "move:lay_supply", "ship", "move:end_turn")):
        table.app.signals.put(Scanned(number, 0.0, "scanner", code))
    table.stage.until(lambda: table.moves()[-1] == "end_turn")
    assert table.moves()[-4:] == ["step", "tell_tile", "lay_supply", "end_turn"]


def test_what_was_taken_is_on_the_screen_after_the_turn(table: Table) -> None:
    laid_out(table)
    table.touch("c3", "c2")
    pick(table, "stairs")
    assert "panel.fresh" in shown(table)
    pick(table, "move:end_turn")
    assert "panel.fresh" not in shown(table)
    table.menu("log")
    stairs = table.open_match.presenter.phrasebook.name("stairs")
    lines = [s for e in table.open_match.match.timeline.entries for s in e.sentences["de"]]
    assert not any(stairs in line for line in lines)


# --- the box --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [(1280, 720), (720, 1280)], indirect=True, ids=str)
def test_sixteen_tiles_to_pick_from_leave_the_board_room(table: Table) -> None:
    laid_out(table)
    board = table.play.board
    before = board.viewport.scale
    table.touch("c3", "c2")
    picker = table.open_match.presenter.offers.picker
    assert picker is not None and len(picker.choices) > 15
    assert board.viewport.scale > 0.8 * before
    assert not table.faults()
    pick(table, "stairs")
    assert table.open_match.presenter.offers.picker is None
    table.stage.rest()
    assert board.viewport.scale > 0.95 * before, "only the used tile came beside the board"
    assert not table.faults()


@BOTH
def test_a_private_look_shows_once_what_only_this_seat_knows(table: Table) -> None:
    laid_out(table)
    presenter = table.open_match.presenter
    seat = presenter.match.seats[0]
    table.root.open(LookPage(table.root, table.open_match, seat))
    table.stage.settle()
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    titles = [one.title for one in known(presenter, seat).sections]
    assert presenter.words("panel.held", {}) in titles and len(titles) == len({*titles})
    well = table.page.well
    low, high = well.to_window(*well.pos)[1], well.to_window(well.x, well.top)[1]
    pictures = table.all(ThingPicture, table.page)
    assert pictures
    for one in pictures:
        assert low <= one.to_window(*one.pos)[1] < one.to_window(one.x, one.top)[1] <= high
    assert not table.faults()
    finger.up()
    table.stage.settle()
    assert not table.all(ThingPicture, table.page)


def test_all_that_a_turn_offers_stands_on_two_pages(table: Table) -> None:
    laid_out(table)
    places = table.play.middle.places
    seen = {one.token for one in places.buttons}
    table.press(places.buttons[-1])
    seen |= {one.token for one in places.buttons}
    assert {one.token for one in places.tiles} <= seen and not table.faults()


@SMALL
def test_whoever_is_next_begins_on_the_first_page_whatever_page_was_turned_to(
    table: Table,
) -> None:
    laid_out(table)
    places = table.play.middle.places
    first = places.buttons[0].token
    table.touch("c3", "c2")
    pick(table, "stairs")
    table.press(places.buttons[-1])
    assert places.buttons[0].token != first
    table.press(table.play.main)
    table.complete()
    assert table.open_match.presenter.seat == "black" and places.buttons[0].token == first
    assert not table.faults()


@SMALL
def test_the_page_of_what_is_begun_opens_by_itself(table: Table) -> None:
    laid_out(table)
    table.button("help")
    table.press(table.reached(table.labelled(table.say_game("kind", "horse"))))
    seen = {one.token: one for one in table.play.middle.places.buttons}
    assert seen["move:horse"].waiting and not table.faults()
