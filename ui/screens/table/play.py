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
from ui.beat import Beat
from ui.navigation import Navigation
from ui.presenter.turn import this_turn
from ui.screens.table.arrangement import DEGREES, Arrangement
from ui.screens.table.bar import Bar
from ui.screens.table.clocks import Bell, shown
from ui.screens.table.panels import People, Prompt, Tabs, Turn
from ui.screens.table.picking import PickerArea
from ui.screens.table.question import QuestionSheet
from ui.screens.table.refusal import RefusalSheet
from ui.screens.table.table_page import TablePage
from ui.session.open_match import OpenMatch
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.loupe import Loupe

if TYPE_CHECKING:
    from ui.screens.table.what_now import WhatNowSheet

AFTER = 0.08
"""Seconds after which the list of what is possible follows the verdict, which must not wait."""


class Play(TablePage):
    """A match at the table."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        art = navigation.art(self.presenter.package)
        self._said = (navigation.session.language, dict(self.presenter.match.players))
        self.board = Board(art=art, names=self._names)
        self.board.bind(
            on_token=lambda _, token: self.presenter.signal(self.session.touched(token)),
            on_drag_token=lambda _, source, target: self.presenter.drag(source, target),
            on_miss=lambda _: self.say(self.presenter.phrasebook.say("notice", "nothing_there")),
        )
        brief = navigation.session.settings.child
        self.people = People(art, self._names, self._seat, brief=brief)
        self.prompt = Prompt()
        self.turn = Turn(
            art, self._names, lambda: navigation.go("explain", self.open_match), brief=brief
        )
        self.bar = Bar(self._undo, self.what_now, self._act)
        self.area = PickerArea(art, self._act)
        self._tabs: Tabs | None = None
        side: list[Widget] = [self.people, self.turn]
        if theme.compact():
            tabs = [ActionButton(label="") for _ in range(2)]
            for number, tab in enumerate(tabs):
                tab.bind(on_press=lambda *_, number=number: self._swap(number))
            self._tab_buttons = tabs
            self._tabs = Tabs(self.people, self.turn, tabs)
            side = [self._tabs]
        self.arrangement = Arrangement(
            self, self.board, self.people, self.turn, self.prompt, self.bar, self.area, self._tabs
        )
        self._refusal = RefusalSheet(self, brief=brief)
        self._what_now: WhatNowSheet | None = None
        self._afterwards = Clock.create_trigger(lambda _: self.turn.think(self.presenter), AFTER)
        self._bell = Bell()
        self._ticks = Beat(self._tick, 1.0)
        for widget in (self.board, Loupe(self.board), *side, self.prompt, self.bar):
            self.add_widget(widget)

    def _swap(self, number: int) -> None:
        if self._tabs is not None:
            self._tabs.turn_to(number)

    def _names(self, text: str, values: dict[str, object]) -> str:
        return self.presenter.words(text, values)

    def sit(self, open_match: OpenMatch) -> None:
        """Come back to the table, or to it for another match of the same game: everything is as
        if it had just been built."""
        self.open_match = open_match
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
        return self.session.words(self.presenter.package).say("about", "title")

    def left_label(self) -> str:
        """The way to everything else."""
        return self.words.say("button", "menu")

    def steps(self) -> tuple[tuple[str, bool], ...]:
        """The steps of a turn."""
        return tuple((self._names(s.text, s.values), s.now) for s in self.presenter.scene.stages)

    def left(self) -> None:
        """Open the menu of the match."""
        from ui.screens.table.menu import MenuSheet

        self.open(MenuSheet(self))

    # What is shown

    def answer(self) -> bool:
        """A move that stands: the table after it, or where nothing moved what happened."""
        presenter = self.presenter
        moved = presenter.scene is not self.board.scene and any(
            one.done for one in presenter.answers
        )
        if (
            not moved
            or self.sheet is not None
            or presenter.refusal
            or presenter.question
            or presenter.match.over
        ):
            return False
        if self.board.scene is None or presenter.scene.shapes == self.board.scene.shapes:
            self.turn.show(presenter, *this_turn(presenter))
        self.board.scene = presenter.scene
        self.board.chosen = frozenset()
        return True

    @property
    def thinking(self) -> bool:
        """Whether what is possible is still to be shown."""
        return bool(self._afterwards.is_triggered)

    def fill(self) -> None:
        """Show the match as it stands."""
        presenter, match = self.presenter, self.presenter.match
        if match.over and not (match.read_only or self.open_match.end_shown):
            self.open_match.end_shown = True
            self.navigation.go("end", self.open_match)
            return
        secret = presenter.offers.secret
        if secret is not None:
            self._enter_secretly(secret)
            return
        said = (self.session.language, dict(match.players))
        if said != self._said:
            self._said = said
            for widget in (self.people, self.turn):
                widget.speak(lambda text, values: self._names(text, values))
            self.board.names = lambda text, values: self._names(text, values)
        say = presenter.phrasebook
        self.board.scene = presenter.scene
        lit = presenter.offers.lit
        self.board.lit = lit
        self.board.chosen = presenter.offers.chosen
        self.board.wrong = presenter.wrong
        self.board.cursor = presenter.composer.cursor or ""
        called = {seat: say.name(seat) for seat in match.seats}
        asked = [one.seat for one in presenter.asked]
        self.people.show(presenter.scene.panels, asked, lit, called)
        self.prompt.show("" if presenter.seat == TABLE else presenter.seat, presenter.offers.prompt)
        self.turn.show(presenter, *this_turn(presenter))
        self._afterwards()
        self._tick()
        if self._tabs is not None:
            people, turn = self._tab_buttons
            people.label, turn.label = say.say("label", "people"), say.say("label", "turn")
        self._show_sheet()
        where = self.arrangement
        where.picker = presenter.offers.picker if self.sheet is None else None
        asked_above = theme.compact() or where.aside
        self.area.show(where.picker, presenter.composer.cursor or "", prompt=not asked_above)
        where.choose()
        dim = self.next_step_elsewhere
        actions = presenter.offers.actions
        if self.session.settings.child:
            actions = tuple(replace(one, detail="") for one in actions)
        self.bar.show(self._undo_words(), self._more_words(), actions, dim=dim)
        self.bright = self.bar.bright

    @property
    def next_step_elsewhere(self) -> bool:
        """Whether something else than the bar has the one bright next step."""
        return self.sheet is not None

    def _tick(self) -> None:
        """Show the clocks; once a second while one runs, and not at all when nobody wants to."""
        clocks, presenter, match = self.presenter.match.clocks, self.presenter, self.presenter.match
        if any(one.running for one in clocks) and not (match.paused or match.over):
            self._ticks.start()
        else:
            self._ticks.stop()
        times = {one.seat: shown(one) for one in clocks}
        self.people.times(times)
        if self.prompt.time(*times.get(presenter.seat, ("", False))):
            self.arrange()
        for seat in self._bell.rings(clocks):
            text = presenter.phrasebook.say("notice", "time_is_up", {"seat": seat})
            self.say(text)
            self.navigation.peripherals.ring(match.seats.index(seat) + 1, text)

    def _enter_secretly(self, draft: Draft) -> None:
        """What only one seat may tell is told behind a cover."""
        from ui.screens.table.secret import SecretPage

        kind = self.presenter.game.kind_of(draft)
        seat = str(draft.values[0]) if kind.by and draft.values else self.presenter.seat
        self.presenter.composer.clear()
        self.navigation.open(SecretPage(self.navigation, self.open_match, seat, draft))

    def _show_sheet(self) -> None:
        if self.presenter.refusal is not None:
            if not isinstance(self.sheet, RefusalSheet):
                self.open(self._refusal)
        elif self.presenter.question is not None:
            if not isinstance(self.sheet, QuestionSheet):
                self.open(QuestionSheet(self))
        elif isinstance(self.sheet, RefusalSheet | QuestionSheet):
            self.close()

    def toast_text(self) -> str:
        """What the presenter has to tell, or the screen."""
        return self.notice or self.presenter.notice

    def _undo_words(self) -> tuple[str, str]:
        say, steps = self.presenter.phrasebook, self.presenter.match.steps
        if self.presenter.composer.begun:
            return say.say("button", "cancel"), ""
        last = steps[-1].move if steps else None
        detail = "" if last is None else say.say("kind", tag_of(last))
        return say.say("button", "undo"), detail

    def _more_words(self) -> tuple[str, str]:
        return self.words.say("button", "what_now"), ""

    # What comes in

    def _act(self, token: str) -> None:
        self.presenter.signal(self.session.touched(token))

    def _seat(self, seat: str) -> None:
        """A panel was touched: that means its seat where one must be chosen."""
        if self.presenter.composer.begun or seat in self.presenter.offers.lit:
            self._act(seat)

    def _undo(self) -> None:
        self.presenter.undo()

    def what_now(self) -> None:
        """Show what can be done now, and what not and why."""
        from ui.screens.table.what_now import WhatNowSheet

        if self._what_now is None:
            self._what_now = WhatNowSheet(self)
        self.open(self._what_now)

    def signal(self, signal: Signal) -> None:
        """Devices speak to the presenter."""
        if self.sheet is not None and self.sheet.modal:
            self.close()
        self.notice = ""
        self.presenter.signal(signal)

    # Where things are

    @property
    def degrees(self) -> float:
        """How what is said is turned so that the seat that is asked can read it."""
        return DEGREES[self.session.settings.sides.get(self.presenter.seat, "front")]

    def arrange(self) -> None:
        """Put everything where it belongs."""
        self.arrangement.arrange()

    def sheet_area(self) -> tuple[float, float, float, float]:
        """What a sheet may cover."""
        return self.arrangement.sheet_area()

    def unfinished(self) -> bool:
        """Whether a move is begun."""
        return self.presenter.composer.begun or super().unfinished()

    def woken(self) -> None:
        """Say that it pauses; one touch goes on."""
        from ui.screens.table.menu import PauseSheet

        if self.sheet is None and self.presenter.match.paused:
            self.open(PauseSheet(self))

    def leave(self) -> None:
        """There is nothing more to show here for now."""
        self._afterwards.cancel()
        self._ticks.stop()
        if self.sheet is not None:  # left, not answered: that may have consequences for the match
            self.remove_widget(self.sheet)
            self.sheet = None
        for kept in (self._refusal, self._what_now):
            if kept is not None:
                kept.closed()

    def toast_area(self) -> tuple[float, float, float]:
        """Over the lower edge of the board."""
        wide = min(self.board.width, theme.mm(110))
        return (self.board.center_x - wide / 2, self.board.y + theme.mm(1), wide)
