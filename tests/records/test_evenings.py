"""Whole evenings that a program typed at a screen are judged as they were, and have in them what
happens at tables."""

from collections import Counter
from pathlib import Path

import pytest

from companion.match import entries, record
from companion.match.check import check
from companion.match.record import write
from companion.match.registry import names
from tests.records.evenings import EVENINGS, FOLDER, played

FILES = sorted(FOLDER.glob("*.record"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_evening_is_judged_as_it_was(file: Path) -> None:
    assert check(file.read_text("utf-8")) is None


def test_an_evening_that_is_typed_again_comes_to_the_same() -> None:
    shortest = min(EVENINGS, key=lambda one: (FOLDER / f"{one.file}.record").stat().st_size)
    told = (FOLDER / f"{shortest.file}.record").read_text("utf-8")
    assert write(played(shortest)) == told


def test_each_game_has_two_evenings_in_which_everything_happens() -> None:
    assert {one.stem for one in FILES} == {one.file for one in EVENINGS}
    found: Counter[str] = Counter()
    for one in EVENINGS:
        told = record.read((FOLDER / f"{one.file}.record").read_text("utf-8")).entries
        assert isinstance(told[0], entries.Started)
        assert (told[0].game, len(told[0].seats)) == (one.game, one.seats)
        met = Counter(type(entry).__name__ for entry in told)
        assert met["Refused"] and met["Undone"], one.file
        found += met
        found[one.game] += 1
    assert all(found[game] != 1 for game in names())  # one that is new has none yet
    assert not {
        "Played", "Refused", "Undone", "Redone", "Amended", "Corrected", "HandedOver", "Paused",
        "Resumed", "StrictnessSet", "Bookmarked",
    } - found.keys()  # fmt: skip
