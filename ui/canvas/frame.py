"""Which part of the table is in sight: what lies there, with room for what may come.

Places where nothing lies yet never change it, nor what is lit, asked or refused.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from msgspec.structs import replace

from companion.scene import Shape
from ui import theme
from ui.canvas.figures import Figure
from ui.canvas.geometry import Polyline
from ui.canvas.viewport import Bounds, around

NEAR, FAR, FAR_SMALL = 3.0, 9.0, 6.0
"""Millimetres round what lies on the table: on a side where nothing can be added, on one where a
place may be drawn beyond it, and there on a small screen."""

LEAST, LEAST_NEAR = 2.0, 0.2
"""Millimetres that are left also where places would become too low with more: on a side where a
place may be drawn beyond the table, so that it can be seen there, and on one where none can."""

PLACE, PLACE_SMALL = 15.0, 12.0
"""Millimetres that a place is high at least, as far as that goes, and on a small screen."""

WHOLE_SMALL = (0.2, 1.1)
"""Beside a table to which nothing is ever added, on a small screen; above and below it room for the
rim that is lit where nearly all of it is."""

GLIDE = 0.25
"""Seconds in which the table comes to lie elsewhere."""


@dataclass(frozen=True)
class Frame:
    """table: bounds of what lies there. margins: millimetres wanted left, below, right and above
    it. place: how high a place is where something can be added, 0 for none."""

    table: Bounds
    margins: Bounds
    place: float = 0.0

    def holds(self, other: Bounds) -> bool:
        """Whether all of another table lies within this one's."""
        return all(self.table[i] <= other[i] + 1e-6 for i in (0, 1)) and all(
            self.table[i] >= other[i] - 1e-6 for i in (2, 3)
        )

    def margins_in(self, width: float, height: float) -> Bounds:
        """The margins in a zone of that size in millimetres: narrower where places would be low."""
        left, low, right, high = self.margins
        if self.place:
            scale = (PLACE_SMALL if theme.compact() else PLACE) / self.place
            across, up = (self.table[i + 2] - self.table[i] for i in (0, 1))
            left, right = _narrowed(left, right, width - across * scale)
            low, high = _narrowed(low, high, height - up * scale)
        return left, low, right, high

    def toward(self, other: "Frame", share: float) -> "Frame":
        """This frame with a share of the way to another; slow at both ends."""
        eased = share * share * (3 - 2 * share)

        def mixed(one: Bounds, two: Bounds) -> Bounds:
            low, left, high, right = (a + (b - a) * eased for a, b in zip(one, two, strict=True))
            return low, left, high, right

        margins = mixed(self.margins, other.margins)
        return Frame(mixed(self.table, other.table), margins, other.place)


class Sight:
    """What is in sight of a table that keeps still, and how that comes to be something else.

    frame: of the table, None until something lies there. glide: the frame that is left, and since
    when; None at rest. turn_of: the seat for whose turn it was looked at.
    """

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.glide: tuple[Frame, float] | None = None
        self.turn_of = ""
        self._told = 0.0  # when the frame was last told
        self._held: float | None = None  # as it was told then

    def look(
        self,
        figures: Sequence[Figure],
        turn_of: str,
        ahead: Callable[[], Iterable[str]] | None,
        glides: bool,
        room: tuple[()] | Bounds = (),
        about: Callable[[], Collection[str]] = frozenset,
    ) -> bool:
        """Look at a table anew at a hand-over, and when something lies outside of what is in
        sight; whether it begins to glide. ahead: see :func:`frame`. room: what the table takes up
        whatever lies there, see :class:`companion.scene.Scene`. about: the places that a question
        is about; they change nothing, but what is looked at anew has them whole in sight."""
        table, old = room or lying(figures), self.frame
        handed_over, self.turn_of = turn_of != self.turn_of, turn_of
        if old is not None and old.holds(table) and not handed_over:
            return False
        asked = about()
        found = (one.bounds for one in figures if one.shape.token in asked and place_only(one))
        table = around([table, *found])
        wanted = frame(figures, table, None if ahead is None else ahead())
        if old == wanted:
            return False
        if old is not None and glides:
            self.glide = (self.now(), monotonic())
        self.frame = wanted
        return self.glide is not None

    def now(self) -> Frame:
        """The frame of this moment."""
        assert self.frame is not None
        if self.glide is None:
            return self.frame
        start, began = self.glide
        self._told = self._clock()
        return start.toward(self.frame, min(1.0, max(0.0, self._told - began) / GLIDE))

    def gliding(self) -> bool:
        """Whether it has not come to its place yet."""
        if self.glide is not None and self._clock() - self.glide[1] >= GLIDE:
            self.glide = None
        return self.glide is not None

    def hold(self, still: bool) -> None:
        """Stand still in the middle of a glide as the frame was last told, or go on from there."""
        if still == (self._held is not None):
            return
        if self._held is not None and self.glide is not None:
            start, began = self.glide
            self.glide = start, began + monotonic() - max(began, self._held)
        self._held = self._told if still else None

    def _clock(self) -> float:
        return monotonic() if self._held is None else self._held


