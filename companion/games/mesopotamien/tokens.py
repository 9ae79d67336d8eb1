"""The tokens of a Mesopotamian table: how each is written, read, and known from others.

Short ASCII strings, the values of moves:

* a seat is its colour, ``red``; a hex is ``q,r`` (axial, ``0,-1`` lies north of ``0,0``);
* a group of natives is ``red@-1,0``, with its load behind ``+`` (``+wood``, ``+stone``, ``+m2``
  for the player's marker number 2), and ``*`` at the end when it has robbed this turn;
* a hut is ``hut:red@-1,0``, ``hut:red@-1,0+m2`` with a marker under it, ``hut:neutral@-1,0``;
* a marker is ``red:m2``.

The number of a marker is only a name for the piece that lies face down somewhere; it says
nothing of its value, and markers still in front of their owner have no piece behind the number.
"""

import re
from functools import cache
from typing import Annotated

import msgspec

COLOURS = ("blue", "yellow", "green", "red")
NEUTRAL = "neutral"
TEMPLE = "0,0"

_SEAT = f"({'|'.join(COLOURS)})"
_OWNER = f"({'|'.join((*COLOURS, NEUTRAL))})"
_HEX = r"((?:0|-?[1-9]\d?),(?:0|-?[1-9]\d?))"
_NATIVE = rf"{_SEAT}@{_HEX}(\+(wood|stone|m[1-4]))?\*?"
_HUT = rf"hut:({_SEAT}@{_HEX}(\+m[1-4])?|{NEUTRAL}@{_HEX})"
_MARKER = rf"{_SEAT}:m([1-4])"

Seat = Annotated[str, msgspec.Meta(title="seat", pattern=rf"^{_SEAT}\Z")]
Owner = Annotated[str, msgspec.Meta(title="owner", pattern=rf"^{_OWNER}\Z")]
Hex = Annotated[str, msgspec.Meta(title="hex", pattern=rf"^{_HEX}\Z")]
NativeToken = Annotated[str, msgspec.Meta(title="native", pattern=rf"^{_NATIVE}\Z")]
HutToken = Annotated[str, msgspec.Meta(title="hut", pattern=rf"^{_HUT}\Z")]
MarkerToken = Annotated[str, msgspec.Meta(title="marker", pattern=rf"^{_MARKER}\Z")]

A_HEX, A_NATIVE, A_HUT = re.compile(_HEX), re.compile(_NATIVE), re.compile(_HUT)
A_MARKER = re.compile(_MARKER)
"""Whose it is, and its number."""

OWNED = re.compile(rf"(?:native|hut|cult|marker|mana|bar):{_OWNER}(?:=.+)?")
"""A piece of somebody's in a change."""

PRINTED = re.compile(r"printed:(\w+)")
"""The numbers that are printed on a card, as far as they were read from it."""

SHOWN = re.compile(r"(card|marker)=(\w+)")
"""A piece that is turned up, and its face."""

RIDE = re.compile(rf"{_HEX}/(native|hut):{_OWNER}")
"""A place on natives or under a hut."""

SCALE = re.compile(rf"scale:{_SEAT}:(\d)")
KEPT = re.compile(rf"(supply|hand|offered):{_SEAT}")
"""Places in front of a player."""


def native_token(seat: str, at: str, load: str, robbed: bool) -> NativeToken:
    """What natives are called."""
    return f"{seat}@{at}{'+' if load else ''}{load}{'*' if robbed else ''}"


def hut_token(at: str, owner: str, marker: int) -> HutToken:
    """What a hut is called. marker: number of the one under it, 0 for none."""
    return f"hut:{owner}@{at}{f'+m{marker}' if marker else ''}"


def marker_token(seat: str, number: int) -> MarkerToken:
    """What a marker is called."""
    return f"{seat}:m{number}"


def parse(token: str) -> tuple[str, str, str]:
    """Owner, hex and load ("" for none) of the token of a native or a hut."""
    owner, _, rest = token.removeprefix("hut:").partition("@")
    at, _, load = rest.rstrip("*").partition("+")
    return owner, at, load


def whose(marker: str) -> tuple[str, int]:
    """Owner and number of the token of a marker."""
    seat, _, number = marker.partition(":m")
    return seat, int(number)


@cache
def coordinates(at: Hex) -> tuple[int, int]:
    """``"-1,0"`` as numbers."""
    q, r = at.split(",")
    return int(q), int(r)
