"""Samples of the long proofs, and that they would notice; see tests/proofs/."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.store.salvage import PAGE
from tests.proofs import clocks, damage, full, fuzz, kills, mutation, presses, soak, unplugged
from tests.proofs._damaged import Case, left_by, try_all
from tests.proofs._door import Door
from tests.proofs._mutants import mutants

RULES = '''
def does(position, move):
    """What happens."""
    position = changed(position, at=move.to, load="")
    yield happening(position, "stepped")
    if position.tile and position.left > 2:
        yield happening(position, "tired")


NEEDS: tuple[AnyNeed, ...] = (native_there("native"), OWN)
'''

MISTAKES = {
    'without: position = changed(position, at=move.to, load="")',
    "without: at=move.to",
    'without: load=""',
    'without: yield happening(position, "stepped")',
    'without: yield happening(position, "tired")',
    "position.tile and position.left > 2  ->  position.tile or position.left > 2",
    "without: position.tile",
    "without: position.left > 2",
    "position.tile  ->  not position.tile",
    "position.left > 2  ->  position.left >= 2",
    "2  ->  3",
    'without: native_there("native")',
    "without: OWN",
}


def test_something_from_outside_makes_something_fall_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = fuzz.main(["--lines", "25", "--seed", "7"])
    assert code == 0, capsys.readouterr().out


def test_a_killed_companion_loses_entries(capsys: pytest.CaptureFixture[str]) -> None:
    code = kills.main(["--kills", "1", "--seed", "3", "--within", "50"])
    said = capsys.readouterr().out
    assert code == 0 and "until the match was back" in said, said


def test_somebody_who_stumbles_over_a_plug_changes_the_match(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = unplugged.main(["--evenings", "1", "--alone", "--seed", "4"])
    said = capsys.readouterr().out
    assert code == 0 and "plug touched" in said, said


def test_a_full_disk_loses_something_or_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    code = full.main(["--matches", "1", "--entries", "60", "--seed", "2"])
    said = capsys.readouterr().out
    assert code == 0 and "of them, while it was full" in said, said


def test_a_clock_that_jumps_changes_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = clocks.main(["--matches", "1", "--entries", "50"])
    said = capsys.readouterr().out
    assert code == 0 and said.count("jumps back") == 4, said


def test_a_damaged_journal_loses_what_came_before_the_damage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = damage.main(["--every", "5003", "--jobs", "1"])
    said = capsys.readouterr().out
    assert code == 0 and said.count(" 0 things went wrong") == 4, said


def test_a_page_that_leads_nowhere_hides_what_comes_after_it(tmp_path: Path) -> None:
    left = left_by("mesopotamien", 1, 12, tmp_path)
    pages = range(PAGE, len(left.closed["matches.db"]), PAGE)
    heads: list[Case] = [("matches.db", "flipped", page + at) for page in pages for at in (3, 15)]
    assert try_all(left, heads, tmp_path).wrong == []


def test_the_proof_of_damage_overlooks_what_is_lost(tmp_path: Path) -> None:
    left = left_by("mesopotamien", 1, 6, tmp_path)
    (case,) = left.cases(10**6)
    assert try_all(left, [case], tmp_path).wrong == []
    for lines in ((*left.lines, b"one more"), (b"another", *left.lines[1:])):
        assert try_all(replace(left, lines=lines), [case], tmp_path).wrong


def test_the_fuzz_finds_nothing_or_shows_more_than_fails() -> None:
    def make(rng: Random) -> tuple[str, ...]:
        return tuple(str(rng.randrange(10**6)) for _ in range(5))

    def enter(parts: tuple[str, ...]) -> None:
        for part in parts:
            assert "7" not in part

    tried = fuzz.Fuzz(1, (Door("no sevens", make, enter),))
    for _ in range(20):
        tried.one(tried.doors[0])
    (failure,) = tried.tallies["no sevens"].failures.values()
    assert failure[1] == ("7",)
    assert fuzz.report(tried, 1.0, 0.0) == 1


def test_the_fuzz_waits_for_ever() -> None:
    def enter(parts: tuple[str, ...]) -> None:
        while True:
            pass

    with pytest.raises(fuzz.TooSlow), fuzz.patience(0.05):
        enter(())


def test_presses_are_lost_on_a_bad_line(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--presses", "400", "--cuts", "20", "--outages", "10"]
    firmware = ["--firmware-presses", "48", "--firmware-cuts", "2"]
    code = presses.main([*few, *firmware, "--seed", "5"])
    said = capsys.readouterr().out
    assert code == 0 and said.count("all once and in order") == 2, said


@pytest.mark.parametrize("what", ["lost", "doubled", "swapped"])
def test_the_proof_of_presses_overlooks_that_one_is(what: str) -> None:
    tally = presses.Tally(made=[(1, True), (2, True), (3, True)])
    tally.came = {
        "lost": tally.made[:1] + tally.made[2:],
        "doubled": tally.made[:2] + tally.made[1:],
        "swapped": [tally.made[1], tally.made[0], tally.made[2]],
    }[what]
    assert tally.wrong()
    assert not presses.Tally(made=tally.made, came=tally.made).wrong()


def test_people_at_the_screen_make_the_app_stumble(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--touches", "30", "--games", "0", "--idle", "0.5", "--looks", "0"]
    any_machine = ["--growth", "1000", "--frame", "60000", "--rest", "100"]
    code = soak.main([*few, *any_machine])
    said = capsys.readouterr().out
    assert code == 0, said
    assert " entries: started" in said and " records replayed" in said


def test_the_soak_overlooks_an_exception(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--touches", "30", "--idle", "0.1", "--looks", "0", "--careless"]) == 1
    assert "a word is lost" in capsys.readouterr().out


def test_a_mistake_is_made_that_nobody_would_make_or_forgotten() -> None:
    made = list(mutants("some", RULES))
    assert {one.what.replace("'", '"') for one in made} == MISTAKES
    assert len(made) == len(MISTAKES)
    assert next(one.line for one in made if one.what == "without: OWN") == 10


def test_mistakes_in_the_rules_are_overlooked_by_their_tests(
    capsys: pytest.CaptureFixture[str],
) -> None:
    some = ["--mutants", "4", "--module", "walking"]
    code = mutation.main([*some, "--tests", "test_vectors", "--bar", "1"])
    said = capsys.readouterr().out
    assert code == 0 and "by test_vectors" in said, said


def test_the_mutation_counts_what_nobody_noticed_as_noticed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    some = ["--mutants", "3", "--module", "walking"]
    assert mutation.main([*some, "--tests", "mesopotamien.test_start"]) == 1
    assert "walking.py:" in capsys.readouterr().out.partition("Survivors:")[2]
