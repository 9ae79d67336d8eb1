"""The picture of what hands do, drawn from the game's own art: five templates, one hand.

It is drawn in a room of ``WIDE`` by ``HIGH`` units and fits itself into whatever it gets; below it
stands what it shows in words, where somebody wants that.
"""

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.input import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.scene import Shape
from companion.scene.hands import Hand, HandsPicture, Look, Spot
from ui import theme
from ui.canvas.art import Art, common
from ui.canvas.geometry import Polyline, box, disc
from ui.canvas.outlines import CARD
from ui.theme import TextRole, mm
from ui.widgets.sketch import Easel, Sketch, wrapped
from ui.widgets.text import width_of

WIDE, HIGH = 216.0, 150.0
"""The room that a picture is drawn in, in its own units, in which all sizes here are."""

PALE = 0.38
"""Opacity of a piece where it comes to lie."""

LEFT, RIGHT, MIDDLE = 60.0, 158.0, 62.0
"""Where source and target lie, and at which height."""

FIELD, PIECE, TILE = 92.0, 44.0, 52.0
"""Widths of a place, and of a piece and a tile or card on it."""

HAND, TIP = 58.0, (-0.25, -0.34)
"""Its width, and its fingertips from its middle, in widths."""

DOT, STEP = 3.4, 8.0
"""Width of a dot of the arc, and how far it is from one to the next."""

FIELDS, LINES = 6, 3
"""Numbered fields that are drawn, and lines of words above and below the picture, at most."""

PILL = 3.8
"""Millimetres that a number on a disc takes at least."""

HEADING: tuple[TextRole, TextRole] = ("eyebrow", "strong")
"""How what stands above the picture is written, without words below and with them."""

SHADE = (0.05, 0.22)
"""How much darker the ground of a picture with words is; in the dark theme."""


