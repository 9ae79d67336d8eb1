"""What stands above the games while none was played: what to do, and how the screen lies there."""

from __future__ import annotations

from ui import theme
from ui.canvas.art import common
from ui.navigation import Navigation
from ui.screens.home.shelf import above
from ui.shell.controls import Card, Column
from ui.theme import mm
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch
from ui.widgets.text import Paragraph

WIDE = 1.9
"""Width of the picture in its height."""

FIELDS = (5, 4)
"""Fields of the board beside which the screen lies: across, and one above the other."""

STANDING = {(1, 2): 0, (2, 1): 1, (3, 2): 2, (3, 0): 3}
"""Where pieces stand on it, and whose."""


class BesideBoard(Drawn):
    """A board with pieces on a table, and the companion's screen at its right."""

    def draw(self, sketch: Sketch) -> None:
        """As large as there is room for both."""
        high = min(self.height, self.width / WIDE)
        if self.art is None or high < mm(6):  # there is no room yet
            return
        left, low = (self.width - high * WIDE) / 2, (self.height - high) / 2
        self._board(sketch, left, low, high * 1.05, high * 0.86)
        self._screen(sketch, left + high * 1.17, low + high * 0.06, high * 0.7, high * 0.46)

    def _board(self, sketch: Sketch, x: float, y: float, wide: float, high: float) -> None:
        wood = theme.mix(theme.colour("panel3"), theme.colour("gold"), 0.28)
        sketch.box(x, y, wide, high, wood, mm(1.2))
        across, up = FIELDS
        side = min(wide * 0.9 / across, high * 0.9 / up)
        x += (wide - side * across) / 2
        y += (high - side * up) / 2
        seats = list(theme.SEATS)
        for column in range(across):
            for line in range(up):
                pale = 0.42 if (column + line) % 2 else 0.16
                field = theme.mix(wood, theme.colour("background"), pale)
                at = (x + column * side, y + line * side)
                sketch.box(*at, side * 0.94, side * 0.94, field)
                if (whose := STANDING.get((column, line))) is not None:
                    seat = seats[whose]
                    middle = (at[0] + side * 0.47, at[1] + side * 0.47)
                    sketch.look(theme.seat(seat).mark, *middle, side * 0.6, seat)

    def _screen(self, sketch: Sketch, x: float, y: float, wide: float, high: float) -> None:
        """In its frame, with the zones of the table on it."""
        rim, gap = mm(1.0), mm(0.5)
        sketch.box(x, y, wide, high, theme.colour("well"), mm(1.4), theme.colour("ink2"), mm(0.4))
        x, y, wide, high = x + rim, y + rim, wide - 2 * rim, high - 2 * rim
        tray, people = high * 0.24, wide * 0.2
        panel, upper = theme.colour("panel3"), high - tray - gap
        sketch.box(x, y + tray + gap, people, upper, panel, mm(0.4))
        sketch.box(x + wide - people, y + tray + gap, people, upper, panel, mm(0.4))
        sketch.box(x, y, wide - people - gap, tray, panel, mm(0.4))
        sketch.box(x + wide - people, y, people, tray, theme.colour("green"), mm(0.4))
        board = min(wide - 2 * people - 4 * gap, upper - 2 * gap)
        middle = (x + wide / 2, y + tray + gap + upper / 2)
        wood = theme.mix(theme.colour("panel3"), theme.colour("gold"), 0.28)
        sketch.box(middle[0] - board / 2, middle[1] - board / 2, board, board, wood, mm(0.4))


class FirstEvening(Card):
    """Choose a game; the picture of the table beside it."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__("panel2", orientation="horizontal", size_hint_y=None)
        self.height = above(upright=navigation.upright)
        say = navigation.session.words()
        words = Column(pos_hint={"center_y": 0.5})
        words.add_widget(Paragraph(text=say.say("label", "choose_game"), role="display"))
        words.add_widget(Paragraph(text=say.say("notice", "beside_board"), ink="ink2"))
        self._picture = BesideBoard()
        for one in (self._picture, words):
            self.add_widget(one)

    def show_picture(self) -> None:
        """Show the picture; for that the pictures that every game has are read."""
        self._picture.art = common()
