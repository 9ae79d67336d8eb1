"""Pieces under way: a figure that goes from where it was to where it is, and then stays."""

from collections.abc import Iterable, Mapping

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate

from companion.scene import Shape
from ui.canvas.figures import Figure
from ui.canvas.layers import Layers


class Traveller:
    """A figure on its way from ``start``; times are seconds on the monotonic clock.

    layers: to draw it on; they are free again when it has arrived.
    """

    def __init__(
        self,
        one: Figure,
        start: tuple[float, float],
        began: float,
        seconds: float,
        layers: Layers,
    ) -> None:
        self.figure, self.began, self.seconds = one, began, seconds
        self.end = (one.shape.x, one.shape.y)
        self.start = start
        self.layers, self.group, self._shift = layers, InstructionGroup(), Translate()
        for part in (PushMatrix(), self._shift, self.layers.group, PopMatrix()):
            self.group.add(part)
        self.move(began)

    def now(self, time: float) -> tuple[float, float]:
        """Where it is: quick at first, slow at the end."""
        share = min(1.0, max(0.0, (time - self.began) / self.seconds))
        eased = 1 - (1 - share) ** 3
        return (
            self.start[0] + (self.end[0] - self.start[0]) * eased,
            self.start[1] + (self.end[1] - self.start[1]) * eased,
        )

    def move(self, time: float) -> bool:
        """Put it where it is now; whether it has arrived."""
        x, y = self.now(time)
        self._shift.xyz = (x - self.end[0], y - self.end[1], 0)
        return time - self.began >= self.seconds


def came_from(before: Mapping[str, Shape], now: Iterable[Shape]) -> dict[str, Shape]:
    """What each piece of a table was on the table before, by key: itself, or where its key names
    its place behind a ``#``, one of its kind that there are fewer of now, if that is certain."""
    after = {one.key: one for one in now if one.key}
    found = {key: before[key] for key in after if key in before}
    fewer: dict[str, list[Shape]] = {}
    for key, old in before.items():
        if old.count > (after[key].count if key in after else 0):
            fewer.setdefault(key.partition("#")[0], []).append(old)
    for key in after.keys() - found.keys():
        kind, named, _ = key.partition("#")
        if named and len(fewer.get(kind, ())) == 1:
            found[key] = fewer[kind][0]
    return found
