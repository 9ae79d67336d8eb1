"""The board profile: what one copy has printed on its boards, told once for each number of players.

No source tells these numbers, so none is built in. The practice board is made up, and says so
wherever it shows.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Annotated, Literal

import msgspec

from companion.games.maya.tokens import level_token, numbers
from companion.kernel import Fault

Limit = Annotated[int, msgspec.Meta(title="limit", ge=1, le=12)]
Group = Annotated[int, msgspec.Meta(title="stones", ge=1, le=12)]
Spaces = Annotated[int, msgspec.Meta(title="spaces", ge=1, le=20)]
Coins = Annotated[int, msgspec.Meta(title="gold", ge=0, le=40)]
Text = Annotated[str, msgspec.Meta(title="text", min_length=1, max_length=60)]

Blue = Literal["BLUE1", "BLUE2", "BLUE3", "BLUE4"]
Marker = Literal["SHIELD", "MOVE", "ADD", "START", "PLUS2", "FREEPASS", "FREEDOUBLE", Blue]
Printed = Literal[Marker, "NONE"]
"""What is pictured at a quarry. The blue ones are for the advanced game; the table applies them."""

PyramidName = Literal["tikal", "copan", "uxmal", "palenque", "chichen_itza"]
PracticeName = Literal["practice_1", "practice_2", "practice_3", "practice_4"]

PYRAMIDS = 4
"""How many pyramids are always in play."""

MOST_QUARRIES = 9
"""How many quarries can be told; more than seven are asked back about."""

MOST_LEVELS = 5
"""Levels that a pyramid can be told to have."""

BLUES = 4
"""Blue markers, which the advanced game has."""

MOST_GROUPS = 5
"""Groups of stones that a quarry can be told to have."""

IN_PLAY: dict[int, tuple[PyramidName, ...]] = {
    2: ("chichen_itza", "copan", "uxmal", "palenque"),
    3: ("chichen_itza", "copan", "uxmal", "palenque"),
    4: ("tikal", "copan", "uxmal", "palenque"),
    5: ("tikal", "chichen_itza", "copan", "uxmal"),
}
"""Which pyramids are in play by number of players (Dutch translation of the rule booklet)."""


class QuarryBoard(msgspec.Struct, frozen=True):
    """Printed at a quarry: the cards it takes, the stones of each rank, the marker beside it."""

    limit: Limit
    stones: Annotated[tuple[Group, ...], msgspec.Meta(max_length=MOST_GROUPS)]
    marker: Printed


class LevelBoard(msgspec.Struct, frozen=True):
    """Printed on a level: its spaces, the gold of the first and of the second."""

    spaces: Spaces
    first: Coins
    second: Coins


class PyramidBoard(msgspec.Struct, frozen=True):
    """A pyramid; its levels from the bottom."""

    name: PyramidName | PracticeName
    levels: Annotated[tuple[LevelBoard, ...], msgspec.Meta(max_length=MOST_LEVELS)] = ()


class Board(msgspec.Struct, frozen=True, dict=True):
    """The boards for one number of players. quarries: from right to left, as they are awarded.
    pyramids: from left to right. confirmed: whether all was read back."""

    players: Annotated[int, msgspec.Meta(ge=2, le=5)]
    quarries: Annotated[tuple[QuarryBoard, ...], msgspec.Meta(max_length=MOST_QUARRIES)] = ()
    pyramids: Annotated[tuple[PyramidBoard, ...], msgspec.Meta(max_length=PYRAMIDS)] = ()
    confirmed: bool = False

    @cached_property
    def levels(self) -> dict[str, LevelBoard]:
        """All levels with what is printed on them, the lowest of all pyramids first."""
        found = {
            level_token(number, height): level
            for number, pyramid in enumerate(self.pyramids, 1)
            for height, level in enumerate(pyramid.levels, 1)
        }
        return dict(sorted(found.items(), key=lambda one: (numbers(one[0])[1], one[0])))


class MarkerText(msgspec.Struct, frozen=True, order=True):
    """What the owners wrote down of a blue marker."""

    marker: Blue
    text: Text


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """What the owners told of their copy."""

    boards: Annotated[tuple[Board, ...], msgspec.Meta(max_length=len(IN_PLAY))] = ()
    texts: Annotated[tuple[MarkerText, ...], msgspec.Meta(max_length=BLUES)] = ()

    def board(self, players: int) -> Board:
        """The boards for that many players, as far as they were told."""
        for one in self.boards:
            if one.players == players:
                return one
        return bare(players)

    def text(self, marker: str) -> str:
        """What was written down of a blue marker, "" for nothing."""
        return next((one.text for one in self.texts if one.marker == marker), "")


@cache
def bare(players: int) -> Board:
    """Boards of which nothing was told but which pyramids are in play."""
    return Board(players, pyramids=tuple(map(PyramidBoard, IN_PLAY[players])))


def _pyramid(name: PracticeName, *levels: tuple[int, int, int]) -> PyramidBoard:
    return PyramidBoard(name, tuple(LevelBoard(*level) for level in levels))


@cache
def practice(players: int) -> Board:
    """The made-up board, to try the game without a box."""
    return Board(
        players,
        (
            QuarryBoard(4, (3, 1), "SHIELD"),
            QuarryBoard(5, (4, 3, 1), "PLUS2"),
            QuarryBoard(5, (5, 3, 1), "ADD"),
            QuarryBoard(7, (2, 1), "START"),
            QuarryBoard(4, (2, 1), "MOVE"),
            QuarryBoard(5, (3, 2), "FREEPASS"),
            QuarryBoard(6, (3, 2, 1), "FREEDOUBLE"),
        ),
        (
            _pyramid("practice_1", (4, 3, 1), (3, 4, 2), (2, 6, 3), (1, 9, 4)),
            _pyramid("practice_2", (3, 2, 1), (2, 4, 2), (1, 7, 3)),
            _pyramid("practice_3", (4, 3, 1), (3, 5, 2), (2, 8, 4)),
            _pyramid("practice_4", (3, 3, 1), (2, 5, 3), (2, 8, 4)),
        ),
        confirmed=True,
    )


# What a board may say (3.3 of the sources)


def wrong(board: Board) -> tuple[Fault, ...]:
    """What no board can be, or an empty tuple."""
    return tuple(_wrong(board))


def _wrong(board: Board) -> Iterator[Fault]:
    if len(board.pyramids) != PYRAMIDS:
        yield Fault("not_four_pyramids", {"count": len(board.pyramids), "most": PYRAMIDS})
    for number, pyramid in enumerate(board.pyramids, 1):
        if not pyramid.levels:
            yield Fault("pyramid_untold", {"pyramid": f"P{number}"})
    if not board.quarries:
        yield Fault("quarries_untold")
    for number, quarry in enumerate(board.quarries, 1):
        if not quarry.stones:
            yield Fault("no_stones_printed", {"quarry": f"Q{number}"})
    if twice := twice_used(board):
        yield Fault("marker_twice", {"marker": twice[0]})


def twice_used(board: Board) -> tuple[str, ...]:
    """Markers that belong to more than one quarry."""
    markers = [quarry.marker for quarry in board.quarries if quarry.marker != "NONE"]
    return tuple(dict.fromkeys(one for one in markers if markers.count(one) > 1))


def odd_limits(board: Board) -> tuple[str, ...]:
    """Quarries that take less than four or more than seven cards."""
    return _quarries(board, lambda quarry: not 4 <= quarry.limit <= 7)


def odd_groups(board: Board) -> tuple[str, ...]:
    """Quarries giving stones to fewer than two or more than four ranks, or more to later ones."""
    return _quarries(
        board,
        lambda quarry: (
            not 2 <= len(quarry.stones) <= 4
            or list(quarry.stones) != sorted(quarry.stones, reverse=True)
        ),
    )


def without_marker(board: Board) -> tuple[str, ...]:
    """Quarries without a marker."""
    return _quarries(board, lambda quarry: quarry.marker == "NONE")


def _quarries(board: Board, odd: Callable[[QuarryBoard], bool]) -> tuple[str, ...]:
    return tuple(f"Q{number}" for number, one in enumerate(board.quarries, 1) if odd(one))


def odd_heights(board: Board) -> tuple[str, ...]:
    """Pyramids that do not have three or four levels."""
    return tuple(
        f"P{number}"
        for number, one in enumerate(board.pyramids, 1)
        if len(one.levels) not in (3, 4)
    )


def odd_spaces(board: Board) -> tuple[str, ...]:
    """Lowest levels without seven to ten spaces, and levels wider than the one below."""
    return tuple(
        level_token(number, height)
        for number, pyramid in enumerate(board.pyramids, 1)
        for height, level in enumerate(pyramid.levels, 1)
        if (
            not 7 <= level.spaces <= 10
            if height == 1
            else level.spaces > pyramid.levels[height - 2].spaces
        )
    )


def odd_gold(board: Board) -> tuple[str, ...]:
    """Levels that pay the second as much as the first, or less than the level below."""
    return tuple(
        level_token(number, height)
        for number, pyramid in enumerate(board.pyramids, 1)
        for height, level in enumerate(pyramid.levels, 1)
        if level.second >= level.first
        or (height > 1 and level.first < pyramid.levels[height - 2].first)
    )
