"""What is seen until home is there: to read all that home needs takes as long again as to open the
window, on a small computer some seconds."""

from kivy.core.window import Window
from kivy.graphics import Color, Ellipse, InstructionGroup

from ui import theme

SIZE, STEP = 6.0, 9.0
"""Millimetres of a disc, and from one to the next."""


def show() -> None:
    """The ground of the theme in force, and a disc for each colour of the people. Nothing of it is
    left when the next frame is drawn."""
    discs, size, step = InstructionGroup(), theme.mm(SIZE), theme.mm(STEP)
    left = Window.width / 2 - step * (len(theme.SEATS) - 1) / 2
    for place, seat in enumerate(theme.SEATS.values()):
        middle = left + place * step, Window.height / 2
        discs.add(Color(*theme.hexed(seat.fill)))
        discs.add(Ellipse(pos=(middle[0] - size / 2, middle[1] - size / 2), size=(size, size)))
    Window.clearcolor = theme.colour("background")
    Window.canvas.add(discs)
    Window.on_draw()  # at once: nobody would draw before everything is read
    Window.flip()
    Window.canvas.remove(discs)
