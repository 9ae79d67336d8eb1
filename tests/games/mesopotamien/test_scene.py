import re
from itertools import combinations
from math import sqrt

import pytest
import tomli
from msgspec.structs import replace

from companion.games.mesopotamien.options import Box, Options
from companion.games.mesopotamien.phrases import map_code
from companion.games.mesopotamien.pieces import with_natives, with_player, with_tile, with_turn
from companion.games.mesopotamien.player import Marker
from companion.games.mesopotamien.position import (
    Group,
    Hut,
    Position,
    Quest,
    Stack,
    Tile,
    neighbours,
)
from companion.games.mesopotamien.scene import cells, place
from companion.match.registry import game_package
from companion.scene import Counter, Dots, Listing, Scale, Scene, Shape
from tests.games.seen import Rectangle, apart, meaningless, rectangle

MESOPOTAMIEN = game_package("mesopotamien")
SEATS = ("green", "yellow", "red", "blue")
PLAIN = "-1,0"


def start(**options: object) -> Position:
    begun: Position = MESOPOTAMIEN.game.setup(SEATS, Options(**options), Box())  # type: ignore[arg-type]
    return begun


def scene(view: Position) -> Scene:
    return MESOPOTAMIEN.scene(view)


def fullest() -> Position:
    """Four owners on one tile with every load, huts, goods, robbers; offerings at the temple."""
    position = with_tile(
        start(),
        Tile(PLAIN, "plain", wood=2, stone=3, huts=(Hut("blue"), Hut("green", 1))),
    )
    for seat in SEATS:
        position = with_natives(
            position,
            Group(PLAIN, seat, count=2),
            Group(PLAIN, seat, "wood"),
            Group(PLAIN, seat, "stone", robbed=True),
            Group(PLAIN, seat, "stone"),
        )
    position = with_natives(position, Group(PLAIN, "green", "m2"), Group("0,0", "red", "m4"))
    shown = (Marker(1, "hut"), Marker(2, "native"), Marker(3, "offered", 6), Marker(4, "hand"))
    position = with_player(position, "green", markers=shown)
    three = tuple(Marker(n, "offered", v) for n, v in ((1, 2), (2, 4), (3, 7)))  # type: ignore[arg-type]
    return with_player(position, "red", markers=(*three, Marker(4, "native")))


def pieces(seen: Scene, at: str) -> list[Shape]:
    """The shapes that lie on a tile."""
    x, y = place(at)
    return [
        shape
        for shape in seen.shapes
        if shape.form == "piece" and (shape.x - x) ** 2 + (shape.y - y) ** 2 < 0.75
    ]


def composites(shapes: list[Shape]) -> list[Rectangle]:
    """What is drawn as one: each piece with the marks on it, which follow it and are smaller."""
    boxes: list[Rectangle] = []
    whole = max(shape.size for shape in shapes)
    for shape in shapes:
        box = rectangle(shape)
        if shape.size < 0.6 * whole:
            last = boxes.pop()
            box = (*map(min, last[:2], box[:2]), *map(max, last[2:], box[2:]))  # type: ignore[assignment]
        boxes.append(box)
    return boxes


@pytest.mark.parametrize("at", [PLAIN, "-1,1", "0,0", "1,-1"])
def test_nothing_covers_anything_else_on_the_fullest_tile(at: str) -> None:
    found = composites(pieces(scene(fullest()), at))
    assert found
    for one, other in combinations(found, 2):
        assert apart(one, other), (one, other)


@pytest.mark.parametrize("at", [PLAIN, "0,0"])
def test_everything_lies_on_its_tile_and_above_the_map_code(at: str) -> None:
    seen = scene(fullest())
    x, y = place(at)
    (code,) = [
        shape
        for shape in seen.shapes
        if shape.form == "label" and shape.values["code"] == map_code(at)
    ]
    for left, bottom, right, top in composites(pieces(seen, at)):
        for cx, cy in ((left, bottom), (right, bottom), (left, top), (right, top)):
            assert abs(cy - y) < sqrt(3) / 2 and abs(cx - x) + abs(cy - y) / sqrt(3) < 1
        assert bottom >= code.y + code.size / 2


def test_a_crowd_of_fourteen_is_still_large_enough_to_tell_apart() -> None:
    assert cells(14)[0][2] > 0.28
    assert cells(4)[0][2] > 0.5


@pytest.mark.parametrize("count", range(1, 45))
def test_there_are_as_many_cells_as_things(count: int) -> None:
    found = cells(count)
    assert len(set(found)) == count
    heights = [y for _, y, _ in found]
    assert heights == sorted(heights, reverse=True)


