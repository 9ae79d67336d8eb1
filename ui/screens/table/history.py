"""The history: the match by turns, what the table looked like after each, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import TABLE, Verbatim
from companion.match.match import Match
from ui import theme
from ui.navigation import Navigation
from ui.presenter.turns import back, says, turns
from ui.screens.table.turn_row import TurnRow, Words, clock_of, shown
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, Scroll, button, row, set_bounds
from ui.shell.tray_page import BETWEEN, MAIN, TrayPage
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Medal
from ui.widgets.text import Paragraph, TextLine, width_of

Filter = Literal["everything", "person", "exceptions", "words"]

AT_ONCE = 16
"""Turns that are built at first, and with each touch on what shows earlier ones."""

WORD = 14
"""Letters of a word of a name that leaves no room for a second line below it."""

ASIDE = 46.0
"""Millimetres upright: height of what shows the table after a turn."""


def _heading(text: str) -> BoxLayout:
    """The number of a round, with a line from there to the end of the rows."""
    line = Card("line", size_hint_y=None, height=theme.mm(0.35), pos_hint={"center_y": 0.5})
    title = TextLine(text=text, role="title", ink="gold_text", size_hint_x=None)
    title.width = width_of(text, theme.type_size("title"), "display") + theme.mm(1)
    made = BoxLayout(size_hint_y=None, height=theme.type_size("title") * 1.4, spacing=theme.mm(2))
    made.add_widget(title)
    made.add_widget(line)
    return made


class History(TrayPage):
    """The newest turn stands first; a touched one shows the table after it."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self._only: Filter = "everything"
        self._sought = ""
        self._most = AT_ONCE
        self._turns = turns(self.match, self.presenter.language)
        self.chosen = -1
        art = navigation.art(self.presenter.package)
        self.board = Board(art=art, names=self._names, travel=0, disabled=True, codes=True)
        self._list = Scroll(Column())
        self._aside = Card("panel")
        for one in (self._list, self._aside):
            self.add_widget(one)

    @property
    def match(self) -> Match:
        """The match that is looked back at."""
        return self.presenter.match

    def title(self) -> str:
        """That it is the history."""
        return self.words.say("label", "log")

    def progress(self) -> str:
        """Where there is room, of what, and how far that is."""
        if theme.compact() or self.upright:
            return ""
        number = self._turns[-1].round if self._turns else 0
        game = self.session.words(self.presenter.package).say("about", "title")
        time = clock_of(self.match.timeline.play_time)
        values = {"title": game, "number": number, "time": time}
        return self.words.say("label", "history_of" if number else "history_before", values)

    def left_label(self) -> str:
        """Back to the table."""
        return self.words.say("button", "table")

    def left(self) -> None:
        """Back to the table, which is as it was left."""
        self.navigation.play(self.open_match)

    # What is shown

    @property
    def person(self) -> str:
        """Whose turns are shown where only those of one person are: of the chosen turn."""
        if self.chosen >= 0 and self._turns[self.chosen].seat != TABLE:
            return self._turns[self.chosen].seat
        return next((one.seat for one in reversed(self._turns) if one.seat != TABLE), "")

    def fill(self) -> None:
        """The turns, the table after the chosen one, and the ways."""
        self._turns = turns(self.match, self.presenter.language)
        if not 0 <= self.chosen < len(self._turns):
            self.chosen = len(self._turns) - 1
        self._fill_list()
        self._fill_aside()
        self._fill_tray()

    def _wanted(self) -> list[int]:
        """The numbers of the turns that are shown, the newest first."""
        return [
            number
            for number, one in reversed([*enumerate(self._turns)])
            if shown(one, exceptions=self._only == "exceptions")
            and (self._only != "person" or one.seat == self.person)
            and (self._only != "words" or says(one, self._sought))
        ]

    def _fill_list(self) -> None:
        say, column = self.presenter.phrasebook, Column(spacing=theme.mm(1.2))
        wanted, last = self._wanted(), -1
        art = self.navigation.art(self.presenter.package)
        names = Words(say, self.presenter.game.rulebook, art)
        for number in wanted[: self._most]:
            one = self._turns[number]
            if one.round != last and one.round:
                text = self.words.say("label", "round", {"number": one.round})
                column.add_widget(_heading(text))
            last = one.round
            goes_on = number == len(self._turns) - 1 and self.presenter.seat in (one.seat, TABLE)
            made = TurnRow(
                one,
                names,
                chosen=number == self.chosen,
                goes_on=goes_on and not self.match.over,
                exceptions=self._only == "exceptions",
            )
            made.bind(on_press=partial(self._choose, number))
            column.add_widget(made)
        if not wanted:
            key, sought = "no_turn_says", {"words": Verbatim(self._sought)}
            if self._only == "exceptions":
                key, sought = "no_exceptions", {}
            column.add_widget(Paragraph(text=self.words.say("notice", key, sought)))
        if len(wanted) > self._most:
            column.add_widget(button(self.words.say("button", "earlier"), self._more, height=11))
        self._list.put(column)

    def _choose(self, number: int, *_: object) -> None:
        self.chosen = number
        self.fill()
        self.arrange()

    def _more(self) -> None:
        self._most += AT_ONCE
        self.fill()

    def _names(self, text: str, values: dict[str, object]) -> str:
        return self.presenter.words(text, values, self.presenter.phrasebook_of(self._view()))

    def _view(self) -> object:
        """The table after the chosen turn, as everybody may see it."""
        if self.chosen < 0 or self.chosen == len(self._turns) - 1:
            return self.match.public
        lines = {line for one in self._turns[: self.chosen + 1] for line in one.standing}
        after = [step.after for step in self.match.steps if step.line in lines]
        position = after[-1] if after else self.match.beginning
        return self.match.public if position is None else self.match.game.public(position)

    def _fill_aside(self) -> None:
        say, aside = self.presenter.phrasebook, self._aside
        aside.clear_widgets()
        if self.chosen < 0:
            return
        turn = self._turns[self.chosen]
        self.board.names = lambda text, values: self._names(text, values)
        self.board.scene = self.presenter.package.scene(self._view()).lying
        top = BoxLayout(size_hint_y=None, height=theme.mm(8), spacing=theme.mm(2))
        if turn.seat != TABLE:
            mark = Medal(seat=turn.seat, art=self.board.art)
            mark.size_hint, mark.size = (None, None), (theme.mm(9), theme.mm(9))
            mark.pos_hint = {"center_y": 0.5}
            top.add_widget(mark)
        key = "after_turn" if turn.seat != TABLE else "after_beginning"
        heading = say.say("label", key, {"seat": turn.seat} if turn.seat != TABLE else {})
        title = Paragraph(text=heading, role="strong", pos_hint={"center_y": 0.5})
        title.bind(height=lambda _, high: setattr(top, "height", max(theme.mm(8), high)))
        top.add_widget(title)
        goes = Paragraph(text=self._what_goes(), role="small", ink="ink2")
        if self.upright:
            words = Column(pos_hint={"center_y": 0.5})
            words.add_widget(top)
            words.add_widget(goes)
            aside.orientation = "horizontal"
            parts: tuple[Widget, ...] = (self.board, words)
        else:
            aside.orientation = "vertical"
            parts = (top, self.board, goes)
        for one in parts:
            aside.add_widget(one)

    def _what_goes(self) -> str:
        """Whose turns go with the way back."""
        say = self.presenter.phrasebook
        gone = back(self._turns, self.chosen)
        if not gone:
            return say.say("notice", "match_stands_here")
        seats = [one for one in dict.fromkeys(gone) if one != TABLE]
        return say.say("notice", "going_back", {"count": len(gone), "seats": seats})

    # The tray

    def _fill_tray(self) -> None:
        say = self.words
        turn = self._turns[self.chosen] if self.chosen >= 0 else None
        standing = bool(turn and turn.standing) and not self.match.read_only
        explain = self._key("explain_turn", self._explain, standing)
        wrong = self._key("put_right", self._wrong, standing)
        explain.size_hint_y = wrong.size_hint_y = 1
        filters = [*self._filters(), self._find(standing)]
        left: Widget = explain
        if theme.compact():  # two keys one above the other would be too low, and side by side cut
            filters.append(wrong)
        else:
            left = BoxLayout(spacing=theme.mm(BETWEEN))
            left.orientation = "horizontal" if self.upright else "vertical"
            left.add_widget(explain)
            left.add_widget(wrong)
        goes = standing and bool(back(self._turns, self.chosen))
        main = ActionButton(label=say.say("button", "back_to_here"), offered=goes)
        if goes and not theme.compact():
            main.detail = say.say("button_detail", "back_to_here")
        main.large = not theme.compact()
        main.bind(on_press=lambda *_: self._back_to(goes))
        self.lay_tray(left, row(filters, None), main)

    def _key(self, key: str, act: Callable[[], None], stands: bool) -> ActionButton:
        nothing = self.words.say("notice", "nothing_to_put_right")
        act = act if stands else partial(self.say, nothing)
        return button(self.words.say("button", key), act, offered=stands)

    def _find(self, standing: bool) -> ActionButton:
        count = sum(len(one.bookmarks) for one in self._turns)
        made = button(self.words.say("button", "find"), partial(self._leads, standing))
        made.size_hint_y, made.terse, made.chosen = 1, True, self._only == "words"
        made.detail = self._sought if made.chosen else str(count) if count else ""
        return made

    def _leads(self, standing: bool) -> None:
        from ui.screens.table.find import FindSheet

        sheet = FindSheet(
            self,
            self._turns,
            here=standing,
            choose=self._choose,
            name=self._bookmark,
            seek=self._seek,
        )
        self.open(sheet)

    def _seek(self, words: str) -> None:
        self._sought = words
        self._show("words" if words else "everything")

    def _bookmark(self, name: str) -> None:
        self.match.bookmark(self._line(), name)
        self.navigation.refresh()

    def _filters(self) -> Sequence[ActionButton]:
        say, seat = self.presenter.phrasebook, self.person
        count = sum(one.exceptions for one in self._turns)
        taken = sum(one.seat == seat for one in self._turns)
        turns_of = say.say("button_detail", "only_person", {"count": taken})
        labels: tuple[tuple[Filter, str, str], ...] = (
            ("everything", say.say("button", "everything"), say.say("button_detail", "everything")),
            ("person", say.say("button", "only_person", {"seat": seat}) if seat else "", turns_of),
            (
                "exceptions",
                say.say("button", "only_exceptions"),
                say.say("button_detail", "only_exceptions", {"count": count}),
            ),
        )
        made = []
        for key, label, detail in labels:
            one = button(label, partial(self._show, key), detail=detail)
            one.size_hint_y, one.chosen = 1, key == self._only
            long = max(map(len, label.split()), default=0) > WORD
            one.terse = theme.compact() or self.upright or long
            if key == "person" and long:  # a name in four lines is no key: the mark says who
                one.look, one.seat, one.spoken = theme.seat(seat).mark, seat, label
                one.label = say.say("button", "only")
            if label:
                made.append(one)
        return made

    def _show(self, only: Filter) -> None:
        self._only, self._most = only, AT_ONCE
        wanted = self._wanted()
        if wanted and self.chosen not in wanted:
            self.chosen = wanted[0]
        self._list.stay(1.0)
        self.fill()
        self.arrange()

    # What can be done

    def _line(self) -> int:
        return self._turns[self.chosen].standing[-1]

    def _back_to(self, goes: bool) -> None:
        if not goes:
            self.say(self._what_goes())
            return
        line = self._line()
        self.left()
        self.presenter.agreeing.back_to(line)

    def _explain(self) -> None:
        from ui.screens.table.replay import Replay

        first = self._turns[self.chosen].standing[0]
        steps = self.match.steps
        at = next((n for n, step in enumerate(steps, 1) if step.line == first), 0)
        back = partial(self.navigation.open, self)
        self.navigation.open(Replay(self.navigation, self.presenter, "explained", back, at))

    def _wrong(self) -> None:
        from ui.screens.table.wrong_entry import WrongEntrySheet

        self.open(WrongEntrySheet(self, self.open_match, self._turns[self.chosen]))

    def arrange(self) -> None:
        """The turns at the left, the table after one at the right; upright below them."""
        super().arrange()
        x, y, wide, high = self.above
        gap = theme.mm(BETWEEN)
        if self.upright:
            low = theme.mm(ASIDE)
            set_bounds(self._aside, x, y, wide, low)
            set_bounds(self._list, x, y + low + gap, wide, high - low - gap)
            return
        side = theme.mm(MAIN[theme.compact()])
        set_bounds(self._list, x, y, wide - side - gap - theme.mm(1.5), high)
        set_bounds(self._aside, x + wide - side, y, side, high)
