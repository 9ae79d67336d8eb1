"""The answer to a move that is not allowed: every reason, and all the ways on.

The sheet is built once and only its words change, because an answer must not wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from ui import theme
from ui.desk import FaultLine, Refusal
from ui.screens.page import Sheet
from ui.screens.parts import Column, Scroll, button, row
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.play import Play

MOST = 4
"""Moves that may be offered instead."""


class RefusalSheet(Sheet):
    """Lies over the lower part; the board stays in sight, and a touch on it is a new attempt.

    bright: the button for what was most likely wanted, if anything would be possible.
    """

    modal = False

    def __init__(self, page: Play) -> None:
        super().__init__(page, "red_quiet", "red")
        self.desk = page.desk
        self.bright: ActionButton | None = None
        self._rule = False
        self._shown: tuple[object, ...] = ()
        self._narrow = theme.compact()
        self._upright = page.glass.height > page.glass.width
        self._heading = Paragraph(role="strong" if self._narrow else "title", ink="red_text")
        self._reasons = Column()
        self._lines: list[Paragraph] = []
        self._others = Column()
        self._possible = TextLine(role="strong")
        self._instead = [self._alternative(number) for number in range(MOST)]
        self._show_rule = button("", self._turn, height=14)
        self._allow = button("", self.desk.allow, height=14)
        self._take_back = button("", self.desk.take_back, role="danger", height=14)
        self._ways = row([], 14)
        self._best = row([], 12)
        if self._narrow:  # a column beside the board
            both = Column()
            both.add_widget(self._reasons)
            both.add_widget(self._others)
            self._take_back.height = theme.mm(11)
            last = row([self._take_back], 11)
            parts = [self._heading, Scroll(both), self._best, self._ways, last]
        else:
            side_by_side = row(
                [Scroll(self._reasons), Scroll(self._others)], None, spacing=theme.mm(4)
            )
            parts = [self._heading, side_by_side, self._best, self._ways]
        for part in parts:
            self.card.add_widget(part)

    def _alternative(self, number: int) -> ActionButton:
        made = button("", lambda: self._make(number), role="plain" if number else "bright")
        if number:
            made.height = theme.mm(9.6)
        else:
            made.height, made.size_hint_x = theme.mm(14), 2.0
        return made

    def room(self, width: float, height: float) -> tuple[float, float]:
        """All the width; no more height than it needs, or the whole column."""
        return width, height if self._narrow else min(height, theme.mm(67))

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """Stand on the lower edge of the room."""
        wide, high = self.room(width, height)
        super().cover(x, y, wide, high)

    def fill(self) -> None:
        """Show the refusal that the desk holds."""
        refusal = self.desk.refusal
        shown = (refusal, self._rule, self.desk.language)
        if refusal is None or shown == self._shown:
            return
        self._shown = shown
        say = self.desk.speaker
        heading = say.say("label", "not_allowed_because", {"move": refusal.move})
        self._heading.text = f"✖  {heading}"
        self._show_reasons(self._rules(refusal) if self._rule else self._why(refusal))
        for made, (sentence, _) in zip(self._instead, refusal.instead, strict=False):
            made.label = sentence
        self._possible.text = say.say("label", "instead")
        others: list[Widget] = list(self._instead[1 : len(refusal.instead)])
        _keep(self._others, [self._possible, *others] if others else [])
        self._show_ways(refusal)

    def _why(self, refusal: Refusal) -> list[tuple[str, bool]]:
        """The sentences of the faults, each followed by where it stands (of second rank)."""
        found = []
        for fault in refusal.faults:
            found += [(fault.sentence, True), (self._stands(fault), False)]
        return found

    def _stands(self, fault: FaultLine) -> str:
        say = self.desk.speaker
        parts = [say.say("label", "rule", {"number": fault.number})] if fault.number else []
        return " · ".join([*parts, say.say("strength", fault.strength)])

    def _rules(self, refusal: Refusal) -> list[tuple[str, bool]]:
        say, found = self.desk.speaker, []
        for fault in refusal.faults:
            if fault.rule:
                number = say.say("label", "rule", {"number": fault.number})
                source = say.say("label", "source", {"source": fault.source})
                found += [(f"{number}: {fault.rule}", True), (source, False)]
        return found

    def _show_reasons(self, lines: Sequence[tuple[str, bool]]) -> None:
        while len(self._lines) < len(lines):
            first = len(self._lines) % 2 == 0
            self._lines.append(
                Paragraph(role="body" if first else "small", ink="ink" if first else "ink2")
            )
        for paragraph, (text, _) in zip(self._lines, lines, strict=False):
            paragraph.text = text
        _keep(self._reasons, self._lines[: len(lines)])

    def _show_ways(self, refusal: Refusal) -> None:
        say = self.desk.speaker
        best: list[Widget] = list(self._instead[: 1 if refusal.instead else 0])
        apart = self._narrow or self._upright
        ways = [] if apart else best
        self.bright = self._instead[0] if refusal.instead else None
        if any(fault.rule for fault in refusal.faults):
            self._show_rule.label = say.say("button", "reasons" if self._rule else "show_rule")
            ways.append(self._show_rule)
        if refusal.allowable:
            self._allow.label = say.say("button", "allow_once")
            self._allow.detail = say.say("button_detail", "allow_once")
            ways.append(self._allow)
        self._take_back.label = say.say("button", "take_back")
        if not self._narrow:
            ways = [*ways, self._take_back]
        high = 11.0 if apart else 14.0
        for part, children in ((self._best, best if apart else []), (self._ways, ways)):
            _keep(part, children)
            part.height = theme.mm(high if children else 0)
            for child in children:
                child.height = part.height

    def _make(self, number: int) -> None:
        refusal = self.desk.refusal
        if refusal is not None and number < len(refusal.instead):
            self.desk.make(refusal.instead[number][1])

    def _turn(self) -> None:
        self._rule = not self._rule
        self.fill()

    def closed(self) -> None:
        """The next refusal begins with its reasons."""
        self._rule = False


def _keep(parent: Widget, children: Sequence[Widget]) -> None:
    """Make these the children, in order; nothing happens when they are."""
    if parent.children[::-1] != list(children):
        parent.clear_widgets()
        for child in children:
            parent.add_widget(child)
