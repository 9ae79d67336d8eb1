import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.kernel import Change, Event, Refused, event
from companion.kernel.values import known
from companion.match import entries, sentences
from tests.match.evening import AGREED, Evening, statuses
from tests.match.ferry import FERRY, KINDS, PACKAGE
from tests.match.river import Draw, Fish, Give, Lay, Position, Row, Show, Wait


def _fished(catch: str) -> Evening:
    """Red fishes, the table tells the catch; then blue and red row."""
    evening = Evening()
    evening.match.allow(Fish())
    evening.match.submit(Draw("trout" if catch == "trout" else "boot"))
    if catch == "boot":
        evening.match.submit(Give("blue"))
    evening.match.submit(Row(2))
    evening.match.submit(Row(1))
    return evening


def test_an_amendment_is_as_if_it_had_been_entered_rightly() -> None:
    evening, right = Evening(), Evening()
    for match, by in ((evening.match, 2), (right.match, 1)):
        match.submit(Row(by))
        match.submit(Lay("3"))
        match.submit(Wait())
        match.submit(Row(2))
        match.submit(Wait())
    answer = evening.match.amend(2, Row(1), **AGREED)
    assert answer.done and answer.marked == ()
    assert answer.changes == ((Change("boat:red", 1, "field:4", "field:3"),),)
    assert evening.match.position == right.match.position
    assert not evening.match.redo("red").done


def test_later_lines_that_no_longer_fit_are_marked_and_can_be_repaired() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))  # red on 1
    match.submit(Row(2))  # blue on 2
    match.submit(Row(2))  # red on 3
    answer = match.amend(
        3, Row(1), **AGREED
    )  # blue lay on 1: red's row to 3 still fits, blue's does not
    assert not answer.done and answer.allowable
    assert isinstance(answer.verdict, Refused)
    assert len(evening.kept) == 4
    answer = match.amend(2, Row(2), **AGREED)
    assert answer.done and answer.marked == (3,)
    assert answer.says["en"][0] == "A wrong tap: “Red rows to field 1.” What was meant:"
    assert (
        answer.says["en"][-1]
        == "This no longer agrees with the rules (R2): “Blue rows to field 2.”"
    )
    assert statuses(match) == ["noted", "amended", "illegal", "standing", "standing"]
    assert match.position.boat("blue").at == 2  # what was done is carried out all the same
    assert match.position.boat("red").at == 4
    again = match.amend(2, Row(2), **AGREED)
    assert again.marked == (3,) and not any("Line 3" in said for said in again.says["en"])
    assert (Row(1),) in match.alternatives(3)
    assert match.amend(3, Row(1), **AGREED).marked == ()
    assert statuses(match)[2] == "amended"
    assert match.position.boat("blue").at == 1


def test_a_marked_line_can_be_left_as_it_is_by_the_table() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.submit(Row(2))
    evening.match.amend(2, Row(2), **AGREED)
    answer = evening.match.amend(3, Row(2), allow=True, **AGREED)
    assert answer.done and answer.marked == ()
    assert evening.match.lines()[-1].status == "overruled"


def test_facts_that_fail_leave_a_line_out_until_it_is_repaired() -> None:
    evening = _fished("boot")
    match = evening.match
    answer = match.amend(3, Draw("trout"), **AGREED)
    assert answer.done and answer.marked == (4,)
    assert answer.says["en"][-1] == (
        "That can no longer happen and is left out: “Red gives Blue the boot.”"
    )
    assert statuses(match) == [
        "noted", "overruled", "amended", "left out", "standing", "standing", "standing",
    ]  # fmt: skip
    answer = match.amend(4, **AGREED)
    assert answer.done and answer.marked == ()
    assert answer.says["de"] == (
        "Vertippt war: „Rot gibt Blau den Stiefel.“ Das ist nie geschehen.",
    )
    assert match.position == _fished("trout").match.position


def test_an_amendment_of_several_moves_puts_in_what_was_forgotten() -> None:
    evening = _fished("trout")
    match = evening.match
    answer = match.amend(3, Draw("boot"), **AGREED)
    assert answer.done and answer.marked == (4, 5)  # a boot is owed to somebody now
    answer = match.amend(3, Draw("boot"), Give("blue"), **AGREED)
    assert answer.done and answer.marked == ()
    assert match.position == _fished("boot").match.position
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Amended)
    assert [told.by for told in kept.moves] == ["table", "red"]
    assert evening.reopened().timeline == match.timeline


def test_a_forgotten_move_belongs_to_the_seat_that_was_asked_for_it() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    assert evening.match.amend(2, Row(1), Row(2), **AGREED).done
    assert [step.by for step in evening.match.timeline.steps] == ["red", "blue"]
    assert evening.match.position.boat("blue").at == 2


