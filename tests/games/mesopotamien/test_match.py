"""Whole matches of the real game: amended, kept on the disk, and with secrets in them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.kernel import Accepted
from companion.match import record
from companion.match.check import check
from companion.match.match import Match
from companion.match.registry import game_package
from companion.referee.player import Player
from companion.store import Library
from tests.games.matches import everything_shared, reopened

PACKAGE = game_package("mesopotamien")
GAME = PACKAGE.game
SEAL = re.compile(r"(?:sealed|seal)=\w+")
SEATS = ("green", "yellow", "red")


def begin(**sink: Any) -> Match:
    ticking = count()
    return Match.start(
        PACKAGE,
        SEATS,
        {"green": "Ada", "yellow": "Ben", "red": "Cleo"},
        clock=lambda: float(next(ticking)),
        salt=lambda: bytes(16),
        **sink,
    )


def do(match: Match, **data: Any) -> None:
    answer = match.submit(GAME.move(data))
    assert answer.done, answer.says


def moves(seed: int, length: int) -> Iterator[Any]:
    """Moves of a match that goes this way, without secrets."""
    rng = Random(seed)
    player = Player(GAME, rng, 0.1)
    match = begin()
    for _ in range(length):
        tried, made = player.turn(match.position)
        if made is None or not isinstance(tried[-1][1], Accepted):
            return
        match.submit(made)
        yield made


def test_a_quarry_told_for_a_forest_is_amended_and_what_it_made_illegal_is_offered_for_repair() -> (
    None
):
    match = begin()
    do(match, move="explore", native="green@-1,0", to="-2,0")
    do(match, move="draw", terrain="quarry")
    drawn = match.entries[-1].number
    do(match, move="pickup", native="green@-2,0", good="stone")
    picked = match.entries[-1].number
    do(match, move="end_move")
    do(match, move="end_action")
    amended = match.amend(
        drawn,
        GAME.move({"move": "draw", "terrain": "forest"}),
        by="green",
        consent=match.seats,
        reason="entered wrongly",
    )
    assert amended.done
    assert amended.marked == (picked,)
    status = {line.entry.number: line.status for line in match.lines()}
    assert (status[drawn], status[picked]) == ("amended", "left out")
    assert match.position.tile("-2,0").terrain == "forest"
    near = match.alternatives(picked)
    wood = GAME.move({"move": "pickup", "native": "green@-2,0", "good": "wood"})
    assert (wood,) in near
    repaired = match.amend(picked, wood, by="green", consent=match.seats, reason="entered wrongly")
    assert repaired.done and repaired.marked == ()
    assert match.position.native("green@-2,0+wood").count == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_reopened_from_disk_is_the_one_in_memory(tmp_path: Path, seed: int) -> None:
    library = Library(tmp_path, lambda: datetime(2026, 11, 20, tzinfo=UTC))
    sink = library.begin()
    match = begin(sink=sink)
    for number, move in enumerate(moves(seed, 120)):
        match.submit(move)
        if number == 30:
            match.undo(match.seats[0], match.seats, "taken back")
            match.redo(match.seats[0])
    match.submit(GAME.move({"move": "tell_card", "seat": "green", "card": "priest"}))
    assert library.close()
    reopened(tmp_path, sink.match, match)


def with_marker(value: int) -> Match:
    """A hut is built; its owner notes what the marker under it shows; play goes on."""
    match = begin(by_itself=False)
    match.correct(
        {
            "tiles": {"-2,0": "plain"},
            "natives": [
                {"at": "-2,0", "seat": "green", "load": "wood"},
                {"at": "-2,0", "seat": "green"},
            ],
            "active": "green",
            "phase": "act",
        }
    )
    do(match, move="build_hut", tile="-2,0", payer="green@-2,0+wood")
    marker = next(
        one.number for one in match.position.player("green").markers if one.place == "hut"
    )
    do(match, move="tell_marker", seat="green", marker=f"green:m{marker}", value=value)
    do(match, move="end_action")
    do(match, move="income")
    return match


def test_two_matches_that_differ_only_in_hidden_things_show_say_and_export_the_same() -> None:
    one, other = with_marker(2), with_marker(7)
    assert one.position != other.position
    assert everything_shared(one) == everything_shared(other)
    texts = [record.write(match) for match in (one, other)]
    shown = [SEAL.sub("sealed", text) for text in texts]  # a seal tells nothing without its salt
    assert shown[0] == shown[1]
    assert SEAL.findall(texts[0]) != SEAL.findall(texts[1])
    assert check(texts[0]) is None
    seen = GAME.seen_by(one.position, "green")
    assert any(marker.value == 2 for marker in seen.player("green").markers)
    assert all(marker.value == "?" for marker in one.public.player("green").markers)


def test_hands_are_told_what_goes_where_though_the_box_holds_too_few_pieces() -> None:
    match = begin()
    answer = match.correct({"supply": {"wood": 1}, "mana": {match.seats[0]: 2}})
    assert answer.done and match.public.loose_supply("wood") == 1
    ((mana,),) = answer.changes
    assert mana.piece == f"mana:{match.seats[0]}"
    ((back,),) = match.undo(match.seats[0], match.seats, "taken back").changes
    assert (back.source, back.target) == (mana.target, mana.source)
