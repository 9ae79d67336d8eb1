"""Mats for a table without a screen: what the panels show, as places for the real pieces."""

from typing import Any

from companion.scene import Counter, Dots, Instrument, Panel, Pyramid, Scale
from companion.scene.pictures import Seat, seat
from companion.text import Phrasebook
from printables.art import DARK, GOLD, SOFT, WHITE
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.sheets.parts import EDGE, code

PLACE, GAP = 28.0, 3.0
"""Least width of a place for pieces, and the room between places."""

DEEPEST = 27.0
"""Greatest depth of a place below scales and rows."""


def draw(canvas: Canvas, order: Order) -> None:
    """Two mats a page: one for each colour of the game, and one for the table."""
    if order.only:
        return
    game = order.package.game
    panels: dict[str, tuple[Panel, Any]] = {}
    for first in range(len(game.colours)):
        view = order.view(first)
        for panel in order.package.scene(view).panels:
            panels.setdefault(panel.seat, (panel, view))
    ordered = [panels[one] for one in (*game.colours, "") if one in panels]
    for number, (panel, view) in enumerate(ordered):
        if number % 2 == 0:
            canvas.page("mats")
        high = (canvas.height - 26.0) / 2
        top = 10.0 + number % 2 * (high + 4.0)
        _Mat(canvas, order, panel, order.words_in(order.language, view)).draw(top, high)


class _Mat:
    """One mat: the scales and rows first, below them a place for each kind of piece."""

    def __init__(self, canvas: Canvas, order: Order, panel: Panel, words: Phrasebook) -> None:
        self._canvas, self._order, self._panel, self._words = canvas, order, panel, words
        self._owner: Seat = seat(panel.seat)
        self._left, self._wide = EDGE, canvas.width - 2 * EDGE

    def draw(self, top: float, high: float) -> None:
        """Everything, in a frame of that height."""
        canvas, left, wide = self._canvas, self._left, self._wide
        fill = canvas.shade("panel")
        canvas.rect(left, top, wide, high, fill, self._owner.fill, 0.8, corner=4.0)
        y = self._head(top)
        rows = [one for one in self._panel.instruments if isinstance(one, Scale | Dots | Pyramid)]
        places = self._places()
        columns = max(1, int((wide - 8 + GAP) / (PLACE + GAP)))
        lines = -(-len(places) // columns)
        room = top + high - 4 - y
        deep = min(DEEPEST if rows else room, room / max(1, lines + len(rows)) * 0.9)
        for one in rows:
            share = (room - lines * (deep + GAP)) / len(rows)
            self._row(one, y, share - GAP)
            y += share
        for number, place in enumerate(places):
            row, column = divmod(number, columns)
            used = min(columns, len(places) - row * columns)
            width = (wide - 8 - (used - 1) * GAP) / used
            self._place(
                place, left + 4 + column * (width + GAP), y + row * (deep + GAP), width, deep
            )

    def _places(self) -> list[Counter]:
        """What pieces are counted there: first what the panel shows, then what comes later."""
        shown = [one for one in self._panel.instruments if isinstance(one, Counter)]
        named = {one.text for one in shown}
        table = not self._panel.seat
        return shown + [
            Counter(one.text, 0, one.look)
            for one in self._order.mat
            if one.table == table and one.text not in named
        ]

    def _head(self, top: float) -> float:
        canvas, left = self._canvas, self._left
        who = self._panel.seat
        if not who:
            canvas.text(left + 5, top + 10, self._order.say("mat_table"), 6.0, face="display")
            return top + 15
        canvas.look(self._owner.mark, left + 5, top + 4.5, 8.0, self._owner)
        heading = self._order.say("mat_of", seat=who)
        canvas.text(left + 16, top + 10.6, heading, 6.0, face="display")
        found = [piece for piece in self._order.catalogue.pieces if piece.token == who]
        if found:
            code(
                canvas,
                self._order,
                found[0].identity,
                left + self._wide - 23,
                top + 4.6,
                CODE + 1.5,
            )
            return top + 31
        return top + 17

    def _say(self, one: Instrument) -> str:
        section, _, key = one.text.partition(".")
        said = self._words.say(section, key)
        return said[:1].upper() + said[1:]

    def _row(self, one: Instrument, y: float, high: float) -> None:
        self._canvas.text(self._left + 5, y + 3.2, self._say(one), 3.4, face="bold")
        if isinstance(one, Scale):
            self._scale(one, y + 5.0, high - 5.0)
        elif isinstance(one, Dots):
            self._dots(one, y + 5.0, high - 5.0)
        elif isinstance(one, Pyramid):
            self._pyramid(one, y + 5.0, high - 5.0)

    def _scale(self, one: Scale, y: float, high: float) -> None:
        """Fields from 0 to the top with slots between them, in one of which the bar lies."""
        canvas = self._canvas
        note = self._order.say("mat_bar", bar=one.bar)
        slot = 5.0
        field = (self._wide - 8 - one.top * slot) / (one.top + 1)
        deep = min(high - 5.0, field * 1.3)
        for number in range(one.top + 1):
            x = self._left + 4 + number * (field + slot)
            canvas.rect(x, y, field, deep, WHITE, GOLD, 0.4, corner=1.6)
            middle = x + field / 2
            canvas.text(
                middle, y + deep / 2 + 2.6, str(number), 7.0, face="display", align="middle"
            )
            if number and number < one.top + 1:
                gap = x - slot / 2
                strong = number == one.bar + 1
                canvas.line(
                    gap,
                    y + 1,
                    gap,
                    y + deep - 1,
                    DARK if strong else GOLD,
                    0.9 if strong else 0.3,
                    dash=0.0 if strong else 1.2,
                )
        canvas.text(self._left + 5, y + deep + 3.6, note, 2.2, colour=SOFT, width=self._wide - 10)

    def _dots(self, one: Dots, y: float, high: float) -> None:
        size = min(high, (self._wide - 8) / one.total - GAP, 24.0)
        faint = self._canvas.shade("line")
        for number in range(one.total):
            x = self._left + 4 + size / 2 + number * (size + GAP)
            self._canvas.circle(x, y + size / 2, size / 2, WHITE, GOLD, 0.4)
            self._canvas.text(
                x, y + size / 2 + 1.6, str(number + 1), 4.4, colour=faint, align="middle"
            )

    def _pyramid(self, one: Pyramid, y: float, high: float) -> None:
        size = min(high / len(one.levels), (self._wide - 8) / max(n for _, n in one.levels))
        for level, (_, places) in enumerate(one.levels):
            top = y + high - (level + 1) * size
            first = self._left + self._wide / 2 - places * size / 2
            for number in range(places):
                x = first + number * size
                self._canvas.rect(
                    x + 0.4, top + 0.4, size - 0.8, size - 0.8, WHITE, GOLD, 0.4, corner=1.0
                )

    def _place(self, one: Counter, x: float, y: float, width: float, high: float) -> None:
        canvas = self._canvas
        canvas.rect(x, y, width, high, WHITE, canvas.shade("line"), 0.3, corner=2.0, dash=1.4)
        size = min(high - 9.0, 16.0)
        canvas.look(one.look, x + (width - size) / 2, y + 1.2, size, self._owner)
        canvas.text(
            x + width / 2,
            y + high - 4.6,
            self._say(one),
            2.6,
            face="bold",
            align="middle",
            width=width - 2,
        )
        if isinstance(one.count, int) and one.count:
            start = self._order.say("mat_start", count=one.count)
            canvas.text(
                x + width / 2,
                y + high - 1.6,
                start,
                2.1,
                colour=SOFT,
                align="middle",
                width=width - 2,
            )
