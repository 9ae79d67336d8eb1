"""What hands do on the table, step by step."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from companion.kernel import Change, Game, Layout, body, census, changes

Hands = tuple[tuple[Change, ...], ...]
"""Steps, each of some changes."""


def hands(game: Game[Any], views: Iterable[Any]) -> Hands:
    """What leads the table from each public view to the next; steps without changes left out, and
    pieces of which the box was said to hold more or fewer: what hands do with these, nobody told.
    """
    return tuple(step for one, other in pairwise(views) if (step := _step(game, one, other)))


def _step(game: Game[Any], one: Any, other: Any) -> tuple[Change, ...]:
    before, after = game.layout(one), game.layout(other)
    if one.setup == other.setup:
        return changes(before, after)
    had, has = census(before), census(after)
    told = {piece for piece in had | has if had[piece] != has[piece]}
    return changes(_without(before, told), _without(after, told))


def _without(layout: Layout, told: set[str]) -> Layout:
    return {key: count for key, count in layout.items() if body(key[1]) not in told}
