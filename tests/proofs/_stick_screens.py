"""The screens with a hostile stick: every way from and to it is touched, for every file on it."""

import os
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

MEMORY = 500_000_000
"""Bytes that may come on top of what the open companion has."""

HELD_UP = 5.0
"""Seconds that the screen may stand still; at ten the watchdog takes it for hung."""

NAMES = (b"\xff\xfe", b"[b]x[color=00]", b"a\nb", "\u202etxt.exe".encode(), b"%s{file}", b"x" * 200)
"""Names that are no text, or that a screen could take for something else."""

MANY = 3000
ENDINGS = (".box.json", ".backup.zip")


def lay(stick: Path) -> None:
    """One of every trap for every kind of file, and odd names."""
    from tests.proofs._stick import TRAPS

    package = "tabletop-companion_{}_all.deb"
    for number, make in enumerate(TRAPS.values()):
        for name in (*(f"{number}{one}" for one in ENDINGS), package.format(number)):
            make(stick / name)
        sound = stick / package.format(f"sum{number}")
        sound.write_bytes(b"!<arch>\ndebian-binary   ")
        make(sound.with_name(f"{sound.name}.sig"))
    for odd in NAMES:
        for ending in ENDINGS:
            (stick / os.fsdecode(odd + ending.encode())).write_bytes(b"nothing of the kind")


def main(stick: Path, folder: Path) -> int:
    """0 when all held."""
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from companion.store import drives
    from tests.ui.screens.table import Table
    from tests.ui.stage import Stage

    drives.ROOTS = (stick.parent.parent,)
    lay(stick)
    stage = Stage((1280, 720))
    table = Table(stage, folder, "en")
    stage.frames(5)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY,) * 2)
    try:
        tour = Tour(table, stick)
        tour.service()
        tour.boxes()
        for number in range(MANY):
            for ending in ENDINGS:
                (stick / f"m{number}{ending}").touch()
        tour.listed("restore")
    except Exception:
        traceback.print_exc(file=sys.stdout)
        return 1
    print(f"at the screens: {tour.answers} answers, each a sentence")
    print(f"    the longest the screen stood still was {tour.longest:.1f} s", flush=True)
    table.close()
    return 0 if tour.longest < HELD_UP else 1


class Tour:
    """Goes through the screens. longest: seconds of the slowest frame."""

    def __init__(self, table: Any, stick: Path) -> None:
        self._table, self._stick = table, stick
        self._table.root._restart = lambda: None
        self.answers, self.longest = 0, 0.0

    def service(self) -> None:
        """The page about the machine."""
        table = self._table
        table.button("settings")
        table.press(table.reached(table.labelled(table.say("button", "care"))))
        self._until(lambda: table.page.found is not None)
        for key in ("bundle", "backup"):
            self._open(key)
            self._answered(lambda: not table.page.working)
        for key in ("restore", "update"):
            for number in range(self.listed(key)):
                self.listed(key)
                table.press(table.reached(self._offered()[number]))
                self._answered(lambda: not table.page.working)

    def boxes(self) -> None:
        """The page about the box."""
        table = self._table
        table.root.home()
        table.begin("sakkara")
        table.menu("box")
        moment = table.say("notice", "one_moment")
        for number in range(self.listed("box_files")):
            self.listed("box_files")
            table.press(table.reached(self._offered()[number]))
            self._answered(lambda: table.page.toast_text() not in ("", moment))
        table.page.left()
        table.root.home()
        table.button("settings")
        table.press(table.reached(table.labelled(table.say("button", "care"))))

    def listed(self, key: str) -> int:
        """Open the sheet with the files; how many there are."""
        self._table.page.close()
        self._open(key)
        self._until(self._offered)
        return len(self._offered())

    def _open(self, key: str) -> None:
        """Touch a button; those about backups have a sheet of their own."""
        if key in ("backup", "restore"):
            self._table.button("backups")
        self._table.button(key)

    def _offered(self) -> list[Any]:
        from ui.widgets.button import ActionButton

        return [one for one in self._table.all(ActionButton) if one.detail == str(self._stick)]

    def _answered(self, done: Callable[[], bool]) -> None:
        self._until(done)
        said = self._table.page.toast_text()
        assert said and said[-1] in ".!?" and "Error" not in said, f"no sentence: {said!r}"
        self.answers += 1

    def _until(self, done: Callable[[], object]) -> None:
        from kivy.base import EventLoop

        end = time.monotonic() + 30
        while not done():
            begun = time.monotonic()
            assert begun < end, f"it never happened; on the screen: {self._table.words()[:1500]}"
            EventLoop.idle()
            self.longest = max(self.longest, time.monotonic() - begun)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        there = place / "media" / "user" / "STICK"
        there.mkdir(parents=True)
        sys.exit(main(there, place / "data"))
