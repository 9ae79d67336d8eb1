"""Where a finger is, on a panel that says it wrongly: too far to one side, mirrored, or turned.

Places are shares of the panel as it is built, 0 to 1 from the lower left, before the picture is
turned. What is right is worked out from crosses that are touched one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, isfinite

Place = tuple[float, float]

CROSSES: tuple[Place, ...] = ((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88))
"""Where they are touched: near the corners, where an error shows most."""

PROOF: Place = (0.5, 0.35)
"""Where it is touched once more, to see that it is right now."""

FAR = 0.04
"""The share of the panel by which a finger may miss a cross: 6 mm on one of 7 inches."""

LEAST, MOST = 0.25, 4.0
"""By what an area may shrink or grow: a panel that is further from right is broken."""


class Askew(ValueError):
    """The crosses were not where fingers were: somebody missed one."""


class Calibration:
    """numbers: a, b, c, d, e, f of the place (a x + b y + c, d x + e y + f) that is meant by a
    panel that says (x, y); () changes nothing. Raises Askew for what no panel can be."""

    def __init__(self, numbers: Iterable[float] = ()) -> None:
        self.numbers = tuple(float(one) for one in numbers)
        if not self.numbers:
            return
        if len(self.numbers) != 6 or not all(map(isfinite, self.numbers)):
            raise Askew
        a, b, _, d, e, _ = self.numbers
        if not LEAST <= abs(a * e - b * d) <= MOST or not _near(self((0.5, 0.5))):
            raise Askew

    def __call__(self, place: Place) -> Place:
        """Where the finger is when the panel says that it is there."""
        if not self.numbers:
            return place
        (x, y), (a, b, c, d, e, f) = place, self.numbers
        return a * x + b * y + c, d * x + e * y + f


def _near(place: Place) -> bool:
    """Whether it is on the panel, or not far beside it."""
    return all(-1.0 <= one <= 2.0 for one in place)


_in_force = [Calibration()]


def use(numbers: Sequence[float]) -> None:
    """Put every touch right by these from now on; such as no panel can have change nothing."""
    try:
        _in_force[0] = Calibration(numbers)
    except Askew:
        _in_force[0] = Calibration()


def put_right(place: Place) -> Place:
    """Where a finger is when the panel says that it is there, by what is in force."""
    return _in_force[0](place)


def fitted(touched: Sequence[Place], meant: Sequence[Place] = CROSSES) -> Calibration:
    """The one that leads from what the panel said to what was meant, by least squares. Raises Askew
    where they do not belong together."""
    rows = [(x, y, 1.0) for x, y in touched]
    numbers = [
        number
        for axis in (0, 1)
        for number in _solved(
            [[sum(r[i] * r[j] for r in rows) for j in range(3)] for i in range(3)],
            [sum(r[i] * m[axis] for r, m in zip(rows, meant, strict=True)) for i in range(3)],
        )
    ]
    found = Calibration(round(number, 6) for number in numbers)
    if any(away(found(said), right) > FAR for said, right in zip(touched, meant, strict=True)):
        raise Askew
    return found


def away(place: Place, other: Place) -> float:
    """How far they are from each other."""
    return hypot(place[0] - other[0], place[1] - other[1])


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Three equations, by Cramer's rule. Raises Askew where they have no one answer."""
    whole = _determinant(matrix)
    if abs(whole) < 1e-9:
        raise Askew
    found = []
    for column in range(3):
        swapped = [[*row[:column], right[at], *row[column + 1 :]] for at, row in enumerate(matrix)]
        found.append(_determinant(swapped) / whole)
    return found


def _determinant(m: list[list[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
