"""Drawing once a widget has found its place."""

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent
from kivy.uix.widget import Widget


def when_settled(widget: Widget, draw: Callable[[], None]) -> ClockEvent:
    """A trigger that draws before the next frame, as soon as the size has stood still for one turn
    of the layouts: what is drawn while they still look for it, is drawn in vain."""
    last: tuple[float, ...] = ()

    def turn(_: float) -> None:
        nonlocal last
        if tuple(widget.size) == last:
            draw()
        else:
            last = tuple(widget.size)
            soon()

    soon = Clock.create_trigger(turn, -1)
    return soon
