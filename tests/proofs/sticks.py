"""A stick changes and tells nothing outside itself, stops nothing, and every answer is a sentence.

Everything that is written onto a stick or read from one is done with sticks that carry links to
what is precious, pipes, sockets, devices, folders and files of a terabyte in place of the files,
under their names and under those that programs write first. Then once more while somebody swaps the
files, and the stick itself, for links as fast as a thread can. Each try runs in a process of its
own, with so much memory and so many seconds; afterwards everything outside the stick is compared.
Sticks are folders and, where root runs this, an image that is mounted as the package mounts
sticks, and the same without the options. At the end the screens are used with such a stick.
"""

import argparse
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread

from companion.store import Library, drives
from tests.proofs import _stick
from tests.proofs._stick import ELSEWHERE, READING, TRAPS, WRITING, Act, World

PATIENCE = 20.0
"""Seconds that one try may take; the usual ones take a tenth of one."""

MEMORY = 300_000_000
"""Bytes that one try may take beside those that were taken before it."""

AGAIN = 12
"""How often it is done in one try while somebody swaps files."""

OPTIONS = {
    "an image, mounted as shipped": "loop,nosymfollow,noexec,nodev,nosuid",
    "an image, mounted as it comes": "loop",
}


@dataclass
class Tally:
    """What was seen. wrong: of each kind of fault the first tries that showed it."""

    tries: int = 0
    refused: int = 0
    slowest: float = 0.0
    most: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)

    def fault(self, kind: str, what: str) -> None:
        """Something that must not be."""
        self.wrong.setdefault(kind, []).append(what)


def tried(act: Callable[[], str]) -> tuple[str, float, int]:
    """What it says, in a process of its own; the seconds it took, and the most memory in bytes.
    "" for a process that had to be killed."""
    begun = time.monotonic()
    out, into = os.pipe()
    with warnings.catch_warnings():  # the child uses no thread of its parent
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        with suppress(BaseException):
            os.close(out)
            taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY,) * 2)
            try:
                said = act()
            except BaseException as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                said = f"escaped: {type(error).__name__} in {where.name}: {error}"
            os.write(into, said.encode("utf-8", "replace")[:60_000])
        os._exit(0)
    os.close(into)
    told = b""
    while select.select([out], [], [], max(0.0, begun + PATIENCE - time.monotonic()))[0]:
        piece = os.read(out, 65536)
        if not piece:
            break
        told += piece
    else:
        os.kill(child, signal.SIGKILL)
    os.close(out)
    _, _, used = os.wait4(child, 0)
    return told.decode("utf-8", "replace"), time.monotonic() - begun, used.ru_maxrss * 1024


def one(tally: Tally, what: str, world: World, act: Callable[[], str]) -> str:
    """One try, and whether all is as it was."""
    before = world.seen()
    said, seconds, memory = tried(act)
    tally.tries += 1
    tally.refused += said.startswith("no ")
    tally.slowest, tally.most = max(tally.slowest, seconds), max(tally.most, memory)
    if not said:
        tally.fault("stopped, or ended without a word", what)
    elif not said.startswith(("ok ", "no ")):
        tally.fault("answered with an exception", f"{what}: {said[:300]}")
    if ELSEWHERE in said:
        tally.fault("read what lies elsewhere", what)
    if world.seen() != before:
        tally.fault("changed what lies elsewhere", what)
        return "again"
    return said


def doing(act: Act, world: World) -> Callable[[], str]:
    """As a line: done or not, and the sentence."""

    def do() -> str:
        done, sentence = act(world)
        assert sentence.strip(), "nothing was said"
        return f"{'ok' if done else 'no'} {sentence}"

    return do


def emptied(stick: Path) -> None:
    """As it came from the shop."""
    for found in stick.iterdir():
        if found.name != "lost+found":
            subprocess.run(["rm", "-rf", "--", found], check=True)


