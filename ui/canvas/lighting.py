"""What is lit on a table, and how: from what is offered, chosen and wrong to the light on each
figure and the marks above them all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from companion.scene import Shape
from companion.scene.why import Why
from ui import theme
from ui.canvas.figures import Figure
from ui.canvas.frame import place_only
from ui.canvas.geometry import filling
from ui.canvas.highlight import DARK, TINT, Light
from ui.canvas.hit_testing import inwards
from ui.canvas.layers import Item
from ui.canvas.marks import badges, crosses, way
from ui.canvas.mesh import Triangles
from ui.canvas.reasons import plate
from ui.canvas.viewport import Bounds

MANY = 8
"""More lit places than that have their rim alone."""

BADGE = 4.4
"""Millimetres of the disc with what a place costs."""

LARGER, RAISED = 1.12, 0.1
"""How many times as large a chosen piece is drawn, and how far above its place, in its sizes."""

BESIDE = 2 / 3
"""Share of a fingertip that a place at the rim answers inwards where that is lit, too."""

NEARLY = 1.01
"""Pieces count as of one size up to here."""

MARK = 0.6
"""What is less wide than that share of the piece it lies on is a mark of it: its load, a sign."""

NONE: frozenset[str] = frozenset()


class Meant(NamedTuple):
    """The tokens that mean something now: see :class:`ui.widgets.tabletop.Tabletop`.

    lit: what leads on.
    chosen: what was chosen.
    wrong: what a refusal is about.
    asked_about: what a question is about.
    cursor: where the dial stands, "" for nowhere.
    pressed: under the finger, "" for nothing.
    costs: how many moves a place costs, where it is more than one.
    rim: what is lit is the whole table, so that no place is lit for itself.
    many: more is lit than should be tinted.
    why: the picture of a refusal, the way and a cross where none is given.
    """

    lit: frozenset[str] = NONE
    chosen: frozenset[str] = NONE
    wrong: frozenset[str] = NONE
    asked_about: frozenset[str] = NONE
    cursor: str = ""
    pressed: str = ""
    costs: Mapping[str, int] = {}
    rim: bool = False
    many: bool = False
    why: Why | None = None

    @property
    def tokens(self) -> set[str]:
        """All that is marked."""
        return {self.cursor, *self.lit, *self.chosen, *self.wrong, *self.asked_about}


@dataclass(frozen=True)
class Choice:
    """What is chosen among the figures of a table. pieces: drawn with a ring, each token once.
    homes: the fields that they, or a refused piece, lie on. fields: tokens of fields, which are lit
    instead of what lies on them and stands for them. any: everything else is darker."""

    pieces: frozenset[int]
    homes: frozenset[int]
    fields: frozenset[str]
    any: bool


def choice(figures: Sequence[Figure], meant: Meant) -> Choice:
    """What is chosen: the pieces, of several that stand for the same the smallest, and of these the
    uppermost: that is what a hand takes; never a mark that a piece bears."""
    marked = meant.chosen | meant.wrong
    found = [one for one in figures if one.shape.token in marked] if marked else []
    fields = [one for one in figures if one.inside and one.shape.form != "label"]
    tokens = frozenset(one.shape.token for one in fields)
    pieces: dict[str, Figure] = {}
    for one in found:
        if not (one.inside or one.shape.ghost or one.shape.token in tokens):
            other = pieces.get(one.shape.token)
            if other is None or _taken_before(one, other):
                pieces[one.shape.token] = one
    at = [(one.shape.x, one.shape.y) for one in pieces.values()]
    homes = (id(one) for one in fields if any(one.reach.contains(*it) for it in at))
    taken = (id(one) for token, one in pieces.items() if token in meant.chosen)
    return Choice(frozenset(taken), frozenset(homes), tokens, bool(found))


def _taken_before(one: Figure, other: Figure) -> bool:
    """Whether a hand takes one rather than another that lies below it."""
    (narrow, long), (wide, longest) = map(_across, (one, other))
    return long <= longest * NEARLY and narrow >= wide * MARK


def _across(figure: Figure) -> tuple[float, float]:
    """Its shorter and its longer side."""
    left, bottom, right, top = figure.reach.bounds()
    shorter, longer = sorted((right - left, top - bottom))
    return shorter, longer


def items(
    figures: Iterable[Figure], meant: Meant, chosen: Choice, lift: Callable[[Figure], Figure]
) -> list[Item]:
    """Each figure with its light; the chosen piece larger. lift: the figure of a piece that
    is taken up."""
    found: list[Item] = []
    marked = {meant.pressed, *meant.tokens}
    for one in figures:
        meets = chosen.any or one.shape.token in marked  # most do not, and nothing is lit on them
        light = _light(one, meant, chosen) if meets else DARK
        if id(one) in chosen.pieces:
            one = lift(one)
        found.append((one, light))
    return found


def lifted(shape: Shape) -> Shape:
    """A chosen piece: larger, and a little above its place."""
    return replace(shape, size=shape.size * LARGER, y=shape.y + shape.size * RAISED)


def _light(figure: Figure, meant: Meant, chosen: Choice) -> Light:
    shape, token = figure.shape, figure.shape.token
    field, home = figure.inside and shape.form != "label", id(figure) in chosen.homes
    dim = chosen.any and field and not home and not shape.ghost
    if not token:
        return Light(dim=True) if dim else DARK
    held, shown = token in meant.chosen, field or token not in chosen.fields
    lit, wrong, asked = (
        shown and token in marked for marked in (meant.lit, meant.wrong, meant.asked_about)
    )
    return Light(
        lit=lit and not meant.rim,
        far=lit and meant.costs.get(token, 1) > 1,
        chosen=held and (id(figure) in chosen.pieces or (field and not home)),
        wrong=wrong,
        cursor=token == meant.cursor,
        pressed=token == meant.pressed,
        asked=asked,
        plain=meant.many,
        dim=dim and not (lit or held or wrong or asked),
    )


def moved_in(
    figures: Sequence[Figure], lit: AbstractSet[str], room: Bounds, scale: float
) -> dict[str, Item]:
    """The light of places where nothing lies of which less than a fingertip is in sight of a room,
    in from its rim as far as they answer there: see :func:`ui.canvas.hit_testing.at_rim`. scale:
    pixels of a unit of the table."""
    places = [one for one in figures if one.shape.token in lit and place_only(one)]
    alone = lit <= {one.shape.token for one in places}
    least = theme.mm(theme.TOUCH) / scale * (1.0 if alone else BESIDE)
    found: dict[str, Item] = {}
    for one in places:
        x, y = inwards(one.reach.bounds(), room, least)
        if x or y:
            lines = tuple(line.moved(x, y, 1.0) for line in one.lines)
            reach, tint = one.reach.moved(x, y, 1.0), Triangles()
            tint.fill(filling(lines), (*theme.colour("lit")[:3], TINT))
            light = Figure(one.shape, tint, (), reach, lines, True, reach.bounds())
            found[one.shape.token] = light, Light(lit=True)
    return found


def above(figures: Sequence[Figure], meant: Meant, scale: float, share: float = 1.0) -> list[Item]:
    """What is drawn over the whole table: prices of places, and why not. scale: pixels of a unit
    of the table. share: how much of that is seen yet."""
    marks = badges(figures, meant.costs, theme.mm(BADGE) / scale) if meant.costs else []
    look = "apart" if meant.why is None else meant.why.look
    if meant.wrong and look == "apart":
        marks += [one for one in (way(figures, meant.wrong, share),) if one is not None]
    said = None if meant.why is None else plate(figures, meant.why, scale)
    if said is not None:
        marks.append(said)
    elif meant.wrong and look in ("apart", "cross") and share >= 1:
        marks += crosses(figures, meant.wrong, scale)
    return [(one, DARK) for one in marks]
