"""The box is counted in one table: − n + for each thing, and what all of them add up to."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.scene.guides import Counted, CountTable
from ui import theme
from ui.navigation import Navigation
from ui.session.entered import Count
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, button, row, set_bounds
from ui.shell.tray_page import BETWEEN, TrayPage, note
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Picture
from ui.widgets.ring import TimeRing
from ui.widgets.text import Paragraph, TextLine

ACROSS = 4
"""Things beside each other."""

BETWEEN_ROWS = (1.4, 0.5)
"""Millimetres between the rows, on a small screen."""

SUM, SUM_HIGH = (45.4, 27.0), 27.0
"""Millimetres: width of the sum at the right, on a small screen; its height upright."""

RING = (35.0, 18.0)
"""Millimetres across the ring round the sum, on a small screen and upright."""

RIM = (2.8, 1.6)
"""Millimetres of the ring itself, likewise."""

WAIT, AGAIN = 0.45, 0.12
"""Seconds until a finger that stays counts on, and for each step from then on."""


class Step(ActionButton):
    """− or +: a finger that stays goes on counting."""

    _going: Any = None

    def _role(self) -> theme.TextRole:
        """One sign is all there is to be read."""
        return "now" if theme.compact() else "display"

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Count one; then, while the finger stays, more."""
        taken = bool(super().on_touch_down(touch))
        if taken:
            self._going = Clock.schedule_once(self._on, WAIT)
        return taken

    def _on(self, _: float) -> None:
        self.dispatch("on_press")
        self._going = Clock.schedule_once(self._on, AGAIN)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Stop."""
        if touch.grab_current is self and self._going is not None:
            self._going.cancel()
        return bool(super().on_touch_up(touch))


class CountBox(TrayPage):
    """What is counted stands when the page is left by its way on; what was not counted yet begins
    with the practice numbers, which are called that."""

    def __init__(
        self, navigation: Navigation, open_match: OpenMatch, entered: Count | None = None
    ) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self._art = navigation.art(self.presenter.package)
        self.counts = {one.token: one.count for one in self.table.rows}
        self._given = dict(self.counts)
        self._numbers: dict[str, TextLine] = {}
        self._cards: dict[str, Card] = {}
        self._last = ""  # what was counted last
        between = theme.mm(BETWEEN_ROWS[theme.compact()])
        self._cells = BoxLayout(orientation="vertical", spacing=between)
        self._sum = Card("panel")
        for widget in (self._cells, self._sum):
            self.add_widget(widget)
        told = entered.counts if entered is not None else {}
        if told.keys() == self.counts.keys():
            self.counts = {token: min(self.table.most, max(0, told[token])) for token in told}

    @property
    def table(self) -> CountTable:
        """The table as far as it was told."""
        match = self.open_match.match
        counts = self.presenter.package.guide(match.public).counts
        assert counts is not None, "only a game that has one leads here"
        return counts

    def title(self) -> str:
        """What is being done."""
        return self.words.say("count", "title")

    def left_label(self) -> str:
        """The way to the table; nothing of what was counted stands then."""
        return self.words.say("button", "to_table")

    @property
    def entered(self) -> Count:
        """What was counted so far."""
        return Count(self.open_match.place, dict(self.counts))

    def left(self) -> None:
        """To where it was before."""
        self.navigation.go("begin", self.open_match, "")

    def unfinished(self) -> bool:
        """Whether something was counted."""
        return self.counts != self._given or super().unfinished()

    # What is shown

    def fill(self) -> None:
        """Every thing with its number, and the sum."""
        self.presenter.language = self.session.language
        self._cells.clear_widgets()
        self._numbers.clear()
        self._cards.clear()
        made = [self._cell(one) for one in self.table.rows]
        for start in range(0, len(made), ACROSS):
            part: list[Widget] = [*made[start : start + ACROSS]]
            part += [Widget() for _ in range(ACROSS - len(part))]
            self._cells.add_widget(row(part, None, spacing=theme.mm(BETWEEN)))
        self._add_up()

    def _cell(self, one: Counted) -> Card:
        name, gap = self.presenter.phrasebook.name(one.token), theme.mm(0.6)
        card = Card("panel", padding=gap, spacing=0 if theme.compact() else gap)
        self._cards[one.token] = card
        headed = name[:1].upper() + name[1:]
        card.add_widget(TextLine(text=headed, role=_role(), halign="center"))
        less, more = Step(label="−"), Step(label="+")
        for sign, step in ((less, -1), (more, 1)):
            sign.size_hint_min = (theme.mm(theme.TOUCH), theme.mm(theme.TOUCH))
            sign.bind(on_press=lambda _, step=step: self._count(one.token, step))
        role: theme.TextRole = "number" if theme.compact() else "display"
        number = TextLine(text="", role=role, halign="center")
        number.size_hint_y = 1
        self._numbers[one.token] = number
        look = one.token if self._art.look(one.token) is not None else ""
        told: list[Widget] = [Picture(art=self._art, look=look), number]
        if self.upright:
            card.add_widget(row(told, None))
            card.add_widget(row([less, more], 12))
            return card
        for sign in (less, more):
            sign.size_hint_x, sign.width = None, theme.mm(theme.TOUCH if theme.compact() else 11)
        card.add_widget(row([less, *told, more], None, spacing=gap))
        return card

    def _count(self, token: str, step: int) -> None:
        most = self.table.most
        self.counts[token] = min(most, max(0, self.counts[token] + step))
        self._last = token
        self._add_up()

    def _add_up(self) -> None:
        """The numbers, their sum and what is missing; the cells stay, for a finger lies on one."""
        say, table = self.words, self.table
        for token, line in self._numbers.items():
            line.text = str(self.counts[token])
            self._cards[token].paint("panel", "gold" if token == self._last else "")
        found = sum(self.counts.values())
        self._sum.clear_widgets()
        of = say.say("count", "of", {"total": table.total})
        self._sum.add_widget(_Found(found, table.total, of, small=not self._roomy))
        missing = table.total - found
        key = "right" if not missing else "missing" if missing > 0 else "too_many"
        told = say.say("count", key, {"count": abs(missing)})
        if self._roomy:
            self._sum.add_widget(Paragraph(text=told, role="title"))
            self._sum.add_widget(Paragraph(text=say.say("count", "how"), ink="ink2"))
        else:
            self._sum.add_widget(Paragraph(text=told, role="strong", halign="center"))
        self._sum.add_widget(Widget())
        self._fill_tray(told if missing else "")

    def _fill_tray(self, wrong: str) -> None:
        say = self.words
        practice = button(
            say.say("count", "practice"),
            self._practice,
            detail=say.say("count", "put_back", {"count": len(self.counts)}),
        )
        middle = self._told()
        main = button(say.say("count", "next"), self._next, detail=wrong)
        main.role = "ghost" if wrong else "bright"
        self.lay_tray(practice, middle, main)

    @property
    def _roomy(self) -> bool:
        """Whether there is room beside the table for how it is counted."""
        return not (self.upright or theme.compact())

    def _told(self) -> Card:
        """What the numbers are now, and a thing that nobody has counted yet."""
        say = self.words
        untold = next((one.token for one in self.table.rows if not one.told), "")
        if theme.compact():
            return note(say.say("count", "how"))
        said = say.say("count", "not_counted" if untold else "counted")
        if not self._roomy:
            return note(say.say("count", "how"), said)
        look = untold if self._art.look(untold) is not None else ""
        return note(said, say.say("count", "faster"), look, self._art)

    # What is done

    def _practice(self) -> None:
        self.counts = {one.token: one.usual for one in self.table.rows}
        self._add_up()

    def _next(self) -> None:
        """Tell what was counted; then comes what else is told of the box."""
        table, match = self.table, self.open_match.match
        kind = self.presenter.game.by_name[table.kind]
        thing, number = kind.move.__struct_fields__
        for one in table.rows:
            count = self.counts[one.token]
            if not one.told or count != one.count:
                told = {"move": table.kind, thing: one.token, number: count}
                answer = match.submit(self.presenter.game.move(told))
                if not answer.done:
                    self.say(" ".join(answer.said(self.session.language)))
                    return
        from ui.screens.table.fix import Fix

        self.navigation.open(Fix(self.navigation, self.open_match, "box"))

    def arrange(self) -> None:
        """The table, and the sum beside or above it."""
        super().arrange()
        left, low, wide, high = self.above
        gap = theme.mm(BETWEEN)
        if self.upright:
            top = theme.mm(SUM_HIGH)
            set_bounds(self._sum, left, low + high - top, wide, top)
            set_bounds(self._cells, left, low, wide, high - top - gap)
            return
        beside = theme.mm(SUM[theme.compact()])
        set_bounds(self._cells, left, low, wide - beside - gap, high)
        set_bounds(self._sum, left + wide - beside, low, beside, high)


class _Found(RelativeLayout):
    """How many were counted, in a ring that is whole with all of them."""

    def __init__(self, found: int, total: int, of: str, *, small: bool) -> None:
        high = theme.mm(RING[small])
        super().__init__(size_hint_y=None, height=high)
        self.add_widget(TimeRing(RIM[small], left=min(1.0, found / total)))
        both = Column(pos_hint={"center_y": 0.5}, spacing=0)
        number = TextLine(text=str(found), role="title" if small else "banner", halign="center")
        beside = TextLine(text=of, role="small" if small else "body", ink="ink2", halign="center")
        for one in (number, beside):
            both.add_widget(one)
        self.add_widget(both)


def _role() -> theme.TextRole:
    """In which letters names stand: enlarged ones leave less room on a small screen."""
    if not theme.compact():
        return "strong"
    return "tiny" if theme.enlarged() > 1 else "small"
