"""Recorded whole games are replayed: every verdict must still be the recorded one."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.match import entries, record
from companion.match.check import check
from companion.match.entries import Played
from tests.records import hand

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.record"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_is_judged_otherwise_today(file: Path) -> None:
    assert check(file.read_text("utf-8")) is None


def test_the_recorded_games_hold_all_that_happens_at_tables() -> None:
    found: Counter[str] = Counter()
    seats: Counter[int] = Counter()
    for file in RECORDS:
        told = record.read(file.read_text("utf-8"))
        begun = told.entries[0]
        assert isinstance(begun, entries.Started)
        if begun.game != hand.GAME:
            continue
        seats[len(begun.seats)] += 1
        found.update(type(entry).__name__ for entry in told.entries)
        found["overruled"] += sum(
            isinstance(entry, Played) and bool(entry.overruled) for entry in told.entries
        )
        found["secrets"] += len(told.secrets)
    assert seats == {2: 2, 3: 2, 4: 2}
    for kind in (
        "Played",
        "Refused",
        "Undone",
        "Redone",
        "Amended",
        "Corrected",
        "overruled",
        "secrets",
    ):
        assert found[kind] > 0, kind


def test_the_game_begun_by_hand_begins_as_it_was_played() -> None:
    told = record.read((HERE / "by-hand-2.record").read_text("utf-8"))
    moves = [entry.move for entry in told.entries if isinstance(entry, Played | entries.Refused)]
    assert moves[: len(hand.OPENING)] == list(hand.OPENING)
    refused = [isinstance(entry, entries.Refused) for entry in told.entries[1:]]
    assert sum(refused[: len(hand.OPENING)]) == 6


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
