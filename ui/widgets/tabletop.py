"""The table: draws any scene, knows the token at a pixel, lets pieces travel."""

from collections.abc import Mapping
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import (
    PopMatrix,
    PushMatrix,
    Scale,
    ScissorPop,
    ScissorPush,
    Translate,
)
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.scene import Scene, Shape
from ui import theme
from ui.beat import Beat
from ui.canvas.animation import PACE, Travels
from ui.canvas.art import common
from ui.canvas.drawing import figure
from ui.canvas.figures import Figure, appearance
from ui.canvas.frame import Frame, Sight, drawn, place_only, written
from ui.canvas.hit_testing import Target, aimed, at_rim, extent
from ui.canvas.layers import Layers
from ui.canvas.lighting import BESIDE, MANY, Meant, above, choice, items, lifted, moved_in
from ui.canvas.scissor import on_glass
from ui.canvas.viewport import Bounds, Viewport, around, free_spot, settled
from ui.widgets.moment import goes

SLACK = 1.5
"""Millimetres beside a field where a touch still means it, when there is nothing else."""

LOOKS, FORMER = 256, 256
"""How many figures of different looks are remembered, the latest ones used; and how many that lie
on the table no more, for phases that take turns."""


def _bare(text: str, values: Mapping[str, object]) -> str:
    return text


