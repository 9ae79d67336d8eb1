import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from companion.kernel import (
    Accepted,
    Asked,
    Change,
    Event,
    Move,
    MoveKind,
    Refused,
    event,
    known,
)
from companion.match import entries, sentences
from companion.match.entries import Strictness
from companion.match.last_answer import refused_at
from companion.text import Texts
from tests.match.evening import Evening
from tests.match.ferry import FERRY, KINDS, PACKAGE
from tests.match.river import Draw, Fish, Give, Lay, Position, Row, Show, Wait


def test_an_accepted_move_is_kept_shown_and_told_to_the_hands() -> None:
    evening = Evening()
    answer = evening.match.submit(Row(2))
    assert answer.done and answer.entry == 2
    assert isinstance(answer.verdict, Accepted)
    assert answer.changes == ((Change("boat:red", 1, "field:0", "field:2"),),)
    assert answer.says["de"] == ("Rot rudert auf Feld 2.", "Weiter mit: Blau.")
    assert answer.says["en"] == ("Red rows to field 2.", "Next: Blue.")
    assert evening.match.position.boat("red").at == 2
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Played)
    assert (kept.by, kept.move, kept.sentences) == ("red", {"move": "row", "by": 2}, answer.says)


def test_a_refused_move_changes_nothing_but_stays_in_the_journal_with_all_its_faults() -> None:
    evening = Evening()
    answer = evening.match.submit(Row(4), by="blue")
    assert not answer.done and not answer.allowable
    answer = evening.match.submit(Row(4))
    assert not answer.done and answer.allowable
    assert isinstance(answer.verdict, Refused)
    assert (Row(1),) in answer.verdict.alternatives
    assert evening.match.position.boat("red").at == 0
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Refused)
    assert [(fault.clause, fault.values) for fault in kept.faults] == [("R1", {"by": 4})]
    assert kept.sentences["de"] == ("Rot, rudern (4): abgelehnt.", "4 Felder sind zu weit.")
    assert [line.status for line in evening.match.lines()] == ["noted", "refused", "refused"]


@pytest.mark.parametrize(
    ("strictness", "stands", "may"),
    [("advise", True, False), ("confirm", False, True), ("enforce", False, False)],
)
def test_a_hard_rule_yields_as_the_table_wants(
    strictness: Strictness, stands: bool, may: bool
) -> None:
    evening = Evening(strictness=strictness)
    answer = evening.match.submit(Row(3))
    assert (answer.done, answer.allowable) == (stands, may)
    if stands:
        assert isinstance(answer.verdict, Refused)
        assert "The move stands against R1 and is marked." in answer.says["en"]
        line = evening.match.lines()[-1]
        assert (line.status, line.faults) == ("marked", ("R1",))
        return
    again = evening.match.allow(Row(3))
    assert again.done is may
    assert evening.match.lines()[-1].status == ("overruled" if may else "refused")


@pytest.mark.parametrize("strictness", ["confirm", "enforce"])
def test_a_soft_rule_yields_to_one_touch_in_every_mode(strictness: Strictness) -> None:
    evening = Evening(strictness=strictness)
    answer = evening.match.submit(Fish())
    assert not answer.done and answer.allowable
    answer = evening.match.allow(Fish())
    assert answer.done
    assert "Der Tisch erlaubt es trotz R4." in answer.says["de"]
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Played)
    assert (kept.overruled, kept.marked) == (("R4",), False)


@pytest.mark.parametrize("strictness", ["advise", "confirm", "enforce"])
@pytest.mark.parametrize("move", [Row(20), Show("1"), Draw("trout"), Give("blue")])
def test_nobody_can_allow_a_broken_fact_or_a_move_nobody_asked_for(
    strictness: Strictness, move: Any
) -> None:
    evening = Evening(strictness=strictness)
    for answer in (evening.match.submit(move), evening.match.allow(move)):
        assert not answer.done and not answer.allowable
    assert evening.match.position == evening.match.timeline.start


def test_allowing_a_move_that_breaks_nothing_is_an_ordinary_move() -> None:
    evening = Evening()
    assert evening.match.allow(Row(1)).done
    assert evening.match.lines()[-1].status == "standing"


def test_strictness_can_change_in_mid_match() -> None:
    evening = Evening()
    assert evening.match.set_strictness("enforce").done
    assert not evening.match.submit(Row(3)).allowable
    assert evening.reopened().strictness == "enforce"


def test_a_hidden_choice_is_nowhere_but_in_the_secret() -> None:
    evening = Evening()
    answer = evening.match.submit(Lay("3"))
    assert answer.done
    assert isinstance(answer.happened, Accepted)
    assert answer.happened.position.boat("red").laid == "?"
    assert evening.match.position.boat("red").laid == "3"
    assert evening.match.public.boat("red").laid == "?"
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Played)
    assert kept.move == {"move": "lay", "stone": "?"}
    assert kept.commitment
    assert evening.secrets[kept.number].values == ({"stone": "3"},)


