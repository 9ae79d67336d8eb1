"""The end: the places, how ties were broken step by step, who did what, and the race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.club.summary import result_of, summary_of
from companion.kernel import tag_of
from ui import theme
from ui.room import Sitting
from ui.screens.outcome import course, result
from ui.screens.page import Page
from ui.screens.parts import Card, Column, Scroll, button, place, row
from ui.screens.replay import Replay

if TYPE_CHECKING:
    from ui.screens.glass import Glass


class End(Page):
    """Who won, and why."""

    def __init__(self, glass: Glass, sitting: Sitting) -> None:
        super().__init__(glass)
        self.sitting = sitting
        self.desk = sitting.desk
        match = self.desk.match
        self.summary = sitting.summary or summary_of(match, sitting.name, result_of(match))
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
        self.glass.play(self.sitting)

    def fill(self) -> None:
        """How it ended beside how it came to that."""
        say = self.words
        self._body.clear_widgets()
        ended, came = Card("panel"), Card("panel")
        ended.add_widget(Scroll(self._result()))
        came.add_widget(Scroll(course(self.desk)))
        cards = row([ended, came], None)
        cards.orientation = "vertical" if self.glass.height > self.glass.width else "horizontal"
        self._body.add_widget(cards)
        home = button(say.say("button", "home"), self.glass.home, role="bright", height=12)
        self.bright = home
        ways = [
            button(say.say("button", "undo"), self._undo, detail=self._last(), height=12),
            button(say.say("button", "replay"), self._replay, height=12),
            button(say.say("button", "bg_stats"), self._link, height=12),
            button(say.say("button", "again_same"), self._again, height=12),
            home,
        ]
        self._body.add_widget(row(ways, 12))

    def _result(self) -> Column:
        desk = self.desk
        lines = [one for one in desk.match.lines() if one.status in ("overruled", "marked")]
        overruled = [
            f"{one.entry.number}  {' '.join(one.entry.sentences.get(desk.language, ()))}"
            for one in lines
        ]
        told = desk.match.timeline.entries[-1].sentences.get(desk.language, ())[-2:]
        return result(desk.speaker, self.summary, desk.game.rulebook, told, overruled)

    def _last(self) -> str:
        """The move that would be taken back."""
        steps = self.desk.match.timeline.steps
        last = steps[-1].move if steps else None
        return "" if last is None else self.desk.speaker.say("kind", tag_of(last))

    # Ways on

    def _replay(self) -> None:
        self.glass.go(Replay(self.glass, self.desk, "replay", self._again_here))

    def _link(self) -> None:
        from ui.screens.link import LinkPage

        self.glass.go(LinkPage(self.glass, self.summary, self._again_here))

    def _again_here(self) -> None:
        self.glass.go(End(self.glass, self.sitting))

    def _again(self) -> None:
        self.glass.seats(self.desk.game.name)

    def _undo(self) -> None:
        self.glass.play(self.sitting)
        self.desk.undo()

    def arrange(self) -> None:
        """Two cards and a row of buttons."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.4)
        place(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)
