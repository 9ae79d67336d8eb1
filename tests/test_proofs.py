"""Samples of the long proofs, and that they would notice; see tests/proofs/."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.maintenance.judge import Judge
from companion.match import registry
from companion.match.registry import names
from companion.store import Chain
from companion.store.salvage import PAGE
from tests.games.tried import SECRETIVE
from tests.proofs import (
    _stick,
    camera,
    clocks,
    damage,
    doors,
    flood,
    full,
    fuzz,
    kills,
    losses,
    mutation,
    presses,
    readable,
    restore,
    soak,
    sticks,
    twins,
    unplugged,
    update,
)
from tests.proofs._damaged import Case, left_by, try_all
from tests.proofs._door import Door
from tests.proofs._mutants import mutants

RULES = '''
def does(position, move):
    """What happens."""
    position = changed(position, at=move.to, load="")
    yield event(position, "stepped")
    if position.tile and position.left > 2:
        yield event(position, "tired")


NEEDS: tuple[AnyNeed, ...] = (native_there("native"), OWN)
'''

MISTAKES = {
    'without: position = changed(position, at=move.to, load="")',
    "without: at=move.to",
    'without: load=""',
    'without: yield event(position, "stepped")',
    'without: yield event(position, "tired")',
    "position.tile and position.left > 2  ->  position.tile or position.left > 2",
    "without: position.tile",
    "without: position.left > 2",
    "position.tile  ->  not position.tile",
    "position.left > 2  ->  position.left >= 2",
    "2  ->  3",
    'without: native_there("native")',
    "without: OWN",
}


def test_no_input_from_outside_makes_anything_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = fuzz.main(["--lines", "25", "--seed", "7"])
    assert code == 0, capsys.readouterr().out


def test_a_killed_companion_loses_no_entry(capsys: pytest.CaptureFixture[str]) -> None:
    code = kills.main(["--kills", "1", "--seed", "3", "--within", "50"])
    said = capsys.readouterr().out
    assert code == 0 and "until the match was back" in said, said


def test_stumbling_over_a_plug_never_changes_the_match(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = unplugged.main(["--evenings", "1", "--alone", "--seed", "4"])
    said = capsys.readouterr().out
    assert code == 0 and "plug touched" in said, said


@pytest.mark.parametrize("name", [one.name for one in SECRETIVE])
def test_no_question_draws_out_a_secret(name: str) -> None:
    heard = twins.curious(name, tables=1, share=0.01, seed=7)
    assert heard.asked.total() > 1_000
    assert not heard.differ, heard.differ


def test_a_full_disk_is_told_and_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code = full.main(["--matches", "1", "--entries", "60", "--seed", "2"])
    said = capsys.readouterr().out
    assert code == 0 and "of them, while it was full" in said, said


def test_a_clock_that_jumps_changes_no_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = clocks.main(["--matches", "1", "--entries", "50"])
    said = capsys.readouterr().out
    assert code == 0 and said.count("jumps ahead") == len(registry.names()), said
    assert "jumps back" in said


def test_a_damaged_journal_keeps_what_came_before_the_damage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = damage.main(["--every", "10007", "--jobs", "1"])
    said = capsys.readouterr().out
    assert code == 0 and said.count(" 0 things went wrong") == len(registry.names()), said


def test_entries_that_were_called_saved_are_never_missing_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = losses.main(["--damages", "39", "--sound", "9", "--seed", "5"])
    said = capsys.readouterr().out
    assert code == 0 and said.count(" 0 things went wrong") == 2, said


def test_a_sample_that_loses_nothing_is_no_proof(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert losses.main(["--damages", "1", "--sound", "1", "--seed", "1"]) == 1
    assert "which proves nothing" in capsys.readouterr().out


def test_the_proof_of_losses_notices_an_untold_loss(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert losses.main(["--damages", "30", "--sound", "1", "--careless"]) == 1
    said = capsys.readouterr().out
    assert "lost without a word" in said and " 0 things went wrong" not in said, said


def test_a_page_that_leads_nowhere_hides_nothing_that_comes_after_it(tmp_path: Path) -> None:
    left = left_by(names()[0], 1, 12, tmp_path)
    pages = range(PAGE, len(left.closed["matches.db"]), PAGE)
    heads: list[Case] = [("matches.db", "flipped", page + at) for page in pages for at in (3, 15)]
    assert try_all(left, heads, tmp_path).wrong == []


def test_the_proof_of_damage_notices_what_is_lost(tmp_path: Path) -> None:
    left = left_by(names()[0], 1, 6, tmp_path)
    (case,) = left.cases(10**6)
    assert try_all(left, [case], tmp_path).wrong == []
    for lines in ((*left.lines, b"one more"), (b"another", *left.lines[1:])):
        assert try_all(replace(left, lines=lines), [case], tmp_path).wrong


def test_a_stick_brings_nothing_that_no_backup_may_bring(
    capsys: pytest.CaptureFixture[str],
) -> None:
    attacks = ("one field of a row", "a result of a match that goes on", "settings, devices, keys")
    some = [option for name in attacks for option in ("--attack", name)]
    code = restore.main(["--small", "--times", "2", "--starts", "0", "--seed", "3", *some])
    said = capsys.readouterr().out
    assert code == 0 and said.count(" 0 things went wrong") == len(attacks) + 1, said


def test_the_proof_of_restores_notices_a_row_that_opens_what_is_hidden(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def anything(key: str, chains: Mapping[str, Chain]) -> tuple[str, dict[str, list[bytes]]]:
        return key, {table: list(chain.bodies) for table, chain in chains.items()}

    monkeypatch.setattr(Judge, "__call__", lambda self, *given: anything(*given))
    few = ["--small", "--times", "1", "--starts", "0"]
    assert restore.main([*few, "--attack", "an end that nobody made"]) == 1
    assert "hides is opened by a row" in capsys.readouterr().out


def test_the_fuzz_finds_what_fails_and_shows_no_more() -> None:
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


def test_the_fuzz_gives_up_on_a_call_that_never_returns() -> None:
    def enter(parts: tuple[str, ...]) -> None:
        while True:
            pass

    with pytest.raises(fuzz.TooSlow), fuzz.patience(0.05):
        enter(())


def test_no_press_is_lost_on_a_bad_line(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--presses", "400", "--cuts", "20", "--outages", "10"]
    firmware = ["--firmware-presses", "48", "--firmware-cuts", "2"]
    code = presses.main([*few, *firmware, "--seed", "5"])
    said = capsys.readouterr().out
    assert code == 0 and said.count("all once and in order") == 2, said


@pytest.mark.parametrize("what", ["lost", "doubled", "swapped"])
def test_the_proof_of_presses_notices_a_lost_one(what: str) -> None:
    tally = presses.Tally(made=[(1, True), (2, True), (3, True)])
    tally.came = {
        "lost": tally.made[:1] + tally.made[2:],
        "doubled": tally.made[:2] + tally.made[1:],
        "swapped": [tally.made[1], tally.made[0], tally.made[2]],
    }[what]
    assert tally.wrong()
    assert not presses.Tally(made=tally.made, came=tally.made).wrong()


def test_a_stick_changes_nothing_that_lies_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    code = sticks.main(["--folder", "--tries", "12", "--races", "2", "--seed", "2"])
    said = capsys.readouterr().out
    assert code == 0 and " 0 things went wrong" in said, said


def test_the_proof_of_sticks_notices_what_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sticks, "PATIENCE", 1.0)
    stick = tmp_path / "media" / "STICK"
    stick.mkdir(parents=True)
    world = _stick.made(tmp_path, stick)
    link = stick / "link"
    link.symlink_to(world.data / "box.key")
    os.mkfifo(stick / "pipe")
    tally = sticks.Tally()
    for act in (
        lambda: "ok " + link.read_text(),
        lambda: "ok " + (stick / "pipe").read_text(),
        lambda: "ok " + "x" * len(bytes(2 * sticks.MEMORY)),
        lambda: f"ok {link.write_text('')}",
    ):
        sticks.one(tally, "a try", world, act)
    assert {kind: len(found) for kind, found in tally.wrong.items()} == {
        "read what lies elsewhere": 1,
        "stopped, or ended without a word": 1,
        "answered with an exception": 1,
        "changed what lies elsewhere": 1,
    }


def test_people_at_the_screen_cause_no_exception(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["--touches", "30", "--games", "0", "--idle", "0.5", "--looks", "0"]
    any_machine = ["--growth", "1000", "--frame", "60000", "--rest", "100"]
    code = soak.main([*few, *any_machine])
    said = capsys.readouterr().out
    assert code == 0, said
    assert " entries: started" in said and " records replayed" in said


def test_the_soak_notices_an_exception(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--touches", "30", "--idle", "0.1", "--looks", "0", "--careless"]) == 1
    assert "a word is lost" in capsys.readouterr().out


def test_nothing_escapes_from_a_game_or_a_request(capfd: pytest.CaptureFixture[str]) -> None:
    few = ["--positions", "1", "--share", "0.1", "--matches", "2", "--evenings", "0"]
    code = doors.main([*few, "--seed", "3"])
    said = capfd.readouterr().out
    assert code == 0 and said.count(" 0 wrong") == len(registry.names()), said


@pytest.mark.parametrize(("by", "said"), [("scanner", "3000 lines"), ("hands", "3000 keys")])
def test_a_device_that_floods_does_not_hold_up_the_screen(
    by: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    few = ["--by", by, "--sent", "3000", "--seconds", "2", "--again", "0.5"]
    code = flood.main([*few, "--frame", "60000"])
    told = capfd.readouterr().out
    assert code == 0 and said in told, told


def test_other_screens_are_read_by_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    code = readable.main(["--part", "television", "--few"])
    said = capsys.readouterr().out
    assert code == 0 and "12 of them by axe; 0 wrong" in said, said


def test_the_mutation_makes_all_likely_mistakes_and_no_others() -> None:
    made = list(mutants("some", RULES))
    assert {one.what.replace("'", '"') for one in made} == MISTAKES
    assert len(made) == len(MISTAKES)
    assert next(one.line for one in made if one.what == "without: OWN") == 10


def test_the_tests_notice_mistakes_in_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    some = ["--mutants", "4", "--module", "walking"]
    code = mutation.main([*some, "--tests", "test_vectors", "--bar", "1"])
    said = capsys.readouterr().out
    assert code == 0 and "by test_vectors" in said, said


def test_the_mutation_reports_a_mistake_that_no_test_noticed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    some = ["--mutants", "3", "--module", "walking"]
    assert mutation.main([*some, "--tests", "mesopotamien.test_start"]) == 1
    assert "walking.py:" in capsys.readouterr().out.partition("Survivors:")[2]


def test_nothing_unsigned_is_installed_and_no_link_is_followed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = update.main(["--rounds", "1", "--seed", "6"])
    said = capsys.readouterr().out
    assert code == 0 and "9 handed in, 1 installed" in said, said


@pytest.mark.parametrize(
    ("careless", "kind", "told"),
    [
        ("keys", "stranger", "something waits to be installed"),
        ("links", "unsigned", "something outside changed"),
    ],
)
def test_the_proof_of_updates_notices_carelessness(
    careless: str, kind: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert update.main(["--rounds", "1", "--kinds", kind, "--careless", careless]) == 1
    assert told in capsys.readouterr().out


def test_codes_held_before_a_camera_are_read_and_nothing_else_is() -> None:
    rng, games = (
        Random(1),
        [min(names(), key=lambda name: len(registry.game_package(name).catalogue.pieces))],
    )
    good, wrong, _ = camera.read(6, rng, games)
    assert (good, wrong, camera.blind(20, rng, games)) == (6, 0, [])
