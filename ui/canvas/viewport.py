"""Where the table lies on the screen: fitting, zooming about a point, panning within limits."""

from dataclasses import dataclass

ZOOM = 4.0
"""How much larger than fitting it can be made."""

CLOSER = 2.0
"""How much larger than fitting one touch makes it."""

SHARE = 1 / 32
"""Steps in which a free spot is looked for along a side, as a share of it."""

WASTE = 1.8
"""How many times the table's own area may be shown before the view is fitted again."""

Bounds = tuple[float, float, float, float]
"""left, bottom, right, top."""


@dataclass(frozen=True)
class Viewport:
    """A part of the screen onto which a part of the table is laid.

    screen, table: bounds in pixels and table units. zoom: 1 when the table just fits.
    at: the point of the table in the middle of the screen.
    """

    screen: Bounds
    table: Bounds
    zoom: float
    at: tuple[float, float]

    @classmethod
    def fitting(cls, screen: Bounds, table: Bounds) -> "Viewport":
        """The whole table, as large as possible."""
        return cls(screen, table, 1.0, _middle(table))

    @property
    def scale(self) -> float:
        """Pixels for one unit of the table."""
        return self._fit * self.zoom

    @property
    def _fit(self) -> float:
        width, height = _size(self.table)
        room_x, room_y = _size(self.screen)
        return max(1e-6, min(room_x / max(width, 1e-6), room_y / max(height, 1e-6)))

    @property
    def origin(self) -> tuple[float, float]:
        """The pixel of the table's point 0, 0."""
        x, y = _middle(self.screen)
        return x - self.at[0] * self.scale, y - self.at[1] * self.scale

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """The point of the table under a pixel."""
        left, bottom = self.origin
        return (x - left) / self.scale, (y - bottom) / self.scale

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point of the table."""
        left, bottom = self.origin
        return left + x * self.scale, bottom + y * self.scale

    def zoomed(self, factor: float, x: float, y: float) -> "Viewport":
        """Larger by a factor, the point under pixel x, y staying where it is; within limits."""
        zoom = min(ZOOM, max(1.0, self.zoom * factor))
        held = self.to_table(x, y)
        middle = _middle(self.screen)
        scale = self._fit * zoom
        at = (held[0] - (x - middle[0]) / scale, held[1] - (y - middle[1]) / scale)
        return Viewport(self.screen, self.table, zoom, at)._limited()

    def closer(self, at: tuple[float, float]) -> "Viewport":
        """Larger by one touch, a point of the table in the middle as far as there is something to
        see."""
        return Viewport(self.screen, self.table, CLOSER, at)._limited()

    def box(self, bounds: Bounds) -> Bounds:
        """Bounds on the table in pixels."""
        return (*self.to_screen(*bounds[:2]), *self.to_screen(*bounds[2:]))

    def under(self, box: Bounds) -> Bounds:
        """The bounds on the table of a box in pixels."""
        return (*self.to_table(*box[:2]), *self.to_table(*box[2:]))

    def panned(self, dx: float, dy: float) -> "Viewport":
        """Moved by that many pixels, as far as there is something to see."""
        at = (self.at[0] - dx / self.scale, self.at[1] - dy / self.scale)
        return Viewport(self.screen, self.table, self.zoom, at)._limited()

    def onto(self, screen: Bounds, table: Bounds) -> "Viewport":
        """The same zoom about the same point, on another screen or a grown table."""
        if self.zoom == 1.0:
            return Viewport.fitting(screen, table)
        return Viewport(screen, table, self.zoom, self.at)._limited()

    def _limited(self) -> "Viewport":
        room, size, middle = _size(self.screen), _size(self.table), _middle(self.table)
        at = []
        for axis in (0, 1):
            free = max(0.0, size[axis] - room[axis] / self.scale) / 2
            at.append(min(middle[axis] + free, max(middle[axis] - free, self.at[axis])))
        return Viewport(self.screen, self.table, self.zoom, (at[0], at[1]))


def _middle(of: Bounds) -> tuple[float, float]:
    return (of[0] + of[2]) / 2, (of[1] + of[3]) / 2


def _size(of: Bounds) -> tuple[float, float]:
    return of[2] - of[0], of[3] - of[1]


def around(all_of: list[Bounds]) -> Bounds:
    """The bounds of all together; the unit box when there are none."""
    if not all_of:
        return (-0.5, -0.5, 0.5, 0.5)
    return (
        min(one[0] for one in all_of),
        min(one[1] for one in all_of),
        max(one[2] for one in all_of),
        max(one[3] for one in all_of),
    )


def free_spot(
    area: Bounds, covered: list[Bounds], size: float, last: tuple[float, float]
) -> tuple[float, float] | None:
    """Where on the rim of a room a square of that size lies over nothing that is covered: there
    where it was last, if that is still free, else in a corner, the upper ones first, else anywhere
    along a side; None where there is no room."""
    right, top = area[2] - size, area[3] - size
    along = [step * SHARE for step in range(round(1 / SHARE) + 1)]
    shares: list[tuple[float, float]] = [(1, 1), (0, 1), (1, 0), (0, 0)]
    shares += [(side, 1 - far) for side in (1, 0) for far in along]
    shares += [(far, side) for side in (1, 0) for far in along]
    spots = [(area[0] + (right - area[0]) * x, area[1] + (top - area[1]) * y) for x, y in shares]
    for x, y in sorted(spots, key=lambda one: one != last):
        if not any(a < x + size and x < c and b < y + size and y < d for a, b, c, d in covered):
            return x, y
    return None


def settled(old: Bounds, new: Bounds) -> Bounds:
    """The bounds to show: the old ones while the new lie within them, so that nothing shifts when
    something at the rim comes and goes; unless that would waste nearly half of the room."""
    inside = all(old[i] <= new[i] and old[i + 2] >= new[i + 2] for i in (0, 1))
    (width, height), (wide, high) = _size(new), _size(old)
    return old if inside and wide * high < WASTE * width * height else new
