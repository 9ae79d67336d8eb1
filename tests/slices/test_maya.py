"""Maya: stones awarded, deductions assigned, markers used at once, bonus stones that cascade."""

import pytest

from companion.kernel import DONE, TABLE, carry_out, lying_at
from tests.slices.maya_slice import GAME
from tests.slices.maya_slice.game import Situation
from tests.slices.maya_slice.position import Box, Options, Position, QuarryBoard
from tests.slices.maya_slice.pyramids import Build
from tests.slices.maya_slice.quarries import (
    AssignMinus3,
    Decline,
    Reveal,
    UseAdd,
    UseShield,
    WaiveMinus3,
)
from tests.slices.table import accepted, composed, lit, overruled, refused

QUARRIES = (
    QuarryBoard(4, (3, 1), "SHIELD"),
    QuarryBoard(5, (4, 3, 1), "PLUS2"),
    QuarryBoard(5, (5, 3, 1), "ADD"),
    QuarryBoard(7, (2, 1), "START"),
)
PYRAMIDS = ((4, 3, 2, 1), (3, 2, 1), (4, 3, 2), (3, 2, 2))
ALL_LEVEL_1_FULL = {
    "P1.L1": {"A": 2, "B": 2},
    "P2.L1": {"B": 3},
    "P3.L1": {"A": 2, "C": 2},
    "P4.L1": {"B": 2, "C": 1},
}


def table(situation: Situation, pyramids: tuple[tuple[int, ...], ...] = PYRAMIDS) -> Position:
    start = GAME.setup(("A", "B", "C"), Options(), Box(QUARRIES, pyramids))
    return GAME.arrange(start, situation)


def lying(position: Position, place: str) -> dict[str, int]:
    """The stones at a place, by colour."""
    stones = lying_at(position.pieces, place).items()
    return {piece.removeprefix("stone:"): count for piece, count in stones}


def awarded(position: Position) -> dict[str, int]:
    return {seat: n for seat in "ABC" if (n := position.count(f"awarded:{seat}"))}


def at_q2(*cards: str, start: str = "A", shields: tuple[str, ...] = ()) -> Position:
    return table(Situation(start=start, laid={"Q2": cards}, done=("Q1",), shields={"Q2": shields}))


# Awards


def test_a_tie_goes_to_who_laid_first_and_the_reason_is_told() -> None:
    position, happened = accepted(
        GAME, at_q2("Blow", "Clow", "Ahigh", "Blow"), Reveal("Q2", (3, 5, 7, 4)), TABLE
    )
    assert awarded(position) == {"B": 4, "A": 3, "C": 1}
    assert happened == [
        "revealed Y19",
        "tie_earlier_card Y25",
        "awarded Y28",
        "awarded Y28",
        "awarded Y28",
        "marker_won Y30",
    ]
    assert GAME.asked(position)[0].values == {"quarry": "Q3"}


def test_who_is_pulled_below_one_point_gets_no_rank_and_the_spare_group_lapses() -> None:
    position, _ = accepted(
        GAME, at_q2("A4", "B7", "C-3", "A4", start="C"), Reveal("Q2", (4, 7, -3, 4))
    )
    position, happened = accepted(GAME, position, AssignMinus3("A"), "C")
    assert awarded(position) == {"B": 4, "A": 3}
    assert happened == [
        "minus3 Y21",
        "too_few_points Y27",
        "awarded Y28",
        "awarded Y28",
        "groups_lapse Y29",
        "marker_won Y30",
    ]


def three_at_q3() -> Position:
    laid = {"Q3": ("A5", "B8", "C6", "A-3", "B-3")}
    position, _ = accepted(
        GAME, table(Situation(laid=laid, done=("Q1", "Q2"))), Reveal("Q3", (5, 8, 6, -3, -3))
    )
    return position


@pytest.mark.parametrize(
    ("by_a", "by_b", "stones"),
    [("B", "A", {"C": 5, "B": 3, "A": 1}), ("C", "C", {"B": 5, "A": 3})],
)
def test_every_owner_of_a_minus_3_names_somebody(
    by_a: str, by_b: str, stones: dict[str, int]
) -> None:
    position, _ = accepted(GAME, three_at_q3(), AssignMinus3(by_a), "A")
    assert [one.seat for one in GAME.asked(position)] == ["B"]
    position, _ = accepted(GAME, position, AssignMinus3(by_b), "B")
    assert awarded(position) == stones


