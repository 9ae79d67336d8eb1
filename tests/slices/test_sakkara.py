"""Sakkara: tiles put back by the opponent, a spell of an unconfirmed box, a blind draw."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.kernel import (
    DONE,
    UNKNOWN,
    Accepted,
    Change,
    Draft,
    carry_out,
    fill,
    judge,
    next_blank,
    offers,
    ticks,
)
from companion.match.hands import hands
from tests.slices.sakkara_slice import GAME
from tests.slices.sakkara_slice.game import Situation
from tests.slices.sakkara_slice.position import FIELDS, Box, Options, Position, Spell
from tests.slices.sakkara_slice.put_back import Part, PutBack
from tests.slices.sakkara_slice.turn import EndTurn, SinkShip, Snake
from tests.slices.table import accepted, composed, filled, lit, overruled, refused

WHITE, BLACK = "white", "black"
SPELLS = (Spell("sink_ship", ("magic_1", "magic_3", "magic_4")),)
SEVEN = ("snake", "hand", "hand", "ox", "bird", "grain", "ship")


def table(*, confirmed: bool = False, tiles: int = 300, **situation: Any) -> Position:
    start = GAME.setup((WHITE, BLACK), Options(), Box(SPELLS, tiles, confirmed))
    return GAME.arrange(start, Situation(**situation))


def to_put_back(used: tuple[str, ...] | int, *bare: str, height: int = 3, **more: Any) -> Position:
    """Black puts back; the named fields are bare, the others as high as told."""
    tiles = ("hand",) * used if isinstance(used, int) else used
    stacks = {field: () if field in bare else ("ox",) * height for field in FIELDS}
    stacks |= more.pop("stacks", {})
    return table(used=tiles, put_back=True, stacks=stacks, **more)


def put(*parts: tuple[int, str]) -> PutBack:
    return PutBack(tuple(Part(tiles, to) for tiles, to in parts))


# Putting back


def test_seven_tiles_are_put_back_by_the_opponent_in_two_parts_as_one_draft() -> None:
    position = to_put_back(SEVEN, "b2", "e5")
    assert lit(GAME, position, "put_back") == (3, 4, 7)
    assert lit(GAME, position, "put_back", 3) == ("b2", "e5")
    assert lit(GAME, position, "put_back", 3, "e5") == (4,)
    assert lit(GAME, position, "put_back", 3, "e5", 4) == ("b2",)
    assert lit(GAME, position, "put_back", 3, "e5", 4, "b2") == (DONE,)
    move = composed(GAME, "put_back", 3, "e5", 4, "b2", DONE)
    assert move == put((3, "e5"), (4, "b2"))
    after, happened = accepted(GAME, position, move, BLACK)
    assert happened == ["put_back K81", "put_back K81", "next_turn K14"]
    assert after.stacks[FIELDS.index("e5")] == SEVEN[:3]
    assert after.stacks[FIELDS.index("b2")] == SEVEN[3:]
    assert (after.active, after.used) == (BLACK, ())
    public = GAME.public(after)
    assert public.stacks[FIELDS.index("b2")] == (UNKNOWN, UNKNOWN, UNKNOWN, "ship")


def cuts(position: Position, draft: Draft) -> Iterator[tuple[int, ...]]:
    """Every way to cut the used stack that the offers lead to, whatever the fields."""
    kind = GAME.by_name["put_back"]
    blank = next_blank(kind.move, draft)
    if blank is None:
        yield tuple(part.tiles for part in draft.values[0])
        return
    lights = offers(GAME, position, draft)
    for value in lights[:1] if blank.name == "parts.to" else lights:
        yield from cuts(position, fill(kind.move, draft, value))


@pytest.mark.parametrize(
    ("used", "ways"),
    [(1, 1), (5, 1), (6, 2), (7, 3), (8, 4), (9, 6), (10, 8), (11, 12), (12, 18)],
)
def test_every_legal_cut_and_no_other_is_offered(used: int, ways: int) -> None:
    position = to_put_back(used, "c4", "d4", "e4", "d6")
    found = list(cuts(GAME.public(position), Draft("put_back")))
    assert len(found) == len(set(found)) == ways
    assert {sum(cut) for cut in found} == {used}


def test_only_the_opponent_decides_where_the_tiles_go() -> None:
    position = to_put_back(4, "e5")
    refused(GAME, position, put((4, "e5")), "K80", by=WHITE)
    refused(GAME, position, EndTurn(), "K80", "turn_over")
    refused(GAME, table(), put((4, "e5")), "phase", "nothing_to_put_back")


def test_not_next_to_a_worker_of_who_puts_back() -> None:
    beside = to_put_back(4, "e5", "b2", workers={BLACK: ("e6", "g7")})
    refused(GAME, beside, put((4, "e5")), "K84")
    diagonal = to_put_back(4, "e5", workers={BLACK: ("d6", "g7")})
    accepted(GAME, diagonal, put((4, "e5")))
    others = to_put_back(4, "e5", workers={WHITE: ("e6", "g7")})
    accepted(GAME, others, put((4, "e5")))


def test_a_bare_field_comes_before_one_tile_and_one_before_more() -> None:
    one = {"g7": ("ship",)}
    position = to_put_back(4, "b2", stacks=one)
    verdict = refused(GAME, position, put((4, "g7")), "K82a")
    assert verdict.instead == (put((4, "b2")),)
    position = to_put_back(4, stacks=one)
    after, _ = accepted(GAME, position, put((4, "g7")))
    assert after.stacks[-1] == ("ship", "hand", "hand", "hand", "hand")
    refused(GAME, position, put((4, "c3")), "K83")
    position = to_put_back(4, stacks={"d4": ("ox", "ox")})
    refused(GAME, position, put((4, "c3")), "K89")
    accepted(GAME, position, put((4, "d4")))


def test_parts_are_judged_together_whichever_is_named_first() -> None:
    position = to_put_back(6, "b2", stacks={"g7": ("ship",)})
    assert lit(GAME, position, "put_back", 3) == ("b2", "g7")
    assert lit(GAME, position, "put_back", 6) == ("b2",)
    accepted(GAME, position, put((3, "g7"), (3, "b2")))
    refused(GAME, position, put((3, "g7"), (3, "c3")), "K82a")


def test_where_every_place_is_beside_the_placer_that_does_not_count() -> None:
    """Black's workers stand on two fields so that with few free fields none would be left."""
    corners = {WHITE: ("b1",), BLACK: ("a2", "b2")}
    position = to_put_back(4, "a1", workers=corners)
    refused(GAME, position, put((4, "a1")), "K84")
    crowd = tuple(field for field in FIELDS if field not in ("a1", "g7"))
    position = to_put_back(4, "a1", workers={WHITE: ("a3",), BLACK: crowd})
    accepted(GAME, position, put((4, "a1")))


