"""What can be done now: every kind of move that is asked for, with what it still lacks, and the
rules of each; who is asked, and why the others wait.

The buttons are made once and only their words change: to make them, and to let go of them, would
hold up many frames of a match.
"""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import MOVE, TABLE
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Action, Presenter, TickLine
from ui.presenter.now import guessed
from ui.screens.table.cited import Cited, cited
from ui.screens.table.faces import sign_of
from ui.screens.table.rules import rule_lines
from ui.screens.table.table_page import TablePage
from ui.shell.controls import BUTTON, Column, Scroll, button, grid, keep, row
from ui.shell.page import Sheet
from ui.widgets.instruments import TablePanel
from ui.widgets.text import Paragraph, TextLine

SIGNS = {"met": ("✓", "green_text"), "broken": ("✗", "red_text"), "open": ("○", "ink2")}
"""How a need stands, and in which colour."""

APART = 0.08
"""Seconds between two buttons that are made ahead."""

WHY = 17.0
"""Millimetres: width of the button for the rules of a kind of move."""


class _Kind(BoxLayout):
    """A kind of move: a button that begins it, greyed when it cannot be made, and one for its
    rules."""

    def __init__(self, sheet: WhatNowSheet) -> None:
        super().__init__(spacing=theme.mm(theme.GAP), size_hint_y=None, height=theme.tall(BUTTON))
        self._sheet = sheet
        self._action: Action | None = None
        self._begin = button("", self._do)
        self._begin.art = sheet.art
        self._rules = button("", self._why, width=WHY)
        self.add_widget(self._begin)
        self.add_widget(self._rules)

    def show(self, action: Action, rules: str) -> None:
        """Stand for this kind. rules: what the button for these says."""
        self._action = action
        self._begin.label, self._begin.detail = action.label, action.detail
        self._begin.offered = action.offered
        self._begin.look = sign = self._sheet.sign(action.token)
        self._begin.seat = "" if sign.startswith("sign-") else self._sheet.asked
        self._rules.label, self._rules.spoken = rules, action.label  # heard alone it says of what

    def _do(self) -> None:
        if self._action is not None and self._action.offered:
            self._sheet.do(self._action)
        else:
            self._why()

    def _why(self) -> None:
        if self._action is not None:
            self._sheet.why(self._action.token)


