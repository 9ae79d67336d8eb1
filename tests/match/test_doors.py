"""What escapes from a game is answered in words; the match stands as before, and goes on."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from companion.kernel import Asked, Layout
from companion.match import sentences
from companion.match.answer import Answer
from companion.text import LANGUAGES
from tests.match.evening import Evening
from tests.match.ferry import FERRY, PACKAGE
from tests.match.river import Position, Row, Wait


def _with(**other: Any) -> Evening:
    return Evening(package=dataclasses.replace(PACKAGE, game=dataclasses.replace(FERRY, **other)))


def _answered(answer: Answer) -> None:
    assert not answer.done and answer.entry is None
    assert answer.says == sentences.bare("stumbled") and set(answer.says) == set(LANGUAGES)


def test_a_game_that_fails_after_a_move_is_half_taken_in_does_not_move_the_match(
    caught: list[BaseException],
) -> None:
    def asked(position: Position) -> tuple[Asked, ...]:
        if position.boat("red").at == 2:
            raise KeyError("nobody thought of this field")
        return FERRY.asked(position)

    evening = _with(asked=asked)
    evening.match.submit(Wait())
    before, kept = evening.match.position, list(evening.kept)
    evening.match.submit(Row(1), "blue")
    requests: tuple[Callable[[], Answer], ...] = (
        lambda: evening.match.submit(Row(2), "red"),
        lambda: evening.match.correct({"at": {"red": 2}}),
        lambda: evening.match.amend(2, Row(2), by="red", consent=evening.match.seats),
    )
    for request in requests:
        caught.clear()
        stood, there = evening.match.position, len(evening.kept)
        _answered(request())
        assert [type(error) for error in caught] == [KeyError]
        assert evening.match.position == stood and len(evening.kept) == there
    assert evening.match.undo("blue", evening.match.seats).done
    assert evening.match.position == before
    assert evening.kept[: len(kept)] == kept
    assert evening.reopened().position == before


def test_hands_that_cannot_be_told_what_to_do_stop_nothing(caught: list[BaseException]) -> None:
    def layout(position: Position) -> Layout:
        found = dict(FERRY.layout(position))
        return found if position.boat("red").at == 0 else {**found, ("field:0", "a ghost"): 1}

    evening = _with(layout=layout)
    answer = evening.match.submit(Row(1))
    assert answer.done and answer.changes == ()
    assert "not conserved" in str(caught[0])
    assert evening.match.submit(Row(2)).done


@pytest.mark.parametrize("wrong", [{"at": 3}, {"at": {"red": "x"}}, {"nothing": 1}])
def test_a_table_that_makes_no_sense_is_answered_without_a_fault(wrong: dict[str, Any]) -> None:
    answer = Evening().match.correct(wrong)
    assert not answer.done and answer.says["en"] != sentences.bare("stumbled")["en"]
