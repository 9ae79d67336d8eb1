"""Pyramidion: cards laid face down by all, contests, a boat paid part by part."""

from typing import Any

import pytest

from companion.kernel import (
    DONE,
    UNKNOWN,
    Change,
    begin,
    carry_out,
    changes,
    completions,
    how_many,
    legal,
    lying_at,
    maker,
    ticks,
)
from tests.slices.pyramidion_slice import GAME
from tests.slices.pyramidion_slice.boats import Load, PassLoad
from tests.slices.pyramidion_slice.game import Situation
from tests.slices.pyramidion_slice.position import Boat, Box, Face, Options, Position, SiteBoard
from tests.slices.pyramidion_slice.sites import Activate, Lay, Reveal
from tests.slices.table import accepted, composed, filled, lit, overruled, refused

RED, BLUE, YELLOW = SEATS = ("red", "blue", "yellow")
FACES = (
    Face("TB1", True, influence=3),
    Face("merchant", False, influence=2, haggling=1),
    *(Face(f"I{n}", False, influence=n) for n in range(1, 9)),
    *(Face(f"N{n}", False, negotiation=n) for n in range(1, 9)),
    *(Face(f"H{n}", False, haggling=n) for n in range(1, 9)),
)
PRODUCTS = {
    "THE": "camel",
    "ABU": "stone",
    "KAR": "urn",
    "ALE": "wood",
    "GIZ": "stonecutter",
    "LUX": "statue",
}
BOATS = (
    Boat("B1", 1, ("stone", "stone", "wood")),
    Boat("B2", 2, ("camel", "urn")),
    Boat("B3", 3, ("stonecutter",) * 5),
)


def table(*, minimum: int = 6, lay_at_once: bool = False, **situation: Any) -> Position:
    sites = tuple(SiteBoard(one, product, minimum, minimum) for one, product in PRODUCTS.items())
    options = Options(lay_at_once=lay_at_once)
    start = GAME.setup(SEATS, options, Box(sites, FACES, BOATS, 40))
    return GAME.arrange(start, Situation(**situation))


def contest(
    symbol: str, red: int, blue: int, yellow: int, **situation: Any
) -> tuple[Position, list[str]]:
    """All turn up what they laid; the position then, and how the three contests ended."""
    points = dict(zip(SEATS, (red, blue, yellow), strict=True))
    position = table(laid={seat: int(n > 0) for seat, n in points.items()}, **situation)
    happened: list[str] = []
    for seat, number in points.items():
        if number:
            position, happened = accepted(GAME, position, Reveal(seat, (f"{symbol}{number}",)))
    return position, [one for one in happened if "P50" not in one and "P28" not in one][:-1]


# Laying and revealing


def test_all_lay_in_turn_and_only_counts_are_seen() -> None:
    position, _ = accepted(GAME, table(), Activate("KAR"), RED)
    refused(GAME, position, Lay(BLUE, 3), "P29", by=BLUE)
    refused(GAME, position, Activate("ABU"), "P25")
    for seat, count in ((RED, 1), (BLUE, 3), (YELLOW, 0)):
        assert [one.seat for one in GAME.asked(position)] == [seat]
        position, happened = accepted(GAME, position, Lay(seat, count), seat)
        assert happened == ["laid P28"]
    assert GAME.layout(GAME.public(position))["laid:blue", "card"] == 3
    assert [one.seat for one in GAME.asked(position)] == [RED, BLUE]


def test_where_nobody_waits_all_are_asked_at_once_and_each_answers_for_himself() -> None:
    position = table(site="KAR", lay_at_once=True)
    assert [one.seat for one in GAME.asked(position)] == list(SEATS)
    assert maker(GAME, position, Lay(YELLOW, 2)) == YELLOW
    refused(GAME, position, Lay(YELLOW, 2), "P29", by=BLUE)
    position, _ = accepted(GAME, position, Lay(YELLOW, 2), YELLOW)
    refused(GAME, position, Lay(YELLOW, 1), "P29", "nothing_to_lay_at")
    moves = list(legal(GAME, position))
    assert len(moves) == len(set(moves)) == 20  # two seats, none to nine cards
    assert {maker(GAME, position, move) for move in legal(GAME, position, by=RED)} == {RED}
    assert begin(GAME, "lay", RED) == filled(GAME, "lay", RED)


def test_nobody_lays_more_than_is_in_hand() -> None:
    position = table(site="KAR", used={RED: ("TB1",)})
    assert lit(GAME, position, "lay", RED) == tuple(range(9))
    verdict = refused(GAME, position, Lay(RED, 9), "not_so_many_in_hand")
    assert verdict.faults[0].values == {"count": 9, "hand": 8}
    assert verdict.instead == (Lay(RED, 0), Lay(RED, 1), Lay(RED, 2))


