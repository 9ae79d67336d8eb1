import dataclasses
import gc
from typing import Any

import msgspec
import pytest

from companion.kernel import rule
from companion.match import entries
from companion.match.commitments import Secret
from companion.match.entries import Entry
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.match.steps import Impossible
from tests.match.evening import AGREED, Evening
from tests.match.ferry import FERRY, KINDS, PACKAGE
from tests.match.river import Draw, Fish, Lay, Row, Show, Wait


def _played() -> Evening:
    evening = Evening(players={"red": "Anna"})
    match = evening.match
    match.submit(Lay("3"))
    match.submit(Row(2))
    match.submit(Row(1))
    match.allow(Fish())
    match.submit(Draw("trout"))
    match.undo("red", {"blue"}, "taken back")
    return evening


def _changed(**values: Any) -> GamePackage:
    return dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, **values))


def test_a_journal_that_goes_on_after_its_end_or_starts_twice_is_not_opened() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.agree_end("red", {"blue"})
    started, played, ended = evening.kept
    move = {"move": "fish"}
    fished = entries.Played(number=2, at=0, by="red", move=move, overruled=("R4",))
    assert not evening.reopened(journal=[started, fished]).read_only
    for journal in (
        [started, played, ended, msgspec.structs.replace(played, number=4)],
        [started, played, msgspec.structs.replace(started, number=3)],
        [started, fished, msgspec.structs.replace(fished, number=3, overruled=("R4", "R4"))],
    ):
        assert evening.reopened(journal=journal).read_only
    lost = msgspec.structs.replace(played, move={"move": "lay", "stone": "?", "at": 3})
    assert evening.reopened(journal=[started, lost]).read_only


def test_a_read_only_match_shows_what_was_overruled_and_not_judged() -> None:
    evening = Evening(strictness="advise")
    evening.match.submit(Row(4))
    evening.match.allow(Row(3))
    evening.match.catch_up("red", {"at": {"red": 5}})
    package = _changed(kinds=KINDS[1:])
    match = Match.reopen(package, evening.kept, clock=lambda: 0.0, salt=evening.salt)
    statuses = [line.status for line in match.lines()]
    assert statuses == ["noted", "marked", "overruled", "unjudged"]
    assert statuses == [line.status for line in evening.match.lines()]
    assert match.public is None


def test_a_reopened_match_is_the_remembered_one() -> None:
    evening = _played()
    again = evening.reopened()
    assert again.timeline == evening.match.timeline
    assert again.lines() == evening.match.lines()
    assert again.redo("red") == evening.match.redo("red")
    assert again.submit(Draw("boot")).done is evening.match.submit(Draw("boot")).done


def test_reading_a_match_does_not_hold_up_its_first_frame() -> None:
    assert gc.isenabled()
    gc.unfreeze()
    steps = _played().reopened().timeline.steps
    assert gc.isenabled(), "and nothing would ever be let go again"
    assert not any(one is steps for young in (0, 1) for one in gc.get_objects(young))


def test_without_its_secrets_a_match_goes_on_with_unknowns() -> None:
    evening = _played()
    blind = evening.reopened(blind=True)
    assert not blind.read_only
    assert blind.position.boat("red").laid == "?"
    assert blind.public == evening.match.public
    assert [line.status for line in blind.lines()] == [
        line.status for line in evening.match.lines()
    ]
    for match, believed in ((evening.match, False), (blind, True)):
        match.submit(Wait())
        assert match.submit(Show("1")).done is believed


def test_a_match_goes_on_under_later_rules_that_judge_it_alike() -> None:
    evening = _played()
    later = Match.reopen(_changed(version=2), evening.kept, clock=lambda: 0.0, salt=evening.salt)
    assert not later.read_only and not later.otherwise
    assert later.public == evening.match.public
    assert later.submit(Row(2)).done


