"""Buttons: act on press, never smaller than a fingertip, never with cut text.

What is not offered now is greyed but can be touched: it is answered.
"""

from collections.abc import Iterator
from typing import Any

from kivy.input import MotionEvent
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from ui import theme
from ui.theme import Colour, mm
from ui.widgets.settled import when_settled
from ui.widgets.sketch import Easel, Sketch, parted_well, wrapped
from ui.widgets.text import width_of

BIG_LINE, SMALL_LINE = 1.25, 1.28
"""Heights of a line of the label and of the detail, in ems."""

THICK = 1.3
"""Millimetres of the rim of what is chosen, in strong contrast."""

HIGH, BROAD = 27.0, 24.0
"""Millimetres: a higher button has a larger picture, so wide at most."""

ABOVE = 12.0
"""Millimetres: a button that is higher, and not much wider than high, has its outline above."""

MOST, LEAST = 0.38, 0.3
"""Of the height of a button is what an outline above few words takes at most, and above many words
at least: it gives way before they become small, and those of a row are about as large."""

LEFT = 0.62
"""Of the height of a button is what an outline beside few words takes, where it would be smaller
above them."""

SLIM = 14.0
"""Millimetres: on a button that is not wider an outline stands above the words, however low."""

BROADER, TALL = 1.5, 20.0
"""How many times as wide as high a button must be for words beside its outline, and millimetres of
one so high that it stands above them all the same: else one of a row stands otherwise."""

NARROW = 20.0
"""Millimetres: a button that is not wider has less room beside its words."""

INSET = 0.5
"""Millimetres that a detail that may be left out stands further in than the label."""

LITTLE = 30.0
"""Millimetres: a button that is not wider leaves its words more room beside its outline."""

BARE = 4.6
"""Millimetres across of the picture on a button without a face."""

CARD = 0.7
"""Millimetres that a card keeps from the rim of the button that it stands on; below, where its
own edge hangs down, twice as many."""

ROUND_WORD = 3.0
"""Millimetres at the left and right of a bright word that is in the largest letters."""

PALE = 0.45
"""Opacity of a picture on what is not offered."""

DEEP = 0.5
"""Millimetres: how thick a raised button is seen to be."""

SHRINK, AS_USUAL = (1.0, 0.92, 0.85, 0.78, 0.72), (0.62, 0.54)
"""The sizes text is tried at before it counts as cut; of large words those of usual ones, too, so
that they keep their picture."""


def shares() -> tuple[float, ...]:
    """The sizes text is tried at now: in large letters down to the same as in normal ones."""
    large = theme.enlarged()
    tried = SHRINK[1:] if theme.compact() else SHRINK
    return tried if large == 1 else (*tried, *(one / large for one in SHRINK if one / large < 0.72))


FACES: dict[str, tuple[str, str, str]] = {
    "bright": ("green", "green_ink", "green_ink"),
    "plain": ("panel2", "ink", "ink2"),
    "danger": ("red_quiet", "red_text", "ink"),
    "danger_on_red": ("red_face", "red_text", "ink"),
    "ghost": ("background", "ink", "ink2"),
    "bare": ("background", "ink", "ink2"),
    "gold": ("gold", "gold_ink", "gold_ink"),
}
"""Roles of the face, the label and the detail, by the button's role."""


