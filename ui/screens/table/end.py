"""The end: the places, how ties were broken step by step, who did what, and the race."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout

from companion.archive.summary import result_of, summary_of
from companion.kernel import tag_of
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.opened import proof
from ui.screens.table.outcome import course, result
from ui.screens.table.replay import Replay
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, Scroll, button, row, set_bounds
from ui.shell.page import Page


class End(Page):
    """Who won, and why."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        match = self.presenter.match
        self.summary = open_match.summary or summary_of(match, open_match.name, result_of(match))
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.2))
        self.add_widget(self._body)

    def title(self) -> str:
        """The match is over."""
        return self.words.say("label", "over")

    def left_label(self) -> str:
        """The way to the table, to look at it once more."""
        return self.words.say("button", "to_table")

    def left(self) -> None:
        """Look at the table once more."""
        self.navigation.play(self.open_match)

    def fill(self) -> None:
        """How it ended beside how it came to that."""
        say = self.words
        self._body.clear_widgets()
        ended, came = Card("panel"), Card("panel")
        ended.add_widget(Scroll(self._result()))
        came.add_widget(Scroll(course(self.presenter)))
        cards = row([ended, came], None)
        cards.orientation = "vertical" if self.navigation.upright else "horizontal"
        self._body.add_widget(cards)
        again = button(say.say("button", "again_same"), self._again, role="bright", height=12)
        self.bright = again
        ways = [
            button(say.say("button", "undo"), self._undo, detail=self._last(), height=12),
            button(say.say("button", "replay"), self._replay, height=12),
            button(say.say("button", "bg_stats"), self._link, height=12),
            button(say.say("button", "home"), self.navigation.home, height=12),
            again,
        ]
        self._body.add_widget(row(ways, 12))

    def _result(self) -> Column:
        presenter = self.presenter
        lines = [one for one in presenter.match.lines() if one.status in ("overruled", "marked")]
        overruled = [
            f"{one.entry.number}  {' '.join(one.entry.sentences.get(presenter.language, ()))}"
            for one in lines
        ]
        told = presenter.match.timeline.entries[-1].sentences.get(presenter.language, ())[-2:]
        column = result(
            presenter.phrasebook,
            self.summary,
            presenter.game.rulebook,
            told,
            overruled,
            self.navigation.art(presenter.package),
        )
        for widget in proof(self, presenter):
            column.add_widget(widget)
        return column

    def _last(self) -> str:
        """The move that would be taken back."""
        steps = self.presenter.match.timeline.steps
        last = steps[-1].move if steps else None
        return "" if last is None else self.presenter.phrasebook.say("kind", tag_of(last))

    # Ways on

    def _replay(self) -> None:
        self.navigation.open(Replay(self.navigation, self.presenter, "replay", self._again_here))

    def _link(self) -> None:
        from ui.screens.table.link import LinkPage

        self.navigation.open(LinkPage(self.navigation, self.summary, self._again_here))

    def _again_here(self) -> None:
        self.navigation.open(End(self.navigation, self.open_match))

    def _again(self) -> None:
        self.navigation.go("seats", self.presenter.game.name)

    def _undo(self) -> None:
        self.navigation.play(self.open_match)
        self.presenter.undo()

    def arrange(self) -> None:
        """Two cards and a row of buttons."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.4)
        set_bounds(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)
