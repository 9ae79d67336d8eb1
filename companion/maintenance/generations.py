"""The backups of the nights: which of them stay, when the next is due, when the last was made.

What was made stands in a file of the data folder, and only that is counted and ever removed:
whatever else lies on a stick, under whatever name, is somebody else's.
"""

import os
import re
from collections.abc import Callable, Collection, Hashable
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec

from companion.files import atomic_write, read_whole

FILE = "nights.json"

NIGHTS, WEEKS, MONTHS = 7, 4, 6
"""How many of the last nights, weeks and months one backup each is kept of."""

HOUR = 3
"""Of the night, by the clock of the machine."""

LATE = timedelta(days=7)
"""After this somebody should know that no backup was made."""

ENDING = ".nights"
"""Of the folder on a stick."""

_MADE = re.compile(r"tabletop-companion-(\d{8})-\d{6}\.backup\.(?:zip|locked)", re.ASCII)
_MOST_MADE = 500  # names of backups that are remembered, the latest ones
_MOST = 100_000  # bytes of the file


class Nights(msgspec.Struct, frozen=True):
    """What is known of backups here.

    mark: names the folder on the sticks that stay in; "" while nothing is made by itself.
    since: when that was switched on.
    night: when the last one was made by itself.
    last: when the last one was made onto a stick, by itself or by hand.
    trouble: why the last night brought none, a key of the texts ``trouble``; "" when it did.
    made: the names of those that were made by themselves.
    """

    mark: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{16})?\Z")] = ""
    since: datetime | None = None
    night: datetime | None = None
    last: datetime | None = None
    trouble: str = ""
    made: tuple[str, ...] = ()

    @property
    def on(self) -> bool:
        """Whether backups are made by themselves."""
        return bool(self.mark)

    @property
    def folder(self) -> str:
        """What the folder on a stick is called."""
        return f"tabletop-companion-{self.mark}{ENDING}"


def read(folder: Path) -> Nights:
    """What is known in a data folder; nothing where it cannot be read."""
    with suppress(OSError, ValueError, RecursionError):
        found = msgspec.json.decode(read_whole(folder / FILE, _MOST), type=Nights)
        if all(one is None or _can_be(one) for one in (found.since, found.night, found.last)):
            return found
    return Nights()


def _can_be(moment: datetime) -> bool:
    """Whether it is a time of day that every zone has."""
    return moment.tzinfo is not None and MINYEAR < moment.year < MAXYEAR


def write(folder: Path, nights: Nights) -> None:
    """Keep it. Raises OSError."""
    made = nights.made[-_MOST_MADE:]
    atomic_write(folder / FILE, msgspec.json.encode(msgspec.structs.replace(nights, made=made)))


def new_mark() -> str:
    """A name that nobody can guess: a stick is taken for ours when it has that folder."""
    return os.urandom(8).hex()


def due(nights: Nights, now: datetime, *, playing: bool) -> bool:
    """Whether a backup is to be made now. While somebody plays it waits, though not for more than
    a day. A time that is still to come was told by a wrong clock, and does not count."""
    if not nights.on:
        return False
    begun = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    begun -= timedelta(days=int(begun > now))
    last = nights.night
    if last is None or last > now or last < begun - timedelta(days=1):
        return True
    return last < begun and not playing


def late(nights: Nights, now: datetime) -> int:
    """For how many days no backup was made though one should have been made each night; 0 where
    that is all right."""
    since = max((one for one in (nights.since, nights.last) if one and one <= now), default=None)
    if not nights.on or since is None or now - since < LATE:
        return 0
    return (now - since).days


def staying(names: Collection[str]) -> frozenset[str]:
    """Those of some backups that stay: the last of each of the last nights, weeks and months of
    which there are any. So what goes first is the oldest, and the newest always stays."""
    days = {one: _day(one) for one in sorted(names, reverse=True)}
    kept = set[str]()
    spans: tuple[tuple[int, Callable[[date], Hashable]], ...] = (
        (NIGHTS, lambda day: day),
        (WEEKS, lambda day: day.isocalendar()[:2]),
        (MONTHS, lambda day: (day.year, day.month)),
    )
    for most, span in spans:
        seen = dict[Hashable, str]()
        for name, day in days.items():
            if day is not None:
                seen.setdefault(span(day), name)
        kept |= {*list(seen.values())[:most]}
    return frozenset(kept)


def _day(name: str) -> date | None:
    found = _MADE.fullmatch(name)
    if found is None:
        return None
    with suppress(ValueError):
        return datetime.strptime(found[1], "%Y%m%d").date()
    return None
