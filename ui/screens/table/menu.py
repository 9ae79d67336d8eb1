"""The menu of a match: all that is not a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, get_args

from companion.match.answer import Answer
from companion.match.entries import Strictness
from ui import theme
from ui.screens.table.ending import EndingSheet
from ui.screens.table.players import PlayersSheet
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button, grid, row, spread
from ui.shell.loudness import loudness_of
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.presenter import Presenter
    from ui.session.entered import Comparing, Purpose


CHANGING = ("sound", "strictness")
"""Ways below which what is chosen stands; below the others, what they are for."""

WRITING = frozenset(
    {
        "box",
        "catch_up",
        "clock",
        "ending",
        "enter_secretly",
        "fix_table",
        "pause",
        "players",
        "strictness",
        "try_out",
    }
)
"""Ways that lead to something that is written into the match."""

ALIKE = 0.78
"""The share of their usual size that all words have there: that of those with the least room."""


class MenuSheet(Sheet):
    """Every way from the board, and back to it; made anew only when something on it is another."""

    whole = True
    _made: tuple[object, ...] = ()
    _scroll: Scroll

    @property
    def presenter(self) -> Presenter:
        """The presenter of the match that is played now."""
        return self._play.presenter

    def fill(self) -> None:
        """Show the ways, group by group."""
        details = tuple(map(self._detail, CHANGING))
        shown = self.session.settings.television
        wanted = self.session.language, self.page.width, self.page.height, details, shown
        if wanted == self._made:
            self._scroll.scroll_y = 1
            return
        self._made = wanted
        self.card.clear_widgets()
        upright = self.page.height > self.page.width
        columns = 2 if upright else 4
        column = Column(spacing=theme.mm(1.2))
        groups = self._groups()
        rows = sum(-(-len(ways) // columns) if upright else 1 for _, ways in groups)
        room = self.page.body[3] - theme.tall(27 if upright else 14) - len(groups) * theme.mm(6)
        high = spread(room, rows, theme.TOUCH + 0.8)
        for name, ways in groups:
            heading = TextLine(text=self.words.say("menu", name), role="small", ink="gold_text")
            column.add_widget(heading)
            tiles = [self._way(key, act) for key, act in ways]
            for one in tiles:
                one.terse, one.height = theme.compact(), theme.mm(high)
            # A group stands in one row where it is wide: what lies below the edge is not seen.
            column.add_widget(grid(tiles, columns if upright else max(columns, len(ways)), high))
        self._scroll = Scroll(column)
        self.card.add_widget(self._scroll)
        close = button(
            self.words.say("button", "resume"), self.page.close, role="bright", height=11
        )
        home = self._way("home", self.navigation.home)
        settings = self._way("settings", partial(self.navigation.go, "settings"))
        sound = self._way("sound", self._louder)
        tried = self._way("try_out", self._try_out)
        for one in (home, settings, sound, tried):
            one.height, one.terse = close.height, True
        ways = [home, settings, sound, tried]
        if upright:
            self.card.add_widget(row(ways, 11))
        self.card.add_widget(row([close] if upright else [*ways, close], 11))

    def _groups(self) -> tuple[tuple[str, list[tuple[str, Callable[[], None]]]], ...]:
        page, kinds = self.page, self.presenter.game.kinds
        look: list[tuple[str, Callable[[], None]]] = [
            ("log", self._history),
            ("rules", self._rules),
        ]
        if self.presenter.game.conceals:
            look.append(("look", self._look))
        if any(kind.hidden for kind in kinds):
            look.append(("enter_secretly", self._enter))
        right: list[tuple[str, Callable[[], None]]] = [
            ("fix_table", partial(self._fix, "fix_table")),
            ("catch_up", partial(self._fix, "catch_up")),
            ("check_table", partial(self._compare, "check_table")),
        ]
        if any(kind.role == "box" for kind in kinds):
            right.append(("box", partial(self._fix, "box")))
        match: list[tuple[str, Callable[[], None]]] = [
            ("pause", self._pause),
            ("clock", self._clock),
            ("players", lambda: page.open(PlayersSheet(self._play))),
            ("ending", lambda: page.open(EndingSheet(self._play))),
            ("strictness", lambda: page.open(StrictnessSheet(self._play))),
        ]
        table: list[tuple[str, Callable[[], None]]] = [
            ("sides", self._sides),
            ("lay_out", self._lay_out),
            ("pack_away", partial(self._compare, "pack_away")),
            ("type_code", self._type),
        ]
        chosen = self.session.settings.television
        if chosen.on and chosen.phones != "none" and self._play.open_match.kept:
            table.append(("phones", self._phones))
        return ("look", look), ("right", right), ("match", match), ("table", table)

    def _way(self, key: str, act: Callable[[], None]) -> ActionButton:
        act = partial(self._write, act) if key in WRITING else act
        made = button(self.words.say("button", key), act, detail=self._detail(key))
        made.look = f"sign-{key}"
        if theme.compact():
            made.most = ALIKE
        return made

    def _write(self, act: Callable[[], None]) -> None:
        """Go such a way; nothing is begun of which nothing could come."""
        if not self.presenter.match.read_only:
            return act()
        self.page.close()
        self.page.say(self.words.say("notice", "only_looked_at"))

    def _louder(self) -> None:
        loudness_of(self.navigation)[2]()

    def _detail(self, key: str) -> str:
        if key == "sound":
            return loudness_of(self.navigation)[1]
        if key == "strictness":
            return self.words.say("strictness", self.presenter.match.strictness)
        say = self.words
        return say.say("button_detail", key) if say.has("button_detail", key) else ""

    @property
    def _play(self) -> TablePage:
        assert isinstance(self.page, TablePage)
        return self.page

    def _history(self) -> None:
        from ui.screens.table.history import History

        self.navigation.open(History(self.navigation, self._play.open_match))

    def _rules(self) -> None:
        from ui.screens.table.rulebook import RulebookSheet

        self.page.open(RulebookSheet(self.page))

    def _fix(self, purpose: Purpose) -> None:
        from ui.screens.table.fix import Fix

        self.navigation.open(Fix(self.navigation, self._play.open_match, purpose))

    def _compare(self, purpose: Comparing) -> None:
        from ui.screens.table.compare import Compare

        self.navigation.open(Compare(self.navigation, self._play.open_match, purpose))

    def _try_out(self) -> None:
        navigation = self.navigation
        try:
            trial = navigation.session.try_out(self._play.open_match)
        except ValueError:
            self.page.close()
            self.page.say(self.words.say("trial", "over"))
            return
        self.page.close()
        self.presenter.take_back()
        navigation.play(trial)

    def _sides(self) -> None:
        from ui.screens.table.sides import SidesSheet

        say, match = self.presenter.phrasebook, self.presenter.match
        self.page.open(SidesSheet(self.page, match.seats, match.players, say.name))

    def _lay_out(self) -> None:
        self.navigation.go("begin", self._play.open_match, "lay_out")

    def _look(self) -> None:
        from ui.screens.table.private import LookPage

        self.navigation.open(LookPage(self.navigation, self._play.open_match))

    def _enter(self) -> None:
        from ui.screens.table.secret import SecretPage

        play = self._play
        page = SecretPage(self.navigation, play.open_match, together=play.tell_secretly)
        self.navigation.open(page)

    def _type(self) -> None:
        from ui.screens.table.code import CodeSheet

        self.page.open(CodeSheet(self._play))

    def _phones(self) -> None:
        from ui.screens.table.phones import PhonesSheet

        self.page.open(PhonesSheet(self._play))

    def _clock(self) -> None:
        from ui.screens.table.clocks import ClockSheet

        self.page.open(ClockSheet(self._play))

    def _pause(self) -> None:
        self.presenter.match.pause()
        self.page.open(PauseSheet(self._play))


class PauseSheet(Sheet):
    """The play time stands still until somebody plays on."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page, "panel", "gold")
        self.presenter = page.presenter

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width, theme.mm(90)), min(height, theme.mm(46))

    def fill(self) -> None:
        """Say that it is a pause."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "paused"), role="display"))
        self.card.add_widget(Paragraph(text=say.say("notice", "paused"), ink="ink2"))
        home = button(say.say("button", "home"), self.navigation.home)
        on = button(say.say("button", "resume"), self.page.close, role="bright")
        self.card.add_widget(row([home, on]))

    def closed(self) -> None:
        """TablePage goes on."""
        self.presenter.match.resume()
        self.navigation.soon()


class StrictnessSheet(Sheet):
    """How the rules are watched from now on, and whether empty steps are skipped."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.presenter = page.presenter

    def fill(self) -> None:
        """Show the three ways, and the switch below them."""
        say, skipped = self.words, self.presenter.match.by_itself
        high = 11.0 if theme.compact() else 14.0
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "strictness"), role="title"))
        ways = []
        for way in get_args(Strictness):
            made = button(
                say.say("strictness", way),
                partial(self._set, way),
                detail=say.say("strictness_detail", way),
                height=high,
            )
            made.chosen = way == self.presenter.match.strictness
            ways.append(made)
        about = say.say("label", "by_itself_about")
        made = button(say.say("label", "by_itself"), self._skip, detail=about, height=high)
        made.look = f"switch-{'on' if skipped else 'off'}"
        ways.append(made)
        self.card.add_widget(Scroll(grid(ways, 1, high)))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _set(self, way: Strictness) -> None:
        """A move that was refused under what held before is put away: it would be answered
        otherwise now."""
        self.presenter.take_back()
        self._answered(self.presenter.match.set_strictness(way))

    def _skip(self) -> None:
        match = self.presenter.match
        self._answered(match.set_by_itself(not match.by_itself))

    def _answered(self, answer: Answer) -> None:
        """Say what holds from now on: a choice may be reached by mistake."""
        self.page.close()
        self.page.say(" ".join(answer.said(self.presenter.language)))
        self.navigation.refresh()
