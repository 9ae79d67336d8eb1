"""The board in a real window: what is lit, what is drawn again, what travels."""

from itertools import pairwise
from math import hypot
from typing import Any

import msgspec
import pytest

from companion.scene import Scene, Shape
from tests.ui.stage import Stage, pixel
from tests.ui.widgets import scenes
from tests.ui.widgets.laid import Table, field_of, fields, pinch
from ui import theme


def test_light_is_drawn_in_its_colour_round_the_field_and_goes_again(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene)
    bare = stage.pixels()
    spots = {name: table.pixel(field_of(scene, name), 0, -0.82) for name in ("-1,0", "1,-1", "0,1")}
    table.board.lit, table.board.wrong = frozenset({"-1,0"}), frozenset({"1,-1"})
    table.board.cursor = "0,1"
    lit = stage.pixels()
    for name, role in (("-1,0", "lit"), ("1,-1", "red"), ("0,1", "gold")):
        found = pixel(lit, stage.size[0], *spots[name])
        wanted = [round(part * 255) for part in theme.colour(role)[:3]]
        assert found == pytest.approx(wanted, abs=12), role
    table.board.lit = table.board.wrong = frozenset()
    table.board.cursor = ""
    assert stage.pixels() == bare


def gold(found: tuple[int, ...]) -> bool:
    wanted = [round(part * 255) for part in theme.colour("gold")[:3]]
    return all(abs(a - b) <= 12 for a, b in zip(found, wanted, strict=True))


def chosen_piece(stage: Stage) -> tuple[Table, Shape]:
    """A table on which a piece lies that can be chosen, with a load that stands for the same."""
    scene = scenes.hexes()
    piece = next(shape for shape in scene.shapes if shape.key == "native:0")
    mine = msgspec.structs.replace(piece, token="mine")
    load = msgspec.structs.replace(mine, key="", x=mine.x + 0.1, y=mine.y + 0.1, size=0.25)
    others = tuple(shape for shape in scene.shapes if shape is not piece)
    return Table.lay(stage, Scene((*others, mine, load), ())), mine


def test_a_chosen_piece_has_a_gold_ring_and_everything_else_is_darker(stage: Stage) -> None:
    table, mine = chosen_piece(stage)
    bare, wide = stage.pixels(), stage.size[0]
    table.board.chosen, table.board.lit = frozenset({"mine"}), frozenset({"1,-1"})
    shown = stage.pixels()
    beside = [table.pixel(mine, dx / 100, 0.1) for dx in range(40, 200)]
    assert any(gold(pixel(shown, wide, *at)) for at in beside)
    tiles = [one for one in table.board.scene.shapes if one.form == "hex"]
    darker = set()
    for one in tiles:
        at = table.pixel(one, 0, -0.7)
        if sum(pixel(shown, wide, *at)) < sum(pixel(bare, wide, *at)):
            darker.add(one.token)
    home = min(tiles, key=lambda one: hypot(one.x - mine.x, one.y - mine.y))
    assert len(darker) > len(tiles) / 2
    assert not darker & {home.token, "1,-1"}


def test_the_chosen_piece_is_drawn_once_and_not_sent_again(stage: Stage) -> None:
    table, _ = chosen_piece(stage)
    table.board.chosen = frozenset({"mine"})
    stage.rest()
    sent = table.board.sent
    table.board.refresh()
    assert table.board.sent == sent


def test_a_place_further_than_one_move_has_a_dotted_rim(stage: Stage) -> None:
    scene = scenes.hexes()
    table = Table.lay(stage, scene, lit=frozenset({"-1,0", "0,1"}), costs={"-1,0": 1, "0,1": 2})
    shown = stage.pixels()

    def changes(token: str) -> int:
        shape = field_of(scene, token)
        along = [
            sum(pixel(shown, stage.size[0], *table.pixel(shape, dx / 100, -0.82))) > 600
            for dx in range(-45, 46)
        ]
        return sum(one != other for one, other in pairwise(along))

    assert changes("-1,0") == 0 and changes("0,1") >= 4


