"""Whatever is on a stick for a backup, a restore takes nothing but what may come back.

A table with settings, a PIN, a key, matches that go on with something hidden in them, and one that
is over, makes a backup. It is changed in every way that somebody could think of who wants to start
a program, to see what is hidden, to be in charge, or to break something, and all its sums are
right again. Each is restored on the machine that made it. Whatever comes of it: it is said in
words; settings are only those that may be restored, and the PIN opens as before; nothing that a
match hides is handed out but to the lines that this machine wrote; every list and every match
opens; nothing outside the folder of the data has changed; memory and room stay within bounds; and
the way back leaves all as it was. Now and then the whole companion is started on it.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from companion.maintenance import backup
from companion.maintenance.texts import left_out, phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.text import LANGUAGES
from tests.proofs._forged import ATTACKS
from tests.proofs._forged_locked import LETTERS
from tests.proofs._parts import Parts, parts_of
from tests.proofs._report import report
from tests.proofs._restored import (
    Table,
    another_pin,
    as_it_was,
    foreign_settings,
    opened,
    table,
)
from tests.store.table import now
from ui import maintenance

MEMORY = 400
"""Megabytes more than the sound backup takes at most."""

ROOM = 120
"""Megabytes that the data may take meanwhile."""

PATIENCE = 60.0
"""Seconds for one restore with all that is looked at afterwards."""


@dataclass
class Outcome:
    """What came of one restore. wrong: what must not be. said: in English."""

    wrong: list[str] = field(default_factory=list)
    said: str = ""
    left: list[str] = field(default_factory=list)
    memory: float = 0.0
    room: float = 0.0
    seconds: float = 0.0


# One restore, in a process of its own


def _try(table: Table, file: Path) -> Outcome:
    came, began, folder = Outcome(), time.monotonic(), table.folder
    with _watched(folder, came):
        try:
            restored = maintenance.restore(file, folder, LETTERS)
        except MaintenanceError as error:
            said = [sentence(error, phrasebook(language)) for language in LANGUAGES]
            came.said = error.reason
            came.wrong += [] if all(said) else ["it is refused without a word"]
            came.wrong += as_it_was(table, "after a refusal")
            restored = None
    if restored is not None:
        came.said = "restored"
        for language in LANGUAGES:
            told = left_out(restored.left, phrasebook(language))
            came.wrong += [] if all(told) and len(told) == len(restored.left) else ["not said"]
        came.left = [one.key for one in restored.left]
        backup.finish(folder, now())
    came.wrong += foreign_settings(folder) + another_pin(folder) + opened(table)
    if restored is not None:
        backup.back(folder)
        backup.finish(folder, now())
        came.wrong += as_it_was(table, "after the way back")
    came.seconds = time.monotonic() - began
    return came


@contextmanager
def _watched(folder: Path, came: Outcome) -> Iterator[None]:
    """How much memory and room it takes at most."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.01):
            came.room = max(came.room, _size(folder) / 1e6)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        came.memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e3


def _size(folder: Path) -> int:
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return total


def _child(sending: Connection, table: Table, file: Path) -> None:
    try:
        sending.send(_try(table, file))
    except BaseException:
        sending.send(Outcome([traceback.format_exc(limit=-4)]))


def one(table: Table, file: Path) -> Outcome:
    """One restore, in a process of its own, so that its memory can be told."""
    context = get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(sending, table, file))
    process.start()
    sending.close()
    try:
        came: Outcome = receiving.recv() if receiving.poll(PATIENCE) else Outcome(["it hangs"])
    except EOFError:
        came = Outcome(["the process is gone"])
    process.kill()
    process.join()
    if came.memory > MEMORY:
        came.wrong.append(f"it takes {came.memory:.0f} MB of memory")
    if came.room > ROOM:
        came.wrong.append(f"it takes {came.room:.0f} MB of room")
    return came


# All of them


