"""Laying out the tiles: dealt, told by the table, touched."""

from collections import Counter
from random import Random

from companion.games.sakkara.laying import dealt
from companion.games.sakkara.motifs import (
    COUNTS,
)
from companion.games.sakkara.placing import TellTile
from companion.games.sakkara.position import FIELDS
from companion.games.sakkara.rules import game
from companion.kernel import (
    TABLE,
    UNKNOWN,
    Accepted,
    judge,
)
from tests.games.sakkara.tables import after, go, happened, table


def test_a_deal_is_the_same_again_and_breaks_no_rule() -> None:
    start = game.setup(("white", "black"), game.options(), game.box())
    for seed in range(1, 40):
        position = after(start, move="deal", seed=seed)
        assert position == after(start, move="deal", seed=seed)
        assert sorted(map(len, position.stacks)) == [1] * 23 + [2] * 26
        found = Counter(tile for stack in position.stacks for tile in stack)
        assert found == {one.motif: one.count for one in COUNTS}
        assert after(position, move="laid").phase == "place"
        assert after(position, move="deal", seed=1) == after(start, move="deal", seed=1)
    assert after(start, move="deal", seed=1).stacks != after(start, move="deal", seed=2).stacks
    assert happened(start, move="deal", seed=1) == ["dealt_unconfirmed"]
    told = game.setup(("white", "black"), game.options(), game.box(confirmed=True))
    assert happened(told, move="deal", seed=1) == ["dealt"]


def test_a_covered_ship_stays_covered_in_a_deal_or_another_tile_becomes_one() -> None:
    for seed in range(30):
        stacks = dealt(("ship", "ship", *("ox",) * 73), seed)
        assert sum(stack[-1] == "ship" for stack in stacks) == 2
        assert Counter(tile for stack in stacks for tile in stack) == {"ship": 2, "ox": 73}


def test_a_seed_deals_the_same_table_every_day() -> None:
    """A record keeps the seed only, so the same seed must deal the same for ever."""
    stacks = dealt(tuple(m.motif for m in COUNTS for _ in range(m.count)), 7)
    assert stacks[:3] == (("block_a",), ("hand", "magic_3"), ("block_a", "ship"))


def test_the_table_tells_no_tile_that_is_not_in_the_box() -> None:
    stacks = {"a1": ["?"], "b1": ["tip"], "c1": ["tip"]}
    rest = [one.motif for one in COUNTS if one.motif != "tip" for _ in range(one.count)]
    stacks |= {field: [tile] for field, tile in zip(FIELDS[8:], rest[:40], strict=False)}
    position = table(
        workers={"white": ["a2", "a7"]},
        stacks=stacks,
        used=rest[40:-1],
    )
    position = after(position, **go("white:1", "a1"))
    told = game.chance(position, Random(1))
    assert told == game.move({"move": "tell_tile", "motif": rest[-1]})
    full = table(workers={"white": ["a2", "a7"]}, stacks={**stacks}, used=rest[40:])
    full = after(full, **go("white:1", "a1"))
    assert game.chance(full, Random(1)) == TellTile(UNKNOWN)
    assert game.chance(table(), Random(1)) is None


def test_the_table_lays_out_what_was_told() -> None:
    ways = set()
    for seed in range(12):
        rng, position = Random(seed), game.setup(("white", "black"), game.options(), game.box())
        while position.phase == "layout":
            move = game.chance(position, rng)
            assert move is not None
            ways.add(game.kind(move).name)
            found = judge(game, position, move, TABLE)
            assert isinstance(found, Accepted), found
            position = found.position
    assert ways == {"layout", "deal", "laid"}
