"""Whole matches: recorded, undone, reopened, and with secrets in them."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.kernel import UNKNOWN, Accepted
from companion.match import entries, record
from companion.match.match import Match
from companion.match.registry import game_package
from companion.match.sentences import opened, proved
from companion.referee.player import Player
from companion.store import Library
from tests.games.matches import reopened

PACKAGE = game_package("pyramidion")
GAME = PACKAGE.game
SEATS = ("red", "blue", "yellow")


def begin(**sink: Any) -> Match:
    ticking = count()
    names = {"red": "Ada", "blue": "Ben", "yellow": "Cleo"}
    return Match.start(
        PACKAGE,
        SEATS,
        names,
        clock=lambda: float(next(ticking)),
        salt=lambda: bytes(16),
        **sink,
    )


def play(match: Match, seed: int, length: int) -> None:
    player = Player(GAME, Random(seed), 0.0)
    for _ in range(length):
        tried, made = player.turn(match.position)
        if made is None or not isinstance(tried[-1][1], Accepted):
            return
        assert match.submit(made).done


def test_undoing_everything_leads_back_to_the_start() -> None:
    match = begin()
    first = match.position
    play(match, 5, 45)
    last = match.position
    undone = 0
    while match.position != first:
        assert match.undo(SEATS[0], SEATS, "taken back").done
        undone += 1
    while match.redo(SEATS[0]).done:
        undone -= 1
    assert undone == 0 and match.position == last


def test_a_reopened_match_is_the_remembered_one(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: datetime(2026, 11, 20, tzinfo=UTC))
    sink = library.begin()
    match = begin(sink=sink)
    play(match, 4, 60)
    match.undo(SEATS[0], SEATS, "taken back")
    boat = match.position.fleet[0]
    assert match.submit(GAME.move({"move": "fix_won", "seat": "red", "boat": boat})).done
    assert library.close()
    assert boat in reopened(tmp_path, sink.match, match).position.player("red").boats


@pytest.mark.parametrize("seat", SEATS)
def test_a_boat_told_in_private_shows_in_no_log_record_or_views_of_others(seat: str) -> None:
    match = begin()
    assert match.submit(GAME.move({"move": "fix_won", "seat": seat, "boat": "B20"})).done
    told = match.entries[-1]
    assert isinstance(told, entries.Played) and told.move["boat"] == UNKNOWN
    assert "boat=B20" not in record.write(match)
    assert match.public.player(seat).boats == (UNKNOWN,)
    for other in SEATS:
        own = GAME.seen_by(match.position, other).player(seat).boats
        assert own == (("B20",) if other == seat else (UNKNOWN,))
    for sentences in told.sentences.values():
        assert not any("20" in sentence for sentence in sentences)


def test_a_match_whose_secrets_are_lost_can_be_taken_up_again() -> None:
    match = begin()
    for kind, seat, boat in (("won", "red", "B20"), ("won", "blue", "B19"), ("lost", "red", "B20")):
        assert match.submit(GAME.move({"move": f"fix_{kind}", "seat": seat, "boat": boat})).done
    blind = Match.reopen(PACKAGE, match.entries, clock=lambda: 0.0, salt=lambda: bytes(16))
    assert not blind.read_only
    assert blind.public == match.public
    assert blind.position.player("blue").boats == (UNKNOWN,)
    assert blind.position.player("red").boats == ()
    assert GAME.violations(blind.position) == ()


def test_a_boat_told_in_private_is_opened_at_the_end() -> None:
    match = begin()
    assert match.submit(GAME.move({"move": "fix_won", "seat": "red", "boat": "B20"})).done
    assert match.amend(
        2, GAME.move({"move": "fix_won", "seat": "red", "boat": "B19"}), by="red"
    ).done
    assert match.draw("red", SEATS).done
    proofs, say = match.proofs(), match.phrasebook("en")
    assert list(proved(proofs)(say)) == ["Told in secret and proven unchanged: 2 of 2."]
    told = [list(opened(match.entries[one.number - 1], one)(say)) for one in proofs]
    assert told == [
        [f"Line {line}, Ada, Boat won: {say.name(boat)}."]
        for line, boat in ((2, "B20"), (3, "B19"))
    ]
