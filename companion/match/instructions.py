"""What hands do on the table, step by step."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from companion.kernel import Accepted, Change, Game, Layout, body, census, changes

Hands = tuple[tuple[Change, ...], ...]
"""Steps, each of some changes."""


def hands(game: Game[Any], views: Iterable[Any]) -> Hands:
    """What leads the table from each public view to the next; steps without changes left out, and
    pieces of which the box was said to hold more or fewer: what hands do with these, nobody told.
    """
    return tuple(_steps(game, views))


def hands_of(game: Game[Any], view: Any, done: Accepted) -> Iterator[tuple[Change, ...]]:
    """The same of a move that is tried out on a public view, step by step as it is asked for: what
    comes of it later may take away again what it does first."""
    return _steps(game, (view, *map(game.public, done.positions)))


def _steps(game: Game[Any], views: Iterable[Any]) -> Iterator[tuple[Change, ...]]:
    lie = ((view.setup, game.layout(view)) for view in views)
    return (step for one, other in pairwise(lie) if (step := _step(one, other)))


def _step(one: tuple[Any, Layout], other: tuple[Any, Layout]) -> tuple[Change, ...]:
    (told, before), (said, after) = one, other
    if told == said:
        return changes(before, after)
    had, has = census(before), census(after)
    otherwise = {piece for piece in had | has if had[piece] != has[piece]}
    return changes(_without(before, otherwise), _without(after, otherwise))


def _without(layout: Layout, told: set[str]) -> Layout:
    return {key: count for key, count in layout.items() if body(key[1]) not in told}
