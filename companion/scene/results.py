"""Who came to what: a table with a row for each seat, that stands there until it was seen.

A game says with ``results(way, events)`` whether a step came to something that several people see
compared. Whoever shows it knows only this vocabulary.
"""

from typing import Any, Literal

import msgspec

Standing = Literal["", "won", "tied"]


class Share(msgspec.Struct, frozen=True):
    """What one seat came to. value: "" where only who won was told. parts: what it is made of.
    standing: whether it won, or is equal with others where one alone would have won."""

    value: int | str = ""
    parts: tuple[int, ...] = ()
    standing: Standing = ""


class Column(msgspec.Struct, frozen=True):
    """One thing that is compared.

    text: its name.
    shares: what each seat has of it.
    look: what is won, drawn as often as its count.
    count: how many of the look.
    note: what it takes, both keys of the texts with values.
    values: of both texts, by name.
    events: numbers of the events that say how it ended, the one that matters most first.
    """

    text: str
    shares: dict[str, Share]
    look: str = ""
    count: int = 1
    note: str = ""
    values: dict[str, Any] = {}
    events: tuple[int, ...] = ()


class Results(msgspec.Struct, frozen=True):
    """All that was compared in a step. text: what is done with it now, a key of the texts with
    values. events: numbers of those that are told of the whole, beside those of the columns."""

    text: str
    columns: tuple[Column, ...]
    values: dict[str, Any] = {}
    events: tuple[int, ...] = ()