def test_under_later_rules_that_judge_it_otherwise_it_goes_on_as_it_was_told_if_they_want() -> None:
    evening = Evening()
    for move in (Row(1), Wait(), Row(2)):
        assert evening.match.submit(move).done
    no_waiting = tuple(
        dataclasses.replace(kind, needs=(rule("R6", lambda p, m: False),))
        if kind.name == "wait"
        else kind
        for kind in KINDS
    )
    changed = _changed(version=2, kinds=no_waiting)
    kept = [*evening.kept]
    match = Match.reopen(changed, kept, clock=lambda: 0.0, salt=evening.salt)
    assert match.otherwise == ("R6",)
    assert "By the new ones" in match.read_only["en"][0]
    assert not match.submit(Row(1)).done

    answer = match.keep_as_told()
    assert answer.done and not match.read_only and not match.otherwise
    assert match.position == evening.match.position
    assert match.lines()[2].status == "illegal"
    assert not match.submit(Wait()).done  # from here on the new rules hold
    assert match.submit(Row(1)).done
    again = Match.reopen(changed, match.entries, clock=lambda: 0.0, salt=evening.salt)
    assert not again.read_only and again.position == match.position
    assert not again.keep_as_told().done


def test_a_match_with_a_rule_that_later_rules_know_no_more_goes_on_as_it_was_told() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.submit(Wait())
    gone = msgspec.structs.replace(evening.kept[2], overruled=("R99",))
    kept = [*evening.kept[:2], gone]
    match = Match.reopen(_changed(version=2), kept, clock=lambda: 0.0, salt=evening.salt)
    assert match.otherwise == ("R99",)
    assert "What the table once allowed" in match.read_only["en"][0]
    assert match.keep_as_told().done and match.submit(Row(1)).done
    assert [line.faults for line in match.lines()][2] == ()


def test_a_match_that_later_rules_cannot_carry_out_can_only_be_looked_at() -> None:
    evening = _played()
    evening.match.hand_over("red", "Carla")
    gone = tuple(kind for kind in KINDS if kind.name != "row")
    later = Match.reopen(
        _changed(version=2, kinds=gone),
        evening.kept,
        clock=lambda: 0.0,
        salt=evening.salt,
        secrets=evening.secrets,
    )
    assert later.read_only["de"][0].startswith("Die Partie lässt sich nur ansehen.")
    assert not later.otherwise and not later.keep_as_told().done
    assert set(later.read_only) == {"de", "en"}
    assert [line.entry.sentences for line in later.lines()] == [
        line.entry.sentences for line in evening.match.lines()
    ]
    assert [line.status for line in later.lines()] == [
        line.status for line in evening.match.lines()
    ]
    assert later.players == {"red": "Carla"}
    assert later.seats == ("red", "blue")
    for answer in (
        later.submit(Row(1)),
        later.undo("red"),
        later.amend(2, **AGREED),
        later.pause(),
    ):
        assert not answer.done and answer.says == later.read_only
    assert later.entries == evening.match.entries
    assert later.position is None and later.asked == () and later.outcome is None


class Another(msgspec.Struct, dict=True):
    """A position of other rules, of which those kept tell nothing."""

    bridges: int


def test_rules_that_judge_otherwise_open_it_read_only_at_the_last_snapshot() -> None:
    evening = Evening()
    for _ in range(19):
        evening.match.submit(Wait())
    evening.match.submit(Row(2))
    hurried = tuple(
        dataclasses.replace(kind, needs=(rule("R1", lambda p, m: False),))
        if kind.name == "wait"
        else kind
        for kind in KINDS
    )
    for package, line in ((_changed(kinds=hurried), 2), (_changed(kinds=KINDS[1:]), 21)):
        told = evening.kept[line - 1].said("en")[0]
        match = Match.reopen(package, evening.kept, clock=lambda: 0.0, salt=evening.salt)
        assert match.read_only["en"][0].endswith(f"This cannot be played again: “{told}”")
        assert match.public == evening.match.timeline.steps[18].after
    other = _changed(kinds=KINDS[1:], position=Another)
    match = Match.reopen(other, evening.kept, clock=lambda: 0.0, salt=evening.salt)
    assert match.public is None


@pytest.mark.parametrize("lost", [2, 4])
def test_a_journal_with_a_hole_opens_read_only(lost: int) -> None:
    evening = _played()
    match = evening.reopened(journal=[e for e in evening.kept if e.number != lost])
    after = next(one for one in evening.kept if one.number > lost).said("en")[0]
    assert match.read_only["en"] == (
        f"The game can only be looked at. This cannot be played again: “{after}”",
    )


