"""Steps of checkers: on, in from the bar, and off the board (B2, B7 to B13, B20, B21)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.backgammon.motion import (
    all_home,
    bearing_off,
    blocked,
    most,
    moved,
    steps,
    without,
)
from companion.games.backgammon.position import (
    BAR,
    CHECKERS,
    HOME,
    OFF,
    Position,
    Side,
    Source,
    Spots,
    Target,
    place,
    spot,
)
from companion.games.backgammon.scoring import won
from companion.games.backgammon.turns import go_on, playable
from companion.kernel import Effects, Move, MoveKind, event, fact, rule
from companion.kernel.kinds import Values


class Step(Move, frozen=True, tag="step"):
    """One checker goes as far as one die says; which die it is follows from that."""

    source: Source
    to: Target


def _spots(position: Position, move: Any) -> tuple[int, int]:
    return spot(position.active, move.source), spot(position.active, move.to)


def die_of(position: Position, move: Any) -> int:
    """The die with which a step can be made as far as it goes, 0 for none."""
    source, target = _spots(position, move)
    if target == OFF:
        return bearing_off(position.mover.lies, source, position.left)
    return source - target if source - target in position.left else 0


def _forward(position: Position, move: Any) -> bool:
    source, target = _spots(position, move)
    return source > target


def _as_far(position: Position, move: Any) -> bool:
    """Whether a die shows that many points; bearing off, also more."""
    source, target = _spots(position, move)
    if target == OFF:
        return max(position.left) >= source
    return source <= target or source - target in position.left


def _overshoots(position: Position, move: Any) -> bool:
    """Whether a checker is borne off with more points than it needs while others lie farther."""
    source, target = _spots(position, move)
    if target != OFF or not all_home(position.mover.lies):
        return False
    return max(position.left) > source and not die_of(position, move)


def _enters_first(position: Position, move: Any) -> bool:
    return move.source == "bar" or not position.mover.lies[BAR]


def _open(position: Position, move: Any) -> bool:
    return not blocked(position.rival.lies, _spots(position, move)[1])


def _all_home(position: Position, move: Any) -> bool:
    return move.to != "off" or all_home(position.mover.lies)


def _after(position: Position, move: Any) -> tuple[int, Spots] | None:
    """The die that a step takes, and how its side lies then; None where the step is none by the
    rules for a single one, or bears off the last checker: then nothing is left to be played."""
    die, (source, target) = die_of(position, move), _spots(position, move)
    own = position.mover.lies
    if not die or (source, target) not in steps(own, position.rival.lies, die):
        return None
    own = moved(own, source, target)
    return None if own[OFF] == CHECKERS else (die, own)


def _leaves_the_rest(position: Position, move: Any) -> bool:
    """Whether as many dice as possible can still be played."""
    found = _after(position, move)
    if found is None:
        return True
    die, own = found
    rest = most(own, position.rival.lies, without(position.left, die))
    return 1 + rest == playable(position)


def _takes_the_higher(position: Position, move: Any) -> bool:
    """Whether the higher die is played where only one of two can be."""
    found = _after(position, move)
    if found is None or playable(position) > 1:
        return True
    high = max(position.left)
    return found[0] == high or not any(steps(position.mover.lies, position.rival.lies, high))


def _step_values(position: Position, move: Any) -> Values:
    return {"source": move.source, "to": move.to, "seat": position.active}


def _dice(position: Position, move: Any) -> Values:
    dice = tuple(f"d{die}" for die in position.left)
    return {**_step_values(position, move), "dice": dice}


def _most(position: Position, move: Any) -> Values:
    return {**_dice(position, move), "most": playable(position)}


def _blocking(position: Position, move: Any) -> Values:
    count = position.rival.lies[BAR - _spots(position, move)[1]]
    return {"to": move.to, "seat": position.other, "count": count}


def _farther(position: Position, move: Any) -> Values:
    lies = position.mover.lies
    last = max(spot for spot, count in enumerate(lies) if count)
    return {**_step_values(position, move), "at": place(position.active, last)}


def _outside(position: Position, move: Any) -> Values:
    return {"seat": position.active, "count": sum(position.mover.lies[HOME + 1 :])}


def _step(position: Position, move: Step) -> Effects[Position]:
    source, target = _spots(position, move)
    seat, rival = position.active, position.rival
    die = die_of(position, move) or max(position.left)
    side = Side(seat, moved(position.mover.lies, source, target))
    position = replace(with_side(position, side), left=without(position.left, die))
    values = {"seat": seat, "source": move.source, "to": move.to}
    if target == OFF:
        yield event(position, "borne_off", "B20", **values)
    elif source == BAR:
        yield event(position, "entered", "B11", **values)
    else:
        yield event(position, "stepped", "B7", **values)
    if target != OFF and rival.lies[BAR - target] == 1:
        position = with_side(position, Side(rival.seat, moved(rival.lies, BAR - target, BAR)))
        yield event(position, "hit", "B10", seat=rival.seat, at=move.to)
    if side.off == CHECKERS:
        return (yield from won(position, seat))
    return (yield from go_on(position))


def with_side(position: Position, side: Side) -> Position:
    """With one side as given."""
    first, second = position.sides
    sides = (side, second) if first.seat == side.seat else (first, side)
    return replace(position, sides=sides)


def sources(position: Position, draft: Any) -> Iterator[str]:
    """Where checkers of the mover lie, for a blank."""
    for at in range(BAR, OFF, -1):
        if position.mover.lies[at]:
            yield place(position.active, at)


def targets(position: Position, draft: Any) -> Iterator[str]:
    """How far the dice lead from there, for a blank; also where no step may go."""
    source = spot(position.active, draft.source)
    for die in dict.fromkeys(position.left):
        yield place(position.active, max(OFF, source - die))


STEP: MoveKind[Position, Step] = MoveKind(
    Step,
    needs=(
        fact("no_dice", lambda p, m: p.left),
        fact(
            "no_checker",
            lambda p, m: p.mover.lies[spot(p.active, m.source)],
            lambda p, m: {"source": m.source, "seat": p.active},
        ),
        rule("B2", _forward, _step_values),
        rule("B7", _as_far, _dice),
        rule("B9", _open, _blocking),
        rule("B11", _enters_first, lambda p, m: {"seat": p.active, "count": p.mover.lies[BAR]}),
        rule("B12", _leaves_the_rest, _most),
        rule("B13", _takes_the_higher, _dice),
        rule("B20", _all_home, _outside),
        rule("B21", lambda p, m: not _overshoots(p, m), _farther),
    ),
    apply=_step,
    candidates={"source": sources, "to": targets},
    mover="source",
    destination="to",
    onward=lambda p, m: m.to,
)
