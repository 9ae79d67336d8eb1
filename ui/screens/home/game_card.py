"""A box on the shelf: its picture, what it is about, and the ways to play and to learn it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.text import read_texts
from ui import theme
from ui.canvas.art import common
from ui.canvas.ground import Horizon
from ui.navigation import Navigation
from ui.shell.controls import Card, Column, button, row
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Lid
from ui.widgets.text import Paragraph, width_of

BESIDE = 4.0
"""Millimetres between the picture and the words beside it."""

ABOVE = 1.2
"""Millimetres above the picture and below it, on a large screen: it is as large as can be."""

WAY = 9.6
"""Millimetres: height of the ways to play and to learn."""

MORE = 1.35
"""How many times as wide as the way to learn it the way to play is, unless letters are large."""


class Facts(Paragraph):
    """Some facts with a dot between them; none stands at the end of a line."""

    def __init__(self, facts: tuple[str, ...]) -> None:
        self._facts = facts
        super().__init__(role="small", ink="ink2", text=" · ".join(facts))

    def _fit(self) -> None:
        lines: list[str] = []
        for fact in self._facts:
            whole = f"{lines[-1]} · {fact}" if lines else fact
            if lines and width_of(whole, theme.type_size("small")) <= self.width - 2:
                lines[-1] = whole
            else:
                lines.append(fact)
        self.text = "\n".join(lines)
        super()._fit()


class Play(ActionButton):
    """The way to play, in the letters of a game's name where there is room."""

    def _role(self) -> theme.TextRole:
        return "strong" if theme.compact() or theme.enlarged() != 1 else "title"


class GameCard(Card):
    """A game; a touch anywhere on it plays. act: gets the route and the game. wide: there is room
    beside the picture for all the words. low: there is hardly room below it, and the picture goes
    before the words. One that cannot be loaded says that instead."""

    __events__ = ("on_press",)

    def __init__(
        self,
        navigation: Navigation,
        name: str,
        act: Callable[[str, str], None],
        *,
        wide: bool,
        low: bool,
    ) -> None:
        super().__init__("panel", orientation="horizontal" if wide else "vertical")
        if theme.compact() and not wide:
            side = theme.mm(1.1)
            self.padding = (theme.mm(2.2), side, side, side)
        elif not wide:
            side, above = theme.mm(theme.PAD), theme.mm(ABOVE)
            self.padding = (side, above, side, side)
            self.spacing = above
        if wide:
            self.spacing = theme.mm(BESIDE)
        self._navigation, self._act, self._wide, self._low = navigation, act, wide, low
        self.game = name
        info = navigation.session.game_info(name)
        self._art = partial(navigation.art, info)
        self.lid, self._far = Lid(), Horizon(self)
        self.play = Play(label=navigation.session.words().say("button", "play"))
        self.play.size_hint_x = MORE if theme.enlarged() == 1 else 1
        self.play.bind(on_press=lambda _: self.dispatch("on_press"))
        self.broken = bool(navigation.session.broken(name))
        if navigation.has_art(info):
            self.show_picture()
        self.add_widget(self.lid)
        self.text = Column(spacing=theme.mm(0.8))
        self._tell()
        self.below = Widget(size_hint_y=None, height=0)
        ways = row(self._ways(), WAY, spacing=theme.mm(1.2))
        if wide:
            self.text.pos_hint = {"center_y": 0.5}
            self.text.add_widget(Widget(size_hint_y=None, height=theme.mm(2)))
            self.text.add_widget(ways)
            self.add_widget(self.text)
        else:
            for one in (self.text, self.below, ways):
                self.add_widget(one)
        self.bind(on_press=lambda card: act("seats", card.game))

    @property
    def _about(self) -> Mapping[tuple[str, str], str]:
        """What the game says of itself."""
        session = self._navigation.session
        return read_texts(session.game_info(self.game).texts).templates(session.language)

    def _tell(self) -> None:
        session, about = self._navigation.session, self._about
        role = "title" if self._wide or not theme.compact() else "number"
        self.text.add_widget(Paragraph(role=role, text=about["about", "title"]))
        if self.broken:
            wrong = session.words().say("notice", "game_broken")
            self.text.add_widget(Paragraph(role="small", ink="gold_text", text=wrong))
            return
        if self._low:
            return
        subtitle = about["about", "subtitle"]
        self.text.add_widget(
            Paragraph(role="body" if self._wide else "small", ink="gold_text", text=subtitle)
        )
        line = about["about", "line"]
        if not self._wide:
            line = about.get(("about", "short"), line)
        self.text.add_widget(Facts(tuple(one.strip() for one in line.split("·"))))
        if self._wide:
            self.text.add_widget(Paragraph(role="body", text=about["about", "goal"]))

    def _ways(self) -> list[ActionButton]:
        say, session = self._navigation.session.words(), self._navigation.session
        ways = [self.play]
        if not self.broken and session.game_info(self.game).lessons:
            learn = button(
                say.say("button", "learn"),
                lambda: self._act("learn", self.game),
                role="ghost",
                height=WAY,
            )
            ways.append(learn)
        for one in ways:
            one.spoken = self._about["about", "title"]  # heard alone it says of which game
            one.size_hint_min_x = theme.mm(theme.TOUCH)
        return ways

    @property
    def pictured(self) -> bool:
        """Whether its picture is shown."""
        return self.lid.art is not None

    def show_picture(self) -> None:
        """Show the picture, an empty one for a game that cannot be loaded."""
        self.lid.art = common() if self.broken else self._art()
        if not self.broken and (shades := self.lid.art.ground):
            own = dict(shades.surfaces)
            self.tint(theme.hexed(own.get("panel", theme.theme().panel)))
            self.play.surface = theme.hexed(own.get("panel3", theme.theme().panel3))
            self._far.show(shades.horizon, theme.hexed(own.get("panel2", theme.theme().panel2)))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Play it, or do what was touched on it."""
        if not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch):
            self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was chosen."""


def level(cards: list[GameCard]) -> None:
    """Let the names of all games stand at one height, however many lines follow them."""
    most = max(card.text.height for card in cards)
    for card in cards:
        card.below.height = most - card.text.height