class _Drawing:
    """One hand being drawn; x and y in the units of the room, from its lower left."""

    def __init__(self, sketch: Sketch, x: float, y: float, unit: float) -> None:
        self.sketch, self._x, self._y, self._unit = sketch, x, y, unit

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._unit, self._y + y * self._unit

    # things

    def look(
        self,
        look: Look,
        x: float,
        y: float,
        width: float,
        share: float = 1.0,
        degrees: float = 0.0,
        count: int = 1,
    ) -> None:
        """A thing as wide as that; a card is as high."""
        size = width * self._unit
        size = {"hex": size / 2, "card": size / CARD}.get(look.form, size)
        px, py = self.at(x, y)
        shape = Shape(
            form=look.form,
            x=px,
            y=py,
            size=size,
            look=look.look,
            seat=look.seat,
            count=count,
            ghost=look.ghost or (look.form in ("hex", "square") and not look.look),
        )
        self.sketch.thing(shape, share, degrees)

    def sign(self, name: str, x: float, y: float, width: float) -> None:
        self.sketch.look(name, *self.at(x, y), width * self._unit)

    def hand(self, x: float, y: float) -> None:
        """The hand with its fingertips there."""
        self.sign("lifting-hand", x - TIP[0] * HAND, y - TIP[1] * HAND, HAND)

    def shadow(self, x: float, y: float, width: float) -> None:
        px, py = self.at(x, y)
        size = width * self._unit
        self.sketch.box(
            px - size / 2, py - size / 6, size, size / 3, (0.0, 0.0, 0.0, 0.4), size / 6
        )

    def arc(self, x: float, y: float, to_x: float, to_y: float, rise: float = 30.0) -> None:
        """Dots from one point over a bow to another."""
        ink = theme.colour("ink")
        count = max(2, ceil((abs(to_x - x) + rise) / STEP))
        for number in range(count + 1):
            t = number / count
            bow = 4 * t * (1 - t) * rise
            px, py = self.at(x + (to_x - x) * t, y + (to_y - y) * t + bow)
            self.sketch.dot(px, py, DOT * self._unit, ink)

    # places

    def place(self, spot: Spot, piece: Look, x: float, y: float) -> None:
        """What a place looks like with nothing on it."""
        match spot.stand:
            case "board":
                width = FIELD if spot.look.form == "hex" else FIELD * 0.84
                self.look(spot.look, x, y, width)
            case "piece":
                self.look(spot.look, x, y, FIELD * 0.7)
            case "seat":
                self.medal(spot.seat, x, y)
            case "box":
                self.sign("open-box", x, y - 8, FIELD * 0.8)
            case "stack":
                self.stack(piece, x, y)
            case "row":
                self.field(spot.field, x, y)

    def lit(self, spot: Spot, x: float, y: float) -> None:
        """The rim of a place that a thing goes to, as it is lit on the board."""
        if spot.stand != "board" or spot.look.form not in ("hex", "square"):
            return
        width = FIELD * self._unit
        square = box(width * 0.82, width * 0.82, width * 0.08)
        rim = disc(width * 0.48, 6) if spot.look.form == "hex" else square
        self.sketch.path(rim.moved(*self.at(x, y), 1), mm(0.7), theme.colour("lit"))

    def medal(self, seat: str, x: float, y: float) -> None:
        """A seat: its shape on a disc with its colour as the rim."""
        px, py = self.at(x, y)
        size = FIELD * 0.68 * self._unit
        owner = theme.seat(seat)
        self.sketch.dot(px, py, size, theme.colour("panel3"))
        self.sketch.dot(px, py, size, theme.hexed(owner.fill), size * 0.07)
        self.sketch.look(owner.mark, px, py, size * 0.62, seat)

    def stack(self, piece: Look, x: float, y: float) -> None:
        """A pile of five that lie with their backs up."""
        for layer in range(5):
            self.look(piece, x, y - 8 + layer * 5, TILE * 1.15)

    def field(self, number: int, x: float, y: float, width: float = 40.0) -> None:
        px, py = self.at(x, y)
        size, ink = width * self._unit, theme.colour("ink2")
        edge = theme.colour("line")
        self.sketch.box(
            px - size / 2,
            py - size / 2,
            size,
            size,
            theme.colour("panel3"),
            size / 6,
            edge,
            mm(0.2),
        )
        if number >= 0:
            self.sketch.text(
                str(number), px, py - size * 0.78, "number", ink, align=0.5, size=size * 0.42
            )

    # templates

    def draw(self, hand: Hand) -> None:
        """All of it."""
        getattr(self, f"_{hand.template}")(hand)

    def _size(self, look: Look) -> float:
        return PIECE if look.form == "piece" else TILE

    def _lift(self, hand: Hand) -> None:
        size = self._size(hand.piece)
        low = 14 if hand.source.stand == "seat" else 0
        self.place(hand.source, hand.piece, LEFT, MIDDLE - low)
        self.place(hand.target, hand.piece, RIGHT, MIDDLE)
        self.lit(hand.target, RIGHT, MIDDLE)
        self.look(hand.piece, RIGHT, MIDDLE, size, PALE)
        if not low:
            self.shadow(LEFT, MIDDLE - 20, size * 0.8)
        self.arc(LEFT + 30, MIDDLE + 46, RIGHT, MIDDLE + size / 2 + 6)
        self.look(hand.piece, LEFT, MIDDLE + 18 + low / 2, size, count=hand.count)
        self.hand(LEFT + 12, MIDDLE + 20 + low / 2 + size * 0.42)

    def _turn_up(self, hand: Hand) -> None:
        self.place(hand.source, hand.back, LEFT, MIDDLE)
        if hand.source.stand != "stack":
            self.look(hand.back, LEFT, MIDDLE, TILE)
        self.arc(LEFT + 22, MIDDLE + 44, RIGHT - 22, MIDDLE + 42, 16)
        face = hand.piece if hand.piece.look else hand.back  # nobody knows it yet
        self.look(face, RIGHT - 6, MIDDLE + 8, TILE * 1.35, degrees=14)
        self.hand(RIGHT + 14, MIDDLE + 34)
        if hand.count > 1:
            self.number(str(hand.count), RIGHT - 6 - TILE * 0.6, MIDDLE - 18)

    def _give(self, hand: Hand) -> None:
        self._above(hand, 0)

    def _return(self, hand: Hand) -> None:
        self._above(hand, 8)

    def _above(self, hand: Hand, low: float) -> None:
        """The piece in the hand above where it goes."""
        size = self._size(hand.piece) * 0.9
        self.place(hand.source, hand.back, LEFT, MIDDLE - 12)
        if hand.source.stand == "board":
            self.look(hand.piece, LEFT, MIDDLE - 12, size, PALE)
        self.place(hand.target, hand.back, RIGHT, MIDDLE - 26)
        high = MIDDLE + 24 - low
        self.arc(LEFT + 24, MIDDLE + 26, RIGHT - 28, high + 6, 22)
        self.look(hand.piece, RIGHT, high, size, count=hand.count)
        self.hand(RIGHT + 10, high + 2 + size * 0.42)

    def _slide(self, hand: Hand) -> None:
        numbers = row(hand.source.field, hand.target.field)
        step = min(48.0, (WIDE - 12) / len(numbers))
        first = WIDE / 2 - step * (len(numbers) - 1) / 2
        places = {number: first + step * at for at, number in enumerate(numbers)}
        for number, x in places.items():
            if number < 0:
                self.arc(x - 6, MIDDLE, x + 6, MIDDLE, 0)
            else:
                self.field(number, x, MIDDLE, step * 0.88)
        old, new = places[hand.source.field], places[hand.target.field]
        self.look(hand.piece, old, MIDDLE, step * 0.7, PALE)
        self.look(hand.piece, new, MIDDLE, step * 0.74)
        self.arc(old, MIDDLE + step * 0.6, new, MIDDLE + step * 0.6, 16)
        self.hand(new + step * 0.24, MIDDLE + step * 0.4)

    def _apart(self, hand: Hand) -> None:
        size = self._size(hand.piece)
        if hand.source.look.look:
            self.place(hand.source, hand.piece, LEFT - 8, MIDDLE + 8)
            self.arc(LEFT + 8, MIDDLE + 40, RIGHT, MIDDLE + 30)
        else:  # nothing is known but itself
            size = FIELD * 0.7
        self.look(hand.piece, LEFT - 8, MIDDLE + 8, size, count=hand.count)
        self.place(hand.target, hand.piece, RIGHT + 8, MIDDLE + 8)
        x, y = WIDE / 2, MIDDLE + 8
        self.line((x, y - 52), (x, y + 52), 6)
        self.cross(x, y, 11)

    def _crossed(self, hand: Hand) -> None:
        x, y = WIDE / 2, MIDDLE + 8
        self.look(hand.piece, x, y, FIELD)
        self.cross(x + FIELD * 0.46, y - FIELD * 0.4, 14)

    def cross(self, x: float, y: float, half: float) -> None:
        """What says that something does not go."""
        for high in (-half, half):
            self.line((x - half, y - high), (x + half, y + high), 7)

    def line(self, start: tuple[float, float], end: tuple[float, float], wide: float) -> None:
        """A red one."""
        ends = Polyline((self.at(*start), self.at(*end)), closed=False)
        self.sketch.path(ends, wide * self._unit, theme.colour("red"))

    def number(self, text: str, x: float, y: float) -> None:
        """A small number on a disc, which never becomes too small to be read."""
        px, py = self.at(x, y)
        size = max(26 * self._unit, mm(PILL - 0.4))
        wide = size * (1 + 0.34 * (len(text) - 1))
        fill, ink = theme.colour("gold"), theme.colour("gold_ink")
        self.sketch.box(px - wide / 2, py - size / 2, wide, size, fill, size / 2)
        self.sketch.text(text, px, py, "number", ink, align=0.5, size=size * 0.68)


