"""Killed at any moment, the companion is back in the same match in ten seconds, nothing lost.

The whole app runs as a process of its own, with a window, simulated pins and a simulated scanner;
hands touch, press and scan whatever is offered. At a moment taken by chance it gets SIGKILL, also
while it is still starting, and while something is uncovered that is for one person alone. The next
start must show the table of the same match, with all entries that were marked saved, unchanged and
in their order, and nothing that is private may be kept where others can read it. Every kill ends
the process alone: what the kernel has taken for the disk stays, so that this proves the companion's
own order of things; what the disk does without power is proved by power_cuts.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from companion.match.registry import game_package
from tests.proofs._report import report
from ui.session.resume_point import read

WITHIN = 10.0
"""Seconds from a kill to the match on the screen."""

PATIENCE = 60.0
"""Seconds in which the hands have begun the first match."""

STARTING = 0.15
"""Share of the kills that come before the screen can be used."""

ALONE = 0.2
"""Share of the lives in which people only look, and tell something, in private."""

PRIVATE = "while something private was uncovered"

GAME = "mesopotamien"

ROOT = Path(__file__).parents[2]


class Life:
    """One process, from its start to its kill. Lines it wrote are kept."""

    def __init__(self, folder: Path, seed: int, *how: str) -> None:
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen"}
        environ["SDL_AUDIODRIVER"] = "dummy"
        environ.pop("KIVY_LOG_MODE", None)
        self.begun = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proofs._kills_evening", str(folder), str(seed), *how],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environ,
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        self._out = self._process.stdout.fileno()
        self._rest = b""

    def listen(self, until: float) -> list[dict[str, Any]]:
        """What it says up to a moment, or up to its first word if there is one before."""
        while (left := until - time.monotonic()) > 0:
            if select.select([self._out], [], [], left)[0]:
                told = self._read()
                if told or self._process.poll() is not None:
                    return told
        return []

    def _read(self) -> list[dict[str, Any]]:
        *lines, self._rest = (self._rest + os.read(self._out, 1 << 20)).split(b"\n")
        return [json.loads(line) for line in lines]

    @property
    def alive(self) -> bool:
        """Whether it is still running."""
        return self._process.poll() is None

    def kill(self) -> list[dict[str, Any]]:
        """End it without a warning; what it had still said."""
        self._process.kill()
        self._process.wait()
        told = []
        while select.select([self._out], [], [], 0)[0]:
            before = self._rest
            more = self._read()
            told += more
            if not more and self._rest == before:
                break
        assert self._process.stdout is not None
        self._process.stdout.close()
        return told


class Evening:
    """Kills and starts, and what must be there after each."""

    def __init__(self, folder: Path, rng: Random, within: float) -> None:
        self._folder = folder
        self._within = within
        self._rng = rng
        self._match = ""
        self._saved: tuple[int, str] = (0, "")
        self._private = False
        self.killed: Counter[str] = Counter()
        self.back: list[float] = []
        self.entries = 0
        self.wrong: list[str] = []

    def live(self) -> None:
        """Start it, look at what it shows, let people play, kill it."""
        rng = self._rng
        alone = bool(self._match) and rng.random() < ALONE
        life = Life(self._folder, rng.getrandbits(30), *(("alone",) if alone else ()))
        self._private = False
        if self._match and rng.random() < STARTING:
            life.listen(time.monotonic() + rng.uniform(0, 1.5))
            self.killed["while it was starting"] += 1
            self._hear(life.kill())
            return
        told = life.listen(life.begun + 60)
        if not told:
            self.wrong.append("it did not come back")
            life.kill()
            return
        seconds = time.monotonic() - life.begun
        if self._match:
            self.back.append(seconds)
            self._compare(told[0], seconds)
        self._hear(told)
        while alone and life.alive and not self._private and time.monotonic() < life.begun + 60:
            self._hear(life.listen(time.monotonic() + 0.05))
        until = time.monotonic() + rng.uniform(0.0, 3.0)
        patience = time.monotonic() + PATIENCE
        while life.alive and (not self._match or time.monotonic() < until):  # at first: until
            if not self._match and time.monotonic() > patience:
                self.wrong.append("no match could be begun")
                break
            self._hear(life.listen(max(until, time.monotonic() + 0.05)))  # a match is on
        if not life.alive:
            self.wrong.append("it ended by itself")
        self._hear(life.kill())
        self.killed[PRIVATE if self._private else "while people were playing"] += 1
        self._look_for_private()

    def _look_for_private(self) -> None:
        """What was begun is kept for the next start, but nothing of what only one may know."""
        begun = read(self._folder / "data").begun
        for one in begun.drafts if begun else ():
            if game_package(GAME).game.by_name[one.kind].hidden:
                self.wrong.append(f"{one.kind} is kept for all to read")

    def _hear(self, told: list[dict[str, Any]]) -> None:
        for news in told:
            self._private = news["uncovered"] if news["what"] != "saved" else self._private
            if news.get("match") and news["saved"]:
                self._match = self._match or news["match"]
                if news["match"] == self._match:
                    self._saved = (news["saved"], news["digest"])
                self.entries = max(self.entries, news["saved"])

    def _compare(self, news: dict[str, Any], seconds: float) -> None:
        number, digest = self._saved
        there = news.get("digests", [])
        if news.get("match") != self._match:
            self.wrong.append(f"it shows {news.get('page')} and not the match")
        elif news["page"] != "Play":
            self.wrong.append(f"it shows {news['page']} and not the table")
        elif len(there) < number:
            self.wrong.append(f"{number} entries were saved, {len(there)} are there")
        elif there[number - 1] != digest:
            self.wrong.append("entries have changed")
        if seconds > self._within:
            self.wrong.append(f"it was back after {seconds:.1f} s only")


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often it is killed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=WITHIN, help="seconds to be back in")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), Random(options.seed), options.within)
        while sum(evening.killed.values()) < options.kills and not evening.wrong:
            evening.live()
        evening.live()  # the last kill, too, must be survived
    print(f"{sum(evening.killed.values())} kills, seed {options.seed}")
    report(evening.wrong, evening.killed)
    print(f"{evening.entries:6} entries of the match were marked saved in the end")
    if evening.back:
        middle, worst = median(evening.back), max(evening.back)
        print(
            f"{middle:6.1f} seconds until the match was back, in the middle; {worst:.1f} at worst"
        )
    sys.stdout.flush()
    return 1 if evening.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
