"""Who wins what at a site, over all recorded evenings: sums, winners and ties."""

import pytest

from companion.games.pyramidion.results import results
from companion.games.pyramidion.rules import game
from tests.records.reading import gone_through


@pytest.mark.parametrize("name", ["pyramidion-2", "pyramidion-3", "pyramidion-4"])
def test_what_is_compared_at_a_cleared_site_agrees_with_the_sums(name: str) -> None:
    seen = 0
    for step in gone_through(game, name).steps:
        way = tuple(map(game.public, step.way))
        found = results(way, step.events)
        assert (found is not None) == any(one.key == "cleared" for one in step.events)
        if found is None:
            continue
        seen += 1
        for column in found.columns:
            shares = column.shares
            assert set(shares) == set(way[0].order)
            won = [seat for seat, one in shares.items() if one.standing == "won"]
            tied = [seat for seat, one in shares.items() if one.standing == "tied"]
            assert len(won) <= 1 and len(tied) != 1 and not (won and tied)
            assert all(sum(one.parts) == one.value for one in shares.values() if one.parts)
            assert all(0 <= at < len(step.events) for at in column.events)
    assert seen
