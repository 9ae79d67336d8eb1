import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations, pairwise

import pytest
import tomli
from msgspec.structs import replace

from companion.games.sakkara.motifs import COMBINATIONS, MOTIFS, SPELLS, Box, Tiles
from companion.games.sakkara.pieces import with_player, with_stack
from companion.games.sakkara.position import FIELDS, Position, beside
from companion.games.sakkara.rules import game
from companion.games.sakkara.scene import ROOM, STEP, place, scene
from companion.kernel import UNKNOWN, Accepted, judge
from companion.match.composer import Composer, Composing
from companion.scene import Counter, Pyramid, Scene, Shape
from tests.games.sakkara.tables import played, start
from tests.games.sakkara.test_panels import could, instruments, listed
from tests.games.seen import Rectangle, apart, meaningless, rectangle

ART = tomli.loads(files("companion.games.sakkara").joinpath("art.toml").read_text("utf-8"))


def shapes(seen: Scene, form: str) -> list[Shape]:
    return [shape for shape in seen.shapes if shape.form == form]


def within(inner: Rectangle, outer: Rectangle) -> bool:
    return all(inner[i] >= outer[i] and inner[i + 2] <= outer[i + 2] for i in (0, 1))


# --- the board -----------------------------------------------------------------------------------


def test_a1_lies_lower_left_and_a_finger_finds_no_gap_between_neighbours() -> None:
    squares = {shape.token: shape for shape in shapes(scene(start()), "square") if shape.token}
    assert list(squares) == list(FIELDS)
    assert place("a1") == (0, 0) and place("g1") == (6 * STEP, 0) and place("a7") == (0, 6)
    for field, shape in squares.items():
        assert (shape.x, shape.y) == place(field)
        for near in beside(field):
            x, y = place(near)
            apart = (abs(x - shape.x), abs(y - shape.y))
            assert apart in (pytest.approx((0, 1)), pytest.approx((STEP, 0)))
        assert shape.touch == (STEP, 1)


def test_columns_and_rows_are_named_along_the_board() -> None:
    labels = shapes(scene(start()), "label")
    below = {label.text: label.x for label in labels if label.y < -0.5}
    left = {label.text: label.y for label in labels if label.x < -0.5}
    assert below == {letter: STEP * x for x, letter in enumerate("abcdefg")}
    assert left == {number: y for y, number in enumerate("1234567")}


def test_a_stack_shows_its_height_and_its_top_tile_and_lies_within_its_field() -> None:
    seen = scene(game.public(played()))
    stacks = {shape.token: shape for shape in shapes(seen, "stack")}
    assert set(stacks) == set(FIELDS) - {"d4"}
    for field, stack in stacks.items():
        tiles = played().stack(field)
        assert (stack.count, stack.look) == (len(tiles), tiles[-1])
        x, y = place(field)
        assert within(rectangle(stack), (x - 0.5, y - 0.5, x + 0.5, y + 0.5))


def test_a_top_tile_that_nobody_told_has_a_look_of_its_own() -> None:
    told = judge(game, start(), game.move({"move": "layout", "doubles": FIELDS[:26]}))
    assert isinstance(told, Accepted)
    stacks = shapes(scene(game.public(told.position)), "stack")
    assert {(shape.look, shape.count) for shape in stacks} == {("tile", 1), ("tile", 2)}


def test_a_worker_leaves_the_height_of_its_stack_readable() -> None:
    """The number stands at the lower right, within 0.36 of a stack's width from the middle."""
    seen = scene(game.public(played()))
    workers = shapes(seen, "piece")
    assert {shape.token: shape.seat for shape in workers} == {
        "white:1": "white",
        "white:2": "white",
        "black:1": "black",
        "black:2": "black",
    }
    for worker in workers:
        x, y = place(played().at(worker.token))
        assert within(rectangle(worker), (x - 0.5, y - 0.5, x + 0.5, y + 0.5))
        number = Shape(form="label", x=x + 0.33, y=y - 0.33, size=0.33)
        stands_on = played().stack(played().at(worker.token))
        assert apart(rectangle(worker), rectangle(number)) if stands_on else worker.x == x


def test_a_worker_keeps_its_key_so_that_it_travels() -> None:
    keys = [shape.key for shape in scene(played()).shapes if shape.key]
    assert sorted(keys) == ["black:1", "black:2", "white:1", "white:2"]


def test_nothing_covers_anything_else_on_the_fullest_table() -> None:
    """Beside stacks on their fields and workers on both."""
    used = tuple(MOTIFS[n % 16] for n in range(26))
    seen = scene(replace(played(), phase="putback", used=used))
    loose = [s for s in seen.shapes if s.form == "label" or s.form == "square"]
    for one, other in combinations(loose, 2):
        assert apart(rectangle(one), rectangle(other)), (one, other)
    for one, other in combinations(shapes(seen, "stack"), 2):
        assert apart(rectangle(one), rectangle(other)), (one, other)


