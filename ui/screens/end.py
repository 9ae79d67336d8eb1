"""The end: the places, how ties were broken, and how it came to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.room import Sitting
from ui.screens.page import Page
from ui.screens.parts import Card, Column, Scroll, button, place, row
from ui.widgets.instruments import SeatMark
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.glass import Glass


class End(Page):
    """Who won, and why."""

    def __init__(self, glass: Glass, sitting: Sitting) -> None:
        super().__init__(glass)
        self.sitting = sitting
        self.desk = sitting.desk
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.6))
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
        """Places, figures, overrides."""
        say, match = self.desk.speaker, self.desk.match
        self._body.clear_widgets()
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
            for level in outcome.levels:
                key = (
                    say.say("tiebreak", level.key) if say.has("tiebreak", level.key) else level.key
                )
                figures = ", ".join(f"{say.name(s)} {n}" for s, n in level.figures.items())
                column.add_widget(Paragraph(text=f"{key}: {figures}", ink="ink2"))
        overruled = [one for one in match.lines() if one.status in ("overruled", "marked")]
        count = len(overruled)
        column.add_widget(Paragraph(text=say.say("label", "overrides", {"count": count})))
        card = Card("panel")
        card.add_widget(Scroll(column))
        self._body.add_widget(card)
        home = button(say.say("button", "home"), self.glass.home, role="bright")
        self.bright = home
        again = button(say.say("button", "again_same"), self._again)
        undo = button(say.say("button", "undo"), self._undo)
        self._body.add_widget(row([undo, again, home]))

    def _place(self, number: int, seats: tuple[str, ...]) -> Card:
        say = self.desk.speaker
        card = Card("panel2", orientation="horizontal", size_hint_y=None, height=theme.mm(12))
        for seat in seats:
            mark = SeatMark(seat=seat)
            mark.size_hint, mark.size = (None, None), (theme.mm(7), theme.mm(7))
            mark.pos_hint = {"center_y": 0.5}
            card.add_widget(mark)
        text = say.say("label", "place", {"number": number, "seats": list(seats)})
        card.add_widget(TextLine(text=text, role="title", pos_hint={"center_y": 0.5}))
        return card

    def _again(self) -> None:
        self.glass.seats(self.desk.game.name)

    def _undo(self) -> None:
        self.glass.play(self.sitting)
        self.desk.undo()

    def arrange(self) -> None:
        """One card and a row of buttons."""
        left, bottom, wide, high = self.body
        edge = theme.mm(4)
        place(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)
