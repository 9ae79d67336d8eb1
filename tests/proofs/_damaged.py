"""A real match on the disk, and what must still be there when one of its files is broken."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Literal

from companion.match import registry
from companion.match.checkpoint import Checkpoint, taken
from companion.match.commitments import Secret
from companion.match.entries import Entry, decode, encode
from companion.match.match import Match
from companion.match.timeline import Timeline
from companion.store import Damage, Library
from companion.store.salvage import PAGE
from tests.proofs._match import SALT, some_match
from tests.store.table import copy, now, played, started, written

FILE, LOG = "matches.db", "matches.db-wal"
"""What is broken: the file as it is after the companion was closed, with everything in it; and the
log as a pulled plug leaves it, with what was played since the companion was started."""

How = Literal["flipped", "cut"]

Case = tuple[str, How, int]
"""A file; ``flipped``: the byte at this place is another; ``cut``: it ends here."""

_SEAL, _TRACE = 16, 64


@dataclass(frozen=True)
class Left:
    """What lay on the disk. closed, pulled: after closing, and when the plug was pulled instead.
    lines: the match's entries. grown: the length of the log after each entry in it. spans: where
    each entry lies in the file; a long one as whole pages."""

    game: str
    match: str
    closed: dict[str, bytes]
    pulled: dict[str, bytes]
    lines: tuple[bytes, ...]
    secrets: dict[int, Secret]
    grown: tuple[int, ...]
    spans: tuple[tuple[tuple[int, int], ...], ...]

    def cases(self, every: int = 1, first: int = 0) -> list[Case]:
        """Every byte of both files flipped, and both cut at every length; or every so many."""
        ways: tuple[How, ...] = ("flipped", "cut")
        every_case = [
            (name, how, at)
            for name in (FILE, LOG)
            for how in ways
            for at in range(len(self.whole(name)[name]))
        ]
        return every_case[first::every]

    def whole(self, name: str) -> dict[str, bytes]:
        """The files among which this one is broken."""
        return self.closed if name == FILE else self.pulled

    def broken(self, case: Case) -> dict[str, bytes]:
        """The files with the damage done. Which bit changes depends on the place alone."""
        name, how, at = case
        data = self.whole(name)[name]
        end = b"" if how == "cut" else bytes([data[at] ^ 1 << at * 5 % 8]) + data[at + 1 :]
        return self.whole(name) | {name: data[:at] + end}

    def safe(self, case: Case) -> int:
        """How many of the first entries the damage cannot have touched."""
        name, how, at = case
        if name == LOG:
            in_file = len(self.lines) - len(self.grown)
            frame = at if how == "cut" else at - (at - 32) % (24 + PAGE)
            return in_file + sum(size <= frame for size in self.grown)
        for number, spans in enumerate(self.spans):
            for begin, end in spans:
                if at < end if how == "cut" else begin <= at < end:
                    return number
        if how == "flipped":  # what leads to the rows of a page, or what seals one
            there = [n for n, spans in enumerate(self.spans) if _on_page(spans, at // PAGE)]
            return min(there, default=len(self.lines))
        return len(self.lines)


def _on_page(spans: tuple[tuple[int, int], ...], page: int) -> bool:
    return any(begin // PAGE <= page <= (end - 1) // PAGE for begin, end in spans)


def _spans(line: bytes, data: bytes) -> tuple[tuple[int, int], ...]:
    at = data.find(line)
    if at >= 0:
        return ((at, at + len(line) + _SEAL),)
    traces = (line[one : one + _TRACE] for one in range(0, len(line), _TRACE))
    pages = {data.find(trace) // PAGE for trace in traces if trace in data}
    return tuple((page * PAGE, (page + 1) * PAGE) for page in sorted(pages))


def left_by(game: str, seed: int, entries: int, folder: Path) -> Left:
    """Play a short match: half of it, then the rest after the companion was started again."""
    match = some_match(registry.game_package(game), Random(seed), entries)
    secrets = dict(match.secrets())
    lines = tuple(encode(entry) for entry in match.entries)
    half = len(lines) // 2
    place, grown = folder / "played", list[int]()
    library = Library(place, now)
    sink, timeline = library.begin(), Timeline(match.game, secrets)
    for entry in match.entries:
        if entry.number == half + 1:
            library.close()
            library = Library(place, now)
            sink = library.resume(sink.match).sink
        if entry.number in secrets:
            hidden = secrets[entry.number]
            sink.keep_secret(entry.number, hidden.values, bytes.fromhex(hidden.salt))
        sink.keep(entry)
        timeline.add(entry)
        stood = taken(timeline)
        if stood is not None:
            sink.keep_checkpoint(stood)
        assert library.journal.flush()
        if entry.number > half:
            grown.append(len(written((place / LOG).read_bytes())))
    pulled = _files(copy(place, folder / "pulled"))
    library.close()
    closed = _files(place)
    spans = tuple(_spans(line, closed[FILE]) for line in lines)
    return Left(game, sink.match, closed, pulled, lines, secrets, tuple(grown), spans)


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@dataclass
class Found:
    """What came of some cases. wrong: what must not be. played: numbers of entries of which it was
    tried whether the match goes on after them."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    played: set[int] = field(default_factory=set)

    def add(self, other: "Found") -> None:
        """Take in what came of other cases."""
        self.counts += other.counts
        self.wrong += other.wrong


