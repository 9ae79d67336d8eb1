"""Which part of a growing table is in sight, worked out without a window."""

from collections.abc import Iterator

import pytest

from companion.scene import Shape
from tests.ui.widgets import scenes
from ui import theme
from ui.canvas.drawing import figure
from ui.canvas.figures import Figure
from ui.canvas.frame import FAR, LEAST, NEAR, PLACE, PLACE_SMALL, Sight, frame, lying
from ui.screens.table.zones import SCREENS, Screen

pytestmark = pytest.mark.usefixtures("sized")

EACH = pytest.mark.parametrize("screen", SCREENS, ids=lambda one: f"{one.size[0]}x{one.size[1]}")


def tile(token: str, x: float, y: float, *, ghost: bool = False) -> Figure:
    shape = Shape(form="hex", x=x, y=y, size=1, token=token, ghost=ghost)
    return figure(shape, scenes.art(), lambda text, values: text)


def table(rows: float = 1.0) -> list[Figure]:
    """Two tiles so many rows apart, with an empty place on each side."""
    high = 3**0.5
    return [
        tile("first", 0, 0),
        tile("last", 0, rows * high),
        tile("west", -1.5, high / 2, ghost=True),
        tile("south", 0, -high, ghost=True),
        tile("east", 1.5, high / 2, ghost=True),
        tile("north", 0, (rows + 1) * high, ghost=True),
    ]


def test_the_frame_has_room_only_where_something_could_be_added_this_turn() -> None:
    figures = table()
    found = frame(figures, lying(figures), iter(("south", "first", "nowhere", "east")))
    assert found.margins == (NEAR, FAR, FAR, NEAR)
    assert frame(figures, lying(figures)).margins == (FAR,) * 4
    assert frame(figures, lying(figures), ()).margins == (NEAR,) * 4


def test_no_further_way_is_looked_for_once_every_side_is_open() -> None:
    figures, asked = table(), []

    def ahead() -> Iterator[str]:
        for token in ("west", "south", "east", "north", "first"):
            asked.append(token)
            yield token

    frame(figures, lying(figures), ahead())
    assert asked == ["west", "south", "east", "north"]


@EACH
def test_the_room_gives_way_before_the_tiles_become_too_low(screen: Screen) -> None:
    theme.use(screen.size)
    wide, high = (screen.zones.board[side] / screen.per_mm for side in (2, 3))
    least = PLACE_SMALL if theme.compact() else PLACE
    for rows in (1.0, 2.5, 3.5):  # of four and a half rows of tiles at most
        figures = table(rows)
        found = frame(figures, lying(figures))
        left, low, right, top = found.margins_in(wide, high)
        _, bottom, _, upper = found.table
        tall = (high - low - top) / (upper - bottom) * 3**0.5
        assert tall >= least - 0.01, rows
        assert min(left, low, right, top) >= LEAST
        assert found.margins_in(1000, 1000) == found.margins
    crowded = frame(table(9), lying(table(9))).margins_in(wide, high)
    assert crowded[1] == crowded[3] == pytest.approx(LEAST)


def test_the_frame_changes_at_a_hand_over_and_with_what_lies_outside_alone() -> None:
    sight, small, large = Sight(), table(1.0), table(2.0)
    assert not sight.look(small, "blue", lambda: ["north"], glides=True)
    first = sight.frame
    assert first is not None and first.margins == (NEAR, NEAR, NEAR, FAR)
    assert not sight.look(small, "blue", lambda: ["south"], glides=True)
    assert sight.frame == first
    assert sight.look(small, "red", lambda: ["south"], glides=True)
    assert sight.frame is not None and sight.frame.margins == (NEAR, FAR, NEAR, NEAR)
    assert sight.look(large, "red", lambda: ["south"], glides=True)
    assert not sight.look(small, "red", lambda: ["north"], glides=True)
    assert sight.frame.holds(lying(large))


def test_a_place_that_a_question_is_about_is_in_sight_of_what_is_looked_at_anew() -> None:
    sight, small, large = Sight(), table(1.0), table(2.0)
    sight.look(small, "blue", None, glides=False)
    first = sight.frame
    assert not sight.look(small, "blue", None, glides=False, about=lambda: {"west"})
    assert sight.frame == first
    sight.look(large, "blue", None, glides=False, about=lambda: {"west"})
    assert sight.frame is not None
    assert sight.frame.holds(lying(large)) and sight.frame.holds(large[2].bounds)
