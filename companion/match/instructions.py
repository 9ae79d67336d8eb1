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
    lie = ((view.setup, game.layout(view)) for view in views)
    return tuple(step for one, other in pairwise(lie) if (step := _step(one, other)))


def _step(one: tuple[Any, Layout], other: tuple[Any, Layout]) -> tuple[Change, ...]:
    (told, before), (said, after) = one, other
    if told == said:
        return changes(before, after)
    had, has = census(before), census(after)
    otherwise = {piece for piece in had | has if had[piece] != has[piece]}
    return changes(_without(before, otherwise), _without(after, otherwise))


def _without(layout: Layout, told: set[str]) -> Layout:
    return {key: count for key, count in layout.items() if body(key[1]) not in told}
