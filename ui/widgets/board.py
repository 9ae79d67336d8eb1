"""The board: a table that can be touched.

It shows on press and acts on release, so that it can be dragged and zoomed; under a finger it
stands still, so that what was pressed is what is meant on release. A touch means the
field under it, at least 9 mm wide whatever is drawn there. While the whole table is in sight a
drag goes from token to token; enlarged, a drag moves the table unless it begins on something
that is offered or chosen. Two fingers zoom and move; two quick taps show the whole table again.
"""

from collections.abc import Iterable
from math import hypot
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.graphics import Line as Frame
from kivy.input import MotionEvent

from companion.scene import Shape
from ui import theme
from ui.canvas.figures import Figure, Names
from ui.canvas.geometry import Polyline
from ui.canvas.highlight import DARK
from ui.canvas.lighting import MANY, choice, items
from ui.canvas.mesh import Triangles
from ui.canvas.viewport import Bounds, around
from ui.widgets.glowing import Glowing
from ui.widgets.moment import Moment, goes
from ui.widgets.tabletop import Tabletop

DRAG = 3.0
"""Millimetres a finger must move before it is a drag and no tap."""

RIM = 0.8
"""Millimetres of the rim of a board that is lit as a whole."""

WHEEL = 1.2
"""How much one notch of a mouse wheel zooms."""


TELLS = 0.24
"""Seconds in which the picture of a refusal comes to be seen."""

BLINK = 0.14
"""Seconds for which what is wrong is seen, then not, when it blinks."""


