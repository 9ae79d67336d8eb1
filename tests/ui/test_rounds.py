"""Which round it is."""

import pytest

from companion.match import history
from companion.match.entries import Entry, Played
from tests.records.reading import opened, taken_up
from tests.ui.test_now import at_a_table
from ui.presenter.rounds import Rounds
from ui.presenter.turns import turns


@pytest.mark.parametrize("name", ["by-hand-2", "maya-3"])
def test_rounds_are_counted_on_as_the_history_counts_them(name: str) -> None:
    whole = len(opened(name).entries)
    for many in range(2, whole, whole // 7):
        one = taken_up(name, many)
        rounds, known = Rounds(one), turns(one, "en")
        begun = known[-1].round if known else 0
        assert rounds.now in (begun, begun + 1), many
        assert rounds.now == rounds.now
        for turn in known[:: max(1, len(known) // 4)]:
            assert {rounds.at(line) for line in turn.standing} <= {turn.round}, many


def test_a_round_begins_with_the_turn_that_is_asked_for() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    rounds, seen = Rounds(one.match), []
    for _ in range(4):
        one.passing()  # done moving
        one.passing()  # no action
        seen.append((one.seat, rounds.now))
    assert seen == [("blue", 1), ("red", 2), ("blue", 2), ("red", 3)]


def test_an_answer_to_somebody_else_begins_no_round() -> None:
    one = taken_up("backgammon-evening")
    lines = [entry.number for entry in one.timeline.entries if _doubles(entry)]
    assert lines
    known = turns(one, "en")
    for line in lines:
        asked, answered = (taken_up("backgammon-evening", at) for at in (line - 1, line + 1))
        assert Rounds(answered).now == Rounds(asked).now, line
        told = [
            turn.round for turn in known for each in turn.lines if each.line in (line, line + 2)
        ]
        assert len(set(told)) == 1, line


def _doubles(entry: Entry) -> bool:
    return isinstance(entry, Played) and entry.move["move"] == "double"


def test_workers_are_placed_before_the_first_round() -> None:
    """Two turns after they were, the second round has begun."""
    counted, name = [], "sakkara-by-hand"
    for many in range(2, 40):
        match = taken_up(name, many)
        placing = any("place_worker" in one.kinds for one in match.asked)
        assert not placing or Rounds(match).now == 0
        counted.append(Rounds(match).now)
    assert counted == sorted(counted) and {0, 1, 2} <= set(counted)


def test_the_history_carries_no_move_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = taken_up("maya-5")
    counted = {step.line: step.before.round for step in match.steps}
    again: list[object] = []
    monkeypatch.setattr(history, "happens", lambda *given: again.append(given))
    assert turns(match, "en")
    assert match.timeline.steps.rounds() == counted
    assert not again
