"""A hand that takes back what it did by doing the opposite, and codes that are judged at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.entries import Played, Undone
from companion.match.match import Match
from companion.table import Scanned
from tests.games.sakkara.test_match import situated
from tests.records.reading import taken_up
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.presenter import Presenter
from ui.presenter.rounds import Rounds
from ui.session.glance import glance
from ui.texts import of_screens

KEY = b"a key of the box"


@pytest.fixture
def table(stage: Stage, tmp_path: Path) -> Iterator[Table]:
    """The first person may walk twice."""
    table = at_line(stage, tmp_path, "by-hand-2", 3)
    yield table
    table.close()


def sitting(name: str, lines: int) -> Presenter:
    return at(taken_up(name, lines))


def at(match: Match) -> Presenter:
    return Presenter(match.package, match, of_screens(), "en", key=KEY)


def scan(presenter: Presenter, token: str, place: int = 0) -> None:
    pieces = presenter.package.catalogue.pieces
    code = next(one.identity.short for one in pieces if token in one.tokens)
    presenter.signal(Scanned(1, 0.0, "scanner", code, place=place))


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_piece_moved_straight_back_is_taken_back_with_one_touch(table: Table) -> None:
    match = table.open_match.match
    before = match.public
    table.touch("blue@-1,0", "0,0")
    assert isinstance(match.entries[-1], Played) and match.public != before
    told = len(match.entries)
    table.complete()
    table.touch("blue@0,0", "-1,0")
    assert len(match.entries) == told and not table.faults()
    assert table.say("notice", "straight_back") in table.words()
    assert not table.play.board.lit, "while an answer is awaited, nothing else is asked for"
    table.answer("back")
    assert isinstance(match.entries[-1], Undone) and match.public == before


def test_walking_back_on_purpose_stays_a_move_that_is_paid_for(table: Table) -> None:
    match = table.open_match.match
    table.touch("blue@-1,0", "0,0")
    table.complete()
    table.touch("blue@0,0", "-1,0")
    table.answer("anew")
    assert [type(one) for one in match.entries[-2:]] == [Played, Played]
    assert match.steps[-1].after != match.steps[-2].before  # the points are gone


@pytest.mark.parametrize(
    ("name", "lines", "piece", "place"),
    [
        ("by-hand-2", 37, "blue@-1,0", "-1,-1"),  # no point is left
        ("backgammon-evening", 7, "p16", "p12"),  # a die is left, and leads on to one place
        ("backgammon-evening", 10, "p15", "p19"),  # no die is left
        ("backgammon-evening", 116, "p5", "bar"),  # nobody moves backwards
        ("sakkara-evening", 46, "black:1", "d3"),  # the step of the turn was made
    ],
)
def test_a_piece_put_back_is_asked_about_even_where_no_rule_leads_back(
    name: str, lines: int, piece: str, place: str
) -> None:
    presenter = sitting(name, lines)
    match = presenter.match
    before, told = match.timeline.steps[-1].after, len(match.entries)
    presenter.touch(piece)
    presenter.touch(place)
    assert presenter.question is not None and presenter.question.form == "back"
    assert presenter.question.text == "The last move came from there. Take it back?"
    assert presenter.notice == "", "why the first touch began nothing is told no more"
    presenter.settle("anew")
    assert presenter.notice or presenter.refusal is not None
    assert match.position is before, "no move came of it"
    presenter.take_back()
    told = len(match.entries)
    presenter.drag(piece, place)
    assert presenter.question is not None and len(match.entries) == told
    presenter.settle("back")
    assert isinstance(match.entries[-1], Undone)


def test_a_card_scanned_once_more_in_the_same_step_is_taken_back() -> None:
    presenter = sitting("evening-4", 490)
    match, before, told = presenter.match, presenter.match.public, len(presenter.match.entries)
    scan(presenter, "endurance")
    while presenter.composer.begun:
        presenter.touch(presenter.composer.values(presenter.view)[0].token)
    assert isinstance(match.entries[-1], Played) and len(match.entries) > told
    told = len(match.entries)
    scan(presenter, "endurance")
    assert presenter.question is not None and presenter.question.form == "back"
    assert len(match.entries) == told
    presenter.settle("back")
    assert match.public == before


@pytest.mark.parametrize(
    ("name", "lines", "token", "why"),
    [
        ("evening-4", 490, "priest", "This card does not fit now."),
        ("evening-4", 490, "mana_robbery", "The card Mana Robbery is used up."),
        ("maya-4", 101, "move:reveal", "That comes in another part of the round."),
        ("sakkara-evening", 171, "sink_ship", "Bruno has none of it laid out"),
    ],
)
def test_a_code_of_which_nothing_can_come_is_refused_before_anything_is_asked(
    name: str, lines: int, token: str, why: str
) -> None:
    presenter = sitting(name, lines)
    told = presenter.match.entries
    scan(presenter, token)
    assert not presenter.composer.begun and presenter.notice.startswith(why)
    assert presenter.match.entries == told


def test_a_card_that_fits_is_asked_for_on_and_only_of_the_one_whose_turn_it_is() -> None:
    presenter = sitting("evening-4", 490)
    scan(presenter, "teleport")
    assert [one.kind for one in presenter.composer.drafts] == ["teleport"]
    presenter.take_back()
    seats = presenter.match.seats
    other = next(at for at, seat in enumerate(seats, 1) if seat != presenter.seat)
    scan(presenter, "teleport", other)
    assert not presenter.composer.begun and "turn" in presenter.notice


def test_a_code_does_not_tell_which_cards_somebody_holds() -> None:
    def heard(match: Match) -> list[tuple[object, ...]]:
        presenter, found = at(match), []
        for piece in match.package.catalogue.pieces:
            if piece.group == "card":
                scan(presenter, piece.token)
                found.append((presenter.composer.drafts, presenter.notice, presenter.refusal))
                presenter.take_back()
        return [(match.public, match.position), *found]

    known = heard(taken_up("night-3", 122))
    unknown = heard(taken_up("night-3", 122, secrets={}))
    assert known[0][0] == unknown[0][0] and known[0][1] != unknown[0][1]
    assert len(known) > 5 and known[1:] == unknown[1:]


def holding(*tiles: str) -> Presenter:
    """White's turn in Sakkara with these tiles on the holder, while Black holds a ship."""
    match = situated(holders={"white": [*tiles], "black": ["ship"]})
    return at(match)