class Board(Tabletop):
    """A scene, fitted into the widget, that fingers act on.

    Events: ``on_token(token)`` for a tap; ``on_drag_token(source, target)``; ``on_miss()`` for
    a tap where there is nothing, so that it can be answered, too.
    """

    __events__ = ("on_token", "on_drag_token", "on_miss")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.after:
            self._rim_ink = Color(0, 0, 0, 0)
            self._rim_line = Frame(width=theme.mm(RIM) / 2)
        self._seen: frozenset[str] = frozenset()
        self._spoken = ""
        self._telling = Moment(self, TELLS, self._tell_why)
        self.fbind("why", lambda *_: self._telling.start() if self._says_no() else None)
        for name in ("rim", "pos", "size"):
            self.fbind(name, self._lay_rim)

    def speak(self, names: Names, language: str) -> None:
        """Say what is written on it in these words. They come out of what is shown, which does
        not tell when it changes its language, so they are asked anew in every other one."""
        if language != self._spoken:
            self._spoken = language
            self.names = lambda text, values: names(text, values)

    @property
    def gliding(self) -> bool:
        """Whether what is in sight has not come to rest yet."""
        return self._sight.gliding()

    def _lay_rim(self, *_: object) -> None:
        """The rim of the whole board, while all of it is lit."""
        self._rim_ink.rgba = theme.colour("green") if self.rim else (0, 0, 0, 0)
        inset = theme.mm(RIM) / 2  # wholly at the edge: names stand along the board
        self._rim_line.rounded_rectangle = (
            self.x + inset,
            self.y + inset,
            max(1, self.width - 2 * inset),
            max(1, self.height - 2 * inset),
            theme.mm(theme.RADIUS),
        )

    def box_of(self, token: str) -> Bounds:
        """The box round all that stands for a token, in pixels. Raises LookupError."""
        seen = [one.bounds for one in self.figures if one.shape.token == token]
        if not seen:
            raise LookupError(f"no shape of {token!r}")
        return self.viewport.box(around(seen))

    def refresh(self) -> None:
        """Draw what changed; what is lit now and was not is lit one after the other."""
        super().refresh()
        lit = frozenset(self.lit)
        fresh, self._seen = lit - self._seen, lit
        if self.steady and self.moves and fresh and len(self.lit) <= MANY and not self.rim:
            self._glow(fresh)

    def _glow(self, tokens: frozenset[str]) -> None:
        """Nearest to what is chosen first, else to the middle of the table; nothing of what is
        still under way."""
        away = self._travels.away
        here = (one for one in self.figures if id(one) not in away)
        lit = {one.shape.token: one for one in here if one.shape.token in tokens}
        held = [one.shape for one in self.figures if one.shape.token in self.chosen]
        x, y = (held[-1].x, held[-1].y) if held else self.viewport.at
        near = sorted(lit.values(), key=lambda one: hypot(one.shape.x - x, one.shape.y - y))
        outlines = [
            [part for point in line.points for part in point] for one in near for line in one.lines
        ]
        if outlines:
            Glowing(self, self._lead.group, outlines, theme.mm(RIM) / 2 / self.viewport.scale)

    def breathe(self) -> None:
        """Let the pieces that lead on breathe once, where they are few and nothing is chosen."""
        self._settle()
        pieces = [one for one in self.figures if one.shape.form == "piece" and one.shape.key]
        pieces = [one for one in pieces if one.shape.token in self.lit]
        if self.chosen or self.rim or not self.moves or len(pieces) > MANY:
            return
        meant = self._meant()
        seen = items(pieces, meant, choice(self.figures, meant), self._lift)
        self._travels.breathe(seen, monotonic(), self.travel, self.viewport.scale)
        if self._travels:
            goes(self)
            self._steps.start()
            self._draw()

    def _says_no(self) -> bool:
        return self.why is not None and self.moves

    def _tell_why(self, share: float) -> None:
        self._told = 1.0 if share >= 1 or self.why is None else share
        self._soon()

    def blink(self) -> None:
        """Let what is wrong go and come once; where pieces jump, nothing blinks either."""
        why, wrong = self.why, self.wrong

        def light(lit: frozenset[str]) -> None:
            if self.why is why:
                self.wrong = lit

        if self.moves:
            Clock.schedule_once(lambda _: light(frozenset()), BLINK)
            Clock.schedule_once(lambda _: light(wrong), 2 * BLINK)

    def _anew(self) -> None:
        super()._anew()
        self._fingers: list[MotionEvent] = []

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Show what would be meant; act when the finger leaves."""
        if not self.collide_point(*touch.pos) or self.disabled:
            return False
        if touch.is_mouse_scrolling:
            factor = WHEEL if touch.button == "scrolldown" else 1 / WHEEL
            self._zoom(factor, *touch.pos)
            return True
        if len(self._fingers) == 2:
            return True
        touch.grab(self)
        self._fingers.append(touch)
        self._sight.hold(True)
        if len(self._fingers) == 2:
            self._gesture = "zoom"
            self._press("")
            self._lead.show([], 1.0)
        else:
            self._gesture = "tap"
            self._press(self.token_at(*touch.pos))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Zoom, pan, or lead a line from token to token."""
        if touch.grab_current is not self or touch not in self._fingers:
            return touch.grab_current is self
        if self._gesture == "zoom" and len(self._fingers) == 2:
            self._pinch(touch)
        elif self._gesture == "tap" and _far(touch) > theme.mm(DRAG):
            source = self.token_at(*touch.opos)
            offered = source in self.lit or source in self.chosen
            drawn = source and (self.viewport.zoom == 1.0 or offered)
            self._gesture = "drag" if drawn else "pan"
            self._press("")
        if self._gesture == "pan":
            self.viewport = self.viewport.panned(touch.dx, touch.dy)
            self._look()
        elif self._gesture == "drag":
            self._press(self.token_at(*touch.pos))
            self._lead_line(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Act."""
        if touch.grab_current is not self or touch not in self._fingers:
            return touch.grab_current is self
        touch.ungrab(self)
        self._fingers.remove(touch)
        gesture = self._gesture
        source, target = self.token_at(*touch.opos), self.token_at(*touch.pos)
        if self._fingers:
            self._gesture = "done"  # the second finger of a zoom still lies on the board
            self._soon()
            return True
        self._gesture = ""
        self._sight.hold(False)
        self._lead.show([], 1.0)
        if gesture == "tap" and touch.is_double_tap and self.viewport.zoom > 1.0:
            self.fit()
        elif gesture == "tap" and target:
            self._travels.touched = target, self.viewport.to_table(*touch.pos)
            self.dispatch("on_token", target)
        elif gesture == "tap":
            self.dispatch("on_miss")
        elif gesture == "drag" and target and source != target:
            self.dispatch("on_drag_token", source, target)
        self._press("")  # last, so that the board is drawn once, with what came of the touch
        self._soon()
        return True

    def on_token(self, token: str) -> None:
        """A tap on a token."""

    def on_drag_token(self, source: str, target: str) -> None:
        """A drag from one token to another."""

    def on_miss(self) -> None:
        """A tap where no token is."""

    def _press(self, token: str) -> None:
        if token != self._pressed:
            self._pressed = token
            self._soon()

    def _zoom(self, factor: float, x: float, y: float) -> None:
        self.viewport = self.viewport.zoomed(factor, x, y)
        self._soon()

    def _pinch(self, touch: MotionEvent) -> None:
        other = next(one for one in self._fingers if one is not touch)
        before, after = _distance(touch.ppos, other.pos), _distance(touch.pos, other.pos)
        x, y = (touch.ppos[0] + other.x) / 2, (touch.ppos[1] + other.y) / 2
        if before > 1:
            self.viewport = self.viewport.zoomed(after / before, x, y)
        self.viewport = self.viewport.panned(touch.dx / 2, touch.dy / 2)
        self._look()

    def _lead_line(self, touch: MotionEvent) -> None:
        """The line from where a drag began to the finger."""
        ends = [self.viewport.to_table(*touch.opos), self.viewport.to_table(*touch.pos)]
        triangles = Triangles()
        line = Polyline(ends, closed=False)
        width = theme.mm(0.6)
        triangles.band(line, -width * 1.6, width * 1.6, theme.colour("edge"), pixels=True)
        triangles.band(line, -width, width, theme.colour("chosen"), pixels=True)
        shape = Shape(form="piece", x=0, y=0, size=1)
        lead = Figure(shape, triangles, (), line, (), False, (0, 0, 0, 0))
        self._lead.show([(lead, DARK)], 1.0)


def _far(touch: MotionEvent) -> float:
    return _distance(touch.pos, touch.opos)


def _distance(one: Iterable[float], other: Iterable[float]) -> float:
    (ax, ay), (bx, by) = one, other
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
