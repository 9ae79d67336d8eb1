"""The table: the board in the middle, people at the left, this turn at the right, what can be
done at the bottom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.kernel import TABLE, Draft, tag_of
from companion.table import Signal
from ui import theme
from ui.desk import Desk, Picker
from ui.room import Sitting
from ui.screens.bar import Bar
from ui.screens.clocks import Bell, shown
from ui.screens.page import Page
from ui.screens.panels import People, Prompt, Tabs, Turn
from ui.screens.parts import place
from ui.screens.picking import PickerArea
from ui.screens.question import QuestionSheet
from ui.screens.refusal import RefusalSheet
from ui.settings import Side
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.loupe import Loupe
from ui.widgets.pickers import FEW

if TYPE_CHECKING:
    from ui.screens.glass import Glass
    from ui.screens.what_now import WhatNowSheet

AFTER = 0.08
"""Seconds after which the list of what is possible follows the verdict, which must not wait."""

LEFT, RIGHT, NARROW, WIDER = 50.0, 47.0, 46.0, 66.0
"""Millimetres: the people, this turn, and the one side panel of a small screen; a side panel while
something is to be picked or answered there."""


DEGREES: dict[Side, float] = {"front": 0.0, "right": 90.0, "back": 180.0, "left": -90.0}
"""How what is said is turned for those who sit at a side, against the clock."""


class Play(Page):
    """A match at the table."""

    def __init__(self, glass: Glass, sitting: Sitting) -> None:
        super().__init__(glass)
        self.sitting = sitting
        art = glass.art(self.desk.game.name, self.desk.title.art)
        self._said = (glass.room.language, dict(self.desk.match.players))
        self.board = Board(art=art, names=self._names)
        self.board.bind(
            on_token=lambda _, token: self.desk.signal(glass.touched(token)),
            on_drag_token=lambda _, source, target: self.desk.drag(source, target),
            on_miss=lambda _: self.say(self.desk.speaker.say("notice", "nothing_there")),
        )
        brief = glass.room.settings.child
        self.people = People(art, self._names, self._seat, brief=brief)
        self.prompt = Prompt()
        self.turn = Turn(art, self._names, lambda: glass.explain(self.sitting), brief=brief)
        self.bar = Bar(self._undo, self.what_now, self._act)
        self.area = PickerArea(art, self._act)
        self._picker: Picker | None = None
        self._tabs: Tabs | None = None
        side: list[Widget] = [self.people, self.turn]
        if theme.compact():
            tabs = [ActionButton(label="") for _ in range(2)]
            for number, tab in enumerate(tabs):
                tab.bind(on_press=lambda *_, number=number: self._swap(number))
            self._tab_buttons = tabs
            self._tabs = Tabs(self.people, self.turn, tabs)
            side = [self._tabs]
        self._refusal = RefusalSheet(self, brief=brief)
        self._what_now: WhatNowSheet | None = None
        self._afterwards = Clock.create_trigger(lambda _: self.turn.think(self.desk), AFTER)
        self._bell = Bell()
        self._ticking = Clock.create_trigger(lambda _: self._tick(), 1.0)
        for widget in (self.board, Loupe(self.board), *side, self.prompt, self.bar):
            self.add_widget(widget)

    def _swap(self, number: int) -> None:
        if self._tabs is not None:
            self._tabs.turn_to(number)

    def _names(self, text: str, values: dict[str, object]) -> str:
        return self.desk.words(text, values)

    @property
    def desk(self) -> Desk:
        """The match, and what is being done in it."""
        return self.sitting.desk

    def sit(self, sitting: Sitting) -> None:
        """Come back to the table, or to it for another match of the same game: everything is as
        if it had just been built."""
        self.sitting = sitting
        self.notice = ""
        self.board.clear()
        self.turn.unfold()
        if self._tabs is not None:
            self._tabs.turn_to(1)
        self._bell = Bell()

    def taken_off(self) -> list[object]:
        """The largest of what is built once, which the table does without from now on."""
        taken, self._what_now = self._what_now, None
        return [] if taken is None else [taken]

    # What is in the header

    def title(self) -> str:
        """The name of the game."""
        return self.glass.room.words(self.desk.title).say("about", "title")

    def left_label(self) -> str:
        """The way to everything else."""
        return self.words.say("button", "menu")

    def steps(self) -> tuple[tuple[str, bool], ...]:
        """The steps of a turn."""
        return tuple((self._names(s.text, s.values), s.now) for s in self.desk.scene.stages)

    def left(self) -> None:
        """Open the menu of the match."""
        from ui.screens.menu import MenuSheet

        self.open(MenuSheet(self))

    # What is shown

    def answer(self) -> bool:
        """A move that stands: the table after it, or where nothing moved what happened."""
        desk = self.desk
        moved = desk.scene is not self.board.scene and any(one.done for one in desk.answers)
        if not moved or self.sheet is not None or desk.refusal or desk.question or desk.match.over:
            return False
        if self.board.scene is None or desk.scene.shapes == self.board.scene.shapes:
            self.turn.show(desk, *self._this_turn())
        self.board.scene = desk.scene
        self.board.chosen = frozenset()
        return True

    @property
    def thinking(self) -> bool:
        """Whether what is possible is still to be shown."""
        return bool(self._afterwards.is_triggered)

    def fill(self) -> None:
        """Show the match as it stands."""
        desk, match = self.desk, self.desk.match
        if match.over and not match.read_only and self.glass.end_once(self.sitting):
            return
        secret = desk.offered.secret
        if secret is not None:
            self._enter_secretly(secret)
            return
        said = (self.glass.room.language, dict(match.players))
        if said != self._said:
            self._said = said
            for widget in (self.people, self.turn):
                widget.speak(lambda text, values: self._names(text, values))
            self.board.names = lambda text, values: self._names(text, values)
        say = desk.speaker
        self.board.scene = desk.scene
        lit = desk.offered.lit
        self.board.lit = lit
        self.board.chosen = desk.offered.chosen
        self.board.wrong = desk.wrong
        self.board.cursor = desk.composer.cursor or ""
        called = {seat: say.name(seat) for seat in match.seats}
        asked = [one.seat for one in desk.asked]
        self.people.show(desk.scene.panels, asked, lit, called)
        self.prompt.show("" if desk.seat == TABLE else desk.seat, desk.offered.prompt)
        self.turn.show(desk, *self._this_turn())
        self._afterwards()
        self._tick()
        if self._tabs is not None:
            people, turn = self._tab_buttons
            people.label, turn.label = say.say("label", "people"), say.say("label", "turn")
        self._show_sheet()
        picker = desk.offered.picker if self.sheet is None else None
        self._picker = picker
        asked_above = theme.compact() or self._aside
        self.area.show(picker, desk.composer.cursor or "", prompt=not asked_above)
        self._there(self.area, picker is not None)
        if self._tabs is None:
            self._there(self.turn, not self._aside)
        else:
            for part in (self.bar, self.prompt):
                self._there(part, not self._beside)
            self._there(self._tabs, not self._beside and picker is None)
        dim = self.next_step_elsewhere
        actions = desk.offered.actions
        if self.glass.room.settings.child:
            actions = tuple(replace(one, detail="") for one in actions)
        self.bar.show(self._undo_words(), self._more_words(), actions, dim=dim)
        self.bright = self.bar.bright

    @property
    def next_step_elsewhere(self) -> bool:
        """Whether something else than the bar has the one bright next step."""
        return self.sheet is not None

    def _tick(self) -> None:
        """Show the clocks; once a second while one runs, and not at all when nobody wants to."""
        self._ticking.cancel()
        clocks, desk = self.desk.match.clocks, self.desk
        times = {one.seat: shown(one) for one in clocks}
        self.people.times(times)
        if self.prompt.time(*times.get(desk.seat, ("", False))):
            self.arrange()
        for seat in self._bell.rings(clocks):
            text = desk.speaker.say("notice", "time_is_up", {"seat": seat})
            self.say(text)
            self.glass.ring(seat, text)
        if any(one.running for one in clocks) and not desk.match.paused and not desk.match.over:
            self._ticking()

    def _there(self, part: Widget, wanted: bool) -> None:
        """Whether a part is on the screen now; a sheet stays above it."""
        if wanted and part.parent is None:
            self.add_widget(part, index=0 if self.sheet is None else 1)
        elif not wanted and part.parent is not None:
            self.remove_widget(part)

    def _enter_secretly(self, draft: Draft) -> None:
        """What only one seat may tell is told behind a cover."""
        from ui.screens.secret import SecretPage

        kind = self.desk.game.by_name[draft.kind]
        seat = str(draft.values[0]) if kind.by and draft.values else self.desk.seat
        self.desk.composer.clear()
        self.glass.go(SecretPage(self.glass, self.sitting, seat, draft))

    def _this_turn(self) -> tuple[str, tuple[str, ...]]:
        """What the mover of the last line has done since the turn began, under its heading."""
        desk = self.desk
        journal, steps = desk.match.timeline.entries, desk.match.timeline.steps
        mover = next((step.by for step in reversed(steps) if step.by != TABLE), "")
        told: list[str] = []
        for step in reversed(steps):
            if step.by not in (mover, TABLE) or len(told) > 20:
                break
            told[:0] = journal[step.told - 1].sentences.get(desk.language, ())
        done = any(answer.done for answer in desk.answers)
        if done and desk.told and not (told and told[-1] == desk.told[-1]):
            told = list(desk.told)
        now = desk.seat in (mover, TABLE) or not mover
        key = "this_turn" if now else "last_turn"
        return desk.speaker.say("label", key), tuple(told)

    def _show_sheet(self) -> None:
        if self.desk.refusal is not None:
            if not isinstance(self.sheet, RefusalSheet):
                self.open(self._refusal)
        elif self.desk.question is not None:
            if not isinstance(self.sheet, QuestionSheet):
                self.open(QuestionSheet(self))
        elif isinstance(self.sheet, RefusalSheet | QuestionSheet):
            self.close()

    def told_now(self) -> str:
        """What the desk has to tell, or the screen."""
        return self.notice or self.desk.notice

    def _undo_words(self) -> tuple[str, str]:
        say, steps = self.desk.speaker, self.desk.match.timeline.steps
        if self.desk.composer.begun:
            return say.say("button", "cancel"), ""
        last = steps[-1].move if steps else None
        detail = "" if last is None else say.say("kind", tag_of(last))
        return say.say("button", "undo"), detail

    def _more_words(self) -> tuple[str, str]:
        return self.words.say("button", "what_now"), ""

    # What comes in

    def _act(self, token: str) -> None:
        self.desk.signal(self.glass.touched(token))

    def _seat(self, seat: str) -> None:
        """A panel was touched: that means its seat where one is to be chosen."""
        if self.desk.composer.begun or seat in self.desk.offered.lit:
            self._act(seat)

    def _undo(self) -> None:
        self.desk.undo()

    def what_now(self) -> None:
        """Show what can be done now, and what not and why."""
        from ui.screens.what_now import WhatNowSheet

        if self._what_now is None:
            self._what_now = WhatNowSheet(self)
        self.open(self._what_now)

    def signal(self, signal: Signal) -> None:
        """Devices speak to the desk."""
        if self.sheet is not None and self.sheet.modal:
            self.close()
        self.notice = ""
        self.desk.signal(signal)

    # Where things are

    @property
    def _beside(self) -> bool:
        """Whether an answer stands in the column beside the board, in place of all else there."""
        return self._tabs is not None and self.sheet is not None and not self.sheet.modal

    @property
    def _aside(self) -> bool:
        """Whether there is so much to pick from that it stands beside the board, in place of this
        turn."""
        picker = self._picker if self._tabs is None else None
        return picker is not None and picker.form != "number" and len(picker.choices) > FEW

    @property
    def _low(self) -> float:
        return theme.tall(11.0 if theme.compact() else 13.0)

    def arrange(self) -> None:
        """Three columns; on a small screen two; upright the board above."""
        edge, gap = theme.mm(2.0), theme.mm(theme.GAP)
        left, right = self.x + edge, self.right - edge
        bottom = self.y + edge
        if not self._beside:
            place(self.bar, left, bottom, right - left, self._low)
            bottom += self._low + gap
        top = self.body[1] + self.body[3] - gap
        if self.height > self.width:
            self._upright(left, right, bottom, top)
        elif self._tabs is not None:
            picking = self.area.parent is not None
            wide = theme.mm(WIDER if picking or self._beside else NARROW)
            low = self._ask(left, top, wide)
            below = self.area if picking else self._tabs
            place(below, left, bottom, wide, max(1, low - bottom))
            self._table(left + wide + gap, right, bottom, top)
        else:
            people, turn = theme.mm(LEFT), theme.mm(WIDER if self._aside else RIGHT)
            place(self.people, left, bottom, people, top - bottom)
            low = self._ask(right - turn, top, turn)
            below = self.area if self._aside else self.turn
            place(below, right - turn, bottom, turn, low - bottom)
            self._table(left + people + gap, right - turn - gap, bottom, top)

    def _upright(self, left: float, right: float, bottom: float, top: float) -> None:
        gap = theme.mm(theme.GAP)
        half = (right - left - gap) / 2
        low = (top - bottom) * 0.45
        place(self.people, left, bottom, half, low)
        end = self._ask(right - half, bottom + low, half)
        below = self.area if self._aside else self.turn
        place(below, right - half, bottom, half, end - bottom)
        self._table(left, right, bottom + low + gap, top)

    @property
    def degrees(self) -> float:
        """How what is said is turned so that the seat that is asked can read it."""
        return DEGREES[self.glass.room.settings.sides.get(self.desk.seat, "front")]

    def _ask(self, left: float, top: float, width: float) -> float:
        """The prompt, and where the next thing below may end. Turned to the left or right it
        stands beside the board instead."""
        self.prompt.turn(self.degrees)
        if self.degrees % 180:
            return top
        high = self.prompt.high(width)
        place(self.prompt, left, top - high, width, high)
        return top - high - theme.mm(theme.GAP)

    def _table(self, left: float, right: float, bottom: float, top: float) -> None:
        """The board; while a few things are to be picked from it makes room below for them."""
        gap = theme.mm(theme.GAP)
        if self.degrees % 180 and self.prompt.parent is not None:
            long = min(top - bottom, theme.mm(90))
            thick = self.prompt.high(long)
            x = right - thick if self.degrees == DEGREES["right"] else left
            middle = (x + thick / 2, (bottom + top) / 2)
            place(self.prompt, middle[0] - long / 2, middle[1] - thick / 2, long, thick)
            left, right = (left, x - gap) if x > left else (left + thick + gap, right)
        if self.area.parent is not None and self._tabs is None and not self._aside:
            high = min(self.area.high(right - left), (top - bottom) * 0.62)
            place(self.area, left, bottom, right - left, high)
            bottom += high + gap
        place(self.board, left, bottom, right - left, max(1, top - bottom))

    def sheet_room(self) -> tuple[float, float, float, float]:
        """Lower sheets lie over the board and this turn, turned to the left or right over the
        panel there, on a small screen beside the board; others over everything but the header."""
        left, bottom, wide, high = self.body
        if self._beside:
            edge = theme.mm(2.0)
            return left + edge, bottom + edge, theme.mm(WIDER), high - edge - theme.mm(theme.GAP)
        if self.sheet is not None and not self.sheet.modal:
            edge = theme.mm(2.0)
            over = left + edge
            if not (theme.compact() or self.degrees % 180) and self.width > self.height:
                over = self.board.x
            low = bottom + edge + self._low + theme.mm(theme.GAP)
            return over, low, self.right - edge - over, high - (low - bottom) - theme.mm(1)
        return left, bottom, wide, high

    def unfinished(self) -> bool:
        """Whether a move is begun."""
        return self.desk.composer.begun or super().unfinished()

    def woken(self) -> None:
        """Say that it pauses; one touch goes on."""
        from ui.screens.menu import PauseSheet

        if self.sheet is None and self.desk.match.paused:
            self.open(PauseSheet(self))

    def leave(self) -> None:
        """Nothing more is to be shown here for now."""
        self._afterwards.cancel()
        self._ticking.cancel()
        if self.sheet is not None:  # left, not answered: that may have consequences for the match
            self.remove_widget(self.sheet)
            self.sheet = None
        for kept in (self._refusal, self._what_now):
            if kept is not None:
                kept.closed()

    def toast_room(self) -> tuple[float, float, float]:
        """Over the lower edge of the board."""
        wide = min(self.board.width, theme.mm(110))
        return (self.board.center_x - wide / 2, self.board.y + theme.mm(1), wide)
