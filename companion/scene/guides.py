"""What is told of a box with pictures instead of questions: counts, tiers of spaces, forms.

A game says with ``guide(view)`` what there is to tell and what was told so far. Whoever shows it
knows only this vocabulary, and tells each entry with the kind of move that it names.
"""

import msgspec


class Counted(msgspec.Struct, frozen=True):
    """How many of one thing there are. usual: the number to practise with. told: whether the count
    was told already."""

    token: str
    count: int
    usual: int
    told: bool


class CountTable(msgspec.Struct, frozen=True, tag="counts"):
    """Things that are counted: ``kind`` tells a thing and its count. total: what all counts add up
    to; most: of one thing."""

    kind: str
    rows: tuple[Counted, ...]
    total: int
    most: int


class Numbers(msgspec.Struct, frozen=True, tag="numbers"):
    """One number, or several where the lengths are more than one.

    name: of the parameter.
    values: () for what was not told yet.
    least, most: of each number.
    lengths: how few and how many numbers there may be.
    """

    name: str
    values: tuple[int, ...]
    least: int
    most: int
    lengths: tuple[int, int] = (1, 1)


class Words(msgspec.Struct, frozen=True, tag="words"):
    """One of several words."""

    name: str
    value: str
    choices: tuple[str, ...]


class Form(msgspec.Struct, frozen=True, tag="form"):
    """One thing with what is printed on it: ``kind`` tells its token and the values of all parts.
    told: whether it was told already."""

    kind: str
    token: str
    parts: tuple[Numbers | Words, ...]
    told: bool


class Board(msgspec.Struct, frozen=True, tag="board"):
    """A board that is read part by part, the first ``high`` of which are there.

    look: of its spaces: the first number of each part says how many it has, and the parts lie one
    upon the other, the first one lowest; "" where the parts lie side by side.
    """

    token: str
    look: str
    parts: tuple[Form, ...]
    high: int


class Guide(msgspec.Struct, frozen=True):
    """What is told of a box.

    counts: a table of it, None for none.
    boards: one after the other.
    confirm: the kind that says that all of them are read.
    practise: the kind that plays with made-up ones.
    now: whether the boards must be read before anything else.
    """

    counts: CountTable | None = None
    boards: tuple[Board, ...] = ()
    confirm: str = ""
    practise: str = ""
    now: bool = False
