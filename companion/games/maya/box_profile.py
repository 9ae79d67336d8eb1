"""The board profile: what the owners tell of their boards, once for each number of players.

Every line is a move like any other and can be told again. While a match is played on these boards,
numbers can be set right, but no quarry, level or marker can come or go.
"""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.maya import box as boards
from companion.games.maya.box import (
    MOST_GROUPS,
    Blue,
    Board,
    Box,
    Coins,
    Group,
    LevelBoard,
    Limit,
    MarkerText,
    Printed,
    PyramidName,
    QuarryBoard,
    Spaces,
    Text,
)
from companion.games.maya.opening import opened
from companion.games.maya.position import Position
from companion.games.maya.pyramids import AnyNeed
from companion.games.maya.tokens import LevelId, PyramidId, QuarryId, level_token, numbers
from companion.kernel import Move, MoveKind, fact, rule, telling

Groups = Annotated[tuple[Group, ...], msgspec.Meta(min_length=1, max_length=MOST_GROUPS)]

_LEVELS = tuple(level_token(n, h) for h in range(1, boards.MOST_LEVELS + 1) for n in (1, 2, 3, 4))
"""All levels there can be, the lowest of all pyramids first."""


class TellQuarry(Move, frozen=True, tag="tell_quarry"):
    """What is printed at a quarry: how many cards it takes, the stones of each rank, its marker."""

    quarry: QuarryId
    limit: Limit
    stones: Groups
    marker: Printed


class TellLevel(Move, frozen=True, tag="tell_level"):
    """What is printed on a level of a pyramid: its spaces, the gold of first and second."""

    level: LevelId
    spaces: Spaces
    first: Coins
    second: Coins


class NamePyramid(Move, frozen=True, tag="name_pyramid"):
    """Which pyramid lies there."""

    pyramid: PyramidId
    name: PyramidName


class NoteMarker(Move, frozen=True, tag="note_marker"):
    """What a blue marker does, in the owners' words; the table carries it out by corrections."""

    marker: Blue
    text: Text


class ConfirmBoard(Move, frozen=True, tag="confirm_board"):
    """All was read back and is as the boards show it."""


class ForgetBoard(Move, frozen=True, tag="forget_board"):
    """What was told of the boards for that many players is forgotten."""


def own_board(p: Position) -> Board:
    """The boards of the box for this number of players, also while practising."""
    return p.setup.box.board(len(p.setup.seats))


def _with_board(p: Position, board: Board) -> Position:
    box = p.setup.box
    if board == own_board(p):
        return p  # untold or told, it says the same
    others = (one for one in box.boards if one.players != board.players)
    told = tuple(sorted((*others, board), key=lambda one: one.players))
    return _with_box(p, replace(box, boards=told))


def _with_box(p: Position, box: Box) -> Position:
    return replace(p, setup=replace(p.setup, box=box))


def _told_quarry(p: Position, m: TellQuarry) -> Position:
    board, at = own_board(p), int(m.quarry[1:]) - 1
    printed = QuarryBoard(m.limit, m.stones, m.marker)
    quarries = (*board.quarries[:at], printed, *board.quarries[at + 1 :])
    return _with_board(p, replace(board, quarries=quarries, confirmed=False))


def _told_level(p: Position, m: TellLevel) -> Position:
    board = own_board(p)
    pyramid, height = numbers(m.level)
    one = board.pyramids[pyramid - 1]
    printed = LevelBoard(m.spaces, m.first, m.second)
    levels = (*one.levels[: height - 1], printed, *one.levels[height:])
    return _with_pyramid(p, pyramid, levels=levels)


def _with_pyramid(p: Position, number: int, **changes: Any) -> Position:
    board = own_board(p)
    pyramids = list(board.pyramids)
    pyramids[number - 1] = replace(pyramids[number - 1], **changes)
    return _with_board(p, replace(board, pyramids=tuple(pyramids), confirmed=False))


def _named(p: Position, m: NamePyramid) -> Position:
    return _with_pyramid(p, int(m.pyramid[1:]), name=m.name)


def _noted(p: Position, m: NoteMarker) -> Position:
    box = p.setup.box
    others = (one for one in box.texts if one.marker != m.marker)
    return _with_box(p, replace(box, texts=tuple(sorted((*others, MarkerText(m.marker, m.text))))))


def _confirmed(p: Position, m: ConfirmBoard) -> Position:
    p = _with_board(p, replace(own_board(p), confirmed=True))
    return opened(p) if p.phase == "profile" else p


def _forgotten(p: Position, m: ForgetBoard) -> Position:
    box = p.setup.box
    players = len(p.setup.seats)
    return _with_box(
        p, replace(box, boards=tuple(one for one in box.boards if one.players != players))
    )


def _in_use(p: Position) -> bool:
    """Whether a match is played on the boards of the box."""
    return p.phase != "profile" and not p.practice


