"""The voice: says sentences through a speech program that runs beside the companion.

The program is espeak-ng. It is called as a program of its own, and the companion does without it
where it is missing.
"""

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from shutil import which
from threading import Condition, Thread
from typing import Literal

from companion.text import Language

PROGRAM = "espeak-ng"

Rate = Literal["slow", "normal", "fast"]

WORDS: dict[Rate, int] = {"slow": 120, "normal": 160, "fast": 220}
"""Words a minute."""

LOUDNESS = {1: 45, 2: 100, 3: 170}
"""The program's amplitude, by the level of sound; at 0 nothing is said."""

MOST_WAITING = 12
"""Sentences that may wait; of more than these the newest are said."""

LONGEST = 400
"""Letters of a sentence that are said."""

PATIENCE = 60.0
"""Seconds after which a sentence that does not end is cut off."""

TRIES = 3
"""Failures in a row after which the program is not started any more."""

_SAID = str.maketrans({"→": ",", "·": ",", "×": " ", "[": " ", "]": " ", "|": " ", "_": " "})
"""What the program would name, or take for sounds written by hand."""

Trouble = Literal["", "missing", "failing"]


@dataclass(frozen=True)
class Manner:
    """In which way something is said. level: of sound, 1 to 3."""

    language: Language
    rate: Rate = "normal"
    level: int = 2


class Voice:
    """One speaker, in a thread of its own that begins with the first sentence.

    What is said last counts: it cuts off what is being said. news: called from the thread when
    ``trouble`` has changed.
    """

    def __init__(self, news: Callable[[], None] = lambda: None) -> None:
        self._news = news
        self._program = which(PROGRAM)
        self._change = Condition()
        self._waiting: list[tuple[str, Manner]] = []
        self._running: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._closed = False
        self._failed = 0
        self._turn = 0

    @property
    def trouble(self) -> Trouble:
        """Why nothing can be said; "" while all is well."""
        if self._program is None:
            return "missing"
        return "failing" if self._failed >= TRIES else ""

    def say(self, sentences: Sequence[str], manner: Manner) -> None:
        """Say these, in order, instead of whatever is still being said. Returns at once."""
        wanted = [(one, manner) for one in map(plain, sentences) if one]
        if manner.level not in LOUDNESS:
            wanted = []
        with self._change:
            self._waiting = wanted[-MOST_WAITING:]
            self._turn += 1
            self._cut()
            self._change.notify()
            if wanted and self._thread is None and not self._closed:
                self._thread = Thread(target=self._speak, name="voice", daemon=True)
                self._thread.start()

    def hush(self) -> None:
        """Say nothing more of what was to be said."""
        self.say((), Manner("en"))

    def again(self) -> None:
        """Try once more after failures, also with a program that has come since."""
        self._program, self._failed = which(PROGRAM), 0

    def close(self) -> None:
        """Say no more."""
        with self._change:
            self._closed, self._waiting = True, []
            self._turn += 1
            self._cut()
            self._change.notify()
        if self._thread is not None:
            self._thread.join(2.0)

    def _cut(self) -> None:
        if self._running is not None:
            with suppress(OSError):
                self._running.kill()

    def _speak(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                text, manner = self._waiting.pop(0)
                turn = self._turn
            process = None if self.trouble else self._started(manner)
            with self._change:
                self._running = process
                if turn != self._turn:  # it was cut off before it began
                    self._cut()
            well = process is not None and _heard(process, text)
            with self._change:
                cut = process is not None and process.returncode == -9
                self._running = None
                before, self._failed = self._failed, 0 if well or cut else self._failed + 1
            if (before >= TRIES) != (self._failed >= TRIES):
                self._news()

    def _started(self, manner: Manner) -> "subprocess.Popen[bytes] | None":
        """The program, waiting for its text; None when it cannot be started."""
        words, loud = str(WORDS[manner.rate]), str(LOUDNESS[manner.level])
        try:
            return subprocess.Popen(
                [PROGRAM, "--stdin", "-v", manner.language, "-s", words, "-a", loud],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            return None


def _heard(process: "subprocess.Popen[bytes]", text: str) -> bool:
    """Whether the program said the text to its end."""
    try:
        process.communicate(text.encode(), PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
        return False
    return process.returncode == 0


def plain(text: str) -> str:
    """A sentence without anything that is not said."""
    said = "".join(one if one.isprintable() else " " for one in text.translate(_SAID))
    return " ".join(said.split())[:LONGEST]
