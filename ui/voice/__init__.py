"""The voice: says sentences through a speech program that runs beside the companion, which does
without it where there is none."""

from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Literal

from companion.text import LANGUAGES, Language
from ui.voice.programs import LOUDNESS, NATURAL, Manner, Rate, Speaking, program

__all__ = ["Manner", "Rate", "Voice", "plain"]

MOST_WAITING = 60
"""Sentences that may wait, more than the longest move of any game has with what hands do; of more
than these the newest are said."""

LONGEST = 400
"""Letters of a sentence that are said."""

TRIES = 3
"""Failures in a row after which the program is not started any more."""

_SAID = str.maketrans(
    {
        "→": ",",
        "·": ",",
        "☐": " ",
        "●": " ",
        "✓": " ",
        "×": " ",
        "[": " ",
        "]": " ",
        "|": " ",
        "_": " ",
    }
)
"""What the program would name, or take for sounds written by hand."""

Trouble = Literal["", "missing", "failing"]


class Voice:
    """One speaker, in a thread of its own that begins with the first sentence.

    What is said last counts: it cuts off what is being said. news: called from the thread when
    ``trouble`` or ``program`` has changed.
    """

    def __init__(self, news: Callable[[], None] = lambda: None) -> None:
        self._news = news
        self._natural = True
        self._there = self._programs()
        self._change = Condition()
        self._waiting: list[tuple[str, Manner]] = []
        self._running: Speaking | None = None
        self._thread: Thread | None = None
        self._closed = False
        self._failed = 0
        self._turn = 0

    @property
    def trouble(self) -> Trouble:
        """Why nothing can be said; "" while all is well."""
        if not any(self._there.values()):
            return "missing"
        return "failing" if self._failed >= TRIES else ""

    def program(self, language: Language) -> str:
        """What speaks a language, "" while nothing does."""
        return "" if self.trouble else self._there[language]

    def _programs(self) -> dict[Language, str]:
        return {one: program(one, natural=self._natural) for one in LANGUAGES}

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
        self._natural, self._failed = True, 0
        self._there = self._programs()

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
            self._running.end()

    def _speak(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                text, manner = self._waiting.pop(0)
                turn = self._turn
            said = None if self.trouble else self._started(manner)
            with self._change:
                self._running = said
                if turn != self._turn:  # it was cut off before it began
                    self._cut()
            well = said is not None and said.say(text)
            with self._change:
                self._running = None
            self._came_to(manner, well or (said is not None and said.cut))

    def _came_to(self, manner: Manner, well: bool) -> None:
        """What was said is over. Where piper fails again and again, the other one speaks on."""
        before, self._failed = self._failed, 0 if well else self._failed + 1
        if self._failed >= TRIES and self._there[manner.language] == NATURAL:
            self._natural, self._failed = False, 0
            self._there = self._programs()
            self._news()
        elif (before >= TRIES) != (self._failed >= TRIES):
            self._news()

    def _started(self, manner: Manner) -> Speaking | None:
        """What says it, waiting for its text; None when it cannot be started."""
        try:
            return Speaking(self._there[manner.language], manner)
        except OSError:
            return None


def plain(text: str) -> str:
    """A sentence without anything that is not said."""
    said = "".join(one if one.isprintable() else " " for one in text.translate(_SAID))
    return " ".join(said.split())[:LONGEST]
