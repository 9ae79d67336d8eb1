"""What a telephone may ask of the table, as it comes from the page in a browser.

It names no seat and no rule. Whoever reads it holds it against these types, on both sides of the
line; what it is answered with stands in ``hand``.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Ticket = Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{22}|[0-9]{6})\Z")]
"""What leads to a seat, once: 128 random bits in letters, or the six digits that stand for them."""

Spoken = Annotated[str, Meta(pattern=r"^[a-z]{2,3}\Z")]
"""A language; one that nobody speaks here is English."""

Token = Annotated[str, Meta(min_length=1, max_length=120)]
Tokens = Annotated[tuple[Token, ...], Meta(max_length=60)]
"""What was chosen, one after the other."""

Lines = Annotated[int, Meta(ge=0, le=10_000_000)]
"""How many lines the journal had in the picture that was seen."""

How = Literal["agreed", "draw", "resigned"]
"""A way to end a match before its rules do."""

Once = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,40}\Z")]
"""Names a wish: asked again with the same, it is not done again."""


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Sit down at the seat of a ticket."""

    ticket: Ticket
    language: Spoken


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """Whose hand am I?"""


class Speak(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="speak"):
    """Another language from now on."""

    language: Spoken


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """What does my seat alone know?"""


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    """What can be chosen, after that was chosen?"""

    tokens: Tokens


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="wish"):
    """Do that."""

    once: Once
    lines: Lines
    tokens: Tokens


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take my last move back."""

    once: Once
    lines: Lines


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="agree"):
    """My answer to what all are asked. asking: names the asking that was read: a late answer does
    not count for the same asked again."""

    once: Once
    asking: Annotated[str, Meta(min_length=1, max_length=60)]
    yes: bool


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """I would like the match to end: as it stands, in a draw, or by resigning."""

    once: Once
    lines: Lines
    how: How


Act = Wish | TakeBack | Agree | End
"""What may change something at the table."""

Ask = Sit | Hello | Speak | Look | Begin | Act

from_phone: msgspec.json.Decoder[Ask] = msgspec.json.Decoder(Ask)
"""Read what a page sends; raises msgspec.ValidationError, or its DecodeError, for what is none."""
