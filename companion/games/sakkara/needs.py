"""Needs that several kinds of move share, each stated once."""

from collections.abc import Iterator
from typing import Any

from companion.games.sakkara.motifs import MOTIFS, Motif
from companion.games.sakkara.pieces import NOTHING
from companion.games.sakkara.position import INDEX, Position, beside, workers
from companion.games.sakkara.tokens import owner
from companion.kernel import UNKNOWN, Need, fact, memo_last, rule
from companion.kernel.kinds import Values
from companion.kernel.values import known

AnyNeed = Need[Position, Any]

HIGHEST_STEP = 2
"""How much higher than its start the target of a step may be (K24)."""


def on_board(name: str) -> AnyNeed:
    """The field named by a parameter is on the board."""
    return fact(
        "K22", lambda p, m: getattr(m, name) in INDEX, lambda p, m: {"at": getattr(m, name)}
    )


def all_on_board(name: str) -> AnyNeed:
    """The fields named by a list are on the board."""
    return fact(
        "K22",
        lambda p, m: all(map(INDEX.__contains__, getattr(m, name))),
        lambda p, m: {"at": next(field for field in getattr(m, name) if field not in INDEX)},
        early=True,
    )


def on_holder(*tiles: str) -> AnyNeed:
    """The active player has these tiles on the holder."""
    return fact(
        "K16",
        lambda p, m: p.has(p.active, *tiles),
        lambda p, m: {"seat": p.active, "tiles": tiles},
    )


def named_on_holder(name: str, *, listed: bool = False) -> AnyNeed:
    """The active player has the tile or tiles named by a parameter on the holder."""

    def named(move: Any) -> tuple[str, ...]:
        value = getattr(move, name)
        return value if listed else (value,)

    return fact(
        "K16",
        lambda p, m: p.has(p.active, *named(m)),
        lambda p, m: {"seat": p.active, "tiles": named(m)},
        early=listed,
    )


WORKER_PLACED: AnyNeed = fact(
    "worker_not_placed", lambda p, m: p.at(m.worker), lambda p, m: {"worker": m.worker}
)

OWN_WORKER: AnyNeed = rule(
    "K20",
    lambda p, m: owner(m.worker) == p.active,
    lambda p, m: {"worker": m.worker, "seat": p.active},
)

STEP_DUE: AnyNeed = rule("K11b", lambda p, m: not p.moved, lambda p, m: {"seat": p.active})
"""The step of this turn has not been made yet."""


def _free(position: Position, move: Any) -> bool:
    return position.worker_on(move.to) in ("", move.worker)


def free(clause: str) -> AnyNeed:
    """No other worker stands on the target."""
    return rule(clause, _free, lambda p, m: {"to": m.to, "worker": p.worker_on(m.to)})


def climb(position: Position, move: Any) -> int:
    """How much higher the target of a worker is than its field, before anything is taken."""
    return position.height(move.to) - position.height(position.at(move.worker))


def heights(position: Position, move: Any, limit: int) -> Values:
    """The numbers compared when a target is too high."""
    start = position.at(move.worker)
    return {
        "start": start,
        "start_height": position.height(start),
        "to": move.to,
        "height": position.height(move.to),
        "climb": climb(position, move),
        "limit": limit,
    }


TOP_TAKEN: AnyNeed = rule(
    "K26",
    lambda p, m: m.take != NOTHING or not p.height(m.to),
    lambda p, m: {"to": m.to, "motif": p.top(m.to)},
)
"""The tile that lies on the target is taken."""


def _as_it_lies(position: Position, move: Any) -> bool:
    top = position.top(move.to)
    if move.take in (UNKNOWN, NOTHING) or not top:
        return True
    return bool(known(top) == move.take)


ONLY_THE_TOP: AnyNeed = rule(
    "K8",
    _as_it_lies,
    lambda p, m: {"to": m.to, "motif": p.top(m.to), "wanted": m.take},
)
"""What is taken is the top tile and no lower one."""


@memo_last
def step_possible(position: Position) -> bool:
    """Whether any own worker has a step that the rules allow (K21 to K24)."""
    for field in filter(None, position.mover.workers):
        limit = position.height(field) + HIGHEST_STEP
        for to in beside(field):
            if position.height(to) <= limit and not position.worker_on(to):
                return True
    return False


def motifs(position: Position, draft: Any) -> tuple[Motif, ...]:
    """All motifs, for a blank."""
    return MOTIFS


def all_workers(position: Position, draft: Any) -> Iterator[str]:
    """All workers, for a blank."""
    return iter(tuple(workers(position)))
