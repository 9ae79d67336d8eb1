"""Markers that are used at once: the shield, a stone moved, a stone more, the start player."""

from typing import Any

from msgspec.structs import replace

from companion.games.maya.awarding import onward, shieldable
from companion.games.maya.laying import QUARRY_THERE
from companion.games.maya.position import MUST, SPENT, SUPPLY, Position
from companion.games.maya.pyramids import AnyNeed, completed, level_there
from companion.games.maya.tokens import LevelId, QuarryId, Seat, numbers
from companion.kernel import Effects, Move, MoveKind, event, fact, plays, rule


class UseShield(Move, frozen=True, tag="use_shield"):
    """The winner of the shield chooses where no −3 can hit him."""

    quarry: QuarryId


class UseMove(Move, frozen=True, tag="use_move"):
    """An own stone is taken from a level and put on a lowest one."""

    source: LevelId
    level: LevelId


class UseAdd(Move, frozen=True, tag="use_add"):
    """An own stone from the supply goes on a lowest level."""

    level: LevelId


class NameStart(Move, frozen=True, tag="name_start"):
    """The winner of the start marker names the start player."""

    seat: Seat


class Decline(Move, frozen=True, tag="decline"):
    """A marker that may be used at once is not."""


def _used(p: Position, at: str = SPENT) -> Position:
    """With the marker just won out of its winner's hands."""
    return replace(p.with_marker(p.won, at), winner="", won="")


def _shielded(p: Position, m: UseShield) -> Effects[Position]:
    seat, p = p.winner, _used(p, m.quarry)
    quarry = p.at(m.quarry)
    p = p.with_quarry(replace(quarry, shields=(*quarry.shields, seat)))
    yield event(p, "shielded", "Y45", seat=seat, quarry=m.quarry)
    return (yield from onward(p))


def _moved(p: Position, m: UseMove) -> Effects[Position]:
    seat, p = p.winner, _used(p)
    p = p.moved(seat, m.source, m.level)
    yield event(p, "stone_moved", "Y40", seat=seat, source=m.source, level=m.level)
    if p.options.move_support == "fall" and not p.count(m.source, seat):
        for above in p.higher(m.source):
            if count := p.count(above, seat):
                p = p.moved(seat, above, SUPPLY, count)
                values = {"colour": seat, "level": m.source, "above": above, "count": count}
                yield event(p, "fallen", "Y41", **values)
    p = yield from completed(p, m.level, by_marker=True)
    return (yield from onward(p))


def _added(p: Position, m: UseAdd) -> Effects[Position]:
    seat, p = p.winner, _used(p)
    p = p.moved(seat, SUPPLY, m.level)
    yield event(p, "stone_added", "Y39", seat=seat, level=m.level)
    p = yield from completed(p, m.level, by_marker=True)
    return (yield from onward(p))


def _named(p: Position, m: NameStart) -> Effects[Position]:
    seat, p = p.winner, _used(p, f"seat:{m.seat}")
    if p.options.start_at_once:
        p = replace(p, start=m.seat)
        yield event(p, "start_named_now", "Y48", seat=seat, named=m.seat)
    else:
        p = replace(p, next_start=m.seat)
        yield event(p, "start_named", "Y47", seat=seat, named=m.seat)
    return (yield from onward(p))


def _declined(p: Position, m: Decline) -> Effects[Position]:
    seat, marker, p = p.winner, p.won, _used(p)
    yield event(p, "marker_lapses", "Y35", marker=marker, seat=seat)
    return (yield from onward(p))


def _won(marker: str, clause: str) -> AnyNeed:
    return fact(clause, lambda p, m: p.won == marker)


def _lowest(name: str) -> AnyNeed:
    return rule(
        "Y39a",
        lambda p, m: numbers(getattr(m, name))[1] == 1,
        lambda p, m: {"level": getattr(m, name)},
    )


def _room(p: Position, m: Any) -> bool:
    """Whether the target has a free space, perhaps the one that the stone itself leaves."""
    return bool(p.room(m.level) + (getattr(m, "source", "") == m.level) > 0)


ROOM: AnyNeed = rule("Y39b", _room, lambda p, m: {"level": m.level})


def _supports(p: Position, m: Any) -> bool:
    """Whether own stones lie above the last own one of a level."""
    alone = p.count(m.source, p.winner) == 1
    return alone and any(p.count(above, p.winner) for above in p.higher(m.source))


USE_SHIELD: MoveKind[Position, UseShield] = MoveKind(
    UseShield,
    needs=(
        _won("SHIELD", "no_shield_to_use"),
        QUARRY_THERE,
        rule("Y45", lambda p, m: shieldable(p.at(m.quarry)), lambda p, m: {"quarry": m.quarry}),
    ),
    apply=_shielded,
    candidates={"quarry": lambda p, m: (quarry.id for quarry in p.quarries)},
    out_of_phase="Y33",
)

USE_MOVE: MoveKind[Position, UseMove] = MoveKind(
    UseMove,
    needs=(
        _won("MOVE", "no_move_to_use"),
        level_there("source"),
        fact(
            "Y40",
            lambda p, m: p.count(m.source, p.winner) > 0,
            lambda p, m: {"level": m.source, "seat": p.winner},
        ),
        rule(
            "Y41",
            lambda p, m: p.options.move_support != "forbid" or not _supports(p, m),
            lambda p, m: {"level": m.source, "seat": p.winner},
        ),
        level_there("level"),
        _lowest("level"),
        ROOM,
        rule("Y42", lambda p, m: m.source != m.level, lambda p, m: {"level": m.level}),
    ),
    apply=_moved,
    candidates={"source": lambda p, m: p.levels(), "level": lambda p, m: p.levels()},
    out_of_phase="Y35",
)

USE_ADD: MoveKind[Position, UseAdd] = MoveKind(
    UseAdd,
    needs=(
        _won("ADD", "no_add_to_use"),
        level_there("level"),
        fact("Y43", lambda p, m: p.count(SUPPLY, p.winner), lambda p, m: {"seat": p.winner}),
        _lowest("level"),
        ROOM,
    ),
    apply=_added,
    candidates={"level": lambda p, m: p.levels()},
    out_of_phase="Y35",
)

NAME_START: MoveKind[Position, NameStart] = MoveKind(
    NameStart,
    needs=(_won("START", "no_start_to_name"), plays()),
    apply=_named,
    candidates={"seat": lambda p, m: p.setup.seats},
    out_of_phase="Y33",
)

DECLINE: MoveKind[Position, Decline] = MoveKind(
    Decline,
    needs=(
        fact("nothing_to_decline", lambda p, m: p.won),
        rule("Y34", lambda p, m: p.won not in MUST, lambda p, m: {"marker": p.won}),
    ),
    apply=_declined,
    ends=True,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (USE_SHIELD, USE_MOVE, USE_ADD, NAME_START, DECLINE)
"""All that can be done with a marker just won."""
