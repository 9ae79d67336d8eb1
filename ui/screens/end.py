"""The end: the places, how ties were broken step by step, who did what, and the race."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import Level, Move, tag_of
from ui import theme
from ui.desk import Desk
from ui.room import Sitting
from ui.screens.page import Page
from ui.screens.parts import Card, Column, Scroll, button, place, row
from ui.screens.race import RacePicture, race
from ui.screens.replay import Replay
from ui.widgets.instruments import SeatMark
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.glass import Glass

MOST_KINDS = 5
"""Kinds of move named of each seat, the most frequent first."""


class End(Page):
    """Who won, and why."""

    def __init__(self, glass: Glass, sitting: Sitting) -> None:
        super().__init__(glass)
        self.sitting = sitting
        self.desk = sitting.desk
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
        result, course = Card("panel"), Card("panel")
        result.add_widget(Scroll(self._result()))
        course.add_widget(Scroll(self._course()))
        cards = row([result, course], None)
        cards.orientation = "vertical" if self.glass.height > self.glass.width else "horizontal"
        self._body.add_widget(cards)
        home = button(say.say("button", "home"), self.glass.home, role="bright", height=12)
        self.bright = home
        ways = [
            button(say.say("button", "undo"), self._undo, height=12),
            button(say.say("button", "replay"), self._replay, height=12),
            button(say.say("button", "again_same"), self._again, height=12),
            home,
        ]
        self._body.add_widget(row(ways, 12))

    # How it ended

    def _result(self) -> Column:
        say, match = self.desk.speaker, self.desk.match
        outcome, ended = match.outcome, match.ended
        places = ended.places if ended is not None else outcome.places if outcome else ()
        column = Column()
        first = places[0] if places else ()
        if len(first) == 1:
            winner = say.say("label", "winner", {"seat": first[0]})
            column.add_widget(Paragraph(text=winner, role="display", ink="gold_text"))
        last = match.timeline.entries[-1].sentences.get(self.desk.language, ())
        for sentence in last[-2:]:
            column.add_widget(Paragraph(text=sentence, ink="ink2"))
        for number, seats in enumerate(places, 1):
            column.add_widget(self._place(number, seats))
        if outcome is not None and ended is None:
            if outcome.levels:
                column.add_widget(TextLine(text=say.say("label", "why_so"), role="strong"))
            for number, level in enumerate(outcome.levels, 1):
                column.add_widget(self._level(number, level))
        overruled = [one for one in match.lines() if one.status in ("overruled", "marked")]
        count = len(overruled)
        column.add_widget(Paragraph(text=say.say("label", "overrides", {"count": count})))
        for one in overruled:
            text = " ".join(one.entry.sentences.get(self.desk.language, ()))
            column.add_widget(
                Paragraph(text=f"{one.entry.number}  {text}", role="small", ink="gold_text")
            )
        return column

    def _place(self, number: int, seats: tuple[str, ...]) -> Card:
        say = self.desk.speaker
        card = Card("panel2", orientation="horizontal", size_hint_y=None)
        for seat in seats:
            card.add_widget(_mark(seat, 6.0))
        text = say.say("label", "place", {"number": number, "seats": list(seats)})
        words = Paragraph(text=text, role="strong", pos_hint={"center_y": 0.5})
        _as_high_as(card, words)
        return card

    def _level(self, number: int, level: Level) -> Card:
        """One step of telling players apart: what is compared, and everybody's figure."""
        say = self.desk.speaker
        known = say.has("tiebreak", level.key)
        key = say.say("tiebreak", level.key) if known else level.key
        figures = ", ".join(f"{say.name(seat)} {figure}" for seat, figure in level.figures.items())
        rule = self.desk.game.rulebook[level.rule].number
        said = say.say("label", "rule", {"number": rule})
        card = Card("background", size_hint_y=None, padding=theme.mm(1.6), spacing=theme.mm(0.6))
        card.add_widget(Paragraph(text=f"{number}  {key}", role="body"))
        card.add_widget(Paragraph(text=figures, role="strong"))
        card.add_widget(Paragraph(text=said, role="small", ink="ink2"))
        card.bind(minimum_height=card.setter("height"))
        return card

    # How it came to that

    def _course(self) -> Column:
        say, column = self.desk.speaker, Column()
        shown = race(self.desk)
        if shown is not None:
            values = {"what": self.desk.words(shown.text, {})}
            column.add_widget(TextLine(text=say.say("label", "race", values), role="strong"))
            picture = RacePicture(shown)
            picture.size_hint_y = None
            picture.height = theme.mm(26 if theme.compact() else 42)
            column.add_widget(picture)
        column.add_widget(TextLine(text=say.say("label", "who_did_what"), role="strong"))
        for seat in self.desk.match.seats:
            column.add_widget(self._deeds(seat))
        return column

    def _deeds(self, seat: str) -> Card:
        say, line = self.desk.speaker, self.desk.match.timeline
        kinds = Counter(
            tag_of(step.move)
            for step in line.steps
            if step.by == seat and step.move is not None and not _only_ends(self.desk, step.move)
        )
        minutes = round(line.thinking.get(seat, 0.0) / 60)
        done = [
            f"{count} × {say.say('kind', kind)}" for kind, count in kinds.most_common(MOST_KINDS)
        ]
        time = say.say("label", "minutes", {"count": minutes})
        text = f"{say.name(seat)}: {', '.join([*done, time])}"
        card = Card("background", orientation="horizontal", size_hint_y=None)
        card.padding = theme.mm(1.6)
        card.add_widget(_mark(seat, 5.0))
        _as_high_as(card, Paragraph(text=text, pos_hint={"center_y": 0.5}))
        return card

    # Ways on

    def _replay(self) -> None:
        self.glass.go(Replay(self.glass, self.desk, "replay", self._again_here))

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


def _only_ends(desk: Desk, move: Move) -> bool:
    """Whether it only closes a step of the turn: nobody is proud of that."""
    return desk.game.kind(move).ends


def _mark(seat: str, side: float) -> Widget:
    mark = SeatMark(seat=seat)
    mark.size_hint, mark.size = (None, None), (theme.mm(side), theme.mm(side))
    mark.pos_hint = {"center_y": 0.5}
    return mark


def _as_high_as(card: Card, words: Paragraph) -> None:
    """Put the words on the card and let it be as high as they need."""
    card.add_widget(words)

    def grow(*_: object) -> None:
        card.height = max(theme.mm(9), words.height + 2 * theme.mm(1.6))

    words.bind(height=grow)
    grow()
