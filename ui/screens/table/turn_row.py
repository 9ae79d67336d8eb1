"""A turn as a row of the history."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_hex_from_color

from companion.kernel import TABLE, Rulebook, Verbatim
from companion.text import Phrasebook
from ui import theme
from ui.canvas.art import Art
from ui.presenter.turns import How, Turn, TurnLine
from ui.shell.controls import Card, Column
from ui.widgets.pieces import Medal
from ui.widgets.text import Paragraph, TextLine, safe

_INK: dict[How, str] = {"": "ink", "exception": "gold_text", "noted": "ink2"}


MOST = 3
"""How many lines of a turn are shown before it is touched."""


class Words(NamedTuple):
    """What a row is told with. art: with the figure of the game."""

    say: Phrasebook
    rulebook: Rulebook
    art: Art


def clock_of(seconds: float) -> str:
    """Hours and minutes of play."""
    minutes = int(seconds) // 60
    return f"{minutes // 60}:{minutes % 60:02}"


def lasted(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def visible(turn: Turn, *, exceptions: bool) -> list[TurnLine]:
    """What is told of a turn. exceptions: only what stands in spite of a rule or was refused."""
    if exceptions:
        return [one for one in turn.lines if one.how in ("exception", "refused")]
    return [one for one in turn.lines if one.how != "refused"]


def shown(turn: Turn, *, exceptions: bool) -> bool:
    """Whether there is anything to tell of it."""
    return bool(visible(turn, exceptions=exceptions))


class TurnRow(Card):
    """Whose turn, what happened, when in the match that was, and how long it took. chosen: all of
    a long turn is seen. goes_on: it is the turn that is going on."""

    __events__ = ("on_press",)

    def __init__(
        self, turn: Turn, words: Words, *, chosen: bool, goes_on: bool, exceptions: bool
    ) -> None:
        super().__init__(
            "panel2",
            "gold" if chosen else "",
            orientation="horizontal",
            size_hint_y=None,
            padding=(theme.mm(2), theme.mm(1.4)),
        )
        self.turn = turn
        size = theme.mm(7 if theme.compact() else 9)
        mark = Medal(seat=turn.seat if turn.seat != TABLE else "", art=words.art)
        mark.size_hint, mark.size, mark.pos_hint = (None, None), (size, size), {"center_y": 0.5}
        self.add_widget(mark)
        self._text = Column(spacing=theme.mm(0.5), pos_hint={"center_y": 0.5})
        for name in turn.bookmarks:
            called = words.say.say("label", "bookmark", {"name": Verbatim(name)})
            self._text.add_widget(Paragraph(text=called, role="strong", ink="gold_text"))
        lines = visible(turn, exceptions=exceptions)
        seen = lines if chosen or len(lines) <= MOST + 1 else lines[:MOST]
        for one in seen:
            self._text.add_widget(_sentence(one, words))
        if len(seen) < len(lines):
            values = {"count": len(lines) - len(seen)}
            more = words.say.say("label", "more_lines", values)
            self._text.add_widget(Paragraph(text=more, role="small", ink="ink2"))
        self.add_widget(self._text)
        self.add_widget(_times(turn, words.say, goes_on))
        self._text.bind(height=self._grow)
        self._grow()

    def _grow(self, *_: object) -> None:
        self.height = max(theme.mm(theme.TOUCH + 2), self._text.height + 2 * theme.mm(1.4))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Choose it."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was chosen."""


def _sentence(one: TurnLine, words: Words) -> Paragraph:
    say = words.say
    if one.how in ("wrong_tap", "taken_back", "refused"):
        gone = say.say("status", one.how)
        if one.by not in ("", TABLE):
            gone = say.say("status", f"{one.how}_by", {"who": one.by})
        text = Paragraph(markup=True, role="small", ink="ink2")
        text.text = f"[s]{safe(one.sentence)}[/s]  {safe(gone)}"
        return text
    done, came = one.sentences[:1], one.sentences[1:]
    key = one.status.replace(" ", "_")
    if one.how == "exception" and say.has("status", key):
        rules = [words.rulebook[clause] for clause in one.faults if clause in words.rulebook]
        numbers = dict.fromkeys(rule.number for rule in rules if rule.strength != "fact")
        done = (*done, f"({' '.join((say.say('status', key), *numbers))})")
    quiet = get_hex_from_color(theme.colour("ink2"))
    text = Paragraph(markup=True, ink=_INK[one.how], text=safe(" ".join(done)))
    if came:
        text.text += f"  [color={quiet}]{safe(' '.join(came))}[/color]"
    return text


def _times(turn: Turn, say: Phrasebook, goes_on: bool) -> BoxLayout:
    """When it ended, and how long it took."""
    both = Column(spacing=0, pos_hint={"center_y": 0.5}, size_hint_x=None)
    both.width = theme.mm(15 if theme.compact() else 22) * theme.enlarged()
    made: list[Any] = [TextLine(text=clock_of(turn.at), role="strong", halign="right")]
    if goes_on:
        made.append(TextLine(text=say.say("label", "this_turn"), role="small", halign="right"))
    elif turn.seat != TABLE and turn.took >= 1:
        took = say.say("label", "took", {"time": lasted(turn.took)})
        made.append(TextLine(text=took, role="small", halign="right"))
    for one in made[1:]:
        one.ink = "ink2"
    for one in made:
        both.add_widget(one)
    return both
