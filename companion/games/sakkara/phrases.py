"""What the things of a table of Sakkara are called.

Fields have the names that stand along the board. The motifs are called as the owners call them,
as soon as they have told; a worker is called by its owner and its field, for the two of a player
are alike.
"""

import re
from dataclasses import dataclass
from typing import Any

from companion.games.sakkara.motifs import MOTIFS
from companion.games.sakkara.position import Position

_SEAT = "white|black"
_WORKER = re.compile(rf"(?:{_SEAT}):[12]")
_PIECE = re.compile(rf"worker:({_SEAT})")
_PLACE = re.compile(rf"(holder|laid|supply):({_SEAT})")
_PYRAMID = re.compile(rf"pyramid:({_SEAT}):([123])")
_NUMBERED = re.compile(r"(row|column|level|count|spell):(\w+)")

Phrase = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed: said as it is, not taken for a token."""

    text: str

    def __str__(self) -> str:
        return self.text


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if token in MOTIFS:
        named = view.box.name(token)
        return ("token.motif", {"name": Typed(named)}) if named else (f"motif.{token}", {})
    if _WORKER.fullmatch(token):
        at = view.at(token)
        values = {"owner": token.partition(":")[0], "at": at}
        return ("token.worker" if at else "token.worker_waiting"), values
    if token.startswith("tile="):
        return phrase(view, token.removeprefix("tile="))
    return _place(token) or (token, {})


def _place(token: str) -> Phrase | None:
    """What a place of the layout, a line, or a part of the box profile is called."""
    if found := _PIECE.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := _PLACE.fullmatch(token):
        return f"token.{found[1]}", {"owner": found[2]}
    if found := _PYRAMID.fullmatch(token):
        return "token.pyramid", {"owner": found[1], "level": int(found[2])}
    if found := _NUMBERED.fullmatch(token):
        return f"token.{found[1]}", {"name": found[2]}
    return None
