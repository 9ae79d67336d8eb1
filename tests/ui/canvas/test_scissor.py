"""Where a box is clipped on a window that is turned."""

import pytest

from ui.canvas.scissor import on_glass


@pytest.mark.parametrize(
    ("degrees", "window", "expected"),
    [
        (0, (1280, 720), (10, 20, 300, 40)),
        (90, (720, 1280), (1220, 10, 40, 300)),
        (180, (1280, 720), (970, 660, 300, 40)),
        (270, (720, 1280), (20, 410, 40, 300)),
    ],
)
def test_a_turned_picture_is_clipped_where_it_is_seen(
    degrees: int, window: tuple[int, int], expected: tuple[int, int, int, int]
) -> None:
    assert on_glass(10.0, 20.0, 300.4, 40.9, window, degrees) == expected