def test_a_line_out_of_turn_is_carried_out_where_the_table_allows_it() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Lay("1"))
    match.submit(Row(1))
    answer = match.amend(2, Wait(), **AGREED)  # now it is blue's turn when red rows
    assert answer.marked == (3,)
    line = match.lines()[2]
    assert (line.status, line.faults[0]) == ("illegal", "R0")


def _runs_aground(position: Position, move: Give) -> Iterator[tuple[Event, Position]]:
    yield event(position.put("red", at=99), "next", "R0", seat="red")


def _fails(position: Position, move: Give) -> Iterator[tuple[Event, Position]]:
    raise ZeroDivisionError


def _loses_the_boots(position: Position, move: Give) -> Iterator[tuple[Event, Position]]:
    yield event(position.now(boots=0), "next", "R0", seat="red")


Gives = Callable[[Position, Give], Iterator[tuple[Event, Position]]]


def _given_away(unasked: Gives) -> Evening:
    """Red fishes a boot and gives it away, in a game that gives in another way without one."""

    def gives(position: Position, move: Give) -> Iterator[tuple[Event, Position]]:
        return (kind.apply if position.boat("red").boots else unasked)(position, move)

    kind = next(kind for kind in KINDS if kind.name == "give")
    mine = (dataclasses.replace(kind, needs=(), apply=gives), *(x for x in KINDS if x != kind))
    evening = Evening(
        package=dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, kinds=mine))
    )
    for move in (Fish(), Draw("boot"), Give("blue")):
        assert evening.match.allow(move).done
    return evening


def test_an_unasked_line_that_leads_to_an_impossible_table_is_left_out() -> None:
    match = _given_away(_runs_aground).match
    answer = match.amend(3, Draw("trout"), **AGREED)
    assert answer.done and answer.marked == (4,)
    assert match.lines()[3].status == "left out" and match.position.boat("red").at == 0


@pytest.mark.parametrize(
    ("gives", "error"), [(_fails, ZeroDivisionError), (_loses_the_boots, ValueError)]
)
def test_an_amendment_is_made_though_the_rules_stumble_over_a_later_line(
    gives: Gives, error: type[Exception], caught: list[BaseException]
) -> None:
    evening = _given_away(gives)
    before, kept = evening.match.position, len(evening.kept)
    answer = evening.match.amend(3, Draw("trout"), **AGREED)
    assert not answer.done and answer.says == sentences.bare("stumbled")
    assert [type(one) for one in caught] == [error]
    assert evening.match.position == before and len(evening.kept) == kept
    assert evening.match.submit(Row(2)).done


def test_a_line_that_rests_on_what_is_untold_now_is_left_out_and_its_teller_hears_why() -> None:
    def waits(position: Position, move: Wait) -> Iterator[tuple[Event, Position]]:
        known(position.boat("red").laid)
        return kind.apply(position, move)

    kind = next(kind for kind in KINDS if kind.name == "wait")
    mine = (dataclasses.replace(kind, apply=waits), *(x for x in KINDS if x != kind))
    evening = Evening(
        package=dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, kinds=mine))
    )
    match = evening.match
    for move in (Lay("2"), Show("2"), Lay("1"), Wait()):
        assert match.submit(move).done
    assert match.amend(2, Lay("1"), **AGREED).done and not match.contradictions("red")
    answer = match.amend(3, Show("1"), **AGREED)
    assert answer.done and answer.marked == (5,)
    assert statuses(match)[3:5] == ["standing", "left out"]
    for match in (evening.match, evening.reopened()):
        (heard,) = match.contradictions("red")
        assert (heard.key, heard.values) == ("untold", {"seat": "red"})
        assert not match.contradictions("blue")
        assert match.phrasebook("en").event(heard).startswith("Something that Red told in private")
    assert evening.match.amend(4, Lay("3"), **AGREED).marked == ()
    assert not evening.match.contradictions("red"), "told anew"


def test_overruling_a_clause_does_not_allow_a_move_nobody_asked_for() -> None:
    """The frame may cite the same clause as the rule that the table had overruled."""
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.submit(Wait())
    evening.match.back_to(1, "red", {"blue"})
    evening.match.submit(Lay("1"))
    evening.match.allow(Fish())
    answer = evening.match.amend(5, Fish(), allow=True, **AGREED)
    assert answer.done and answer.marked == (6,)
    line = evening.match.lines()[5]
    assert (line.status, line.faults) == ("illegal", ("R4",))
    assert evening.reopened().timeline == evening.match.timeline


def test_a_line_that_never_happened_stays_so_when_another_is_amended() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.submit(Row(2))
    match.amend(3, **AGREED)
    match.amend(2, Row(2), **AGREED)
    assert match.position.boat("red").at == 2 and match.position.boat("blue").at == 0
    assert match.alternatives(3) == ()
    assert match.amend(3, Row(1), **AGREED).done
    assert match.position.boat("blue").at == 1


