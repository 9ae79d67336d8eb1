"""What a finger means: the field under it, nothing smaller than a fingertip."""

from collections.abc import Sequence
from typing import NamedTuple

from ui.canvas.geometry import Polyline
from ui.canvas.viewport import Bounds


class Target(NamedTuple):
    """Something that can be touched. reach: its outline; middle: its centre."""

    token: str
    reach: Polyline
    middle: tuple[float, float]


def extent(line: Polyline) -> float:
    """The lesser of an outline's width and height."""
    left, bottom, right, top = line.bounds()
    return min(right - left, top - bottom)


def aimed(
    targets: Sequence[Target], x: float, y: float, least: float, slack: float = 0.0
) -> Target | None:
    """What a touch at x, y means; later targets lie above earlier ones.

    The top-most target that contains the point and is not smaller than ``least``: what is
    smaller than a fingertip belongs to the field it lies on. Only where there is no field it is
    enlarged to ``least``; among several, one that truly contains the point comes first, then
    the nearest. Where there is nothing, the nearest within ``slack`` is meant: a gap between
    fields belongs to a field.
    """
    top, small = -1, []
    for index, target in enumerate(targets):
        left, bottom, right, upper = target.reach.bounds()
        within = left <= x <= right and bottom <= y <= upper and target.reach.contains(x, y)
        if min(right - left, upper - bottom) >= least:
            if within:
                top = index
        elif within:
            small.append((0.0, -index))
        elif _near(target, x, y, least / 2):
            small.append((_distance(target, x, y), -index))
    if top >= 0:
        return targets[top]
    if small:
        return targets[-min(small)[1]]
    beside = min(((_beside(one, x, y), i) for i, one in enumerate(targets)), default=(slack, 0))
    return targets[beside[1]] if beside[0] < slack else None


def at_rim(
    targets: Sequence[Target], room: Bounds, x: float, y: float, least: float
) -> Target | None:
    """What a touch at the rim of a room means: the nearest target that reaches out of the room so
    far that less than ``least`` of it is in sight. It answers so far inwards from the rim."""
    found = []
    for number, target in enumerate(targets):
        left, bottom, right, top = target.reach.bounds()
        if left >= room[0] and bottom >= room[1] and right <= room[2] and top <= room[3]:
            continue
        across = _answers((left, right), (room[0], room[2]), least)
        up = _answers((bottom, top), (room[1], room[3]), least)
        if across[0] <= x <= across[1] and up[0] <= y <= up[1]:
            found.append((_distance(target, x, y), number))
    return targets[min(found)[1]] if found else None


def inwards(own: Bounds, room: Bounds, least: float) -> tuple[float, float]:
    """How far what reaches out of a room lies further in where ``least`` of it is in sight."""
    left, bottom, right, top = own
    x, y = max(0.0, room[0] + least - right), max(0.0, room[1] + least - top)
    return x or min(0.0, room[2] - least - left), y or min(0.0, room[3] - least - bottom)


def _answers(
    own: tuple[float, float], room: tuple[float, float], least: float
) -> tuple[float, float]:
    """From where to where something answers in a room that cuts it off."""
    low, high = max(own[0], room[0]), min(own[1], room[1])
    if own[0] < room[0]:
        high = max(high, room[0] + least)
    if own[1] > room[1]:
        low = min(low, room[1] - least)
    return low, high


def _beside(target: Target, x: float, y: float) -> float:
    """How far a point is from the box round a target."""
    left, bottom, right, top = target.reach.bounds()
    dx, dy = max(left - x, 0.0, x - right), max(bottom - y, 0.0, y - top)
    return float((dx * dx + dy * dy) ** 0.5)


def _near(target: Target, x: float, y: float, reach: float) -> bool:
    return abs(x - target.middle[0]) <= reach and abs(y - target.middle[1]) <= reach


def _distance(target: Target, x: float, y: float) -> float:
    return float(((x - target.middle[0]) ** 2 + (y - target.middle[1]) ** 2) ** 0.5)
