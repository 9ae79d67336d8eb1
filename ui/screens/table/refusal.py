"""The answer to a move that is not allowed: every reason, and all the ways on.

The sheet is built once and only its words change, because an answer must not wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from ui import theme
from ui.presenter import FaultLine, Presenter, Refusal
from ui.screens.table.rules import named, stands
from ui.screens.table.table_page import TablePage
from ui.shell.bottom_sheet import BottomSheet
from ui.shell.controls import Column, Scroll, button, keep, row
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

MOST, FEW = 3, 2
"""Moves that may be offered instead, and to children."""


class RefusalSheet(BottomSheet):
    """Lies over the lower part; the board stays in sight, and a touch on it is a new attempt.

    bright: the button for what was most likely wanted, if anything would be possible. brief: for
    children, what is possible comes first, then one reason, without numbers of rules.
    """

    def __init__(self, page: TablePage, *, brief: bool = False) -> None:
        super().__init__(page, *(("panel", "gold") if brief else ("red_quiet", "red")))
        self._table, self._brief = page, brief
        self.bright: ActionButton | None = None
        self._rule = False
        self._shown: tuple[object, ...] = ()
        self._narrow = theme.compact()
        self._heading = Paragraph(role="strong" if self._narrow else "title", ink=self._ink())
        self._reasons = Column()
        self._lines: list[Paragraph] = []
        self._others = Column()
        self._possible = TextLine(role="strong")
        self._instead = [self._alternative(number) for number in range(MOST)]
        self._show_rule = button("", self._turn, height=14)
        self._allow = button("", lambda: self.presenter.allow(), height=14)
        role = "plain" if brief else "danger_on_red"
        self._take_back = button("", lambda: self.presenter.take_back(), role=role, height=14)
        self._ways = row([], 14)
        self._best, self._last = row([], 12), row([], 11)
        if self._narrow:  # a column beside the board
            said = _below((self._heading, *self._halves()))
            parts = [Scroll(said), self._best, self._ways, self._last]
        else:
            halves = (_below(self._halves()),) if brief else self._halves()
            self._beside = [Scroll(half) for half in halves]
            self._said = row(self._beside, None, spacing=theme.mm(4))
            parts = [self._heading, self._said, self._best, self._ways]
        for part in parts:
            self.card.add_widget(part)

    @property
    def presenter(self) -> Presenter:
        """The match that is played now."""
        return self._table.presenter

    def _alternative(self, number: int) -> ActionButton:
        made = button("", lambda: self._make(number), role="plain" if number else "bright")
        if number:
            made.height = theme.tall(9.6)
        else:
            made.height, made.size_hint_x = theme.tall(14), 1.0 if self._brief else 2.0
        return made

    @property
    def _tight(self) -> bool:
        """Whether hardly more than one reason finds room."""
        return self.sideways or (self._narrow and theme.enlarged() > 1)

    def _ink(self) -> str:
        return "gold_text" if self._brief else "red_text"

    def _halves(self) -> tuple[Column, Column]:
        """Why not, and what else: for children the other way round."""
        return (self._others, self._reasons) if self._brief else (self._reasons, self._others)

    def fill(self) -> None:
        """Show what was refused last."""
        refusal = self.presenter.refusal
        before, language = self._shown[:2], self.presenter.language
        if before[1:] == (language,) and before[0] != refusal:  # each begins with its reasons
            self._rule = False
        shown = (refusal, language, self._rule, self.slim, self._tight)
        if refusal is None or shown == self._shown:
            return
        self._shown = shown
        say = self.presenter.phrasebook
        if self._brief:
            self._heading.text = say.say("label", "not_like_this")
        else:
            counted = self._tight and len(refusal.faults) > 1
            key = "not_allowed_count" if counted else "not_allowed_because"
            values = {"move": refusal.move, "count": len(refusal.faults)}
            heading = say.say("label", key, values)
            self._heading.text = f"✖  {heading}"
        self._show_reasons(self._rules(refusal) if self._rule else self._why(refusal))
        for made, (sentence, _) in zip(self._instead, refusal.alternatives, strict=False):
            made.label = sentence
        self._possible.text = say.say("label", "instead")
        first, most = (0, FEW) if self._brief else (1, MOST)
        others: list[Widget] = list(self._instead[first : len(refusal.alternatives)][:most])
        keep(self._others, [self._possible, *others] if others else [])
        if not self._narrow and not self._brief:  # without others the reasons have all the room
            keep(self._said, self._beside if others else self._beside[:1])
        self._show_ways(refusal)

    def _why(self, refusal: Refusal) -> list[tuple[str, bool]]:
        """The sentences of the faults, each followed by where it stands (of second rank). Where
        hardly more than one finds room, they are counted, and the rules say where they stand."""
        if self._brief:
            return [(fault.sentence, True) for fault in refusal.faults[:1]]
        found = []
        for number, fault in enumerate(refusal.faults, 1):
            if self._tight and len(refusal.faults) > 1:
                found += [(f"{number}. {fault.sentence}", True), ("", False)]
            else:
                found += [(fault.sentence, True), (self._stands(fault), False)]
        return found

    def _stands(self, fault: FaultLine) -> str:
        say = self.presenter.phrasebook
        parts = (named(say, fault.number), say.say("strength", fault.strength))
        return " · ".join(part for part in parts if part)

    def _rules(self, refusal: Refusal) -> list[tuple[str, bool]]:
        say, found = self.presenter.phrasebook, []
        for fault in refusal.faults:
            if fault.rule and self._brief:
                found += [(fault.rule, True), ("", False)]
            elif fault.rule:
                where = stands(say, fault.number, fault.source)
                found += [(fault.rule, True), (where, False)]
        return found

    def _show_reasons(self, lines: Sequence[tuple[str, bool]]) -> None:
        while len(self._lines) < len(lines):
            first = len(self._lines) % 2 == 0
            role = "strong" if self._brief else "body"
            self._lines.append(
                Paragraph(role=role if first else "small", ink="ink" if first else "ink2")
            )
        for paragraph, (text, _) in zip(self._lines, lines, strict=False):
            paragraph.text = text
        keep(self._reasons, self._lines[: len(lines)])

    def _show_ways(self, refusal: Refusal) -> None:
        say = self.presenter.phrasebook
        best: list[Widget] = list(self._instead[: 1 if refusal.alternatives else 0])
        apart = self.slim
        if self._brief:
            best, apart = [], self._narrow
        ways = [] if apart else best
        self.bright = self._instead[0] if refusal.alternatives else None
        if any(fault.rule for fault in refusal.faults):
            key = "why" if self._brief else "show_rule"
            self._show_rule.label = say.say("button", "reasons" if self._rule else key)
            ways.append(self._show_rule)
        if refusal.allowable:
            self._allow.label = say.say("button", "allow_once")
            self._allow.detail = "" if self._brief else say.say("button_detail", "allow_once")
            ways.append(self._allow)
        self._take_back.label = say.say("button", "once_more" if self._brief else "take_back")
        alone = self._narrow and len(ways) > 1  # a row of its own, where two fill one
        ways, last = (ways, [self._take_back]) if alone else ([*ways, self._take_back], [])
        high = 11.0 if apart else 14.0
        rows = ((self._best, best if apart else []), (self._ways, ways), (self._last, last))
        for part, children in rows:
            keep(part, children)
            part.height = theme.tall(high if children else 0)
            for child in children:
                child.height = part.height

    def _make(self, number: int) -> None:
        refusal = self.presenter.refusal
        if refusal is not None and number < len(refusal.alternatives):
            self.presenter.go(refusal.alternatives[number][1])

    def _turn(self) -> None:
        self._rule = not self._rule
        self.fill()

    def closed(self) -> None:
        """The next refusal begins with its reasons."""
        self._rule = False


def _below(parts: Sequence[Widget]) -> Column:
    """Things one below the other."""
    column = Column()
    for part in parts:
        column.add_widget(part)
    return column
