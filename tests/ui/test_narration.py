"""What is said aloud: the lines of the log, and nothing that not everybody may know."""

from random import Random
from typing import Any

import pytest

from companion.kernel import Change, Move, masked
from companion.match import registry
from companion.match.commitments import hidden
from companion.match.likes import Spoken
from companion.match.match import Match
from companion.referee.player import Player
from tests.match.evening import Evening
from tests.match.river import Row, Wait
from ui.presenter import Presenter
from ui.presenter.hands import counted
from ui.presenter.narration import Narrator
from ui.texts import of_screens


def presenter(match: Match, language: Any = "en") -> Presenter:
    return Presenter(match.package, match, of_screens(), language)


def heard(one: Presenter, how: Spoken, *moves: Any) -> list[str]:
    """All that is said while moves are made."""
    narrator = Narrator()
    narrator.lines(one, how)
    found: list[str] = []
    for move in moves:
        one.make(move)
        found += narrator.lines(one, how)
        assert narrator.lines(one, how) == ()  # once is enough
    return found


def test_a_spoken_line_is_the_line_of_the_log() -> None:
    one = presenter(Evening().match, "de")
    said = heard(one, "lines", Row(1), Row(9), Wait())
    logged = [line for entry in one.match.entries[1:] for line in entry.sentences["de"]]
    assert said == logged and len(said) > 2


def test_nothing_is_said_where_nothing_is_wanted() -> None:
    assert heard(presenter(Evening().match), "off", Row(1), Row(9)) == []


@pytest.fixture
def listened() -> tuple[Presenter, Narrator]:
    """A match of which everything is heard, and who tells it."""
    one, narrator = presenter(_start("mesopotamien")), Narrator()
    assert narrator.lines(one, "all") == (one.offers.prompt,)
    return one, narrator


def test_a_refusal_says_what_would_be_possible(
    listened: tuple[Presenter, Narrator],
) -> None:
    one, narrator = listened
    for token in ("blue@-1,0", "0,0", "blue@0,0", "0,-1"):
        one.touch(token)
    assert one.refusal is not None and one.refusal.alternatives
    said = narrator.lines(one, "all")
    assert said[-1] == one.refusal.alternatives[0].sentence
    why = one.refusal.faults[0].sentence.removesuffix(".")  # what is heard says where, too
    assert any(line.startswith(why) for line in said)
    assert narrator.lines(one, "all") == ()


def test_the_voice_says_whose_turn_it_is_and_where_the_dial_stands(
    listened: tuple[Presenter, Narrator],
) -> None:
    one, narrator = listened
    one.composer.turn(one.view, 1)
    (cursor,) = narrator.lines(one, "all")
    one.composer.turn(one.view, 1)
    (other,) = narrator.lines(one, "all")
    assert cursor != other
    one.passing()
    said = narrator.lines(one, "all")
    assert said[-1] == one.offers.prompt
    one.undo()
    assert narrator.lines(one, "all")[0] == one.match.entries[-1].sentences["en"][0]


def test_what_hands_do_is_said_with_its_place_and_what_is_alike_once(
    listened: tuple[Presenter, Narrator],
) -> None:
    one, narrator = listened
    seat = one.seat
    one.touch(f"{seat}@-1,0")
    one.touch("0,0")
    said = narrator.lines(one, "all")
    assert f"Put {one.phrasebook.name(seat)}’s native onto the temple, M8." in said
    quarries = presenter(_start("maya"))
    back = [Change("card:red", 1, place, "hand:red") for place in ("Q1", "Q2", "Q3")]
    say = quarries.phrasebook.change
    assert [say(change) for change in counted(back, say)] == [
        "Take Red’s 3 workers into Red’s hand."
    ]


def test_of_a_whole_layout_is_read_that_it_lies_there_and_not_every_tile() -> None:
    laid = presenter(_start("sakkara"))
    moves = [laid.game.move({"move": "deal", "seed": 7}), laid.game.move({"move": "laid"})]
    said = heard(laid, "all", *moves)
    logged = [line for entry in laid.match.entries[1:] for line in entry.sentences["en"]]
    assert [one for one in said if one in logged] == logged
    assert len(said) < len(logged) + 4


def test_what_the_screen_asks_is_said_as_it_says_it_and_again_only_when_it_is_new(
    listened: tuple[Presenter, Narrator],
) -> None:
    one, narrator = listened
    asks = ("Walk twice.", "Finish moving.")
    assert narrator.lines(one, "all", asked=asks) == asks
    one.touch(f"{one.seat}@-1,0")
    one.touch("0,0")
    said = narrator.lines(one, "all", asked=asks)
    assert said[-1] == asks[-1] and asks[0] not in said


def test_nobody_hears_the_dial_behind_a_cover(listened: tuple[Presenter, Narrator]) -> None:
    one, narrator = listened
    one.composer.turn(one.view, 1)
    assert narrator.lines(one, "all", at_table=False) == ()


HIDING = [
    name
    for name in registry.names()
    if any(kind.hidden for kind in registry.game_package(name).game.kinds)
]


def _start(name: str) -> Match:
    package = registry.game_package(name)
    seats = package.game.colours[: package.game.players[0]]
    return Match.start(package, seats, clock=lambda: 0.0, salt=lambda: bytes(16))


def _until_hidden(name: str) -> list[Move]:
    """The moves of a played match up to the first that hides something; none if none does."""
    match, moves = _start(name), []
    player = Player(match.game, Random(3), 0.0)
    for _ in range(60):
        _, move = player.turn(match.position)
        if move is None:
            break
        moves.append(move)
        if hidden(match.game.kind(move), move):
            return moves
        match.submit(move)
    return []


def test_nobody_hears_whether_a_hidden_thing_is_known() -> None:
    """Two matches that differ only in what one person told in private sound the same."""
    compared = 0
    for name in HIDING:
        moves = _until_hidden(name)
        if not moves:
            continue
        *before, last = moves
        said = []
        for move in (last, masked(registry.game_package(name).game.kind(last), last)):
            match = _start(name)
            for one in before:
                match.submit(one)
            said.append(heard(presenter(match), "all", move))
        assert said[0] == said[1] and said[0]
        compared += 1
    assert compared >= 2
