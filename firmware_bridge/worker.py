"""The life of a thread that looks after a device."""

import logging
from abc import ABC, abstractmethod
from threading import Event, Thread

AFTER_FAULT = 1.0
"""Seconds from a round that failed to the next."""

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
        """Begin; returns at once."""
        self._stopping = False
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
        """Wait until the thread has given back all it had, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)
            self._thread = None

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