def test_a_site_with_a_sundial_is_not_activated_again() -> None:
    position = table(done=("KAR",))
    refused(GAME, position, Activate("KAR"), "P22", by=BLUE)
    refused(GAME, position, Activate("ABU"), "P20", by=YELLOW)
    refused(GAME, position, Activate("XXX"), "no_such_site")
    assert "KAR" not in lit(GAME, position, "activate")


def test_as_many_cards_are_turned_up_as_were_laid_and_none_that_was_used() -> None:
    position = table(site="THE", laid=dict.fromkeys(SEATS, 2), used={BLUE: ("TB1",)})
    refused(GAME, position, Reveal(BLUE, ("TB1", "I1")), "P53")
    refused(GAME, position, Reveal(BLUE, ("TB1",)), "P28", "P53")
    refused(GAME, position, Reveal(RED, ("TB1", "TB1")), "P53")
    refused(GAME, position, Reveal(RED, ("nobody",)), "no_such_card")
    refused(GAME, position, Reveal(RED, ("I1",) * 10), "not_so_many_in_hand")
    assert "TB1" not in lit(GAME, position, "reveal", BLUE)
    assert "TB1" in lit(GAME, position, "reveal", RED)
    assert lit(GAME, position, "reveal", RED, "I1", "I2") == (DONE,)


def test_a_card_more_than_was_counted_comes_from_the_hand_when_the_table_insists() -> None:
    position = table(site="THE", laid=dict.fromkeys(SEATS, 1))
    move = Reveal(RED, ("I1", "I2"))
    refused(GAME, position, move, "P28")
    position, _ = overruled(GAME, position, carry_out(GAME, position, move))
    assert position.player(RED).hand == 7


def test_the_order_in_which_cards_are_turned_up_does_not_matter() -> None:
    position = table(site="THE", laid={RED: 1, BLUE: 1, YELLOW: 0})
    ends = set()
    for first, second in ((RED, BLUE), (BLUE, RED)):
        after, _ = accepted(GAME, position, Reveal(first, ("I7",)))
        refused(GAME, after, Reveal(first, ("I7",)), "turn", "nothing_to_turn_up")
        after, _ = accepted(GAME, after, Reveal(second, ("I7",)))
        ends.add(after.pieces)
    assert len(ends) == 1


def test_a_site_where_nobody_lays_is_cleared_at_once() -> None:
    position = table(site="THE", laid={RED: 0, BLUE: 0})
    position, happened = accepted(GAME, position, Lay(YELLOW, 0))
    assert happened[-1] == "cleared P53"
    assert GAME.asked(position)[0].seat == BLUE


def test_when_all_have_activated_twice_the_boats_are_loaded() -> None:
    done = ("THE", "ABU", "KAR", "ALE", "LUX")
    position = table(site="GIZ", done=done, laid={RED: 0, BLUE: 0})
    position, _ = accepted(GAME, position, Lay(YELLOW, 0))
    assert GAME.asked(position)[0].kinds == ("load", "pass_load")


# Contests; the first three are the examples of the manual


def test_more_influence_replaces_the_torturer_that_was_there() -> None:
    for minimum in (6, 7):
        position, ends = contest(
            "I", 4, 7, 2, site="THE", minimum=minimum, troops={"torturer:yellow": ("THE",)}
        )
        assert ends == ["sent_back P37", "placed P34"]
        assert position.troop("torturer", "THE") == BLUE
        assert how_many(position.pieces, "stock:yellow", "torturer:yellow") == 5
        assert how_many(position.pieces, "stock:blue", "torturer:blue") == 4


def test_the_leader_below_the_minimum_places_nothing_and_the_old_troop_stays() -> None:
    position, ends = contest("N", 5, 3, 0, site="ABU", troops={"negotiator:blue": ("ABU",)})
    assert ends == ["below_minimum P41"]
    assert position.troop("negotiator", "ABU") == BLUE


def test_a_tie_in_haggling_leaves_all_resources_where_they_are() -> None:
    position, ends = contest("H", 6, 2, 6, site="KAR", tokens={"KAR": 3})
    assert ends == ["haggling_tie P48"]
    assert position.tokens("KAR") == 3


