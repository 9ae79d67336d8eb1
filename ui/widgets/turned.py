"""A widget that lies turned by quarters, and is felt where it is seen."""

from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget


class Turned(Scatter):
    """Holds one widget. Fingers cannot move it; its touches and those of all in it are turned."""

    def __init__(self, held: Widget) -> None:
        super().__init__(
            do_rotation=False, do_scale=False, do_translation=False, size_hint=(None, None)
        )
        self.auto_bring_to_front = False
        self._held = held
        self._lies: tuple[float, ...] = ()
        self.add_widget(held)

    def lie(self, x: float, y: float, width: float, height: float, degrees: float) -> None:
        """Fill a box, in pixels, turned by that many degrees against the clock."""
        if self._lies == (x, y, width, height, degrees):  # to set the angle takes milliseconds
            return
        self._lies = (x, y, width, height, degrees)
        size = (height, width) if degrees % 180 else (width, height)
        self._held.size_hint = (None, None)
        self._held.pos, self._held.size = (0, 0), size
        self.size, self.rotation = size, degrees
        self.pos = (x, y)