def test_the_owners_are_asked_in_turn_from_the_start_player() -> None:
    verdict = refused(GAME, three_at_q3(), AssignMinus3("A"), "Y21", by="B")
    assert verdict.faults[0].values == {"asked": ("A",)}
    assert verdict.instead == ()  # nothing is asked of B
    refused(GAME, three_at_q3(), Reveal("Q4", ()), "Y21")


def test_a_shield_keeps_a_minus_3_off_and_nobody_else_is_left_to_name() -> None:
    position, _ = accepted(GAME, at_q2("A4", "B7", "B-3", shields=("A",)), Reveal("Q2", (4, 7, -3)))
    verdict = refused(GAME, position, AssignMinus3("A"), "Y24")
    assert verdict.instead == (AssignMinus3("B"), WaiveMinus3())
    accepted(GAME, position, AssignMinus3("B"))
    position, happened = accepted(GAME, position, WaiveMinus3())
    assert happened[0] == "minus3_lapses Y23"
    assert awarded(position) == {"B": 4, "A": 3}


def test_only_who_has_a_card_there_can_be_named_and_somebody_must_be() -> None:
    position, _ = accepted(GAME, at_q2("A4", "B7", "B-3"), Reveal("Q2", (4, 7, -3)))
    refused(GAME, position, AssignMinus3("C"), "Y22")
    assert refused(GAME, position, WaiveMinus3(), "Y23").faults[0].values == {"could": ("A",)}
    assert lit(GAME, position, "assign_minus3") == ("A", "B")


def test_a_minus_3_that_the_table_lets_hit_an_absent_player_hits_nobody() -> None:
    position, _ = accepted(GAME, at_q2("A4", "B7", "B-3"), Reveal("Q2", (4, 7, -3)))
    position, _ = overruled(GAME, position, carry_out(GAME, position, AssignMinus3("C")))
    assert awarded(position) == {"B": 4, "A": 3}


def test_an_empty_quarry_keeps_its_marker() -> None:
    _, happened = accepted(GAME, at_q2(), Reveal("Q2", ()))
    assert happened == ["revealed Y19", "groups_lapse Y29", "marker_stays Y31"]


def test_a_short_supply_gives_what_is_there() -> None:
    situation = Situation(
        laid={"Q2": ("A4",)}, done=("Q1",), stones={"P1.L1": {"A": 4}, "stock:A": {"A": 22}}
    )
    position, happened = accepted(GAME, table(situation), Reveal("Q2", (4,)))
    assert awarded(position) == {"A": 2}
    assert "awarded Y32" in happened


# Reveals


def test_quarries_are_awarded_from_right_to_left() -> None:
    position = table(Situation(laid={"Q2": ("A4",), "Q3": ("B5",)}, done=("Q1",)))
    verdict = refused(GAME, position, Reveal("Q3", (5,)), "Y18")
    assert verdict.faults[0].values == {"next": "Q2"}


def test_a_value_that_the_back_the_hand_or_an_earlier_entry_contradicts_is_no_reveal() -> None:
    laid = {"Q1": ("A4", "A4"), "Q2": ("Alow", "Bhigh", "C5")}
    position = table(Situation(laid=laid, done=("Q1",)))
    refused(GAME, position, Reveal("Q2", (4, 6, 5)), "not_in_one_hand")
    refused(GAME, position, Reveal("Q2", (3, 5, 5)), "back_says_otherwise")
    refused(GAME, position, Reveal("Q2", (3, 6, 4)), "entered_otherwise")
    verdict = refused(GAME, position, Reveal("Q2", (3, 6)), "as_many_as_lie_there")
    assert verdict.faults[0].values == {"cards": 3, "told": 2}
    refused(GAME, position, Reveal("Q9", ()), "no_such_quarry")
    refused(GAME, position, Reveal("Q1", (4, 4)), "already_revealed")


def test_only_values_that_the_backs_allow_light_up_and_the_list_ends_with_the_cards() -> None:
    position = at_q2("Alow", "Bhigh")
    assert lit(GAME, position, "reveal") == ("Q2",)
    assert lit(GAME, position, "reveal", "Q2") == (3, 4, 5)
    assert lit(GAME, position, "reveal", "Q2", 4) == (6, 7, 8, -3)
    assert lit(GAME, position, "reveal", "Q2", 4, -3) == (DONE,)
    assert composed(GAME, "reveal", "Q2", "4", "-3", DONE) == Reveal("Q2", (4, -3))


