"""Figures under way: one that goes from where it was to where it is, one that grows or drops, one
that is turned over, one that breathes; each then stays."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    PopMatrix,
    PushMatrix,
    Scale,
    Translate,
)

from companion.scene import Shape
from ui import theme
from ui.canvas.arrivals import arrived, came_from, gifts, turned
from ui.canvas.figures import Figure
from ui.canvas.highlight import DARK
from ui.canvas.layers import Item, Layers

PACE = 0.25
"""Seconds that a piece travels; what else moves takes its share of longer or shorter."""

GROWS, TURNS = 0.22, 0.34
"""Seconds in which a piece comes, and in which a tile or a card is turned over, at that pace."""

OPENED = 0.6
"""The share of its time after which a tile that is turned up is open enough for what lies on it."""

SMALL = 0.7
"""The share of its size from which a piece grows."""

OVER = 0.03
"""By how much of its width a tile lands too wide before it lies."""

MOST = 12
"""Of more things that come or are turned over at once none moves: a whole table was laid."""

EDGEWISE = 0.12
"""The width of a tile that is seen from the side; of a narrower one the edges, which are as wide as
ever, would reach over the whole table."""

SHAKES, FAR = 0.26, 0.04
"""The share of its time in which what is restless shakes once it lies, and how far, in widths."""

DROPS, HIGH, HOPS = 0.36, 1.5, 0.25
"""Seconds in which a stone drops, at that pace; from how far above, in its sizes, and the share of
the time in which it hops once."""

BREATHES, DEEP = 0.3, 0.1
"""Seconds of one breath, at that pace, and by how much of its size a piece grows with it."""

EMBER = ((0.09, 0.3), (0.03, 0.9))
"""The widths of an ember's light, in widths of its tile, and how opaque each is at most."""

APART, LATEST = 0.04, 0.14
"""Seconds between cards that are turned over together, and after which the last one begins."""


class Mover:
    """A figure under way; times are seconds on the monotonic clock.

    layers: to draw it on; they are free again when it has arrived.
    """

    def __init__(self, one: Figure, began: float, seconds: float, layers: Layers) -> None:
        self.figure, self.began, self.seconds = one, began, seconds
        self.end = (one.shape.x, one.shape.y)
        self.layers, self.group = layers, InstructionGroup()
        self._shift, self._size = Translate(), Scale(1, 1, 1)
        self._size.origin = self.end
        for part in (PushMatrix(), self._shift, self._size, self.layers.group, PopMatrix()):
            self.group.add(part)

    def share(self, time: float) -> float:
        """How much of the time is over."""
        return min(1.0, max(0.0, (time - self.began) / self.seconds))

    light = DARK

    def show(self, scale: float) -> None:
        """Draw it in its light, at that many pixels a unit."""
        self.layers.show([(self.figure, self.light)], scale)
        self.move(self.began)

    def now(self, time: float) -> tuple[float, float]:
        """Where it is."""
        return self.end

    def move(self, time: float) -> bool:
        """Show it as it is now; whether it has arrived."""
        return time - self.began >= self.seconds


class Traveller(Mover):
    """A figure on its way from ``start``."""

    start = (0.0, 0.0)

    def now(self, time: float) -> tuple[float, float]:
        """Where it is: quick at first, slow at the end."""
        eased = 1 - (1 - self.share(time)) ** 3
        return (
            self.start[0] + (self.end[0] - self.start[0]) * eased,
            self.start[1] + (self.end[1] - self.start[1]) * eased,
        )

    def move(self, time: float) -> bool:
        """Put it where it is now; whether it has arrived."""
        x, y = self.now(time)
        self._shift.xyz = (x - self.end[0], y - self.end[1], 0)
        return super().move(time)


