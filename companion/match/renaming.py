"""Somebody gets another name in a journal, or none: in the list of seats, and in sentences.

It works on entries as they are stored, so that journals of other versions can be changed, too.
Moves and what they hide name seats, never people: commitments hold as before.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.text import shared

LONGEST_NAME = 80
"""Letters of a name in a file; more than can be typed, less than brings a screen to a stop."""

LONGEST_REMARK = 240
"""Letters of what owners write beside a rule, likewise."""

NOBODY = "…"
"""What stands instead of a name that is forgotten, in what somebody wrote."""


def renamed(lines: Sequence[bytes], old: str, new: str) -> tuple[bytes, ...]:
    """The entries of a match, with somebody called ``new`` who was called ``old``.

    With ``new`` empty nobody is named any more: the seat has no name, and in sentences stands
    what the seat is called in their language. Of a match in which nobody had that name, only what
    somebody called a line is changed.
    """
    entries: list[dict[str, Any]] = [msgspec.json.decode(line) for line in lines]
    seats = [seat for entry in entries for seat in _seats(entry, old)]
    if not seats:
        return tuple(_bookmark_renamed(line, old, new) for line in lines)
    for entry in entries:
        players = entry.get("players", {})
        entry |= {"players": rename(players, old, new)} if players else {}
        if entry.get("entry") == "handed_over" and entry.get("name") == old:
            entry["name"] = new
        if entry.get("entry") == "bookmarked":
            entry["name"] = renamed_in(entry["name"], old, new or seats[0])[:LONGEST_NAME]
        for language, sentences in entry.get("sentences", {}).items():
            word = new or shared().get("name", seats[0], language) or seats[0]
            entry["sentences"][language] = [renamed_in(one, old, word) for one in sentences]
    return tuple(msgspec.json.encode(entry) for entry in entries)


def renamed_in(text: str, old: str, new: str) -> str:
    """What somebody wrote or the companion said, with another name, also in the genitive."""
    return new.join(re.split(rf"(?<!\w){re.escape(old)}(?=s?(?!\w))", text))


def _bookmark_renamed(line: bytes, old: str, new: str) -> bytes:
    entry: dict[str, Any] = msgspec.json.decode(line)
    if entry.get("entry") != "bookmarked":
        return line
    entry["name"] = rewritten(entry["name"], old, new)
    for language, sentences in entry.get("sentences", {}).items():
        entry["sentences"][language] = [renamed_in(one, old, new or NOBODY) for one in sentences]
    return msgspec.json.encode(entry)


def rewritten(text: str, old: str, new: str, longest: int = LONGEST_NAME) -> str:
    """What somebody wrote, likewise; "" for nobody. No longer than it may be in a file."""
    return renamed_in(text, old, new or NOBODY)[:longest]


def rename(players: dict[str, str], old: str, new: str) -> dict[str, str]:
    """Names by seat, likewise."""
    called = {seat: new if name == old else name for seat, name in players.items()}
    return {seat: name for seat, name in called.items() if name}


def _seats(entry: dict[str, Any], name: str) -> list[str]:
    """The seats that somebody of that name takes with an entry."""
    seats = [seat for seat, one in entry.get("players", {}).items() if one == name]
    if entry.get("entry") == "handed_over" and entry.get("name") == name:
        seats.append(entry["seat"])
    return seats
