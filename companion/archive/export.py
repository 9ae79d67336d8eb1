"""Finished matches as files for other programs: CSV and JSON, and one record a match.

Described in ``docs/exports.md``. Made of summaries and of journals as they lie on the disk; what a
match hid is opened in its record once it is over, and nowhere else.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Literal, get_args

import msgspec

from companion.archive.statistics import key
from companion.archive.summary import Summary
from companion.files import atomic_write
from companion.match import record
from companion.match.entries import decode
from companion.store import DiskError, Library, to_take_along
from companion.text import Language

Format = Literal["csv", "json", "record"]
FORMATS: tuple[Format, ...] = get_args(Format)

FOLDER = "exports"
"""Where files are written when no drive is plugged in, in the data folder."""

LONGEST = 40
"""Letters of a game's name that a file's name has: all together must not be more than 255 bytes."""

COLUMNS = (
    "match",
    "game",
    "ended",
    "how",
    "minutes",
    "moves",
    "players",
    "turn_order",
    "seat",
    "name",
    "place",
    "score",
    "winner",
    "left",
    "refusals",
    "overrides",
    "undone",
)
"""Of the CSV file, which has one row for each player of each match."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ExportError(Exception):
    """Files could not be written into ``folder``; ``why`` says so in the system's words."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(f"{folder}: {why}")
        self.folder = folder
        self.why = why


class Exported(msgspec.Struct, frozen=True):
    """The JSON file. Its schema is that of this type."""

    matches: tuple[Summary, ...]
    format: str = "tabletop companion matches 1"


def as_csv(summaries: Iterable[Summary]) -> bytes:
    """All matches as a table (RFC 4180, UTF-8 with a mark for spreadsheets)."""
    text = StringIO(newline="")
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for one in summaries:
        best = one.places[0] if one.places else ()
        for number, player in enumerate(one.players, 1):
            rows.writerow(
                (
                    one.match,
                    harmless(one.game),
                    _time(one.ended),
                    one.how,
                    round(one.seconds / 60, 1),
                    one.moves,
                    len(one.players),
                    number,
                    player.seat,
                    harmless(player.name),
                    player.place or "",
                    "" if player.score is None else player.score,
                    int(player.seat in best),
                    int(player.left),
                    sum(one.refusals.values()),
                    sum(one.overrides.values()),
                    one.undone,
                )
            )
    return text.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a quotation mark goes before it."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _time(when: datetime | None) -> str:
    return "" if when is None else f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def as_json(summaries: Iterable[Summary]) -> bytes:
    """All matches with everything that is known of them."""
    return msgspec.json.format(msgspec.json.encode(Exported(tuple(summaries)))) + b"\n"


def as_record(library: Library, match: str, language: Language) -> str:
    """The record of a match as it lies on the disk, what it hid opened if it is over.

    Raises ValueError when it cannot be understood, DiskError when it cannot be read.
    """
    reading, secrets = library.look_back(match)
    return record.of_entries([decode(line) for line in reading.lines], language, secrets)


def files(
    library: Library, summaries: Sequence[Summary], formats: Sequence[Format], language: Language
) -> dict[str, bytes]:
    """The files by name. A match that cannot be read has no record."""
    found: dict[str, bytes] = {}
    if "csv" in formats:
        found["matches.csv"] = as_csv(summaries)
    if "json" in formats:
        found["matches.json"] = as_json(summaries)
    for one in summaries if "record" in formats else ():
        if one.how == "counted":
            continue
        try:
            text = as_record(library, one.match, language)
        except (ValueError, DiskError):
            continue
        found[file_name(one, "record")] = text.encode()
    return found


def file_name(one: Summary, ending: str) -> str:
    """What a file of a match is called. What a row calls a game or a match leads to no other
    folder: it may have come on a stick."""
    day = "" if one.ended is None else f"{one.ended:%Y%m%d}-"
    name = re.sub(r"[^\w -]", "_", f"{key(one.game)[:LONGEST]}-{day}{one.match[:8]}")
    return f"{name}.{ending}"


def export_folder(folder: Path) -> Path:
    """Where files go when nobody says where: a drive that is plugged in and can be written, or
    else a folder of the data."""
    return to_take_along(folder / FOLDER)


def write(folder: Path, found: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, over older ones of their names; each is whole or not there at
    all. A drive may be pulled out once this returns. Raises ExportError."""
    written = []
    try:
        for name, data in found.items():
            atomic_write(folder / name, data)
            written.append(folder / name)
    except OSError as error:
        raise ExportError(folder, error.strerror or str(error)) from error
    return tuple(written)
