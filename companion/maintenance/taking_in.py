"""Matches and results from elsewhere, judged as those of a backup are, beside those that are here.

A record is gone through by the rules of today, its seals and what it opens are held against what
it says, and only a match that is over is taken: of one that goes on nothing could be believed that
is hidden in it. What comes in is marked for good as not played here, and it brings nothing but
matches: no settings, no people to choose from, no box.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from companion.archive.export import Exported
from companion.archive.history import history
from companion.archive.summary import Summary, plain, result_of, summary_of
from companion.files import Lying, listed, read_whole, shown, told_apart, why_unread
from companion.kernel import Verbatim
from companion.maintenance.contents import Left
from companion.maintenance.judge import Judge, result_alone
from companion.match import registry
from companion.match.check import MOST, replayed
from companion.match.commitments import proofs
from companion.match.entries import Entry, Played, Started, decode, encode
from companion.match.match import Match
from companion.match.record import Malformed, Record, read
from companion.match.registry import GamePackage
from companion.match.told_again import told_again
from companion.store import ENTRY, MATCH, Chain, DiskError, Heading, Library, sticks

RECORD, RESULTS = ".record", "matches.json"
"""How a record's name ends, and what a list of results is called, as exports write them."""

MOST_RESULTS = 1 << 24
"""Bytes of a list of results; one has some hundred."""

Find = Callable[[str], GamePackage]
_Done = tuple[tuple[int, str, str], ...]


class _Loose(msgspec.Struct):
    format: str
    matches: list[msgspec.Raw]


class TakenIn(msgspec.Struct, frozen=True):
    """How many matches and results were taken in, and what was not."""

    matches: int
    results: int
    left: tuple[Left, ...]


class _Refused(ValueError):
    """key: of the texts ``left``."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def offered(folder: Path) -> Lying:
    """The files on the sticks that matches and results are in, and the exports of this machine's
    own data folder, where there is no stick."""
    found = Lying()
    for place in sticks() or (folder / "exports",):
        found = found.and_those(Lying(_named(place, RESULTS)))
        found = found.and_those(told_apart(place, RECORD, MOST, _has_its_end))
    return found


def _has_its_end(plain: BinaryIO) -> bool:
    plain.seek(-1, 2)
    return plain.read() == b"\n"


def take_in(files: Sequence[Path], library: Library, find: Find = registry.game_package) -> TakenIn:
    """Take in what some files hold, records before results: a match is worth more than its
    result. Raises DiskError when this machine's own matches cannot be read."""
    known, came, left = list(history(library, find)), list[Summary](), list[Left]()
    told = {file.parent: _times(file.parent) for file in files}
    counts = {RECORD: 0, RESULTS: 0}
    for file in sorted(files, key=lambda one: one.name == RESULTS):
        try:
            if file.name == RESULTS:
                found = _results(file, library, known, came)
                counts[RESULTS] += found["taken"]
                for key in ("result_known", "result_unread"):
                    left += [Left(key, {"count": found[key]})] if found[key] else []
            else:
                came.append(_record(file, library, known, told[file.parent], find))
                counts[RECORD] += 1
        except _Refused as error:
            left.append(Left(error.key, {"file": Verbatim(shown(file.name)), **error.values}))
    return TakenIn(counts[RECORD], counts[RESULTS], tuple(left))


# A match


def _record(
    file: Path,
    library: Library,
    known: Sequence[Summary],
    times: Mapping[object, Summary],
    find: Find,
) -> Summary:
    record = _read(file)
    match = _replayed(record, find)
    started = record.entries[0]
    assert isinstance(started, Started)
    _must_be_new(record, started.game, library)
    _judged(record)
    result = result_of(match)
    summary = summary_of(match, "", result)
    dated = times.get(_likeness(summary))
    sink = library.begin()
    for entry in told_again(match):
        if (secret := record.secrets.get(entry.number)) is not None:
            sink.keep_secret(entry.number, secret.values, bytes.fromhex(secret.salt))
        sink.keep(entry)
    times_of = (dated.begun, dated.ended) if dated else (None, None)
    head = Heading(started.game, started.seats, dict(match.players), *times_of, foreign=True)
    library.journal.put(MATCH, sink.match, msgspec.json.encode(head))
    library.end(sink.match, plain(result))
    found = replace(summary, match=sink.match, ended=times_of[1])
    library.keep_summary(sink.match, plain(found))  # its heading says where it came from
    for one in known:  # its result came earlier, alone
        if one.foreign and _likeness(one) == _likeness(found) and not library.read(one.match).lines:
            library.forget(one.match)
    return found