@pytest.mark.parametrize(
    ("symbol", "points", "situation", "end", "troop"),
    [
        ("I", (4, 7, 2), {"minimum": 8, "troops": {"torturer:yellow": ("THE",)}},
         "below_minimum P35", YELLOW),
        ("I", (7, 7, 6), {"minimum": 5}, "tie P36", ""),
        ("I", (7, 7, 0), {"minimum": 5, "troops": {"torturer:blue": ("THE",)}}, "tie P36", BLUE),
        ("N", (7, 7, 0), {"minimum": 5}, "tie P42", ""),
        ("N", (0, 0, 6), {"minimum": 6}, "placed P40", YELLOW),
        ("I", (8, 0, 0), {"minimum": 5, "troops": {"torturer:red": ("THE",)}}, "stays P56", RED),
        (
            "I",
            (0, 8, 0),
            {
                "minimum": 5,
                "troops": {
                    "torturer:yellow": ("THE",),
                    "torturer:blue": ("ABU", "KAR", "ALE", "LUX", "LUX"),
                },
            },
            "no_troop_left P55",
            YELLOW,
        ),
    ],
)  # fmt: skip
def test_how_a_contest_for_a_troop_ends(
    symbol: str, points: tuple[int, int, int], situation: dict[str, Any], end: str, troop: str
) -> None:
    position, ends = contest(symbol, *points, site="THE", **situation)
    assert ends == [end]
    kind = "torturer" if symbol == "I" else "negotiator"
    assert position.troop(kind, "THE") == troop


def test_all_numbers_beside_a_symbol_count_whatever_the_card() -> None:
    position = table(site="THE", laid={RED: 2, BLUE: 0, YELLOW: 1})
    position, _ = accepted(GAME, position, Reveal(RED, ("merchant", "I3")))
    assert position.totals("influence")[RED] == 5
    assert position.totals("haggling")[RED] == 1


@pytest.mark.parametrize(("points", "tokens", "got"), [(1, 4, 4), (5, 0, 0)])
def test_who_haggles_most_takes_everything_there_is(points: int, tokens: int, got: int) -> None:
    position, ends = contest("H", points, 0, 0, site="KAR", tokens={"KAR": tokens})
    assert ends == ["takes_all P46"]
    assert position.store(RED)["urn"] == got


def test_nobody_wins_with_nothing() -> None:
    position = table(site="KAR", tokens={"KAR": 4}, laid={RED: 0, BLUE: 0})
    position, happened = accepted(GAME, position, Lay(YELLOW, 0))
    assert [one for one in happened if "P50" in one] == [
        "no_points P50",
        "no_points P50",
        "nobody_haggles P50",
    ]
    assert position.tokens("KAR") == 4


def test_torturer_and_negotiator_share_a_site() -> None:
    position, _ = contest("N", 0, 6, 0, site="THE", troops={"torturer:red": ("THE",)})
    assert (position.troop("torturer", "THE"), position.troop("negotiator", "THE")) == (RED, BLUE)


# Boats


RICH = {"stone": 3, "wood": 2, "camel": 2, "statue": 2}


def loading(store: dict[str, int], **situation: Any) -> Position:
    return table(turn=RED, stores={RED: store}, **situation)


def test_an_exact_payment_loads_the_boat_and_it_lies_face_down() -> None:
    position = loading(RICH)
    after, happened = accepted(GAME, position, Load("B1", ("stone", "stone", "wood")), RED)
    assert happened == ["paid P66", "paid P66", "loaded P66"]
    assert after.player(RED).boats == ("B1",)
    assert GAME.public(after).player(RED).boats == (UNKNOWN,)
    assert GAME.seen_by(after, RED).player(RED).boats == ("B1",)
    assert changes(GAME.layout(GAME.public(position)), GAME.layout(GAME.public(after))) == (
        Change("stone", 2, "store:red", "supply"),
        Change("wood", 1, "store:red", "supply"),
        Change("boat=?", 1, "display", "boats:red"),
    )
    assert GAME.asked(after)[0].seat == BLUE


def test_a_statue_stands_in_for_anything_and_nothing_else_does() -> None:
    position = loading(RICH)
    accepted(GAME, position, Load("B1", ("stone", "stone", "statue")))
    verdict = refused(GAME, position, Load("B1", ("stone", "stone", "camel")), "P68")
    assert verdict.faults[0].values == {"surplus": ("camel",), "missing": ("wood",)}
    assert Load("B1", ("stone", "stone", "wood")) in verdict.instead
    refused(GAME, position, Load("B1", ("stone", "stone", "stone")), "P68")


def test_paying_too_much_or_too_little_is_refused_with_the_difference() -> None:
    position = loading(RICH)
    over = refused(GAME, position, Load("B1", ("stone", "stone", "stone", "wood")), "P67")
    assert over.faults[0].values == {"paid": 4, "ordered": 3, "difference": 1}
    assert Load("B1", ("stone", "stone", "wood")) in over.instead
    under = refused(GAME, position, Load("B1", ("stone",)), "P67")
    assert under.faults[0].values == {"paid": 1, "ordered": 3, "difference": 2}
    assert Load("B1", ("stone", "stone", "wood")) in under.instead
    refused(GAME, position, Load("B1", ("stone", "stone", "wood", "statue")), "P67")


