"""Fix the table: the same board, on which what the table really shows is told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.kernel import MOVE
from companion.table import Signal
from ui import theme
from ui.desk import Desk
from ui.room import Sitting
from ui.screens.page import Page
from ui.screens.parts import Card, Scroll, button, grid, place
from ui.screens.picking import PickerArea
from ui.widgets.board import Board
from ui.widgets.text import Paragraph

if TYPE_CHECKING:
    from ui.screens.glass import Glass

SIDE = 70.0
"""Millimetres: the list of what can be told."""


class Fix(Page):
    """What may differ is chosen at the side, then told like any other move."""

    def __init__(self, glass: Glass, sitting: Sitting) -> None:
        super().__init__(glass)
        self.sitting = sitting
        self.desk = Desk(
            sitting.desk.title,
            sitting.desk.match,
            sitting.desk.shared,
            glass.room.language,
            role="fix",
        )
        self.desk.on_change = glass.soon
        art = glass.art(self.desk.game.name, self.desk.title.art)
        self.board = Board(art=art, names=self.desk.words)
        self.board.bind(on_token=lambda _, token: self._act(token))
        self.side = Card("panel")
        self.area = PickerArea(art, self._act)
        for widget in (self.board, self.side):
            self.add_widget(widget)

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", "fix_table")

    def left(self) -> None:
        """Back to the table."""
        self.glass.play(self.sitting)

    def fill(self) -> None:
        """Show the table as the companion believes it is."""
        desk = self.desk
        desk.language = self.glass.room.language
        say = desk.speaker
        self.board.scene = desk.scene
        self.board.lit = desk.offered.lit
        self.board.chosen = desk.offered.chosen
        self.side.clear_widgets()
        text = desk.offered.prompt if desk.composer.begun else say.say("notice", "fix_table")
        self.side.add_widget(Paragraph(text=text, role="strong", ink="gold_text"))
        kinds = [k for k in desk.game.kinds if k.role == "fix" and not k.hidden]
        buttons = [
            button(say.say("kind", kind.name), partial(self._act, MOVE + kind.name), height=10.5)
            for kind in kinds
        ]
        self.side.add_widget(Scroll(grid(buttons, 2, 10.5)))
        if desk.composer.begun:
            cancel = button(say.say("button", "cancel"), desk.take_back, height=10.5)
            self.side.add_widget(cancel)
        done = button(say.say("button", "done"), self.left, role="bright", height=11)
        self.bright = done
        self.side.add_widget(done)
        picker = desk.offered.picker
        self.area.show(picker, desk.composer.cursor or "")
        if picker is not None and self.area.parent is None:
            self.add_widget(self.area)
        elif picker is None and self.area.parent is not None:
            self.remove_widget(self.area)

    def told_now(self) -> str:
        """A correction that cannot be is refused here, too."""
        refusal = self.desk.refusal
        if refusal is not None:
            return " ".join(fault.sentence for fault in refusal.faults)
        return self.notice or self.desk.notice

    def _act(self, token: str) -> None:
        self.desk.signal(self.glass.touched(token))

    def signal(self, signal: Signal) -> None:
        """Devices tell, too."""
        self.desk.signal(signal)

    def arrange(self) -> None:
        """The list at the left, the board beside it, the picker below that."""
        edge, gap = theme.mm(2), theme.mm(theme.GAP)
        left, bottom, wide, high = self.body
        high -= gap
        side = min(theme.mm(SIDE), wide * 0.42)
        place(self.side, left + edge, bottom + edge, side, high - edge)
        x = left + edge + side + gap
        room, low = self.right - edge - x, bottom + edge
        if self.area.parent is not None:
            tall = min(self.area.high(room), high * 0.62)
            place(self.area, x, low, room, tall)
            low += tall + gap
        place(self.board, x, low, room, bottom + high - low)

    def toast_room(self) -> tuple[float, float, float]:
        """Over the board."""
        wide = min(self.board.width, theme.mm(110))
        return (self.board.center_x - wide / 2, self.board.y + theme.mm(1), wide)
