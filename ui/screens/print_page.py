"""A page that is to be printed: small beside the choices, and as wide as the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.uix.image import Image

from ui import theme
from ui.press import Picture
from ui.screens.page import Sheet
from ui.screens.parts import Scroll, button, row

if TYPE_CHECKING:
    from ui.screens.printing import Printing


class Leaf(Image):
    """A page as a picture; ``on_press`` tells that it was touched."""

    __events__ = ("on_press",)

    def __init__(self, picture: Picture) -> None:
        texture = Texture.create(size=(picture.width, picture.height), colorfmt="rgb")
        texture.blit_buffer(picture.data, colorfmt="rgb", bufferfmt="ubyte")
        texture.flip_vertical()
        super().__init__(texture=texture, fit_mode="contain")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Tell of the touch."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was touched."""


class PageSheet(Sheet):
    """A page over the whole screen, to be moved up and down and to be turned over."""

    def __init__(self, page: Printing) -> None:
        super().__init__(page)
        self._printing = page
        self._drawn = -1

    def room(self, width: float, height: float) -> tuple[float, float]:
        """All there is."""
        return width - theme.mm(2), height - theme.mm(2)

    def fill(self) -> None:
        """Show the page that is turned up, from its upper edge."""
        printing = self._printing
        if printing.leaf == self._drawn or printing.press.ready is None:
            return
        self._drawn = printing.leaf
        wide = self.room(*self.page.body[2:])[0]
        leaf = Leaf(printing.press.large(self._drawn, round(wide)))
        leaf.size_hint_y = None
        leaf.bind(width=lambda leaf, width: setattr(leaf, "height", width / leaf.image_ratio))
        back = button(printing.words.say("button", "back"), self.page.close, role="bright")
        back.detail = printing.counted()
        self.card.clear_widgets()
        self.card.add_widget(Scroll(leaf))
        self.card.add_widget(row(printing.turning(back)))
