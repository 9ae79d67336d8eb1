"""A strip with a sentence that has no place of its own."""

from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Card, set_bounds
from ui.shell.header import Header
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

STEP = 2.0
"""Millimetres from one place that is tried to the next one above it."""


class Toast(Card):
    """A strip with a sentence."""

    def __init__(self) -> None:
        super().__init__("panel3", "gold", padding=theme.mm(2.2), size_hint=(None, None))
        self.text = Paragraph(role="body")
        self.add_widget(self.text)

    def lie(self, page: Widget, area: tuple[float, float, float], header: Header) -> None:
        """As low in an area (left, bottom, width) as it covers no button of the page; else over
        the title."""
        self._fit(*area)
        free = self._free(page, header.y)
        if free is None:
            left, width = header.between
            self._fit(left, area[1], width)
            free = header.top - self.height
        self.y = round(free)

    def _fit(self, left: float, bottom: float, width: float) -> None:
        """As high as the sentence needs it, standing on ``bottom``."""
        self.text.width = width - 2 * theme.mm(2.2)
        self.text.texture_update()
        self.text.height = self.text.texture_size[1]
        set_bounds(self, left, bottom, width, self.text.height + 2 * theme.mm(2.2))

    def _free(self, page: Widget, top: float) -> float | None:
        """The lowest place on a page, from where it lies up to ``top``, at which it covers no
        button, if any."""
        buttons = [one for one in page.walk(restrict=True) if isinstance(one, ActionButton)]
        boxes = [
            (*one.to_window(one.x, one.y), *one.to_window(one.right, one.top)) for one in buttons
        ]
        step, highest = theme.mm(STEP), top - self.height
        places = [self.y + step * at for at in range(max(1, int((highest - self.y) / step) + 1))]

        def covered(y: float) -> bool:
            return any(
                x0 < self.right and self.x < x1 and y0 < y + self.height and y < y1
                for x0, y0, x1, y1 in boxes
            )

        return next((y for y in places if not covered(y)), None)
