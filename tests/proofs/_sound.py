"""Stores to which nothing happened but what happens at tables."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from companion.maintenance.backup import back, finish, restore, write_backup
from companion.match.entries import encode
from companion.store import Library
from tests.proofs._losses import ANCHORS, JOURNAL, Store, counted
from tests.store.power import CutDisk
from tests.store.table import now, played, started

ROOT = Path(__file__).parents[2]

_MARK = 0x74620000
"""Of every journal; the version is added."""

# It tells what was called saved, by numbers, until it is killed.
_PLAYS = """
import sys
from pathlib import Path
from companion.store import Library
from tests.store.table import now, played, started

told = lambda match, number: print(number, flush=True)
library = Library(Path(sys.argv[1]), now, on_saved=told, name=lambda: "killed")
doors = library.begin()
doors.keep(started())
for number in range(2, 100000):
    doors.keep(played(number))
    if number % 3:
        library.journal.flush()
"""


def _played(rng: Random, place: Path) -> Store:
    return Store.played(rng, place)


def _pulled(rng: Random, place: Path) -> Store:
    """As the disk holds it in the middle of playing."""
    store = Store.played(rng, place)
    library = store.opened()
    store.play(library, rng, 12)
    store.snap(place / "left")
    library.close()
    store.become(store.earlier[-1])
    return store


def _killed(rng: Random, place: Path) -> Store:
    store = Store(place / "data")
    told = place / "told"
    with told.open("wb") as out:
        child = subprocess.Popen(
            [sys.executable, "-c", _PLAYS, store.folder], stdout=out, cwd=ROOT, env=os.environ
        )
        while child.poll() is None and not told.read_bytes():
            time.sleep(0.01)
        time.sleep(rng.random() * 0.3)
        child.send_signal(signal.SIGKILL)
        child.wait()
    upto = max(int(line) for line in told.read_bytes().split(b"\n")[:-1])
    lines = [encode(started()), *(encode(played(number)) for number in range(2, upto + 1))]
    store.keys["killed"] = lines
    store.note("killed", upto)
    return store


def _cut(rng: Random, place: Path) -> Store:
    """The power is cut while it is played, again and again."""
    store, content = Store(place / "data"), dict[str, bytes]()
    for number in range(rng.randint(1, 4)):
        folder = place / f"disk{number}"
        folder.mkdir()
        disk = CutDisk(folder, content, rng, rng.randint(1, 150))
        library = Library(
            folder, now, disk=disk, on_saved=store.note, pauses=(60.0,), name=lambda: "cut"
        )
        lines = store.keys.setdefault("cut", [])
        if library.journal.state().saving and not disk.dead:
            lines[:] = list(library.read("cut").lines)
            sink = library.resume("cut").sink if lines else library.begin()
            while not disk.dead and len(lines) < 200:
                entry = played(len(lines) + 1) if lines else started()
                lines.append(encode(entry))
                sink.keep(entry)
                library.journal.flush()
        library.close()
        content = disk.after_cut()
    store.become(content)
    return store


def _restored(rng: Random, place: Path) -> Store:
    """A backup comes back over what was played later, and half of the time that is taken back."""
    store = Store.played(rng, place)
    library = store.opened()
    file = write_backup(place, store.folder, library, now())
    saved, keys = dict(store.saved), {key: list(lines) for key, lines in store.keys.items()}
    store.play(library, rng, 9)
    assert library.close()
    restore(file, store.folder)
    finish(store.folder, now())
    if rng.random() < 0.5:
        if rng.random() < 0.5:
            store.opened().close()
        back(store.folder)
        finish(store.folder, now())
    else:
        store.saved, store.keys = saved, keys
    return store


def _renamed(rng: Random, place: Path) -> Store:
    store = Store.played(rng, place)
    library = store.opened()
    for old, new in (("Ada", "Ida"), ("Ben", ""), ("Ida", "")):
        store.rename(library, old, new)
    store.play(library, rng, 5)
    library.close()
    return store


def _deleted(rng: Random, place: Path) -> Store:
    store = Store.played(rng, place)
    library = store.opened()
    for key in rng.sample(list(store.keys), rng.randint(1, len(store.keys))):
        store.forget(library, key)
    if rng.random() < 0.5:
        store.snap(place / "left")  # the plug is pulled right after it
        library.close()
        store.become(store.earlier[-1])
    else:
        library.close()
    return store


def _older(rng: Random, place: Path) -> Store:
    """Of the version before anything vouched for it."""
    store = Store.played(rng, place)
    store.opened().close()
    (store.folder / ANCHORS).unlink()
    with closing(sqlite3.connect(store.folder / JOURNAL)) as opened:
        opened.execute("PRAGMA user_version = 2")
        opened.execute(f"PRAGMA application_id = {_MARK + 2}")
    return store


def _mended(rng: Random, place: Path) -> Store:
    """Damage of earlier days was told then."""
    store = Store.played(rng, place)
    data = (store.folder / JOURNAL).read_bytes()
    (store.folder / JOURNAL).write_bytes(data[: rng.randrange(len(data))])
    library = Library(store.folder, now)
    for key in store.keys:
        points = library.scores().get(key, ())
        store.keys[key] = [*library.read(key).lines, *map(counted, points)]
    store.saved.clear()
    for key in store.keys:
        store.note(key, len(store.keys[key]))
    library.close()
    return store


SOUND: dict[str, Callable[[Random, Path], Store]] = {
    "played": _played,
    "with the plug pulled": _pulled,
    "killed": _killed,
    "with the power cut": _cut,
    "with a backup restored, and taken back": _restored,
    "with names changed and forgotten": _renamed,
    "with matches deleted": _deleted,
    "of an earlier version": _older,
    "mended before": _mended,
}
