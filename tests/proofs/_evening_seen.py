"""What a person sees on the screen: words, buttons, pickers, lit shapes of the board, and where.

It rests on what widgets say of themselves, whatever class they are of:

* *something to touch* has an event ``on_press`` or ``on_token`` and holds nothing else that has;
  ``label``, ``detail``, ``look``, ``seat``, ``offered``, ``chosen``, ``lit`` and ``role`` say how
  it looks;
* *a board* has ``scene``, ``lit``, ``where`` and ``viewport``; with a true ``rim`` the whole of it
  is lit, and every field of it may be touched;
* *a question* has a ``prompt``, and its answers lie in it; any other sentence that ends in "?" asks
  as well;
* what has a ``surface`` is painted there and hides what lies below; a sheet that is ``modal`` hides
  all that is not on it; what scrolls or clips (``StencilView``) hides what is not inside.

Import it after Kivy is set up.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from kivy.uix.scrollview import ScrollView
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.sight.printed import FIELDS
from tests.proofs._evening_widgets import (
    Box,
    acts,
    asks,
    both,
    box_of,
    hides,
    inwards,
    is_board,
    outline,
    own,
    says,
    within,
)
from ui import theme

SEEN = (
    *(
        "text",
        "label",
        "detail",
        "look",
        "seat",
        "role",
        "offered",
        "chosen",
        "lit",
        "waiting",
        "ink",
    ),
    *("asked", "instruments", "name", "time", "prompt", "disabled", "again"),
)
"""What of a widget can be seen to change."""

AROUND = ((0, 0), (0, -0.3), (0.3, 0), (0, 0.3), (-0.3, 0), (0.2, -0.2), (-0.2, -0.2))
"""Where a shape is touched, as shares of its size: in its middle, else beside what lies on it."""


SMALL = 6.0
"""Millimetres: what is drawn smaller is touched under the magnifying glass, as are the tiles of a
table that grows beyond every screen."""

STEP = 0.125
"""Millimetres from point to point where it is felt how far something reaches."""


@dataclass(frozen=True)
class Target:
    """Something that a finger may mean. at: the pixel to touch. box: as much of it as is seen.
    answers: how wide and high the area is that answers, in pixels. asked: it answers a question.
    field: it is a place on the board. small: the glass is meant for it. line: the row and
    column in which it stands, "" for none."""

    kind: Literal["button", "panel", "shape"]
    token: str
    words: str
    at: tuple[float, float]
    box: Box
    answers: tuple[float, float]
    offered: bool = True
    lit: bool = False
    bright: bool = False
    chosen: bool = False
    asked: bool = False
    field: bool = False
    small: bool = False
    line: str = ""

    @property
    def label(self) -> str:
        """What is written on it, without what stands small below."""
        return self.words.partition(" / ")[0]

    @property
    def key(self) -> str:
        """What tells it from all else on the same screen."""
        return f"{self.kind} {self.token or self.words} {self.line}".strip()

    @property
    def turns(self) -> bool:
        """Whether it says how many choices are a page further, or which numbers are."""
        return bool(re.match(r"\+\d|\d+–\d+$", self.words))

    def __str__(self) -> str:
        how = "lit" if self.lit else "bright" if self.bright else "" if self.offered else "grey"
        return f"{how} {self.kind} {self.words or self.token!r}".strip()


@dataclass(frozen=True)
class _Item:
    """A widget that is drawn: its box, as much of it as is not clipped, and how far its own parts
    reach in the order of drawing."""

    widget: Any
    box: Box
    clip: Box
    first: int
    last: int


class Look:
    """One look at the screen. root: of all widgets."""

    def __init__(self, root: Widget) -> None:
        self._items: list[_Item] = []
        room = (0.0, 0.0, float(root.width), float(root.height))
        self.room = room
        self._gather(root, room)
        self._hiders = [one for one in self._items if hides(one.widget)]
        self.items = [one for one in self._items if self._is_seen(one)]
        self.frame = self._frame()
        self.state = self._state()
        self.enlarged = self.board is not None and bool(self.board.enlarged)
        for name in ("targets", "asks", "question", "hard", "scrolls", "beside", "closer"):
            getattr(self, name)  # now: widgets change with the next touch

    def _gather(self, widget: Widget, clip: Box) -> None:
        if not widget.opacity or widget.width < 1 or widget.height < 1:
            return
        box = box_of(widget)
        seen = both(box, clip)
        at = len(self._items)
        self._items.append(_Item(widget, box, seen, at, at))
        inner = seen if isinstance(widget, StencilView) or is_board(widget) else clip
        for child in reversed(widget.children):
            self._gather(child, inner)
        self._items[at] = _Item(widget, box, seen, at, len(self._items) - 1)

    def _is_seen(self, one: _Item) -> bool:
        left, low, right, top = one.clip
        middle = ((left + right) / 2, (low + top) / 2)
        return left < right - 1 and low < top - 1 and not self._hidden(one, middle)

    def _hidden(self, one: _Item, at: tuple[float, float]) -> bool:
        """Whether something that is drawn later lies over a point of it."""
        for other in self._hiders:
            below = other.first <= one.first <= other.last  # it lies on that
            if other.first > one.last and not below and within(other.clip, at):
                return True
        return False

    # What there is

    @cached_property
    def board(self) -> Any:
        """The board that can be touched, if one is seen."""
        found = (i.widget for i in self.items if is_board(i.widget) and not i.widget.disabled)
        return next(found, None)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """All that a finger may mean."""
        found = []
        touched = [one for one in self._items if acts(one.widget) and not is_board(one.widget)]
        for one in self.items:
            holds = any(one.first < other.first <= one.last for other in touched)
            if is_board(one.widget):
                found += list(self._shapes(one)) if one.widget is self.board else []
            elif acts(one.widget) and not holds and self._reached(one):
                found.append(self._target(one))
        return tuple(found)

    def _reached(self, one: _Item) -> bool:
        """Whether enough of it is in sight for a finger: else it is scrolled to first."""
        seen, whole = one.clip, one.box
        return (seen[3] - seen[1]) > 0.5 * (whole[3] - whole[1])

    def _target(self, one: _Item) -> Target:
        widget = one.widget
        left, low, right, top = one.clip
        said = [str(getattr(widget, name, "") or "") for name in ("label", "name", "detail")]
        texts = [] if any(said) else [i.widget.text for i in self._in(one) if says(i.widget)]
        where = getattr(widget, "seat", "") if not getattr(widget, "token", "") else ""
        is_seat = hasattr(widget, "instruments")
        wide, high = one.box[2] - one.box[0], one.box[3] - one.box[1]
        return Target(
            "panel" if is_seat else "button",
            getattr(widget, "token", "") or str(where),
            " / ".join(word for word in (*said, *texts) if word) or outline(widget),
            ((left + right) / 2, (low + top) / 2),
            one.clip,
            (wide, high),
            offered=bool(getattr(widget, "offered", True)),
            lit=bool(getattr(widget, "lit", False)),
            bright=getattr(widget, "role", "") == "bright" and getattr(widget, "offered", True),
            chosen=bool(getattr(widget, "chosen", False)),
            asked=any(other.first < one.first <= other.last for other in self.questions),
            line=str(getattr(widget, "line", "")),
        )

    def _in(self, one: _Item) -> Iterator[_Item]:
        return (other for other in self.items if one.first < other.first <= one.last)

    def _shapes(self, one: _Item) -> Iterator[Target]:
        """The shapes of a board that are in sight and mean something, each token once."""
        board = one.widget
        shapes: dict[str, Any] = {}
        for shape in board.scene.shapes if board.scene is not None else ():
            if shape.token:
                known = shapes.get(shape.token)
                if known is None or known.form not in FIELDS:
                    shapes[shape.token] = shape  # the place, else the top-most
        scale = board.viewport.scale
        answers = max(theme.mm(theme.TOUCH), 0.0)
        for token, shape in shapes.items():
            middle = board.viewport.to_screen(shape.x, shape.y)
            around = [
                (middle[0] + right * shape.size * scale, middle[1] + up * shape.size * scale)
                for right, up in AROUND
            ]
            for at in (*around, inwards(middle, one.clip)):
                if (
                    within(one.clip, at)
                    and not self._hidden(one, at)
                    and board.token_at(*at) == token
                ):
                    half = max(answers, shape.size * scale) / 2
                    box = (at[0] - half, at[1] - half, at[0] + half, at[1] + half)
                    field = shape.form in FIELDS
                    lit = token in board.lit or (getattr(board, "rim", False) and field)
                    yield Target(
                        "shape",
                        token,
                        token,
                        at,
                        box,
                        (2 * half, 2 * half),
                        lit=bool(lit),
                        chosen=token in board.chosen,
                        field=field,
                        small=shape.form == "hex" or shape.size * scale < theme.mm(SMALL),
                    )
                    break

    def room_for(self, one: Target) -> tuple[float, float]:
        """Millimetres, across and up, in which a finger means this shape or a piece that lies on
        it, up to 5 in each direction from where it is touched."""
        x, y = one.at
        own = {one.token, *(other.token for other in self._upon(one))}
        reach = [0.0, 0.0]
        for axis, (right, up) in enumerate(((1, 0), (0, 1))):
            for way in (1, -1):
                for far in range(1, round(5 / STEP) + 1):
                    step = way * theme.mm(far * STEP)
                    if self.board.token_at(x + right * step, y + up * step) not in own:
                        break
                    reach[axis] += STEP
        return reach[0], reach[1]

    def _upon(self, field: Target) -> Iterator[Target]:
        """The pieces that lie on a field."""
        for one in self.targets:
            piece = one.kind == "shape" and not one.field and field.field
            if piece and within(field.box, self.board.where(one.token)):
                yield one

    def on_lit_field(self, token: str) -> bool:
        """Whether a piece lies on a field that is lit, or chosen already, and leads on for it."""
        board = self.board
        at = board.viewport.to_table(*board.where(token))
        leads = (board.lit | board.chosen) - {token}
        fields = (one for one in board.figures if one.shape.form in FIELDS)
        return any(one.shape.token in leads and one.reach.contains(*at) for one in fields)

    def box_with(self, text: str) -> Box | None:
        """Where a text stands, the lowest that is seen."""
        found = [one.clip for one in self.items if says(one.widget) and one.widget.text == text]
        return min(found, key=lambda box: box[1], default=None)

    @cached_property
    def hard(self) -> tuple[str, ...]:
        """The lit shapes that no finger can mean where they are seen."""
        board = self.board
        if board is None or board.scene is None or self.enlarged:
            return ()  # enlarged, a part of it is out of sight
        there = {shape.token for shape in board.scene.shapes if shape.token in board.lit}
        found = {one.token for one in self.targets if one.kind == "shape"}
        missed = (one for one in there - found if not self.on_lit_field(one))
        return tuple(sorted(one for one in missed if not self._beneath(one)))

    def _beneath(self, field: str) -> bool:
        """Whether a piece lies on a field: then that is touched, and stands for it."""
        at = self.board.where(field)
        pieces = (one for one in self.targets if one.kind == "shape" and not one.field)
        return any(within(one.box, at) for one in pieces)

    @cached_property
    def questions(self) -> tuple[_Item, ...]:
        """The widgets that ask something and hold the answers."""
        return tuple(one for one in self.items if asks(one.widget))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every sentence that is seen beside those on buttons."""
        on_buttons = {i.first for one in self.items if acts(one.widget) for i in self._in(one)}
        seen = (one for one in self.items if one.first not in on_buttons)
        return tuple(one.widget.text for one in seen if says(one.widget))

    @cached_property
    def asks(self) -> tuple[str, ...]:
        """The different questions that are seen."""
        asked = [one.strip() for one in self.words if one.strip().endswith(("?", "?”", "?“"))]
        asked += [one.widget.prompt for one in self.questions if one.widget.prompt]
        return tuple(dict.fromkeys(one for one in asked if one))

    @cached_property
    def question(self) -> tuple[Any, ...]:
        """What is asked, and what is lit, bright or an answer with what it says: it leads on where
        this changes."""
        on = (one for one in self.targets if one.lit or one.bright or one.asked)
        return self.asks, frozenset((one.key, one.words if one.asked else "") for one in on)

    @cached_property
    def scrolls(self) -> tuple[tuple[Box, bool, bool], ...]:
        """What can be moved because not all of it is in sight, and whether there is more above and
        below: the bar beside it shows that."""
        found = (one for one in self.items if isinstance(one.widget, ScrollView))
        moved = ((one.clip, one.widget.scroll_y) for one in found if one.widget.do_scroll_y)
        return tuple((box, at < 0.99, at > 0.01) for box, at in moved)

    @cached_property
    def closer(self) -> bool:
        """Whether the magnifying glass is seen."""
        return any(own(one.widget, "look") == "sign-larger" for one in self.items)

    @cached_property
    def beside(self) -> tuple[float, float] | None:
        """Where a sheet that shades the rest can be touched beside."""
        for one in self.items:
            card = getattr(one.widget, "card", None)
            if getattr(one.widget, "modal", False) and card is not None:
                left, low, right, top = box_of(card)
                for at in ((left - 4, (low + top) / 2), ((left + right) / 2, low - 4)):
                    if within(one.clip, at):
                        return at
        return None

    def _state(self) -> tuple[Any, ...]:
        """Everything that can be seen; equal to that of a later look when nothing has changed."""
        found: list[Any] = []
        for one in self.items:
            widget = one.widget
            seen = tuple(repr(own(widget, name)) for name in SEEN)
            found.append((type(widget).__name__, tuple(map(round, one.clip)), seen))
        board = self.board
        if board is not None:
            found += [board.scene, board.lit, board.chosen, board.wrong, self.frame]
        return tuple(found)

    def _frame(self) -> tuple[float, ...]:
        """How large the board is and where it lies: its scale and the pixel of its point 0, 0."""
        if self.board is None:
            return ()
        view = self.board.viewport
        return tuple(round(float(one), 1) for one in (100 * view.scale, *view.origin))