def _same_quarry(p: Position, m: Any) -> bool:
    """Whether a quarry in use keeps its marker."""
    at = int(m.quarry[1:]) - 1
    quarries = own_board(p).quarries
    return not _in_use(p) or (at < len(quarries) and quarries[at].marker == m.marker)


def _odd(clause: str, found: Callable[[Board], tuple[str, ...]], name: str) -> AnyNeed:
    """What boards of this game are not known to show, but might."""
    return rule(
        clause,
        lambda p, m: not found(own_board(p)),
        lambda p, m: {name: found(own_board(p))},
    )


def _first_wrong(clause: str) -> AnyNeed:
    """What no board can be."""
    return fact(
        clause,
        lambda p, m: all(one.clause != clause for one in boards.wrong(own_board(p))),
        lambda p, m: next(one.values for one in boards.wrong(own_board(p)) if one.clause == clause),
    )


def _too_many(board: Board) -> tuple[str, ...]:
    return tuple(f"Q{number}" for number in range(8, len(board.quarries) + 1))


def _has_pyramid(number: Callable[[Any], int]) -> AnyNeed:
    """The board has the pyramid that a move tells of."""
    return fact(
        "not_four_pyramids",
        lambda p, m: number(m) <= len(own_board(p).pyramids),
        lambda p, m: {"count": len(own_board(p).pyramids), "most": boards.PYRAMIDS},
    )


KINDS: tuple[MoveKind[Position, Any], ...] = (
    telling(
        TellQuarry,
        _told_quarry,
        "quarry_told",
        "board_profile",
        lambda p, m: {
            "quarry": m.quarry,
            "limit": m.limit,
            "stones": m.stones,
            "marker": m.marker,
        },
        fact(
            "quarry_before",
            lambda p, m: int(m.quarry[1:]) <= len(own_board(p).quarries) + 1,
            lambda p, m: {"next": f"Q{len(own_board(p).quarries) + 1}"},
        ),
        fact("board_in_use", _same_quarry),
        candidates={
            "quarry": lambda p, m: (f"Q{n}" for n in range(1, boards.MOST_QUARRIES + 1)),
            "stones": lambda p, m: range(1, 13),
        },
    ),
    telling(
        TellLevel,
        _told_level,
        "level_told",
        "board_profile",
        lambda p, m: {
            "level": m.level,
            "spaces": m.spaces,
            "first": m.first,
            "second": m.second,
        },
        _has_pyramid(lambda m: numbers(m.level)[0]),
        fact(
            "level_before",
            lambda p, m: numbers(m.level)[1] <= _height(p, m) + 1,
            lambda p, m: {"next": level_token(numbers(m.level)[0], _height(p, m) + 1)},
        ),
        fact("board_in_use", lambda p, m: not _in_use(p) or numbers(m.level)[1] <= _height(p, m)),
        candidates={"level": lambda p, m: _LEVELS},
    ),
    telling(
        NamePyramid,
        _named,
        "pyramid_named",
        "board_profile",
        lambda p, m: {"pyramid": m.pyramid, "name": m.name},
        _has_pyramid(lambda m: int(m.pyramid[1:])),
        candidates={"pyramid": lambda p, m: ("P1", "P2", "P3", "P4")},
    ),
    telling(
        NoteMarker,
        _noted,
        "marker_noted",
        "board_profile",
        lambda p, m: {"marker": m.marker},
        candidates={"text": lambda p, m: filter(None, (p.setup.box.text(m.marker),))},
    ),
    telling(
        ConfirmBoard,
        _confirmed,
        "board_confirmed",
        "board_profile",
        lambda p, m: {"count": len(p.setup.seats)},
        _first_wrong("not_four_pyramids"),
        _first_wrong("pyramid_untold"),
        _first_wrong("quarries_untold"),
        _first_wrong("no_stones_printed"),
        _first_wrong("marker_twice"),
        _odd("board_limits", boards.odd_limits, "quarries"),
        _odd("board_groups", boards.odd_groups, "quarries"),
        _odd("board_markers", boards.without_marker, "quarries"),
        _odd("board_quarries", _too_many, "quarries"),
        _odd("board_heights", boards.odd_heights, "pyramids"),
        _odd("board_spaces", boards.odd_spaces, "levels"),
        _odd("board_gold", boards.odd_gold, "levels"),
    ),
    telling(
        ForgetBoard,
        _forgotten,
        "board_forgotten",
        "board_profile",
        lambda p, m: {"count": len(p.setup.seats)},
        fact("board_in_use", lambda p, m: not _in_use(p)),
    ),
)
"""What is told of a box."""


def _height(p: Position, m: Any) -> int:
    """How many levels were told of the pyramid of a level."""
    return len(own_board(p).pyramids[numbers(m.level)[0] - 1].levels)
