"""The two kinds of move of Stacks7, with all that they need and do."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bench.stacks7.position import (
    BESIDE,
    INDEX,
    PLACE,
    SEATS,
    WORKERS,
    Field,
    Position,
    Worker,
    mover,
)
from companion.kernel import Effects, Move, MoveKind, Transition, event, fact, rule

STEEPEST = 2
"""How much two fields of one step may differ in height."""

_OWN = (WORKERS[:2], WORKERS[2:])


class Step(Move, frozen=True, tag="step"):
    """One worker goes to a neighbouring field; the top tile there is laid where it came from."""

    worker: Worker
    to: Field


class Wait(Move, frozen=True, tag="wait"):
    """Who cannot step waits."""


def own(position: Position) -> tuple[Worker, ...]:
    """The workers of whose turn it is."""
    return _OWN[position.ply % 2]


def can_step(position: Position) -> bool:
    """Whether whose turn it is has any step."""
    stacks, workers = position.stacks, position.workers
    for start in workers[2:] if position.ply % 2 else workers[:2]:
        high = len(stacks[INDEX[start]])
        for to in BESIDE[start]:
            height = len(stacks[INDEX[to]])
            if height and -STEEPEST <= height - high <= STEEPEST and to not in workers:
                return True
    return False


def _step(position: Position, move: Step) -> Iterator[Transition[Position]]:
    stacks, workers = list(position.stacks), list(position.workers)
    place, there = PLACE[move.worker], INDEX[move.to]
    start, tile = workers[place], stacks[there][-1:]
    stacks[there] = stacks[there][:-1]
    stacks[INDEX[start]] += tile
    workers[place] = move.to
    after = Position(position.setup, tuple(stacks), tuple(workers), position.ply + 1)
    yield event(after, "stepped", "S1", worker=move.worker, start=start, to=move.to, tile=tile)


def _wait(position: Position, move: Wait) -> Effects[Position]:
    after = replace(position, ply=position.ply + 1)
    yield event(after, "waited", "S6", seat=SEATS[mover(position)])
    return after


def targets(position: Position, draft: Any) -> tuple[Field, ...]:
    """The fields round a worker, for a blank."""
    return BESIDE[position.workers[PLACE[draft.worker]]]


STEP: MoveKind[Position, Step] = MoveKind(
    Step,
    needs=(
        fact("no_such_field", lambda p, m: m.to in INDEX, lambda p, m: {"to": m.to}),
        rule("S1", lambda p, m: m.worker in _OWN[p.ply % 2], lambda p, m: {"worker": m.worker}),
        rule(
            "S2",
            lambda p, m: m.to in BESIDE[p.workers[PLACE[m.worker]]],
            lambda p, m: {"start": p.at(m.worker), "to": m.to},
        ),
        rule("S3", lambda p, m: m.to not in p.workers, lambda p, m: {"to": m.to}),
        rule(
            "S4",
            lambda p, m: (
                -STEEPEST
                <= len(p.stacks[INDEX[m.to]]) - len(p.stacks[INDEX[p.workers[PLACE[m.worker]]]])
                <= STEEPEST
            ),
            lambda p, m: {
                "start": p.at(m.worker),
                "start_height": p.height(p.at(m.worker)),
                "to": m.to,
                "height": p.height(m.to),
                "limit": STEEPEST,
            },
        ),
        rule("S5", lambda p, m: p.stacks[INDEX[m.to]], lambda p, m: {"to": m.to}),
    ),
    apply=_step,
    candidates={"worker": lambda p, m: own(p), "to": targets},
)

WAIT: MoveKind[Position, Wait] = MoveKind(
    Wait, needs=(rule("S6", lambda p, m: not can_step(p)),), apply=_wait, ends=True
)
