"""A layout that is told pile by pile in the order of its rows, as the kind of move wants it.

The kind has two parameters: the number of a row, and its piles. A pile says what lies below
(``none`` where there is one tile only) and then what lies on top.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kernel import UNKNOWN, Accepted, Move, fields, judge
from companion.match.registry import GamePackage
from companion.match.setting_up import LayoutText, read

NOTHING = "none"
"""No tile below."""

Pile = tuple[str, str]
"""What lies below, and what on top."""


def layout_of(package: GamePackage) -> LayoutText | None:
    """How the layout of a game is made before its first move; None where there is none."""
    return read(package.setup).layout if package.setup else None


def wanted(package: GamePackage, view: Any) -> bool:
    """Whether it is to be made now."""
    layout = layout_of(package)
    return layout is not None and any(
        layout.done in asked.kinds for asked in package.game.asked(view)
    )


def words(package: GamePackage, layout: LayoutText) -> tuple[str, ...]:
    """What may lie on top, as the kind of move has it, without the unknown one."""
    top = fields(package.game.by_name[layout.tell].move)[1].blanks[1]
    return tuple(word for word in top.choices if word != UNKNOWN)


def row_told(package: GamePackage, layout: LayoutText, number: int, piles: Sequence[Pile]) -> Move:
    """The move that tells a row; fields that were not told yet have one tile that nobody knows."""
    row, listed = fields(package.game.by_name[layout.tell].move)[:2]
    below, top = (blank.name.rpartition(".")[2] for blank in listed.blanks)
    length = next(len(names) for one, names in layout.rows if one == number)
    whole = [*piles, *[(NOTHING, UNKNOWN)] * (length - len(piles))]
    plain = [{below: lower, top: upper} for lower, upper in whole]
    return package.game.move({"move": layout.tell, row.name: number, listed.name: plain})


def left(package: GamePackage, layout: LayoutText, view: Any) -> dict[str, int]:
    """How many of each thing are not told of yet, by what was counted of the box; {} where nothing
    is counted, or more was told of one than there is."""
    counts = package.guide(view).counts
    if counts is None or counts.total != sum(one.count for one in counts.rows):
        return {}
    told = {at for _, names in layout.rows for at in names}
    found = {one.token: one.count for one in counts.rows}
    for (at, piece), count in package.game.layout(view).items():
        known = piece.rpartition("=")[2]
        if at in told and known in found:
            found[known] -= count
    return found if min(found.values()) >= 0 else {}


def only(left: Mapping[str, int], upper: str = "") -> str:
    """The one thing of which anything is left below an upper one; "" where there are several."""
    there = [one for one, count in left.items() if count > (one == upper)]
    return there[0] if len(there) == 1 else ""


def shuffled(package: GamePackage, layout: LayoutText, number: int) -> Move:
    """The move that lays all of it out by chance that follows from a number."""
    (seed,) = fields(package.game.by_name[layout.shuffle].move)
    return package.game.move({"move": layout.shuffle, seed.name: number})


def preview(package: GamePackage, view: Any, move: Move) -> Any:
    """The table as it would be after a move, as everybody would see it; the view itself where the
    move is refused."""
    verdict = judge(package.game, view, move)
    return package.game.public(verdict.position) if isinstance(verdict, Accepted) else view
