"""The step of a turn, plain or with stairs."""

from collections.abc import Iterator
from typing import Any

from companion.games.sakkara.motifs import TILES, Take
from companion.games.sakkara.needs import (
    HIGHEST_STEP,
    ONLY_THE_TOP,
    OWN_WORKER,
    STEP_DUE,
    TOP_TAKEN,
    WORKER_PLACED,
    AnyNeed,
    all_workers,
    climb,
    free,
    heights,
    on_board,
    on_holder,
)
from companion.games.sakkara.pieces import taken, used, with_worker
from companion.games.sakkara.position import Position, around, beside
from companion.games.sakkara.tokens import Field, Worker
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, event, rule


class Step(Move, frozen=True, tag="step"):
    """One own worker goes to a neighbouring field and takes its top tile."""

    worker: Worker
    to: Field
    take: Take = UNKNOWN


class Stairs(Move, frozen=True, tag="stairs"):
    """A step that overcomes any height; a stairs tile is used for it."""

    worker: Worker
    to: Field
    take: Take = UNKNOWN


def walked(position: Position, move: Step | Stairs) -> Effects[Position]:
    """A worker makes the step of this turn."""
    start = position.at(move.worker)
    values = {
        "worker": move.worker,
        "start": start,
        "to": move.to,
        "start_height": position.height(start),
        "height": position.height(move.to),
    }
    position = with_worker(position, move.worker, move.to, moved=True)
    yield event(position, "stepped", "K11a", **values)
    return (yield from taken(position, move.to, "K26", move.take))


def _with_stairs(position: Position, move: Stairs) -> Effects[Position]:
    position = yield from used(position, "stairs")
    return (yield from walked(position, move))


def stairs_limit(position: Position) -> int:
    """How much higher a step with stairs may lead: as high as a stack can be, or one more than
    without (K61)."""
    return TILES if position.options.stairs_extent == "any_height" else HIGHEST_STEP + 1


_BEFORE: tuple[AnyNeed, ...] = (
    STEP_DUE,
    OWN_WORKER,
    rule(
        "K21",
        lambda p, m: m.to in beside(p.at(m.worker)),
        lambda p, m: {"worker": m.worker, "start": p.at(m.worker), "to": m.to},
    ),
    free("K23"),
)
_AFTER: tuple[AnyNeed, ...] = (TOP_TAKEN, ONLY_THE_TOP)


def targets(position: Position, draft: Any) -> Iterator[Field]:
    """The fields round a worker, for a blank; also those that no step leads to."""
    at = position.at(draft.worker)
    return iter(around(at) if at else ())


STEP: MoveKind[Position, Step] = MoveKind(
    Step,
    needs=(
        on_board("to"),
        WORKER_PLACED,
        *_BEFORE,
        rule(
            "K24",
            lambda p, m: climb(p, m) <= HIGHEST_STEP,
            lambda p, m: heights(p, m, HIGHEST_STEP),
        ),
        *_AFTER,
    ),
    apply=walked,
    candidates={"worker": all_workers, "to": targets},
)

STAIRS: MoveKind[Position, Stairs] = MoveKind(
    Stairs,
    needs=(
        on_board("to"),
        WORKER_PLACED,
        on_holder("stairs"),
        *_BEFORE,
        rule(
            "K61b",
            lambda p, m: climb(p, m) <= stairs_limit(p),
            lambda p, m: heights(p, m, stairs_limit(p)),
        ),
        *_AFTER,
    ),
    apply=_with_stairs,
    candidates={"worker": all_workers, "to": targets},
    out_of_turn="K15",
    explicit=True,
)