def row(source: int, target: int) -> list[int]:
    """The numbered fields that are drawn when something slides: those between and one beside each
    end; where they are too many, both ends and -1 for what is left out."""
    low, high = min(source, target), max(source, target)
    numbers = list(range(max(min(low, 1), low - 1), high + 2))
    if len(numbers) <= FIELDS:
        return numbers
    return [low, low + 1, -1, high - 1, high]


class HandsView(Widget):
    """A picture of hands. A touch shows the next of several, and says what it shows where no words
    stand below; it never reaches what is below.

    art: of the game. say: says it. picture: what is shown, None for nothing. captioned: whether the
    words stand below. caption: what stands there instead of the words of the hand. heading: what
    stands above it: whose move it is of, "" for nothing. at: where on the board the one ends that
    somebody leafed to, "" for none.
    """

    picture = ObjectProperty(None, allownone=True)
    captioned = BooleanProperty(True)
    caption = StringProperty("")
    heading = StringProperty("")
    at = StringProperty("")

    def __init__(
        self, art: Art | None = None, say: Callable[[str], None] | None = None, **kwargs: Any
    ) -> None:
        self._art, self._say = art or common(), say
        self._shown = 0
        super().__init__(**kwargs)
        self._easel = Easel(self.canvas)
        self.fbind("picture", self._begin)
        for name in ("size", "captioned", "caption", "heading"):
            self.fbind(name, self._draw)
        self.fbind("pos", self._move)
        self._draw()

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All that is shown, one after the other."""
        picture: HandsPicture | None = self.picture
        return picture.hands if picture is not None else ()

    @property
    def words(self) -> str:
        """What stands below the picture."""
        if self.caption:
            return str(self.caption)
        return self.hands[self._shown].sentence if self.hands else ""

    def _begin(self, *_: object) -> None:
        self._shown, self.at = 0, ""
        self._draw()

    def next(self) -> None:
        """Show the next of several."""
        if len(self.hands) > 1:
            self._shown = (self._shown + 1) % len(self.hands)
            self.at = self.hands[self._shown].at
            self._draw()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch leafs through several hands, and says what is seen."""
        say = None if self.captioned or not self.words else self._say
        if not self.collide_point(*touch.pos) or (say is None and len(self.hands) < 2):
            return False
        self.next()
        if say is not None:
            say(self.words)
        return True

    def _draw(self, *_: object) -> None:
        sketch = Sketch(self._art)
        if self.hands and min(self.size) > 1:
            below, role = 0.0, HEADING[self.captioned]
            if self.captioned:
                shade = (0.0, 0.0, 0.0, SHADE[theme.theme().name == "dark"])
                sketch.box(0, 0, self.width, self.height, shade, mm(theme.RADIUS))
                below = self._write(sketch, self.words, "body", "ink")
            above = self._write(sketch, self.heading, role, "gold_text", top=True)
            self._paint(sketch, below, above)
        self._easel.show(sketch)
        self._move()

    def _paint(self, sketch: Sketch, below: float, above: float) -> None:
        told = f"{self._shown + 1}/{len(self.hands)} ›" if len(self.hands) > 1 else ""
        room = self.height - below - above
        aside = not self.captioned and self.width - WIDE * room / HIGH >= mm(2 * PILL)
        foot = below + (mm(PILL) if told and not aside else 0.0)  # never upon the picture
        room = self.height - foot - above
        unit = max(0.0, min(self.width / WIDE, room / HIGH))
        free, y = self.width - WIDE * unit, foot + (room - HIGH * unit) / 2
        x = free if told and aside else free / 2
        _Drawing(sketch, x, y, unit).draw(self.hands[self._shown])
        if told:  # a touch leads on
            x = mm(PILL) if aside else self.width / 2
            _Drawing(sketch, x, below + mm(PILL) / 2, 0).number(told, 0, 0)

    def _write(
        self, sketch: Sketch, text: str, role: TextRole, ink: str, *, top: bool = False
    ) -> float:
        """Words in the middle at the foot or the top; their height."""
        pixels, room = theme.type_size(role), self.width - mm(2)
        lines = wrapped(text, room, pixels, theme.TYPE[role][1])[:LINES]
        widest = max(
            (width_of(line, round(pixels), theme.TYPE[role][1]) for line in lines), default=0
        )
        high, size = pixels * 1.25, pixels * min(1.0, room / max(1, widest))
        for number, line in enumerate(lines if top else reversed(lines)):
            y = mm(0.8) + high * (number + 0.5)
            x, y = self.width / 2, self.height - y if top else y
            sketch.text(line, x, y, role, theme.colour(ink), room, align=0.5, size=size)
        return high * len(lines) + mm(1.2) if lines else 0.0

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.y)
