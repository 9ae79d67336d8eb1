"""Zooming and panning, for any screen, table and finger."""

from hypothesis import given
from hypothesis import strategies as st

from ui.canvas.viewport import ZOOM, Bounds, Viewport, free_spot

SIZES = st.floats(10, 2000)
POINTS = st.tuples(st.floats(0, 1), st.floats(0, 1))


@st.composite
def bounds(draw: st.DrawFn) -> Bounds:
    left, bottom = draw(st.floats(-1000, 1000)), draw(st.floats(-1000, 1000))
    return (left, bottom, left + draw(SIZES), bottom + draw(SIZES))


def within(view: Viewport, at: tuple[float, float]) -> tuple[float, float]:
    left, bottom, right, top = view.screen
    return left + (right - left) * at[0], bottom + (top - bottom) * at[1]


@given(bounds(), bounds())
def test_fitting_shows_all_and_fills_one_direction(screen: Bounds, table: Bounds) -> None:
    view = Viewport.fitting(screen, table)
    left, bottom = view.to_screen(table[0], table[1])
    right, top = view.to_screen(table[2], table[3])
    slack = 1e-3
    assert left >= screen[0] - slack and right <= screen[2] + slack
    assert bottom >= screen[1] - slack and top <= screen[3] + slack
    assert abs(left - screen[0]) < slack or abs(bottom - screen[1]) < slack


@given(
    bounds(),
    bounds(),
    st.lists(st.tuples(st.floats(0.2, 5), POINTS, st.floats(-900, 900), st.floats(-900, 900))),
)
def test_no_gesture_leaves_the_limits(
    screen: Bounds,
    table: Bounds,
    gestures: list[tuple[float, tuple[float, float], float, float]],
) -> None:
    view = Viewport.fitting(screen, table)
    for factor, at, dx, dy in gestures:
        view = view.zoomed(factor, *within(view, at)).panned(dx, dy)
        assert 1 <= view.zoom <= ZOOM
        low, high = view.to_screen(*table[:2]), view.to_screen(*table[2:])
        for axis in (0, 1):
            room = (screen[axis], screen[axis + 2])
            if high[axis] - low[axis] > room[1] - room[0]:  # larger: no empty strip at a side
                assert low[axis] <= room[0] + 0.01 and high[axis] >= room[1] - 0.01
            else:  # smaller: all of it in sight
                assert low[axis] >= room[0] - 0.01 and high[axis] <= room[1] + 0.01


@given(bounds(), bounds(), POINTS)
def test_a_pixel_and_its_point_on_the_table_belong_together(
    screen: Bounds, table: Bounds, at: tuple[float, float]
) -> None:
    view = Viewport.fitting(screen, table).zoomed(2, *within(Viewport.fitting(screen, table), at))
    pixel = within(view, at)
    back = view.to_screen(*view.to_table(*pixel))
    assert abs(back[0] - pixel[0]) < 1e-3 and abs(back[1] - pixel[1]) < 1e-3


def test_zooming_out_from_a_corner_shows_the_whole_table_again() -> None:
    fitting = Viewport.fitting((0, 0, 800, 480), (0, 0, 10, 10))
    assert fitting.zoomed(3, 790, 10).zoomed(0.1, 10, 470) == fitting


def test_a_zoomed_table_that_grows_keeps_what_is_in_the_middle() -> None:
    view = Viewport.fitting((0, 0, 800, 480), (0, 0, 10, 10)).zoomed(3, 400, 240)
    assert view.onto((0, 0, 800, 480), (0, 0, 11, 10)).to_table(400, 240) == view.at


def test_a_square_covers_nothing_and_stays_where_it_can() -> None:
    room, high, low = (0.0, 0.0, 100.0, 60.0), (40.0, 30.0, 95.0, 60.0), (0.0, 0.0, 100.0, 20.0)
    assert free_spot(room, [], 10, (0, 0)) == (0, 0)
    assert free_spot(room, [], 10, (7, 7)) == (90, 50)
    assert free_spot(room, [high], 10, (90, 50)) == (0, 50)
    assert free_spot(room, [high, low], 10, (90, 0)) == (0, 50)
    x, y = free_spot(room, [high, low, (0.0, 45.0, 5.0, 60.0)], 10, (0, 50)) or (0, 0)
    assert x == 0 and 20 <= y <= 35
    assert free_spot(room, [room], 10, (0, 50)) is None
