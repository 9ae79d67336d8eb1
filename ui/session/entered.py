"""What somebody has entered on a page beside the table and has not told the match yet: kept for the
next start, as the page itself understands it.

A page goes on with it only as far as it fits what it asks: another version may ask something else.
"""

from typing import Literal

from msgspec import Struct

from companion.match.begun import Begun
from companion.match.telling_layout import Pile

Purpose = Literal["fix_table", "as_it_stands", "catch_up", "box"]
"""*fix_table*: the companion believes something else than the table shows. *as_it_stands*: the
match begins in the middle. *catch_up*: a seat played on without telling; what came of it is told
now and not judged. *box*: what is printed in this copy of the game."""


Comparing = Literal["check_table", "lay_out", "pack_away"]
"""What the table is gone through for in the middle of a match, place by place. *check_table*: it
lies there, and may lie otherwise. *lay_out*: a cleared table. *pack_away*: it goes into the box,
and the match waits."""


class Place(Struct, frozen=True):
    """Where it belongs. match: its name in the store. line: of its journal before it."""

    match: str
    line: int


class Fixing(Struct, frozen=True, tag="fixing"):
    """The table, or the box, is told question by question.

    at: where it belongs.
    purpose: what for.
    first: how many steps the match had when that was begun.
    seat: whose turn is told, "" for nobody's.
    field: the place that was touched first, "" for none.
    begun: the answers so far.
    """

    at: Place
    purpose: Purpose
    first: int
    seat: str = ""
    field: str = ""
    begun: Begun | None = None


class Reading(Struct, frozen=True, tag="reading"):
    """Boards are read. board: which one. high: how many parts of each there are. values: what was
    read of each of its parts, by name."""

    at: Place
    board: int
    high: tuple[int, ...]
    values: tuple[tuple[dict[str, tuple[int | str, ...]], ...], ...]


class Laying(Struct, frozen=True, tag="laying"):
    """A layout is made.

    at: where it belongs.
    shuffling: whether it is copied as it was shuffled; else it is told as it lies there.
    seed: what the shuffled one follows from.
    row: up to which it was copied.
    told: the piles of the rows that were told.
    two: whether two lie on the next field.
    upper: which of them lies on top, "" while nobody has said so.
    """

    at: Place
    shuffling: bool
    seed: int
    row: int
    told: tuple[tuple[Pile, ...], ...] = ()
    two: bool = False
    upper: str = ""


class Count(Struct, frozen=True, tag="count"):
    """The box is counted: how many there are of each thing, by its token."""

    at: Place
    counts: dict[str, int]


class Setting(Struct, frozen=True, tag="setting"):
    """The table is set up, or compared with the screen. purpose: what for, "" to set it up for its
    start. step: how many are done. ticked: the places that are, each with its step."""

    at: Place
    purpose: Comparing | Literal[""]
    step: int
    ticked: tuple[tuple[int, str], ...] = ()


Entered = Fixing | Reading | Laying | Count | Setting
