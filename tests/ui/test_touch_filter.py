"""Which touches are meant, decided on times and places alone."""

from itertools import pairwise

from ui.input.touch_filter import AGAIN, MOST, NEAR, STUCK, TouchFilter, Why

ROOM = (218.0, 123.0)


class Glass:
    """Touches on a screen of that size, a second after one another unless said."""

    def __init__(self) -> None:
        self.touch_filter = TouchFilter()
        self.at = 1000.0
        self.number = 0

    def down(self, x: float, y: float, after: float = 1.0, *, asleep: bool = False) -> Why:
        self.at += after
        self.number += 1
        return self.touch_filter.begun(self.number, self.at, (x, y), ROOM, asleep=asleep)

    def up(self, after: float = 0.06) -> bool:
        self.at += after
        return self.touch_filter.ended(self.number, self.at)

    def tap(self, x: float, y: float, after: float = 1.0) -> Why:
        why = self.down(x, y, after)
        self.up()
        return why


def test_a_trembling_hand_touches_once() -> None:
    glass = Glass()
    assert [glass.tap(50, 50, after) for after in (1.0, 0.05, 0.07)] == ["", "again", ""]
    assert glass.tap(50 + NEAR / 2, 50, AGAIN - 0.01) == "again"
    assert glass.tap(50, 50, AGAIN) == ""


def test_fast_fingers_on_different_keys_lose_no_letter() -> None:
    glass = Glass()
    assert [glass.tap(10.0 * key, 20, 0.02) for key in (1, 2, 3, 2, 1, 9)] == [""] * 6


def test_one_key_tapped_as_fast_as_hands_can_is_never_lost_twice_in_a_row() -> None:
    glass = Glass()
    found = [glass.tap(50, 50, 0.1) for _ in range(9)]
    assert not any(one and other for one, other in pairwise(found))


def test_noise_beside_the_glass_touches_nothing() -> None:
    glass = Glass()
    for point in ((-1, 5), (5, -1), (ROOM[0] + 1, 5), (5, ROOM[1] + 1)):
        assert glass.tap(*point) == "outside"
    assert not glass.touch_filter.touched


def test_a_cloth_on_the_glass_touches_nothing_until_it_is_lifted() -> None:
    glass = Glass()
    down = [glass.down(20.0 * number, 20, 0.0) for number in range(MOST + 1)]
    assert down == [""] * MOST + ["many"]
    for number in range(1, MOST + 1):
        assert glass.touch_filter.ended(number, glass.at)
    assert glass.down(100, 100) == "many"
    glass.up()
    assert not glass.touch_filter.ended(MOST + 1, glass.at)
    assert glass.tap(100, 100) == ""


def test_the_touch_that_wakes_the_screen_does_nothing_else() -> None:
    glass = Glass()
    assert glass.down(50, 50, asleep=True) == "asleep"
    assert not glass.touch_filter.means(glass.number)
    assert not glass.up()
    assert glass.tap(50, 50, 0.01) == ""


def test_water_on_the_glass_does_not_count_as_a_finger_for_ever() -> None:
    glass = Glass()
    glass.down(50, 50)
    assert glass.touch_filter.stuck(glass.at + STUCK) == ()
    assert glass.touch_filter.stuck(glass.at + STUCK + 1) == (1,)
    glass.up()
    assert glass.touch_filter.stuck(glass.at + STUCK + 1) == ()


def test_a_clock_set_back_does_not_hold_touches_up() -> None:
    glass = Glass()
    glass.tap(50, 50)
    assert glass.tap(50, 50, -3600) == ""
