"""The tokens of a table of Sakkara: how each is written, read, and known from others.

Short ASCII strings, the values of moves:

* a seat is its colour, ``white`` or ``black``; a field is its column and row, ``c4``;
* a worker is ``white:1``; the two workers of a player are alike, the number only tells them apart;
* a tile is called by its motif, ``blue_block``, or ``?`` where nobody knows it;
* a line of fields is ``row:4`` or ``column:c``; a row alone is its number;
* tiles lie on a field, at ``holder:white``, ``laid:white``, ``pyramid:white:1``, ``used``, ``gone``
  and ``box``.
"""

import re
from functools import cache
from typing import Annotated

import msgspec

COLOURS = ("white", "black")
COLUMNS, ROWS = "abcdefg", "1234567"

_SEAT = f"({'|'.join(COLOURS)})"
_FIELD = f"[{COLUMNS}][{ROWS}]"
_LEVEL = rf"pyramid:{_SEAT}:([1-3])"
_WORKER = rf"{_SEAT}:([12])"

Seat = Annotated[str, msgspec.Meta(title="seat", pattern=rf"^{_SEAT}\Z")]
Field = Annotated[str, msgspec.Meta(title="field", pattern=r"^[a-z][0-9]\Z")]
"""Also fields beside the board, so that whoever names one is told so (K22)."""
Worker = Annotated[str, msgspec.Meta(title="worker", pattern=rf"^{_WORKER}\Z")]
Line = Annotated[str, msgspec.Meta(title="line", pattern=rf"^(row:[{ROWS}]|column:[{COLUMNS}])\Z")]
Place = Annotated[
    str,
    msgspec.Meta(
        title="place", pattern=rf"^({_FIELD}|(holder|laid):{_SEAT}|{_LEVEL}|used|gone|box)\Z"
    ),
]
"""Where tiles lie."""

A_WORKER, A_LEVEL = re.compile(_WORKER), re.compile(_LEVEL)
A_PIECE = re.compile(rf"worker:{_SEAT}")
IN_FRONT = re.compile(rf"(holder|laid|supply):{_SEAT}")
NUMBERED = re.compile(r"(row|column|level|count|spell):(\w+)")
"""A line, or a line of the box profile."""


def worker_token(seat: str, number: int) -> Worker:
    """What a worker of a player is called; number from 1."""
    return f"{seat}:{number}"


@cache
def whose(worker: str) -> tuple[Seat, int]:
    """The owner of a worker, and which of the two it is, from 0."""
    seat, _, number = worker.partition(":")
    return seat, int(number) - 1


def owner(worker: str) -> Seat:
    """The owner of a worker."""
    return whose(worker)[0]


def parse_place(place: str) -> tuple[str, str, int]:
    """What sort of place it is (``holder``, ``laid``, ``pyramid``, the field, ``used``, …), whose,
    "" for nobody's, and which level of a pyramid, 0 for none."""
    sort, _, rest = place.partition(":")
    seat, _, level = rest.partition(":")
    return sort, seat, int(level or 0)