class Attack:
    """All tries with one stick."""

    def __init__(self, tally: Tally, root: Path, stick: Path, asked: argparse.Namespace) -> None:
        self._tally, self._asked, self._rng = tally, asked, Random(asked.seed)
        self._root, self._stick = root, stick
        self._world = _stick.made(root, stick)

    def run(self) -> None:
        """All of them, in turn."""
        names = {act: self._honest(act) for act in WRITING}
        tries = [*self._written(names), *self._read()]
        if self._asked.tries:
            tries = self._rng.sample(tries, min(self._asked.tries, len(tries)))
        for what, act, lay in tries:
            emptied(self._stick)
            lay()
            self._one(what, act)
        for act in self._rng.choices([*WRITING, *READING], k=self._asked.races):
            emptied(self._stick)
            self._raced(act)

    def _one(self, what: str, act: Act) -> None:
        if one(self._tally, what, self._world, doing(act, self._world)) == "again":
            emptied(self._stick)
            for folder in (self._world.data, self._world.played, self._world.elsewhere):
                subprocess.run(["rm", "-rf", "--", folder], check=True)
            self._world = _stick.made(self._root, self._stick)

    def _honest(self, act: Act) -> tuple[str, ...]:
        """The names that it makes on an empty stick."""
        emptied(self._stick)
        said, _, _ = tried(doing(act, self._world))
        assert said.startswith("ok "), f"{act.__name__} does not work at all: {said}"
        return tuple(found.name for found in self._stick.iterdir() if found.name != "lost+found")

    def _written(
        self, names: dict[Act, tuple[str, ...]]
    ) -> Iterator[tuple[str, Act, Callable[[], None]]]:
        for act, usual in names.items():
            for disguise in (name for each in usual for name in _stick.disguises(each)):
                path = self._stick / disguise
                for target in _stick.targets(self._world):
                    what = f"{act.__name__}: {disguise} leads to {target.name}"
                    yield what, act, partial(path.symlink_to, target)
                for kind, lay in TRAPS.items():
                    what = f"{act.__name__}: {disguise} is {kind}"
                    yield what, act, partial(lay, path)

    def _read(self) -> Iterator[tuple[str, Act, Callable[[], None]]]:
        for act, names in READING.items():
            for name in names:
                for kind, lay in TRAPS.items():
                    yield f"{act.__name__}: {name} is {kind}", act, self._amid(name, lay)
                for target in (self._world.elsewhere / name, *_stick.targets(self._world)):
                    what = f"{act.__name__}: {name} leads to {target.name}"
                    yield what, act, self._amid(name, partial(_stick.lead, target))

    def _amid(self, name: str, lay: Callable[[Path], None]) -> Callable[[], None]:
        """The other files are sound."""

        def do() -> None:
            self._sound()
            (self._stick / name).unlink()
            lay(self._stick / name)

        return do

    def _sound(self) -> None:
        library = Library(self._world.played, lambda: _stick.NOW)
        _stick.write_sound(self._stick, "own", library)
        library.close()

    def _raced(self, act: Act) -> None:
        """Somebody swaps whatever appears for links meanwhile."""
        if act in READING:
            self._sound()
        seed = self._rng.random()

        def do() -> str:
            ended = Event()
            swaps = Thread(target=swapping, args=(self._world, ended, Random(seed)), daemon=True)
            swaps.start()
            said = Counter(doing(act, self._world)() for _ in range(AGAIN))
            ended.set()
            swaps.join()
            return f"no {said}"

        self._one(f"{act.__name__}: while files are swapped ({seed})", act=lambda _: (False, do()))


