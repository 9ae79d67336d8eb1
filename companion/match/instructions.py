"""What hands do on the table, step by step."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from companion.kernel import Change, Game, changes

Hands = tuple[tuple[Change, ...], ...]
"""Steps, each of some changes."""


def hands(game: Game[Any], views: Iterable[Any]) -> Hands:
    """What leads the table from each public view to the next; steps without changes left out."""
    found = (changes(one, other) for one, other in pairwise(map(game.layout, views)))
    return tuple(step for step in found if step)
