"""Putting the used tiles back: the other player's decision, part by part."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import Course, Kind, Move, every, fact, happening, rule
from tests.slices.sakkara_slice.position import (
    FIELDS,
    INDEX,
    Field,
    Position,
    beside_placer,
    places,
)
from tests.slices.sakkara_slice.turn import next_turn

LEAST_TO_SPLIT = 6
LEAST_PART = 3
MOST_PART = 9


class Part(msgspec.Struct, frozen=True):
    """So many tiles of the used stack, from its bottom, go on a field in unchanged order."""

    tiles: Annotated[int, Meta(ge=1)]
    to: Field


class PutBack(Move, frozen=True, tag="put_back"):
    """The whole used stack goes back on the board, in one part or in several."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=25)]


def rest(p: Position, m: Any) -> int:
    """How many used tiles are in no part yet."""
    told: int = sum(part.tiles for part in m.parts)
    return len(p.used) - told


def split(p: Position, m: Any) -> bool:
    """Whether there is more than one part, or will have to be."""
    return len(m.parts) > 1 or (len(m.parts) == 1 and rest(p, m) > 0)


def passed_over(p: Position, m: Any, height: int) -> bool:
    """Whether a part lies higher than this although places of this height are left, and more
    as low as this than further parts can come."""
    taken = {part.to for part in m.parts}
    if all(p.height(field) <= height for field in taken):
        return False
    left = [other for field, other in places(p).items() if field not in taken]
    return height in left and sum(one <= height for one in left) > rest(p, m) // LEAST_PART


def lowest_above(p: Position, m: Any) -> bool:
    """Whether no part passes over a place of two or more tiles."""
    return not any(passed_over(p, m, height) for height in range(2, max(map(len, p.stacks))))


def put_back(p: Position, m: PutBack) -> Course[Position]:
    placer = p.other()
    for part in m.parts:
        tiles, used = p.used[: part.tiles], p.used[part.tiles :]
        p = replace(p.stacked(part.to, tiles), used=used)
        yield happening(p, "put_back", "K81", seat=placer, tiles=len(tiles), to=part.to)
    if p.used:
        return p
    return (yield from next_turn(p))


PUT_BACK = Kind[Position, PutBack](
    move=PutBack,
    needs=(
        fact("nothing_to_put_back", lambda p, m: p.phase == "put_back"),
        fact(
            "no_such_field", lambda p, m: every(lambda part: part.to in INDEX, m.parts), early=True
        ),
        fact(
            "not_so_many_used",
            lambda p, m: rest(p, m) >= 0,
            lambda p, m: {"used": len(p.used), "told": len(p.used) - rest(p, m)},
            early=True,
        ),
        rule("K90", lambda p, m: rest(p, m) == 0, lambda p, m: {"left": rest(p, m)}),
        rule(
            "K85",
            lambda p, m: len(p.used) >= LEAST_TO_SPLIT or len(m.parts) == 1,
            lambda p, m: {"used": len(p.used)},
            early=lambda p, m: len(p.used) >= LEAST_TO_SPLIT or not split(p, m),
        ),
        rule(
            "K86",
            lambda p, m: len(m.parts) == 1 or all(part.tiles >= LEAST_PART for part in m.parts),
            lambda p, m: {"least": min(part.tiles for part in m.parts)},
            early=lambda p, m: (
                not split(p, m)
                or (all(part.tiles >= LEAST_PART for part in m.parts) and rest(p, m) not in (1, 2))
            ),
        ),
        rule(
            "K87",
            lambda p, m: all(part.tiles <= MOST_PART for part in m.parts),
            lambda p, m: {"most": max(part.tiles for part in m.parts)},
            early=True,
        ),
        rule("K88", lambda p, m: len({part.to for part in m.parts}) == len(m.parts), early=True),
        rule(
            "K82a",
            lambda p, m: not passed_over(p, m, 0),
            early=True,
        ),
        rule(
            "K82b",
            lambda p, m: every(lambda part: not p.worker_at(part.to), m.parts),
            early=True,
        ),
        rule("K83", lambda p, m: not passed_over(p, m, 1), early=True),
        rule(
            "K84",
            lambda p, m: every(
                lambda part: part.to not in beside_placer(p) or part.to in places(p), m.parts
            ),
            lambda p, m: {"seat": p.other()},
            early=True,
        ),
        rule("K89", lowest_above, early=True),
    ),
    does=put_back,
    candidates={
        "parts.tiles": lambda p, m: range(1, rest(p, m) + 1),
        "parts.to": lambda p, m: FIELDS,
    },
    out_of_turn="K80",
)
