"""How the boards are read: a pyramid after the other, level by level, and then the quarries."""

from typing import get_args

from companion.games.maya.box import MOST_GROUPS, MOST_LEVELS, MOST_QUARRIES, Marker
from companion.games.maya.box_profile import own_board
from companion.games.maya.position import Position
from companion.games.maya.tokens import level_token
from companion.scene.guides import Board, Form, Guide, Numbers, Words

MARKERS = (*(word for part in get_args(Marker) for word in get_args(part) or (part,)), "NONE")
"""What may be pictured at a quarry."""


def guide(view: Position) -> Guide:
    """The boards for that many players, as far as they were told."""
    board = own_board(view)
    pyramids = tuple(
        Board(f"P{number}", "space", tuple(_levels(view, number)), len(one.levels))
        for number, one in enumerate(board.pyramids, 1)
    )
    quarries = Board("quarries", "", tuple(_quarries(view)), len(board.quarries))
    return Guide(
        boards=(*pyramids, quarries),
        confirm="confirm_board",
        practise="practice_board",
        now=view.phase == "profile",
    )


def _levels(view: Position, pyramid: int) -> list[Form]:
    levels = own_board(view).pyramids[pyramid - 1].levels
    found = []
    for height in range(1, MOST_LEVELS + 1):
        usual = levels[height - 1] if height <= len(levels) else None
        parts = (
            Numbers("spaces", (usual.spaces if usual else 1,), 1, 20),
            Numbers("first", (usual.first,) if usual else (), 0, 40),
            Numbers("second", (usual.second,) if usual else (), 0, 40),
        )
        found.append(Form("tell_level", level_token(pyramid, height), parts, usual is not None))
    return found


def _quarries(view: Position) -> list[Form]:
    quarries = own_board(view).quarries
    found = []
    for number in range(1, MOST_QUARRIES + 1):
        usual = quarries[number - 1] if number <= len(quarries) else None
        parts = (
            Numbers("limit", (usual.limit,) if usual else (), 1, 12),
            Numbers("stones", usual.stones if usual else (), 1, 12, (1, MOST_GROUPS)),
            Words("marker", usual.marker if usual else "", MARKERS),
        )
        found.append(Form("tell_quarry", f"Q{number}", parts, usual is not None))
    return found
