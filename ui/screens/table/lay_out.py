"""Laying out the table: a picture of the start, and every piece to put out, ticked off."""

from __future__ import annotations

from functools import partial

from companion.kernel import Change
from companion.table import Pressed, Signal
from ui import theme
from ui.navigation import Navigation
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, Scroll, button
from ui.shell.split_page import SplitPage
from ui.widgets.board import Board
from ui.widgets.text import Paragraph

BOX = "box"
"""Where all pieces come from."""


class LayOut(SplitPage):
    """Every piece from the box to its place at the start; all of it can be skipped."""

    wide, narrow = 92.0, 80.0
    kept_as = "lay_out"

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self.done: set[int] = set()
        art = navigation.art(self.presenter.package)
        self.board = Board(art=art, travel=0)
        self.board.disabled = True
        self.side = Card("panel")
        self._scroll: Scroll | None = None
        for widget in (self.board, self.side):
            self.add_widget(widget)

    @property
    def pieces(self) -> tuple[Change, ...]:
        """What is put out, place by place: what is drawn on the table first, then seat by seat."""
        match = self.presenter.match
        start = match.game.public(match.timeline.start)
        layout = match.game.layout(start)
        drawn = list(
            dict.fromkeys(shape.token for shape in self.presenter.package.scene(start).shapes)
        )

        def rank(at: str, piece: str) -> tuple[int, int]:
            words = {*at.split(":"), *piece.split(":")}
            whose = [number for number, seat in enumerate(match.seats) if seat in words]
            return drawn.index(at) if at in drawn else len(drawn), max(whose, default=-1)

        return tuple(
            Change(piece, layout[at, piece], BOX, at)
            for at, piece in sorted(layout, key=lambda one: rank(*one))
            if layout[at, piece] and at != BOX
        )

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", "lay_out")

    def left_label(self) -> str:
        """It can be skipped at any time."""
        return self.words.say("button", "skip")

    def left(self) -> None:
        """On to the table."""
        self.navigation.play(self.open_match)

    def fill(self) -> None:
        """The list with its ticks."""
        self.presenter.language = self.session.language
        self.board.speak(self.presenter.words, self.session.language)
        match, say = self.presenter.match, self.presenter.phrasebook
        view = match.game.public(match.timeline.start)
        self.board.scene = self.presenter.package.scene(view)
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.side.clear_widgets()
        pieces, told = self.pieces, self.presenter.phrasebook_of(view)
        values = {"done": len(self.done), "count": len(pieces)}
        self.side.add_widget(
            Paragraph(text=say.say("notice", "lay_out", values), role="strong", ink="gold_text")
        )
        column = Column(spacing=theme.mm(1))
        for number, one in enumerate(pieces):
            ticked = number in self.done
            label = f"{'☑' if ticked else '☐'}  {told.change(one)}"
            made = button(label, partial(self._tick, number), height=11, offered=not ticked)
            column.add_widget(made)
        self._scroll = Scroll(column)
        self.side.add_widget(self._scroll)
        self._scroll.scroll_y = at
        key = "done" if len(self.done) == len(pieces) else "all_lies_there"
        go = button(say.say("button", key), self.left, role="bright", height=11)
        self.bright = go
        self.side.add_widget(go)

    def _tick(self, number: int) -> None:
        self.done ^= {number}
        self.fill()
        self.arrange()

    def signal(self, signal: Signal) -> None:
        """The confirm button ticks off the next piece, or presses what the dial stands on; after
        the last it goes on."""
        left = [n for n in range(len(self.pieces)) if n not in self.done]
        confirms = isinstance(signal, Pressed) and signal.role == "confirm"
        if confirms and left and not self.pointer.stands:
            self._tick(left[0])
        else:
            super().signal(signal)
