"""Needs that several kinds of move share, each stated once."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.mesopotamien.position import Group, Position, spaces_between
from companion.games.mesopotamien.tokens import TEMPLE
from companion.kernel import Need, fact, rule
from companion.kernel.kinds import Values

AnyNeed = Need[Position, Any]


def native_there(name: str) -> AnyNeed:
    """The natives named by a parameter are on the table."""
    return fact(
        "no_such_native",
        lambda p, m: p.group(getattr(m, name)) is not None,
        lambda p, m: {"native": getattr(m, name)},
    )


def tile_there(name: str) -> AnyNeed:
    """A tile lies on the hex named by a parameter."""
    return fact(
        "no_tile_there",
        lambda p, m: p.tile(getattr(m, name)) is not None,
        lambda p, m: {"at": getattr(m, name)},
    )


HUT_THERE: AnyNeed = fact(
    "no_such_hut", lambda p, m: p.hut(m.hut) is not None, lambda p, m: {"hut": m.hut}
)


def way_to(position: Position, move: Any) -> Values:
    """How far a native is from where it is to go."""
    away = spaces_between(position.native(move.native).at, move.to)
    return {"native": move.native, "to": move.to, "away": away}


def own(position: Position) -> Iterator[str]:
    """The active player's natives."""
    return (group.token for group in position.natives if group.seat == position.active)


def everybody(position: Position) -> Iterator[str]:
    """All natives."""
    return (group.token for group in position.natives)


def own_tiles(position: Position) -> Iterator[str]:
    """The hexes on which the active player has natives."""
    return (group.at for group in position.natives if group.seat == position.active)


OWN_NATIVE: AnyNeed = rule(
    "M9",
    lambda p, m: p.native(m.native).seat == p.active,
    lambda p, m: {"native": m.native, "seat": p.active},
)


def empty_handed(name: str) -> AnyNeed:
    """A native holds at most one thing (M18)."""
    return rule(
        "M18",
        lambda p, m: not p.native(getattr(m, name)).load,
        lambda p, m: {"native": getattr(m, name), "load": load(p, p.native(getattr(m, name)))},
    )


def load(position: Position, group: Group) -> str:
    """What natives carry, as a word or the token of a marker."""
    return f"{group.seat}:{group.load}" if group.marker else group.load or "nothing"


def carries_no_marker(name: str) -> AnyNeed:
    """A marker stays on its native (M25)."""
    return rule(
        "M25",
        lambda p, m: not p.native(getattr(m, name)).marker,
        lambda p, m: {"native": getattr(m, name)},
    )


def _back(position: Position, move: Any) -> bool:
    """Whether a native goes back where one came onto the temple tile with goods this turn."""
    came_from: tuple[str, ...] = position.turn.came_from
    return move.to in came_from


def _off_temple(position: Position, move: Any) -> bool:
    native = position.native(move.native)
    return native.at == TEMPLE and bool(native.good)


def _carrying(position: Position, move: Any) -> Values:
    native = position.native(move.native)
    return {"native": move.native, "load": load(position, native), "to": move.to}


LEAVING: tuple[AnyNeed, ...] = (
    rule("M14a", lambda p, m: not _off_temple(p, m) or _back(p, m), _carrying),
    rule("M14b", lambda p, m: not _off_temple(p, m) or not _back(p, m), _carrying),
    rule(
        "M17",
        lambda p, m: (
            p.options.marker_leaves_temple
            or p.native(m.native).at != TEMPLE
            or not p.native(m.native).marker
        ),
        lambda p, m: {"native": m.native},
    ),
)
"""What keeps natives on the temple tile."""

NO_WOOD_ONTO_TEMPLE: AnyNeed = rule(
    "M15",
    lambda p, m: p.options.wood_onto_temple or m.to != TEMPLE or p.native(m.native).load != "wood",
    lambda p, m: {"native": m.native},
)


def one_kind_of_action(action: str) -> AnyNeed:
    """Only one of the four kinds of action a turn (M63)."""
    return rule(
        "M63",
        lambda p, m: p.turn.action in ("", action),
        lambda p, m: {"used": f"action.{p.turn.action}", "wanted": f"action.{action}"},
    )


TILE_ONCE: AnyNeed = rule(
    "M65",
    lambda p, m: p.options.tiles_again or m.tile not in p.turn.used,
    lambda p, m: {"at": m.tile},
)


NO_QUEST: AnyNeed = fact("exploration_open", lambda p, m: p.quest is None)
"""No exploration is under way: that is finished first."""


def is_in(values: Callable[[Position], Iterator[str]]) -> Callable[[Position, Any], Iterator[str]]:
    """Candidates that rest on the position alone."""
    return lambda position, draft: values(position)