def test_not_on_a_field_where_a_worker_stands() -> None:
    position = to_put_back(4, "c3", "b2", workers={WHITE: ("c3", "a1")})
    refused(GAME, position, put((4, "c3")), "K82b")


@pytest.mark.parametrize(
    ("used", "parts", "clauses"),
    [
        (5, ((3, "b2"), (2, "e5")), ("K85", "K86")),
        (10, ((10, "b2"),), ("K87",)),
        (12, ((10, "b2"), (2, "e5")), ("K86", "K87")),
        (6, ((3, "b2"), (3, "b2")), ("K88",)),
        (7, ((6, "b2"),), ("K90",)),
        (7, ((8, "b2"),), ("not_so_many_used",)),
        (7, ((7, "h9"),), ("no_such_field",)),
    ],
)
def test_how_a_used_stack_cannot_be_cut(
    used: int, parts: tuple[tuple[int, str], ...], clauses: tuple[str, ...]
) -> None:
    verdict = refused(GAME, to_put_back(used, "b2", "e5"), put(*parts), *clauses)
    assert verdict.instead


@pytest.mark.parametrize(
    ("used", "parts"),
    [(9, ((9, "b2"),)), (6, ((3, "b2"), (3, "e5"))), (10, ((7, "b2"), (3, "e5")))],
)
def test_how_a_used_stack_can_be_cut(used: int, parts: tuple[tuple[int, str], ...]) -> None:
    accepted(GAME, to_put_back(used, "b2", "e5"), put(*parts))


def test_the_order_of_use_stays_from_bottom_to_top() -> None:
    used = ("snake", "hand", "grain")
    after, _ = accepted(GAME, to_put_back(used, "b2"), put((3, "b2")))
    assert after.stacks[FIELDS.index("b2")] == used


def test_an_unfinished_part_already_shows_what_is_wrong_with_it() -> None:
    position = to_put_back(12, "b2", "e5")
    states = {one.clause: one.state for one in ticks(GAME, position, filled(GAME, "put_back", 10))}
    assert (states["K87"], states["K84"], states["K90"]) == ("broken", "open", "open")


def test_a_tile_the_table_lets_be_withheld_is_still_to_be_put_back() -> None:
    position = to_put_back(7, "b2", "e5")
    after, happened = overruled(GAME, position, carry_out(GAME, position, put((6, "b2"))))
    assert happened == ["put_back K81"]
    assert GAME.asked(after)[0].seat == BLACK
    after, _ = accepted(GAME, after, put((1, "e5")))
    assert after.active == BLACK


# The turn


