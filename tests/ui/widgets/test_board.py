"""The board in a real window: what a finger means."""

import pytest

from companion.scene import Scene, Shape
from tests.ui.stage import Finger, Stage, pixel
from tests.ui.widgets import scenes
from tests.ui.widgets.laid import Table, field_of, fields, pinch
from ui import theme
from ui.canvas.viewport import ZOOM
from ui.theme import mm

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True)


@BOTH
@pytest.mark.parametrize("scene", [scenes.hexes(), scenes.stacks(), scenes.pyramids()])
def test_every_field_is_hit_in_its_middle_and_near_its_corners(stage: Stage, scene: Scene) -> None:
    table = Table.lay(stage, scene)
    for shape in fields(scene):
        corner = 0.42 if shape.form == "square" else 0.6
        for dx, dy in ((0, 0), (corner, corner), (-corner, corner), (corner, -corner)):
            table.said.clear()
            table.stage.tap(*table.pixel(shape, dx, dy))
            assert table.said == [(shape.token,)], (shape.token, dx, dy)


def test_a_touch_on_the_gap_between_two_fields_means_one_of_them(stage: Stage) -> None:
    scene = scenes.stacks()
    table = Table.lay(stage, scene)
    here, right = field_of(scene, "a1"), field_of(scene, "b1")
    gap = ((here.x + right.x) / 2, here.y)
    table.stage.tap(*table.board.viewport.to_screen(*gap))
    assert table.said in ([("a1",)], [("b1",)])


def test_a_touch_beside_the_table_is_answered_but_means_no_field(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    table.stage.tap(20, 20)
    assert table.said == [()]


def test_a_scene_without_shapes_can_be_touched(stage: Stage) -> None:
    table = Table.lay(stage, Scene((), ()))
    table.stage.tap(600, 300)
    assert table.said == [()]


def test_nothing_acts_on_press_and_a_trembling_finger_still_taps(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    x, y = table.pixel(field_of(scene, "1,0"))
    finger = Finger(x, y)
    stage.frames(2)
    assert table.said == []
    finger.to(x + mm(1), y - mm(1)).up()
    assert table.said == [("1,0",)]


def test_a_press_is_shown_before_it_acts(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    x, y = table.pixel(field_of(scene, "-1,0"))
    before = stage.pixels()
    finger = Finger(x, y)
    during = stage.pixels()
    finger.up()
    after = stage.pixels()
    width = stage.size[0]
    assert sum(pixel(during, width, x, y)) > sum(pixel(before, width, x, y))
    assert after == before


def test_a_drag_names_both_fields_in_order_and_is_no_tap(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    start, end = table.pixel(field_of(scene, "-1,0")), table.pixel(field_of(scene, "1,0"))
    Finger(*start).to(start[0] + mm(5), start[1]).to(*end).up()
    assert table.said == [("-1,0", "1,0")]


def test_a_drag_that_ends_beside_the_table_or_where_it_began_does_nothing(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    start = table.pixel(field_of(scene, "-1,0"))
    Finger(*start).to(start[0] + mm(8), start[1]).to(20, 20).up()
    Finger(*start).to(start[0] + mm(8), start[1]).to(*start).up()
    assert table.said == []
    stage.tap(*start)
    assert table.said == [("-1,0",)]


def test_two_fingers_zoom_about_their_middle_within_limits_and_touch_nothing(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    middle = table.board.viewport.to_table(*table.board.center)
    pinch(table, 200)
    assert table.board.viewport.zoom == pytest.approx(2, rel=0.01)
    assert table.board.viewport.to_table(*table.board.center) == pytest.approx(middle, abs=0.05)
    pinch(table, 1200)
    assert table.board.viewport.zoom == ZOOM
    pinch(table, 5)
    assert table.board.viewport.zoom == 1
    assert table.said == []


def test_enlarged_fields_are_hit_where_they_are_seen(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    pinch(table, 250)
    board = table.board
    seen = [one for one in fields(scene) if board.collide_point(*table.pixel(one))]
    assert 3 < len(seen) < len(fields(scene))
    for shape in seen:
        table.said.clear()
        stage.tap(*table.pixel(shape))
        assert table.said == [(shape.token,)]


def test_an_enlarged_table_is_dragged_about_but_never_out_of_sight(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    pinch(table, 200)
    before = table.pixel(field_of(scene, "0,0"))
    Finger(600, 300).to(640, 320).to(660, 340).up()
    after = table.pixel(field_of(scene, "0,0"))
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((60, 40), abs=2)
    for end in ((30, 20), (1250, 700)):
        for _ in range(6):
            Finger(640, 360).to(*end).up()
        tops = [table.pixel(shape)[1] for shape in fields(scene)]
        assert max(tops) > 600
        assert min(tops) < 120
    assert table.said == []


def test_what_is_offered_can_be_dragged_on_an_enlarged_table(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene, lit=frozenset({"0,0"}))
    pinch(table, 200)
    start, end = table.pixel(field_of(scene, "0,0")), table.pixel(field_of(scene, "1,0"))
    Finger(*start).to(start[0] + mm(5), start[1]).to(*end).up()
    assert table.said == [("0,0", "1,0")]


def test_two_quick_taps_show_the_whole_table_again_and_act_once(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    pinch(table, 300)
    at = table.pixel(field_of(scene, "0,0"))
    stage.tap(*at)
    stage.tap(*at, double=True)
    assert table.board.viewport.zoom == 1
    assert table.said == [("0,0",)]


def test_two_quick_taps_on_a_fitting_table_are_two_taps(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    stage.tap(*table.pixel(field_of(scene, "0,0")))
    stage.tap(*table.pixel(field_of(scene, "1,0")), double=True)
    assert table.said == [("0,0",), ("1,0",)]


@BOTH
def test_fields_of_a_full_board_are_as_wide_as_a_fingertip(stage: Stage) -> None:
    width, height = stage.size
    room = (width - mm(50), height - mm(16))
    table = Table.lay(stage, scenes.stacks(), size_hint=(None, None), size=room)
    assert table.board.narrowest() >= theme.TOUCH


def test_what_is_smaller_than_a_fingertip_belongs_to_the_field_it_lies_on(stage: Stage) -> None:
    field_ = Shape(form="hex", x=0, y=0, size=4, token="field")
    piece = Shape(form="piece", x=0, y=0, size=0.3, token="piece")
    table = Table.lay(stage, Scene((field_, piece), ()))
    x, y = table.pixel(piece)
    edge = mm(theme.TOUCH / 2)
    for dx, dy, meant in (
        (0, 0, "field"),
        (edge - 2, edge - 2, "field"),
        (edge + 2, 0, "field"),
    ):
        assert table.board.token_at(x + dx, y + dy) == meant