# --- the used tiles ------------------------------------------------------------------------------


def used_column(seen: Scene) -> list[Shape]:
    return [shape for shape in shapes(seen, "square") if shape.x > 6 * STEP + 0.5]


def test_used_tiles_lie_beside_the_board_from_the_bottom_with_their_numbers() -> None:
    seen = scene(replace(played(), phase="putback", used=("snake", UNKNOWN, "grain")))
    column = used_column(seen)
    assert [shape.look for shape in column] == ["snake", "tile", "grain"]
    assert all(low.y < high.y for low, high in pairwise(column))
    numbers = {label.text: label.y for label in shapes(seen, "label") if label.x > 6 * STEP + 0.5}
    assert numbers == {str(n): shape.y for n, shape in enumerate(column, 1)}


def test_the_place_of_the_used_tiles_is_kept_free_so_that_the_board_does_not_shift() -> None:
    empty = used_column(scene(replace(played(), used=())))
    assert [shape.ghost for shape in empty] == [True]
    (first, *_) = used_column(scene(played()))
    assert (first.x, first.y, first.size) == (empty[0].x, empty[0].y, empty[0].size)
    for used in ((), ("snake",), ("snake",) * 2, ("snake",) * 12):
        seen = scene(replace(played(), used=used))
        assert seen.room == ROOM
        assert all(within(rectangle(one), ROOM) for one in seen.shapes)


# --- laying out, and what is told of a box -------------------------------------------------------


def test_a_dealt_layout_can_be_copied_from_the_picture_also_what_lies_below() -> None:
    dealt = judge(game, start(), game.move({"move": "deal", "seed": 3}))
    assert isinstance(dealt, Accepted)
    position = dealt.position
    seen = scene(game.public(position))
    lower = {s.token: s for s in shapes(seen, "square") if s.look != "field" and s.token}
    assert {field: (s.look,) for field, s in lower.items()} == {
        field: position.stack(field)[:1] for field in FIELDS if position.height(field) == 2
    }
    assert len(lower) == 26
    after = judge(game, position, game.move({"move": "laid"}))
    assert isinstance(after, Accepted)
    assert not [s for s in shapes(scene(after.position), "square") if s.look != "field" and s.token]


def piles(box: Box) -> dict[str, Shape]:
    found = {shape.token: shape for shape in shapes(scene(start(box)), "stack")}
    return found


def test_a_box_is_told_on_piles_beside_the_board_until_it_is_confirmed() -> None:
    assert piles(Box()) == {}
    told = piles(Box(told=("count:hand",)))
    assert {motif: shape.count for motif, shape in told.items()} == {"hand": 8}
    assert piles(Box(confirmed=True)) == {}
    in_play = scene(played(box=Box()))
    assert {shape.token for shape in shapes(in_play, "stack")} <= set(FIELDS)


def test_no_pile_begins_to_tell_its_count() -> None:
    position = start(Box())
    composer = Composer(game, "box")
    composer.take(position, "move:count_tiles")
    assert composer.take(position, piles(Box(told=("count:grain",)))["grain"].token) == Composing()
    assert [(draft.kind, draft.values) for draft in composer.drafts] == [
        ("count_tiles", ("grain",))
    ]


def test_told_spells_and_levels_are_shown_and_untold_ones_are_not_made_up() -> None:
    box = Box(told=("level:1", "spell:whirlwind"))
    seen = scene(start(box))
    rim = [shape for shape in seen.shapes if shape.x > 9 and shape.form != "label"]
    known = {(s.token, s.look, s.count) for s in rim if not s.ghost}
    assert known == {
        ("1", "blue_block", 4),
        ("1", "stairs", 2),
        ("1", "block_a", 2),
        ("1", "block_b", 1),
        *(("whirlwind", motif, 1) for motif in box.combination("whirlwind")),
    }
    assert {s.look for s in rim if s.ghost} == {"tile"}
    assert {s.token for s in rim} == {*SPELLS, "1", "2", "3"}
    for one, other in combinations([s for s in seen.shapes if s.x > 6.8], 2):
        assert apart(rectangle(one), rectangle(other)), (one, other)


# --- what everybody may see ----------------------------------------------------------------------