class Grower(Mover):
    """A figure that was not there. hidden: nor is it seen before its time."""

    hidden = False

    def show(self, scale: float) -> None:
        """Draw it, if it is seen already."""
        self._scale = scale
        if not self.hidden:
            super().show(scale)

    def move(self, time: float) -> bool:
        """As large as it is now; whether that is all of it."""
        if self.hidden and time >= self.began:
            self.hidden = False
            self.layers.show([(self.figure, self.light)], self._scale)
        left = 1 - self.share(time)
        size = 1 - (1 - SMALL) * left**2 + OVER * 4 * left * (1 - left)
        self._size.xyz = (size, size, 1)
        return super().move(time)


class Dropper(Mover):
    """A piece that somebody is given: it falls from above and hops once."""

    def move(self, time: float) -> bool:
        """How high it is now; whether it lies."""
        share, lies = self.share(time), 1 - HOPS
        fallen = min(1.0, share / lies)
        hop = max(0.0, share - lies) / HOPS
        high = HIGH * (1 - fallen**2) + HOPS * HOPS * 4 * hop * (1 - hop)
        self._shift.y = high * self.figure.shape.size
        return super().move(time)


class Breather(Mover):
    """A piece that lies where it lay, and can be moved now."""

    def move(self, time: float) -> bool:
        """As large as it is now; whether it is as before."""
        size = 1 + DEEP * sin(pi * self.share(time))
        self._size.xyz = (size, size, 1)
        return super().move(time)


class Turner(Mover):
    """A tile or card that shows another face: what lay there narrows to nothing, then it opens.

    back: what lay there, or the empty place. restless: it shakes when it lies, and glows like an
    ember.
    """

    back: Figure
    restless = False

    def show(self, scale: float) -> None:
        """Draw what lay there first."""
        self._scale, self._open = scale, False
        self.layers.show([(self.back, DARK)], scale)
        self._embers = self._glow() if self.restless else []
        self.move(self.began)

    def _glow(self) -> list[Color]:
        """Lay the light of an ember over it, which is not seen yet; its colours."""
        found, last = [], self.group.children[-1]
        self.group.remove(last)
        for width, _ in EMBER:
            found.append(Color(*theme.colour("red")[:3], 0))
            self.group.add(found[-1])
            for line in self.figure.lines:
                points = [part for point in line.points for part in point]
                wide = width * self.figure.shape.size / 2
                self.group.add(Line(points=points, width=wide, close=True))
        self.group.add(last)
        return found

    def move(self, time: float) -> bool:
        """As wide as it is now; whether it lies."""
        share = self.share(time)
        if self.restless:
            late = max(0.0, share - 1 + SHAKES) / SHAKES
            for ink, (_, most) in zip(self._embers, EMBER, strict=True):
                ink.a = most * sin(pi * late)
            share = min(1.0, share / (1 - SHAKES))
            self._shift.x = FAR * self.figure.shape.size * sin(4 * pi * late)
        if share >= 0.5 and not self._open:
            self._open = True
            self.layers.show([(self.figure, DARK)], self._scale)
        half = (share - 0.5) * 2
        wide = cos(pi * share) if half < 0 else 1 - (1 - half) ** 2 + OVER * 4 * half * (1 - half)
        self._size.xyz = (max(EDGEWISE, wide), 1, 1)
        return super().move(time)


