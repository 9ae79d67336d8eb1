"""What is printed: on the practice board, and what a board that is told is held to."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.maya import box as boards
from companion.games.maya.box import (
    Board,
    Box,
    LevelBoard,
    practice,
    wrong,
)
from companion.kernel import Fault
from tests.games.maya.vectors import at_start, situated

QUARRIES = {
    "Q1": (4, (3, 1), "SHIELD"),
    "Q2": (5, (4, 3, 1), "PLUS2"),
    "Q3": (5, (5, 3, 1), "ADD"),
    "Q4": (7, (2, 1), "START"),
    "Q5": (4, (2, 1), "MOVE"),
    "Q6": (5, (3, 2), "FREEPASS"),
    "Q7": (6, (3, 2, 1), "FREEDOUBLE"),
}
"""Cards, stones by rank, marker."""

LEVELS = {
    "P1.L1": (4, 3, 1),
    "P1.L2": (3, 4, 2),
    "P1.L3": (2, 6, 3),
    "P1.L4": (1, 9, 4),
    "P2.L1": (3, 2, 1),
    "P2.L2": (2, 4, 2),
    "P2.L3": (1, 7, 3),
    "P3.L1": (4, 3, 1),
    "P3.L2": (3, 5, 2),
    "P3.L3": (2, 8, 4),
    "P4.L1": (3, 3, 1),
    "P4.L2": (2, 5, 3),
    "P4.L3": (2, 8, 4),
}
"""Spaces, gold of the first, gold of the second."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_practice_board_is_the_one_that_people_practised_on(seats: int) -> None:
    position = situated(at_start(seats), {"practice": True})
    quarries = {one.id: position.printed(one.id) for one in position.quarries}
    assert {at: (one.limit, one.stones, one.marker) for at, one in quarries.items()} == QUARRIES
    levels = {at: position.level(at) for at in position.levels()}
    assert {at: (one.spaces, one.first, one.second) for at, one in levels.items()} == LEVELS
    assert [position.marker_at(marker) for _, _, marker in QUARRIES.values()] == list(QUARRIES)
    assert position.board.confirmed and wrong(position.board) == ()


@pytest.mark.parametrize(
    ("seats", "pyramids"),
    [
        (2, ("chichen_itza", "copan", "uxmal", "palenque")),
        (3, ("chichen_itza", "copan", "uxmal", "palenque")),
        (4, ("tikal", "copan", "uxmal", "palenque")),
        (5, ("tikal", "chichen_itza", "copan", "uxmal")),
    ],
)
def test_the_pyramids_in_play_are_those_the_sources_name(
    seats: int, pyramids: tuple[str, ...]
) -> None:
    board = Box().board(seats)
    assert tuple(one.name for one in board.pyramids) == pyramids
    assert (board.players, board.quarries, board.confirmed) == (seats, (), False)


def quarry(**changes: Any) -> Board:
    """The practice board with another third quarry."""
    board = practice(3)
    one = replace(board.quarries[2], **changes)
    return replace(board, quarries=(*board.quarries[:2], one, *board.quarries[3:]))


def pyramid(*levels: tuple[int, int, int]) -> Board:
    """The practice board with another second pyramid."""
    board = practice(3)
    one = replace(board.pyramids[1], levels=tuple(LevelBoard(*level) for level in levels))
    return replace(board, pyramids=(board.pyramids[0], one, *board.pyramids[2:]))


@pytest.mark.parametrize(
    ("odd", "board", "where"),
    [
        (boards.odd_limits, quarry(limit=3), ("Q3",)),
        (boards.odd_limits, quarry(limit=4), ()),
        (boards.odd_limits, quarry(limit=7), ()),
        (boards.odd_limits, quarry(limit=8), ("Q3",)),
        (boards.odd_groups, quarry(stones=(3,)), ("Q3",)),
        (boards.odd_groups, quarry(stones=(3, 3)), ()),
        (boards.odd_groups, quarry(stones=(4, 3, 2, 1)), ()),
        (boards.odd_groups, quarry(stones=(5, 4, 3, 2, 1)), ("Q3",)),
        (boards.odd_groups, quarry(stones=(2, 3)), ("Q3",)),
        (boards.without_marker, quarry(marker="NONE"), ("Q3",)),
        (boards.without_marker, quarry(), ()),
        (boards.odd_heights, pyramid((8, 2, 1), (2, 4, 2)), ("P2",)),
        (boards.odd_heights, pyramid(*[(8, 2, 1)] * 3), ()),
        (boards.odd_heights, pyramid(*[(8, 2, 1)] * 4), ()),
        (boards.odd_heights, pyramid(*[(8, 2, 1)] * 5), ("P2",)),
        (boards.odd_gold, pyramid((8, 2, 2)), ("P2.L1",)),
        (boards.odd_gold, pyramid((8, 2, 1), (7, 2, 1)), ()),
        (boards.odd_gold, pyramid((8, 3, 1), (7, 2, 1)), ("P2.L2",)),
        (boards.odd_gold, pyramid((8, 2, 1), (7, 4, 2), (6, 3, 2)), ("P2.L3",)),
    ],
)
def test_whatever_is_odd_about_a_board_is_asked_about(
    odd: Callable[[Board], tuple[str, ...]], board: Board, where: tuple[str, ...]
) -> None:
    assert odd(board) == where


@pytest.mark.parametrize(
    ("levels", "where"),
    [
        (((6, 2, 1), (6, 3, 2)), ("P2.L1",)),
        (((7, 2, 1), (7, 3, 2)), ()),
        (((10, 2, 1), (9, 3, 2), (9, 4, 3)), ()),
        (((11, 2, 1),), ("P2.L1",)),
        (((8, 2, 1), (9, 3, 2)), ("P2.L2",)),
        (((8, 2, 1), (7, 3, 2), (8, 4, 2)), ("P2.L3",)),
    ],
)
def test_a_level_wider_than_the_one_below_is_asked_about(
    levels: tuple[tuple[int, int, int], ...], where: tuple[str, ...]
) -> None:
    # The practice board is smaller than any printed one.
    small = ("P1.L1", "P3.L1", "P4.L1")
    assert boards.odd_spaces(pyramid(*levels)) == tuple(sorted((*small, *where)))


@pytest.mark.parametrize(
    ("board", "faults"),
    [
        (practice(3), []),
        (
            replace(practice(3), pyramids=practice(3).pyramids[:3]),
            [Fault("not_four_pyramids", {"count": 3, "most": 4})],
        ),
        (pyramid(), [Fault("pyramid_untold", {"pyramid": "P2"})]),
        (replace(practice(3), quarries=()), [Fault("quarries_untold")]),
        (quarry(stones=()), [Fault("no_stones_printed", {"quarry": "Q3"})]),
        (quarry(marker="SHIELD"), [Fault("marker_twice", {"marker": "SHIELD"})]),
    ],
)
def test_nobody_plays_on_an_impossible_board(board: Board, faults: list[Fault]) -> None:
    assert list(wrong(board)) == faults