def _narrowed(one: float, other: float, free: float) -> tuple[float, float]:
    """Two margins that have so much room together, or are as narrow as they may be."""
    least, least_other = _least(one), _least(other)
    over, spare = one + other - free, one + other - least - least_other
    share = min(1.0, max(0.0, over / spare)) if spare > 0 else 0.0
    return one - (one - least) * share, other - (other - least_other) * share


def _least(margin: float) -> float:
    return min(margin, LEAST if margin > NEAR else LEAST_NEAR)


def written(shapes: Iterable[Shape], *, codes: bool, ways: bool) -> Iterator[Shape]:
    """Shapes with what is written on them. codes: whether the names of places in writing are seen.
    ways: whether a place where nothing lies is only there while something can be done there, and
    says what where there is room."""
    for shape in shapes:
        if shape.code and not codes:
            continue
        said = (ways and not theme.compact()) or not (shape.ghost and shape.look)
        yield shape if said or not shape.text else replace(shape, text="")


def place_only(figure: Figure) -> bool:
    """Whether it is a place where something may come to lie, and nothing lies there."""
    return figure.shape.ghost and bool(figure.shape.token) and figure.inside


def lying(figures: Sequence[Figure]) -> Bounds:
    """The bounds of what lies on the table; of the places, where nothing does."""
    places = [one for one in figures if place_only(one)]
    things = [one for one in figures if one.shape.form != "label" and not place_only(one)]
    reaches = _reaches(things + places)
    found = [one for one in figures if not place_only(one) and not _written_on(one, reaches)]
    # Words alone are no table yet: then the places are.
    return around([one.bounds for one in (found if things else figures)])


def frame(figures: Sequence[Figure], table: Bounds, ahead: Iterable[str] | None = None) -> Frame:
    """The frame of what lies on a table within these bounds. ahead: the places where something
    could be added this turn, only looked at as far as that tells on which sides; None for
    anywhere."""
    small = theme.compact()
    places = {one.shape.token: one.bounds for one in figures if place_only(one)}
    things = any(one.shape.form != "label" and not place_only(one) for one in figures)
    if not (things and places):
        across, up = WHOLE_SMALL if small and things else (NEAR, NEAR)
        return Frame(table, (across, up, across, up))
    far = FAR_SMALL if small else FAR
    beyond = {token: _sides(bounds, table) for token, bounds in places.items()}
    every = frozenset().union(*beyond.values())
    found: frozenset[int] = every if ahead is None else frozenset()
    for token in ahead or ():
        found |= beyond.get(token, frozenset())
        if found == every:
            break
    left, low, right, high = (far if side in found else NEAR for side in range(4))
    lowest = min(top - bottom for _, bottom, _, top in places.values())
    return Frame(table, (left, low, right, high), lowest)


def _sides(place: Bounds, table: Bounds) -> frozenset[int]:
    """On which sides, as in bounds, a place reaches out of a table."""
    low = {side for side in (0, 1) if place[side] < table[side] - 1e-6}
    return frozenset(low | {side for side in (2, 3) if place[side] > table[side] + 1e-6})


def drawn(figures: Sequence[Figure], marked: Collection[str]) -> list[Figure]:
    """Without the places that nothing marks, and what is written on them; with them where nothing
    lies yet, for they are all there is to be seen."""
    bare = [one for one in figures if place_only(one) and one.shape.token not in marked]
    hidden = {id(one) for one in bare}
    if not any(id(one) not in hidden and one.shape.form != "label" for one in figures) or not bare:
        return list(figures)
    reaches = _reaches(bare)
    return [
        one
        for one in figures
        if id(one) not in hidden and (one.shape.token or not _written_on(one, reaches))
    ]


Reaches = list[tuple[Bounds, Polyline]]
"""Of some things, each with its bounds: they are looked through for all words at every touch."""


def _reaches(things: Sequence[Figure]) -> Reaches:
    return [(one.reach.bounds(), one.reach) for one in things]


def _written_on(one: Figure, reaches: Reaches) -> bool:
    """Whether it is words in the midst of a thing, which may be wider than it; words beside things
    are a part of the table."""
    if one.shape.form != "label":
        return False
    x, y = one.shape.x, one.shape.y
    for (left, low, right, high), reach in reaches:
        if left <= x <= right and low <= y <= high and reach.contains(x, y):
            return True
    return False
