"""The 3D parts that lie beside their sources can be printed: closed, and of the size they claim."""

import re
from collections import Counter
from math import dist
from pathlib import Path

import pytest

import printables
from printables.document import draw
from printables.paper import CARDS, grid
from tests.printables import LOST, WITH_CARDS, order

FOLDER = Path(printables.__file__).parent / "parts"
PARTS = sorted(path.stem for path in FOLDER.glob("*.scad"))

Point = tuple[float, float, float]


def measures(part: str) -> dict[str, float]:
    """The plain numbers at the top of a source."""
    text = (FOLDER / f"{part}.scad").read_text()
    found = re.findall(r"^(\w+) = ([\d.]+);", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def triangles(part: str) -> list[tuple[Point, ...]]:
    text = (FOLDER / f"{part}.stl").read_text()
    points: list[Point] = [
        (float(x), float(y), float(z)) for x, y, z in re.findall(r"vertex (\S+) (\S+) (\S+)", text)
    ]
    return [tuple(points[at : at + 3]) for at in range(0, len(points), 3)]


def open_edges(faces: list[tuple[Point, ...]]) -> int:
    """Edges that are not passed once in each direction: gaps and overlaps."""
    passed = Counter((face[at], face[(at + 1) % 3]) for face in faces for at in range(3))
    return sum(count != passed[b, a] for (a, b), count in passed.items())


def volume(faces: list[tuple[Point, ...]]) -> float:
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in faces
        )
        / 6
    )


def size(faces: list[tuple[Point, ...]]) -> Point:
    sides = list(zip(*(point for face in faces for point in face), strict=True))
    wide, deep, high = (max(side) - min(side) for side in sides)
    return wide, deep, high


def test_every_part_has_its_model_beside_its_source() -> None:
    assert PARTS == ["button_box", "button_box_floor", "scanner_cradle"]
    assert [path.stem for path in sorted(FOLDER.glob("*.stl"))] == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_watertight_and_its_surface_faces_out(part: str) -> None:
    faces = triangles(part)
    assert len(faces) > 50
    assert open_edges(faces) == 0
    wide, deep, high = size(faces)
    assert 0.02 * wide * deep * high < volume(faces) < 0.6 * wide * deep * high


@pytest.mark.parametrize("part", PARTS)
def test_the_check_notices_a_hole_in_a_part(part: str) -> None:
    assert open_edges(triangles(part)[1:]) == 3


def test_the_cradle_holds_a_sleeved_card_above_the_scanner() -> None:
    told = measures("scanner_cradle")
    wide, deep, high = size(triangles("scanner_cradle"))
    assert wide == pytest.approx(told["card_width"] + 2 * told["wall"], abs=0.01)
    assert deep == pytest.approx(told["card_depth"] + 2 * told["wall"], abs=0.01)
    inside = told["module_height"] + told["reading"]
    assert high == pytest.approx(inside + 2 * told["wall"] + told["rail"], abs=0.01)
    assert told["card_width"] >= 63 + 2 and told["card_depth"] >= 88 + 2


def test_the_code_of_a_slip_comes_to_lie_above_the_window_of_the_cradle() -> None:
    told = measures("scanner_cradle")
    width, height = CARDS["63x88"]
    drawn = draw(order(WITH_CARDS[0], only=frozenset({LOST.token})), ("slips",), (150,))
    cells = grid("a4", width, height)
    quiet = 4 / 25
    for number, one in enumerate(drawn.codes):
        left, top = cells.cell(number)
        for edge, far in ((left + width, one.x), (top + height, one.y)):
            near = edge - far - one.size * (1 + quiet)
            assert near > told["corner"] - told["window"] / 2 - 3
            assert edge - far + one.size * quiet < told["corner"] + told["window"] / 2


def test_the_button_box_stands_on_a_small_printer() -> None:
    told = measures("button_box")
    wide, deep, high = size(triangles("button_box"))
    assert (wide, deep) == pytest.approx((told["width"], told["depth"]), abs=0.01)
    assert high == pytest.approx(told["back"], abs=0.01)
    assert max(wide, deep, high) < 180
    assert told["large"] + 2 * told["small"] + 4 * told["wall"] < told["buttons"]
    floor_wide, floor_deep, _ = size(triangles("button_box_floor"))
    assert (floor_wide, floor_deep) == pytest.approx((wide, deep), abs=0.01)


def rounds(part: str, height: float, diameter: float) -> set[tuple[float, float]]:
    """Middles of the circles of that diameter at a height of a part, in millimetres."""
    rim = {point[:2] for face in triangles(part) for point in face if abs(point[2] - height) < 0.01}
    radius, found = diameter / 2, set[tuple[float, float]]()
    for x, y in rim:
        opposite = min(rim, key=lambda p: abs(p[0] - x + diameter) + abs(p[1] - y))
        if abs(opposite[0] - x + diameter) + abs(opposite[1] - y) < 0.01:
            middle = round(x - radius, 1), round(y, 1)
            on = [p for p in rim if abs(dist(p, (x - radius, y)) - radius) < 0.02]
            if len(on) >= 12:
                found.add(middle)
    return found


def test_each_screw_of_the_floor_meets_a_post_of_the_box() -> None:
    told = measures("button_box")
    posts = rounds("button_box", 0.0, told["screw"])
    assert len(posts) == 4 and rounds("button_box_floor", told["wall"], told["through"]) == posts


def test_a_pico_lies_on_the_floor_with_its_socket_at_the_opening() -> None:
    told = measures("button_box")
    top = told["wall"] + told["pico_high"]
    holes = sorted(rounds("button_box_floor", top, told["pico_screw"]))
    assert len(holes) == 4
    (left, front), (_, rear), (right, _), _ = holes
    # The board's own drawing: 11.4 and 47 mm between its holes (Raspberry Pi Pico datasheet).
    assert (right - left, rear - front) == pytest.approx((11.4, 47.0), abs=0.11)
    end = (front + rear) / 2 + told["pico_length"] / 2
    assert 0 < told["depth"] - told["wall"] - end < 1
    edges = {
        point[0]
        for face in triangles("button_box")
        for point in face
        if abs(point[1] - told["depth"]) < 0.01 and abs(point[2] - told["socket_height"]) < 0.01
    }
    assert (min(edges) + max(edges)) / 2 == pytest.approx((left + right) / 2, abs=0.1)
    assert max(edges) - min(edges) == pytest.approx(told["socket_width"], abs=0.01)
