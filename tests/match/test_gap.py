"""A match goes on without what was told in private, also where that decided what came next."""

from random import Random

import msgspec
import pytest

from companion.match import entries
from companion.match.entries import Entry
from companion.match.journal import SNAPSHOT_EVERY
from companion.match.match import Match
from companion.match.public_verdict import plain
from companion.match.registry import GamePackage, game_package
from companion.match.timeline import Timeline
from companion.referee.player import Player
from tests.games.tried import SECRETIVE
from tests.records.reading import opened

BLIND = [
    (one.file, tried.package)
    for tried in SECRETIVE
    for one in tried.recorded.RECORDS
    if len(tried.game.kinds) and one.seats <= 3
]


def kept(file: str, package: GamePackage, whole: int = 0) -> tuple[list[Entry], Timeline]:
    """A recorded match as its journal holds it, with a picture of the table now and then, and the
    match as it was. whole: how many of its entries; all for 0."""
    told = opened(file)
    timeline, found = Timeline(package.game, told.secrets), []
    for entry in told.entries[: whole or None]:
        timeline.add(entry)
        if entry.number % SNAPSHOT_EVERY == 0:
            view = package.game.public(timeline.position)
            entry = msgspec.structs.replace(entry, snapshot=plain(view))
        found.append(entries.decode(entries.encode(entry)))
    return found, timeline


def blind(package: GamePackage, journal: list[Entry]) -> Match:
    return Match.reopen(package, journal, clock=lambda: 0.0, salt=lambda: bytes(16), secrets={})


@pytest.mark.parametrize(("file", "package"), BLIND, ids=[file for file, _ in BLIND])
def test_a_match_that_lost_its_secrets_goes_on_where_its_journal_shows_the_table(
    file: str, package: GamePackage
) -> None:
    journal, _ = kept(file, package)
    journal, timeline = kept(file, package, len(journal) // SNAPSHOT_EVERY * SNAPSHOT_EVERY)
    match = blind(package, journal)
    assert not match.read_only
    assert len(match.entries) == len(journal)
    assert match.players == timeline.players and match.strictness == timeline.strictness
    if match.missing:
        assert match.public == package.game.public(timeline.position)


def test_the_lines_that_nobody_can_judge_are_counted_and_marked() -> None:
    package = game_package("maya")
    journal, timeline = kept("maya-2", package, 40)
    match = blind(package, journal)
    lost = match.timeline.missing
    assert lost == list(range(31, 41))
    assert "10 lines" in match.missing["en"][0] and "10 Zeilen" in match.missing["de"][0]
    assert {line.status for line in match.lines()[30:40]} <= {"unjudged", "refused", "struck"}
    assert match.public == package.game.public(timeline.position)
    assert match.asked == package.game.asked(match.public)
    assert not match.undo(match.seats[0], match.seats, "taken back").done, "beyond the gap"


def test_what_is_done_after_the_gap_is_there_again_when_the_match_is_opened_once_more() -> None:
    package = game_package("maya")
    for whole in (40, 36):  # with a picture of the table after the gap, and without
        journal, _ = kept("maya-2", package, whole)
        match = blind(package, journal)
        before = match.timeline.missing
        _, move = Player(package.game, Random(1), 0.0).turn(match.public)
        assert move is not None and match.submit(move).done
        again = blind(package, list(match.entries))
        assert not again.read_only
        assert again.public == match.public and again.timeline.missing == before


def test_a_hole_in_the_journal_is_no_gap_that_is_gone_over() -> None:
    package = game_package("maya")
    journal, _ = kept("maya-2", package, 60)
    match = blind(package, [one for one in journal if one.number != 35])
    assert match.read_only