def test_matches_that_differ_only_in_hidden_things_look_alike() -> None:
    """Until red itself tries to row two fields, which only a laid 3 forbids."""
    seen = []
    for stone in ("1", "3"):
        evening = Evening("red", "blue", "green")
        match = evening.match
        told = [match.submit(Lay(stone))]
        told += [match.submit(Show("2")), match.submit(Lay(stone)), match.submit(Row(1))]
        told += [match.submit(Wait())]
        told += [match.submit(Fish()), match.allow(Fish()), match.submit(Draw("trout"))]
        told += [match.undo("green"), match.undo("green", {"red", "blue"}, "taken back")]
        seen.append(
            (
                told,
                match.public,
                match.asked,
                [(line.status, line.faults, line.entry.sentences) for line in match.lines()],
                [entry.snapshot for entry in match.entries],
            )
        )
    assert seen[0] == seen[1]


def test_a_refusal_that_rests_on_something_hidden_does_not_tell_it() -> None:
    evening = Evening()
    evening.match.submit(Lay("3"))
    answer = evening.match.submit(Row(2))
    assert isinstance(answer.verdict, Refused)
    assert [(fault.clause, fault.values) for fault in answer.verdict.faults] == [
        ("R3", {"stone": "?"})
    ]
    assert answer.says["de"][-1] == "Stein unbekannt ist zu schwer."
    other = Evening()
    other.match.submit(Lay("2"))
    other.match.submit(Show("2"))
    answer = other.match.submit(Lay("2"))
    assert isinstance(answer.verdict, Refused)
    assert answer.verdict.faults[0].values == {"stone": "?"}
    assert "2" not in " ".join(answer.says["en"])


def test_a_refusal_can_be_shown_again_unless_it_was_told_in_secret() -> None:
    evening = Evening()
    answer = evening.match.submit(Row(3))
    again = refused_at(evening.reopened(), answer.entry or 0)
    assert again is not None and again[:2] == (Row(3), "red")
    assert again[2].verdict == answer.verdict and again[2].allowable == answer.allowable
    evening.match.submit(Lay("3"))
    assert refused_at(evening.reopened(), answer.entry or 0) is None, "something came after it"
    other = Evening()
    other.match.submit(Lay("2"))
    other.match.submit(Show("2"))
    secret = other.match.submit(Lay("2"))
    assert isinstance(secret.verdict, Refused)
    assert refused_at(other.reopened(), secret.entry or 0) is None


def test_what_is_offered_instead_does_not_tell_the_hidden_choice() -> None:
    evening = Evening()
    evening.match.submit(Lay("3"))
    first = evening.match.submit(Lay("1")).verdict
    other = Evening()
    other.match.submit(Lay("3"))
    second = other.match.submit(Lay("2")).verdict
    assert isinstance(first, Refused) and first == second


def _with_does(name: str, does: Any, **values: Any) -> Any:
    kinds = tuple(
        dataclasses.replace(kind, apply=does, **values) if kind.name == name else kind
        for kind in KINDS
    )
    return dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, kinds=kinds))


def test_an_event_that_rests_on_a_hidden_choice_is_not_told() -> None:
    """A game that names the hidden stone in its event must not give it away."""

    def lays(position: Position, move: Lay) -> Iterator[tuple[Event, Position]]:
        stone = known(move.stone)
        after = position.put(position.turn, laid=stone)
        yield event(after, "showed", "R6", seat=position.turn, stone=stone)

    evening = Evening(package=_with_does("lay", lays))
    answer = evening.match.submit(Lay("3"))
    assert answer.says["en"] == ("Red has chosen in secret.",)
    assert isinstance(answer.happened, Accepted) and answer.happened.events == ()
    assert answer.happened.position == evening.match.public


def test_what_happens_before_all_eyes_is_told_although_it_rests_on_something_hidden() -> None:
    def waits(position: Position, move: Wait) -> Iterator[tuple[Event, Position]]:
        paid = position.paid(position.turn, int(known(position.boat(position.turn).laid)))
        yield event(paid, "waited", "R0", seat=position.turn)

    evening = Evening(package=_with_does("wait", waits))
    evening.match.submit(Lay("3"))
    answer = evening.match.submit(Wait())
    assert answer.says["en"] == ("Red waits.",)
    assert answer.changes[0][0].count == 3


def test_what_the_table_really_shows_can_be_told_at_any_time_and_by_nobody() -> None:
    kinds = tuple(
        dataclasses.replace(kind, role="fix") if kind.name == "draw" else kind for kind in KINDS
    )
    package = dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, kinds=kinds))
    evening = Evening(package=package)
    assert evening.match.submit(Draw("trout")).done
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Played) and kept.by == "table"


class Wave(Move, tag="wave", frozen=True):
    seat: str


