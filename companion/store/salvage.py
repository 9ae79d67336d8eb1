"""Rows out of a broken file, whatever is left of it.

SQLite keeps the rows of a table on pages; each page is readable without any other one, save for
the rest of a row that is longer than a page. So the tree that leads to the pages is not needed:
every page of the file, and every page that waits in the write-ahead log beside it, is read as if
it held rows. What is read wrongly does not matter, because rows are believed only by their seals.

Formats: https://sqlite.org/fileformat2.html, sections 1.6, 2.1 and 4.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from companion.store.rows import Loose

PAGE = 4096
"""Bytes of a page. The store's files always have this size, whatever a damaged header says."""

_HEADER = 100  # of the file, on its first page
_LOG_HEADER = 32  # bytes, like all that follow unless they say otherwise
_FRAME = 24  # before each page in the log
_SHORT = PAGE - 35  # the longest row that lies on its page as a whole
_LEAST = (PAGE - 12) * 32 // 255 - 23  # what at least lies there of a longer one
_LONGEST = 1 << 22  # no row is longer; a damaged length could say anything
_MOST = 1 << 20  # pages of a file; where the log was never written there may be anything
_PATIENCE = 16  # wrong places in a row before a page is taken for something else
_BYTEORDERS = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}  # of the log's sums
_WIDTHS = (0, 1, 2, 3, 4, 6, 8)  # of a whole number, by the kind of column


class Frame(NamedTuple):
    """One page in the write-ahead log.

    commits: whether a transaction ends with it. salt: changes whenever the log begins anew.
    """

    number: int
    commits: bool
    salt: bytes
    page: bytes


def frames(log: bytes) -> tuple[Frame, ...]:
    """All pages in a log, also those that SQLite would no longer read."""
    return tuple(
        Frame(
            int.from_bytes(log[at : at + 4], "big"),
            0 < int.from_bytes(log[at + 4 : at + 8], "big") <= _MOST,
            log[at + 8 : at + 16],
            log[at + _FRAME : at + _FRAME + PAGE].ljust(PAGE, b"\0"),
        )
        for at in range(_LOG_HEADER, len(log) - _FRAME, _FRAME + PAGE)
    )


def beyond(log: bytes, read: int) -> tuple[Frame, ...]:
    """What lies in a log after the ``read`` frames that SQLite took from it.

    Frames from before the log last began anew are left out: all they hold is in the file.
    """
    rest = frames(log)
    if not rest:
        return ()
    salt = log[16:24] if _header_is_sound(log) else rest[0].salt
    return tuple(frame for frame in rest[read:] if frame.salt == salt)


def loose(database: bytes, log: tuple[Frame, ...]) -> Iterator[Loose]:
    """Every row that can be read from a file and its log: first what is in the file, then the
    log from its beginning, so that what was never finished comes last."""
    seen = _Pages(database)
    for number in range(1, len(database) // PAGE + 2):
        yield from _rows(seen, seen[number], _HEADER if number == 1 else 0)
    waiting: list[Frame] = []
    for frame in log:
        seen.newer[frame.number] = frame.page
        waiting.append(frame)
        if frame.commits or frame is log[-1]:  # the rest of a long row may follow its beginning
            for one in waiting:
                yield from _rows(seen, one.page, _HEADER if one.number == 1 else 0)
            waiting.clear()


class _Pages:
    """The pages of a file by number; a torn or missing one is filled up with zeros."""

    def __init__(self, database: bytes) -> None:
        self._database = database
        self.newer: dict[int, bytes] = {}

    def __getitem__(self, number: int) -> bytes:
        if number in self.newer:
            return self.newer[number]
        at = (number - 1) * PAGE
        return self._database[at : at + PAGE].ljust(PAGE, b"\0")


def _rows(seen: _Pages, page: bytes, skip: int) -> Iterator[Loose]:
    # A leaf begins with 8 bytes about itself and a list of where its rows are. How many there are
    # may be damaged; but the list cannot reach into the rows, and a few places in it that lead
    # nowhere are damage, many are no list.
    at, end, strayed = skip + 8, PAGE, 0
    while at + 2 <= end and strayed < _PATIENCE:
        start = int.from_bytes(page[at : at + 2], "big")
        at += 2
        strayed += 1
        if at <= start < PAGE:
            end = min(end, start)
            row = _row(seen, page, start)
            if row is not None:
                strayed = 0
                yield row


def _row(seen: _Pages, page: bytes, at: int) -> Loose | None:
    try:
        length, at = _varint(page, at)
        _, at = _varint(page, at)
        if not 0 < length <= _LONGEST:
            return None
        return _record(_payload(seen, page, at, length))
    except (IndexError, UnicodeDecodeError):
        return None


def _payload(seen: _Pages, page: bytes, at: int, length: int) -> bytes:
    here = length
    if length > _SHORT:
        here = _LEAST + (length - _LEAST) % (PAGE - 4)
        if here > _SHORT:
            here = _LEAST
    found = bytearray(page[at : at + here])
    onward = page[at + here : at + here + 4]
    while len(found) < length:
        number = int.from_bytes(onward, "big")
        rest = seen[number]
        if number < 1 or not any(rest):
            raise IndexError("the rest of the row is not there")
        onward = rest[:4]
        found += rest[4 : 4 + min(PAGE - 4, length - len(found))]
    return bytes(found)


def _record(payload: bytes) -> Loose | None:
    size, at = _varint(payload, 0)
    kinds = []
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) != 4 or at != size:
        return None
    key, number, body, seal = kinds
    text = key >= 13 and key % 2
    blobs = body >= 12 and seal >= 12 and not body % 2 and not seal % 2
    if not (text and blobs) or number not in (1, 2, 3, 4, 5, 6, 8, 9):
        return None
    after_key = at + (key - 13) // 2
    after_number = after_key + (_WIDTHS[number] if number < 8 else 0)
    after_body = after_number + (body - 12) // 2
    if after_body + (seal - 12) // 2 != len(payload):
        return None
    stored = int.from_bytes(payload[after_key:after_number], "big", signed=True)
    return Loose(
        payload[at:after_key].decode(),
        stored if number < 8 else number - 8,
        payload[after_number:after_body],
        payload[after_body:],
    )


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next one begins."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _header_is_sound(log: bytes) -> bool:
    byteorder = _BYTEORDERS.get(log[:4])
    if byteorder is None:
        return False
    first = second = 0
    for one, two in struct.iter_unpack(byteorder + "II", log[:24]):
        first = (first + one + second) % (1 << 32)
        second = (second + two + first) % (1 << 32)
    return log[24:32] == struct.pack(">II", first, second)
