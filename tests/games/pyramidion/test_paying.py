"""What can be paid in one way alone, as everybody can see, is offered whole."""

from itertools import islice

import pytest

from companion.games.pyramidion.loading import Load
from companion.kernel import DONE, Draft, completions
from companion.match.composer import Composer, Submit
from companion.match.outlook import Outlook
from companion.sight.hand import Offered
from tests.records.reading import opened, taken_up
from tests.ui.hands import at_table, hand

ONE_WAY = ("pyramidion-2", 100, "B06")
"""A record, the lines of it, and a boat for which two of wood, two camels and a torturer pay."""


@pytest.mark.parametrize("name", ["pyramidion-2", "pyramidion-3"])
def test_the_one_way_to_pay_is_found_where_all_ways_there_are_come_to_one(name: str) -> None:
    found = 0
    for number in (one.number for one in opened(name).entries):
        match = taken_up(name, number)
        if match.public.phase != "loading":
            continue
        for boat in match.public.display:
            begun = Draft("load", (boat,))
            ways = list(islice(completions(match.game, match.public, begun), 2))
            whole = Outlook(match.game).only_way(match.public, begun)
            assert (whole is not None) == (len(ways) == 1), (number, boat)
            if whole is not None:
                (way,) = ways
                assert isinstance(way, Load) and sorted(whole.values[1]) == sorted(way.pay)
                found += 1
    assert found


def test_the_dial_stands_first_on_the_one_way_to_pay_and_confirming_takes_it() -> None:
    name, lines, boat = ONE_WAY
    match = taken_up(name, lines)
    composer = Composer(match.game)
    composer.take(match.public, boat)
    assert composer.turn(match.public, 1) == DONE
    made = composer.confirm(match.public)
    assert isinstance(made, Submit) and isinstance(made.moves[0], Load)
    assert sorted(made.moves[0].pay) == ["camel", "camel", "karnak", "wood", "wood"]


def test_a_telephone_is_offered_the_one_way_to_pay_in_words() -> None:
    name, lines, boat = ONE_WAY
    match = taken_up(name, lines)
    at, seat = at_table(match), match.asked[0].seat
    begun = hand(at, seat).begin((boat,))
    assert isinstance(begun, Offered)
    assert begun.options[0].label == "Pay like this: 2 wood, 2 camels and Karnak"
    taken = hand(at, seat).begin((boat, DONE))
    assert isinstance(taken, Offered) and taken.deed and not taken.wrong
