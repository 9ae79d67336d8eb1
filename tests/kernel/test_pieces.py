"""What would go wrong without them: a hand told to move what is not there, a piece that vanishes,
a turned card that nobody turns."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kernel import (
    Change,
    Layout,
    Lies,
    body,
    census,
    changes,
    how_many,
    layout_of,
    lying_at,
    moved,
    pieces,
)

PLACE = st.sampled_from(("supply", "a1", "b2", "hand"))
PIECE = st.sampled_from(("stone", "card", "card=?", "card=ship", "card=ox", "marker:red=4"))


def carried(before: Layout, done: tuple[Change, ...]) -> dict[str, Counter[str]]:
    """What lies where, whatever it shows, when hands have done the changes."""
    lying: dict[str, Counter[str]] = {}
    for (place, piece), count in before.items():
        lying.setdefault(place, Counter())[body(piece)] += count
    for one in done:
        lying.setdefault(one.source, Counter())[body(one.piece)] -= one.count
        lying.setdefault(one.target, Counter())[body(one.piece)] += one.count
    return {place: +counts for place, counts in lying.items() if +counts}


def test_a_piece_goes_from_one_place_to_another() -> None:
    before = {("supply", "stone"): 3}
    after = {("supply", "stone"): 1, ("a1", "stone"): 2}
    assert changes(before, after) == (Change("stone", 2, "supply", "a1"),)
    assert changes(before, before) == ()


def test_a_card_that_is_turned_over_stays_where_it_is() -> None:
    assert changes({("a1", "card=?"): 1}, {("a1", "card=ship"): 1}) == (
        Change("card=ship", 1, "a1", "a1"),
    )


def test_no_hand_is_sent_to_a_piece_that_only_comes_to_light_or_is_covered() -> None:
    covered = {("c4", "tile"): 1, ("c4", "tile=ship"): 1, ("holder", "tile"): 3}
    taken = {("c4", "tile=ox"): 1, ("holder", "tile"): 4}
    assert changes(covered, taken) == (Change("tile=ship", 1, "c4", "holder"),)
    assert changes(taken, covered) == (Change("tile=ship", 1, "holder", "c4"),)
    assert changes({("c4", "tile"): 1}, {("c4", "tile=ox"): 1}) == ()


def test_what_keeps_its_face_is_matched_before_what_is_turned() -> None:
    before = {("a1", "card=?"): 1, ("hand", "card=ship"): 1}
    after = {("b2", "card=ship"): 1, ("supply", "card=ox"): 1}
    assert changes(before, after) == (
        Change("card=ship", 1, "hand", "b2"),
        Change("card=ox", 1, "a1", "supply"),
    )


def test_pieces_come_together_from_several_places() -> None:
    before = {("a1", "stone"): 1, ("b2", "stone"): 3}
    after = {("hand", "stone"): 2, ("b2", "stone"): 1, ("supply", "stone"): 1}
    assert changes(before, after) == (
        Change("stone", 1, "a1", "hand"),
        Change("stone", 1, "b2", "hand"),
        Change("stone", 1, "b2", "supply"),
    )


def test_a_piece_that_rides_along_is_left_out_unless_it_is_turned() -> None:
    before = {("a1", "native"): 1, ("a1/native", "wood"): 1, ("a1/native", "card=?"): 1}
    after = {("b2", "native"): 1, ("b2/native", "wood"): 1, ("b2/native", "card=ox"): 1}
    assert changes(before, after) == (
        Change("native", 1, "a1", "b2"),
        Change("card=ox", 1, "a1/native", "b2/native"),
    )


def test_a_piece_that_changes_its_mount_is_moved_by_itself() -> None:
    before = {("a1", "native"): 1, ("a1", "ox"): 1, ("a1/native", "wood"): 1}
    after = {("b2", "native"): 1, ("b2", "ox"): 1, ("b2/ox", "wood"): 1}
    assert Change("wood", 1, "a1/native", "b2/ox") in changes(before, after)


@pytest.mark.parametrize("after", [{}, {("a1", "stone"): 2}, {("a1", "card=?"): 1}])
def test_rules_that_make_or_lose_a_piece_are_at_fault(
    after: Layout,
) -> None:
    with pytest.raises(ValueError, match="not conserved"):
        changes({("supply", "stone"): 1}, after)


@given(st.lists(st.tuples(PIECE, PLACE, PLACE, st.sampled_from(("", "=?", "=ox")))))
def test_hands_that_make_all_changes_reach_the_new_table(
    lots: list[tuple[str, str, str, str]],
) -> None:
    before: Counter[tuple[str, str]] = Counter()
    after: Counter[tuple[str, str]] = Counter()
    for piece, source, target, face in lots:
        before[source, piece] += 1
        after[target, body(piece) + face if face and "=" in piece else piece] += 1
    done = changes(before, after)
    assert carried(before, done) == carried(after, ())
    assert census(before) == census(after)
    assert all(one.count > 0 for one in done)


def test_pieces_are_kept_in_order_and_empty_places_are_dropped() -> None:
    lying = pieces({("supply", "stone"): 2, ("a1", "stone"): 0, ("a1", "card"): 1})
    assert lying == (Lies("a1", "card", 1), Lies("supply", "stone", 2))
    assert pieces(layout_of(lying)) == lying
    assert lying_at(lying, "supply") == {"stone": 2}
    assert (how_many(lying, "supply", "stone"), how_many(lying, "b2", "stone")) == (2, 0)


def test_moved_pieces_are_conserved_and_cannot_be_fewer_than_none() -> None:
    lying = pieces({("supply", "stone"): 2})
    assert moved(lying, "stone", "supply", "a1", 2) == (Lies("a1", "stone", 2),)
    assert moved(moved(lying, "stone", "supply", "a1"), "stone", "a1", "supply") == lying
    with pytest.raises(ValueError, match="less than no pieces"):
        moved(lying, "stone", "supply", "a1", 3)
