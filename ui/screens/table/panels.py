"""The panels beside the board: the people, and this turn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.uix.widget import Widget

from companion.scene import Panel
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.shell.controls import Card, Column, Lines, Scroll, button, keep, row
from ui.widgets.instruments import SeatMark, SeatPanel, TablePanel
from ui.widgets.text import Paragraph, TextLine, width_of

MOST_SENTENCES, FEW_SENTENCES = 10, 3
"""Sentences of this turn that are shown, and in few words; the log has them all."""

LONG = 15.0
"""Millimetres of a prompt: a higher one is written smaller on a small screen."""

Names = Callable[[str, dict[str, object]], str]


class People(Scroll):
    """Everybody at the table in turn order, with what stands before each. brief: without the words
    that a picture says."""

    def __init__(
        self, art: Art, names: Names, act: Callable[[str], None], *, brief: bool = False
    ) -> None:
        self._column = Column()
        self._brief = brief
        self._panels: dict[str, SeatPanel] = {}
        self._fitted: list[str] = []
        self._asked = ""
        self._art, self._names, self._act = art, names, act
        super().__init__(self._column)
        self.bind(size=self._fit)
        self._column.bind(height=self._crowded)

    def show(
        self,
        panels: Sequence[Panel],
        asked: Collection[str],
        lit: Collection[str],
        called: Mapping[str, str],
    ) -> None:
        """Show these. asked, lit: seats that are asked now, and that are offered as a choice.
        called: the names by seat."""
        seats = [panel.seat for panel in panels if panel.seat]
        if list(self._panels) != seats:
            self._column.clear_widgets()
            self._panels = {}
            for panel in panels:
                if panel.seat:
                    made = SeatPanel(
                        seat=panel.seat, art=self._art, names=self._names, width=self.width
                    )
                    made.bind(on_token=lambda _, seat: self._touched(seat))
                    self._panels[panel.seat] = made
                    self._column.add_widget(made)
        for panel in panels:
            if panel.seat:
                made = self._panels[panel.seat]
                made.name = called.get(panel.seat, "")
                made.instruments = panel.instruments
                made.asked = panel.seat in asked
                made.lit = panel.seat in lit
        if list(self._panels) != self._fitted:
            self._fit()
        now = next((seat for seat in asked if seat in self._panels), "")
        if now and now != self._asked and self.do_scroll_y:
            self.scroll_to(self._panels[now], padding=theme.mm(1), animate=False)
        self._asked = now

    def times(self, clocks: Mapping[str, tuple[str, bool]]) -> None:
        """Show what the clock of each seat shows, and whether its time ran out."""
        for seat, panel in self._panels.items():
            panel.time, panel.late = clocks.get(seat, ("", False))

    def _touched(self, seat: str) -> None:
        self._act(seat)

    def _fit(self, *_: object) -> None:
        """With all words if there is room for them, else without those that a picture says."""
        self._fitted = list(self._panels)
        panels = self._panels.values()
        for compact in (False, True):
            for panel in panels:
                panel.width, panel.compact = self.width, compact or self._brief or theme.compact()
                panel.refresh()
            gaps = self._column.spacing * max(0, len(panels) - 1)
            if sum(panel.height for panel in panels) + gaps <= self.height:
                break

    def _crowded(self, *_: object) -> None:
        """What people have has grown: words that find no room any more are left out from now on."""
        whole = any(not panel.compact for panel in self._panels.values())
        if whole and self._column.height > self.height:
            self._fit()

    def speak(self, names: Names) -> None:
        """Say everything anew."""
        self._names = names
        for panel in self._panels.values():
            panel.names = names


class Prompt(Card):
    """What to do now, and by whom. turn: by how many degrees it is turned towards the
    side of the table where that seat sits."""

    def __init__(self) -> None:
        super().__init__("panel2", "gold", orientation="horizontal")
        self._turned = Rotate(axis=(0, 0, 1))
        self.canvas.before.insert(0, PushMatrix())
        self.canvas.before.insert(1, self._turned)
        self.canvas.after.add(PopMatrix())
        self.bind(pos=self._pivot, size=self._pivot)
        self._mark = SeatMark(seat="")
        self._mark.size_hint = (None, None)
        side = theme.mm(6.5)
        self._mark.size = (side, side)
        self._mark.pos_hint = {"center_x": 0.5}
        self.text = Paragraph(role="strong", ink="gold_text")
        self._fitted = ("", 0.0)
        self.text.pos_hint = {"center_y": 0.5}
        self._time = TextLine(role="strong", halign="center", size_hint_x=None)
        self._time.pos_hint = {"center_x": 0.5}
        self._whose = Column(spacing=theme.mm(0.6), size_hint_x=None, pos_hint={"center_y": 0.5})
        self.add_widget(self.text)

    def time(self, text: str, late: bool) -> bool:
        """Show what the clock of whoever is asked shows, "" for none; whether that needs another
        height."""
        self._time.text, self._time.ink = text, "red_text" if late else "ink"
        wide = width_of(text, theme.type_size("strong"), True) + theme.mm(0.6) if text else 0.0
        grown = round(wide) > round(self._time.width) or bool(text) != bool(self._time.parent)
        if grown:
            self._time.width = wide
        keep(self._whose, [*self._marks(), *([self._time] if text else [])])
        self._stand()
        return grown

    def show(self, seat: str, text: str) -> None:
        """Show whose turn it is, if it is a seat's, and what to do."""
        self.text.text = text
        if seat:
            self._mark.seat = seat
        timed = [self._time] if self._time.parent is not None else []
        keep(self._whose, [*([self._mark] if seat else []), *timed])
        self._stand()

    def _marks(self) -> list[Widget]:
        return [self._mark] if self._mark.parent is not None else []

    def _stand(self) -> None:
        """The mark with the time below it, at the left of the words; nothing without them."""
        self._whose.width = max((one.width for one in self._whose.children), default=0.0)
        keep(self, [self._whose, self.text] if self._whose.children else [self.text])

    def turn(self, degrees: float) -> None:
        """Turn it about its middle."""
        self._turned.angle = degrees
        self._pivot()

    def _pivot(self, *_: object) -> None:
        self._turned.origin = self.center

    def _fit(self, width: float) -> None:
        """As large as it is read well; on a small screen a long one leaves room for what is told
        below it."""
        self.text.width = width
        for role in ("strong", "body", "small") if theme.compact() else ("strong",):
            self.text.role = role
            self.text.texture_update()
            if self.text.texture_size[1] <= theme.mm(LONG):
                break

    def high(self, width: float) -> float:
        """How high it must be when it is so wide."""
        self.width = width
        wide = width - 2 * theme.mm(theme.PAD)
        if self._whose.parent is not None:
            wide -= self._whose.width + theme.mm(theme.GAP)
        if (self.text.text, wide) != self._fitted:
            self._fitted = self.text.text, wide
            self._fit(wide)
        least = max(theme.mm(6.5), self._tall())
        return float(max(self.text.texture_size[1], least) + 2 * theme.mm(theme.PAD))

    def _tall(self) -> float:
        """How high the mark and the time below it are, before they have been laid out."""
        self._time.texture_update()
        parts = self._whose.children
        return float(sum(one.height for one in parts) + self._whose.spacing * (len(parts) - 1))


