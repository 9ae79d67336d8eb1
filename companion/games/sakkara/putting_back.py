"""Putting the used tiles back: the other player's decision, part by part (K80 to K91).

What to do when no bare field and none of one tile qualifies (K89) never has to be asked: two
workers bar at most 8 fields and four occupy 4 more; on the other 37 even the 75 tiles cannot lie
two high everywhere and higher somewhere, with one left to put back.
"""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.pieces import with_stack
from companion.games.sakkara.position import FIELDS, INDEX, Position, beside
from companion.games.sakkara.tokens import Field
from companion.games.sakkara.turns import next_turn
from companion.kernel import Effects, Move, MoveKind, event, every, fact, memo_few, memo_last, rule
from companion.kernel.kinds import Values

LEAST_TO_SPLIT = 6
"""The smallest stack that may be split (K85)."""
LEAST_PART = 3
"""The smallest part of a split (K86)."""
MOST_PART = 9
"""The highest stack put down as one (K87)."""


class Part(msgspec.Struct, frozen=True):
    """A number of tiles of the used stack, from its bottom, go on a field in unchanged order."""

    tiles: Annotated[int, msgspec.Meta(ge=1)]
    to: Field


class PutBack(Move, frozen=True, tag="put_back"):
    """The whole used stack goes back on the board, in one part or in several."""

    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=25)]


@memo_last
def without_worker(position: Position) -> tuple[Field, ...]:
    """The fields where no worker stands (K82, K83); all fields where that does not matter."""
    if not position.options.empty_means_no_worker:
        return FIELDS
    workers = {field for player in position.players for field in player.workers}
    return tuple(field for field in FIELDS if field not in workers)


@memo_last
def barred(position: Position) -> frozenset[Field]:
    """The fields horizontally or vertically next to a worker of whoever puts back (K84)."""
    workers = position.player(position.other).workers
    return frozenset(field for worker in workers if worker for field in beside(worker))


@memo_last
def places(position: Position) -> dict[Field, int]:
    """Where tiles may be put back but for the height, with that."""
    near = barred(position)
    return {f: position.height(f) for f in without_worker(position) if f not in near}


@memo_few(2)
def _as_low(position: Position, height: int) -> frozenset[Field]:
    """The places of at most this height."""
    return frozenset(field for field, high in places(position).items() if high <= height)


def rest(position: Position, move: Any) -> int:
    """How many used tiles are in no part yet."""
    laid: int = sum([part.tiles for part in move.parts])
    return len(position.used) - laid


def split(position: Position, move: Any) -> bool:
    """Whether there is more than one part, or will have to be."""
    return len(move.parts) > 1 or (len(move.parts) == 1 and rest(position, move) > 0)


