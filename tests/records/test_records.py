"""Recorded whole games are replayed: every verdict must still be the recorded one."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion.match import entries, record, registry
from companion.match.check import check
from companion.match.checkpoint import Checkpoint, taken
from companion.match.entries import Played
from companion.match.match import Match
from companion.match.timeline import Timeline
from tests.records import hand

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.record"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_is_judged_otherwise_today(file: Path) -> None:
    assert check(file.read_text("utf-8")) is None


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_taken_up_in_its_middle_is_the_same_one(file: Path) -> None:
    told = record.read(file.read_text("utf-8"))
    begun = told.entries[0]
    assert isinstance(begun, entries.Started)
    package = registry.game_package(begun.game)
    whole, found = Timeline(package.game, told.secrets), []
    for entry in told.entries:
        whole.add(entry)
        checkpoint = taken(whole)
        if checkpoint is not None:
            found.append(msgspec.json.encode(checkpoint))
    assert found
    for body in found[:: max(1, len(found) // 5)]:
        checkpoint = msgspec.json.decode(body, type=Checkpoint)
        again = Match.reopen(
            package,
            told.entries,
            clock=lambda: 0.0,
            salt=bytes,
            secrets=told.secrets,
            checkpoint=checkpoint,
        )
        assert not again.read_only
        assert again.position == whole.position, checkpoint.number
        late = [step for step in whole.steps if step.line > checkpoint.number]
        assert not late or again.timeline.steps[-len(late) :] == late
        assert again.timeline == whole


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("mesopotamien", {2: 2, 3: 2, 4: 2}),
        ("sakkara", {2: 3}),
        ("maya", {2: 1, 3: 1, 4: 1, 5: 1}),
        ("backgammon", {2: 2}),
    ],
)
def test_something_that_happens_at_tables_is_in_no_recorded_game(
    game: str, seats: dict[int, int]
) -> None:
    found: Counter[str] = Counter()
    tables: Counter[int] = Counter()
    for file in RECORDS:
        told = record.read(file.read_text("utf-8"))
        begun = told.entries[0]
        assert isinstance(begun, entries.Started)
        if begun.game != game:
            continue
        tables[len(begun.seats)] += 1
        found.update(type(entry).__name__ for entry in told.entries)
        found["overruled"] += sum(
            isinstance(entry, Played) and bool(entry.overruled) for entry in told.entries
        )
        found["secrets"] += len(told.secrets)
    assert tables == seats
    for kind in (
        "Played",
        "Refused",
        "Undone",
        "Redone",
        "Amended",
        "Corrected",
        "overruled",
        *(
            ("secrets",)
            if any(kind.hidden for kind in registry.game_package(game).game.kinds)
            else ()
        ),
    ):
        assert found[kind] > 0, kind


@pytest.mark.parametrize(
    ("file", "game"),
    [
        ("by-hand-2", "mesopotamien"),
        ("sakkara-by-hand", "sakkara"),
        ("backgammon-by-hand", "backgammon"),
    ],
)
def test_the_game_begun_by_hand_begins_otherwise_than_it_was_played(file: str, game: str) -> None:
    told = record.read((HERE / f"{file}.record").read_text("utf-8"))
    opening = hand.OPENINGS[game]
    lines = [entry for entry in told.entries if isinstance(entry, Played | entries.Refused)]
    assert len(opening.moves) <= len(lines)
    refused = [isinstance(entry, entries.Refused) for entry in lines[: len(opening.moves)]]
    assert sum(refused) == opening.refused
    for entry, move in zip(lines, opening.moves, strict=False):
        assert {**move, **entry.move} == dict(entry.move)


def test_an_altered_verdict_is_found_at_its_line_from_the_command_line(tmp_path: Path) -> None:
    lines = (HERE / "by-hand-2.record").read_text("utf-8").splitlines(keepends=True)
    row = next(number for number, line in enumerate(lines, 1) if "-> refused" in line)
    lines[row - 1] = lines[row - 1].replace("-> refused M13", "-> refused M15")
    altered = tmp_path / "altered.record"
    altered.write_text("".join(lines), "utf-8")

    def run(file: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "companion.cli", "check", str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run(HERE / "by-hand-2.record").returncode == 0
    found = run(altered)
    assert found.returncode == 1
    assert str(row) in found.stdout and "M15" in found.stdout and "M13" in found.stdout