class ActionButton(Widget):
    """Something that can be done.

    label: what; detail: with which consequence, smaller below. spoken: what is only seen as a
    picture, for those who listen. role: ``bright`` for the one next
    step, ``plain``, ``danger`` (on a red sheet ``danger_on_red``), ``gold`` for what was chosen,
    ``ghost`` with a rim and no face, or ``bare`` with neither. token: what the press stands for.
    offered: greyed when not, yet touchable. cursor: the dial stands on it (gold). look and seat: an
    outline at the left, or above where the button is high. large: the label is as large as what is
    to be done now.
    waiting: begun, and something else is to be touched next (a golden rim). terse: a detail that
    finds no room whole is left out. card: what is printed on a thing, as shapes whose words are
    said already: then that is all there is to be seen, and the label is only what it is called.
    thing: how it stands on the table, in the place of the outline. opposite: it is read from the
    other side of the table. surface: the colour of a plain face that lies on the ground of a game,
    None for that of its role. most: the share of their size that its letters have at most, so that
    they are no larger than those beside it.

    Events: ``on_press()``, and ``on_token(token)`` when there is a token.
    """

    label = StringProperty("")
    detail = StringProperty("")
    spoken = ""
    role = OptionProperty("plain", options=list(FACES))
    offered = BooleanProperty(True)
    cursor = BooleanProperty(False)
    chosen = BooleanProperty(False)
    look = StringProperty("")
    seat = StringProperty("")
    art = ObjectProperty(None, allownone=True)
    large = BooleanProperty(False)
    waiting = BooleanProperty(False)
    terse = BooleanProperty(False)
    card = ObjectProperty(())
    thing = ObjectProperty(())
    opposite = BooleanProperty(False)
    surface = ObjectProperty(None, allownone=True)
    most = NumericProperty(1.0)

    __events__: tuple[str, ...] = ("on_press", "on_token")

    def __init__(self, token: str = "", **kwargs: Any) -> None:
        least = mm(theme.TOUCH)
        self.token = token
        kwargs.setdefault("size_hint_min", (mm(16), least))
        self._down = False
        self.cut = False
        self.letters = 1.0
        """The share of their size that its letters have."""
        self._soon = when_settled(self, self.refresh)
        super().__init__(**kwargs)
        self.size = (max(self.width, least), max(self.height, least))
        self._easel = Easel(self.canvas)
        for name in (
            *("label", "detail", "role", "offered", "cursor", "chosen", "look", "seat", "art"),
            *("large", "waiting", "terse", "card", "thing", "opposite", "surface", "most"),
            *("size", "disabled"),
        ):
            self.fbind(name, self._soon)
        self.fbind("pos", self._move)
        self._soon()

    def apply_class_lang_rules(self, *args: Any, **kwargs: Any) -> None:
        """None: Kivy's own style has rules for another widget of this name."""

    @property
    def drawn(self) -> int:
        """How often it was drawn so far."""
        return self._easel.drawn

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Act."""
        if not self.collide_point(*touch.pos) or self.disabled or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._down = True
        self.refresh()
        self.dispatch("on_press")
        if self.token:
            self.dispatch("on_token", self.token)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Look released."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._down = False
        self._soon()
        return True

    def on_press(self) -> None:
        """It was pressed."""

    def on_token(self, token: str) -> None:
        """It was pressed and stands for a token."""

    def refresh(self) -> None:
        """Draw it. Happens by itself before the next frame."""
        self._soon.cancel()
        if self.disabled and not self.opacity:  # it is not there
            self._easel.show(Sketch())
            return
        sketch = Sketch(self.art)
        face, ink, ink2 = self.faces()
        self._face(sketch, face)
        self.cut = not self._write(sketch, ink, ink2)
        self._easel.show(sketch)
        self._easel.turn(180 if self.opposite else 0, self.width / 2, self.height / 2)
        self._move()

    def _face(self, sketch: Sketch, face: Colour) -> None:
        """The surface: raised where it leads on, a quiet rim where it does not."""
        quiet = self.role == "ghost" or not self.offered
        line_role = theme.outline("line" if quiet else "")
        edge = theme.colour(line_role) if line_role else None
        line = mm(0.3)
        if self.chosen:
            edge, line = theme.colour("chosen"), mm(THICK if theme.theme().lined else 0.5)
        if self.cursor or self.waiting:
            edge, line = theme.colour("gold"), mm(0.6)
        radius = min(mm(theme.RADIUS), self.height / 3)
        if self.role == "bare" and edge is None and not self._down:
            return
        deep = mm(DEEP)
        if not quiet and self.role != "bare" and not theme.theme().lined:
            shade = (*theme.colour("well")[:3], 0.55)
            sketch.box(0, -deep, self.width, self.height, shade, radius)
        if quiet and not self._down and not theme.theme().lined:  # what it lies on is seen
            face = (*face[:3], 0.0)
        sketch.box(0, 0, self.width, self.height, face, radius, edge, line)
        if not quiet and edge is None and self.role != "bare":
            sketch.shine(0, 0, self.width, self.height, radius)

    def need(self, width: float) -> float:
        """The height at which all text fits into ``width`` at full size, in pixels."""
        if self.card:
            return mm(theme.TOUCH)
        room = width - 2 * mm(1.6)
        if self.look or self.thing:
            room -= mm(9.2)
        big, small = theme.type_size("strong"), theme.type_size("small")
        labels, details, _ = self._lines(room, big, small, self.detail)
        text = len(labels) * big * BIG_LINE + len(details) * small * SMALL_LINE
        return max(mm(theme.TOUCH), text + mm(2.4))

    def _lines(
        self, width: float, big: float, small: float, detail: str, *, hard: bool = False
    ) -> tuple[list[str], list[str], float]:
        """Label and detail in lines, and the width of the widest."""
        face = theme.TYPE[self._role()][1]
        labels = wrapped(self.label, width, big, face, hard=hard)
        inset = mm(INSET) if self.terse else 0.0
        details = wrapped(detail, width - 2 * inset, small, "plain")
        wide = [width_of(one, round(big), face) for one in labels]
        wide += [width_of(one, round(small)) for one in details]
        return labels, details, max(wide, default=0.0)

    @property
    def _told(self) -> bool:
        """It is a sentence beside others and no key."""
        return self.role == "bare" and bool(self.terse)

    def _role(self) -> theme.TextRole:
        """Of the label: that of what is to be done now where it is large, larger still for a bright
        word or two; of a number for one."""
        if self.large:
            room = 0.0 if self.look and self.terse else self.width - 2 * mm(ROUND_WORD)
            word = width_of(self.label, round(theme.type_size("display")), "display")
            return "display" if self.role == "bright" and word <= room else "now"
        usual: theme.TextRole = "body" if self._told and theme.compact() else "strong"
        return usual if any(one.isalpha() for one in self.label) else "number"

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.y)

    def faces(self) -> tuple[Colour, Colour, Colour]:
        """The colours of the face, the label and the detail now."""
        face, ink, ink2 = (theme.colour(role) for role in FACES[self.role])
        face = self.surface or face
        if not self.offered:
            face = theme.colour("panel")
            ink = ink2 = theme.colour("ink2")
        if self._down:
            face = theme.mix(face, theme.colour("ink"), 0.28)
        return face, ink, ink2

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        """Picture, label, detail; whether all of it fits."""
        if self.card:
            pad = mm(CARD)
            room = (pad, 2 * pad, self.width - 2 * pad, self.height - 3 * pad)
            sketch.card(self.card, *room, share=1.0 if self.offered or self.chosen else 0.35)
            return True
        if not self.terse or self.thing:
            return self._try(sketch, ink, ink2, self.look, self.detail, 3)
        for look, detail, most in dict.fromkeys(self._ways()):
            aside = Sketch(self.art)
            fits = self._try(aside, ink, ink2, look, detail, most)
            if fits:
                break
        sketch.add(aside)
        return fits

    def _ways(self) -> Iterator[tuple[str, str, int]]:
        """Picture, detail and lines of the label that are tried, the best first: a word is rather
        parted than left without its picture."""
        for look in dict.fromkeys((self.look, "")):
            for most in (5, 8):
                for detail in dict.fromkeys((self.detail, "")):
                    if look == self.look or not detail or self._told:
                        yield look, detail, most

    def _try(
        self, sketch: Sketch, ink: Colour, ink2: Colour, look: str, detail: str, most: int
    ) -> bool:
        """Draw these, the label in that many lines at most; whether all of it fits."""
        pad = mm(0.8 if self._told or self.width <= mm(NARROW) else 1.6)
        if self.chosen and theme.theme().lined:  # words keep clear of its rim
            pad = max(pad, mm(THICK + 0.8))
        edge = mm(0.0 if self._told else 0.8)  # what has no rim needs no margin
        x, width, top = pad, self.width - 2 * pad, self.height - edge
        if look or self.thing:
            x, width, top = self._picture(sketch, look, x, width, top)
        role = self._role()
        tried = (*shares(), *AS_USUAL) if self.large and look else shares()
        for share in (sizes := [one for one in tried if one <= self.most] or tried[-1:]):
            self.letters = share
            big, small = theme.type_size(role) * share, theme.type_size("small") * share
            labels, details, wide = self._lines(width, big, small, detail, hard=most > 5)
            high = len(labels) * big * BIG_LINE + len(details) * small * SMALL_LINE
            fits = not high or (high <= top - edge and wide <= width and len(labels) <= most)
            if fits and (share == sizes[-1] or parted_well(labels, self.label)):
                break
        if high > top - edge:  # it counts as cut, and lies over nothing else
            kept = labels[: max(1, int((top - edge) / (big * BIG_LINE)))]
            labels, details = [*kept[:-1], *(f"{one} …" for one in kept[-1:])], []
            high = len(labels) * big * BIG_LINE
        y = (top + edge) / 2 + high / 2
        parts: tuple[tuple[list[str], float, Colour, float, theme.TextRole], ...] = (
            (labels, big, ink, BIG_LINE, role),
            (details, small, ink2, SMALL_LINE, "small"),
        )
        for lines, size, colour, step, role in parts:
            for one in lines:
                y -= size * step / 2
                sketch.text(one, x + width / 2, y, role, colour, align=0.5, size=size)
                y -= size * step / 2
        return fits

    def _picture(
        self, sketch: Sketch, look: str, x: float, width: float, top: float
    ) -> tuple[float, float, float]:
        """Draw it at the left, or above where there is height for it and it is no smaller there;
        where the words begin, how wide they may be, and up to where."""
        above = self.height > mm(ABOVE) or self.width < mm(SLIM)
        if above and self.width < 1.8 * self.height:
            most = mm(BROAD if self.height > mm(HIGH) else 12)
            big, small = theme.type_size(self._role()), theme.type_size("small")
            labels, details, wide = self._lines(width, big, small, self.detail)
            text = len(labels) * big * BIG_LINE + len(details) * small * SMALL_LINE
            share = MOST if self.label else 0.6
            free = min(self.height * share, self.height - text - mm(2.4))
            size = max(self.height * LEAST, free)
            size = min(most, size, self.width - 2 * mm(0.8))
            beside = min(self.height * LEFT, mm(12))
            room = width - beside - mm(1.2)
            broad = self.width > BROADER * self.height and self.height < mm(TALL)
            if broad and beside > size and len(labels) == 1 and wide * SHRINK[2] <= room:
                self._seen(sketch, look, x + beside / 2, self.height / 2, beside)
                return self.width - x - room, room, top
            top -= max(0.0, self.height - size - text - mm(3.6)) / 3  # above, between and below
            self._seen(sketch, look, self.width / 2, top - mm(0.8) - size / 2, size)
            return x, width, top - size - mm(1.2)
        slim = 0.2 if self.width < mm(LITTLE) else 0.3
        seen = bool(self.thing) or self.large  # it shows what lies there, or what most tables want
        part, most = (0.86, mm(12)) if seen else (0.68, mm(8))
        size = min(self.height * part, most, self.width * (slim if self.label else 0.7))
        if self.role == "bare":  # as large before every word
            size = mm(BARE)
        self._seen(sketch, look, x + size / 2, self.height / 2, size)
        return x + size + mm(1.2), width - size - mm(1.2), top

    def _seen(self, sketch: Sketch, look: str, x: float, y: float, size: float) -> None:
        if self.thing:
            sketch.card(self.thing, x - size / 2, y - size / 2, size, size)
        else:
            share = 1.0 if self.offered else PALE
            sketch.look(look, x, y, size, self.seat, FACES[self.role][1], share)
