"""Workers that ride and fly: the horse, the bird; and the ox, which shifts a stack for them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.needs import (
    HIGHEST_STEP,
    OWN_WORKER,
    WORKER_PLACED,
    AnyNeed,
    all_on_board,
    all_workers,
    on_board,
    on_holder,
)
from companion.games.sakkara.pieces import taken, used, with_stack, with_worker
from companion.games.sakkara.position import FIELDS, Position, around, beside
from companion.games.sakkara.tokens import Field, Worker
from companion.kernel import Effects, Move, MoveKind, event, fact, rule
from companion.kernel.kinds import Values

FURTHEST = 2
"""How many fields a horse goes at most (K63)."""


class Horse(Move, frozen=True, tag="horse"):
    """One own worker goes one or two fields further, besides the step."""

    worker: Worker
    path: tuple[Field, ...]


class Bird(Move, frozen=True, tag="bird"):
    """One own worker is set on any field with a tile."""

    worker: Worker
    to: Field


class Ox(Move, frozen=True, tag="ox"):
    """A whole stack is shifted to an empty field."""

    source: Field
    to: Field


def _horse(position: Position, move: Horse) -> Effects[Position]:
    position = yield from used(position, "horse")
    for index, field in enumerate(move.path, 1):
        start = position.at(move.worker)
        position = with_worker(position, move.worker, field)
        values = {"worker": move.worker, "start": start, "to": field}
        yield event(position, "rode", "K63a", **values)
        if index == len(move.path) or position.options.horse_pickup == "each":
            position = yield from taken(position, field, "K63e")
    return position


def _bird(position: Position, move: Bird) -> Effects[Position]:
    position = yield from used(position, "bird")
    start = position.at(move.worker)
    position = with_worker(position, move.worker, move.to)
    if position.options.bird_replaces_step:
        position = replace(position, moved=True)
    yield event(position, "flew", "K64a", worker=move.worker, start=start, to=move.to)
    return (yield from taken(position, move.to, "K64c"))


def _ox(position: Position, move: Ox) -> Effects[Position]:
    position = yield from used(position, "ox")
    tiles = position.stack(move.source)
    position = with_stack(position, move.source, ())
    position = with_stack(position, move.to, position.stack(move.to) + tiles)
    values = {"source": move.source, "to": move.to, "tiles": len(tiles)}
    yield event(position, "shifted", "K65a", **values)
    return position


def _way(position: Position, move: Any) -> Iterator[tuple[Field, Field]]:
    """The steps of a path: from where to where."""
    return pairwise((position.at(move.worker), *move.path))


def _climbs(position: Position, move: Any) -> Iterator[tuple[Field, Field]]:
    """Between which fields the climb is measured."""
    if position.options.horse_height == "per_step" or not move.path:
        return _way(position, move)
    return iter(((position.at(move.worker), move.path[-1]),))


def _too_high(position: Position, move: Any) -> Values:
    """The first climb of a path that is too high, with its numbers."""
    for start, to in _climbs(position, move):
        climb = position.height(to) - position.height(start)
        if climb > HIGHEST_STEP:
            return {
                "start": start,
                "start_height": position.height(start),
                "to": to,
                "height": position.height(to),
                "climb": climb,
                "limit": HIGHEST_STEP,
            }
    return {}


def _blocked(position: Position, move: Any) -> Values:
    """The first field of a path with another worker on it, with that."""
    for field in move.path:
        if position.worker_on(field) not in ("", move.worker):
            return {"to": field, "worker": position.worker_on(field)}
    return {}


def _jump(position: Position, move: Any) -> Values:
    """The first pair of fields of a path that are no neighbours."""
    for start, to in _way(position, move):
        if to not in beside(start):
            return {"worker": move.worker, "start": start, "to": to}
    return {}


def _path(position: Position, draft: Any) -> tuple[Field, ...]:
    """The fields round the end of a path."""
    at = draft.path[-1] if draft.path else position.at(draft.worker)
    return around(at) if at else ()


def _no(fault: Callable[[Position, Any], Values]) -> Callable[[Position, Any], bool]:
    """Holds where no such fault is found."""
    return lambda position, move: not fault(position, move)


HORSE: MoveKind[Position, Horse] = MoveKind(
    Horse,
    needs=(
        all_on_board("path"),
        WORKER_PLACED,
        on_holder("horse"),
        OWN_WORKER,
        rule(
            "K63a",
            lambda p, m: 1 <= len(m.path) <= FURTHEST,
            lambda p, m: {"count": len(m.path), "limit": FURTHEST},
            early=lambda p, m: len(m.path) <= FURTHEST,
        ),
        rule("K63b", _no(_jump), _jump, early=True),
        rule("K63c", _no(_blocked), _blocked, early=True),
        rule(
            "K63d",
            _no(_too_high),
            _too_high,
            early=lambda p, m: p.options.horse_height == "whole_way" or not _too_high(p, m),
        ),
    ),
    apply=_horse,
    candidates={"worker": all_workers, "path": _path},
    out_of_turn="K15",
    explicit=True,
)


def _fields(position: Position, draft: Any) -> tuple[Field, ...]:
    """All fields, for a blank."""
    return FIELDS


BIRD: MoveKind[Position, Bird] = MoveKind(
    Bird,
    needs=(
        on_board("to"),
        WORKER_PLACED,
        on_holder("bird"),
        OWN_WORKER,
        rule("K64a", lambda p, m: p.height(m.to) > 0, lambda p, m: {"to": m.to}),
        rule(
            "K64b",
            lambda p, m: not p.worker_on(m.to),
            lambda p, m: {"to": m.to, "worker": p.worker_on(m.to)},
        ),
        rule(
            "K64d",
            lambda p, m: not p.options.bird_replaces_step or not p.moved,
            lambda p, m: {"seat": p.active},
        ),
    ),
    apply=_bird,
    candidates={"worker": all_workers, "to": _fields},
    out_of_turn="K15",
    explicit=True,
)


def _near(position: Position, move: Any) -> list[Field]:
    """The fields of own workers beside a stack."""
    return [field for field in position.mover.workers if field in beside(move.source)]


def _lifted(position: Position, move: Any) -> bool:
    """Whether a stack is too high for an own worker beside it; with none beside, that is what
    is wrong."""
    height = position.height(move.source)
    near = _near(position, move)
    return not near or any(height > position.height(at) + HIGHEST_STEP for at in near)


def _not_too_high(position: Position, move: Any) -> Values:
    lowest = min(_near(position, move), key=position.height)
    return {
        "source": move.source,
        "height": position.height(move.source),
        "start": lowest,
        "start_height": position.height(lowest),
        "limit": HIGHEST_STEP,
    }


def _or_any(test: Callable[[Position, Any], object]) -> Callable[[Position, Any], object]:
    """Holds anyway where any stack may be shifted."""
    return lambda position, move: position.options.ox_range == "any" or test(position, move)


_OX_NEEDS: tuple[AnyNeed, ...] = (
    on_board("source"),
    on_board("to"),
    on_holder("ox"),
    fact("no_tile_there", lambda p, m: p.height(m.source) > 0, lambda p, m: {"at": m.source}),
    rule("K65b", _or_any(_near), lambda p, m: {"source": m.source}),
    rule("K65c", _or_any(_lifted), _not_too_high),
    rule(
        "K65d",
        lambda p, m: not p.worker_on(m.source),
        lambda p, m: {"source": m.source, "worker": p.worker_on(m.source)},
    ),
    rule(
        "K65e",
        lambda p, m: not p.height(m.to) and not p.worker_on(m.to),
        lambda p, m: {"to": m.to},
    ),
)

OX: MoveKind[Position, Ox] = MoveKind(
    Ox,
    needs=_OX_NEEDS,
    apply=_ox,
    candidates={"source": _fields, "to": _fields},
    out_of_turn="K15",
    explicit=True,
)
