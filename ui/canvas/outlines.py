"""Outlines of shapes: how they are drawn, and where a finger means them."""

from math import cos, pi, sin

from companion.scene import Shape
from ui.canvas.geometry import Polyline, box, rounded

CARD = 88 / 63
"""Height of a card of width 1 (poker size, 63 mm by 88 mm)."""

LABEL = 6.0
"""Width of a text at most, in its heights: what it says is not known here, only its key."""

GRID = 0.97
"""Share of its place that a hex fills, so that there is a gap between neighbours."""

HEX = rounded([(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)], 0.12)

WHOLE_HEX = Polyline([(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)]).outward()

WHOLE_SQUARE = Polyline(((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))).outward()

NICHE, ENDS, LAID = 0.84, 0.22, 0.95
"""Of a beam: width of what is hollow, and what its ends add, in places; the share of its room
that it fills upwards, so that beams laid on each other are told apart."""

SQUARE, ROUND_CARD, TILE = box(1, 1, 0.1), box(1, CARD, 0.09), box(1, 1, 0.12)


def reach(shape: Shape) -> Polyline:
    """The outline in which a shape is touched, in table coordinates: without gaps between the
    fields of a grid."""
    if shape.touch:
        return box(*shape.touch, 0.0).moved(shape.x, shape.y, 1.0)
    corners = {"hex": WHOLE_HEX, "square": WHOLE_SQUARE, "stack": WHOLE_SQUARE}
    outline = corners.get(shape.form) or outline_of(shape)
    return outline.moved(shape.x, shape.y, shape.size)


def outline_of(shape: Shape) -> Polyline:
    """How it is drawn, of size 1 about its middle."""
    match shape.form:
        case "hex":
            return HEX
        case "card":
            return ROUND_CARD
        case "beam":
            high = shape.touch[1] / shape.size if shape.touch else 1.0
            return box(shape.count + ENDS, high * LAID, 0.13)
        case "label":
            if shape.touch:
                return box(shape.touch[0] / shape.size, shape.touch[1] / shape.size, 0.1)
            return box(max(1.0, min(0.55 * len(shape.text), LABEL)), 1, 0.1)
        case "square" | "stack" | "piece" | "pile" | "print":
            return SQUARE
