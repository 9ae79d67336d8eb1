"""What a widget says of itself to whoever only looks. Import it after Kivy is set up."""

from typing import Any

from kivy.uix.widget import Widget

from ui import theme

Box = tuple[float, float, float, float]
"""left, bottom, right, top in pixels."""


def box_of(widget: Widget) -> Box:
    """Where a widget lies in the window, also when it is turned by quarters."""
    ends = (widget.to_window(widget.x, widget.y), widget.to_window(widget.right, widget.top))
    (left, right), (low, top) = (sorted(map(float, both)) for both in zip(*ends, strict=True))
    return left, low, right, top


def inwards(at: tuple[float, float], box: Box) -> tuple[float, float]:
    """Where a thing is touched of which the rim cuts off the middle."""
    edge = theme.mm(1)
    return (
        min(max(at[0], box[0] + edge), box[2] - edge),
        min(max(at[1], box[1] + edge), box[3] - edge),
    )


def own(widget: Any, name: str) -> Any:
    """One of its properties, None where it has none."""
    return getattr(widget, name, None)


def is_board(widget: Any) -> bool:
    """Whether it draws a scene that can be touched."""
    return all(hasattr(widget, name) for name in ("scene", "lit", "where", "viewport"))


def acts(widget: Any) -> bool:
    """Whether it feels touches and answers them."""
    feels = type(widget).on_touch_down is not Widget.on_touch_down
    return feels and bool(widget.is_event_type("on_press") or widget.is_event_type("on_token"))


def asks(widget: Any) -> bool:
    """Whether it asks something, and holds the answers."""
    prompt = getattr(widget, "prompt", "")
    return isinstance(prompt, str) and bool(prompt)


def hides(widget: Any) -> bool:
    """Whether it hides what lies below it."""
    modal = getattr(widget, "modal", False) is True
    return modal or isinstance(getattr(widget, "surface", None), str)


def says(widget: Any) -> bool:
    """Whether it is words."""
    return isinstance(getattr(widget, "text", None), str) and bool(widget.text)


def outline(widget: Any) -> str:
    """What it shows instead of words."""
    return str(getattr(widget, "look", "") or type(widget).__name__)


def both(one: Box, other: Box) -> Box:
    """What two boxes have in common."""
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def within(box: Box, at: tuple[float, float]) -> bool:
    """Whether a point lies in a box: its right and upper rim are the next pixel."""
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def is_zone(widget: Any) -> bool:
    """Whether a part of the table's page has a place of its own, and is not laid over others."""
    over = hasattr(widget, "card") or (hasattr(widget, "fit") and not hasattr(widget, "scene"))
    return not over and type(widget).__name__ not in ("Loupe", "Toast")


def is_told_over(page: Widget) -> bool:
    """Whether something is said in a strip over the page: it goes with the finger that comes, so
    whoever is told the same again sees it go and come."""
    return any(type(one).__name__ == "Toast" for one in page.children)