class WhatNowSheet(Sheet):
    """A button for each kind of move, greyed when it cannot be made, and one for its rules."""

    whole = turns = True

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._table = page
        self.art: Art = page.board.art
        self._why = ""
        self._heading = TextLine(role="title")
        self._made: list[_Kind] = []
        self._laid = (0, 0)
        self._grid = self._column = Column()
        self._scroll = Scroll(self._column)
        self._close = button("", self.page.close, height=10)
        self._explain = button("", self._explained, height=10)
        self._ends = row([self._explain, self._close], 10)
        self._table_panel: TablePanel | None = None
        self._soon = Clock.create_trigger(lambda _: self.ahead(), APART)

    def ahead(self) -> None:
        """Make the button of one kind of move, and soon that of the next, before anybody asks for
        them: all at once would take as long as several frames."""
        if self._table.get_parent_window() is None:
            return
        kinds = [name for one in self.presenter.match.asked for name in one.kinds]
        if len(self._made) < len(kinds):
            made = _Kind(self)
            made.show(self.presenter.offers.action(kinds[len(self._made)]), "")
            self._made.append(made)
            self._soon()

    @property
    def presenter(self) -> Presenter:
        """The presenter of the match that is played now."""
        return self._table.presenter

    @property
    def asked(self) -> str:
        """The seat in whose colour pieces stand for a move, "" for nobody's."""
        return "" if self.presenter.seat == TABLE else self.presenter.seat

    def sign(self, token: str) -> str:
        """The picture for a kind of move."""
        return sign_of(self.art, self.presenter, token.removeprefix(MOVE))

    def fill(self) -> None:
        """The kinds of move, or one of them with its needs."""
        kinds = self.presenter.offers.menu()
        chosen = [action for action in kinds if action.token == self._why]
        if chosen:
            self.card.clear_widgets()
            self._needs(chosen[0])
        else:
            self._kinds(kinds)

    def _kinds(self, kinds: tuple[Action, ...]) -> None:
        say = self.presenter.phrasebook
        self._heading.text = say.say("button", "help")
        self._close.label = say.say("button", "close")
        self._explain.label = say.say("button", "explain")
        self._lay(len(kinds))
        for made, action in zip(self._made, kinds, strict=False):
            made.show(action, say.say("button", "rules"))
        asked = [
            say.say("ask", one.prompt, {"seat": one.seat, **one.values})
            for one in self.presenter.asked
        ]
        words = [Paragraph(text=one, ink="gold_text") for one in asked]
        keep(self._column, [*words, self._grid, *self._stock(), *self._guessed(), *self._others()])
        keep(self.card, [self._heading, self._scroll, self._ends])

    def _stock(self) -> tuple[Widget, ...]:
        """What the table itself has."""
        presenter = self.presenter
        for panel in presenter.scene.panels:
            if not panel.seat and panel.instruments:
                if self._table_panel is None:
                    self._table_panel = TablePanel(art=self.art, names=self._named)
                self._table_panel.name = presenter.phrasebook.say("label", "stock")
                self._table_panel.instruments = panel.instruments
                return (self._table_panel,)
        return ()

    def _guessed(self) -> tuple[Widget, ...]:
        """What the mark behind a number on the board means, and the way to put the number right."""
        presenter = self.presenter
        say = presenter.phrasebook
        if not guessed(presenter):
            return ()
        told = Paragraph(text=say.say("notice", "guessed"), ink="ink2")
        told.pos_hint = {"center_y": 0.5}
        return (row([told, button(say.say("button", "box"), self._to_box, width=40)], 10),)

    def _to_box(self) -> None:
        self.page.close()
        self.navigation.go("box", self._table.open_match)

    def _named(self, text: str, values: dict[str, object]) -> str:
        return self.presenter.words(text, values)

    def _explained(self) -> None:
        self.page.close()
        self.navigation.go("explain", self._table.open_match)

    def _lay(self, count: int) -> None:
        """Kinds of move in rows, as many side by side as there is room for."""
        columns = 1 if self.page.height > self.page.width else 2 if theme.compact() else 3
        if self._laid != (count, columns):
            self._laid = count, columns
            self._made += [_Kind(self) for _ in range(count - len(self._made))]
            for one in self._made:
                if one.parent is not None:
                    one.parent.remove_widget(one)
            self._grid = grid(self._made[:count], columns)

    def closed(self) -> None:
        """The next time it begins at the top of all kinds of move."""
        self._why = ""
        self._scroll.scroll_y = 1.0

    @property
    def _cited(self) -> Cited:
        return cited(self.session, self.presenter)

    def _others(self) -> tuple[Widget, ...]:
        """Who waits, and the rule behind that."""
        say = self.presenter.phrasebook
        seats, clause = self.presenter.offers.waiting
        if not seats:
            return ()
        number = self.presenter.game.rulebook[clause].number
        waiting = say.say("notice", "others_wait", {"seats": seats})
        return (Paragraph(text=waiting, role="strong"), *rule_lines(self._cited, clause, number))

    def _needs(self, action: Action) -> None:
        """A kind of move: each of its rules, and how it stands."""
        say, offered = self.presenter.phrasebook, self.presenter.offers
        self.card.add_widget(TextLine(text=action.label, role="title"))
        column = Column(spacing=theme.mm(1.4))
        lines = offered.ticked(action.token.removeprefix(MOVE))
        if not action.offered and all(line.state != "broken" for line in lines):
            nothing = say.say("notice", "nothing_fits")
            column.add_widget(Paragraph(text=f"✗  {nothing}", ink="red_text"))
        for line in lines:
            column.add_widget(self._need(line))
        if not lines:
            column.add_widget(Paragraph(text=say.say("notice", "needs_nothing"), ink="ink2"))
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "back"), partial(self.why, ""), height=11)]
        if action.offered:
            do = say.say("button", "do_it", {"what": action.label})
            ways.append(button(do, partial(self.do, action), role="bright", height=11))
        self.card.add_widget(row(ways, 11))

    def _need(self, line: TickLine) -> Column:
        sign, ink = SIGNS[line.state]
        both = Column(spacing=0)
        both.add_widget(Paragraph(text=f"{sign}  {line.sentence}", ink=ink))
        if line.number:
            where = self._cited.where(line.number, line.source)
            both.add_widget(Paragraph(text=where, role="small", ink="ink2"))
        return both

    def why(self, token: str) -> None:
        """Turn to the rules of a kind of move, or with "" back to all kinds."""
        self._why = token
        self.page.show()

    def do(self, action: Action) -> None:
        """Begin a move."""
        self.page.close()
        self.presenter.signal(self.session.touched(action.token))
