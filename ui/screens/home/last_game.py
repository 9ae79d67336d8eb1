"""The game that was played last: its table, who moves, how far everybody is, and the way on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.sight.asking import request
from companion.store import Listed
from ui import theme
from ui.canvas.ground import Horizon
from ui.navigation import Navigation
from ui.screens.home.described import described, moved_last
from ui.screens.home.shelf import above
from ui.session.glance import Glance, score
from ui.shell.controls import Card, Column, button
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark
from ui.widgets.pieces import Lid
from ui.widgets.text import Paragraph, TextLine, width_of

WAY = (44.0, 34.0)
"""Millimetres: width of the way on."""

SLIM = 0.7
"""Millimetres above and below the table, which is as large as the card; what stands beside it keeps
the usual room."""

SHOWN: tuple[theme.TextRole | None, ...] = ("body", "small", None)
"""The letters in which names are tried beside what counts; None for without them."""


class LastGame(Card):
    """One match that can go on. look: what is known of it; it may come later."""

    def __init__(
        self, navigation: Navigation, one: Listed, saved: int, parked: Callable[[], None]
    ) -> None:
        super().__init__("panel2", orientation="horizontal", size_hint_y=None)
        self.height = above(upright=navigation.upright)
        self._navigation, self._one, self._far = navigation, one, Horizon(self)
        self._table = BoxLayout(size_hint_x=0.9)
        side, slim = theme.mm(theme.PAD), theme.mm(SLIM)
        self.padding = (side, slim, side, slim)
        self._words = Column(pos_hint={"center_y": 0.5}, spacing=theme.mm(0.9))
        self.go = self._ways(saved, parked)
        if not theme.compact() and not navigation.upright:
            self.add_widget(self._table)
        self.add_widget(self._words)
        self.add_widget(self._right)
        self.show(None)

    def _ways(self, saved: int, parked: Callable[[], None]) -> ActionButton:
        say = self._navigation.session.words()
        go = button(
            say.say("button", "continue"),
            partial(self._navigation.go, "resume", self._one.match),
            role="bright",
        )
        go.large, go.look = not theme.compact(), "sign-go"
        others = button(
            say.say("button", "saved_games", {"count": saved}),
            parked,
            role="ghost",
            height=9.6,
        )
        others.terse = True
        wide = theme.mm(WAY[theme.compact()])
        self._right: BoxLayout = BoxLayout(
            orientation="horizontal" if theme.compact() else "vertical",
            spacing=theme.mm(theme.GAP),
            size_hint_x=None,
            width=wide * (1.95 if theme.compact() else 1.0),
            padding=(0, theme.mm(theme.PAD - SLIM)),
        )
        go.size_hint_y = 1
        if theme.compact():
            others.size_hint_y = 1
            others.size_hint_x = 0.78
            self._right.add_widget(others)
            self._right.add_widget(go)
        else:
            self._right.add_widget(go)
            self._right.add_widget(others)
        return go

    def show(self, seen: Glance | None) -> None:
        """Tell what is known of it. seen: None while only its heading is."""
        say = self._navigation.session.words()
        if seen is not None:  # it may have been looked at before the language was changed
            seen.presenter.language = self._navigation.session.language
        title, names = described(self._navigation.session, self._one, when=False)
        self._words.clear_widgets()
        if not theme.compact():
            eyebrow = say.say("label", "last_game")
            self._words.add_widget(TextLine(text=eyebrow.upper(), role="eyebrow", ink="gold_text"))
        role: theme.TextRole = (
            "strong" if _few_lines() else "title" if theme.compact() else "display"
        )
        self._words.add_widget(TextLine(text=title, role=role))
        if seen is None:
            self._words.add_widget(TextLine(text=names, ink="ink2"))
        else:
            self._words.add_widget(self._next(seen))
            scores = None if theme.compact() else self._scores(seen)
            if scores is not None:
                self._words.add_widget(scores)
            self._show_table(seen)
            self._show_ground(seen)
        when = moved_last(say, self._one)
        if when and not (seen is not None and _fills_the_card(seen)):
            self._words.add_widget(TextLine(text=when, role="small", ink="ink2"))

    def _next(self, seen: Glance) -> Widget:
        """Who moves next, or what all do together; in which round, after how long."""
        say, asked = seen.presenter.phrasebook, seen.presenter.asked
        values = {"number": seen.round, "count": seen.minutes, "seat": seen.seat}
        told = [say.say("label", "moves_next", values)] if seen.seat else []
        if asked and not seen.seat:
            told.append(request(asked, say))
        if not _fills_the_card(seen):
            begun = seen.round > 1 or seen.minutes
            key = "just_begun" if not begun else "so_far" if seen.round else "minutes_so_far"
            told.append(say.say("label", key, values))
        line = BoxLayout(spacing=theme.mm(1.6), size_hint_y=None)
        if seen.seat:
            line.add_widget(_mark(seen.seat, 5.0))
        role: theme.TextRole = "small" if _few_lines() else "body"
        text = Paragraph(text=" ".join(told), role=role, pos_hint={"center_y": 0.5})
        text.bind(height=lambda _, high: setattr(line, "height", max(theme.mm(5.4), high)))
        line.height = max(theme.mm(5.4), text.height)
        line.add_widget(text)
        return line

    def _scores(self, seen: Glance) -> Widget | None:
        """How far everybody is, in what counts most; names are smaller where they find no room,
        and else not there."""
        found = score(seen.presenter.scene, seen.presenter.package.tally.pieces)
        if found is None:
            return None
        say = seen.presenter.phrasebook
        line = BoxLayout(spacing=theme.mm(0.8), size_hint_y=None, height=theme.mm(5.4))
        figures = {
            seat: str(found.figures[seat]) for seat in seen.match.seats if seat in found.figures
        }
        names = {seat: _line(say.name(seat), "body") for seat in figures}
        for seat, figure in figures.items():
            for part in (_mark(seat, 4.4), names[seat], _line(figure, "number"), _gap()):
                line.add_widget(part)
        line.add_widget(_line(seen.presenter.words(found.text, {}), "small", "ink2"))
        parts = list(line.children)

        def fit(_: Widget, wide: float) -> None:
            for role in SHOWN:
                for seat, name in names.items():
                    name.role, name.text = role or "body", say.name(seat) if role else ""
                    name.width = _wide(name) if role else 0
                if sum(one.width + line.spacing for one in parts) <= wide:
                    break

        line.bind(width=fit)
        line.add_widget(Widget())
        return line

    def _show_ground(self, seen: Glance) -> None:
        """What its table lies on."""
        shades = self._navigation.art(seen.presenter.package).ground
        if shades:
            own = dict(shades.surfaces)
            self.tint(theme.hexed(own.get("panel", theme.theme().panel)))
            self._far.show(shades.horizon, theme.hexed(own.get("panel2", theme.theme().panel2)))

    def _show_table(self, seen: Glance) -> None:
        """How its table stands; the picture of the box while nothing lies there."""
        presenter = seen.presenter
        self._table.clear_widgets()
        lying = presenter.scene.lying
        if not lying.shapes:
            lid = Lid()
            lid.art = self._navigation.art(presenter.package)
            self._table.add_widget(lid)
            return
        board = Board(
            art=self._navigation.art(presenter.package),
            names=lambda text, values: presenter.words(text, values),
            travel=0,
            margin=0,
            disabled=True,
        )
        board.scene = lying
        self._table.add_widget(board)


def _few_lines() -> bool:
    """Whether four lines find less room."""
    return theme.compact() and theme.enlarged() > 1


def _fills_the_card(seen: Glance) -> bool:
    """Whether there is room for what all do together, and not for when and how long."""
    return theme.enlarged() > 1 and bool(seen.presenter.asked) and not seen.seat


def _mark(seat: str, size: float) -> SeatMark:
    mark = SeatMark(seat=seat)
    mark.size_hint, mark.size = (None, None), (theme.mm(size), theme.mm(size))
    mark.pos_hint = {"center_y": 0.5}
    return mark


def _gap() -> Widget:
    return Widget(size_hint_x=None, width=theme.mm(1.4))


def _line(text: str, role: theme.TextRole, ink: str = "ink") -> TextLine:
    line = TextLine(text=text, role=role, ink=ink, size_hint_x=None, pos_hint={"center_y": 0.5})
    line.width = _wide(line)
    return line


def _wide(line: TextLine) -> float:
    """Pixels that a line takes for its text."""
    face = theme.TYPE[line.role][1]
    return float(width_of(line.text, theme.type_size(line.role), face) + theme.mm(0.5))