class Turn(Card):
    """What happened, what hands do because of it, what is possible, and the table's own panel.
    brief: less of what happened, and only the buttons tell what is possible."""

    def __init__(
        self, art: Art, names: Names, explain: Callable[[], None], *, brief: bool = False
    ) -> None:
        super().__init__("panel")
        self._brief = brief
        self._explain = button("", explain, height=theme.TOUCH + 0.5)
        self._hands = Lines(ink="green_text")
        self._sentences = Lines()
        self._possible = Lines(ink="ink2", role="small")
        self._column = Column(spacing=theme.mm(2.6))
        self._column.bind(height=self._shorter)
        self._art, self._names = art, names
        self._table: TablePanel | None = None
        self.add_widget(Scroll(self._column))

    def show(self, presenter: Presenter, heading: str, told: Sequence[str]) -> None:
        """Show the match as it stands."""
        say = presenter.phrasebook
        hands = presenter.hands
        numbered = [f"{number}. {line}" for number, line in enumerate(hands, 1)]
        self._hands.show(say.say("label", "hands"), numbered if hands[1:] else hands)
        self._sentences.show(
            heading, tuple(told)[-(FEW_SENTENCES if self._brief else MOST_SENTENCES) :]
        )
        self._explain.label = say.say("button", "explain")
        for panel in presenter.scene.panels:
            if not panel.seat:
                self._show_table(panel, say.say("label", "stock"))
        self._stack()

    def think(self, presenter: Presenter) -> None:
        """Show what is possible: it takes longer than all the rest."""
        if self._brief:
            return
        possible = [action.label for action in presenter.offers.menu() if action.offered]
        heading = presenter.phrasebook.say("label", "possible")
        self._possible.show(heading, [", ".join(possible)] if possible else [])
        self._stack()

    def _stack(self) -> None:
        lines: list[Widget] = [one for one in (self._hands, self._sentences) if one.children]
        explain = [self._explain] if self._sentences.children else []
        parts = [*lines, *explain, *([self._possible] if self._possible.children else [])]
        parts += [self._table] if self._table is not None else []
        if self._column.children[::-1] != parts:
            self._column.clear_widgets()
            for part in parts:
                self._column.add_widget(part)

    def _shorter(self, *_: object) -> None:
        """Without the words that a picture says, once there is no room for them."""
        if self._table is not None and self._column.height > self.height > theme.mm(20):
            self._table.compact = True

    def _show_table(self, panel: Panel, name: str) -> None:
        if self._table is None:
            self._table = TablePanel(
                name=name,
                instruments=panel.instruments,
                art=self._art,
                names=self._names,
                compact=theme.compact(),
            )
        self._table.name = name
        self._table.instruments = panel.instruments

    def unfold(self) -> None:
        """With all words again, for as long as there is room for them."""
        if self._table is not None:
            self._table.compact = theme.compact()

    def speak(self, names: Names) -> None:
        """Say everything anew."""
        self._names = names
        if self._table is not None:
            self._table.names = names


