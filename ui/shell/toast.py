"""A strip with a sentence that has no place of its own."""

from ui import theme
from ui.shell.controls import Card, set_bounds
from ui.widgets.text import Paragraph


class Toast(Card):
    """A strip with a sentence."""

    def __init__(self) -> None:
        super().__init__("panel3", "gold", padding=theme.mm(2.2), size_hint=(None, None))
        self.text = Paragraph(role="body")
        self.add_widget(self.text)

    def fit(self, left: float, bottom: float, width: float) -> None:
        """As high as the sentence needs it, standing on ``bottom``."""
        self.text.width = width - 2 * theme.mm(2.2)
        self.text.texture_update()
        self.text.height = self.text.texture_size[1]
        set_bounds(self, left, bottom, width, self.text.height + 2 * theme.mm(2.2))
