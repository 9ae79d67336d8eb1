"""Stores of which it is written down what they called saved, and damage to their files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import msgspec

from companion.archive import score
from companion.match.entries import encode
from companion.store import Damage, Library
from tests.store.table import copy, hide, now, played, secret, started

JOURNAL, LOG, ANCHORS = "matches.db", "matches.db-wal", "anchors"

Files = dict[str, bytes]

Place = tuple[str, int]
"""A match or sheet, and the number of an entry."""

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


@dataclass
class Store:
    """saved: what was called saved, as it must be found. files: how they lie on the disk now;
    earlier: how they lay before, the first ones first."""

    folder: Path
    saved: dict[Place, bytes] = field(default_factory=dict)
    keys: dict[str, list[bytes]] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    earlier: list[Files] = field(default_factory=list)

    @classmethod
    def played(cls, rng: Random, folder: Path) -> Store:
        """A store as a few evenings leave it; sometimes closed, sometimes with the plug pulled."""
        store = cls(folder / "data")
        evenings, pulled = rng.randint(2, 4), rng.random() < 0.7
        for evening in range(1, evenings + 1):
            library = store.opened()
            for _ in range(rng.randint(1, 3)):
                store.play(library, rng, rng.randint(1, 25))
                if rng.random() < 0.7:
                    store.snap(folder / "snap")
            if rng.random() < 0.3:
                store.rename(library, rng.choice(PEOPLE), rng.choice(("Zoe", "")))
            if rng.random() < 0.2:
                store.forget(library, rng.choice(list(store.keys)))
            if evening == evenings and pulled:
                store.snap(folder / "pulled")
            assert library.close()
            if not (evening == evenings and pulled):
                store.snap(folder / "closed")
        store.files = store.earlier.pop()
        return store

    def opened(self) -> Library:
        """The store as the companion opens it."""
        return Library(self.folder, now, on_saved=self.note)

    def note(self, key: str, number: int) -> None:
        """This entry and all before it were called saved."""
        for at, line in enumerate(self.keys.get(key, ())[:number], 1):
            self.saved.setdefault((key, at), line)

    def play(self, library: Library, rng: Random, many: int) -> str:
        """Begin a match, a sheet, or go on with one."""
        going = [key for key in self.keys if library.read(key).lines]
        if rng.random() < 0.2:
            return self._count(library, many)
        if going and rng.random() < 0.5:
            key = rng.choice(going)
            sink = library.resume(key).sink
        else:
            sink = library.begin()
            key = sink.match
            begins = started(rng.choice(PEOPLE))
            self.keys[key] = [encode(begins)]
            sink.keep(begins)
        lines = self.keys[key]
        for number in range(len(lines) + 1, len(lines) + 1 + many):
            words = rng.choice(PEOPLE) * rng.choice((1, 1, 1, 400))
            hidden = secret(words[:9]) if rng.random() < 0.2 else None
            if hidden is not None:
                hide(library, key, number, hidden)
            entry = played(number, words, hidden)
            lines.append(encode(entry))
            sink.keep(entry)
            if rng.random() < 0.3:
                assert library.journal.flush()
        assert library.journal.flush()
        return key

    def _count(self, library: Library, many: int) -> str:
        key = library.begin_score()
        self.keys[key] = []
        begun: score.AnyScoreEvent = score.Begun(at=now(), game="Chess", players=(("red", ""),))
        rounds = (score.Entered(at=now(), round=n, player=0, points=n) for n in range(many - 1))
        for number, event in enumerate((begun, *rounds), 1):
            data = score.encode(event)
            self.keys[key].append(counted(data))
            library.keep_score(key, number, data)
            assert library.journal.flush()
        return key

    def rename(self, library: Library, old: str, new: str) -> None:
        """Somebody is called something else, or nothing any more; what was saved says so, too."""
        assert library.rename_player(old, new)
        for key in [key for key in self.keys if library.read(key).lines]:
            self.keys[key] = list(library.read(key).lines)
            for number, line in enumerate(self.keys[key], 1):
                self.saved[key, number] = line
        self.earlier.clear()  # in them everybody would be called as before

    def forget(self, library: Library, key: str) -> None:
        """Somebody deletes it."""
        library.forget(key)
        assert library.journal.flush()
        del self.keys[key]
        self.saved = {place: line for place, line in self.saved.items() if place[0] != key}
        self.earlier.clear()  # in them it would be there

    def snap(self, target: Path) -> None:
        """What the disk holds now."""
        rmtree(target, ignore_errors=True)
        copy(self.folder, target)
        self.earlier.append({file.name: file.read_bytes() for file in target.iterdir()})

    def become(self, files: Files) -> None:
        """The folder holds these files and nothing else."""
        rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for name, data in files.items():
            (self.folder / name).write_bytes(data)


@dataclass
class Seen:
    """there: what was found. said: everything that was told. named: the entries that were."""

    there: dict[Place, bytes]
    said: list[Damage]

    @property
    def named(self) -> set[Place]:
        return {
            (gap.key, number)
            for one in self.said
            for gap in one.gaps
            for number in range(gap.first, gap.last + 1)
        }


def counted(event: dict[str, Any]) -> bytes:
    """An event of a sheet of points, as a line."""
    return msgspec.json.encode(event, order="sorted")


def look(folder: Path, keys: dict[str, list[bytes]]) -> Seen:
    """Open a store and read all of it, as somebody who looks through the lists does."""
    said: list[Damage] = []
    library = Library(folder, now, on_damage=said.append)
    there: dict[Place, bytes] = {}
    library.matches(), library.players(), library.results()
    for key, events in library.scores().items():
        there |= {(key, at): counted(one) for at, one in enumerate(events, 1)}
    for key in keys:
        lines = library.read(key).lines
        there |= {(key, at): line for at, line in enumerate(lines, 1)}
    library.met("somebody")
    assert library.close(), "nothing can be saved"
    return Seen(there, said)


def lost(saved: dict[Place, bytes], there: dict[Place, bytes]) -> set[Place]:
    """What was called saved and is not there, or not as it was."""
    return {place for place, line in saved.items() if there.get(place) != line}


def damaged(store: Store, rng: Random) -> tuple[str, Files]:
    """What was done, and the files after it."""
    names = [name for name in (JOURNAL, LOG, ANCHORS) if store.files.get(name)]
    if store.earlier and rng.random() < 0.25:
        return _earlier(store, rng)
    name = rng.choice(names)
    how, act = rng.choice(list(_WAYS.items()))
    data = act(store.files[name], rng)
    files = {one: left for one, left in store.files.items() if one != name}
    return f"{name} {how}", files if data is None else files | {name: data}


def _earlier(store: Store, rng: Random) -> tuple[str, Files]:
    before = rng.choice(store.earlier)
    which = rng.choice(((JOURNAL,), (JOURNAL, LOG), (LOG,), (ANCHORS,)))
    files = {name: data for name, data in store.files.items() if name not in which}
    files |= {name: before[name] for name in which if before.get(name)}
    return f"{' and '.join(which)} of earlier", files


def _flipped(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _over(data: bytes, rng: Random) -> bytes:
    at, size = rng.randrange(len(data)), rng.choice((1, 16, 512, 4096))
    new = rng.choice((bytes(size), rng.randbytes(size)))
    return (data[:at] + new + data[at + size :])[: len(data)]


def _inserted(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.choice((1, 24, 512, 4096))) + data[at:]


_WAYS: dict[str, Callable[[bytes, Random], bytes | None]] = {
    "cut": lambda data, rng: data[: rng.randrange(len(data))],
    "emptied": lambda data, rng: b"",
    "gone": lambda data, rng: None,
    "with a bit flipped": _flipped,
    "with a part overwritten": _over,
    "with bytes inserted": _inserted,
    "with bytes taken out": lambda data, rng: _flipped(data, rng)[rng.randrange(1, 600) :],
    "of rubbish": lambda data, rng: rng.randbytes(len(data)),
}
