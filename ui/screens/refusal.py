"""The answer to a move that is not allowed: every reason, and all the ways on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.kernel import Move
from ui import theme
from ui.desk import FaultLine, Refusal
from ui.screens.page import Sheet
from ui.screens.parts import Column, Scroll, button, row
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.play import Play


class RefusalSheet(Sheet):
    """Lies over the lower part; the board stays in sight, and a touch on it is a new attempt."""

    modal = False

    def __init__(self, page: Play) -> None:
        super().__init__(page, "red_quiet", "red")
        self.desk = page.desk
        self.bright: ActionButton | None = None
        self._rule = False
        self._shown: tuple[object, ...] = ()

    def room(self, width: float, height: float) -> tuple[float, float]:
        """All the width; no more height than it needs."""
        return width, min(height, theme.mm(46 if theme.compact() else 67))

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
        self.card.clear_widgets()
        heading = say.say("label", "not_allowed_because", {"move": ""}).rstrip(": ")
        self.card.add_widget(
            TextLine(text=f"✖  {heading}: {refusal.move}", role="title", ink="red_text")
        )
        left = Scroll(self._rules(refusal) if self._rule else self._reasons(refusal))
        middle = row([left, Scroll(self._instead(refusal))], None, spacing=theme.mm(4))
        self.card.add_widget(middle)
        self.card.add_widget(row(self._ways(refusal), 12))

    def _reasons(self, refusal: Refusal) -> Column:
        column = Column()
        for fault in refusal.faults:
            column.add_widget(Paragraph(text=fault.sentence, role="body"))
            column.add_widget(Paragraph(text=self._stands(fault), role="small", ink="ink2"))
        return column

    def _stands(self, fault: FaultLine) -> str:
        say = self.desk.speaker
        parts = [say.say("label", "rule", {"number": fault.number})] if fault.number else []
        return " · ".join([*parts, say.say("strength", fault.strength)])

    def _rules(self, refusal: Refusal) -> Column:
        say, column = self.desk.speaker, Column()
        for fault in refusal.faults:
            if not fault.rule:
                continue
            number = say.say("label", "rule", {"number": fault.number})
            column.add_widget(Paragraph(text=f"{number}: {fault.rule}", role="body"))
            source = say.say("label", "source", {"source": fault.source})
            column.add_widget(Paragraph(text=source, role="small", ink="ink2"))
        return column

    def _instead(self, refusal: Refusal) -> Column:
        """What else would be possible; the first of it is the bright button below."""
        say, column = self.desk.speaker, Column()
        if refusal.instead[1:]:
            column.add_widget(TextLine(text=say.say("label", "instead"), role="strong"))
        for sentence, move in refusal.instead[1:]:
            column.add_widget(button(sentence, partial(self._make, move), height=9.6))
        return column

    def _make(self, move: Move) -> None:
        self.desk.make(move)

    def _ways(self, refusal: Refusal) -> list[ActionButton]:
        say = self.desk.speaker
        ways: list[ActionButton] = []
        self.bright = None
        for sentence, move in refusal.instead[:1]:
            self.bright = button(sentence, partial(self._make, move), role="bright", height=12)
            self.bright.size_hint_x = 1.7
            ways.append(self.bright)
        if any(fault.rule for fault in refusal.faults):
            key = "reasons" if self._rule else "show_rule"
            ways.append(button(say.say("button", key), self._turn, height=12))
        if refusal.allowable:
            label = say.say("button", "allow_once")
            detail = say.say("button_detail", "allow_once")
            ways.append(button(label, self.desk.allow, detail=detail, height=12))
        label = say.say("button", "take_back")
        ways.append(button(label, self.desk.take_back, role="danger", height=12))
        return ways

    def _turn(self) -> None:
        self._rule = not self._rule
        self.fill()