def test_neighbouring_tiles_lie_edge_to_edge_and_north_is_up() -> None:
    x, y = place("2,-3")
    for near in neighbours("2,-3"):
        nx, ny = place(near)
        assert ((nx - x) ** 2 + (ny - y) ** 2) ** 0.5 == pytest.approx(sqrt(3))
    assert place("0,-1") == pytest.approx((0, sqrt(3)))


def test_every_field_that_can_be_reached_has_a_map_code_of_its_own() -> None:
    reach = range(-36, 37)  # 34 tiles in the stack, in one line from the edge
    codes = [map_code(f"{q},{r}") for q in reach for r in reach if abs(q + r) <= 36]
    assert len(set(codes)) == len(codes)
    assert {at: map_code(at) for at in neighbours("0,0")} == {
        "1,0": "N8",
        "1,-1": "N7",
        "0,-1": "M7",
        "-1,0": "L7",
        "-1,1": "L8",
        "0,1": "M9",
    }
    assert map_code("0,0") == "M8"


def test_the_code_of_a_field_is_printed_on_it() -> None:
    seen = scene(start())
    for field in (shape for shape in seen.shapes if shape.form == "hex"):
        labels = [
            shape.values["code"]
            for shape in seen.shapes
            if shape.form == "label"
            and abs(shape.x - field.x) < 0.1
            and abs(field.y - shape.y) + shape.size / 2 < sqrt(3) / 2 - 0.02
        ]
        assert labels == [map_code(field.token)]


def test_every_empty_hex_at_the_edge_can_be_touched_while_tiles_are_left() -> None:
    position = start()
    laid = {tile.at for tile in position.tiles}
    edge = {near for at in laid for near in neighbours(at)} - laid

    def ghosts(view: Position) -> set[str]:
        return {shape.token for shape in scene(view).shapes if shape.ghost}

    assert ghosts(position) == edge
    assert ghosts(with_turn(position, phase="act")) == edge
    assert ghosts(replace(position, stack=Stack(0, 0, 0, 0))) == set()


def test_a_volcano_that_may_lie_anywhere_can_be_laid_away_from_the_board() -> None:
    position = start(volcano_anywhere=True)
    drawn = replace(position, quest=Quest("green@-1,0", "-2,0", "volcano"))
    ghosts = {shape.token for shape in scene(drawn).shapes if shape.ghost}
    assert "-4,0" not in ghosts
    assert {"-3,0", "-2,0"} <= ghosts
    assert "-3,0" not in {shape.token for shape in scene(position).shapes if shape.ghost}


def test_whatever_can_be_touched_means_something_for_some_blank() -> None:
    game, position = MESOPOTAMIEN.game, fullest()
    shapes = scene(position).shapes
    assert meaningless(game, position, shapes, "play") == []
    tokens = {shape.token for shape in shapes}
    assert {"0,0", "hut:green@-1,0+m1", "green@-1,0+m2", "red@-1,0+stone*"} <= tokens


def test_keys_are_never_shared_so_that_no_piece_travels_to_two_places() -> None:
    keys = [shape.key for shape in scene(fullest()).shapes if shape.key]
    assert len(set(keys)) == len(keys)


def test_a_marker_keeps_its_key_from_hut_to_native_to_temple() -> None:
    seen = scene(fullest())
    found = {
        shape.key: shape for shape in seen.shapes if ":m" in shape.key and "#" not in shape.key
    }
    assert sorted(found) == [
        "green:m1",
        "green:m2",
        "green:m3",
        "red:m1",
        "red:m2",
        "red:m3",
        "red:m4",
    ]
    assert found["green:m1"].token == "hut:green@-1,0+m1"
    assert found["green:m2"].token == "green@-1,0+m2"
    assert (found["green:m3"].look, found["green:m3"].seat) == ("offering_6", "green")


def test_marks_show_what_is_carried_and_who_has_robbed() -> None:
    seen = scene(fullest())
    looks = [shape.look for shape in seen.shapes if shape.token == "red@-1,0+stone*"]
    assert looks == ["native", "stone", "robbed"]
    (pair,) = [shape for shape in seen.shapes if shape.token == "red@-1,0"]
    assert (pair.look, pair.seat, pair.count) == ("native", "red", 2)


