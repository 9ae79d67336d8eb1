"""Few matches in which every two values of what differs between evenings meet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

Row = dict[str, Any]


def pairwise(
    factors: Mapping[str, Sequence[Any]], fits: Any, rng: Random, tries: int = 40
) -> Iterator[Row]:
    """Rows until every pair of values that can meet has met; each the best of some by chance.

    fits: whether a row can be.
    """
    names = sorted(factors)
    every = [dict(zip(names, row, strict=True)) for row in product(*(factors[n] for n in names))]
    rows = [row for row in every if fits(row)]
    left = {pair for row in rows for pair in _pairs(row)}
    while left:
        some = [rng.choice(rows) for _ in range(tries)]
        sure = next(row for row in rng.sample(rows, len(rows)) if _pairs(row) & left)
        best = max([*some, sure], key=lambda row: len(_pairs(row) & left))
        left -= _pairs(best)
        yield best


def _pairs(row: Row) -> set[tuple[Any, ...]]:
    return {(a, row[a], b, row[b]) for a, b in combinations(sorted(row), 2)}
