"""Stones on levels: what placing one needs, and the bonus stones that follow from it."""

from collections.abc import Callable
from typing import Any

from companion.games.maya.position import SUPPLY, Position
from companion.games.maya.tokens import NEUTRAL
from companion.kernel import Effects, Need, event, fact, rule

AnyNeed = Need[Position, Any]
Where = Callable[[Position, Any], Position]


def _here(p: Position, m: Any) -> Position:
    return p


def level_there(name: str) -> AnyNeed:
    """There is a level of that name."""
    return fact(
        "no_such_level",
        lambda p, m: getattr(m, name) in p.levels(),
        lambda p, m: {"level": getattr(m, name)},
    )


def room_on(name: str, where: Where = _here) -> AnyNeed:
    """The level has a free space."""
    return rule(
        "Y61",
        lambda p, m: where(p, m).room(getattr(m, name)) > 0,
        lambda p, m: {
            "level": getattr(m, name),
            "spaces": p.level(getattr(m, name)).spaces,
        },
    )


def placing(
    name: str, colour: Callable[[Position], str], where: Where = _here
) -> tuple[AnyNeed, ...]:
    """What it takes to place a stone while building. where: the position it is judged in."""
    return (
        room_on(name, where),
        rule(
            "Y62",
            lambda p, m: not where(p, m).unfilled_below(getattr(m, name)),
            lambda p, m: {
                "level": getattr(m, name),
                "unfilled": where(p, m).unfilled_below(getattr(m, name)),
            },
        ),
        rule(
            "Y63",
            lambda p, m: not where(p, m).absent_below(getattr(m, name), colour(p)),
            lambda p, m: {
                "level": getattr(m, name),
                "colour": colour(p),
                "absent": where(p, m).absent_below(getattr(m, name), colour(p)),
            },
        ),
    )


def completed(p: Position, level: str, *, by_marker: bool = False) -> Effects[Position]:
    """What follows from a stone that has come to lie on a level (Y80 to Y88)."""
    if p.room(level) != 0:
        return p
    above, leaders = p.above(level), p.leaders(level)
    leader = leaders[0]
    source = SUPPLY
    if p.options.bonus_from == "stock" and leader != NEUTRAL:
        source = f"stock:{leader}"
    if by_marker and not p.options.markers_bonus:
        yield event(p, "no_bonus_marker", "Y44", level=level)
    elif not above:
        yield event(p, "no_bonus_top", "Y85", level=level)
    elif p.count(above):
        yield event(p, "no_bonus_occupied", "Y84", level=level, above=above)
    elif len(leaders) > 1:
        most = p.count(level, leader)
        yield event(p, "no_bonus_tie", "Y82", level=level, colours=leaders, stones=most)
    elif not p.count(source, leader):
        yield event(p, "no_bonus_stone", "Y87", level=level, colour=leader, source=source)
    else:
        p = p.moved(leader, source, above)
        most = p.count(level, leader)
        yield event(p, "bonus", "Y81", colour=leader, level=level, above=above, stones=most)
        return (yield from completed(p, above, by_marker=by_marker))
    return p
