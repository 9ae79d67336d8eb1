"""What one person does now, in one sentence, and what was done last, in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import Art
from ui.presenter.now import NowCard
from ui.screens.table import refusal
from ui.screens.table.known import ThingPicture
from ui.screens.table.refusal import NO_RULES, Rules
from ui.screens.table.tray import LINE
from ui.shell.controls import Card, keep, set_bounds
from ui.theme import TextRole
from ui.widgets.button import ActionButton
from ui.widgets.hands import HandsView
from ui.widgets.instruments import SeatMark
from ui.widgets.pieces import Picture
from ui.widgets.text import Paragraph, TextLine, width_of
from ui.widgets.turned import Turned

SIZES: tuple[TextRole, ...] = ("now", "title", "number", "strong", "body", "small", "tiny")
"""The sizes a sentence is tried at until it fits its card."""

LARGE = SIZES[:4]
"""Those of them that are read from a chair."""


PLACE = 38.0
"""Millimetres across a place of the table that is shown there, at most."""

PICTURE, BESIDE = 20.0, (0.36, 0.27, 0.2, 0.0)
"""Millimetres that a picture below the sentence must be high; its share of the width beside it,
and beside a sentence that would be small there, which is rather read than a small picture seen."""


PAD, APART, MARK = (2.2, 1.2), (1.2, 0.4), (4.6, 3.2)
"""Millimetres above a sentence, between it and what stands beside it, and across the mark of whom
it is for; and as close as they are for a sentence that would be small with these."""

BELOW = 0.8
"""Millimetres below what happened last."""

DONE = 0.62
"""How much of the picture of what was done last is seen: what is asked now is another thing."""

CAPTIONED = 30.0
"""Millimetres across that words below a picture need."""


PULSE = 0.35
"""Seconds in which a line lights up that is said once more."""


class Now(Widget):
    """The card; it never changes its place or size. rules: opens the rules behind a refusal. say:
    says what a picture without words shows."""

    def __init__(self, art: Art, rules: Callable[[], None], say: Callable[[str], None]) -> None:
        super().__init__()
        self.card = Card("panel")
        self._turned = Turned(self.card)
        self._mark = SeatMark(seat="", size_hint=(None, None))
        self._eyebrow = Paragraph(role="eyebrow", ink="gold_text", pos_hint={"center_y": 0.5})
        self._head = BoxLayout(spacing=theme.mm(1.6), size_hint_y=None)
        self.text = Paragraph(role="now")
        self.hands = HandsView(art, say)
        self.place = ThingPicture(art=art, most=PLACE)
        self._body = BoxLayout(spacing=theme.mm(1.2))
        self._words = BoxLayout(orientation="vertical", spacing=theme.mm(1.2))
        self._free = Widget()
        self.note = Paragraph(role="small", ink="ink2", pos_hint={"center_y": 0.5})
        self.rule = ActionButton(label="", role="ghost", size_hint=(None, None))
        self.rule.size = (theme.mm(20), theme.mm(theme.TOUCH))
        self.rule.bind(on_press=lambda *_: rules())
        self._foot = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=self.rule.height)
        self._shown: tuple[NowCard | None, Rules] = (None, NO_RULES)
        self._degrees, self._keep_free = 0.0, 0.0
        self.add_widget(self._turned)

    def show(self, now: NowCard, rules: Rules) -> None:
        """Show this."""
        if (now, rules) == self._shown:
            return
        self._shown = now, rules
        red = now.face == "refusal"
        self.card.paint(refusal.PAPER if red else "panel", refusal.EDGE if red else "")
        self._eyebrow.ink = refusal.INK if red else "gold_text"
        self._eyebrow.text = now.eyebrow.upper()
        if now.seat:
            self._mark.seat = now.seat
        self.text.text = now.sentence
        self.hands.picture, self.hands.caption = now.picture, now.caption
        self.hands.heading = now.note
        self.place.card = now.place
        self.rule.label = rules.word
        self._fit()

    def stand(
        self, x: float, y: float, width: float, height: float, degrees: float, free: float
    ) -> None:
        """Fill a box, turned towards who is asked. free: how many pixels at the foot of the box
        are for something else, which is not turned."""
        set_bounds(self, x, y, width, height)
        self._degrees, self._keep_free = degrees, free
        self._fit()

    def _fit(self) -> None:
        now, rules = self._shown
        if self.width < 2 or now is None:
            return
        self._turned.lie(self.x, self.y, self.width, self.height, self._degrees)
        for close in (0, 1):
            self._lay(now, rules, close)
            if self.text.role in LARGE:
                return

    def _room(self, close: int) -> list[float]:
        """Left, above, right and below the words; what stands there comes so close."""
        pad, side = theme.mm(PAD[close]), theme.mm(MARK[close])
        padding = [theme.mm(PAD[0]), pad, theme.mm(PAD[0]), pad * 0.5]
        if self._keep_free:  # at whatever side of it is its foot on the screen
            foot = self._keep_free + (0 if close else pad * 0.5)
            padding[(3 + round(self._degrees / 90)) % 4] = foot
        self._mark.size = (side, side)
        self.card.padding, self.card.spacing = padding, theme.mm(APART[close])
        return padding

    def _lay(self, now: NowCard, rules: Rules, close: int) -> None:
        """All of it in its place, so close."""
        padding = self._room(close)
        drawn: Widget | None = self.hands if now.picture else self.place if now.place else None
        aside = drawn is not None and self.card.width > self.card.height * 1.2
        self.note.text = rules.note
        self.hands.opacity = DONE if now.done else 1.0
        tall = aside and not self.note.text  # beside the eyebrow, too, where that stands alone
        foot = self._foot_of(now, rules, beside=tall)
        room = self.card.height - padding[1] - padding[3] - self._head.height
        room -= self.card.spacing + (self._foot.height + self.card.spacing if foot else 0)
        wide = self.card.width - padding[0] - padding[2]
        for share in BESIDE if aside else (0.0,):
            beside = wide * share
            self._write(room, wide - beside - (self._body.spacing if beside else 0))
            if self.text.role in LARGE:
                break
        least = theme.mm(PICTURE + 2)
        if drawn is not None and not aside and room - self.text.texture_size[1] <= least:
            self._write(room - least, wide)  # a smaller sentence with its picture says more
            if self.text.role not in LARGE:
                self._write(room, wide)
        below = drawn is not None and not beside and room - self.text.texture_size[1] > least
        if not (beside or below):
            drawn = None
        self.hands.captioned = below and wide > theme.mm(CAPTIONED)
        self._body.orientation = "horizontal" if beside else "vertical"
        if drawn is not None:
            drawn.size_hint = (None, 1) if beside else (1, 1)
            drawn.width = beside or wide
        self.text.pos_hint = {"top": 1} if beside and not tall else {}
        if drawn is not None and tall:
            keep(self._words, [self._head, self.text, self._free])
            keep(self._body, [self._words, drawn])
            keep(self.card, [self._body, *foot])
            return
        keep(self._words, [])
        keep(self._body, [self.text, drawn or self._free])
        keep(self.card, [self._head, self._body, *foot])

    def _write(self, room: float, wide: float) -> None:
        """The sentence as large as it fits."""
        for role in SIZES:
            self.text.role = role
            self.text.width = wide
            self.text.texture_update()
            if self.text.texture_size[1] <= room:
                break

    def _foot_of(self, now: NowCard, rules: Rules, *, beside: bool) -> list[Widget]:
        """The note and the way to the rules; without that the note stands beside the eyebrow. On a
        narrow card the eyebrow is smaller, and has the line alone where even that is too wide, or
        two lines. beside: whether a picture stands beside it."""
        mark: list[Widget] = [self._mark] if now.seat else []
        line = self.card.width - self.card.padding[0] - self.card.padding[2]
        line -= line * BESIDE[0] + self._body.spacing if beside else 0
        room = line - (self._mark.width + self._head.spacing if mark else 0)
        said = self._eyebrow.text
        fits = width_of(said, theme.type_size("eyebrow"), "bold") <= room
        self._eyebrow.role = "eyebrow" if fits else "tiny"
        small = width_of(said, theme.type_size("tiny"))
        if not fits and small > room:
            mark = []
        lines = 1 if fits or small < line else 2
        self._head.height = max(self._mark.height, lines * theme.type_size("tiny") * LINE)
        if not rules.word:
            keep(self._foot, [])
            self.note.halign = "right"
            small = theme.type_size("small")
            wide = width_of(self.note.text, small) + theme.mm(1)
            self.note.size_hint_x, self.note.width = None, wide
            noted = bool(self.note.text) and width_of(said, small) + wide + theme.mm(8) < room
            keep(self._head, [*mark, self._eyebrow, *([self.note] if noted else [])])
            return []
        self.note.halign, self.note.size_hint_x = "left", 1
        keep(self._head, [*mark, self._eyebrow])
        keep(self._foot, [self.note, self.rule])
        return [self._foot]


class Last(Card):
    """What happened last, in one line; a touch opens the history. again: how often a touch was
    answered with the line that stood there already: it lights up then, for whoever does not see a
    line that stays takes it for no answer."""

    again = NumericProperty(0)

    def __init__(self, history: Callable[[], None]) -> None:
        super().__init__("panel", spacing=theme.mm(0.8))
        self._history = history
        self._mark = SeatMark(seat="", size_hint=(None, None), pos_hint={"center_y": 0.5})
        self._mark.size = (theme.mm(3.6), theme.mm(3.6))
        self.text = Paragraph(role="body", pos_hint={"center_y": 0.5})
        self._eyebrow = TextLine(role="eyebrow", ink="ink2")
        self._link = TextLine(role="small", ink="ink2", halign="right")
        self._sign = Picture(look="sign-log", ink="ink2", size_hint=(None, None))
        self._sign.size = (theme.mm(4), theme.mm(4))
        self._sign.pos_hint = {"center_y": 0.5}
        self._head = BoxLayout(size_hint_y=None, height=theme.mm(3.4))
        self._row = BoxLayout(spacing=theme.mm(1.6))
        self._no = Picture(look="sign-no", ink=refusal.EDGE, size_hint=(None, None))
        self._no.size, self._no.pos_hint = self._mark.size, {"center_y": 0.5}
        self._inside, self._told, self._linked, self._denied = False, "", 0.0, False
        self._marks: list[Widget] = []
        self._answers = 0
        self._fade = Clock.create_trigger(lambda _: self._rest(), PULSE)
        self.bind(size=lambda *_: self._fit())

    def show(
        self,
        seat: str,
        text: str,
        words: tuple[str, str],
        *,
        inside: bool,
        answers: int = 0,
        denied: bool = False,
    ) -> None:
        """Show who did what. words: for what happened last, and for what a touch opens. inside: it
        is the lower part of another card. answers: the number of the touch that this answers, 0
        where it answers none. denied: it says why that touch began nothing, and is as red as a
        refusal."""
        self._inside, self._denied = inside, denied
        self._rest()
        if answers and text == self._told and answers != self._answers:
            self.again += 1
            self.paint("panel3", "gold")
            self._fade()
        self._answers = answers
        side = theme.mm(2.2)
        above, below = (0.0, 0.0) if inside else (theme.mm(1.8), theme.mm(BELOW))
        self.padding = (side, above, side, below)
        if seat:
            self._mark.seat = seat
        self._told, self._eyebrow.text, self._link.text = text, words[0].upper(), words[1]
        self._marks = [self._no] if denied else [self._mark] if seat else []
        self._eyebrow.ink = refusal.INK if denied else "ink2"
        self._link.size_hint_x = None if inside else 1
        self._linked = width_of(words[1], theme.type_size("small")) + theme.mm(1)
        self._link.pos_hint = {"center_y": 0.5}
        keep(self._head, [] if inside else [self._eyebrow, self._link, self._sign])
        keep(self, [self._row] if inside else [self._head, self._row])
        self._fit()

    def _rest(self) -> None:
        if self._denied:
            self.paint(refusal.PAPER, refusal.EDGE)
        else:
            self.paint("" if self._inside else "panel")

    def _fit(self) -> None:
        room = self.height
        if not self._inside:
            room -= self.padding[1] + self.padding[3] + self._head.height + self.spacing
        self._write(room)
        if self._inside:  # as far from the rim as elsewhere, where there is room for it
            left, above, right, _ = self.padding
            below = max(0.0, min(theme.mm(BELOW), room - self.text.texture_size[1]))
            self.padding = (left, above, right, below)

    def _write(self, room: float) -> None:
        """All of it, as large as it fits: in a line with the word for what a touch opens, else
        without that, else no larger than letters are that nobody enlarged."""
        self.text.text, self.text.scale = self._told, 1.0
        for linked in (True, False) if self._inside else (True,):
            beside = [self._link] if linked and self._inside else []
            keep(self._row, [*self._marks, self.text, *beside])
            self.text.size_hint_x, self.text.width = None, max(1, int(self._free()))
            roles: tuple[TextRole, ...] = ("body", "small", "tiny")
            for role in ("strong", *roles) if self._denied else roles:
                self.text.role = role
                self.text.texture_update()
                if self.text.texture_size[1] <= room:
                    return
        self.text.scale = 1 / theme.enlarged()
        for told in _shorter(self._told):  # the history has all of it
            self.text.text = told
            self.text.texture_update()
            if self.text.texture_size[1] <= room:
                return

    def _free(self) -> float:
        """How wide the text may be."""
        if self._inside:
            self._link.width = self._linked
        parts = [one for one in self._row.children if one is not self.text]
        used = sum(one.width + self._row.spacing for one in parts)
        return float(self.width - self.padding[0] - self.padding[2] - used)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Open the history."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self._history()
        return True


def _shorter(told: str) -> Iterator[str]:
    """What is told, then with fewer and fewer of its sentences, then with fewer of the words of the
    first one."""
    sentences = told.split(". ")
    for count in range(len(sentences), 0, -1):
        whole = ". ".join(sentences[:count])
        yield whole if count == len(sentences) else f"{whole}."
    words = sentences[0].split()
    for count in range(len(words) - 1, 0, -1):
        yield " ".join(words[:count]) + " …"
