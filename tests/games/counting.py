"""All legal moves of a small table, found by an independent search and held against the kernel's.

The search of a game is written from its rules as they were read, not from the package: a table of
its own (``legal``: every move as words, ``made``: the table after it). Where both find the same
moves, and as many after each of them, neither the needs nor the kernel's search leave one out or
let one through.
"""

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from companion.kernel import Accepted, Game, Move, judge, legal

Words = tuple[Any, ...]
"""A move: its kind, then the values of its blanks."""

T = TypeVar("T")


def words(game: Game[Any], move: Move) -> Words:
    """A move as the searches write it; what is left at its default is left out, and a list whose
    order means nothing is sorted."""
    kind, unordered = game.kind(move), game.kind(move).unordered
    told = game.plain(move)
    needed = move.__struct_fields__[: len(told) - 1 - len(type(move).__struct_defaults__)]
    lists = {name: sorted(told[name]) if name in unordered else told[name] for name in needed}
    values = (tuple(one) if isinstance(one, list) else one for one in lists.values())
    return (kind.name, *values)


def same_moves(
    game: Game[Any],
    position: Any,
    table: T,
    find: Callable[[T], Collection[Words]],
    made: Callable[[T, Words], T | None],
) -> int:
    """Hold both against each other at a position, and after every move of it; how many ways two
    moves deep there are. made: None where the search does not go on."""
    total = 0
    moves = [(words(game, move), move) for move in legal(game, position)]
    _alike("at first", [one for one, _ in moves], find(table))
    for told, move in moves:
        after = made(table, told)
        if after is None:
            continue
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), told
        then = [words(game, one) for one in legal(game, verdict.position)]
        _alike(f"after {told}", then, find(after))
        total += len(then)
    return total


def _alike(where: str, found: Collection[Words], wanted: Collection[Words]) -> None:
    ours, theirs = Counter(found), Counter(wanted)
    assert ours == theirs, (where, "only ours", ours - theirs, "only the search", theirs - ours)