def _read(file: Path) -> Record:
    try:
        record = read(_bytes(file, MOST).decode())
    except Malformed as error:
        raise _Refused("record_unread", line=error.row) from error
    except (UnicodeError, RecursionError) as error:
        raise _Refused("record_unread", line=1) from error
    if record.unfit:
        raise _Refused("record_changed", line=record.unfit[0])
    if any(one.values and not one.holds for one in proofs(record.entries, record.secrets)):
        raise _Refused("record_opened")
    return record


def _replayed(record: Record, find: Find) -> Match:
    """The match of a record that holds by today's rules, and is over."""
    try:
        difference, over = replayed(record, find)
        if difference is not None:
            raise _Refused("record_differs", line=difference.row)
        if not over:
            raise _Refused("record_stops")
        package = find(getattr(record.entries[0], "game", ""))
        return Match.reopen(
            package,
            record.entries,
            clock=lambda: 0.0,
            salt=lambda: b"",
            secrets=record.secrets,
        )
    except Malformed as error:
        raise _Refused("record_unread", line=error.row) from error
    except LookupError as error:
        raise _Refused("record_no_game") from error
    except _Refused:
        raise
    except Exception as error:  # whatever the rules stumble over, a screen would stumble over it
        raise _Refused("record_unread", line=1) from error


def _judged(record: Record) -> None:
    """What no row of a backup may say, no line of a record may."""
    judge = Judge(frozenset())
    bodies = tuple(encode(entry) for entry in record.entries)
    _, rows = judge("", {ENTRY: Chain(bodies)})
    if len(rows.get(ENTRY, ())) < len(bodies):
        raise _Refused("record_unread", line=len(rows.get(ENTRY, ())) + 1)


def _must_be_new(record: Record, game: str, library: Library) -> None:
    """Names may have changed since, here or there; what was done and when has not."""
    theirs = _done(record.entries)
    for one in library.matches():
        if one.heading.game != game:
            continue
        try:
            ours = _done(map(decode, library.read(one.match).lines))
        except (ValueError, DiskError):
            continue
        most = min(len(ours), len(theirs))
        if ours[:most] == theirs[:most] and (most or ours == theirs):
            raise _Refused("record_known")


def _done(entries: Iterable[Entry]) -> _Done:
    return tuple(
        (round(one.at * 1000), one.by, msgspec.json.encode(one.move, order="sorted").decode())
        for one in entries
        if isinstance(one, Played)
    )


# Results


def _results(
    file: Path, library: Library, known: list[Summary], came: Sequence[Summary]
) -> Counter[str]:
    """How many were ``taken``, and how many were not, by the keys of the texts ``left``. came: with
    their matches, just now; nobody misses those."""
    there, likenesses = {one.match for one in known}, {_likeness(one) for one in known}
    found = Counter[str]()
    for body in _rows(file):
        try:
            one = replace(msgspec.json.decode(body, type=Summary), foreign=True)
            result_alone(one.match, msgspec.json.encode(one))
            if not (one.match.isalnum() and one.match.isascii() and len(one.match) <= 64):
                raise ValueError("no name of a match")
        except (ValueError, RecursionError):
            found["result_unread"] += 1
            continue
        if _likeness(one) in map(_likeness, came):
            continue
        if one.match in there or _likeness(one) in likenesses or library.read(one.match).lines:
            found["result_known"] += 1
            continue
        library.keep_summary(one.match, plain(one))
        known.append(one)
        there.add(one.match)
        likenesses.add(_likeness(one))
        found["taken"] += 1
    return found


def _rows(file: Path) -> Iterator[bytes]:
    """Each of them by itself: one that cannot be read takes no other with it."""
    try:
        found = msgspec.json.decode(_bytes(file, MOST_RESULTS), type=_Loose)
    except (ValueError, RecursionError) as error:
        raise _Refused("results_unread") from error
    if found.format != Exported(()).format:
        raise _Refused("results_unread")
    return (bytes(one) for one in found.matches)


def _times(folder: Path) -> dict[object, Summary]:
    """The results beside records: they know when a match was played, which no record says."""
    found = {}
    try:
        for body in _rows(folder / RESULTS):
            try:
                one = replace(msgspec.json.decode(body, type=Summary), foreign=True)
                result_alone(one.match, msgspec.json.encode(one))
            except (ValueError, RecursionError):
                continue
            found[_likeness(one)] = one
    except _Refused:
        return {}
    return found


def _likeness(one: Summary) -> object:
    """What two summaries of one match have in common, whatever people and matches are called."""
    places = tuple((player.seat, player.place, player.score) for player in one.players)
    return one.game, one.how, places, one.moves, one.undone, round(one.seconds)


def _bytes(file: Path, most: int) -> bytes:
    try:
        return read_whole(file, most)
    except OSError as error:
        raise _Refused(why_unread(error)) from error


def _named(place: Path, name: str) -> tuple[Path, ...]:
    return tuple(one for one in listed(place, name) if one.name == name)
