"""The doubling cube (B30 to B39)."""

from msgspec.structs import replace

from companion.games.backgammon.position import FACES, Position
from companion.games.backgammon.scoring import scored
from companion.kernel import Effects, Move, MoveKind, Need, event, rule


class Double(Move, frozen=True, tag="double"):
    """Whoever is to roll doubles what the game counts."""


class Take(Move, frozen=True, tag="take"):
    """The other player plays on for twice as much and gets the cube."""


class Drop(Move, frozen=True, tag="drop"):
    """The other player gives the game up, for what it counted before."""


_NEEDS: tuple[Need[Position, Double], ...] = (
    rule("B38", lambda p, m: p.options.cube),
    rule("B35", lambda p, m: p.crawford != "now"),
    rule("B31", lambda p, m: p.owner in ("", p.active), lambda p, m: {"seat": p.owner}),
    rule("B39", lambda p, m: p.cube < FACES[-1], lambda p, m: {"most": FACES[-1]}),
)


def may_double(position: Position) -> bool:
    """Whether whoever is to roll may double."""
    return all(need.test(position, Double()) for need in _NEEDS)


def _double(position: Position, move: Double) -> Effects[Position]:
    position = replace(position, phase="offered", dice=(), left=())
    yield event(position, "doubled", "B30", seat=position.active, value=twice(position))
    return position


def _take(position: Position, move: Take) -> Effects[Position]:
    position = replace(position, phase="roll", cube=twice(position), owner=position.other)
    yield event(position, "taken", "B32", seat=position.other, value=position.cube)
    return position


def _drop(position: Position, move: Drop) -> Effects[Position]:
    yield event(position, "dropped", "B33", seat=position.other, value=position.cube)
    return (yield from scored(position, position.active, position.cube))


def twice(position: Position) -> int:
    """What the cube shows next."""
    return FACES[min(FACES.index(position.cube) + 1, len(FACES) - 1)]


DOUBLE: MoveKind[Position, Double] = MoveKind(
    Double, needs=_NEEDS, apply=_double, out_of_phase="B30"
)
TAKE: MoveKind[Position, Take] = MoveKind(
    Take, needs=(), apply=_take, out_of_phase="B32", answers=True
)
DROP: MoveKind[Position, Drop] = MoveKind(
    Drop, needs=(), apply=_drop, out_of_phase="B33", answers=True
)
