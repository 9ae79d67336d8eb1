"""How somebody likes a table to be: it belongs to a person, and comes with the name to every match.

It is kept with the name, renamed and forgotten with it.
"""

from typing import Annotated, Literal

import msgspec

from companion.match.renaming import LONGEST_NAME
from companion.text import Language

Letters = Literal["normal", "large", "largest"]
"""How large they are."""

Spoken = Literal["off", "lines", "all"]
"""*lines*: every new line of the log. *all*: also what is asked, what the dial stands on and what
a button would do, so that nobody needs to look at the screen."""

Side = Literal["front", "right", "back", "left"]
"""Of the screen, as those see it who sit in front of it."""


class Likes(msgspec.Struct, frozen=True, omit_defaults=True):
    """None for whatever somebody has not chosen: it is as the table has it.

    language: in which that person is asked.
    letters: at least as large for the whole table.
    colour: the seat, in every game that has it.
    voice: what is said to that person.
    child: fewer words and kinder refusals when that person is asked, larger buttons for all.
    side: where that person sits.
    ear: the output of this machine that only that person hears.
    """

    language: Language | None = None
    letters: Letters | None = None
    colour: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    voice: Spoken | None = None
    child: bool | None = None
    side: Side | None = None
    ear: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row about a person. last: when that person was last here, as it is written. likes: None
    where the row says nothing of them: an earlier one counts."""

    last: str = ""
    likes: Likes | None = None


def read_known(body: bytes) -> Known:
    """What a row says; nothing where it was not written here."""
    try:
        return msgspec.json.decode(body, type=Known)
    except (ValueError, RecursionError):
        return Known()
