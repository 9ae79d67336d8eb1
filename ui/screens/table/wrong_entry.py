"""Putting right what was entered wrongly in a turn: which of it, and what was meant instead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import structs

from companion.kernel import Blank, Move, Way, fields, masked
from ui import theme
from ui.presenter.turns import Turn, TurnLine
from ui.session.open_match import OpenMatch
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


class WrongEntrySheet(Sheet):
    """First which sentence is wrong, where there are several; then what was meant by it: numbers
    are counted up or down, what is near is chosen, and anything else is shown at the table."""

    def __init__(self, page: Page, open_match: OpenMatch, turn: Turn) -> None:
        super().__init__(page)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self._lines = [one for one in turn.lines if one.line in turn.standing and one.sentence]
        self._lines = [one for one in self._lines if one.how in ("", "exception")]
        self._one: TurnLine | None = None
        self._meant: Move | None = None
        if len(self._lines) == 1:
            self._choose(self._lines[0])

    def fill(self) -> None:
        """The one question after the other."""
        say = self.presenter.phrasebook
        self.card.clear_widgets()
        column = Column()
        if self._one is None:
            self.card.add_widget(TextLine(text=say.say("label", "which_wrong"), role="title"))
            for one in self._lines:
                column.add_widget(button(one.done, partial(self._which, one), height=12))
        else:
            self.card.add_widget(TextLine(text=say.say("label", "was_meant"), role="title"))
            self.card.add_widget(Paragraph(text=self._one.done, ink="ink2"))
            for made in (*self._counted(), *self._others()):
                column.add_widget(made)
            shown = button(say.say("button", "show_it"), self._show, height=12)
            shown.detail = say.say("button_detail", "show_it")
            column.add_widget(shown)
            never = say.say("button", "never_happened")
            column.add_widget(button(never, self._amend, height=12))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "cancel"), self.page.close, height=11))

    # Numbers

    def _counted(self) -> Iterator[Widget]:
        """A line for each number that was told, and what it says with these."""
        if self._meant is None or not (blanks := self._blanks(self._meant)):
            return
        for blank in blanks:
            yield self._line(blank, getattr(self._meant, blank.name))
        changed = self._meant != self._was
        sentence = self.presenter.move_sentence(self._meant)
        done = button(sentence, partial(self._amend, self._meant), height=12)
        done.offered, done.role = changed, "bright" if changed else "plain"
        yield done

    def _line(self, blank: Blank, value: int) -> Widget:
        keys = []
        for sign, step in (("−", -1), ("+", 1)):
            key = button(sign, partial(self._count, blank, value + step), width=13)
            key.offered = _takes(blank, value + step)
            keys.append(key)
        told = TextLine(text=str(value), role="number", halign="center", size_hint_x=None)
        told.width = theme.mm(13)
        what = TextLine(text=self._called(blank), size_hint_y=1)
        return row([what, keys[0], told, keys[1]], 11)

    def _called(self, blank: Blank) -> str:
        """What is counted: as over its column, else as it was asked."""
        assert self._meant is not None
        say, plain = self.presenter.phrasebook, self.presenter.game.plain(self._meant)
        key = f"{plain['move']}.{blank.name}"
        return say.say("column" if say.has("column", key) else "blank", key, plain)

    def _count(self, blank: Blank, value: int) -> None:
        if self._meant is None or not _takes(blank, value):
            return self.page.say(self.words.say("notice", "no_further"))
        self._meant = structs.replace(self._meant, **{blank.name: value})
        self.fill()

    def _blanks(self, move: Move) -> list[Blank]:
        kind = self.presenter.game.kind(move)
        parts = (part for part in fields(kind.move) if not (part.listed or kind.hidden))
        return [part.blanks[0] for part in parts if part.blanks[0].picker == "number"]

    # Anything else

    def _others(self) -> Iterator[Widget]:
        """What else could have been done, but other numbers."""
        assert self._one is not None
        counted = self._meant is not None and bool(self._blanks(self._meant))
        for way in self.presenter.match.alternatives(self._one.line):
            if not (way == (self._was,) or (counted and _alike(way, self._was))):
                act = partial(self._amend, *way)
                yield button(self.presenter.move_sentence(*way), act, height=12)

    @property
    def _was(self) -> Any:
        """What stands there, as everybody may know it."""
        line = None if self._one is None else self._one.line
        steps = self.presenter.match.steps
        move = next((one.move for one in steps if one.line == line), None)
        return None if move is None else masked(self.presenter.game.kind(move), move)

    def _choose(self, one: TurnLine) -> None:
        self._one = one
        self._meant = self._was

    def _which(self, one: TurnLine) -> None:
        self._choose(one)
        self.fill()

    def _show(self) -> None:
        """What was done is done at the table, as it stood then."""
        assert self._one is not None
        trial = self.navigation.session.try_out(self.open_match, self._one.line)
        self.navigation.play(trial)

    def _amend(self, *moves: Move) -> None:
        assert self._one is not None
        line = self._one.line
        self.navigation.play(self.open_match)
        self.presenter.agreeing.amend(line, *moves)


def _alike(way: Way, move: Move | None) -> bool:
    return [type(one) for one in way] == [type(move)]


def _takes(blank: Blank, value: int) -> bool:
    try:
        blank.value(value)
    except ValueError:
        return False
    return True
