"""Whole matches of Sakkara: what hands do, what is kept, and what nobody is reminded of."""

import re
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.sakkara.position import FIELDS
from companion.kernel import UNKNOWN, Change, Draft, legal, ticks
from companion.match import record
from companion.match.answer import Answer
from companion.match.check import check
from companion.match.entries import Undone
from companion.match.match import Match
from companion.match.registry import game_package
from companion.referee.player import Player
from companion.store import Library
from companion.text import LANGUAGES
from tests.games.matches import reopened
from ui.presenter import Presenter
from ui.texts import of_screens

PACKAGE = game_package("sakkara")
GAME = PACKAGE.game
SEAL = re.compile(r"(?:sealed|seal)=\w+")
SEATS = ("white", "black")


def begin(box: dict[str, Any] | None = None, **sink: Any) -> Match:
    ticking = count()
    return Match.start(
        PACKAGE,
        SEATS,
        {"white": "Ada", "black": "Ben"},
        None,
        box,
        clock=lambda: float(next(ticking)),
        salt=lambda: bytes(16),
        **sink,
    )


def do(match: Match, **data: Any) -> Answer:
    answer = match.submit(GAME.move(data))
    assert answer.done, answer.says
    return answer


def situated(**situation: Any) -> Match:
    match = begin()
    told = {
        "phase": "turn",
        "number": 1,
        "workers": {"white": ["c3", "a7"], "black": ["g1", "g7"]},
        **situation,
    }
    assert match.correct(told).done
    return match


# --- hands ---------------------------------------------------------------------------------------


def test_hands_are_never_sent_from_a_field_to_the_used_tiles_instead_of_by_the_holder() -> None:
    match = situated(stacks={"c4": ["ox", "ox", "ship"]}, holders={"white": ["stairs"]})
    told = do(match, move="stairs", worker="white:1", to="c4")
    assert told.changes == (
        (Change("tile=stairs", 1, "holder:white", "used"),),
        (Change("worker:white", 1, "c3", "c4"),),
        (Change("tile=ship", 1, "c4", "holder:white"),),
    )
    back = match.undo("white", SEATS, "taken back")
    assert back.changes == (
        (Change("tile=ship", 1, "holder:white", "c4"),),
        (Change("worker:white", 1, "c4", "c3"),),
        (Change("tile=stairs", 1, "used", "holder:white"),),
    )
    assert match.redo("white").changes == told.changes


def test_hands_are_never_sent_to_a_tile_that_stays_where_it_is() -> None:
    """Also when it is covered, comes to light, or is forgotten at the end of a turn."""
    match = situated(stacks={"c4": ["ox"]}, tops={"e5": "tip"}, holders={"white": ["hand"] * 9})
    do(match, move="step", worker="white:1", to="c4")
    ended = do(match, move="end_turn")
    back = match.undo("white", SEATS, "taken back")
    assert ended.changes == back.changes == ()
    for answer in (*_play_on(match, 60),):
        for change in (one for step in answer.changes for one in step):
            assert change.source != change.target, change


def _play_on(match: Match, moves: int) -> list[Answer]:
    player, found = Player(GAME, Random(5), 0.1), []
    for _ in range(moves):
        _, made = player.turn(match.position)
        if made is not None:
            found.append(match.submit(made))
    return found


# --- kept ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_reopened_from_disk_is_the_one_in_memory(tmp_path: Path, seed: int) -> None:
    library = Library(tmp_path, lambda: datetime(2026, 11, 20, tzinfo=UTC))
    sink = library.begin()
    match = begin(sink=sink)
    player = Player(GAME, Random(seed), 0.1)
    for number in range(90):
        tried, made = player.turn(match.position)
        for move, _ in tried:
            match.submit(move)
        if number == 30:
            match.undo(match.seats[0], match.seats, "taken back")
            match.redo(match.seats[0])
        assert made is not None
    held = max(match.position.players, key=lambda one: len(one.holder))
    assert match.correct({"phase": "turn", "holders": {held.seat: len(held.holder)}}).done
    do(match, move="tell_held", seat=held.seat, motif="bird")
    do(match, move="count_tiles", motif="ship", count=6)
    assert library.close()
    again = reopened(tmp_path, sink.match, match)
    assert any(isinstance(entry, Undone) for entry in again.entries)