def test_a_tile_scanned_for_what_was_begun_is_not_robbed_with_the_snake() -> None:
    presenter = holding("snake", "ship")
    presenter.touch("move:lay_supply")
    scan(presenter, "ship")
    told = presenter.match.entries[-1]
    assert isinstance(told, Played) and told.move == {"move": "lay_supply", "motif": "ship"}


def test_a_scanned_tile_begins_what_it_is_used_for() -> None:
    presenter = holding("snake", "horse")
    scan(presenter, "horse")
    assert [one.kind for one in presenter.composer.drafts] == ["horse"]


def test_what_the_snake_took_is_told_by_its_code_and_not_shown() -> None:
    presenter = holding("snake")
    presenter.touch("move:snake")
    scan(presenter, "ship")
    told = presenter.match.entries[-1]
    assert isinstance(told, Played) and told.move == {"move": "snake", "motif": "?"}


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_the_pictures_of_two_ways_lie_within_their_buttons(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "by-hand-2", 802)
    table.touch("blue@-2,1+stone", "0,0")
    ways = [one for one in table.play.middle.places.buttons if one.thing]
    assert len(ways) == 2
    for way in ways:
        tile, *there = way.thing
        assert tile.form == "hex" and tile.size == 0.5 and there
        assert all(max(abs(one.x), abs(one.y)) < 0.5 for one in there)
    assert not table.faults()
    table.close()


def test_home_says_the_same_round_as_the_table() -> None:
    presenter = sitting("by-hand-2", 801)
    assert glance("", presenter).round == Rounds(presenter.match).now == 59


@pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)
def test_undo_names_what_somebody_chose_and_not_what_ended_by_itself(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path, "en")
    table.begin()
    table.press(table.offered("Done moving"))
    table.press(table.offered("Offspring"))
    table.complete()
    steps = table.open_match.match.steps
    assert [one.by for one in steps[-2:]] != [table.open_match.presenter.seat] * 2
    assert table.play.keys.undo.detail == "Offspring"
    table.press(table.play.keys.undo)
    words, beside = table.words(), table.play.keys.undo.detail
    table.press(table.play.keys.undo)
    asked, again = table.asked(), table.play.keys.undo.detail
    table.close()
    assert "may we take back “Offspring”?" in words
    assert beside == "last choice", "what a second touch takes back is the question"
    assert asked == "offers" and again == "Offspring"


def test_of_two_ways_alike_each_is_called_by_its_side_and_by_no_code() -> None:
    presenter = sitting("by-hand-2", 801)
    for token in ("blue@-2,1+stone", "0,0"):
        presenter.touch(token)
    picker = presenter.offers.picker
    assert picker is not None
    assert {(one.label, one.detail) for one in picker.choices} == {
        ("The plain", "at the top"),
        ("The plain", "at the bottom"),
    }
