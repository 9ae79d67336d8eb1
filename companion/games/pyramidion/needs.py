"""Needs that several kinds of move share."""

from typing import Any

from companion.games.pyramidion.position import NOBODY, Position
from companion.kernel import Need, fact

AnyNeed = Need[Position, Any]


def plays(name: str = "seat") -> AnyNeed:
    """The colour given by a parameter is played."""
    return fact(
        "no_such_seat",
        lambda p, m: getattr(m, name) in p.order,
        lambda p, m: {"seat": getattr(m, name)},
    )


def plays_or_nobody(name: str) -> AnyNeed:
    """The colour given by a parameter is played, or it stands for nobody."""
    return fact(
        "no_such_seat",
        lambda p, m: getattr(m, name) in (*p.order, NOBODY),
        lambda p, m: {"seat": getattr(m, name)},
    )