def try_all(left: Left, cases: list[Case], folder: Path) -> Found:
    """Do each damage to a fresh copy of the files, open them, and go on with the match."""
    found = Found()
    for case in cases:
        try:
            _try_one(left, case, folder / "one", found)
        except Exception as error:
            found.wrong.append(f"{left.game}, {case}: {error!r}")
        rmtree(folder / "one", ignore_errors=True)
    return found


def _try_one(left: Left, case: Case, folder: Path, found: Found) -> None:
    folder.mkdir()
    for name, data in left.broken(case).items():
        (folder / name).write_bytes(data)
    damages: list[Damage] = []
    library = Library(folder, now, on_damage=damages.append)
    lines = library.read(left.match).lines
    assert lines == left.lines[: len(lines)], "an entry has changed"
    sink = library.begin()
    if lines:
        _, secrets, stood, sink = library.resume(left.match)
        assert secrets == {n: one for n, one in left.secrets.items() if n <= len(lines)}
        if len(lines) not in found.played:
            found.played.add(len(lines))
            _play_on(left.game, lines, secrets, stood)
    onward = [encode(one) for one in _onward(len(lines))]
    for line in onward:
        sink.keep(decode(line))
        assert library.journal.flush(), "it cannot be saved on"
    assert [one.match for one in library.matches()] == [sink.match]
    assert library.close()
    assert all((folder / damage.file).exists() for damage in damages), "nothing is set aside"
    library = Library(folder, now, on_damage=damages.append)
    assert library.read(sink.match).lines == (*lines, *onward), "it does not go on from there"
    library.close()

    name, how, _ = case
    lost = len(left.lines) - len(lines)
    assert len(lines) >= left.safe(case), f"{len(lines)} entries, {left.safe(case)} were sound"
    named = [(gap.first, gap.last) for damage in damages for gap in damage.gaps]
    assert named == ([(len(lines) + 1, len(left.lines))] if lost else []), "it is not named"
    counts = found.counts
    counts[f"{name} {how}"] += 1
    counts[f"{name} {how}, nothing lost"] += not lost
    counts[f"{name} {how}, mended and told"] += bool(damages)
    counts[f"{name} {how}, entries lost"] += lost


def _onward(after: int) -> list[Entry]:
    """What is played then: enough that the files grow by some pages."""
    first = [] if after else [started()]
    begun = after + len(first)
    return [*first, *(played(begun + n, "onward " * 400 * n) for n in (1, 2, 3))]


def _play_on(
    game: str, lines: tuple[bytes, ...], secrets: dict[int, Secret], stood: Checkpoint | None
) -> None:
    """What is left is a match that can be gone on with, and from a checkpoint as the same."""
    whole, late = (
        Match.reopen(
            registry.game_package(game),
            map(decode, lines),
            clock=lambda: 0.0,
            salt=lambda: SALT,
            secrets=secrets,
            checkpoint=checkpoint,
        )
        for checkpoint in (None, stood)
    )
    assert not whole.read_only, "it cannot be played on"
    assert late.timeline == whole.timeline, "it is taken up as another match"
