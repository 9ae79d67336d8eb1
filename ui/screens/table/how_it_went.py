"""How a match came to its end: how ties were broken step by step, and everything in figures."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout

from companion.archive.summary import Summary
from companion.kernel import Verbatim, tag_of
from companion.languages import of
from companion.match.steps import Step
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.export import export
from ui.screens.table.opened import proof
from ui.screens.table.outcome import race_and_figures, reasons
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, Scroll, button, row, set_inside
from ui.shell.page import Page


class HowItWent(Page):
    """Why the places are as they are beside the race and who did what; the way back leads to the
    end."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch, summary: Summary) -> None:
        super().__init__(navigation)
        self.open_match, self.summary = open_match, summary
        self.presenter = open_match.presenter
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.2))
        self.add_widget(self._body)

    def title(self) -> str:
        """What it is about."""
        return self.words.say("button", "course")

    def left(self) -> None:
        """Back to who won."""
        self.navigation.go("end", self.open_match)

    def fill(self) -> None:
        """How it ended beside how it came to that."""
        say = self.words
        self._body.clear_widgets()
        ended, came = Card("panel"), Card("panel")
        ended.add_widget(Scroll(self._reasons()))
        came.add_widget(Scroll(race_and_figures(self.presenter)))
        cards = row([ended, came], None)
        cards.orientation = "vertical" if self.navigation.upright else "horizontal"
        self._body.add_widget(cards)
        ways = [
            button(say.say("button", "undo"), self._undo, detail=self._last(), height=12),
            button(say.say("button", "bg_stats"), self._link, height=12),
            button(say.say("button", "export"), self._export, height=12),
        ]
        self._body.add_widget(row(ways, 12))

    def _reasons(self) -> Column:
        presenter = self.presenter
        allowed = [one for one in presenter.match.steps if one.allowed]
        overruled = [*map(self._allowed, allowed)]
        told = of(presenter.match.timeline.entries[-1].sentences, presenter.language, ())[-2:]
        say, rulebook = presenter.phrasebook, presenter.game.rulebook
        column = reasons(say, self.summary, rulebook, told, overruled)
        for widget in proof(self, presenter):
            column.add_widget(widget)
        return column

    def _allowed(self, step: Step) -> str:
        """What stands in spite of a rule, and of which."""
        say, rulebook = self.presenter.phrasebook, self.presenter.game.rulebook
        did = " ".join(say.event(one) for one in step.events)
        numbers = dict.fromkeys(rulebook[one].number for one in step.allowed)
        values = {"what": Verbatim(did), "rules": [Verbatim(one) for one in numbers]}
        return say.say("label", "in_spite_of", values)

    def _last(self) -> str:
        """The move that would be taken back."""
        steps = self.presenter.match.steps
        last = steps[-1].move if steps else None
        return "" if last is None else self.presenter.phrasebook.say("kind", tag_of(last))

    def _undo(self) -> None:
        self.navigation.play(self.open_match)
        self.presenter.undo()

    def _export(self) -> None:
        export(self, (self.summary,))

    def _link(self) -> None:
        from ui.screens.table.link import LinkPage

        self.navigation.open(LinkPage(self.navigation, self.summary, self._here))

    def _here(self) -> None:
        self.navigation.open(HowItWent(self.navigation, self.open_match, self.summary))

    def arrange(self) -> None:
        """Two cards and a row of buttons."""
        set_inside(self._body, self.body, 2.4)