class Travels:
    """All that is under way on a table. group: where it is drawn. restless: the looks of tiles that
    shake when they are turned up."""

    restless: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._movers: list[Mover] = []
        self._free: list[Layers] = []
        self.touched: tuple[str, tuple[float, float]] | None = None
        """What was touched last, and where: a piece that comes to lie there goes from the finger
        to its place. Once."""

    def __len__(self) -> int:
        return len(self._movers)

    @property
    def away(self) -> frozenset[int]:
        """The figures that are drawn here, by identity."""
        return frozenset(id(one.figure) for one in self._movers)

    def places(self, time: float) -> dict[str, tuple[float, float]]:
        """Where the pieces on their way are, by key."""
        return {
            one.figure.shape.key: one.now(time)
            for one in self._movers
            if isinstance(one, Traveller)
        }

    def depart(
        self,
        before: Sequence[Figure],
        after: Sequence[Figure],
        now: float,
        travel: float,
        scale: float,
    ) -> None:
        """Let go from one table to the next. travel: seconds; 0 for at once. scale: pixels a
        unit."""
        under_way = self.places(now)
        self.arrive()
        if not travel:
            return
        were = came_from(
            {one.shape.key: one.shape for one in before if one.shape.key},
            [one.shape for one in after],
        )
        for one in after:
            shape = one.shape
            if shape.key not in were:
                continue
            start = under_way.get(shape.key, (were[shape.key].x, were[shape.key].y))
            if start != (shape.x, shape.y):
                made = Traveller(one, now, travel, self._layers())
                made.start = start
                self._movers.append(made)
        self._movers += self._come(before, after, were, now, travel / PACE)
        above = {id(one): at for at, one in enumerate(after)}  # pieces lie on what is turned over
        self._movers.sort(key=lambda one: above[id(one.figure)])
        for mover in self._movers:
            mover.show(scale)
            self.group.add(mover.group)

    def _layers(self) -> Layers:
        return self._free.pop() if self._free else Layers()

    def _come(
        self,
        before: Sequence[Figure],
        after: Sequence[Figure],
        were: Mapping[str, Shape],
        now: float,
        slower: float,
    ) -> list[Mover]:
        """What is turned over, and what comes to lie there from nowhere."""
        if not before:
            return []
        known = set(map(id, before))  # what stays as it was is the same figure
        new = [one for one in after if id(one) not in known]
        faces = turned(before, new)
        come = arrived(before, after, [one for one in new if one.shape.key not in were])
        if len(faces) + len(come) > MOST:
            return []
        found: list[Mover] = []
        cards = sorted((one.shape.y, -one.shape.x) for one, _ in faces if one.shape.form == "card")
        apart = min(APART, LATEST / max(1, len(cards) - 1)) * slower
        for one, back in faces:
            place = (one.shape.y, -one.shape.x)  # the upper ones first, from left to right
            wait = apart * (len(cards) - 1 - cards.index(place)) if place in cards else 0.0
            made = Turner(one, now + wait, TURNS * slower - wait, self._layers())
            made.back, made.restless = back, one.shape.look in self.restless
            found.append(made)
        given = gifts(before, after, come)
        opened = {one.shape.token for one, _ in faces if one.shape.form != "card"}
        for one in come:
            if one.shape.token in opened and id(one) not in given:  # on what is turned up just now
                late = TURNS * slower * OPENED
                coming = Grower(one, now + late, TURNS * slower - late, self._layers())
                coming.hidden = True
                found.append(coming)
                continue
            finger = None if id(one) in given else self._finger(one.shape)
            if finger is not None:
                going = Traveller(one, now, PACE * slower, self._layers())
                going.start = finger
                found.append(going)
                continue
            kind, lasts = (Dropper, DROPS) if id(one) in given else (Grower, GROWS)
            found.append(kind(one, now, lasts * slower, self._layers()))
        self.touched = None
        return found

    def _finger(self, shape: Shape) -> tuple[float, float] | None:
        """Where the place was touched on which something came to lie, if that is beside it."""
        token, (x, y) = self.touched or ("", (0.0, 0.0))
        beside = hypot(x - shape.x, y - shape.y) > shape.size / 2
        return (x, y) if token and token == shape.token and beside else None

    def breathe(self, pieces: Sequence[Item], now: float, travel: float, scale: float) -> None:
        """Let pieces that lie still breathe once. travel, scale: as of :meth:`depart`."""
        away = self.away
        for one, light in pieces:
            if id(one) not in away:
                made = Breather(one, now, BREATHES * travel / PACE, self._layers())
                made.light = light
                made.show(scale)
                self._movers.append(made)
                self.group.add(made.group)

    def advance(self, now: float) -> bool:
        """Show all of it as it is now; whether everything has arrived."""
        moved = [one.move(now) for one in self._movers]
        return all(moved)

    def arrive(self) -> None:
        """Everything is where it belongs."""
        for one in self._movers:
            one.group.clear()
            self._free.append(one.layers)
        self.group.clear()
        self._movers = []