# Markers used at once


def winner_of_add(stones: dict[str, dict[str, int]]) -> Position:
    laid = {"Q3": ("A5",), "Q4": ("B4",)}
    situation = Situation(laid=laid, done=("Q1", "Q2"), stones=stones)
    position, happened = accepted(GAME, table(situation), Reveal("Q3", (5,)))
    assert happened[-1] == "marker_won Y30"
    return position


def test_a_marker_is_used_before_the_next_quarry_is_revealed() -> None:
    position = winner_of_add({})
    assert GAME.asked(position)[0].seat == "A"
    verdict = refused(GAME, position, Reveal("Q4", (4,)), "Y33")
    assert verdict.faults[0].values == {"asked": ("A",)}


def test_an_added_stone_that_fills_a_level_brings_its_bonus_stone() -> None:
    position = winner_of_add({"P2.L1": {"A": 1, "B": 1}})
    position, happened = accepted(GAME, position, UseAdd("P2.L1"))
    assert happened == ["added Y36", "bonus Y81"]
    assert lying(position, "P2.L1") == {"A": 2, "B": 1}
    assert lying(position, "P2.L2") == {"A": 1}
    assert GAME.asked(position)[0].values == {"quarry": "Q4"}


def test_a_stone_is_added_on_a_lowest_level_with_room_or_not_at_all() -> None:
    position = winner_of_add(ALL_LEVEL_1_FULL)
    refused(GAME, position, UseAdd("P3.L2"), "Y39a")
    assert refused(GAME, position, UseAdd("P1.L1"), "Y39b").instead == (Decline(),)
    assert lit(GAME, position, "use_add") == ()
    position, happened = accepted(GAME, position, Decline())
    assert happened == ["marker_lapses Y35"]


def test_a_stone_that_is_not_there_cannot_be_added() -> None:
    position = winner_of_add({"stock:A": {"A": 23}})
    refused(GAME, position, UseAdd("P1.L1"), "supply_empty")


def test_a_declined_marker_is_gone() -> None:
    position, _ = accepted(GAME, winner_of_add({}), Decline())
    refused(GAME, position, UseAdd("P1.L1"), "Y35", "no_add_to_use")
    refused(GAME, position, Decline(), "phase", "nothing_to_decline")
    building = table(Situation(turn="A", stones={"stock:A": {"A": 1}}))
    refused(GAME, building, UseAdd("P1.L1"), "Y35", "no_add_to_use")


def test_the_shield_goes_where_covered_cards_lie_and_cannot_be_declined() -> None:
    laid = {"Q1": ("A4",), "Q2": ("B4", "A5")}
    position, _ = accepted(GAME, table(Situation(laid=laid)), Reveal("Q1", (4,)))
    refused(GAME, position, Decline(), "Y33", "Y34")
    verdict = refused(GAME, position, UseShield("Q3"), "Y45")
    assert verdict.instead == (UseShield("Q2"),)
    position, happened = accepted(GAME, position, UseShield("Q2"))
    assert happened == ["shielded Y45"]
    assert position.quarries[1].shields == ("A",)
    assert GAME.layout(position)["Q2", "marker:SHIELD"] == 1
    position, _ = accepted(GAME, position, Reveal("Q2", (4, 5)))
    assert GAME.layout(position)["spent", "marker:SHIELD"] == 1


def test_a_shield_without_a_quarry_to_put_it_lapses() -> None:
    position, happened = accepted(GAME, table(Situation(laid={"Q1": ("A4",)})), Reveal("Q1", (4,)))
    assert happened[-1] == "marker_lapses Y46"
    assert GAME.asked(position)[0].seat == TABLE


# Building and bonus stones


def builder(
    seat: str,
    stones: dict[str, dict[str, int]],
    pyramids: tuple[tuple[int, ...], ...] = PYRAMIDS,
) -> Position:
    stones = {**stones, f"stock:{seat}": {seat: 1}}
    return table(Situation(turn=seat, stones=stones), pyramids)


