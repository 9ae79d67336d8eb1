"""What a scoring tells: who got how much gold from which pyramid, over all recorded evenings."""

import pytest

from companion.games.maya.results import results
from companion.games.maya.rules import game
from tests.records.reading import HERE, gone_through

RECORDS = sorted(path.stem for path in HERE.glob("maya-*.record"))


@pytest.mark.parametrize("name", RECORDS)
def test_a_scoring_adds_the_gold_of_its_pyramids_to_what_was_there(name: str) -> None:
    line, seen = gone_through(game, name), 0
    for step in line.steps:
        way = tuple(map(game.public, step.way))
        found = results(way, step.events)
        scored = any(one.key == "scoring" for one in step.events) and way[-1].phase != "over"
        assert (found is not None) == (scored and way[-1].setup.options.show_gold)
        if found is None:
            continue
        seen += 1
        before = way[[one.key for one in step.events].index("scoring")]
        *pyramids, together = found.columns
        for seat, share in together.shares.items():
            paid = sum(int(column.shares[seat].value) for column in pyramids)
            assert share.value == way[-1].gold(seat) == before.gold(seat) + paid
            assert sum(share.parts) == share.value or not share.parts
        for column in pyramids:
            assert all(sum(one.parts) == one.value for one in column.shares.values() if one.parts)
    assert seen or not line.position.setup.options.show_gold