def test_what_was_used_is_put_back_at_the_end_of_the_turn_and_nothing_if_nothing_was() -> None:
    refused(GAME, table(), EndTurn(), "K11")
    after, happened = accepted(GAME, table(moved=True), EndTurn())
    assert happened == ["nothing_to_put_back K91", "next_turn K14"]
    assert after.active == BLACK
    after, happened = accepted(GAME, table(moved=True, used=("snake",)), EndTurn())
    assert happened == ["to_put_back K80"]
    assert GAME.asked(after)[0].seat == BLACK


def caster(*holder: str, ships: int = 1, confirmed: bool = False) -> Position:
    return table(confirmed=confirmed, holders={WHITE: holder}, ships={BLACK: ships})


RIGHT = ("magic_4", "magic_1", "magic_3")
WRONG = ("magic_1", "magic_2", "magic_3")


def spell_states(position: Position, *tiles: str) -> dict[str, str]:
    draft = filled(GAME, "sink_ship", *tiles)
    return {one.clause: one.state for one in ticks(GAME, position, draft)}


def test_a_spell_is_never_refused_for_its_tiles_while_the_box_is_unconfirmed() -> None:
    for tiles in (RIGHT, WRONG):
        position = caster(*tiles)
        assert spell_states(position, *tiles)["K70"] == "open"
        after, happened = accepted(GAME, position, SinkShip(tiles), WHITE)
        assert happened == ["cast K75", "ship_sunk K76"]
        assert after.used == (*tiles, "ship")  # in the caster's order, the ship on top
        assert after.player(BLACK).ship == 0


def test_with_a_confirmed_box_wrong_tiles_are_refused_and_right_ones_light_up() -> None:
    position = caster(*RIGHT, *WRONG, confirmed=True)
    accepted(GAME, position, SinkShip(RIGHT))
    verdict = refused(GAME, position, SinkShip(WRONG), "K70")
    assert verdict.faults[0].values == {"tiles": ("magic_1", "magic_3", "magic_4")}
    assert lit(GAME, position, "sink_ship", "magic_4") == ("magic_1", "magic_3")
    assert spell_states(position, "magic_4") == {
        "not_on_holder": "met",
        "K70": "open",
        "K77": "met",
    }
    assert spell_states(position, "magic_4", "magic_4")["not_on_holder"] == "broken"


def test_a_spell_needs_its_tiles_and_a_target() -> None:
    refused(GAME, caster("magic_1", "magic_3"), SinkShip(RIGHT), "not_on_holder")
    position = caster(*RIGHT, ships=0)
    refused(GAME, position, SinkShip(RIGHT), "K77")
    _, happened = overruled(GAME, position, carry_out(GAME, position, SinkShip(RIGHT)))
    assert happened == ["cast K75", "nothing_to_sink K77"]


def test_after_a_blind_draw_nobody_knows_who_holds_what() -> None:
    position = table(holders={WHITE: ("snake",), BLACK: ("grain", "hand", "ship", "ship")})
    after, happened = accepted(GAME, position, Snake())
    assert happened == ["used K81", "robbed K62"]
    assert after.player(WHITE).holder == (UNKNOWN,)
    assert after.player(BLACK).holder == (UNKNOWN,) * 3
    assert after.used == ("snake",)


def test_the_hands_are_told_the_robbery_step_by_step() -> None:
    position = table(holders={WHITE: ("snake",), BLACK: ("grain", "hand")})
    verdict = judge(GAME, position, Snake())
    assert isinstance(verdict, Accepted)
    assert hands(GAME, map(GAME.public, (position, *verdict.positions))) == (
        (Change("tile=snake", 1, "holder:white", "used"),),
        (Change("tile=?", 1, "holder:black", "holder:white"),),
    )


def test_a_tile_that_may_be_the_unknown_one_can_be_used() -> None:
    position = table(holders={WHITE: (UNKNOWN, "magic_1", "magic_3")}, ships={BLACK: 1})
    assert spell_states(position, *RIGHT)["not_on_holder"] == "open"
    after, _ = accepted(GAME, position, SinkShip(RIGHT))
    assert after.player(WHITE).holder == ()
    refused(GAME, position, SinkShip(("magic_4", "magic_2", "magic_3")), "not_on_holder")


def test_nothing_is_robbed_without_a_snake_or_from_an_empty_holder() -> None:
    refused(GAME, table(holders={BLACK: ("ship",)}), Snake(), "not_on_holder")
    refused(GAME, table(holders={WHITE: ("snake",)}), Snake(), "holder_empty")


def test_more_tiles_than_the_box_holds_are_impossible() -> None:
    assert [one.clause for one in GAME.impossible(table(tiles=75, used=("ox",)))] == [
        "too_many_tiles"
    ]
