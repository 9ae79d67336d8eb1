"""The board in a real window: what travels, is turned over or comes."""

import pytest
from msgspec.structs import replace

from companion.scene import Shape
from tests.ui.stage import Stage
from tests.ui.widgets import scenes
from tests.ui.widgets.test_board import Table
from ui import theme
from ui.canvas.animation import PACE, Grower


def test_a_moved_piece_travels_alone_and_ends_where_it_belongs(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes(moved=2))
    wanted = stage.pixels()
    table = Table.lay(stage, scenes.hexes(), travel=0.25)
    first = stage.pixels()
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
    table.board.scene = scenes.hexes()  # and where its page is left on its way, it lies there later
    stage.frames()
    page = table.board.parent
    page.remove_widget(table.board)
    stage.until(lambda: not table.board.travelling())
    page.add_widget(table.board)
    stage.frames()
    assert stage.pixels() == first
    table.board.scene = scenes.hexes(moved=2)
    stage.until(lambda: not table.board.travelling())
    theme.use(stage.size, still=True)  # and where less motion is wanted, it lies there at once
    table.board.scene = scenes.hexes()
    stage.frames()
    assert not table.board.travelling()


def test_a_piece_that_is_moved_again_goes_on_from_where_it_is(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes(), travel=30)
    table.board.scene = scenes.hexes(moved=3)
    table.board.refresh()
    stage.until(lambda: table.board.travelling()["native:0"][0] > 0.2)
    here = table.board.travelling()["native:0"]
    table.board.scene = scenes.hexes(moved=1)
    table.board.refresh()
    assert table.board.travelling()["native:0"] == pytest.approx(here, abs=0.5)


def test_a_tile_is_turned_over_a_piece_comes_and_what_goes_back_goes_twice_as_fast(
    stage: Stage,
) -> None:
    before = scenes.hexes()
    tile = next(one for one in before.shapes if one.look == "plain")
    there = [replace(one, look="forest") if one is tile else one for one in before.shapes]
    hut = Shape(form="piece", x=tile.x, y=tile.y, size=0.55, look="hut", seat="red")
    stone = replace(hut, seat="", size=0.3, token=tile.token)  # it lies on what is turned up
    after = replace(before, shapes=(*there, hut, stone))
    table, shown = Table.lay(stage, before, travel=30), []
    for back in (False, True):
        table.board.back = back
        table.board.scene = after
        table.board.refresh()
        shown.append([(type(one).__name__, one.seconds) for one in table.board._travels._movers])
        turner, _, upon = table.board._travels._movers
        assert isinstance(upon, Grower) and upon.hidden, "not before its tile is there"
        assert upon.began + upon.seconds == pytest.approx(turner.began + turner.seconds)
        upon.move(upon.began)
        assert not upon.hidden
        table.board.finish()
        assert not table.board._travels
        table.board.scene = before
        table.board.refresh()
    assert [name for name, _ in shown[0]] == ["Turner", "Grower", "Grower"]
    assert [seconds for _, seconds in shown[0]] == pytest.approx([40.8, 26.4, 16.32])
    assert [seconds for _, seconds in shown[1]] == pytest.approx([20.4, 13.2, 8.16])
    table.board.travel = PACE  # and none of it lasts longer than may be
    table.board.scene = after
    table.board.refresh()
    assert all(one.seconds < 0.4 for one in table.board._travels._movers)


def test_a_piece_that_lies_elsewhere_on_the_touched_place_goes_there_from_the_finger(
    stage: Stage,
) -> None:
    before = scenes.hexes()
    field = next(one for one in before.shapes if one.form == "hex" and not one.ghost)
    stone = Shape(
        form="piece", x=field.x + 0.3, y=field.y, size=0.3, look="hut", token=field.token, key="h"
    )
    for beside in (True, False):
        table = Table.lay(stage, before, travel=30)
        at = (field.x if beside else stone.x, field.y)
        stage.tap(*table.board.viewport.to_screen(*at))
        table.board.scene = replace(before, shapes=(*before.shapes, stone))
        table.board.refresh()
        moving = table.board.travelling()
        assert moving == ({"h": pytest.approx(at, abs=0.05)} if beside else {})


def test_a_table_that_is_laid_anew_does_not_turn_over_tile_by_tile(stage: Stage) -> None:
    before = scenes.hexes()
    table = Table.lay(stage, before, travel=30)
    turned = {"plain": "forest", "forest": "plain"}
    shapes = [replace(one, look=turned.get(one.look, one.look)) for one in before.shapes]
    table.board.scene = replace(before, shapes=tuple(shapes))
    table.board.refresh()
    assert not table.board._travels


def test_travel_can_be_turned_off(stage: Stage) -> None:
    table = Table.lay(stage, scenes.hexes())
    table.board.scene = scenes.hexes(moved=1)
    stage.frames()
    assert table.board.travelling() == {}