class Tabs(Widget):
    """Two panels at one place, of which one is seen; two buttons swap them."""

    def __init__(self, first: Widget, second: Widget, buttons: Sequence[Any]) -> None:
        super().__init__()
        self._panels = (first, second)
        self._buttons = tuple(buttons)
        self._bar = row(buttons, theme.TOUCH)
        self.now = 1
        self.add_widget(self._bar)
        self.turn_to(1)
        self.bind(pos=self._lay, size=self._lay)

    def turn_to(self, number: int) -> None:
        """Show the first (0) or the second (1) panel."""
        self.now = number
        for index, (panel, tab) in enumerate(zip(self._panels, self._buttons, strict=True)):
            tab.chosen = index == number
            if index == number and panel.parent is None:
                self.add_widget(panel)
            elif index != number and panel.parent is self:
                self.remove_widget(panel)
        self._lay()

    def _lay(self, *_: object) -> None:
        gap = theme.mm(theme.GAP)
        self._bar.size_hint = (None, None)
        self._bar.size = (self.width, theme.mm(theme.TOUCH))
        self._bar.pos = (self.x, self.top - self._bar.height)
        panel = self._panels[self.now]
        panel.size_hint = (None, None)
        panel.pos = self.pos
        panel.size = (self.width, max(1, self.height - self._bar.height - gap))