def _parts_to_come(position: Position, move: Any) -> int:
    """How many more parts there can be at most."""
    left = rest(position, move)
    smallest = min(left, 1) if position.options.split_9_plus_rest else 0
    return max(left // LEAST_PART, smallest)


def passed_over(position: Position, move: Any, height: int) -> bool:
    """Whether a part lies higher than this although places of this height are left, and more
    as low as this than further parts can come (K88)."""
    taken = {part.to for part in move.parts}
    if max(map(position.height, taken), default=0) <= height:
        return False
    left = _as_low(position, height) - taken
    if height not in map(position.height, left):
        return False
    return len(left) > _parts_to_come(position, move)


def _small_parts(position: Position, move: Any) -> list[int]:
    """The sizes of parts that are too small (K86)."""
    sizes = [part.tiles for part in move.parts]
    nines = all(size == MOST_PART for size in sizes[:-1])
    if position.options.split_9_plus_rest and nines and not rest(position, move):
        return []
    return [size for size in sizes if size < LEAST_PART]


def _can_go_on(position: Position, move: Any) -> bool:
    """Whether what is left can still be cut into parts that are large enough."""
    if not split(position, move):
        return True
    if _small_parts(position, move):
        return False
    nines = all(part.tiles == MOST_PART for part in move.parts)
    return rest(position, move) not in (1, 2) or (position.options.split_9_plus_rest and nines)


def _lowest_left(position: Position, move: Any) -> Values:
    """The highest field chosen, and the lowest ones left, for K82 and K83."""
    taken = dict.fromkeys(part.to for part in move.parts)
    left = {field: high for field, high in places(position).items() if field not in taken}
    height = min(left.values())
    to = max(taken, key=position.height)
    lower = tuple(field for field in left if left[field] == height)
    return {"to": to, "height": position.height(to), "lower": lower, "least": height}


def _worker_there(position: Position, move: Any) -> Values:
    to = next(part.to for part in move.parts if position.worker_on(part.to))
    return {"to": to, "worker": position.worker_on(to)}


def _near_own(position: Position, move: Any) -> Values:
    to = next(part.to for part in move.parts if part.to in barred(position))
    worker = next(w for w in position.player(position.other).workers if w and to in beside(w))
    return {"to": to, "seat": position.other, "at": worker}


def _put_back(position: Position, move: PutBack) -> Effects[Position]:
    seat = position.other
    for part in move.parts:
        tiles, used = position.used[: part.tiles], position.used[part.tiles :]
        position = replace(position, used=used)
        position = with_stack(position, part.to, position.stack(part.to) + tiles)
        values = {"seat": seat, "tiles": tiles, "count": len(tiles), "to": part.to}
        yield event(position, "put_back", "K81", **values)
    if position.used:
        yield event(position, "still_to_put_back", "K90", seat=seat, count=len(position.used))
        return position
    return (yield from next_turn(position))


PUT_BACK: MoveKind[Position, PutBack] = MoveKind(
    PutBack,
    needs=(
        fact(
            "K22",
            lambda p, m: every(lambda part: part.to in INDEX, m.parts),
            lambda p, m: {"at": next(part.to for part in m.parts if part.to not in INDEX)},
            early=True,
        ),
        fact(
            "not_so_many_used",
            lambda p, m: rest(p, m) >= 0,
            lambda p, m: {"used": len(p.used), "told": len(p.used) - rest(p, m)},
            early=True,
        ),
        rule("K82a", lambda p, m: not passed_over(p, m, 0), _lowest_left, early=True),
        rule(
            "K82b",
            lambda p, m: (
                not p.options.empty_means_no_worker
                or every(lambda part: not p.worker_on(part.to), m.parts)
            ),
            _worker_there,
            early=True,
        ),
        rule(
            "K83a",
            lambda p, m: passed_over(p, m, 0) or not passed_over(p, m, 1),
            _lowest_left,
            early=True,
        ),
        rule(
            "K84",
            lambda p, m: every(lambda part: part.to not in barred(p), m.parts),
            _near_own,
            early=True,
        ),
        rule(
            "K85a",
            lambda p, m: len(p.used) >= LEAST_TO_SPLIT or len(m.parts) == 1,
            lambda p, m: {"used": len(p.used), "least": LEAST_TO_SPLIT},
            early=lambda p, m: len(p.used) >= LEAST_TO_SPLIT or not split(p, m),
        ),
        rule(
            "K86",
            lambda p, m: len(m.parts) == 1 or not _small_parts(p, m),
            lambda p, m: {
                "tiles": min(part.tiles for part in m.parts),
                "left": rest(p, m),
                "least": LEAST_PART,
            },
            early=_can_go_on,
        ),
        rule(
            "K87",
            lambda p, m: all(part.tiles <= MOST_PART for part in m.parts),
            lambda p, m: {"tiles": max(part.tiles for part in m.parts), "most": MOST_PART},
            early=True,
        ),
        rule(
            "K88",
            lambda p, m: len({part.to for part in m.parts}) == len(m.parts),
            lambda p, m: {"parts": len(m.parts), "fields": len({part.to for part in m.parts})},
            early=True,
        ),
        rule("K90", lambda p, m: rest(p, m) == 0, lambda p, m: {"left": rest(p, m)}),
    ),
    apply=_put_back,
    candidates={
        "parts.tiles": lambda p, m: range(1, rest(p, m) + 1),
        "parts.to": lambda p, m: FIELDS,
    },
    out_of_phase="K91",
    out_of_turn="K80",
)
