"""What light says on the board, and that it costs little."""

from itertools import pairwise
from math import cos, hypot, sin

import msgspec
import pytest

from companion.scene import Scene, Shape
from tests.ui.stage import Stage, pixel
from tests.ui.widgets import scenes
from tests.ui.widgets.test_board import Table, field_of
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
    other_side = [table.pixel(mine, dx / 100, -0.1) for dx in range(-200, -40)]
    assert any(gold(pixel(shown, wide, *at)) for at in other_side)  # round it, not round its load
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


def test_two_pieces_that_a_refusal_is_about_are_joined_by_a_dotted_way(stage: Stage) -> None:
    scene = scenes.hexes()
    tiles = [shape for shape in scene.shapes if shape.form == "hex"]
    start, end = (next(one for one in tiles if one.token == at) for at in ("-1,0", "1,0"))
    piece = next(shape for shape in scene.shapes if shape.key == "native:0")
    pair = [
        msgspec.structs.replace(piece, key=token, token=token, x=at.x, y=at.y)
        for token, at in (("mine", start), ("other", end))
    ]
    table = Table.lay(stage, Scene((*tiles, *pair), ()))
    middle = msgspec.structs.replace(start, x=(start.x + end.x) / 2, y=(start.y + end.y) / 2)
    near = [table.pixel(middle, dx / 40, dy / 40) for dx in range(-20, 21) for dy in range(-20, 21)]
    red = tuple(round(part * 255) for part in theme.colour("red")[:3])

    def dotted(*wrong: str) -> bool:
        table.board.wrong = frozenset(wrong)
        stage.rest()
        shown = stage.pixels()
        return red in [pixel(shown, stage.size[0], *at) for at in near]

    assert not dotted("mine")
    assert dotted("mine", "other")


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


def test_on_a_small_table_no_lit_piece_drowns_its_field_in_light(stage: Stage) -> None:
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


def test_where_the_dial_stands_on_a_piece_it_has_a_gold_rim_and_is_seen_whole(stage: Stage) -> None:
    scene = scenes.hexes()
    piece = next(shape for shape in scene.shapes if shape.key == "native:0")
    mine = msgspec.structs.replace(piece, token="mine")
    others = tuple(shape for shape in scene.shapes if shape is not piece)
    table = Table.lay(stage, Scene((*others, mine), ()))
    bare, wide = stage.pixels(), stage.size[0]
    table.board.cursor = "mine"
    shown = stage.pixels()
    grid = [(dx / 40, dy / 40) for dx in range(-40, 41) for dy in range(-40, 41)]
    assert any(gold(pixel(shown, wide, *table.pixel(mine, *at))) for at in grid)
    body = [table.pixel(mine, dx / 50, dy / 50) for dx in range(-5, 6) for dy in range(-9, 10)]
    changed = [pixel(shown, wide, *at) != pixel(bare, wide, *at) for at in body]
    assert sum(changed) < len(body) * 0.2


@pytest.mark.parametrize("size", [(600, 360), (800, 480)], ids=str)
def test_a_cross_on_a_wrong_place_has_four_arms_however_small_the_place(
    stage: Stage, size: tuple[int, int]
) -> None:
    low = Shape(form="square", x=0, y=0, size=0.6, token="low", look="tile_plain")
    tiles = [one for one in scenes.hexes().shapes if one.form == "hex" and abs(one.y) > 2]
    table = Table.lay(stage, Scene((*tiles, low), ()), size_hint=(None, None), size=size)
    table.board.wrong = frozenset({"low"})
    stage.rest()
    shown, (x, y) = stage.pixels(), table.pixel(low, 0, 0)
    red = [round(part * 255) for part in theme.colour("red")[:3]]

    def arms(away: float) -> int:
        """How often a circle round the middle crosses something red."""
        turns = [step * 3.14159 / 90 for step in range(180)]
        spots = [(round(x + away * cos(one)), round(y + away * sin(one))) for one in turns]
        found = [pixel(shown, stage.size[0], *at) == pytest.approx(red, abs=40) for at in spots]
        return sum(now and not last for now, last in zip(found, (found[-1], *found), strict=False))

    assert any(arms(away) == arms(away + 1) == 4 for away in range(3, 14))


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


def test_light_on_a_field_covers_neither_a_count_nor_what_lies_there(stage: Stage) -> None:
    field = Shape(form="stack", x=0, y=0, size=1, token="here", look="native", count=2)
    thing = Shape(form="piece", x=0.2, y=0.2, size=0.3, token="here", look="native", key="it")
    table = Table.lay(stage, Scene((field, thing), ()))
    bare, wide = stage.pixels(), stage.size[0]
    table.board.lit = frozenset({"here"})
    lit = stage.pixels()
    assert lit != bare
    ring = [(0.12 * cos(angle), 0.12 * sin(angle)) for angle in range(6)]
    spots = [table.pixel(field, 0.28 + dx, -0.28 + dy) for dx, dy in ring]
    assert [pixel(lit, wide, *at) for at in spots] == [pixel(bare, wide, *at) for at in spots]
    rim = tuple(round(part * 255) for part in theme.colour("lit")[:3])
    beside = [table.pixel(thing, dx / 100, 0.0) for dx in range(-60, 61)]
    assert rim not in [pixel(lit, wide, *at) for at in beside]
