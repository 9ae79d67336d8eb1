"""What a list of matches shows of one without reading it."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from companion.match.entries import Started, decode
from companion.match.renaming import LONGEST_REMARK, rename, rewritten

_FIRST, _LAST = 1970, 9000
"""Years between which times can be reckoned with in every zone."""


class Heading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The head of a match.

    game: the folder of its rules.
    seats: in turn order.
    players: names by seat, as they sat down.
    begun: time of day at which its first entry came, None when that was lost with a broken file.
    last: as it is stored, when it was last begun or taken up again, likewise; as a list shows it,
        when its last entry came.
    at: seconds of the match by then.
    before: when its last entry came before that, None when it has just begun or nobody knows.
    foreign: whether it was not played here, but came on a stick.
    """

    game: str
    seats: tuple[str, ...]
    players: dict[str, str] = {}
    begun: datetime | None = None
    last: datetime | None = None
    at: float = 0.0
    before: datetime | None = None
    foreign: bool = False


def heading(started: Started, now: datetime | None) -> Heading:
    """The heading of a match that begins now, or began at a time that nobody knows."""
    return Heading(started.game, started.seats, started.players, now, now, started.at)


class _Timed(msgspec.Struct):
    at: float = 0.0


def seconds_of(line: bytes) -> float:
    """The seconds of its match at which a stored entry came; 0 where that cannot be read."""
    try:
        return msgspec.json.decode(line, type=_Timed).at
    except (ValueError, RecursionError):
        return 0.0


def played_last(head: Heading, line: bytes, now: datetime) -> Heading:
    """A heading whose ``last`` tells when the last entry came. line: that entry."""
    if head.last is None:
        return head
    since = seconds_of(line) - head.at
    if since <= 0 and head.before is not None:
        return msgspec.structs.replace(head, last=head.before)
    try:
        came = min(head.last + timedelta(seconds=max(0.0, since)), now)
        return msgspec.structs.replace(head, last=max(head.last, came))
    except (OverflowError, TypeError):  # a file changed by hand
        return head


def taken_up(head: Heading, line: bytes, now: datetime) -> Heading:
    """A heading, as a list shows it, of a match that goes on now after the entry ``line``."""
    return msgspec.structs.replace(head, last=now, at=seconds_of(line), before=head.last)


def heading_of(line: bytes) -> Heading | None:
    """The heading of a match whose own was lost, from its first line; None if that is another."""
    try:
        entry = decode(line)
    except ValueError:
        return None
    return heading(entry, None) if isinstance(entry, Started) else None


def headings_lost(
    heads: Collection[str], firsts: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    """The headings that are not there of matches that are, made anew. firsts: their first lines."""
    for match, line in firsts.items():
        head = heading_of(line) if match not in heads else None
        if head is not None:
            yield match, msgspec.json.encode(head)


def heading_read(body: bytes) -> Heading | None:
    """A heading as it is stored; None if that is something else. Times that no calendar has are
    not known."""
    try:
        head = msgspec.json.decode(body, type=Heading)
    except (ValueError, RecursionError):
        return None
    times = {key: _sound(getattr(head, key)) for key in ("begun", "last", "before")}
    return msgspec.structs.replace(head, **times)


def _sound(when: datetime | None) -> datetime | None:
    return when if when is not None and _FIRST < when.year < _LAST else None


class Origin(msgspec.Struct, frozen=True):
    """What little can be told of something that may be of anybody."""

    game: str = ""
    begun: datetime | None = None


def origin_of(body: bytes) -> Origin:
    """Likewise, of a heading, an entry or the first event on a sheet of points."""
    try:
        found = msgspec.json.decode(body, type=Origin)
    except (ValueError, RecursionError):
        return Origin()
    return msgspec.structs.replace(found, begun=_sound(found.begun))


def points_renamed(body: bytes, old: str, new: str) -> bytes:
    """What was done on a sheet of points, as it is stored, with somebody called ``new`` who was
    called ``old``, also in what somebody wrote there."""
    event: dict[str, Any] = msgspec.json.decode(body)
    if "players" in event:
        event["players"] = [(seat, new if name == old else name) for seat, name in event["players"]]
    if "game" in event:
        event["game"] = rewritten(event["game"], old, new)
    if "categories" in event:
        event["categories"] = [rewritten(one, old, new) for one in event["categories"]]
    return msgspec.json.encode(event)


def remarks_renamed(body: bytes, old: str, new: str) -> bytes:
    """What owners wrote beside rules, as it is stored, likewise."""
    told: dict[str, str] = msgspec.json.decode(body)
    return msgspec.json.encode(
        {clause: rewritten(text, old, new, LONGEST_REMARK) for clause, text in told.items()}
    )


def summary_renamed(body: bytes, old: str, new: str) -> bytes:
    """What is kept of a match that came without its entries, likewise."""
    found: dict[str, Any] = msgspec.json.decode(body)
    for player in found["players"]:
        if player.get("name") == old:
            player["name"] = new
    return msgspec.json.encode(found)


def heading_renamed(body: bytes, old: str, new: str) -> bytes:
    """A heading as it is stored, with somebody called ``new`` who was called ``old``; "" is no
    name."""
    head = msgspec.json.decode(body, type=Heading)
    players = rename(head.players, old, new)
    return msgspec.json.encode(msgspec.structs.replace(head, players=players))