# --- memory --------------------------------------------------------------------------------------


def everything_shared(match: Match) -> list[Any]:
    """All that a shared surface may show, say, light up or hand out from now on."""
    view = match.public
    said: list[Any] = [view, PACKAGE.scene(view), match.asked, list(islice(legal(GAME, view), 150))]
    said += [ticks(GAME, view, Draft(name)) for one in match.asked for name in one.kinds]
    for language in LANGUAGES:
        presenter = Presenter(PACKAGE, match, of_screens(), language)
        for token in ("", *(f"move:{name}" for one in match.asked for name in one.kinds)):
            if token:
                presenter.touch(token)
            offered = presenter.offers
            said += [offered.lit, offered.prompt, offered.picker, offered.actions, offered.menu()]
            presenter.composer.clear()
    return said


def played_on(lower: str, taken: str, robbed: str) -> tuple[Match, int]:
    """A match in which this lies covered, was taken in an earlier turn, and was drawn blindly;
    and how many entries there were when all of that had gone out of sight."""
    match = begin()
    for row in range(1, 8):
        doubles = 7 if row < 4 else 5 if row == 4 else 0
        piles = [
            {"lower": lower if place < doubles else "none", "top": "ship" if row == 7 else "snake"}
            for place in range(7)
        ]
        do(match, move="lay_row", row=row, piles=piles)
    do(match, move="fix_top", at="d5", motif=taken)
    do(match, move="laid")
    for field in ("d5", "b6", "f6", "f7"):
        do(match, move="place_worker", to=field)
    do(match, move="step", worker="white:2", to="f5")
    do(match, move="end_turn")
    do(match, move="step", worker="black:1", to="b5")
    do(match, move="snake", motif=robbed)
    do(match, move="end_turn")
    do(match, move="put_back", parts=[{"tiles": 1, "to": "b6"}])
    return match, len(match.entries)


def test_no_hint_light_or_line_gives_away_what_is_to_be_remembered() -> None:
    """Twins that differ only in covered tiles, in tiles taken in earlier turns, and in what a
    snake drew; only what is refused or comes to light tells them apart, from then on."""
    one, since = played_on("ox", "bird", "bird")
    other, _ = played_on("tip", "hand", UNKNOWN)
    assert one.position != other.position
    assert everything_shared(one) == everything_shared(other)
    for data in (
        {"move": "step", "worker": "white:2", "to": "g5"},
        {"move": "end_turn"},
        {"move": "step", "worker": "black:1", "to": "a5"},
    ):
        answers = [match.submit(GAME.move(data)) for match in (one, other)]
        assert answers[0] == answers[1]
        assert everything_shared(one) == everything_shared(other)
    later = [[entry.sentences for entry in match.entries[since:]] for match in (one, other)]
    assert later[0] == later[1]


def test_no_export_gives_away_what_a_snake_drew_or_an_owner_noted() -> None:
    texts = []
    for motif in ("bird", "hand"):
        match = situated(holders={"white": ["snake"], "black": ["?", "?"]}, tops={"c4": "ox"})
        do(match, move="snake", motif=motif)
        do(match, move="tell_held", seat="black", motif=motif)
        texts.append(record.write(match))
    assert SEAL.sub("sealed", texts[0]) == SEAL.sub("sealed", texts[1])
    assert SEAL.findall(texts[0]) != SEAL.findall(texts[1])
    assert check(texts[0]) is None


def test_the_log_that_stays_tells_which_tile_was_taken() -> None:
    names = {"names": [{"motif": "ox", "name": "Apis"}, {"motif": "bird", "name": "Horus"}]}
    match = begin(names)
    do(match, move="layout", doubles=FIELDS[:26])
    for field, motif in (("c3", "ox"), ("e5", "bird"), ("c5", "ox"), ("e3", "bird")):
        do(match, move="place_worker", to=field)
        do(match, move="tell_tile", motif=motif)
    do(match, move="step", worker="white:1", to="c4")
    do(match, move="tell_tile", motif="ox")
    do(match, move="end_turn")
    for entry in match.entries:
        for sentences in entry.sentences.values():
            assert not re.search("Apis|Horus", " ".join(sentences)), entry