def test_the_bonus_stone_goes_to_the_leader_not_to_who_filled_the_level() -> None:
    position, happened = accepted(GAME, builder("B", {"P2.L1": {"A": 2}}), Build("P2.L1"))
    assert happened == ["built Y60", "bonus Y81", "all_built Y89"]
    assert lying(position, "P2.L2") == {"A": 1}
    assert position.count("supply", "A") == 25


@pytest.mark.parametrize(
    ("seat", "stones", "level", "why"),
    [
        ("B", {"P1.L1": {"A": 2, "B": 1}}, "P1.L1", "no_bonus_tie Y82"),
        ("A", {"P2.L1": {"A": 2}, "P2.L2": {"B": 1}}, "P2.L1", "no_bonus_occupied Y84"),
        ("B", {"P2.L1": {"A": 2}, "stock:A": {"A": 26}}, "P2.L1", "no_bonus_supply Y87"),
    ],
)
def test_no_bonus_stone_and_why(
    seat: str, stones: dict[str, dict[str, int]], level: str, why: str
) -> None:
    _, happened = accepted(GAME, builder(seat, stones), Build(level))
    assert happened[:2] == ["built Y60", why]


def test_a_full_top_level_brings_no_bonus_stone() -> None:
    full = {
        f"P{pyramid}.L{height}": {"C": spaces}
        for pyramid, levels in enumerate(PYRAMIDS, 1)
        for height, spaces in enumerate(levels[:3], 1)
    }
    full |= {"P4.L1": {"A": 1, "C": 2}, "P4.L2": {"A": 1, "C": 1}, "P4.L3": {"A": 1}}
    _, happened = accepted(GAME, builder("A", full), Build("P4.L3"))
    assert happened == ["built Y60", "no_bonus_top Y85", "all_built Y89"]


def test_a_bonus_stone_that_fills_a_level_of_one_space_brings_the_next() -> None:
    towers = ((3, 1, 1, 2), *PYRAMIDS[1:])
    position, happened = accepted(GAME, builder("A", {"P1.L1": {"A": 2}}, towers), Build("P1.L1"))
    assert happened == ["built Y60", "bonus Y81", "bonus Y81", "bonus Y81", "all_built Y89"]
    assert [lying(position, f"P1.L{height}") for height in (2, 3, 4)] == [{"A": 1}] * 3


def test_a_cascade_ends_at_the_top_with_the_reason() -> None:
    tower = ((3, 1, 1), *PYRAMIDS[1:])
    _, happened = accepted(GAME, builder("A", {"P1.L1": {"A": 2}}, tower), Build("P1.L1"))
    assert happened == [
        "built Y60",
        "bonus Y81",
        "bonus Y81",
        "no_bonus_top Y85",
        "all_built Y89",
    ]


def test_gate_presence_and_room_are_all_told_at_once() -> None:
    stones = {"P1.L1": {"B": 3}, "P1.L2": {"B": 3}}
    verdict = refused(GAME, builder("A", stones), Build("P1.L2"), "Y61", "Y62", "Y63")
    assert verdict.faults[1].values["unfilled"] == ("P1.L1", "P2.L1", "P3.L1", "P4.L1")
    assert verdict.faults[2].values == {"seat": "A", "absent": ("P1.L1",)}
    assert len(verdict.instead) == 3
    refused(GAME, builder("A", {}), Build("P9.L1"), "no_such_level")


def test_a_level_the_table_lets_overflow_brings_no_bonus_stone() -> None:
    position = builder("A", {"P2.L1": {"B": 3}})
    _, happened = overruled(GAME, position, carry_out(GAME, position, Build("P2.L1")))
    assert happened == ["built Y60", "all_built Y89"]


def test_the_next_builder_is_the_next_with_stones() -> None:
    stones = {"stock:A": {"A": 2}, "stock:C": {"C": 1}}
    position = table(Situation(turn="A", stones=stones))
    refused(GAME, position, Build("P1.L1"), "Y60", by="C")
    position, happened = accepted(GAME, position, Build("P1.L1"), "A")
    assert happened == ["built Y60", "next_turn Y60"]
    assert GAME.asked(position)[0].seat == "C"
    position, _ = accepted(GAME, position, Build("P1.L1"), "C")
    position, _ = accepted(GAME, position, Build("P1.L1"), "A")
    assert GAME.asked(position) == ()
