"""Which round it is."""

from pathlib import Path

import pytest

from companion.match import history, record, registry
from companion.match.entries import Started
from companion.match.match import Match
from ui.presenter.rounds import Rounds
from ui.presenter.turns import turns

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["by-hand-2", "maya-3", "sakkara-by-hand"])
def test_rounds_are_counted_on_as_the_history_counts_them(name: str) -> None:
    told = record.read((RECORDS / f"{name}.record").read_text("utf-8"))
    first = told.entries[0]
    assert isinstance(first, Started)
    package = registry.game_package(first.game)

    def match(many: int) -> Match:
        return Match.reopen(
            package, told.entries[:many], clock=float, salt=bytes, secrets=told.secrets
        )

    whole = len(told.entries)
    for many in range(2, whole, whole // 7):
        one = match(many)
        rounds, known = Rounds(one), turns(one, "en")
        assert rounds.now == (known[-1].round if known else 0), many
        assert rounds.now == rounds.now


def test_the_history_carries_no_move_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told = record.read((RECORDS / "maya-5.record").read_text("utf-8"))
    match = Match.reopen(
        registry.game_package("maya"), told.entries, clock=float, salt=bytes, secrets=told.secrets
    )
    counted = {step.line: step.before.round for step in match.steps}
    again: list[object] = []
    monkeypatch.setattr(history, "made", lambda *given: again.append(given))
    assert turns(match, "en")
    assert match.timeline.steps.rounds() == counted
    assert not again
