"""One finished match: how it ended, how it came to that, and its files for other programs."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.archive.summary import Summary
from companion.kernel import Rulebook, Verbatim
from companion.match.registry import GameInfo, GamePackage
from companion.store import DiskError
from companion.text import Phrasebook, day, signed
from ui import theme
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.screens.table.export import export
from ui.screens.table.opened import proof
from ui.screens.table.outcome import placed, race_and_figures, reasons
from ui.screens.table.replay import Replay
from ui.session.past import played, rounds
from ui.shell.controls import Card, Column, Scroll, button, row, set_inside
from ui.shell.page import Page
from ui.texts import words
from ui.widgets.text import Paragraph


class PastMatch(Page):
    """One finished match. back: where the button in the header leads."""

    def __init__(self, navigation: Navigation, summary: Summary, back: Callable[[], None]) -> None:
        self.summary, self._back = summary, back
        self._presenter: Presenter | None = None
        if summary.how != "counted":
            try:
                self._presenter = navigation.session.look_back(summary.match)
            except (DiskError, LookupError, ValueError):
                self._presenter = None
        super().__init__(navigation)
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.2))
        self.add_widget(self._body)

    @property
    def about(self) -> GameInfo | None:
        """The game that was played, where the match can still be read."""
        return None if self._presenter is None else self._presenter.package

    def title(self) -> str:
        """The game."""
        return played(self.session, self.summary)

    def left(self) -> None:
        """Back to where it was opened."""
        self._back()

    def fill(self) -> None:
        """How it ended beside how it came to that."""
        say = self.words
        self._body.clear_widgets()
        ended, came = Card("panel"), Card("panel")
        told = phrasebook_of(
            self.navigation,
            self.summary,
            None if self._presenter is None else self._presenter.package,
        )
        book: Rulebook | None = None if self._presenter is None else self._presenter.game.rulebook
        art = None
        if self._presenter is not None:
            art = self.navigation.art(self._presenter.package)
        column = placed(told, self.summary, art)
        column.add_widget(reasons(told, self.summary, book, self._how()))
        for widget in proof(self, self._presenter) if self._presenter is not None else ():
            column.add_widget(widget)
        ended.add_widget(Scroll(column))
        came.add_widget(Scroll(self._course()))
        cards = row([ended, came], None)
        cards.orientation = "vertical" if self.navigation.upright else "horizontal"
        self._body.add_widget(cards)
        ways: list[Widget] = []
        if self._presenter is not None:
            ways.append(button(say.say("button", "replay"), self._replay, height=12))
        elif self.summary.how == "counted" and not self.summary.foreign:
            ways.append(button(say.say("button", "count_on"), self._count_on, height=12))
        ways += [
            button(say.say("button", "bg_stats"), self._link, height=12),
            button(say.say("button", "export"), self._export, height=12),
        ]
        self._body.add_widget(row(ways, 12))

    def _how(self) -> tuple[str, ...]:
        """How and when it ended."""
        one, say = self.summary, self.words
        if one.foreign:
            how: tuple[str, ...] = (say.say("how", one.how), say.say("notice", "foreign"))
        else:
            how = (say.say("how", one.how),)
        if one.ended is None:
            return how
        when = one.ended.astimezone()
        values = {"day": day(say, when), "time": f"{when:%H:%M}"}
        return (say.say("label", "ended_at", values), *how)

    def _course(self) -> Column:
        if self._presenter is not None and not self._presenter.match.read_only:
            self._presenter.language = self.session.language
            return race_and_figures(self._presenter)
        column, say = Column(), self.words
        if self.summary.how != "counted":
            gone = self.summary.game not in self.session.games()
            game = Verbatim(played(self.session, self.summary))
            why = say.say("notice", "no_course_game_gone" if gone else "no_course", {"game": game})
            column.add_widget(Paragraph(text=why, ink="ink2"))
            return column
        told = phrasebook_of(self.navigation, self.summary)
        for label, points in rounds(self.session, self.summary.match):
            each = zip(self.summary.players, points, strict=True)
            text = ", ".join(
                f"{told.name(p.seat)} {'·' if n is None else signed(n)}" for p, n in each
            )
            column.add_widget(Paragraph(text=label, role="small", ink="ink2"))
            column.add_widget(Paragraph(text=text))
        return column

    def _replay(self) -> None:
        assert self._presenter is not None
        self.navigation.open(Replay(self.navigation, self._presenter, "replay", self._again))

    def _link(self) -> None:
        from ui.screens.table.link import LinkPage

        self.navigation.open(LinkPage(self.navigation, self.summary, self._again))

    def _export(self) -> None:
        export(self, (self.summary,))

    def _count_on(self) -> None:
        try:
            counting = self.session.count_on(self.summary.match)
        except (DiskError, LookupError, ValueError):
            self.say(self.words.say("notice", "cannot_resume"))
            return
        counting.undo()
        self.navigation.go("score", counting)

    def _again(self) -> None:
        self.navigation.open(self)

    def arrange(self) -> None:
        """Two cards and a row of buttons."""
        set_inside(self._body, self.body, 2.4)


def phrasebook_of(
    navigation: Navigation, one: Summary, package: GamePackage | None = None
) -> Phrasebook:
    """Says things about a finished match with the names of those who played. package: of its game,
    where there is more to say than what stands on the lid."""
    there = one.how != "counted" and one.game in navigation.session.games()
    info = package or (navigation.session.game_info(one.game) if there else None)
    return words(navigation.session.language, info, one.names)
