"""What a finger means, worked out without a window."""

from ui.canvas.geometry import box
from ui.canvas.hit_testing import Target, aimed, at_rim, inwards


def target(token: str, x: float, y: float, size: float) -> Target:
    return Target(token, box(size, size, 0).moved(x, y, 1), (x, y))


def at(targets: list[Target], x: float, y: float, least: float = 9, slack: float = 0) -> str:
    found = aimed(targets, x, y, least, slack)
    return found.token if found else ""


def test_the_topmost_of_several_is_meant() -> None:
    assert at([target("below", 0, 0, 40), target("above", 5, 0, 20)], 0, 0) == "above"


def test_a_small_thing_below_a_large_one_does_not_shine_through() -> None:
    assert at([target("coin", 0, 0, 4), target("card", 0, 0, 40)], 0, 0) == "card"


def test_the_small_neighbour_under_the_finger_is_meant() -> None:
    pair = [target("left", -2.5, 0, 4), target("right", 2.5, 0, 4)]
    assert at(pair, -1, 0) == "left"
    assert at(pair, 1, 0) == "right"


def test_between_small_neighbours_the_nearest_is_meant_not_the_topmost() -> None:
    pair = [target("left", -4, 0, 4), target("right", 4, 0, 4)]
    assert at(pair, -0.3, 0) == "left"
    assert at(pair, 0.3, 0) == "right"


def test_a_large_thing_is_not_enlarged() -> None:
    assert at([target("field", 0, 0, 20)], 10.5, 0) == ""


def test_a_gap_belongs_to_the_nearest_field_and_no_further() -> None:
    pair = [target("left", -11, 0, 20), target("right", 11, 0, 20)]
    assert at(pair, -0.4, 0, slack=1.5) == "left"
    assert at(pair, 0.4, 0, slack=1.5) == "right"
    assert at(pair, 0, 12, slack=1.5) == ""


def test_a_touch_on_nothing_means_nothing() -> None:
    assert at([], 0, 0, slack=5) == ""


def test_a_piece_cut_off_by_the_rim_answers_a_fingertip_deep_and_no_deeper() -> None:
    room, cut, other = (0, 0, 100, 100), target("cut", 50, 107, 20), target("beside", 30, 107, 20)

    def found(x: float, y: float) -> str:
        meant = at_rim([cut, other, target("whole", 50, 50, 20)], room, x, y, 9)
        return meant.token if meant else ""

    assert found(50, 99) == found(50, 92) == "cut"
    assert found(50, 90) == found(50, 50) == found(70, 95) == ""
    assert found(38, 95) == "beside" and found(42, 95) == "cut"


def test_what_is_cut_off_by_the_rim_is_lit_where_it_answers() -> None:
    room, tile = (0, 0, 100, 100), target("tile", 50, 107, 20)
    assert inwards(tile.reach.bounds(), room, 9) == (0, -6)
    assert inwards(target("corner", -9, 103, 20).reach.bounds(), room, 9) == (8, -2)
    assert inwards(target("corner", -10, 103, 30).reach.bounds(), room, 9) == (4, 0)
    assert inwards(target("whole", 50, 50, 20).reach.bounds(), room, 9) == (0, 0)
