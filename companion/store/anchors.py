"""The last number and seal of each match, in a file of its own: what was called saved is there, or
is said to be missing.

The file is written after the entries and before anybody is told that they are saved. So behind
the journal it is no alarm: the plug was pulled in between. Ahead of it entries are missing that
were called saved, whatever took them: a log that is gone, an older file in its place.

It consists of lines of equal length, none of which lies in two sectors of a disk: first how many
follow, then one for each match or sheet of points. To go on with a match its line is written over
where it is, so that a power cut leaves the old one or the new. Whatever else changes makes a whole
new file. That a line is durable is waited for when nobody waits (:meth:`Anchors.settle`): until
then it can only be behind.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import blake2s
from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec

from companion.files import NotPlain, TooLarge, atomic_write, read_whole
from companion.store.disk import Disk, DiskError, Opened, as_disk_error

ANCHORS = "anchors"
LINE = 256
"""Bytes of a line; a sector has 512 or a multiple."""

_VERSION = 1  # counts up with the format
_CHECK = 16  # letters of the sum at the head of a line

Table = Literal["entry", "score"]
TABLES: tuple[Table, ...] = get_args(Table)
"""Whose rows are called saved one by one."""

Chain = tuple[Table, str]
"""A table and a key."""

Found = Literal["whole", "gone", "broken"]

_LONGEST_KEY, _LONGEST_GAME = 64, 32  # letters
_MOST = 64 << 20  # bytes of the file


class Anchor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a chain ended when it was last called saved. Who played is not kept here.

    table: the table of the chain.
    key: the match or the sheet of points that it belongs to.
    number: of its last row that was called saved.
    seal: of that row.
    game: what tells people which match it was, "" when that is not known.
    begun: likewise, None when that is not known.
    """

    table: Table
    key: str
    number: int
    seal: bytes
    game: str = ""
    begun: datetime | None = None

    @property
    def chain(self) -> Chain:
        """What it belongs to."""
        return self.table, self.key


class _Head(msgspec.Struct):
    anchors: int
    version: int


_T = TypeVar("_T", Anchor, _Head)


class Anchors:
    """The file beside the journal; only the thread that writes the journal uses it."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path = path
        self._disk = disk
        self._known: dict[Chain, Anchor] = {}
        self._place: dict[Chain, int] = {}  # of the lines that are in the file
        self._whole = False  # whether the file is as it was written here or found to be whole
        self._unsettled = False
        self._open: Opened | None = None

    @property
    def known(self) -> Mapping[Chain, Anchor]:
        """Everything it vouches for."""
        return self._known

    @property
    def unsettled(self) -> bool:
        """Whether something is written that may not be durable yet."""
        return self._unsettled

    def read(self) -> Found:
        """Read the file; of a broken one what can be believed. Raises DiskError."""
        self._known, self._place, self._whole = {}, {}, False
        with as_disk_error():
            try:
                data = read_whole(self._path, _MOST)
            except FileNotFoundError:
                return "gone"
            except (NotPlain, TooLarge):
                return "broken"
        lines = [data[at : at + LINE] for at in range(0, len(data), LINE)]
        head = _decoded(lines[0], _Head) if lines else None
        broken = head is None or head.version != _VERSION or head.anchors != len(lines) - 1
        for place, line in enumerate(lines[1:], 1):
            one = _decoded(line, Anchor)
            if one is None or one.chain in self._known:
                broken = True
            else:
                self._known[one.chain], self._place[one.chain] = one, place
        self._whole = not broken
        return "broken" if broken else "whole"

    def note(self, anchors: Iterable[Anchor]) -> None:
        """These chains go on; written once this returns. Raises DiskError: then it must be done
        again."""
        news = _by_chain(anchors)
        if self._whole and news.keys() <= self._place.keys():
            self._known |= news
            with suppress(DiskError):  # somebody took the file away: it is made anew
                self._open = self._open or self._disk.opened(self._path)
                for chain, one in news.items():
                    self._open.write(self._place[chain] * LINE, _line(one))
                self._unsettled = True
                return
        self.renew((self._known | news).values())

    def drop(self, gone: Callable[[Chain], bool]) -> None:
        """Vouch no more for some chains, durably once this returns. Raises DiskError."""
        if not self._whole or any(map(gone, self._known)):
            self.renew([one for chain, one in self._known.items() if not gone(chain)])

    def renew(self, anchors: Iterable[Anchor]) -> None:
        """Vouch for these and nothing else, durably once this returns. Raises DiskError."""
        self._known, self._whole = _by_chain(anchors), False
        self.close()
        head = _line(_Head(len(self._known), _VERSION))
        self._disk.atomic_write(self._path, head + b"".join(map(_line, self._known.values())))
        self._place = {chain: place for place, chain in enumerate(self._known, 1)}
        self._whole, self._unsettled = True, False

    def hold(self, anchors: Iterable[Anchor]) -> None:
        """Renew it where it says anything else. Raises DiskError."""
        now = _by_chain(anchors)
        if not self._whole or now != self._known:
            self.renew(now.values())

    def settle(self) -> None:
        """Wait until all that is written is durable."""
        if self._unsettled:
            self._unsettled = False
            try:
                self._disk.sync(self._path)
            except DiskError:
                with suppress(DiskError):  # then it is done with the next note
                    self.renew(self._known.values())

    def close(self) -> None:
        """Let go of the file."""
        if self._open is not None:
            with suppress(DiskError):
                self._open.close()
            self._open = None


def vouch_for_nothing(folder: Path) -> None:
    """Before other matches are put into a folder: they are taken as they are. Raises OSError."""
    atomic_write(folder / ANCHORS, _line(_Head(0, _VERSION)))


def _by_chain(anchors: Iterable[Anchor]) -> dict[Chain, Anchor]:
    """Those that fit into a line. No key or game of ours does not; a foreign file may hold any."""
    found = {}
    for one in anchors:
        if one.key.isascii() and one.key.isalnum() and len(one.key) <= _LONGEST_KEY:
            known = one.game.isascii() and one.game.isidentifier()
            short = known and len(one.game) <= _LONGEST_GAME
            found[one.chain] = one if short else msgspec.structs.replace(one, game="")
    return found


def _line(one: Anchor | _Head) -> bytes:
    body = msgspec.json.encode(one).ljust(LINE - _CHECK - 2)
    return _check(body) + b" " + body + b"\n"


def _decoded(line: bytes, struct: type[_T]) -> _T | None:
    """What a line says, None when it is broken."""
    body = line[_CHECK + 1 : -1]
    if len(line) != LINE or line != _check(body) + b" " + body + b"\n":
        return None
    try:
        return msgspec.json.decode(body, type=struct)
    except msgspec.DecodeError:
        return None


def _check(body: bytes) -> bytes:
    return blake2s(body, digest_size=_CHECK // 2).hexdigest().encode()
