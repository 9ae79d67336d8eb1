"""Telling what the table or the box shows: to set it right, to begin with it, or after a turn that
nobody told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from kivy.uix.widget import Widget

from companion.kernel import MOVE
from companion.table import Signal, Typed
from ui import theme
from ui.desk import Desk
from ui.room import Sitting
from ui.screens.box_files import BoxFilesSheet
from ui.screens.keyboard import KeyboardSheet
from ui.screens.page import Page
from ui.screens.parts import Card, Scroll, button, grid, place, row
from ui.screens.picking import PickerArea
from ui.widgets.board import Board
from ui.widgets.loupe import Loupe
from ui.widgets.text import Paragraph

if TYPE_CHECKING:
    from ui.screens.glass import Glass

SIDE, NARROW = 74.0, 62.0
"""Millimetres: the list of what can be told; on a small screen."""

Purpose = Literal["fix_table", "as_it_stands", "catch_up", "box"]
"""*fix_table*: the companion believes something else than the table shows. *as_it_stands*: the
match begins in the middle. *catch_up*: a seat played on without telling; what came of it is told
now and not judged. *box*: what is printed in this copy of the game."""


class Fix(Page):
    """What differs is chosen at the side and told there; the board stays whole beside it."""

    def __init__(self, glass: Glass, sitting: Sitting, purpose: Purpose = "fix_table") -> None:
        super().__init__(glass)
        self.sitting = sitting
        self.purpose: Purpose = purpose
        self.seat = ""
        self.desk = Desk(
            sitting.desk.title,
            sitting.desk.match,
            sitting.desk.shared,
            glass.room.language,
            role="box" if purpose == "box" else "fix",
            key=sitting.desk.key,
        )
        self.desk.on_change = glass.soon
        self._told_before = len(self.desk.match.timeline.steps)
        art = glass.art(self.desk.game.name, self.desk.title.art)
        self.board = Board(art=art, names=self.desk.words)
        self.board.bind(on_token=lambda _, token: self._act(token))
        self.side = Card("panel")
        self.area = PickerArea(art, self._act)
        for widget in (self.board, Loupe(self.board), self.side):
            self.add_widget(widget)

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", self.purpose)

    def left_label(self) -> str:
        """The way back."""
        return self.words.say("button", "to_table")

    def unfinished(self) -> bool:
        """Whether something is being told."""
        return self.desk.composer.begun or super().unfinished()

    def left(self) -> None:
        """Back to the table; what was told stands."""
        self._mark()
        self.glass.play(self.sitting)

    def _mark(self) -> None:
        """After a turn that nobody told, the log says whose it was and that it is not judged."""
        told = len(self.desk.match.timeline.steps) > self._told_before
        if self.purpose == "catch_up" and self.seat and told:
            self.desk.match.catch_up(self.seat, {})
            self.seat = ""

    def fill(self) -> None:
        """Show the table as the companion believes it is."""
        desk = self.desk
        desk.language = self.glass.room.language
        self.board.scene = desk.scene
        touched_first = desk.composer.begun or self.purpose == "box"
        self.board.lit = desk.offered.lit if touched_first else frozenset()
        self.board.chosen = desk.offered.chosen
        self.side.clear_widgets()
        self.area.show(None, "")
        self.bright = None
        if self.purpose == "catch_up" and not self.seat:
            self._whose()
        elif desk.composer.begun:
            self._telling()
        else:
            self._choosing()

    def _whose(self) -> None:
        say, match = self.desk.speaker, self.desk.match
        self._head(say.say("notice", "who_played_on"))
        seats = []
        for seat in match.seats:
            if seat not in match.absent:
                made = button(say.name(seat), partial(self._named, seat))
                made.seat, made.look = seat, theme.seat(seat).mark
                seats.append(made)
        self.side.add_widget(Scroll(grid(seats, 1)))

    def _named(self, seat: str) -> None:
        self.seat = seat
        self.glass.refresh()

    def _choosing(self) -> None:
        say = self.desk.speaker
        self._head(say.say("notice", self.purpose, {"seat": self.seat}))
        role = self.desk.composer.role
        kinds = [k for k in self.desk.game.kinds if k.role == role and not k.hidden]
        buttons = [
            button(say.say("kind", kind.name), partial(self._act, MOVE + kind.name), height=10.5)
            for kind in kinds
        ]
        self.side.add_widget(Scroll(grid(buttons, 2, 10.5)))
        if self.purpose == "box" and "box" in self.desk.game.situation.__struct_fields__:
            self.side.add_widget(button(say.say("button", "box_files"), self._files, height=10.5))
        undo = button(say.say("button", "undo"), self._undo, height=11)
        done = button(say.say("button", "done"), self.left, role="bright", height=11)
        self.bright = done
        self.side.add_widget(row([undo, done], 11))

    def _telling(self) -> None:
        desk = self.desk
        say, picker = desk.speaker, desk.offered.picker
        if desk.offered.typed:
            self._head(desk.offered.prompt)
            self.side.add_widget(Widget())
            write = button(say.say("button", "type_text"), self._type, role="bright", height=11)
            self.bright = write
            self.side.add_widget(write)
        elif picker is None:
            self._head(desk.offered.prompt)
            self.side.add_widget(Paragraph(text=say.say("notice", "touch_board"), ink="ink2"))
            self.side.add_widget(Widget())
        else:
            self.area.show(picker, desk.composer.cursor or "")
            self.area.size_hint = (1, 1)
            self.side.add_widget(self.area)
        self.side.add_widget(button(say.say("button", "cancel"), desk.take_back, height=11))

    def _files(self) -> None:
        self.desk.take_back()
        self.open(BoxFilesSheet(self))

    def _type(self) -> None:
        number = self.glass.touched("").number

        def typed(text: str) -> None:
            if text:
                self.desk.signal(Typed(number, 0.0, "screen", text))

        self.open(KeyboardSheet(self, self.desk.offered.prompt, "", typed))

    def _head(self, text: str) -> None:
        self.side.add_widget(Paragraph(text=text, role="strong", ink="gold_text"))

    def _undo(self) -> None:
        if len(self.desk.match.timeline.steps) > self._told_before:
            self.desk.undo()
        else:
            self.say(self.words.say("notice", "nothing_told"))

    def told_now(self) -> str:
        """What was told last; a correction that cannot be is refused here, too."""
        refusal = self.desk.refusal
        if refusal is not None:
            return " ".join(fault.sentence for fault in refusal.faults)
        return self.notice or self.desk.notice or " ".join(self.desk.told)

    def _act(self, token: str) -> None:
        if self.purpose != "catch_up" or self.seat:
            self.desk.signal(self.glass.touched(token))

    def signal(self, signal: Signal) -> None:
        """Devices tell, too."""
        self.desk.signal(signal)

    def arrange(self) -> None:
        """The list at the left, the board beside it; upright one above the other."""
        edge, gap = theme.mm(2), theme.mm(theme.GAP)
        left, bottom, wide, high = self.body
        left, bottom = left + edge, bottom + edge
        wide, high = wide - 2 * edge, high - edge - gap
        if self.height > self.width:
            low = high * 0.5
            place(self.side, left, bottom, wide, low)
            place(self.board, left, bottom + low + gap, wide, high - low - gap)
            return
        side = theme.mm(NARROW if theme.compact() else SIDE)
        place(self.side, left, bottom, side, high)
        place(self.board, left + side + gap, bottom, wide - side - gap, high)

    def toast_room(self) -> tuple[float, float, float]:
        """Over the board."""
        wide = min(self.board.width, theme.mm(110))
        return (self.board.center_x - wide / 2, self.board.y + theme.mm(1), wide)