@pytest.mark.parametrize(
    ("number", "changed"),
    [
        (4, {"by": "blue"}),
        (4, {"move": {"move": "row", "by": 1, "sail": True}}),
        (5, {"overruled": ()}),
        (6, {"move": {"move": "draw", "catch": "whale"}}),
        (7, {"lines": (5,)}),
        (7, {"lines": (4, 5, 6, 9)}),
        (8, {"lines": (5,)}),
        (9, {"line": 3}),
        (9, {"moves": (entries.RecordedMove("blue", {"move": "give", "to": "red"}),)}),
        (10, {"number": 11}),
    ],
)
def test_a_journal_that_was_tampered_with_opens_read_only(
    number: int, changed: dict[str, Any]
) -> None:
    evening = _played()
    evening.match.redo("red")
    evening.match.amend(5, Wait(), **AGREED)
    evening.match.agree_end("red", {"blue"})
    evening.match.pause()
    journal = list(evening.kept)
    journal[number - 1] = msgspec.structs.replace(journal[number - 1], **changed)
    told = "Blau wartet." if number == 5 else journal[number - 1].said("de")[0]  # as amended
    why = evening.reopened(journal=journal).read_only["de"][0]
    assert why.endswith(f"Das lässt sich nicht nachspielen: „{told}“")


def test_the_journal_of_another_game_is_not_opened() -> None:
    evening = _played()
    for journal in ([], evening.kept[1:]):
        with pytest.raises(ValueError, match="ferry"):
            Match.reopen(PACKAGE, journal, clock=lambda: 0.0, salt=evening.salt)
    with pytest.raises(ValueError, match="raft"):
        Match.reopen(_changed(name="raft"), evening.kept, clock=lambda: 0.0, salt=evening.salt)


def test_an_impossible_table_starts_no_match() -> None:
    with pytest.raises(Impossible) as caught:
        Evening(situation={"coins": {"red": 50}})
    assert [fault.clause for fault in caught.value.faults] == ["too_many_coins"]


def test_secrets_are_opened_and_checked_at_the_end_and_not_before() -> None:
    evening = _played()
    with pytest.raises(ValueError, match="not over"):
        evening.match.proofs()
    evening.match.agree_end("red", {"blue"})
    (proof,) = evening.match.proofs()
    assert (proof.number, proof.values, proof.holds) == (2, ({"stone": "3"},), True)
    evening.secrets[2] = Secret(({"stone": "1"},), evening.secrets[2].salt)
    (proof,) = evening.reopened().proofs()
    assert not proof.holds
    (proof,) = evening.reopened(blind=True).proofs()
    assert not proof.holds and proof.values == ()


def test_a_commitment_tells_nothing_without_its_salt() -> None:
    """The same choice in two matches is sealed differently."""
    seals: list[str] = []
    for _ in range(2):
        evening = Evening()
        for _ in range(len(seals)):
            evening.salt()
        evening.match.submit(Lay("3"))
        kept = evening.kept[-1]
        assert isinstance(kept, entries.Played)
        seals.append(kept.commitment)
    assert seals[0] != seals[1]


def test_a_refusal_that_rested_on_a_lost_secret_still_opens() -> None:
    evening = Evening()
    evening.match.submit(Lay("3"))
    evening.match.submit(Row(2))
    evening.match.allow(Row(2))
    assert evening.match.lines()[-1].faults == ("R3",)
    assert not evening.reopened(blind=True).read_only


def test_the_secret_is_handed_over_before_its_entry() -> None:
    """Power lost between the two must not leave a commitment that nobody can open."""
    order: list[str] = []

    class Watched(Evening):
        def keep(self, entry: Entry, /) -> None:
            order.append(type(entry).__name__)

        def keep_secret(
            self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /
        ) -> None:
            order.append(f"secret {number} {len(salt)}")

    Watched().match.submit(Lay("1"))
    assert order == ["Started", "secret 2 16", "Played"]


def test_a_read_only_match_that_was_ended_is_over() -> None:
    evening = Evening()
    evening.match.agree_end("red", {"blue"})
    package = _changed(version=2)
    match = Match.reopen(package, evening.kept, clock=lambda: 0.0, salt=evening.salt)
    assert match.over
    evening.match.undo("red", {"blue"})
    match = Match.reopen(package, evening.kept, clock=lambda: 0.0, salt=evening.salt)
    assert not match.over


def test_a_line_that_is_nested_without_end_is_an_error_in_words() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        entries.decode('{"entry": "played", "move": ' + '{"a": ' * 50_000)


def test_reading_a_match_brings_back_all_that_was_set_aside() -> None:
    gc.freeze()
    try:
        aside = gc.get_freeze_count()
        _played().reopened()
        assert gc.get_freeze_count() > aside / 2
    finally:
        gc.unfreeze()
