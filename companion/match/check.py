"""Checking a record: whether every verdict is the recorded one, what was told in secret is what was
entered, and no line was changed."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from companion.files import read_whole, shown, why_unread
from companion.kernel import Verbatim
from companion.match import registry
from companion.match.commitments import proofs
from companion.match.differs import Differs
from companion.match.entries import Started
from companion.match.record import Malformed, Record, read
from companion.match.registry import GamePackage
from companion.match.sentences import Tell, lines, own, proved
from companion.match.timeline import Timeline
from companion.text import LANGUAGES, Language, Phrasebook, plain_phrasebook

MOST = 1 << 26
"""Bytes of a record: room for a match of several hundred thousand entries."""


class Difference(msgspec.Struct, frozen=True):
    """The first line that is judged otherwise than it was recorded.

    row: the line of the text, from 1. number: of the entry. recorded, found: the clauses of both
    verdicts, ``ok`` when there are none, or what is wrong in words.
    """

    row: int
    number: int
    recorded: str
    found: str


def check(
    text: str, find: Callable[[str], GamePackage] = registry.game_package
) -> Difference | None:
    """Replay a record; None when every verdict agrees.

    Where a record hides values, or opens others than were entered, a verdict may rest on them:
    there a clause may be missing. Raises ``record.Malformed`` when it cannot be read,
    LookupError when there is no such game.
    """
    return replayed(read(text), find)[0]


def replayed(record: Record, find: Callable[[str], GamePackage]) -> tuple[Difference | None, bool]:
    """The first line that is judged otherwise, and whether the match is over behind the last.
    Raises as :func:`check`."""
    first = record.entries[0] if record.entries else None
    if not isinstance(first, Started):
        raise Malformed(record.rows[0] if record.rows else 1, "a match starts with: * started")
    held = {one.number for one in proofs(record.entries, record.secrets) if one.holds}
    secrets = {number: record.secrets[number] for number in held}
    game = find(first.game).game
    timeline = Timeline(game, secrets, check_refusals=True)
    for row, entry in zip(record.rows, record.entries, strict=True):
        try:
            timeline.add(entry)
        except Differs as differs:
            recorded, found = (",".join(x) or "ok" for x in (differs.recorded, differs.found))
            return Difference(row, entry.number, recorded, found), False
        except Exception as error:  # whatever the rules stumble over, this line is where
            found = f"{type(error).__name__}: {error}"
            return Difference(row, entry.number, "possible", found), False
    return None, timeline.ended is not None or game.outcome(timeline.position) is not None


def check_command(
    argv: Sequence[str] | None = None, find: Callable[[str], GamePackage] = registry.game_package
) -> int:
    """``companion check FILE…``: 0 when all holds, 1 when something does not, 2 when unreadable."""
    parser = argparse.ArgumentParser(
        prog="companion check",
        description="Replay records of matches: whether every verdict is the recorded one, "
        "what was told in secret is what was entered, and no line was changed.",
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("file", nargs="+", type=Path)
    asked = parser.parse_args(argv)
    return max(_check_file(file, asked.language, find) for file in asked.file)


def _check_file(file: Path, language: Language, find: Callable[[str], GamePackage]) -> int:
    phrasebook = plain_phrasebook(language, own())
    name = Verbatim(shown(file))
    try:
        record = read(read_whole(file.resolve(), MOST).decode())
        difference, over = replayed(record, find)
    except Malformed as error:
        values = {"file": name, "line": error.row, "why": Verbatim(error.why)}
        print(phrasebook.say("check", "unreadable", values), file=sys.stderr)
        return 2
    except (OSError, UnicodeError, LookupError) as error:
        key = "unusable" if isinstance(error, LookupError) else "no_text"
        key = why_unread(error) if isinstance(error, OSError) else key
        values = {"file": name, "why": Verbatim(shown(str(error)))}
        print(phrasebook.say("check", key, values), file=sys.stderr)
        return 2
    if difference is None:
        print(phrasebook.say("check", "well", {"file": name, "count": len(record.entries)}))
    else:
        values = {
            "file": name,
            "line": difference.row,
            "recorded": Verbatim(difference.recorded),
            "found": Verbatim(difference.found),
        }
        print(phrasebook.say("check", "differs", values))
    opened = proofs(record.entries, record.secrets)
    for sentence in (*proved(opened)(phrasebook), *_sealed(record, over=over)(phrasebook)):
        print(sentence)
    false = any(one.values and not one.holds for one in opened)
    return int(difference is not None or false or bool(record.unfit))


def _sealed(record: Record, *, over: bool) -> Tell:
    """Whether lines were changed since the record was written. over: the match is, at its end."""

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        if not any(record.seals):
            yield phrasebook.say("proof", "unsealed")
        elif record.unfit:
            yield phrasebook.say("proof", "changed", lines(record.unfit))
        else:
            seal = Verbatim(record.seals[-1])
            key = "sealed" if over else "sealed_so_far"
            yield phrasebook.say("proof", key, {"count": len(record.seals), "seal": seal})

    return tell
