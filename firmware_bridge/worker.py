"""The life of a thread that looks after a device, and of the one that looks after it."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Thread

AFTER_FAULT = 1.0
"""Seconds from a round that failed to the next."""

HANGS, WATCHED = 10.0, 2.0
"""Seconds after which a round is taken to hang in the kernel; and between two looks for that."""

_log = logging.getLogger(__name__)


class Worker(ABC):
    """Works in a thread of its own, round after round, until it is asked to stop.

    Nothing that goes wrong in a round ends the thread: it is logged, and the next round comes.
    """

    def __init__(self, name: str) -> None:
        """``name``: of the thread."""
        self._name = name
        self._stopping = False
        self._wake = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin; returns at once. A thread that hung when it was asked to stop goes on instead."""
        self._stopping = False
        if self._thread is None:
            self._thread = Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """Let the next round begin now."""
        self._wake.set()

    def ask_to_stop(self) -> None:
        """Let the thread end; returns at once."""
        self._stopping = True
        self._wake.set()

    def join(self, seconds: float) -> None:
        """Wait until the thread has given back all it had, at most so long; one that hangs in the
        kernel is left there."""
        if self._thread is not None:
            self._thread.join(seconds)
            if not self._thread.is_alive():
                self._thread = None

    @property
    def left(self) -> bool:
        """Whether the thread still hangs somewhere after it was asked to stop."""
        return self._stopping and self._thread is not None

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            if self._stopping:  # asked between the two lines above
                break
            try:
                wait = self._round()
            except Exception:
                _log.exception("%s failed; it goes on", self._name)
                self._failed()
                wait = AFTER_FAULT
            self._wake.wait(wait)
        self._ended()

    @abstractmethod
    def _round(self) -> float | None:
        """What to do now; seconds until the next round, None: only when it is woken."""

    @abstractmethod
    def _failed(self) -> None:
        """A round failed: say so."""

    @abstractmethod
    def _ended(self) -> None:
        """Give back what it has, in its thread."""


class Watch(Worker):
    """Looks whether the rounds of another go on. Python cannot end a thread that hangs in the
    kernel: so whoever needs what it does is told, and it is left alone until it comes back.

    begun: when the present round of the other began; None between two. hangs: says so.
    """

    def __init__(
        self,
        name: str,
        clock: Callable[[], float],
        begun: Callable[[], float | None],
        hangs: Callable[[], None],
    ) -> None:
        super().__init__(name)
        self._clock, self._begun, self._hangs = clock, begun, hangs

    def _round(self) -> float:
        begun = self._begun()
        if begun is not None and self._clock() - begun > HANGS:
            self._hangs()
        return WATCHED

    def _failed(self) -> None:
        """It is logged."""

    def _ended(self) -> None:
        """It has nothing."""
