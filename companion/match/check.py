"""Checking a record: replay it and see whether every verdict is still the recorded one."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.match import shelf
from companion.match.commitments import commitment
from companion.match.entries import Amended, Entry, Played, Refused, Started
from companion.match.fold import Differs, Timeline
from companion.match.record import Malformed, read
from companion.match.shelf import Title
from companion.match.words import Verbatim, own
from companion.text import LANGUAGES, Language, plain_speaker


class Difference(msgspec.Struct, frozen=True):
    """The first line that is judged otherwise than it was recorded.

    row: the line of the text, from 1. number: of the entry. recorded, found: the clauses of both
    verdicts, ``ok`` when there are none, or what is wrong in words.
    """

    row: int
    number: int
    recorded: str
    found: str


def check(text: str, find: Callable[[str], Title] = shelf.title) -> Difference | None:
    """Replay a record; None when every verdict agrees and every opened secret is what was sealed.

    Where a record hides values, a verdict may rest on them: there a clause may be missing.
    Raises ``record.Malformed`` when it cannot be read, LookupError when there is no such game.
    """
    record = read(text)
    first = record.entries[0] if record.entries else None
    if not isinstance(first, Started):
        raise Malformed(record.rows[0] if record.rows else 1, "a match starts with: * started")
    timeline = Timeline(find(first.game).game, record.secrets, check_refusals=True)
    for row, entry in zip(record.rows, record.entries, strict=True):
        secret = record.secrets.get(entry.number)
        if secret is not None and not _sealed(entry, commitment(secret)):
            return Difference(row, entry.number, "sealed", "opened with other values")
        try:
            timeline.add(entry)
        except Differs as differs:
            recorded, found = (",".join(x) or "ok" for x in (differs.recorded, differs.found))
            return Difference(row, entry.number, recorded, found)
        except Exception as error:  # whatever the rules stumble over, this line is where
            return Difference(row, entry.number, "possible", f"{type(error).__name__}: {error}")
    return None


def check_command(
    argv: Sequence[str] | None = None, find: Callable[[str], Title] = shelf.title
) -> int:
    """``companion check FILE…``: 0 when all verdicts agree, 1 when not, 2 when unreadable."""
    parser = argparse.ArgumentParser(
        prog="companion check",
        description="Replay records of matches and compare every verdict with the recorded one.",
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("file", nargs="+", type=Path)
    asked = parser.parse_args(argv)
    return max(_check_file(file, asked.language, find) for file in asked.file)


def _check_file(file: Path, language: Language, find: Callable[[str], Title]) -> int:
    speaker = plain_speaker(language, own())
    name = Verbatim(str(file))
    try:
        text = file.read_text("utf-8")
        difference = check(text, find)
        count = len(read(text).entries)
    except Malformed as error:
        values = {"file": name, "line": error.row, "why": Verbatim(error.why)}
        print(speaker.say("check", "unreadable", values), file=sys.stderr)
        return 2
    except (OSError, UnicodeError, LookupError) as error:
        values = {"file": name, "why": Verbatim(str(error))}
        print(speaker.say("check", "unusable", values), file=sys.stderr)
        return 2
    if difference is None:
        print(speaker.say("check", "well", {"file": name, "count": count}))
        return 0
    values = {
        "file": name,
        "line": difference.row,
        "recorded": Verbatim(difference.recorded),
        "found": Verbatim(difference.found),
    }
    print(speaker.say("check", "differs", values))
    return 1


def _sealed(entry: Entry, opened: str) -> bool:
    return isinstance(entry, Played | Refused | Amended) and entry.commitment == opened
