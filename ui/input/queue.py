"""The one queue between the devices' threads and the thread that owns the match."""

import queue
from collections.abc import Callable, Iterator
from time import monotonic

from companion.table import Signal

CAPACITY = 2048
"""Signals that may wait. Hands make a few in a second, a dial that is spun some hundreds, and the
screen takes them out at every wake-up; more only gather when a device has gone mad."""


A_FRAME = 0.03
"""Seconds that signals may take from one frame; the others wait for the next one."""


class SignalQueue:
    """Signals on their way to the match, in order.

    A device never waits: when the queue is full, the newest signal is dropped and counted, so
    that what stays is what happened first, without a gap. wake: called after each signal, from
    the device's thread; it must return at once.
    """

    def __init__(self, wake: Callable[[], None], capacity: int = CAPACITY) -> None:
        self._queue: queue.Queue[Signal] = queue.Queue(capacity)
        self._wake = wake
        self.dropped = 0

    def put(self, signal: Signal) -> None:
        """Take a signal, from any thread."""
        try:
            self._queue.put_nowait(signal)
        except queue.Full:
            self.dropped += 1
        self._wake()

    def drain(self, seconds: float = A_FRAME) -> Iterator[Signal]:
        """Those that wait, for the thread that owns the match: as many as can be dealt with in
        the time that a frame has for them, and one at least."""
        end = monotonic() + seconds
        for _ in range(self._queue.qsize()):
            try:
                yield self._queue.get_nowait()
            except queue.Empty:
                return
            if monotonic() >= end:
                break
