"""What a table and the hub of its club say to each other: the protocol ``club 1``, as JSON.

A table asks and the hub answers, over HTTPS. Both read what the other sends as somebody else's: it
is held against the types here. Fields that one end does not know are passed over, and what a table
played is kept by the hub byte by byte, so that a newer hub reads more of it later.

====================  ==========================  ==========================================
``GET /club/authority``                           the certificate that all others are held against
``POST /club/join``   :class:`Join`               :class:`Joined`
``POST /club/say``    :class:`Say`                :class:`Heard`
====================  ==========================  ==========================================

Whatever is not done is answered with a :class:`Refused` and a status: 400 for what is no such
message, 401 for whom the hub does not know, 403 for a code that leads nowhere, 413 for too much and
for what a table says while it still says something else, 426 for a version that is not spoken any
more, 503 while the hub cannot keep anything.
"""

from collections.abc import Iterable
from hashlib import blake2s
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from companion.files import shown
from companion.notes import Game, Picture

VERSION = 1
OLDEST = max(1, VERSION - 1)
"""The versions that are spoken: this one and the one before."""

AUTHORITY, JOIN, SAY = "/club/authority", "/club/join", "/club/say"

UNKNOWN = 401
"""The status for whom the hub does not know."""

MOST, ANSWER = 1 << 20, 4 << 20
"""Bytes of a message and of its answer at most."""

ENTRIES = 200
"""Entries of a match that are told at once, and matches, at most."""

MATCHES = 20_000
"""Matches of one table that a hub has at most: so an answer about all of them is not too long."""

Match = Annotated[str, Meta(pattern=r"^[0-9a-zA-Z_-]{1,64}\Z")]
AnyGame = Annotated[str, Meta(pattern=r"^([a-z][a-z0-9_]{0,63})?\Z")]
Mark = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
"""Vouches for an entry and all before it; "" for before the first one. It is made with a key of the
table, so that it tells nobody else what an entry said that did not leave."""

Number = Annotated[int, Meta(ge=0, le=1 << 40)]
Bytes = Annotated[int, Meta(ge=0, le=1 << 62)]
Seconds = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""Since 1970; also of a clock that is badly wrong."""

Short = Annotated[str, Meta(max_length=80)]
Release = Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+_-]{1,80}\Z")]
"""A version of the companion."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of a match, without names and sentences. body: as the table wrote it."""

    number: Annotated[int, Meta(ge=1, le=1 << 40)]
    mark: Mark
    body: Raw


class Have(msgspec.Struct, frozen=True, array_like=True):
    """How far the hub has a match.

    match: its name in the store of its table.
    number: the last entry that is there, 0 for none.
    mark: of that entry.
    ended: what vouches for its result, see :func:`vouched`; "" while it goes on.
    """

    match: Match
    number: Number = 0
    mark: Mark = ""
    ended: Mark = ""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What of a match the hub lacks.

    match, game: its name in the store, the folder of its rules.
    seats: in turn order.
    begun: when it began, in seconds since 1970; 0 when nobody knows.
    after, mark: the entry after which these follow. 0: from the beginning, and whatever the hub
        had of it goes.
    entries: numbered without a gap.
    result: how it ended, as the table wrote it; null while it goes on.
    """

    match: Match
    game: Game
    seats: Annotated[tuple[Short, ...], Meta(max_length=12)]
    begun: Seconds = 0.0
    after: Number = 0
    mark: Mark = ""
    entries: Annotated[tuple[Entry, ...], Meta(max_length=ENTRIES)] = ()
    result: Raw = Raw(b"null")


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen at a table from afar.

    game: the folder of its rules; "" where no match is on.
    seats: in turn order.
    entries: how many there are in the match.
    seconds: of the match, by then.
    state: "playing", "paused" or "over".
    """

    game: AnyGame = ""
    seats: Annotated[tuple[Short, ...], Meta(max_length=12)] = ()
    entries: Number = 0
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    state: Annotated[str, Meta(max_length=16)] = ""


class Say(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands, and what of its matches the hub lacks. Said also without news, so that a
    hub finds out what it lost.

    v: the version of the protocol.
    now: the table's clock, in seconds since 1970.
    version: of the companion.
    card: null while its journal cannot be read.
    courses: none where there is nothing new.
    tell: whether the hub is to say of all matches how far it has them.
    picture: of the table as everybody there sees it, for the wall; null for none. Not told where it
        is as before.
    free: bytes that are free where the matches lie.
    """

    v: int
    now: Seconds
    version: Release
    card: Card | None = None
    courses: Annotated[tuple[Course, ...], Meta(max_length=ENTRIES)] = ()
    tell: bool = False
    picture: Picture | UnsetType | None = UNSET
    free: Bytes = 0


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """The hub's answer, given once what was said is durable there.

    v: the protocol's version that it speaks.
    have: of the matches that were told of; of all, where that was asked.
    standing: sums up how far the hub has all matches of this table, see :func:`standing`.
    token: a new one, to be used from now on; "" to keep the old one.
    painted: counts the pictures of this table that were others than the one before, so that a table
        finds out where the hub has an older one; null of a hub that does not say it.
    """

    v: int
    have: Annotated[tuple[Have, ...], Meta(max_length=MATCHES)]
    standing: str
    painted: Number | None = None
    token: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{43})?\Z")] = ""


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """A table wants to belong to the club. code: see :mod:`companion.uplink.joining`."""

    v: int
    code: Short
    version: Release


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """It does. token: what it shows from now on. name: what the club calls it."""

    v: int
    token: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
    name: Short


class Refused(msgspec.Struct, frozen=True):
    """Why not, in a sentence of each of the two languages."""

    de: Annotated[str, Meta(max_length=1000)]
    en: Annotated[str, Meta(max_length=1000)]


def said(refused: Refused) -> str:
    """Why not, as a screen can show it: German and English on a line of their own."""
    return "\n".join(shown(" ".join(one.split())) or "?" for one in (refused.de, refused.en))


class Versioned(msgspec.Struct, frozen=True):
    """All that is read of a message before it is known whether its version is spoken."""

    v: Annotated[int, Meta(ge=1)]


def vouched(result: Raw | bytes) -> str:
    """What vouches for a result; "" for none."""
    told = bytes(result)
    return "" if told == b"null" else blake2s(told, digest_size=16).hexdigest()


def standing(matches: Iterable[Have]) -> str:
    """Sums up how far matches are there; those of which nothing is there do not count. Adding one a
    second time takes it out again, so that who keeps the sum need not go through all of them."""
    total = 0
    for one in (each for each in matches if each.number):
        told = msgspec.json.encode(one)
        total ^= int.from_bytes(blake2s(told, digest_size=8).digest())
    return f"{total:016x}"


def moved(before: str, old: Iterable[Have], new: Iterable[Have]) -> str:
    """The sum after some of the matches became others."""
    return f"{int(before, 16) ^ int(standing((*old, *new)), 16):016x}"
