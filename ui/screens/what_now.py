"""What can be done now: every kind of move that is asked for, with what it still lacks, and the
rules of each; who is asked, and why the others wait."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import MOVE
from ui import theme
from ui.desk import Action, TickLine
from ui.screens.page import Sheet
from ui.screens.parts import BUTTON, Column, Scroll, button, grid, row
from ui.screens.rules import rule_lines, stands
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.play import Play

SIGNS = {"met": ("✓", "green_text"), "broken": ("✗", "red_text"), "open": ("○", "ink2")}
"""How a need stands, and in which colour."""

WHY = 17.0
"""Millimetres: width of the button for the rules of a kind of move."""


class WhatNowSheet(Sheet):
    """A button for each kind of move, greyed when it cannot be made, and one for its rules."""

    def __init__(self, page: Play) -> None:
        super().__init__(page)
        self.desk = page.desk
        self._why = ""

    def room(self, width: float, height: float) -> tuple[float, float]:
        """Wide enough for three kinds of move side by side."""
        return min(width - theme.mm(8), theme.mm(200)), height - theme.mm(6)

    def fill(self) -> None:
        """The kinds of move, or one of them with its needs."""
        self.card.clear_widgets()
        kinds = self.desk.offered.menu()
        chosen = [action for action in kinds if action.token == self._why]
        if chosen:
            self._needs(chosen[0])
        else:
            self._kinds(kinds)

    def _kinds(self, kinds: tuple[Action, ...]) -> None:
        say = self.desk.speaker
        self.card.add_widget(TextLine(text=say.say("button", "what_now"), role="title"))
        column = Column()
        for one in self.desk.asked:
            asked = say.say("ask", one.prompt, {"seat": one.seat, **one.values})
            column.add_widget(Paragraph(text=asked, ink="gold_text"))
        columns = 1 if self.page.height > self.page.width else 2 if theme.compact() else 3
        column.add_widget(grid([self._kind(action) for action in kinds], columns))
        for part in self._others():
            column.add_widget(part)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _kind(self, action: Action) -> BoxLayout:
        say = self.desk.speaker
        show = partial(self._show, action.token)
        do = partial(self._do, action) if action.offered else show
        made = button(action.label, do, detail=action.detail, offered=action.offered)
        return row([made, button(say.say("button", "rules"), show, width=WHY)], BUTTON)

    def _others(self) -> tuple[Widget, ...]:
        """Who is not asked, and the rule behind that."""
        say = self.desk.speaker
        seats, clause = self.desk.offered.waiting
        if not seats:
            return ()
        waiting = say.say("notice", "others_wait", {"seats": seats})
        number = self.desk.game.rulebook[clause].number
        return (Paragraph(text=waiting, role="strong"), *rule_lines(say, clause, number))

    def _needs(self, action: Action) -> None:
        """A kind of move: each of its rules, and how it stands."""
        say, offered = self.desk.speaker, self.desk.offered
        self.card.add_widget(TextLine(text=action.label, role="title"))
        column = Column(spacing=theme.mm(1.4))
        lines = offered.ticked(action.token.removeprefix(MOVE))
        if not action.offered and all(line.state != "broken" for line in lines):
            nothing = say.say("notice", "nothing_fits")
            column.add_widget(Paragraph(text=f"✗  {nothing}", ink="red_text"))
        for line in lines:
            column.add_widget(self._need(line))
        if not lines:
            column.add_widget(Paragraph(text=say.say("notice", "needs_nothing"), ink="ink2"))
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "back"), partial(self._show, ""), height=11)]
        if action.offered:
            do = say.say("button", "do_it", {"what": action.label})
            ways.append(button(do, partial(self._do, action), role="bright", height=11))
        self.card.add_widget(row(ways, 11))

    def _need(self, line: TickLine) -> Column:
        say = self.desk.speaker
        sign, ink = SIGNS[line.state]
        both = Column(spacing=0)
        both.add_widget(Paragraph(text=f"{sign}  {line.sentence}", ink=ink))
        if line.number:
            where = stands(say, line.number, line.source)
            both.add_widget(Paragraph(text=where, role="small", ink="ink2"))
        return both

    def _show(self, token: str) -> None:
        """Turn to a kind of move, or with "" back to all of them."""
        self._why = token
        self.page.show()

    def _do(self, action: Action) -> None:
        self.page.close()
        self.desk.signal(self.page.glass.touched(action.token))