def test_scenes_of_public_views_show_nothing_of_what_is_hidden() -> None:
    one = fullest()
    markers = (
        Marker(1, "hut", 7),
        Marker(2, "native", 2),
        Marker(3, "offered", 6),
        Marker(4, "hand"),
    )
    other = with_player(one, "green", markers=markers, hand=("priest", "teleport"))
    one = with_player(one, "green", hand=("endurance", "?"))
    public = MESOPOTAMIEN.game.public
    assert scene(public(one)) == scene(public(other))
    assert one != other


def test_a_hidden_hand_shows_how_many_cards_and_no_more() -> None:
    view = MESOPOTAMIEN.game.public(with_player(start(), "red", hand=("land", "priest")))
    panel = next(panel for panel in scene(view).panels if panel.seat == "red")
    assert Counter("panel.hand", 2, "card") in panel.instruments
    assert not any(isinstance(one, Listing) for one in panel.instruments)


def test_in_a_private_look_the_owner_sees_the_own_notes() -> None:
    markers = (Marker(1, "hut", 7), Marker(2, "native"), Marker(3, "offered", 6), Marker(4))
    position = with_player(fullest(), "green", markers=markers, hand=("?", "priest"))
    game = MESOPOTAMIEN.game

    def looks(view: Position) -> dict[str, str]:
        return {shape.key: shape.look for shape in scene(view).shapes}

    own, others = game.seen_by(position, "green"), game.seen_by(position, "blue")
    assert (looks(own)["green:m1"], looks(own)["green:m2"]) == ("offering_7", "marker")
    assert looks(others)["green:m1"] == "marker"
    assert scene(own).panels[0].instruments[-1] == Listing("panel.cards", ("?", "priest"))
    assert scene(others) == scene(game.public(position))


def test_panels_stand_in_turn_order_and_show_scale_offerings_and_supplies() -> None:
    position = with_player(fullest(), "red", mana=2, ceiling=5, natives=1)
    panels = scene(position).panels
    assert [panel.seat for panel in panels] == [*SEATS, ""]
    red = panels[2].instruments
    assert red[0] == Scale("panel.mana", 2, 5, 8, "mana")
    assert red[1] == Dots("panel.offerings", 3, 4, ("2", "4", "7"))
    assert Counter("panel.natives", 1, "native") in red
    table = panels[-1].instruments
    assert table[0] == Counter("panel.tiles", 34, "tile")
    assert Counter("panel.volcano", 3, "tile_volcano") in table


def test_discarded_cards_are_listed_by_name() -> None:
    discarded = replace(start(), discard=("land", "priest"))
    assert scene(discarded).panels[-1].instruments[-1] == Listing(
        "panel.discarded", ("land", "priest")
    )


def test_the_header_says_which_step_it_is_and_what_is_left_of_it() -> None:
    def now(position: Position) -> list[tuple[str, dict[str, object]]]:
        return [(stage.text, stage.values) for stage in scene(position).stages if stage.now]

    position = start()
    assert now(position) == [("stage.move_now", {"left": 2, "most": 2})]
    stretched = with_turn(position, movement=6)
    assert now(stretched) == [("stage.move_now", {"left": 6, "most": 6})]
    acting = with_turn(position, phase="act")
    assert now(acting) == [("stage.act", {})]
    bred = with_turn(acting, action="breed")
    assert now(bred) == [("stage.act_used", {"action": "action.breed"})]
    assert now(with_turn(position, phase="mana")) == [("stage.mana", {})]
    assert now(with_turn(position, phase="over")) == []


def test_everything_that_is_drawn_has_a_picture() -> None:
    art = tomli.loads(MESOPOTAMIEN.art)
    seen = scene(with_tile(fullest(), Tile("2,-1", "plain", cult="red")))
    looks = {shape.look for shape in seen.shapes if shape.form == "piece"}
    looks |= {
        one.look for panel in seen.panels for one in panel.instruments if isinstance(one, Counter)
    }
    looks |= {f"offering_{value}" for value in (2, 4, 6, 7)} | {"emblem", "mana", "figure", "card"}
    assert looks - set(art["look"]) == set()
    fields = [one for one in seen.shapes if one.form == "hex" and one.look]
    assert {one.look for one in fields if one.ghost} <= {"tile"} <= set(art["look"])
    surfaces = {one.look for one in fields if not one.ghost}
    assert surfaces == {"temple", "volcano", "forest", "quarry", "plain"}
    assert surfaces == set(art["surface"]) == surfaces & set(art["look"])


def test_every_picture_lies_in_its_box() -> None:
    for name, look in tomli.loads(MESOPOTAMIEN.art)["look"].items():
        for path in look["paths"]:
            numbers = [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", path["d"])]
            assert all(-1 <= number <= 101 for number in numbers), name
