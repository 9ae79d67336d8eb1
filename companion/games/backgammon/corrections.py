"""Corrections: one fact of the table each, set to what the table shows."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.backgammon.motion import moved
from companion.games.backgammon.moving import with_side
from companion.games.backgammon.position import (
    DICE,
    POINTS,
    Die,
    Place,
    Position,
    Seat,
    Side,
    opponent,
    pips,
    spot,
)
from companion.games.backgammon.scoring import complete, set_up
from companion.games.backgammon.turns import go_on, next_turn, settled, with_dice
from companion.games.backgammon.validity import cube_possible, shared, violations
from companion.kernel import Effects, Move, MoveKind, Need, corrected, correction, fact, seats, so

Face = Literal["cube1", "cube2", "cube4", "cube8", "cube16", "cube32", "cube64"]
Points = Annotated[int, msgspec.Meta(ge=0, le=40)]


class FixChecker(Move, frozen=True, tag="fix_checker"):
    """A checker of a side lies not there but here."""

    seat: Seat
    source: Place
    to: Place


class FixDice(Move, frozen=True, tag="fix_dice"):
    """The dice of this turn show this; all of them are still to be played."""

    first: Die
    second: Die


class FixCube(Move, frozen=True, tag="fix_cube"):
    """What the cube shows, and who has it."""

    face: Face
    owner: Literal["middle", "white", "black"]


class FixScore(Move, frozen=True, tag="fix_score"):
    """How many points a player has in this match."""

    seat: Seat
    points: Points


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn; the dice are still to be rolled."""

    seat: Seat


def _fix_checker(position: Position, move: FixChecker) -> Effects[Position]:
    source, target = spot(move.seat, move.source), spot(move.seat, move.to)
    side = Side(move.seat, moved(position.side(move.seat).lies, source, target))
    position = settled(with_side(position, side))
    yield so(position, "checker_fixed", seat=move.seat, source=move.source, to=move.to)
    return position


def _fix_dice(position: Position, move: FixDice) -> Effects[Position]:
    position = with_dice(position, pips(move.first), pips(move.second))
    values = {"seat": position.active, "first": move.first, "second": move.second}
    yield so(position, "dice_fixed", **values)
    return (yield from go_on(position))


def _fix_cube(position: Position, move: FixCube) -> Effects[Position]:
    position = _with_cube(position, move)
    yield so(position, "cube_fixed", face=move.face, owner=move.owner)
    return position


def _with_cube(position: Position, move: Any) -> Position:
    owner = "" if move.owner == "middle" else move.owner
    return replace(position, cube=int(move.face.removeprefix("cube")), owner=owner)


def _fix_score(position: Position, move: FixScore) -> Effects[Position]:
    at = position.setup.seats.index(move.seat)
    score = (move.points, position.score[1]) if at == 0 else (position.score[0], move.points)
    was_over, position = position.decided, replace(position, score=score)
    if position.decided:
        position = replace(position, phase="over", dice=(), left=())
    elif was_over:
        position = set_up(position) if complete(position) else replace(position, phase="roll")
    yield so(position, "score_fixed", seat=move.seat, points=move.points)
    return position


def _fix_turn(position: Position, move: FixTurn) -> Effects[Position]:
    yield so(position, "turn_fixed", seat=move.seat)
    return (yield from next_turn(replace(position, active=opponent(move.seat))))


def _possible(does: Callable[[Position, Any], Effects[Position]]) -> Need[Position, Any]:
    """The table can show what the correction sets; what a move against the rules left on one point
    may stay."""

    def possible(position: Position, move: Any) -> bool:
        after = corrected(does, position, move)
        return not violations(after) and shared(after) <= shared(position)

    return fact("cannot_lie", possible)


def _lying(position: Position, draft: Any) -> Iterator[str]:
    """Where checkers of a side lie."""
    lies = position.side(draft.seat).lies
    return (at for at in _places(position, draft) if lies[spot(draft.seat, at)])


def _places(position: Position, draft: Any) -> tuple[str, ...]:
    return (*POINTS, "bar", "off")


def _dice(position: Position, draft: Any) -> tuple[str, ...]:
    return DICE


_BEGUN: Need[Position, Any] = fact("no_turn", lambda p, m: p.phase in ("roll", "move"))
"""A turn has begun, and it is not the answer to a double that is waited for."""

FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(
        FixChecker,
        _fix_checker,
        fact(
            "no_checker",
            lambda p, m: p.side(m.seat).lies[spot(m.seat, m.source)],
            lambda p, m: {"source": m.source, "seat": m.seat},
        ),
        _possible(_fix_checker),
        candidates={"seat": seats, "source": _lying, "to": _places},
    ),
    correction(FixDice, _fix_dice, _BEGUN, candidates={"first": _dice, "second": _dice}),
    correction(
        FixCube,
        _fix_cube,
        fact("no_cube", lambda p, m: p.options.cube),
        fact(
            "cube_wrong",
            lambda p, m: cube_possible(_with_cube(p, m)),
            lambda p, m: {"value": int(m.face.removeprefix("cube"))},
        ),
    ),
    correction(FixScore, _fix_score, candidates={"seat": seats}),
    correction(FixTurn, _fix_turn, _BEGUN, candidates={"seat": seats}),
)
