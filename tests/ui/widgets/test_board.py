"""The board in a real window: what a finger means, what is drawn again."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from companion.scene import Scene, Shape
from tests.ui.stage import Finger, Stage, pixel
from tests.ui.widgets import scenes
from ui import theme
from ui.canvas.viewport import ZOOM
from ui.theme import mm
from ui.widgets.board import Board

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True)


@dataclass
class Table:
    """A board on the stage, and everything it said."""

    stage: Stage
    board: Board
    said: list[tuple[str, ...]] = field(default_factory=list)

    @classmethod
    def lay(cls, stage: Stage, scene: Scene, **kwargs: Any) -> "Table":
        kwargs.setdefault("travel", 0)
        board = stage.put(Board(scene=scene, art=scenes.art(), names=scenes.names, **kwargs))
        table = cls(stage, board)
        board.bind(on_token=lambda _, token: table.said.append((token,)))
        board.bind(on_drag_token=lambda _, *tokens: table.said.append(tokens))
        board.bind(on_miss=lambda _: table.said.append(()))
        return table

    def pixel(self, shape: Shape, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """A point of a shape on the screen; dx and dy in its sizes."""
        at: tuple[float, float] = self.board.viewport.to_screen(
            shape.x + dx * shape.size, shape.y + dy * shape.size
        )
        return at


def fields(scene: Scene) -> list[Shape]:
    return [shape for shape in scene.shapes if shape.token]


def field_of(scene: Scene, token: str) -> Shape:
    return next(shape for shape in scene.shapes if shape.token == token)


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


def pinch(table: Table, apart: float) -> None:
    """Two fingers from 100 pixels apart to ``apart``, about the middle of the board."""
    x, y = table.board.center
    one, two = Finger(x - 50, y), Finger(x + 50, y)
    for step in range(1, 11):
        wide = 50 + (apart / 2 - 50) * step / 10
        one.to(x - wide, y)
        two.to(x + wide, y)
    one.up()
    two.up()
    table.stage.frames(2)


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


def test_the_rest_of_the_table_stays_put_while_ghosts_come_and_go(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    before = table.board.where("0,0")
    bare = tuple(shape for shape in scene.shapes if not shape.ghost)
    table.board.scene = Scene(bare, ())
    assert table.board.where("0,0") == before


def test_another_size_of_the_widget_fits_the_table_again(stage: Stage) -> None:
    scene = scenes.stacks()
    table = Table.lay(stage, scene, size_hint=(None, None), size=(400, 300), pos=(100, 50))
    for size in ((400, 300), (300, 300)):
        table.board.size = size
        stage.frames(2)
        for shape in fields(scene):
            assert table.board.collide_point(*table.pixel(shape, 0.5, 0.5))
            assert table.board.token_at(*table.pixel(shape)) == shape.token


def test_nothing_is_drawn_outside_the_widget(stage: Stage) -> None:
    table = Table.lay(
        stage, scenes.hexes(), size_hint=(None, None), size=(400, 300), pos=(400, 200)
    )
    pinch(table, 300)
    shown = stage.pixels()
    background = tuple(round(part * 255) for part in theme.colour("background")[:3])
    for x in range(0, 1280, 16):
        for y in (100, 190, 510, 600):
            assert pixel(shown, 1280, x, y) == background


def test_every_look_that_is_named_exists(stage: Stage) -> None:
    shape = Shape(form="piece", x=0, y=0, size=1, look="zeppelin", seat="red", token="z")
    table = Table.lay(stage, Scene((shape,), ()), size_hint=(None, None), size=(300, 300))
    (figure,) = table.board._order
    assert [word.text for word in figure.words] == ["ze"]


@pytest.mark.parametrize("form", ["hex", "square", "beam", "card", "stack", "piece", "label"])
def test_every_form_can_be_drawn_and_touched(stage: Stage, form: Any) -> None:
    table = Table.lay(stage, Scene((), ()))
    nothing = stage.pixels()
    assert table.board.narrowest() == 0
    for ghost in (False, True):
        for look in ("", "plain", "native", "nothing-of-the-kind"):
            shape = Shape(
                form=form,
                x=3,
                y=-2,
                size=2,
                token="it",
                look=look,
                seat="blue",
                count=3,
                text="worth",
                values={"first": 1, "second": 2},
                ghost=ghost,
            )
            table.board.scene = Scene((shape,), ())
            assert stage.pixels() != nothing
            assert table.board.token_at(*table.board.where("it")) == "it"


def test_words_on_the_board_are_drawn_again_in_another_language(stage: Stage) -> None:
    table = Table.lay(stage, scenes.pyramids())
    before = stage.pixels()
    table.board.names = lambda text, values: "Ω"
    assert stage.pixels() != before


def test_a_worker_on_a_numbered_stack_covers_the_number(stage: Stage) -> None:
    stack = Shape(form="stack", x=0, y=0, size=1, count=4, look="ship")
    worker = Shape(form="piece", x=0.35, y=-0.3, size=0.8, seat="white")
    table = Table.lay(stage, Scene((stack, worker), ()), size_hint=(None, None), size=(400, 400))
    covered = stage.pixels()
    table.board.scene = Scene((msgspec.structs.replace(stack, count=3), worker), ())
    x, y = table.pixel(worker)
    other = stage.pixels()
    width = stage.size[0]
    for dx in range(-15, 16):
        assert pixel(covered, width, x + dx, y) == pixel(other, width, x + dx, y)
