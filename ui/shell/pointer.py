"""The dial on a sheet: it steps through the buttons, and confirm presses the one it stands on."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.table import Pressed, Signal, Turned
from ui.shell.controls import Scroll
from ui.widgets.button import ActionButton


class Pointer:
    """Stands on one of the buttons below a widget, or on none yet."""

    def __init__(self, over: Widget) -> None:
        self._over = over
        self._at: int | None = None

    def signal(self, signal: Signal) -> bool:
        """Step or press; whether the signal was meant for it."""
        if isinstance(signal, Turned):
            return self._turn(signal.steps)
        if isinstance(signal, Pressed) and signal.role == "confirm":
            return self._press()
        return False

    def show(self) -> None:
        """Mark the button that it stands on, also where it was built anew."""
        for number, one in enumerate(self._buttons()):
            one.cursor = number == self._at

    def _buttons(self) -> list[ActionButton]:
        """All that can be pressed, in the order in which they were built."""
        every = self._over.walk(restrict=True)
        return [one for one in every if isinstance(one, ActionButton) and one.offered]

    def _turn(self, steps: int) -> bool:
        buttons = self._buttons()
        if not buttons:
            return False
        places = {number: one.to_window(one.x, one.top) for number, one in enumerate(buttons)}
        read = sorted(places, key=lambda number: (-round(places[number][1]), places[number][0]))
        if self._at in places:
            self._at = read[(read.index(self._at) + steps) % len(read)]
        else:
            self._at = read[0 if steps > 0 else -1]
        self.show()
        _bring_into_sight(buttons[self._at])
        return True

    def _press(self) -> bool:
        buttons = self._buttons()
        if self._at is None or self._at >= len(buttons):
            return False
        pressed = buttons[self._at]
        pressed.dispatch("on_press")
        if pressed.token:
            pressed.dispatch("on_token", pressed.token)
        return True


def _bring_into_sight(one: Widget) -> None:
    above = one.parent
    while above is not None and not isinstance(above, Scroll) and above.parent is not above:
        above = above.parent
    if isinstance(above, Scroll):
        above.scroll_to(one, animate=False)