def swapping(world: World, ended: Event, rng: Random) -> None:
    """Put links in place of files on the stick, and of the stick where it is a folder, and put
    back what was there, over and over."""
    stick, away = world.stick, world.stick.with_name("away")
    folder = not stick.is_mount()
    leads = [*_stick.targets(world), world.elsewhere / "a.box.json"]
    while not ended.is_set():
        with suppress(OSError):
            for found in list(os.scandir(stick)):
                path, aside = Path(found.path), stick / f"{found.name}.aside"
                if found.name.endswith(".aside") or rng.random() < 0.3:
                    continue
                same = world.elsewhere / found.name
                lead = same if same.exists() and rng.random() < 0.5 else rng.choice(leads)
                path.rename(aside)
                with suppress(OSError):
                    if rng.random() < 0.15:
                        os.mkfifo(path)
                    else:
                        path.symlink_to(lead)
                time.sleep(rng.random() * 0.002)
                aside.replace(path)
        if folder and rng.random() < 0.5:
            with suppress(OSError):
                stick.rename(away)
                stick.symlink_to(rng.choice((world.data, world.elsewhere)))
                time.sleep(rng.random() * 0.002)
                stick.unlink()
            with suppress(OSError):
                away.rename(stick)
    with suppress(OSError):
        if stick.is_symlink():
            stick.unlink()
        away.rename(stick)


@contextmanager
def mounted(root: Path, options: str) -> Iterator[Path]:
    """An image as a stick. Raises OSError or CalledProcessError where that cannot be."""
    image, stick = root / "image", root / "media" / "STICK"
    with image.open("wb") as made:
        made.truncate(64_000_000)
    stick.mkdir(parents=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True, capture_output=True)
    command = ["mount", "-o", options, str(image), str(stick)]
    subprocess.run(command, check=True, capture_output=True)
    try:
        yield stick
    finally:
        subprocess.run(["umount", "--lazy", stick], check=True)


@contextmanager
def sticks(where: str) -> Iterator[tuple[Path, Path]]:
    """A folder for everything, and the stick in it."""
    before = drives.ROOTS
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        drives.ROOTS = (root / "media",)
        if where in OPTIONS:
            with mounted(root, OPTIONS[where]) as stick:
                yield root, stick
        else:
            stick = root / "media" / "user" / "STICK"
            stick.mkdir(parents=True)
            yield root, stick
    drives.ROOTS = before


def report(where: str, tally: Tally) -> None:
    """The figures of one kind of stick."""
    print(f"{where}: {tally.tries} tries, {tally.refused} of them refused in words")
    print(f"    the slowest took {tally.slowest:.1f} s, the largest {tally.most / 1e6:.0f} MB")
    for kind, found in tally.wrong.items():
        print(f"    WRONG: {len(found)} {kind}")
        for what in found[:5]:
            print(f"        {what}")
    print(f"    {sum(map(len, tally.wrong.values()))} things went wrong", flush=True)


def on_screen(asked: argparse.Namespace) -> bool:
    """The same stick at the screens; in a process of its own, for Kivy is set up once for each."""
    environment = {one: it for one, it in os.environ.items() if one != "DISPLAY"}
    environment |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-m", "tests.proofs._stick_screens"]
    try:
        done = subprocess.run(command, env=environment, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        print("    WRONG: the screens stand still")
        return False
    return done.returncode == 0


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="sticks", description=__doc__)
    parser.add_argument("--tries", type=int, default=0, help="so many of each stick, not all")
    parser.add_argument("--races", type=int, default=60, help="tries while files are swapped")
    parser.add_argument("--folder", action="store_true", help="no images and no screens")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    print(f"seed {asked.seed}, {PATIENCE:.0f} s and {MEMORY / 1e6:.0f} MB for each try")
    held = True
    for where in ("a folder", *(() if asked.folder else OPTIONS)):
        tally = Tally()
        try:
            with sticks(where) as (root, stick):
                Attack(tally, root, stick, asked).run()
        except subprocess.CalledProcessError as error:
            print(f"{where}: not tried, for {error.cmd[0]} says: {error.stderr!r}", flush=True)
            continue
        report(where, tally)
        held = held and not tally.wrong
    if not asked.folder:
        held = on_screen(asked) and held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
