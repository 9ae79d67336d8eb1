"""Telling what the table or the box shows: to set it right, to begin with it, or after a turn that
nobody told."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import to_builtins

from companion.kernel import MOVE, Draft, MoveKind, fields, next_blank
from companion.match.beginnings import composable
from companion.match.begun import kept, take_up
from companion.match.presupposed import presupposed
from companion.table import Pressed, Scanned, Signal, Typed, place_of
from ui import theme
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.presenter.answers import tokens
from ui.presenter.now import last
from ui.presenter.view_models import Action, Question
from ui.screens.table.box_files import BoxFilesSheet
from ui.screens.table.picking import PickerArea
from ui.session.entered import Fixing, Purpose
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Scroll, button, grid, row, set_bounds
from ui.shell.keyboard import KeyboardSheet
from ui.shell.split_page import SplitPage
from ui.widgets.board import Board
from ui.widgets.loupe import Loupe
from ui.widgets.text import Paragraph

ROW, PICTURED = 9.4, 13.0
"""Millimetres: height of a row of what can be told, so that most games need no scrolling; with
pictures where there are few."""

MOST = 10
"""Things to tell at most in higher rows."""

FEW = 3
"""Answers to a question that stand one below the other: of these none is below the edge."""

TOLD = 10.0
"""Millimetres below the board for what was told last."""


class Fix(SplitPage):
    """What differs is chosen at the side and told there; the board stays whole beside it."""

    wide, narrow = 74.0, 62.0

    def __init__(
        self,
        navigation: Navigation,
        open_match: OpenMatch,
        purpose: Purpose = "fix_table",
        entered: Fixing | None = None,
    ) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.purpose: Purpose = purpose
        self.seat = ""
        self._field = ""
        self.presenter = Presenter(
            open_match.presenter.package,
            open_match.match,
            open_match.presenter.shared,
            navigation.session.language,
            role="box" if purpose == "box" else "fix",
            key=open_match.presenter.key,
        )
        self.presenter.on_change = navigation.soon
        self.asking = self.presenter
        self._told_before = len(self.presenter.match.steps)
        art = navigation.art(self.presenter.package)
        codes = navigation.session.settings.codes
        self.board = Board(art=art, codes=codes)
        self.board.bind(on_token=lambda _, token: self._touched(token))
        self.board.bind(on_miss=lambda _: self._missed())
        self.side = Card("panel")
        self.area = PickerArea(art, self._act)
        for widget in (self.board, Loupe(self.board), self.side):
            self.add_widget(widget)
        if entered is not None:
            self._go_on_with(entered)

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", self.purpose)

    def left_label(self) -> str:
        """The way back."""
        return self.words.say("button", "to_table")

    def unfinished(self) -> bool:
        """Whether something is being told."""
        return self.presenter.composer.begun or super().unfinished()

    @property
    def entered(self) -> Fixing:
        """What was asked and answered so far."""
        answers = kept(self.presenter.match, self.presenter.composer)
        seat, first = self.seat, self._told_before
        return Fixing(self.open_match.place, self.purpose, first, seat, self._field, answers)

    def _go_on_with(self, entered: Fixing) -> None:
        match = self.presenter.match
        if entered.seat in match.seats:
            self.seat = entered.seat
        self._field = entered.field
        self._told_before = min(entered.first, self._told_before)
        if entered.begun is not None:
            take_up(match, self.presenter.composer, entered.begun)

    def left(self) -> None:
        """Back to the table; what was told stands, and is what happened there last."""
        self._mark()
        self.navigation.play(self.open_match)

    def _mark(self) -> None:
        """What was said to a touch before is past. After a turn that nobody told, the log says
        whose it was and that it is not judged."""
        told = len(self.presenter.match.steps) > self._told_before
        if told:
            self.open_match.presenter.notice = ""
            self.open_match.presenter.work = ()  # the table is as it was told to be
        if self.purpose == "catch_up" and self.seat and told:
            self.presenter.match.catch_up(self.seat, {})
            self.seat = ""

    def fill(self) -> None:
        """Show the table as the companion believes it is."""
        presenter = self.presenter
        presenter.language = self.session.language
        self.board.speak(presenter.words, presenter.language)
        self.board.scene = presenter.scene
        touched_first = presenter.composer.begun or self.purpose == "box"
        self.board.lit = presenter.offers.lit if touched_first else frozenset()
        kept = frozenset({self._field} - {""})
        self.board.chosen = presenter.offers.chosen | kept
        self.board.asked_about = self._just_told()
        self.side.clear_widgets()
        self.area.show(None, "")
        self.bright = None
        if self.purpose == "catch_up" and not self.seat:
            self._whose()
        elif presenter.question is not None:
            self._agreeing(presenter.question)
        elif presenter.composer.begun:
            self._telling()
        else:
            self._choosing()

    def _just_told(self) -> frozenset[str]:
        """Where something was set right last, while nothing else is begun: the sentence says no
        code of a place."""
        match = self.presenter.match
        step = match.steps[-1] if len(match.steps) > self._told_before else None
        if step is None or step.move is None or self.presenter.composer.begun:
            return frozenset()
        return frozenset(tokens(step.move, match.game))

    def _whose(self) -> None:
        say, match = self.presenter.phrasebook, self.presenter.match
        self._head(say.say("notice", "who_played_on"))
        seats = []
        for seat in match.seats:
            if seat not in match.absent:
                made = button(say.name(seat), partial(self._named, seat))
                made.seat, made.look = seat, theme.seat(seat).mark
                seats.append(made)
        self.side.add_widget(Scroll(grid(seats, 1)))

    def _agreeing(self, question: Question) -> None:
        """Who must agree first: what is told would end the match, and open all secrets."""
        self._head(question.text)
        every = (*question.in_place(self.presenter.match.seats), question.answers[-1])
        ways = [Widget() if one is None else self._answer(one) for one in every]
        self.side.add_widget(Scroll(grid(ways, 1 if len(ways) <= FEW else 2)))

    def _answer(self, one: Action) -> Widget:
        return button(one.label, partial(self.presenter.settle, one.token), role=one.role)

    def _named(self, seat: str) -> None:
        self.seat = seat
        self.navigation.refresh()

    def _choosing(self) -> None:
        say = self.presenter.phrasebook
        about = self._about(self._field) if self._field else []
        self._head(say.say("notice", "here" if about else self.purpose, {"seat": self.seat}))
        role = self.presenter.composer.role
        kinds = about or [k for k in self.presenter.game.kinds if k.role == role and not k.hidden]
        high = ROW if theme.compact() or len(kinds) > MOST else PICTURED
        buttons = []
        for kind in kinds:
            made = button(say.say("kind", kind.name), partial(self._begin, kind), height=high)
            made.offered = self._leads(kind)
            made.art, made.look = self.board.art, self.board.art.sign(kind.name)
            made.terse = True
            buttons.append(made)
        self.side.add_widget(Scroll(grid(buttons, 2, high)))
        if self.purpose == "box":
            self._guided()
        if self.purpose == "box" and "box" in self.presenter.game.situation.__struct_fields__:
            self.side.add_widget(button(say.say("button", "box_files"), self._files, height=10.5))
        undo = button(say.say("button", "undo"), self._undo, height=11)
        undo.offered = bool(self._field) or len(self.presenter.match.steps) > self._told_before
        done = button(say.say("button", "done"), self.left, role="bright", height=11)
        self.bright = done
        self.side.add_widget(row([undo, done], 11))

    def _leads(self, kind: MoveKind[Any, Any]) -> bool:
        """Whether anything can be told of a kind now."""
        draft, presenter = Draft(kind.name), self.presenter
        blank = next_blank(kind.move, draft)
        if blank is None or blank.picker == "text":
            return True
        return presenter.composer.outlook.leads(presenter.view, draft)

    def _begin(self, kind: MoveKind[Any, Any]) -> None:
        if self._leads(kind):
            self._act(MOVE + kind.name)
        else:
            self.presenter.deny(Draft(kind.name))

    def _guided(self) -> None:
        """The way to tell the box with pictures, where its game has one."""
        guide = self.presenter.package.guide(self.presenter.match.public)
        if guide.counts is not None or guide.boards:
            label = self.words.say("boards" if guide.boards else "count", "title")
            go = partial(self.navigation.go, "box", self.open_match)
            self.side.add_widget(button(label, go, height=10.5))

    def _telling(self) -> None:
        presenter = self.presenter
        say, picker = presenter.phrasebook, presenter.offers.picker
        if told := self._so_far():
            self.side.add_widget(Paragraph(text=told, role="small", ink="ink2"))
        if presenter.offers.typed:
            self._head(presenter.offers.prompt)
            self.side.add_widget(Widget())
            write = button(say.say("button", "type_text"), self._type, role="bright", height=11)
            self.bright = write
            self.side.add_widget(write)
        elif picker is None:
            self._head(presenter.offers.prompt)
            self.side.add_widget(Paragraph(text=say.say("notice", "touch_board"), ink="ink2"))
            self.side.add_widget(Widget())
        else:
            self.area.show(picker, presenter.composer.cursor or "")
            self.area.size_hint = (1, 1)
            self.side.add_widget(self.area)
        self.side.add_widget(button(say.say("button", "cancel"), presenter.take_back, height=11))

    def _so_far(self) -> str:
        """What is being told, and what of it was chosen already; "" before anything was."""
        drafts, say = self.presenter.composer.drafts, self.presenter.phrasebook
        form = "" if self.session.settings.codes else "n"  # a place as it looks: it is lit
        values = drafts[0].values if len(drafts) == 1 else ()
        chosen = [say.value(to_builtins(one), form=form) for one in values]
        return " · ".join((say.say("kind", drafts[0].kind), *chosen)) if chosen else ""

    def _files(self) -> None:
        self.presenter.take_back()
        self.presenter.answers = ()  # what was told before does not lie over the files
        self.open(BoxFilesSheet(self, self.presenter))

    def _type(self) -> None:
        number = self.session.touched("").number

        def typed(text: str) -> None:
            if text:
                self.presenter.signal(Typed(number, 0.0, "screen", text))

        self.open(KeyboardSheet(self, lambda _: self.presenter.offers.prompt, "", typed))

    def _head(self, text: str) -> None:
        role: theme.TextRole = "strong" if theme.compact() else "title"
        self.side.add_widget(Paragraph(text=text, role=role, ink="gold_text"))

    def _about(self, token: str) -> list[MoveKind[Any, Any]]:
        """What can be told of a place that is touched before anything is chosen."""
        composer, view = self.presenter.composer, self.presenter.view
        return [
            kind
            for kind in composable(self.presenter.game, composer.role)
            if not kind.hidden
            and any(
                composer.meanings(view, blank, token)
                for field in fields(kind.move)
                for blank in field.blanks
                if blank.picker == "token"
            )
        ]

    def _undo(self) -> None:
        if self.presenter.question is not None:
            return self.presenter.take_back()
        if self._field:
            self._field = ""
            return self.navigation.refresh()
        if len(self.presenter.match.steps) > self._told_before:
            self.presenter.undo()
        else:
            self.say(self.words.say("notice", "nothing_told"))

    def toast_text(self) -> str:
        """What was told last; a correction that cannot be is refused here, too."""
        refusal = self.presenter.refusal
        if refusal is not None:
            return " ".join(fault.sentence for fault in refusal.faults)
        told = last(self.presenter).sentence if self.presenter.answers else ""
        return self.notice or self.presenter.notice or told

    def _act(self, token: str) -> None:
        vain = self.presenter.offers.in_vain_with(token)
        if vain is not None:  # it stays as it is, and why is said
            return self.presenter.deny(vain)
        if self.purpose != "catch_up" or self.seat:
            self.presenter.signal(self.session.touched(token))
        self._lead_on()

    def _lead_on(self) -> None:
        """What was touched before it was asked for answers that, and what it leaves no choice
        about before it."""
        composer, view, field = self.presenter.composer, self.presenter.view, self._field
        if not (field and composer.begun):
            return
        if composer.fits(view, field):
            self._field = ""
            self.presenter.signal(self.session.touched(field))
            return
        begun, answers = composer.drafts, presupposed(composer, view, field)
        if len(answers) == 1:
            self.presenter.signal(self.session.touched(*answers))
            if composer.drafts != begun:
                self._lead_on()

    def _touched(self, token: str) -> None:
        """A touch on the board leads on what was begun; what is asked for next is kept till then,
        answers what it leaves no choice about, and never begins something else. Before anything is
        begun it says where, and what differs there is chosen then."""
        composer, view = self.presenter.composer, self.presenter.view
        if self.purpose == "catch_up" and not self.seat:
            self._missed()
            return
        if composer.begun and not composer.fits(view, token):
            return self._keep(token)
        about = [] if composer.begun else self._about(token)
        if about:
            self._field = token
            if len(about) == 1:
                self._begin(*about)
            self.navigation.soon()
            return
        self._field = ""
        self._act(token)

    def _keep(self, token: str) -> None:
        composer, view = self.presenter.composer, self.presenter.view
        if self._field and not presupposed(composer, view, token):  # what was touched first stays
            self._missed()
            return
        self._field = token
        self._lead_on()
        self.navigation.soon()

    def _missed(self) -> None:
        """A touch where nothing is, or before it is known whose turn is told: what comes first."""
        begun = self.presenter.composer.begun
        self.say(self.words.say("notice", "nothing_there" if begun else "choose_first"))

    def signal(self, signal: Signal) -> None:
        """Devices tell, too: the dial steps through what can be told, and then through what is
        asked."""
        at = place_of(signal.role) if isinstance(signal, Pressed) else None
        if at is not None and at[0] == self.presenter.game.name:
            self._touched(at[1])
            return
        undoes = isinstance(signal, Pressed) and signal.role == "undo"
        if undoes and not self.presenter.composer.begun:
            self._undo()
        elif undoes or self.presenter.composer.begun or isinstance(signal, Scanned | Typed):
            self.pointer.leave()
            self.presenter.signal(signal)
        else:
            super().signal(signal)

    def arrange(self) -> None:
        """As any page in two parts, with room for what was told below the board."""
        super().arrange()
        low, one = theme.mm(TOLD), self.board
        set_bounds(one, one.x, one.y + low, one.width, one.height - low)

    def toast_area(self) -> tuple[float, float, float]:
        """Below the board."""
        wide = min(self.board.width, theme.mm(110))
        return (self.board.center_x - wide / 2, self.board.y - theme.mm(TOLD), wide)