def test_on_a_small_table_a_lit_piece_drowns_its_field_in_light(stage: Stage) -> None:
    scene = scenes.hexes()
    piece = next(shape for shape in scene.shapes if shape.key == "native:0")
    mine = msgspec.structs.replace(piece, token="mine")
    others = tuple(shape for shape in scene.shapes if shape is not piece)
    table = Table.lay(stage, Scene((*others, mine), ()), size_hint=(None, None), size=(300, 220))
    bare = stage.pixels()
    table.board.lit = frozenset({"mine"})
    shown = stage.pixels()
    wide = stage.size[0]
    inside = [table.pixel(mine, dx / 20, dy / 20) for dx in range(-20, 21) for dy in range(-20, 21)]
    changed = sum(pixel(shown, wide, *at) != pixel(bare, wide, *at) for at in inside)
    assert 0 < changed < len(inside) * 0.4


def test_a_verdict_draws_only_what_changed(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    built = table.board.built
    table.board.scene = scenes.hexes(moved=1)
    stage.frames(2)
    assert table.board.built == built  # a piece that only moved is not drawn anew


def test_nothing_is_drawn_when_nothing_changed(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes(), lit=frozenset({"0,0"}))
    stage.rest()
    built, sent, flips = table.board.built, table.board.sent, stage.flips
    table.board.scene = scenes.hexes()
    table.board.lit = frozenset({"0,0"})
    stage.frames(10)
    assert (table.board.built, table.board.sent) == (built, sent)
    assert stage.flips == flips


def test_light_sends_only_the_batches_it_lies_in(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    sent = table.board.sent
    table.board.lit = frozenset({"0,0"})
    stage.frames(2)
    assert table.board.sent == sent + 1


def test_a_moved_piece_travels_alone_and_ends_where_it_belongs(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes(moved=2))
    wanted = stage.pixels()
    table = Table.lay(stage, scenes.hexes(), travel=0.25)
    start = next(one for one in scenes.hexes().shapes if one.key == "native:0")
    end = next(one for one in scenes.hexes(moved=2).shapes if one.key == "native:0")
    table.board.scene = scenes.hexes(moved=2)
    stage.frames()
    assert set(table.board.travelling()) == {"native:0"}
    ways = []
    while table.board.travelling():
        ways.append(table.board.travelling()["native:0"])
        stage.frames()
    assert all(start.x <= x <= end.x and y == start.y for x, y in ways)
    assert ways == sorted(ways)
    assert stage.pixels() == wanted


def test_a_piece_that_is_moved_again_goes_on_from_where_it_is(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes(), travel=30)
    table.board.scene = scenes.hexes(moved=3)
    table.board.refresh()
    stage.until(lambda: table.board.travelling()["native:0"][0] > 0.2)
    here = table.board.travelling()["native:0"]
    table.board.scene = scenes.hexes(moved=1)
    table.board.refresh()
    assert table.board.travelling()["native:0"] == pytest.approx(here, abs=0.5)


def test_travel_can_be_turned_off(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    table.board.scene = scenes.hexes(moved=1)
    stage.frames()
    assert table.board.travelling() == {}


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


def test_a_look_that_does_not_exist_is_drawn_as_letters_in_a_box(stage: Stage) -> None:
    shape = Shape(form="piece", x=0, y=0, size=1, look="zeppelin", seat="red", token="z")
    table = Table.lay(stage, Scene((shape,), ()), size_hint=(None, None), size=(300, 300))
    (figure,) = table.board._order
    assert [word.text for word in figure.words] == ["ze"]


@pytest.mark.parametrize("form", ["hex", "square", "card", "stack", "piece", "label"])
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


def test_words_come_again_in_another_language(stage: Stage) -> None:
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