def test_a_move_belongs_to_the_seat_it_names() -> None:
    """Where several are asked at once, undo must know whose consent it needs."""

    def waves(position: Position, move: Wave) -> Iterator[tuple[Event, Position]]:
        yield event(position, "waited", "R0", seat=move.seat)

    kinds = (*KINDS, MoveKind(Wave, (), waves, by="seat"))
    game = dataclasses.replace(
        FERRY,
        kinds=kinds,
        asked=lambda p: tuple(Asked(seat, ("wave",), "turn") for seat in p.setup.seats),
    )
    evening = Evening("red", "blue", "green", package=dataclasses.replace(PACKAGE, game=game))
    assert evening.match.submit(Wave("blue")).done
    assert not evening.match.submit(Wave("blue"), by="green").allowable
    assert evening.match.undo("red").consent == ("blue",)
    assert evening.match.undo("blue").done


def test_a_refused_list_is_named_with_all_its_parts() -> None:
    tell = sentences.refused("red", {"move": "row", "by": [1, 2], "to": [], "with": [{"x": 1}]})
    phrasebook = Evening().match.phrasebook("de")
    assert list(tell(phrasebook)) == ["Rot, rudern (1 und 2): abgelehnt."]


def test_what_the_companion_was_not_told_stays_unknown() -> None:
    evening = Evening()
    assert evening.match.submit(Lay("?")).done
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Played)
    assert kept.commitment == "" and evening.secrets == {}
    assert evening.reopened().position == evening.match.position


def test_a_move_costs_the_same_however_long_the_match_is() -> None:
    """Counts how often the rules are asked for anything."""
    count = 0

    def counting(ask: Any) -> Any:
        def asked(*args: Any) -> Any:
            nonlocal count
            count += 1
            return ask(*args)

        return asked

    names = ("asked", "public", "layout", "outcome", "violations", "arrange")
    game = dataclasses.replace(FERRY, **{name: counting(getattr(FERRY, name)) for name in names})
    evening = Evening(package=dataclasses.replace(PACKAGE, game=game))
    costs = []
    for _ in range(60):
        before = count
        evening.match.submit(Wait())
        costs.append(count - before)
    assert max(costs) == costs[0]


def test_snapshots_are_taken_now_and_then_and_at_the_end() -> None:
    evening = Evening()
    for _ in range(45):
        evening.match.submit(Wait())
    assert [e.number for e in evening.kept if e.snapshot is not None] == [20, 40]
    evening.match.allow(Row(9))
    assert evening.match.over
    assert evening.kept[-1].snapshot is not None


def test_a_missing_sentence_does_not_stop_the_journal(caught: list[BaseException]) -> None:
    """The fault must be heard, but what happened has happened."""
    texts = "\n".join(
        f'[{section}."{key}"]\nde = "{text["de"]}"\nen = "{text["en"]}"'
        for section, key, text in Texts(PACKAGE.texts).items()
        if key != "waited"
    )
    package = dataclasses.replace(PACKAGE, game=FERRY, texts=texts)
    evening = Evening(package=package)
    answer = evening.match.submit(Wait())
    assert answer.done and answer.says == sentences.bare("untold")
    assert [type(error) for error in caught] == [LookupError]
    assert evening.match.submit(Row(1)).done
    assert [entry.number for entry in evening.kept] == [1, 2, 3]
    assert evening.reopened().position == evening.match.position


def test_a_malformed_move_leaves_no_trace(caught: list[BaseException]) -> None:
    """Its secret must not be taken for that of the next entry."""
    free = tuple(
        dataclasses.replace(kind, needs=()) if kind.name == "lay" else kind for kind in KINDS
    )
    package = dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, kinds=free))
    evening = Evening(package=package)
    wrong: Any = 3
    assert evening.match.submit(Lay(wrong)).says == sentences.bare("stumbled")
    assert "stone" in str(caught[0])
    assert len(evening.kept) == 1 and evening.secrets == {}
    assert evening.match.submit(Row(2)).done
    assert evening.match.secrets() == {}


def test_nobody_moves_after_the_end() -> None:
    evening = Evening()
    evening.match.allow(Row(9))
    assert evening.match.over and evening.match.asked == ()
    outcome = evening.match.outcome
    assert outcome is not None and outcome.places == (("red", "blue"),)
    answer = evening.match.submit(Row(1))
    assert not answer.done and not answer.allowable
    assert answer.says["en"][1] == "The match is over."


def test_a_match_needs_a_possible_beginning() -> None:
    with pytest.raises(ValueError, match="last"):
        Evening(options={"last": "far"})
    position: Position = Evening(options={"last": 5}).match.position
    assert position.setup.options.last == 5


def test_what_is_allowed_names_a_rule_once_by_the_number_that_people_know() -> None:
    assert [str(one) for one in sentences.clauses(("M48a", "M48b", "R1"))] == ["M48", "R1"]