class Tabletop(Widget):
    """A scene, fitted into the widget.

    scene: what is seen. art: its outlines. names: the words of a key with values.
    lit, chosen, wrong, asked_about: sets of tokens. cursor: the token the dial stands on, or "".
    why: the picture of a refusal, None for a cross on what is wrong.
    steady: places where nothing lies are drawn only while they are lit, chosen, asked about or
    wrong, and what is in sight changes only when something lies outside of it, or the turn is
    handed over (turn_of: the seat). ahead: tells the places where something could be added in this
    turn; None for anywhere. about: tells those that a question is about.
    costs: what it costs to get to a place, by its token. rim: everything there is lit, and that is
    the rim of the table instead of each place.
    codes: whether the names of places in writing are drawn.
    enlarged: whether only a part of the table is seen.
    margin: millimetres left free round the table.
    travel: seconds a piece with a ``key`` takes to its new place, and what comes or is turned over
    in proportion; 0 for at once. back: what moves goes back, twice as fast.
    built, sent: figures drawn anew and batches sent to the graphics card so far.
    """

    scene = ObjectProperty(None, allownone=True)
    art = ObjectProperty(None, allownone=True)
    names = ObjectProperty(_bare)
    lit = ObjectProperty(frozenset())
    chosen = ObjectProperty(frozenset())
    wrong = ObjectProperty(frozenset())
    why = ObjectProperty(None, allownone=True)
    asked_about = ObjectProperty(frozenset())
    cursor = StringProperty("")
    steady = BooleanProperty(False)
    rim = BooleanProperty(False)
    costs = ObjectProperty({})
    codes = BooleanProperty(False)
    turn_of = StringProperty("")
    ahead = ObjectProperty(None, allownone=True)
    about = ObjectProperty(frozenset)
    enlarged = BooleanProperty(False)
    travel = NumericProperty(PACE)
    back = BooleanProperty(False)
    margin = NumericProperty(2.2)

    def __init__(self, **kwargs: Any) -> None:
        self.built = 0
        self._figures: dict[tuple[Any, ...], Figure] = {}
        self._looks: dict[tuple[Any, ...], Figure] = {}
        self._order: list[Figure] = []
        self._lifted: dict[int, Figure] = {}  # pieces of it as they are drawn while chosen
        self._targets: list[Target] = []
        self._places: frozenset[str] = frozenset()  # where nothing lies yet
        self._travels = Travels()
        self._anew()
        self._soon = Clock.create_trigger(lambda _: self.refresh(), -1)
        self._steps = Beat(self._advance, 0)
        self._slides = Beat(self._slide, 0)
        super().__init__(**kwargs)
        self._clip = ScissorPush()
        self._place, self._size = Translate(), Scale(1, 1, 1)
        self._layers, self._lead = Layers(), Layers()
        self._why = Layers()
        for instruction in (
            *(self._clip, PushMatrix(), self._place, self._size),
            self._layers.group,
            self._why.group,
            self._travels.group,
            self._lead.group,
            PopMatrix(),
            ScissorPop(),
        ):
            self.canvas.add(instruction)
        self.fbind("scene", self._soon)
        for name in (
            *("lit", "chosen", "wrong", "why", "asked_about", "rim", "costs", "cursor", "turn_of"),
            *("art", "names", "codes", "pos", "size"),
        ):
            self.fbind(name, self._soon)
        self.fbind("art", self._forget)
        for name in ("names", "codes"):
            self.fbind(name, self._forget_words)
        self._soon()

    def _anew(self) -> None:
        self._shown: Scene | None = None
        self._pressed = ""  # the token under the finger
        self._gesture = ""  # "zoom" while two fingers do that
        self._grown: Bounds = around([])
        self._sight = Sight()
        self.viewport = Viewport.fitting((0, 0, 1, 1), self._grown)

    # what others ask

    @property
    def moves(self) -> bool:
        """Whether anything is seen on its way."""
        return theme.lasting(self.travel) > 0

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All that lies on the table, the lowest first."""
        self._settle()
        return tuple(self._order)

    @property
    def sent(self) -> int:
        """How many batches were sent to the graphics card so far."""
        return self._layers.sent

    def token_at(self, x: float, y: float) -> str:
        """The token that a touch at a pixel means; "" for none."""
        self._settle()
        at = self.viewport.to_table(x, y)
        scale = self.viewport.scale
        least = theme.mm(theme.TOUCH) / scale
        found = aimed(self._targets, *at, least, theme.mm(SLACK) / scale)
        if self._places and (cut := self._cut_off(found, at, least)):
            return cut.token
        if found is not None and found.token not in self.lit and extent(found.reach) < least:
            offered = [one for one in self._targets if one.token in self.lit]
            found = aimed(offered, *at, least) or found  # what is meant, not what lies beside it
        return found.token if found else ""

    def _cut_off(
        self, found: Target | None, at: tuple[float, float], least: float
    ) -> Target | None:
        """The place at the rim that a touch means of which too little is in sight, where it does
        not mean another place; beside what is lit itself it is less deep."""
        token = found.token if found else ""
        if token in self._places and token in self.lit:
            return None
        offered = [one for one in self._targets if one.token in self._places & self.lit]
        room = self.viewport.under((self.x, self.y, self.right, self.top))
        return at_rim(offered, room, *at, least * BESIDE if token in self.lit else least)

    def where(self, token: str) -> tuple[float, float]:
        """The pixel in the middle of the top-most shape of a token. Raises LookupError."""
        self._settle()
        for target in reversed(self._targets):
            if target.token == token:
                return self.viewport.to_screen(*target.middle)
        raise LookupError(f"no shape of {token!r}")

    def narrowest(self) -> float:
        """Millimetres across the smallest thing that can be touched, before it is enlarged."""
        self._settle()
        sizes = [extent(target.reach) for target in self._targets]
        return min(sizes, default=0.0) * self.viewport.scale / theme.mm(1)

    def fit(self) -> None:
        """Show the whole table."""
        if not self.steady:
            self._grown = around([one.bounds for one in self._order])
        self.viewport = Viewport.fitting(self._screen(), self._grown)
        self.refresh()

    def enlarge(self) -> None:
        """Show the table larger, what is lit in the middle of it; or the whole of it again."""
        self._settle()
        if self.enlarged:
            self.fit()
            return
        lit = [one.middle for one in self._targets if one.token in self.lit]
        middle = [sum(axis) / len(lit) for axis in zip(*lit, strict=True)] or self.viewport.at
        self.viewport = self.viewport.closer((middle[0], middle[1]))
        self.refresh()

    def spot(self, size: float, last: tuple[float, float]) -> tuple[float, float] | None:
        """Where a square of that many pixels covers nothing while the whole table is in sight,
        preferably where it was last; None for nowhere."""
        self._settle()
        rest = self._sight.frame if self.steady else None  # where it comes to lie, if it glides
        view = Viewport.fitting(self._screen(rest), rest.table if rest else self._grown)
        area = (self.x, self.y, self.right, self.top)
        if self.steady:  # there or nowhere: nothing moves about
            rim = self.to_window(self.right, 0)[0] >= Window.width - 1  # of the whole screen
            corner = (area[2] - size - rim * theme.mm(1.4), area[3] - size)
            area, last = (*corner, *area[2:]), corner
        return free_spot(area, [view.box(one.bounds) for one in self._order], size, last)

    def clear(self) -> None:
        """Forget what was shown: what comes next lies there at once, all of it in sight."""
        self._anew()
        self._soon()

    def travelling(self) -> dict[str, tuple[float, float]]:
        """Where the pieces that are under way are now, by key, in table units."""
        return self._travels.places(monotonic())

    # drawing

    def _forget(self, *_: object) -> None:
        self._figures.clear()
        self._looks.clear()
        self._shown = None

    def _forget_words(self, *_: object) -> None:
        """What bears no words looks as before in another language."""
        for kept in (self._figures, self._looks):
            for key in [key for key, one in kept.items() if one.shape.text]:
                del kept[key]
        self._shown = None

    def _settle(self) -> None:
        if self._soon.is_triggered:
            self.refresh()

    def _screen(self, frame: Frame | None = None) -> Bounds:
        if self.steady and self._sight.frame is not None:
            size = (self.width / theme.mm(1), self.height / theme.mm(1))
            margins = (frame or self._sight.now()).margins_in(*size)
            left, low, right, high = (theme.mm(one) for one in margins)
            return (self.x + left, self.y + low, self.right - right, self.top - high)
        margin = min(theme.mm(self.margin), self.width / 4, self.height / 4)
        return (self.x + margin, self.y + margin, self.right - margin, self.top - margin)

    def refresh(self) -> None:
        """Draw what changed. Happens by itself before the next frame."""
        self._soon.cancel()
        scene = self.scene
        if scene is not None and self.art is None:
            self.art = common()
        if scene is not self._shown:
            self._take(scene)
        elif self.steady and self.turn_of != self._sight.turn_of:
            self._frame_anew()
        self._look()
        (left, low), (right, top) = self.to_window(*self.pos), self.to_window(self.right, self.top)
        box = (min(left, right), min(low, top), abs(right - left), abs(top - low))
        clip = on_glass(*box, Window.size, Window.rotation)
        self._clip.pos, self._clip.size = clip[:2], clip[2:]
        self._draw()

    def _take(self, scene: Scene | None) -> None:
        """Draw the figures of a new scene that were not in the last one, and start travels."""
        before = self._order if self._shown else []
        self._shown, self._order = scene, []
        self._lifted.clear()
        shapes = scene.shapes if scene is not None else ()
        for shape in written(shapes, codes=self.codes, ways=self.steady):
            key = (shape.x, shape.y, shape.token, shape.key, appearance(shape))
            found = self._figures.pop(key, None) or self._figure(shape)
            self._figures[key] = found
            self._order.append(found)
        for kept, most in ((self._figures, len(self._order) + FORMER), (self._looks, LOOKS)):
            while len(kept) > most:
                del kept[next(iter(kept))]
        self._targets = [
            Target(one.shape.token, one.reach, (one.shape.x, one.shape.y))
            for one in self._order
            if one.shape.token
        ]
        self._places = frozenset(one.shape.token for one in self._order if place_only(one))
        if self.steady:
            self._frame_anew()
        else:
            self._grown = settled(self._grown, around([one.bounds for one in self._order]))
        self._depart(before)

    def _figure(self, shape: Shape) -> Figure:
        """A figure that is not on the table yet: like one that was drawn before, where there is."""
        look = appearance(shape)
        like = self._looks.pop(look, None)
        if like is None:
            self.built += 1
        found = like.standing_for(shape) if like else figure(shape, self.art, self.names)
        self._looks[look] = found
        return found

    def _lift(self, one: Figure) -> Figure:
        """The same one whenever it is drawn, or it would be sent anew each time."""
        found = self._lifted.get(id(one))
        if found is None:
            found = self._lifted[id(one)] = self._figure(lifted(one.shape))
        return found

    def _frame_anew(self) -> None:
        room = self._shown.room if self._shown is not None else ()
        if self._order and self._sight.look(
            self._order, self.turn_of, self.ahead, self.moves, room, self.about
        ):
            self._slides.start()
        if self._sight.frame is not None:
            self._grown = self._sight.now().table

    def _slide(self) -> None:
        if not self._sight.gliding():
            self._slides.stop()
        if self._sight.frame is not None:
            self._grown = self._sight.now().table
            self._look()
            self._draw()

    def _look(self) -> None:
        self.viewport = self.viewport.onto(self._screen(), self._grown)
        self.enlarged = self.viewport.zoom > 1.0
        left, bottom = self.viewport.origin
        self._place.xyz = (round(left), round(bottom), 0)
        self._size.xyz = (self.viewport.scale, self.viewport.scale, 1)

    def _meant(self) -> Meant:
        return Meant(
            frozenset(self.lit),
            frozenset(self.chosen),
            frozenset(self.wrong),
            frozenset(self.asked_about),
            self.cursor,
            self._pressed,
            self.costs,
            self.rim,
            self.steady and len(self.lit) > MANY,
            self.why,
        )

    def _draw(self) -> None:
        meant, away = self._meant(), self._travels.away
        seen = drawn(self._order, meant.tokens) if self.steady else self._order
        here = [one for one in seen if id(one) not in away]
        # Words are made anew when a zoom has ended, not at each of its frames.
        moving = self._gesture == "zoom" or self._sight.glide is not None
        scale = self._sharp = self._sharp if moving else self.viewport.scale
        room = self.viewport.under((self.x, self.y, self.right, self.top))
        rim = moved_in(here, meant.lit, room, self.viewport.scale)
        there = meant._replace(lit=meant.lit - rim.keys())
        self._layers.show(items(here, there, choice(here, meant), self._lift), scale)
        self._why.show([*rim.values(), *above(self._order, meant, scale, self._told)], scale)

    _sharp = 1.0
    _told = 1.0  # how much of what says why not is seen yet

    # travelling

    def _depart(self, before: list[Figure]) -> None:
        travel = self.travel / (2 if self.back else 1) if self.moves else 0.0
        self._travels.restless = self.art.restless if self.art is not None else frozenset()
        self._travels.depart(before, self._order, monotonic(), travel, self.viewport.scale)
        if self._travels:
            goes(self)
            self._steps.start()
        else:
            self._steps.stop()

    def _advance(self) -> None:
        unseen = self.get_parent_window() is None  # nor is it drawn anew when its page is back
        if unseen or self._travels.advance(monotonic()):
            self._arrive()
            self._draw()

    def _arrive(self) -> None:
        self._steps.stop()
        self._travels.arrive()

    def finish(self) -> None:
        """What is under way is there at once."""
        if self._travels:
            self._arrive()
            self._draw()
