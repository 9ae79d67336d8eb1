"""The tokens of a table of Pyramidion: how each is written, read, and known from others.

Short ASCII strings, the values of moves:

* a seat is its colour, ``red``; a site is its name, ``thebes``; a kind of resource is its name;
* a character card is ``MB1``: a type (merchant, negotiator, torturer, special), basic or of the
  deck, a number; one that lies at the active site is ``red:MB1``;
* a boat is ``B05``, a distribution card is ``D03``; ``nobody`` stands where no player does.
"""

import re
from typing import Annotated, Literal

from msgspec import Meta

COLOURS = ("red", "blue", "yellow", "green")
NOBODY = "nobody"
SUPPLY = "supply"
SITES = ("giza", "thebes", "abu_simbel", "karnak", "alexandria", "luxor", "memphis", "aswan")
Resource = Literal["stone", "wood", "urn", "camel", "stonecutter", "statue"]
RESOURCES: tuple[Resource, ...] = ("stone", "wood", "urn", "camel", "stonecutter", "statue")

_SEAT, _SITE, _KIND = (f"({'|'.join(names)})" for names in (COLOURS, SITES, RESOURCES))
_CARD = r"[MNTS][BD][1-9]\d?"
_HELD = f"{_SEAT}:({_CARD})"
_BOAT = r"B(0[1-9]|1\d|20)"
_DISTRIBUTION = r"D(0[1-9]|10)"

Seat = Annotated[str, Meta(title="seat", pattern=rf"^{_SEAT}\Z")]
Winner = Annotated[str, Meta(title="winner", pattern=rf"^({_SEAT}|{NOBODY})\Z")]
SiteId = Annotated[str, Meta(title="site", pattern=rf"^{_SITE}\Z")]
CardId = Annotated[str, Meta(title="card", pattern=rf"^{_CARD}\Z")]
BoatId = Annotated[str, Meta(title="boat", pattern=rf"^{_BOAT}\Z")]
DistributionId = Annotated[str, Meta(title="distribution", pattern=rf"^{_DISTRIBUTION}\Z")]
CardToken = Annotated[str, Meta(pattern=rf"^{_HELD}\Z")]
Boat = Annotated[str, Meta(pattern=rf"^({_BOAT}|\?)\Z")]
"""A boat, or UNKNOWN where the viewer may not know which."""
Discarded = Annotated[str, Meta(pattern=rf"^({_CARD}|\?)\Z")]

Target = Annotated[str, Meta(title="target", pattern=rf"^({_KIND}|{_HELD}|{NOBODY})\Z")]
"""What a power is used on: a kind of token, a card at the site (``red:MD1``), or ``nobody``."""
SEAT_OR_NONE = rf"^({_SEAT}|)\Z"
WHERE_OR_NONE = rf"^({_SITE}|{_SEAT}|{SUPPLY}|)\Z"
"""Whose it is or where it is, as a position says it: \"\" for nobody, or for the supply."""
Where = Annotated[str, Meta(title="where", pattern=rf"^({_SITE}|{_SEAT}|{SUPPLY})\Z")]
Means = Annotated[str, Meta(title="means", pattern=rf"^({_KIND}|{_SITE})\Z")]
"""What a unit is paid with: a kind of resource, or the site of an own torturer."""
Thing = Annotated[str, Meta(title="thing", pattern=rf"^({_SITE}|{_CARD})\Z")]
"""What the owners can name."""

A_CARD, A_BOAT, A_DISTRIBUTION = re.compile(_CARD), re.compile(_BOAT), re.compile(_DISTRIBUTION)
A_POWER = re.compile(rf"power:({_CARD})")
"""What is special about that card."""

HELD = re.compile(_HELD)
"""Whose it is, and the card."""

UNITS = re.compile(r"(\d+)\*(\w+)")
SUM = re.compile(rf"{_SEAT}=(\d+)")
FACE = re.compile(r"(card|boat|distribution|token)=(.+)")
OWNED = re.compile(f"(?:torturer|negotiator|player):{_SEAT}")
IN_FRONT = re.compile(f"(store|stock|boats|hand|laid|used|played|tiles|with):{_SEAT}")
NUMBERED = re.compile(r"(track|tile):(\d)")


def card_token(seat: str, card: str) -> CardToken:
    """What a card at the active site is called."""
    return f"{seat}:{card}"
