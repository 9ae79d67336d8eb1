"""What the things of a Mesopotamian table are called, so that people find them.

A field is called by its terrain and its map code, which the screen prints faintly on every field:
columns are lettered from west to east, rows numbered from north to south, and the temple is M8.
The code of a field never changes, in whichever directions the board grows. North-west of
the temple lies L7, north-east N7, south-west L8, south-east N8. Beyond the alphabet letters are
doubled, counted round: AA follows Z in the east, ZZ precedes A in the west; likewise row 99
precedes row 1. So every field that can be reached from the temple has a code of its own.
"""

from typing import Any

from companion.games.mesopotamien.player import Marker
from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import (
    A_HEX,
    A_HUT,
    A_MARKER,
    A_NATIVE,
    KEPT,
    OWNED,
    PRINTED,
    RIDE,
    SCALE,
    SHOWN,
    TEMPLE,
    coordinates,
    parse,
)
from companion.kernel import UNKNOWN, Phrase, Verbatim

TEMPLE_COLUMN, TEMPLE_ROW = 12, 8
"""M, counted from A as 0; and the row of the temple."""

COLUMNS, ROWS = 26 + 26 * 26, 99
"""Names of columns, A to ZZ, and of rows; past the last they begin anew."""

NUMBERS = (1, 2, 3, 4)
"""Of the markers of a player."""


def map_code(at: str) -> str:
    """The code of a hex: ``M8`` for the temple."""
    q, r = coordinates(at)
    column = (TEMPLE_COLUMN + q) % COLUMNS
    row = (TEMPLE_ROW + r + q // 2 - 1) % ROWS + 1
    letters = chr(ord("A") + column % 26)
    if column >= 26:
        letters = chr(ord("A") + column // 26 - 1) + letters
    return f"{letters}{row}"


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if A_HEX.fullmatch(token):
        return _field(view, token)
    if A_NATIVE.fullmatch(token):
        return _native(view, token)
    if A_HUT.fullmatch(token):
        return _hut(view, token)
    if found := A_MARKER.fullmatch(token):
        return _marker(view, found[1], int(found[2]))
    if found := PRINTED.fullmatch(token):
        return _printed(view, found[1])
    return _piece(token) or _place(token) or (token, {})


def _printed(view: Position, card: str) -> Phrase:
    numbers = [str(line.number) for line in view.setup.box.numbers(card)]
    if not numbers:
        return "token.not_printed", {}
    return "token.printed", {"numbers": Verbatim(", ".join(numbers))}


def _piece(token: str) -> Phrase | None:
    """What a piece in a change is called. Its sentence says what it is, so an owned piece is
    called by its owner."""
    if found := OWNED.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := SHOWN.fullmatch(token):
        return f"token.{found[1]}_shown", {"face": found[2]}
    if token.startswith("tile:"):
        return token.removeprefix("tile:"), {}
    return None


def _place(token: str) -> Phrase | None:
    """What a place of the layout is called."""
    if found := RIDE.fullmatch(token):
        return f"token.on_{found[2]}", {"owner": found[3], "at": found[1]}
    if found := SCALE.fullmatch(token):
        if int(found[2]) > TOP:
            return "token.scale_beyond", {"field": TOP}
        return "token.scale_field", {"field": int(found[2])}
    if found := KEPT.fullmatch(token):
        return f"token.{found[1]}_of", {"owner": found[2]}
    return None


def _field(view: Position, at: str) -> Phrase:
    if at == TEMPLE:
        return "temple", {}
    return "token.field", {"terrain": view.terrain(at) or "empty", "code": map_code(at)}


def _native(view: Position, token: str) -> Phrase:
    seat, at, load = parse(token)
    key = "token.native"
    values = {"owner": seat, "at": at}
    if load:
        key += "_loaded"
        values["load"] = _load(view, seat, at, load)
    if token.endswith("*"):
        key += "_robbed"
    return key, values


def _hut(view: Position, token: str) -> Phrase:
    owner, at, load = parse(token)
    if not load:
        return "token.hut", {"owner": owner, "at": at}
    return "token.hut_loaded", {"owner": owner, "at": at, "load": _load(view, owner, at, load)}


def _load(view: Position, seat: str, at: str, load: str) -> str:
    """The word for a load. A marker whose value the view knows is called by it; otherwise it gets
    a letter where several of one player are on one tile, so that they can be told apart."""
    if not load.startswith("m"):
        return load
    marker = _marker_of(view, seat, int(load[1:]))
    if marker is not None and marker.value != UNKNOWN:
        return f"marker={marker.value}"
    alike = [number for number in NUMBERS if view.marker_at(seat, number) == at]
    return f"marker_{load[1:]}" if len(alike) > 1 else "marker"


def _marker_of(view: Position, seat: str, number: int) -> Marker | None:
    for player in view.players:
        for marker in player.markers:
            if player.seat == seat and marker.number == number:
                return marker
    return None


def _marker(view: Position, seat: str, number: int) -> Phrase:
    """A marker is called by where it is; its number says nothing of its value."""
    marker = _marker_of(view, seat, number)
    if marker is None:
        return "marker", {}
    values: dict[str, Any] = {"owner": seat}
    if marker.place == "offered":
        values["value"] = str(marker.value)
    elif at := view.marker_at(seat, number):
        values |= {"at": at, "load": _load(view, seat, at, f"m{number}")}
    return f"token.marker_{marker.place}", values
