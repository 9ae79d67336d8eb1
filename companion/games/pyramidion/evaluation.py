"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it."""

from collections import Counter
from functools import cache

from companion.games.pyramidion.box import JOKER
from companion.games.pyramidion.loading import (
    torturers,
)
from companion.games.pyramidion.position import Position
from companion.kernel import Open

POINT = 10.0
TOKEN, STATUE = 1.0, 1.6
"""A resource in the store, and a statue."""

STANDING = {"torturer": 0.9, "negotiator": 1.4}
"""A troop on a site, for what it will bring."""

WITHIN_REACH = 0.5
"""For each boat on display that could be paid now."""

CARD = 0.12
"""A card in hand, which may still win something."""

LAID = (0.0, 0.5, 0.9, 1.1)
"""The value of that many cards at the active site."""


def evaluate(position: Position, seat: str) -> float:
    """How well a seat stands, as far as the view tells; the table itself wants nothing."""
    if seat not in position.order:
        return 0.0
    player = position.player(seat)
    try:
        found = POINT * position.points(seat)
        store = position.store(seat)
    except Open:
        return 0.0
    found += TOKEN * store.total() + (STATUE - TOKEN) * store[JOKER]
    for kind, value in STANDING.items():
        found += value * len(position.standing(seat, kind))
    have = store + Counter(position.board(site).product for site in torturers(position, seat))
    found += WITHIN_REACH * sum(_pays(position, boat, have) for boat in position.display)
    found += CARD * player.hand
    found += LAID[min(position.laid_count(seat), len(LAID) - 1)]
    return found


def _pays(position: Position, boat: str, have: Counter[str]) -> bool:
    found = position.box.boat(boat)
    asked = _units(found.order) if found else ()
    return sum(max(0, count - have[kind]) for kind, count in asked) <= have[JOKER]


@cache
def _units(order: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, count) for kind, count in Counter(order).items() if kind != JOKER)