def test_amendments_reach_hidden_choices_too() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Lay("1"))
    match.submit(Wait())
    answer = match.amend(2, Lay("3"), **AGREED)
    assert answer.done and "3" not in " ".join(answer.says["en"][1:])
    assert match.position.boat("red").laid == "3"
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Amended)
    assert kept.moves[0].move == {"move": "lay", "stone": "?"}
    assert evening.secrets[kept.number].values == ({"stone": "3"},)
    assert evening.reopened().timeline == match.timeline


def test_only_a_standing_move_can_be_amended() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.undo("red")
    for line in (1, 2, 3, 99):
        answer = match.amend(line, Row(2), **AGREED)
        assert not answer.done and answer.says["en"][0].startswith(f"Line {line} ")
    assert len(evening.kept) == 3


def test_an_amended_line_is_undone_and_comes_back_as_amended() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.amend(2, Row(2), **AGREED)
    assert match.undo("red").done
    assert statuses(match) == ["noted", "struck", "struck", "noted"]
    assert match.redo("red").done
    assert match.position.boat("red").at == 2
    assert statuses(match)[:3] == ["noted", "amended", "standing"]


def test_undo_does_not_stop_at_a_line_that_never_happened() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.submit(Row(2))
    match.amend(3, **AGREED)
    assert match.undo("red").done
    assert match.position == match.timeline.start


@pytest.mark.parametrize("stone", ["1", "3"])
def test_nobody_is_told_without_asking_what_another_could_have_done(stone: str) -> None:
    match = Evening().match
    match.submit(Lay(stone))
    match.submit(Wait())
    match.submit(Wait())
    answer = match.amend(4, Wait(), Row(2), by="blue", reason="entered wrongly")
    assert (answer.done, answer.consent, answer.verdict) == (False, ("red",), None)
    answer = match.amend(4, Wait(), Row(2), by="blue", reason="entered wrongly", consent={"red"})
    assert answer.done == (stone == "1")
    agreed = [one.consent for one in match.entries if isinstance(one, entries.Amended)]
    assert agreed == ([("red",)] if answer.done else [])


def test_amending_needs_the_consent_of_others_as_undoing_does() -> None:
    evening = Evening("red", "blue", "green")
    match = evening.match
    match.submit(Row(1))
    match.submit(Row(2))
    for moves, asks in (((), "take back “Row”?"), ((Row(1),), "put “Row” right?")):
        answer = match.amend(3, *moves, by="red", reason="entered wrongly")
        assert (answer.done, answer.consent) == (False, ("blue",))
        assert answer.says["en"] == (f"Blue, may we {asks}",)
    assert len(evening.kept) == 3
    assert match.amend(3, by="blue").done
    assert match.amend(2, by="blue", consent={"red"}).says["en"] == (
        "A wrong tap: “Red rows to field 1.” That never happened.",
        "Agreed by: Red.",
    )
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Amended)
    assert (kept.by, kept.consent) == ("blue", ("red",))
    assert evening.reopened().timeline == match.timeline


def test_amending_a_reveal_asks_why_as_undoing_it_does() -> None:
    evening = Evening("red", "blue", "green")
    match = evening.match
    match.submit(Lay("2"))
    match.submit(Show("2"))
    asked, undone = match.amend(3, by="red"), match.undo("red")
    assert (asked.done, asked.why, asked.revealed) == (False, True, (3,))
    assert asked == undone
    asked = match.amend(3, by="red", reason="taken back")
    assert asked == match.undo("red", reason="taken back")
    assert asked.consent == ("blue", "green")
    assert match.amend(3, by="red", reason="entered wrongly").done


def test_no_verdict_tells_what_a_move_before_it_would_show_unless_all_agree() -> None:
    match = Evening("red", "blue", "green").match
    match.submit(Lay("2"))
    match.submit(Wait())
    asked = match.amend(3, Show("2"), Give("blue"), by="red")
    assert (asked.done, asked.consent, asked.verdict) == (False, ("blue", "green"), None)
    assert asked.says["en"] == ("This would show what was told in secret. Blue and Green, agreed?",)
    told = match.amend(3, Show("2"), Give("blue"), by="red", consent=("blue", "green"))
    assert isinstance(told.verdict, Refused)
    assert match.amend(3, Show("2"), by="red").done


def test_a_player_who_would_lose_a_later_line_is_asked_too() -> None:
    match = _fished("boot").match
    wrongly: dict[str, Any] = {"by": "blue", "reason": "entered wrongly"}
    assert match.amend(3, Draw("trout"), **wrongly).consent == ("red",)  # who gave the boot away
    answer = match.amend(3, Draw("trout"), consent={"red"}, **wrongly)
    assert not answer.done and (answer.consent, answer.lost) == (("blue",), (4,))
    assert answer.says["en"] == (
        "This also takes away what can then no longer happen: “Red gives Blue the boot.”",
    )
    answer = match.amend(3, Draw("trout"), consent={"red", "blue"}, **wrongly)
    assert answer.done and answer.marked == (4,)
