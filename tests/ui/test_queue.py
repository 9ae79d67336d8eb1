"""Signals on their way to the match."""

from companion.table import Scanned, Signal
from ui.input.queue import SignalQueue


def _scans(count: int) -> list[Signal]:
    return [Scanned(number, 0.0, "scanner", "x") for number in range(count)]


def test_a_mad_device_takes_no_more_than_its_share_of_a_frame() -> None:
    waiting = SignalQueue(lambda: None)
    sent = _scans(5)
    for one in sent:
        waiting.put(one)
    assert list(waiting.drain(seconds=0)) == sent[:1]  # one at least, or nothing would go on
    assert list(waiting.drain(seconds=60)) == sent[1:]


def test_dropped_signals_are_counted_and_leave_no_gap() -> None:
    waiting = SignalQueue(lambda: None, capacity=3)
    sent = _scans(5)
    for one in sent:
        waiting.put(one)
    assert waiting.dropped == 2 and list(waiting.drain(seconds=60)) == sent[:3]
