"""Recorded whole games are replayed: every verdict must still be the recorded one."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion.match import entries, registry
from companion.match.check import check
from companion.match.checkpoint import Checkpoint, taken
from companion.match.entries import Played, Refused
from companion.match.match import Match
from companion.match.timeline import Timeline
from tests.games.tried import EACH_GAME, GAMES, Tried
from tests.records.reading import HERE, opened

RECORDS = sorted(HERE.glob("*.record"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_recorded_game_is_judged_as_it_was(file: Path) -> None:
    assert check(file.read_text("utf-8")) is None


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_taken_up_in_its_middle_is_the_same_one(file: Path) -> None:
    told = opened(file.stem)
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


def test_every_record_belongs_to_a_game() -> None:
    found = {one.file: one for tried in GAMES for one in tried.recorded.RECORDS}
    assert set(found) == {file.stem for file in RECORDS}
    assert len(found) == sum(len(tried.recorded.RECORDS) for tried in GAMES)


@EACH_GAME
def test_the_recorded_games_contain_everything_that_happens_at_tables(tried: Tried) -> None:
    found: Counter[str] = Counter()
    for one in tried.recorded.RECORDS:
        told = opened(one.file)
        begun = told.entries[0]
        assert isinstance(begun, entries.Started)
        assert (begun.game, len(begun.seats)) == (tried.name, one.seats), one.file
        found.update(type(entry).__name__ for entry in told.entries)
        played = [entry for entry in told.entries if isinstance(entry, Played)]
        found.update(str(entry.move["move"]) for entry in played)
        found["overruled"] += sum(bool(entry.overruled) for entry in played)
        found["secrets"] += len(told.secrets)
    wanted = {"Played", "Refused", "Undone", "Redone", "Amended", "Corrected", "overruled"}
    wanted |= {"secrets"} if any(kind.hidden for kind in tried.game.kinds) else set()
    if tried.recorded.RECORDS:
        assert not (wanted | set(tried.recorded.MET)) - set(found)
        assert found["secrets"] or "secrets" not in wanted


@EACH_GAME
def test_a_game_begun_by_hand_begins_as_it_was_played(tried: Tried) -> None:
    for one in tried.recorded.RECORDS:
        if one.opening is None:
            continue
        lines = [entry for entry in opened(one.file).entries if isinstance(entry, Played | Refused)]
        count = len(one.opening.moves)
        assert sum(isinstance(entry, Refused) for entry in lines[:count]) == one.opening.refused
        for entry, move in zip(lines[:count], one.opening.moves, strict=True):
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
