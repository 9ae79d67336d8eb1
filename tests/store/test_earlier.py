"""A data folder of an earlier version opens as it was left.

``earlier.tar.xz`` was written before the great renaming of what the program calls things, with what
that version said of its matches in ``said.json``: one running with much that was set right in it,
one in which cards were noted in private, one that was resigned.
"""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.archive import history
from companion.match.entries import decode
from companion.match.match import Match
from companion.match.registry import game_package
from companion.store import Library
from tests.store.table import now

EARLIER = Path(__file__).with_name("earlier.tar.xz")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with tarfile.open(EARLIER) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


@pytest.fixture
def said(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((folder / "said.json").read_text("utf-8"))
    (folder / "said.json").unlink()
    return found


@pytest.fixture
def library(folder: Path, said: object) -> Iterator[Library]:
    opened = Library(folder, now)
    yield opened
    opened.close()


def resumed(library: Library, name: str) -> Match:
    reading, secrets, checkpoint, sink = library.resume(name)
    entries = [decode(line) for line in reading.lines]
    package = game_package(getattr(entries[0], "game", ""))
    return Match.reopen(
        package,
        entries,
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
        secrets=secrets,
        checkpoint=checkpoint,
        sink=sink,
    )


def test_every_match_stands_as_it_was_left(library: Library, said: dict[str, Any]) -> None:
    assert {one.match for one in library.matches()} == set(said) and len(said) == 3
    for name, told in said.items():
        match = resumed(library, name)
        assert not match.read_only and not match.missing
        assert len(match.entries) == told["entries"]
        assert [line.status for line in match.lines()] == told["lines"]
        assert match.public == msgspec.convert(told["public"], match.game.position)
        assert dict(match.players) == told["players"] and match.over == told["over"]


def test_what_was_told_in_private_is_still_proven_when_the_match_is_over(
    library: Library, said: dict[str, Any]
) -> None:
    matches = [resumed(library, name) for name in said]
    for match in matches:
        match.agree_end(match.seats[0], match.seats)
    proofs = [one for match in matches for one in match.proofs()]
    assert len(proofs) == 3 and all(one.holds for one in proofs)


def test_a_match_that_is_not_over_goes_on_and_is_kept(
    library: Library, said: dict[str, Any]
) -> None:
    for name in said:
        match = resumed(library, name)
        if not match.over:
            assert match.undo(match.seats[0], match.seats, "taken back").done
            assert match.redo(match.seats[0]).done
    assert library.journal.flush()
    for name, told in said.items():
        kept = len(library.read(name).lines)
        assert kept == told["entries"] + (0 if told["over"] else 2)


def test_what_an_earlier_version_kept_beside_the_matches_is_there(
    library: Library, said: dict[str, Any]
) -> None:
    (summary,) = history.history(library, game_package)
    assert summary.how == "resigned" and {one.name for one in summary.players} == {"Ada", "Ben"}
    assert library.boxes("maya") == {"own": {"boards": []}}
    assert set(library.players()) >= {"Ada", "Ben"}
