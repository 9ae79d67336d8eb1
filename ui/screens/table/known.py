"""What one seat alone knows, as pictures in a row: all of it in sight, for nothing can be scrolled
while a finger holds it uncovered."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.sight.known import Known, Section, Thing
from ui import theme
from ui.canvas.art import Art
from ui.canvas.figures import Names
from ui.canvas.outlines import CARD
from ui.shell.controls import Card
from ui.widgets.board import Board
from ui.widgets.instruments import TablePanel
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch
from ui.widgets.text import Paragraph

ROW, UPRIGHT = 6, 4
"""Things side by side at most; on an upright screen."""

HIGHEST = 58.0
"""Millimetres of the card of a thing at most."""

LARGEST = 26.0
"""Millimetres across a picture at most."""

EDGE = 2.4
"""Millimetres below a thing for its own edge, which hangs down from it."""


class ThingPicture(Drawn):
    """A thing as it is printed, or its look. seat: whose it is. most: millimetres across it."""

    card = ObjectProperty(())
    look = StringProperty("")
    seat = StringProperty("")
    most = NumericProperty(LARGEST)
    drawn_by = ("card", "look", "seat")

    def draw(self, sketch: Sketch) -> None:
        """The thing in the middle."""
        most = theme.mm(self.most)
        edge = theme.mm(EDGE) if self.card else 0.0
        wide, high = min(self.width, most), min(self.height - edge, most * CARD)
        x, y = (self.width - wide) / 2, edge + (self.height - edge - high) / 2
        if self.card:
            sketch.card(self.card, x, y, wide, high)
        elif self.look:
            sketch.look(self.look, self.width / 2, self.height / 2, min(wide, high), self.seat)


def uncovered(known: Known, seat: str, art: Art, names: Names, *, upright: bool) -> Widget:
    """All of it, side by side, or one below the other on an upright screen."""
    whole = BoxLayout(orientation="vertical", spacing=theme.mm(theme.GAP))
    for sentence in known.sentences:
        whole.add_widget(Paragraph(text=sentence, role="strong"))
    parts = BoxLayout(
        orientation="vertical" if upright else "horizontal", spacing=theme.mm(2 * theme.GAP)
    )
    for section in known.sections:
        parts.add_widget(_section(section, seat, art, upright=upright))
    if known.others:
        parts.add_widget(TablePanel(instruments=known.others, art=art, names=names))
    if known.scene is not None:
        board = Board(scene=known.scene, art=art, names=names, travel=0, steady=True)
        board.disabled = True
        board.size_hint_x = 1 if upright else 3
        parts.add_widget(board)
    whole.add_widget(parts)
    return whole


def _section(section: Section, seat: str, art: Art, *, upright: bool) -> Widget:
    count = max(1, len(section.things))
    columns = _columns(count, upright=upright)
    made = BoxLayout(orientation="vertical", spacing=theme.mm(1))
    made.size_hint_x = 1 if upright else columns
    title = section.title[:1].upper() + section.title[1:]
    made.add_widget(Paragraph(text=title, role="strong", ink="gold_text"))
    things = GridLayout(cols=columns, spacing=theme.mm(theme.GAP))
    for one in section.things:
        things.add_widget(_thing(one, seat, art))
    things.size_hint_max_y = -(-count // columns) * theme.mm(HIGHEST)
    made.add_widget(things)
    made.add_widget(Widget(size_hint_y=0.001))  # what is left lies below
    return made


def _columns(count: int, *, upright: bool) -> int:
    """How many stand side by side, with rows about as long as each other."""
    if upright:
        return -(-count // -(-count // UPRIGHT))
    return count if count <= ROW else -(-count // 2)


def _thing(thing: Thing, seat: str, art: Art) -> Widget:
    card = Card("panel2", padding=theme.mm(1.4), spacing=theme.mm(0.8))
    look = thing.token if not thing.card and not art.missing([thing.token]) else ""
    if thing.card or look:
        card.add_widget(ThingPicture(card=thing.card, look=look, seat=seat, art=art))
    if thing.label:
        role = "strong" if any(one.isalpha() for one in thing.label) else "display"
        card.add_widget(Paragraph(text=thing.label, role=role, halign="center"))
    return card