def starts(table: Table, file: Path) -> list[str]:
    """The whole companion, after a restore from the command line."""
    told = _run("care", "--data", str(table.folder), "restore", str(file))
    if told.returncode not in (0, 1) or not (told.stdout + told.stderr).strip():
        return [f"the command line: {told.stderr[-300:]}"]
    opened = _run("", "--data", str(table.folder), "--windowed", "--check")
    return [] if opened.returncode == 0 else [f"it does not start: {opened.stderr[-300:]}"]


def _run(order: str, *more: str) -> "subprocess.CompletedProcess[str]":
    program = ["companion.cli", order] if order else ["ui"]
    environ = {
        **os.environ,
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_NO_ARGS": "1",
    }
    command = [sys.executable, "-m", *program, *more]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environ
    )


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="restore", description=__doc__)
    parser.add_argument("--attack", action="append", choices=tuple(ATTACKS), help="default: all")
    parser.add_argument("--times", type=int, default=40, help="each attack is made")
    parser.add_argument("--starts", type=int, default=2, help="of them with the whole companion")
    parser.add_argument("--small", action="store_true", help="no file that unpacks to 1.4 GB")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as place:
        made = table(Path(place, "data"), asked.seed)
        (file,) = Path(place).glob("*.backup.zip")
        parts = parts_of(file, made.running, small=asked.small)
        print(f"{len(made.lines)} matches, {file.stat().st_size} bytes; seed {asked.seed}")
        sound = one(_copy(made, Path(place, "sound")), file)
        wrong = [f"the sound one: {it}" for it in sound.wrong]
        wrong += [] if sound.said == "restored" and not sound.left else [f"sound: {sound}"]
        for name in asked.attack or ATTACKS:
            wrong += _prove(name, made, parts, Path(place), asked)
    report(wrong, {})
    return 1 if wrong else 0


def _prove(
    name: str, made: Table, parts: Parts, place: Path, asked: argparse.Namespace
) -> list[str]:
    said, left = Counter[str](), Counter[str]()
    wrong, most = list[str](), Outcome()
    for number in range(asked.times):
        rng = Random(f"{asked.seed} {name} {number}")
        stick = place / "stick"
        stick.mkdir()
        file = stick / "a.backup.zip"
        file.write_bytes(ATTACKS[name](rng, parts))
        outside = _outside(place)
        came = one(_copy(made, place / "tried"), file)
        if number < asked.starts:
            came.wrong += starts(_copy(made, place / "tried"), file)
        shutil.rmtree(place / "tried")
        if _outside(place) != outside or Path("/tmp/never").exists():
            came.wrong.append("something outside has changed")
        shutil.rmtree(stick)
        said[came.said] += 1
        left.update(set(came.left))
        wrong += [f"{name}, {number}: {it}" for it in came.wrong]
        most.memory = max(most.memory, came.memory)
        most.room = max(most.room, came.room)
        most.seconds = max(most.seconds, came.seconds)
    print(f"{name}: {asked.times} times, {len(wrong)} things went wrong")
    print(f"       {', '.join(f'{it} {count}' for it, count in said.most_common())}")
    if left:
        print(f"       left out: {', '.join(f'{it} {n}' for it, n in left.most_common())}")
    print(
        f"       at most {most.memory:.0f} MB of memory, {most.room:.1f} MB of room,"
        f" {most.seconds:.1f} s",
        flush=True,
    )
    return wrong


def _copy(made: Table, place: Path) -> Table:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.copytree(made.folder, place / "data")
    return Table(place / "data", made.running, made.lines, made.files)


def _outside(place: Path) -> dict[str, tuple[int, int]]:
    """What lies beside the data, and where things that were told of could have got to."""
    found = [one for one in place.rglob("*") if "tried" not in one.relative_to(place).parts]
    found += [Path("/tmp/evil-of-the-proof")]
    return {
        str(one): (one.lstat().st_size, one.lstat().st_mtime_ns)
        for one in found
        if one.is_symlink() or one.is_file()
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
