"""Complete plays of a roll: as many, and the very same, as an independent search finds."""

from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.backgammon.plays import anywhere, board, complete, judged
from tests.games.backgammon.vectors import BEGUN, at_start, situated
from tests.games.test_properties import some

DICE = tuple(combinations_with_replacement(range(1, 7), 2))

OPENINGS = {
    (1, 1): 42,
    (1, 2): 15,
    (1, 3): 16,
    (1, 4): 14,
    (1, 5): 8,
    (1, 6): 10,
    (2, 2): 75,
    (2, 3): 17,
    (2, 4): 18,
    (2, 5): 8,
    (2, 6): 14,
    (3, 3): 73,
    (3, 4): 17,
    (3, 5): 9,
    (3, 6): 14,
    (4, 4): 52,
    (4, 5): 9,
    (4, 6): 14,
    (5, 5): 4,
    (5, 6): 7,
    (6, 6): 11,
}
"""How many positions a roll can lead to from the start, by our own search."""


@pytest.mark.parametrize(("one", "two"), DICE)
def test_an_opening_roll_leads_where_a_search_of_all_orders_does(one: int, two: int) -> None:
    for seat in ("white", "black"):
        position = situated(at_start(), {"active": seat, "dice": [one, two]})
        found = complete(board(position), seat == "white", one, two)
        assert judged(position) == found
        assert len(found) == OPENINGS[one, two]


@given(seed=st.integers(0, 2**32))
@some(40)
def test_a_roll_leads_where_a_search_of_all_orders_does(seed: int) -> None:
    rng = Random(seed)
    situation = anywhere(rng)
    position = situated(situated(at_start(), BEGUN), situation)
    one, two = rng.randint(1, 6), rng.randint(1, 6)
    found = complete(board(position), position.active == "white", one, two)
    assert judged(situated(position, {"dice": [one, two]})) == found
