"""The page of the winner without its buttons: what is seen at the end, and saved as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import msgspec

from companion.archive.summary import Summary, place_of
from companion.archive.tally import BestMove, best_move, columns, happenings
from companion.archive.tally import Column as Counted
from companion.kernel import Move, tag_of
from companion.scene import Instrument
from companion.text import DayForm, day
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.presenter.rounds import Rounds
from ui.screens.table.faces import sign_of
from ui.screens.table.figures import COLUMNS, BestPicture, Column, FigureTable
from ui.screens.table.outcome import compared, figures, minutes_of
from ui.screens.table.pieces_of import pieces_are_seen
from ui.screens.table.podium import Step
from ui.screens.table.race import Race, RacePicture, race
from ui.screens.table.winner import Rays, Winner
from ui.session.glance import counting, score
from ui.shell.controls import Card, Ground, row, set_bounds
from ui.texts import words
from ui.theme import mm
from ui.widgets.moment import Moment
from ui.widgets.text import TextLine, width_of

STAGE = (0.62, 0.6)
"""The share of the width that the podium has: on a large screen, on a small one."""

UPRIGHT = 0.46
"""The share of the height that it has on an upright screen."""

BEST = (21.0, 15.0)
"""Millimetres of the card of the best move: on a large screen, on a small one."""

PART = 0.38
"""Seconds of each of the three parts of the celebration."""

GAP = 1.4
"""Millimetres between the cards."""


def _sign(art: Art, presenter: Presenter, move: Move) -> str:
    """The picture of a move that all saw: with the number it names, where the game draws those."""
    name = tag_of(move)
    if not presenter.game.by_name[name].hidden:
        for blank, said in msgspec.structs.asdict(move).items():
            if look := art.key(f"{name}.{blank}", str(said)):
                return look
    return sign_of(art, presenter, name)


class Photo(Ground):
    """Who won at the left, how it came to that at the right; upright one below the other. Nothing
    of it is scrolled."""

    def __init__(self, presenter: Presenter, summary: Summary, art: Art) -> None:
        super().__init__()
        self._presenter, self._summary, self._art = presenter, summary, art
        self.light(art.ground)
        self._rays, self._best = Rays(), None
        self.add_widget(self._rays)
        title = presenter.phrasebook.say("about", "title")
        how = self._said(), title, self._line()
        self.winner = Winner(self._steps(), *how, art, presenter.words)
        self.add_widget(self.winner)
        self._race = self._course(race(presenter))
        what = happenings(presenter.match), presenter.match.seats, presenter.package.tally
        best = best_move(*what)
        self._best = None if best is None else self._remembered(best)
        self._table, self._figures = self._in_figures(self._columns(columns(*what)))
        for one in self._cards:
            self.add_widget(one)
        self.bind(pos=self._place, size=self._place)

    @property
    def _cards(self) -> list[Card]:
        return [one for one in (self._race, self._best, self._table) if one is not None]

    # Who won

    def _said(self) -> str:
        say, places = self._presenter.phrasebook, self._summary.places
        if not places:  # that it is over stands above the page
            return say.say("how", self._summary.how).rstrip(".")
        if len(places[0]) == 1:
            return say.say("label", "winner", {"seat": places[0][0]})
        return say.say("label", "winners", {"seats": list(places[0])})

    def _line(self) -> str:
        """The day, how many played, and the length of the game."""
        say, one = self._presenter.phrasebook, self._summary
        when, said = one.ended or one.begun, list[str]()
        if when is not None:
            at, short = when.astimezone(), theme.compact()
            form: DayForm = "whole" if short else "with_weekday"
            said.append(day(words(self._presenter.language), at, form))
        said.append(say.say("label", "how_many_played", {"count": len(one.players)}))
        said.append(figures(say, one).partition(" · ")[0] + self._rest())
        if one.how != "rules" and one.places:
            said.append(say.say("how", one.how))
        return " · ".join(said)

    def _rest(self) -> str:
        """The minutes that are nobody's own, so that all of them come to the whole; where there is
        room for them in letters that can be read."""
        if theme.compact():
            return ""
        minutes = minutes_of(self._presenter.match)
        rest = round(self._summary.seconds / 60) - sum(minutes.values())
        if rest < 1 or not any(minutes.values()):
            return ""
        return self._presenter.phrasebook.say("figure", "rest", {"count": rest})

    def _steps(self) -> list[Step]:
        one, say = self._summary, self._presenter.phrasebook
        made_of = self._made_of()
        steps = [
            Step(
                player.seat,
                say.name(player.seat),
                place_of(one.places, player.seat),
                "" if player.score is None else str(player.score),
                made_of.get(player.seat, ()),
            )
            for player in one.players
        ]
        return sorted(steps, key=lambda step: step.place or len(steps))

    def _made_of(self) -> dict[str, tuple[Instrument, ...]]:
        """What everybody's points came from, as their panels show it."""
        match, package = self._presenter.match, self._presenter.package
        if match.public is None or (match.ended is not None and self._summary.places):
            return {}  # they say nothing of the places of an end that was agreed on
        wanted = package.tally.pieces
        scene = package.scene(match.public)
        if not wanted and (found := counting(scene)):
            wanted = (found.text,)
        found_by = {
            panel.seat: tuple(one for one in panel.instruments if one.text in wanted)
            for panel in scene.panels
        }
        return {seat: made for seat, made in found_by.items() if made and pieces_are_seen(made)}

    # How it came to that

    def _course(self, shown: Race | None) -> Card | None:
        if shown is None:
            return None
        title = self._presenter.phrasebook.say("label", "the_race")
        what = self._presenter.words(shown.text, {})
        if theme.compact():  # its words stand over its lines
            card = self._card("", "")
            card.add_widget(RacePicture(shown, title, what))
        else:
            card = self._card(title, what)
            card.add_widget(RacePicture(shown))
        return card

    def _remembered(self, best: BestMove) -> Card:
        presenter = self._presenter
        say = presenter.phrasebook
        step = next((one for one in presenter.match.steps if one.line == best.line), None)
        move = None if step is None else step.move
        sign = "" if move is None else _sign(self._art, presenter, move)
        counted = Rounds(presenter.match).at(best.line)
        number = say.say("label", "round", {"number": counted}) if counted else ""
        card = self._card(say.say("label", "best_move"), number)
        said = [say.event(one) for one in best.events]
        card.add_widget(BestPicture(best.seat, sign, said, self._art))
        return card

    def _columns(self, counted: Sequence[Counted]) -> list[Column]:
        """What is told in figures: first what the places came from, or how far everybody is where
        there are none, last the minutes. counted: what the game counts beside that."""
        say, match = self._presenter.phrasebook, self._presenter.match
        first: list[Column] = []
        if self._summary.places and self._summary.levels:
            level = self._summary.levels[0]
            first = [(compared(say, level), level.figures)]
        elif not self._summary.places and match.public is not None:
            package = self._presenter.package
            reached = score(package.scene(match.public), package.tally.pieces)
            if reached is not None:
                first = [(self._presenter.words(reached.text, {}), reached.figures)]
        said = [figures for _, figures in first]
        rest = [one for one in counted if not one.round and one.figures not in said]
        last: list[Column] = []
        if any((minutes := minutes_of(match)).values()):
            last = [(say.say("label", "minutes_of"), minutes)]
        found = [*first, *((say.say("tally", one.key), one.figures) for one in rest)]
        return [*found[: COLUMNS - len(last)], *last]

    def _in_figures(self, shown: Sequence[Column]) -> tuple[Card | None, FigureTable | None]:
        if not shown:
            return None, None
        names = {step.seat: step.name for step in self._steps()}
        table = FigureTable(names, shown)
        card = self._card("", "")
        card.add_widget(table)
        return card, table

    def _card(self, title: str, beside: str) -> Card:
        pad = mm(1.2 if theme.compact() else 2.4)
        card = Card("panel", padding=(pad * 1.3, pad), spacing=pad * 0.5)
        if title:
            right = TextLine(text=beside, role="small", ink="ink2", halign="right")
            right.size_hint_x = None
            right.width = width_of(beside, theme.type_size("small")) + mm(1)
            role: theme.TextRole = "number" if theme.compact() else "title"
            left = TextLine(text=title, role=role)
            head = row([left, right] if beside else [left], None)
            head.size_hint_y, head.height = None, theme.type_size(role) * 1.3
            card.add_widget(head)
        return card

    # Where it stands

    def _place(self, *_: object) -> None:
        set_bounds(self._rays, *self.pos, *self.size)
        edge, gap = mm(2.1), mm(GAP)
        x, y = self.x + edge, self.y + gap
        wide, high = self.width - 2 * edge, self.height - gap
        if self.height > self.width:
            stage = high * UPRIGHT
            set_bounds(self.winner, x, y + high - stage, wide, stage)
            self._stack(x, y, wide, high - stage - gap)
        elif not self._cards:
            set_bounds(self.winner, x, y, wide, high)
        else:
            stage = wide * STAGE[theme.compact()]
            set_bounds(self.winner, x, y, stage, high)
            self._stack(x + stage + gap, y, wide - stage - gap, high - gap)

    def _stack(self, x: float, y: float, wide: float, high: float) -> None:
        """The cards from the top down; the race takes what the others leave, where there is none
        the table."""
        gap = mm(GAP)
        heights = {}
        if self._best is not None:
            heights[self._best] = mm(BEST[theme.compact()])
        if self._table is not None and self._figures is not None:
            padding = self._table.padding[1] + self._table.padding[3]
            heights[self._table] = min(high / 2, self._figures.wanted + padding)
            if self._race is None:
                heights[self._table] = high - sum(heights.values()) + heights[self._table]
                heights[self._table] -= gap * (len(heights) - 1)
        if self._race is not None:
            heights[self._race] = high - sum(heights.values()) - gap * len(heights)
        top = y + high
        for card in self._cards:
            top -= heights[card]
            set_bounds(card, x, top, wide, heights[card])
            top -= gap

    def celebrate(self) -> None:
        """The rays open, the steps rise from the last to the first, the crown lands; a touch has
        all of it there at once."""
        self._celebration = Moment(self, 3 * PART, self._rise)
        self._celebration.start()

    def _rise(self, share: float) -> None:
        self._rays.opened = min(1.0, 3 * share)
        self.winner.risen = max(0.0, 3 * share - 1)

    def png(self) -> bytes:
        """All of it as a picture, as it is on the screen."""
        from kivy.core.window import Window
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        Window.dispatch("on_draw")
        size = int(self.width), int(self.height)
        pixels = glReadPixels(int(self.x), int(self.y), *size, GL_RGBA, GL_UNSIGNED_BYTE)
        seen, kept = Image.frombytes("RGBA", size, pixels), BytesIO()
        seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB").save(kept, "PNG")
        return kept.getvalue()
