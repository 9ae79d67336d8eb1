"""A match taken up from a checkpoint is the same match, and what came before is not judged."""

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kernel import UNKNOWN, Game, Move, rule
from companion.match import checkpoint as checkpoints
from companion.match.answer import Answer
from companion.match.checkpoint import Checkpoint, taken
from companion.match.entries import HandedOver
from companion.match.match import Match
from tests.match.evening import Evening
from tests.match.ferry import FERRY, KINDS, PACKAGE
from tests.match.river import Lay, Row, Wait
from tests.match.test_properties import DEEDS, SEATS, do

TURNS = (Lay("2"), Wait(), Wait(), Row(1), Wait(), Wait(), Row(1), Wait(), Wait(), Row(1))


def _played(*moves: Move) -> tuple[Evening, dict[int, Checkpoint]]:
    """A match, with all checkpoints that could be made of it."""
    evening, found = Evening(*SEATS), dict[int, Checkpoint]()
    for move in moves:
        evening.time += 2.0
        assert evening.match.submit(move).done, move
        _note(evening.match, found)
    return evening, found


def _note(match: Match, found: dict[int, Checkpoint]) -> None:
    now = taken(match.timeline)
    if now is not None:
        found[now.number] = msgspec.json.decode(msgspec.json.encode(now), type=Checkpoint)


def _watched(evening: Evening) -> list[Move]:
    """All moves that are judged from now on when the match is opened again."""
    judged: list[Move] = []

    def note(position: Any, move: Move) -> bool:
        if move != Lay(UNKNOWN):  # what everybody knows of it is judged by itself
            judged.append(move)
        return True

    kinds = tuple(
        dataclasses.replace(kind, needs=(*kind.needs, rule("R1", note))) for kind in KINDS
    )
    game: Game[Any] = dataclasses.replace(FERRY, kinds=kinds)
    evening.package = dataclasses.replace(PACKAGE, game=game)
    return judged


def test_what_came_before_a_checkpoint_is_judged_only_when_asked_for() -> None:
    evening, found = _played(*TURNS[:6])
    assert not evening.match.submit(Row(7)).done, "whatever comes next"
    for move in TURNS[6:]:
        assert evening.match.submit(move).done
    judged = _watched(evening)
    again = evening.reopened(checkpoint=found[7])
    assert again.position == evening.match.position and again.players == evening.match.players
    assert judged == [*TURNS[6:]]
    for match in (again, evening.match):
        assert match.submit(Wait()).done
        assert match.undo("blue", SEATS).done
    assert len(judged) == 5 and len(again.timeline.steps) == len(TURNS)
    assert again.timeline.steps[-4:] == evening.match.timeline.steps[-4:]
    assert len(judged) == 5
    assert again.timeline.steps[5] == evening.match.timeline.steps[5]
    assert len(judged) == 5 + 6
    assert again.timeline == evening.match.timeline
    assert len(judged) == 5 + 6, "and a second time"


def _noted(deeds: list[tuple[Any, ...]]) -> tuple[Evening, dict[int, Checkpoint]]:
    evening, found = Evening(*SEATS), dict[int, Checkpoint]()
    for deed in deeds:
        do(evening, deed)
        _note(evening.match, found)
    return evening, found


@pytest.mark.no_cover
@settings(max_examples=100, deadline=None)
@given(DEEDS, DEEDS, st.randoms(use_true_random=False))
def test_a_match_taken_up_from_a_checkpoint_is_the_same_one(
    deeds: list[tuple[Any, ...]], later: list[tuple[Any, ...]], random: Random
) -> None:
    (ours, found), (other, _) = _noted(deeds), _noted(deeds)
    if not found:
        return
    ours.match = ours.reopened(checkpoint=found[random.choice([*found])])
    other.match = other.reopened()
    assert ours.match.position == other.match.position
    assert ours.match.players == other.match.players
    for deed in later:
        do(ours, deed)
        do(other, deed)
    assert not ours.match.read_only
    backwards = [step.line for step in reversed(ours.match.timeline.steps)]
    assert backwards == [step.line for step in other.match.timeline.steps][::-1]
    assert ours.match.timeline == other.match.timeline
    assert ours.match.lines() == other.match.lines()