def test_scenes_of_public_views_show_nothing_of_what_is_hidden() -> None:
    one = played()
    other = with_player(one, "black", holder=("ship", "grain", "tip", "bird"))
    other = with_player(other, "white", holder=("tip", "ship"))
    for field in FIELDS:
        tiles: Tiles = one.stack(field)
        other = with_stack(other, field, (*("horse",) * (len(tiles) - 1), *tiles[-1:]))
    assert one != other
    assert scene(game.public(one)) == scene(game.public(other))
    waiting = {"phase": "putback", "fresh": ()}
    assert scene(game.public(replace(one, **waiting))) == scene(
        game.public(replace(other, **waiting))
    )


def test_placeholders_of_an_unconfirmed_box_promise_nothing() -> None:
    holder = ("blue_block", "hand", *COMBINATIONS[0].tiles)
    position = with_player(played(box=Box()), "black", holder=holder, ship=1, grain=1)
    assert could(game.seen_by(position, "black"), "black") == {}


# --- panels and header ---------------------------------------------------------------------------


def test_panels_stand_in_turn_order_and_show_pyramid_supply_and_workers() -> None:
    panels = scene(game.public(played())).panels
    assert [panel.seat for panel in panels] == ["white", "black", ""]
    white = panels[0].instruments
    assert white[0] == Pyramid("panel.pyramid", ((2, 9), (0, 4), (0, 1)))
    assert {Counter("panel.ships", 1, "ship"), Counter("panel.grains", 2, "grain")} <= set(white)
    assert Counter("panel.workers", 2, "worker") in instruments(start(), "white")


def test_the_table_lists_used_tiles_what_left_the_game_and_the_told_spells() -> None:
    box = Box(told=("spell:firestorm",))
    position = replace(played(box=box), gone=("ship",))
    assert listed(position, "") == {
        "panel.used": ("snake", "hand", "grain"),
        "panel.gone": ("ship",),
        "panel.box": ("unconfirmed",),
        "panel.firestorm": COMBINATIONS[0].tiles,
    }
    assert "panel.box" not in listed(played(), "")
    assert Counter("panel.boxed", 75, "tile") in instruments(start(), "")


def test_the_header_says_which_step_it_is_and_what_is_owed() -> None:
    def stages(position: Position) -> list[tuple[str, bool]]:
        return [(stage.text, stage.now) for stage in scene(position).stages]

    position = played()
    assert stages(start()) == [("stage.layout", True), ("stage.place", False)]
    assert stages(replace(start(), phase="place"))[1] == ("stage.place", True)
    assert stages(position)[:2] == [("stage.step", True), ("stage.tiles", False)]
    moved = replace(position, moved=True)
    assert stages(moved)[:2] == [("stage.step", False), ("stage.tiles", True)]
    trim = scene(with_player(replace(moved, phase="trim"), "white", holder=("ox",) * 13)).stages
    assert [(s.text, s.values) for s in trim if s.now] == [("stage.trim_now", {"count": 3})]
    back = scene(replace(moved, phase="putback")).stages
    assert [(s.text, s.values) for s in back if s.now] == [("stage.put_back_now", {"count": 3})]
    assert not any(stage.now for stage in scene(replace(moved, phase="over")).stages)


# --- touching, and pictures ----------------------------------------------------------------------


def test_whatever_can_be_touched_means_something_for_some_blank() -> None:
    assert meaningless(game, played(), scene(played()).shapes, "play") == []
    counting = start(Box(told=("level:1",)))
    assert meaningless(game, counting, scene(counting).shapes, "play", "box") == []


def every_scene() -> Iterator[Scene]:
    box = Box(told=("level:1", "level:2", "level:3", "spell:firestorm", "count:ox"))
    yield from map(scene, (start(), start(box), start(Box()), played()))
    yield scene(game.seen_by(played(), "white"))
    dealt = judge(game, start(), game.move({"move": "deal", "seed": 1}))
    assert isinstance(dealt, Accepted)
    yield scene(dealt.position)


def test_everything_that_is_drawn_has_a_picture() -> None:
    looks, surfaces = set(MOTIFS) | {"emblem", "worker", "holder"}, set[str]()
    for seen in every_scene():
        looks |= {shape.look for shape in seen.shapes if shape.form in ("piece", "stack")}
        surfaces |= {s.look for s in seen.shapes if s.form in ("square", "stack")}
        for panel in seen.panels:
            looks |= {one.look for one in panel.instruments if isinstance(one, Counter)}
    assert looks - set(ART["look"]) == set()
    assert {"field", "tile"} <= surfaces <= set(ART["surface"])
    assert set(MOTIFS) <= set(ART["surface"])


def test_every_picture_lies_in_its_box() -> None:
    for name, look in ART["look"].items():
        for path in look["paths"]:
            numbers = [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", path["d"])]
            assert all(-1 <= number <= 101 for number in numbers), name