def test_only_what_can_still_become_exact_lights_up() -> None:
    position = loading({"stone": 3, "wood": 1, "camel": 2, "statue": 1})
    assert lit(GAME, position, "load") == ("B1", "B2")
    assert lit(GAME, position, "load", "B1") == ("stone", "wood", "statue")
    assert lit(GAME, position, "load", "B1", "statue") == ("stone", "wood")
    assert lit(GAME, position, "load", "B1", "statue", "stone") == ("stone", "wood")
    assert lit(GAME, position, "load", "B1", "stone", "stone") == ("wood", "statue")
    assert lit(GAME, position, "load", "B1", "stone", "wood", "stone") == (DONE,)


def test_a_boat_that_cannot_be_paid_does_not_light_up() -> None:
    assert lit(GAME, loading({"stone": 2}), "load") == ()
    assert lit(GAME, loading({"stone": 2}, troops={"torturer:red": ("ALE",)}), "load") == ("B1",)
    verdict = refused(GAME, loading({"stone": 2}), Load("B1", ("stone", "stone")), "P67")
    assert verdict.instead == (PassLoad(),)


def test_whatever_lights_up_leads_to_an_exact_payment() -> None:
    position = loading({"stone": 2, "wood": 1, "statue": 2}, troops={"torturer:red": ("ALE",)})
    moves = list(completions(GAME, GAME.public(position), filled(GAME, "load", "B1")))
    assert len(moves) == len(set(moves)) > 6
    for move in moves:
        accepted(GAME, position, move)


def test_an_own_unused_torturer_pays_what_its_site_produces_and_stays() -> None:
    position = loading({"stone": 2}, troops={"torturer:red": ("ALE",), "torturer:blue": ("ABU",)})
    move = composed(GAME, "load", "B1", "stone", "stone", "ALE", DONE)
    after, happened = accepted(GAME, position, move)
    assert happened == ["paid P66", "torturer_used P69", "loaded P66"]
    assert after.tired == ("ALE",)
    assert after.troop("torturer", "ALE") == RED
    refused(GAME, position, Load("B1", ("stone", "stone", "KAR")), "P68", "P69")
    refused(GAME, position, Load("B1", ("stone", "ABU", "ALE")), "P69")
    refused(GAME, position, Load("B1", ("stone", "ALE", "ALE")), "P68", "P70")
    tired = loading({"stone": 2}, troops={"torturer:red": ("ALE",)}, tired=("ALE",))
    verdict = refused(GAME, tired, Load("B1", ("stone", "stone", "ALE")), "P70")
    assert verdict.faults[0].values == {"sites": ("ALE",)}


def test_the_wood_of_a_torturer_cannot_be_kept() -> None:
    position = loading({"stone": 2, "wood": 1}, troops={"torturer:red": ("ALE",)})
    refused(GAME, position, Load("B1", ("stone", "stone", "wood", "ALE")), "P67")


def test_a_torturer_on_a_statue_site_yields_a_joker() -> None:
    position = loading({"stone": 2}, troops={"torturer:red": ("LUX",)})
    accepted(GAME, position, Load("B1", ("stone", "stone", "LUX")))


def test_nobody_pays_with_what_he_has_not() -> None:
    position = loading({"stone": 1, "wood": 1})
    verdict = refused(GAME, position, Load("B1", ("stone", "stone", "wood")), "not_in_store")
    assert verdict.faults[0].values == {"kinds": ("stone",)}
    refused(GAME, position, Load("B9", ()), "not_on_display")


def test_the_ticked_list_shows_an_unfinished_payment_as_open() -> None:
    draft = filled(GAME, "load", "B1", "stone", "stone")
    states = {one.clause: one.state for one in ticks(GAME, loading(RICH), draft)}
    assert states["P67"] == "open"
    draft = filled(GAME, "load", "B1", "stone", "stone", "stone")
    broken = {one.clause: one for one in ticks(GAME, loading(RICH), draft)}["P67"]
    assert (broken.state, broken.values["paid"]) == ("broken", 3)


def test_an_overruled_payment_is_paid_as_far_as_it_goes() -> None:
    position = loading({"stone": 1})
    position, _ = overruled(GAME, position, carry_out(GAME, position, Load("B1", ("stone",))))
    assert position.player(RED).boats == ("B1",)
    assert not lying_at(position.pieces, "store:red")
    with pytest.raises(ValueError, match="not_in_store"):
        carry_out(GAME, position, Load("B2", ("urn",)))


def test_loading_ends_when_all_pass_in_a_row() -> None:
    position = loading(RICH)
    refused(GAME, position, PassLoad(), "P65", by=BLUE)
    for seat in SEATS:
        position, happened = accepted(GAME, position, PassLoad(), seat)
        assert happened == ["passed P73"]
    assert GAME.asked(position) == ()
    refused(GAME, position, PassLoad(), "phase")