def test_no_checkpoint_of_other_rules_or_another_journal_is_believed() -> None:
    evening, found = _played(*TURNS)
    checkpoint, judged = found[7], _watched(evening)
    ours = checkpoint.position
    wrong = (
        msgspec.structs.replace(checkpoint, rules=2),
        msgspec.structs.replace(checkpoint, game="raft"),
        msgspec.structs.replace(checkpoint, program="0.0.0"),
        msgspec.structs.replace(checkpoint, number=len(evening.kept) + 1),
        msgspec.structs.replace(checkpoint, position=msgspec.Raw(bytes(ours)[:-1])),
        msgspec.structs.replace(checkpoint, position=msgspec.Raw(b'{"turn": 7}')),
    )
    for one in wrong:
        judged.clear()
        again = evening.reopened(checkpoint=one)
        assert judged == [*TURNS], one
        assert again.timeline == evening.match.timeline
    blind = evening.reopened(checkpoint=checkpoint, blind=True)
    assert blind.position.boat("red").laid == "?", "nobody kept what was hidden"


def test_no_checkpoint_is_made_that_would_leave_something_out() -> None:
    evening, found = _played(Lay("2"), Wait(), Wait())
    match, count = evening.match, len(found)
    deeds: tuple[tuple[Callable[..., Answer], Any], ...] = (
        (match.undo, ("green", SEATS)),
        (match.correct, ({"coins": {"red": 2}},)),
        (match.pause, ()),
        (match.agree_end, ("red", SEATS)),
    )
    for deed, what in deeds:
        assert deed(*what).done
        assert taken(match.timeline) is None
    blind = evening.reopened(blind=True)
    assert blind.submit(Wait()).done is False
    assert count == 3 and taken(blind.timeline) is None


def test_checkpoints_come_neither_too_often_nor_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 10)
    monkeypatch.setattr(checkpoints, "BEHIND", 4)
    evening = Evening()
    for _ in range(28):
        assert evening.match.submit(Wait()).done
    assert [(one.number, kept) for one, kept in evening.checkpoints] == [(10, 14), (20, 24)]
    found = taken(evening.match.timeline)
    again = evening.reopened(checkpoint=found, sink=evening)
    for _ in range(15):
        assert again.submit(Wait()).done
    assert [one.number for one, _ in evening.checkpoints] == [10, 20, 39]


def test_a_checkpoint_that_was_taken_back_to_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 10)
    monkeypatch.setattr(checkpoints, "BEHIND", 4)
    evening = Evening()
    for _ in range(10):
        assert evening.match.submit(Wait()).done
    assert evening.match.undo("blue", SEATS).done  # back to entry 10
    for _ in range(8):
        assert evening.match.submit(Wait()).done
    ((kept, _),) = evening.checkpoints
    assert kept.number == 13
    judged = _watched(evening)
    assert evening.reopened(checkpoint=kept).position == evening.match.position
    assert len(judged) == len(evening.kept) - 13


def test_a_checkpoint_tells_no_name_and_shows_nothing_hidden() -> None:
    evening, found = _played(*TURNS)
    evening.match.hand_over("red", "Carla")
    evening.match.submit(Wait())
    _note(evening.match, found)
    last = found[max(found)]
    assert b"Carla" not in msgspec.json.encode(last)
    assert b'"laid":"2"' in bytes(last.position) and '"2"' not in repr(last)
    again = evening.reopened(checkpoint=last)
    assert again.players == {"red": "Carla"}
    assert any(isinstance(entry, HandedOver) for entry in again.entries)
