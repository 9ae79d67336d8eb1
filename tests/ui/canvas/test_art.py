"""Art read from text: what is drawn, what is missing, and what is said of mistakes."""

from itertools import pairwise
from math import hypot

import pytest

from companion.match import registry
from ui import theme
from ui.canvas.art import EMBLEM, Art
from ui.canvas.geometry import Filling, Polyline


def area(filling: Filling) -> float:
    points, triples = filling
    return sum(
        abs(Polyline([points[i] for i in triples[at : at + 3]]).area()) / 2
        for at in range(0, len(triples), 3)
    )


def drawn(path: str) -> Filling:
    look = Art(f'[look.it]\npaths = [{{ d = "{path}", fill = "seat" }}]').look("it")
    assert look is not None
    return look.parts[0].filled


@pytest.mark.parametrize(
    ("path", "share"),
    [
        ("M0 0 H100 V100 H0 Z", 1),
        ("M0 0 L100 0 L0 100", 0.5),
        ("M0 0 H100 V100 H0 Z M25 25 V75 H75 V25 Z", 0.75),
        ("M50 0 A50 50 0 1 1 50 100 A50 50 0 1 1 50 0 Z", 0.785),
        ("M0 0 H50 V50 H0 Z m50 50 h50 v50 h-50 z", 0.5),
        ("M0 100 L50 0 L100 100 L50 60 Z", 0.3),
    ],
)
def test_a_path_fills_what_svg_says(path: str, share: float) -> None:
    assert area(drawn(path)) == pytest.approx(share, rel=0.03)


def test_the_picture_stands_upright() -> None:
    points, _ = drawn("M0 0 H100 V10 H0 Z")
    assert min(y for _, y in points) == pytest.approx(0.4)


@pytest.mark.parametrize(
    "path",
    ["M0 0 H100 V100 H0 Z", "M0 0 V100 H100 V0 Z", "M0 0 H100 V100 H0 Z M25 25 V75 H75 V25 Z"],
)
def test_edges_face_outwards_whichever_way_a_path_runs(path: str) -> None:
    look = Art(f'[look.it]\npaths = [{{ d = "{path}", fill = "seat" }}]').look("it")
    assert look is not None
    for line in look.parts[0].lines:
        x, y = line.points[0]
        nx, ny = line.normals[0]
        far = max(abs(x), abs(y)) > 0.3
        assert (abs(x + nx * 0.01) > abs(x) and abs(y + ny * 0.01) > abs(y)) == far


def test_the_large_picture_of_a_game_is_round_where_it_should_be() -> None:
    names, disc = ("it", EMBLEM), "M50 0 A50 50 0 1 1 50 100 A50 50 0 1 1 50 0 Z"
    art = Art("\n".join(f'[look.{n}]\npaths = [{{ d = "{disc}", fill = "ink" }}]' for n in names))
    for name, least in zip(names, (0.49, 0.4996), strict=True):
        look = art.look(name)
        assert look is not None
        ends = look.parts[0].lines[0].points
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(ends)]
        assert least <= min(hypot(x, y) for x, y in middles) < 0.4999


def test_every_seat_has_its_outline_without_any_game() -> None:
    art = Art()
    assert (
        art.missing(
            [
                seat.mark
                for seat in (*theme.SEATS.values(), *theme.MORE_SEATS.values(), theme.NOBODY)
            ]
        )
        == ()
    )
    for form in ("hex", "square", "beam", "card", "stack"):
        assert art.surface(f"bare-{form}") is not None


def test_missing_pictures_are_named_once_and_in_order() -> None:
    art = Art('[surface.sea]\nfill = "#0000ff"')
    assert art.missing(["boat", "sea", "", "circle", "anchor", "boat"]) == ("boat", "anchor")
    assert art.look("boat") is None
    assert art.surface("boat") is None


def test_a_game_may_draw_over_what_all_games_have() -> None:
    square = '[look.circle]\npaths = [{ d = "M0 0 H100 V100 H0 Z", fill = "ink" }]'
    look = Art(square).look("circle")
    assert look is not None
    assert area(look.parts[0].filled) == pytest.approx(1)


def test_a_surface_has_its_own_colours_in_the_light_theme() -> None:
    art = Art('[surface.sea]\nfill = "#000080"\nlight = { fill = "#8080ff" }')
    theme.use((1280, 720), name="light")
    light = art.surface("sea")
    theme.use((1280, 720))
    dark = art.surface("sea")
    assert light is not None and dark is not None
    assert (light.fill, dark.fill) == (theme.hexed("#8080ff"), theme.hexed("#000080"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[look.boat]\npaths = [{ d = "M0 Q", fill = "seat" }]', "look boat"),
        ('[look.boat]\npaths = [{ d = "M0 0 H9 V9 Z", fill = "mauve" }]', "look boat.*mauve"),
        ('[look.boat]\npaths = [{ d = "M0 0 H9 V9 Z", stroke = "#12" }]', "look boat.*#12"),
        ('[look.boat]\npaths = [{ path = "M0 0 H9 V9 Z" }]', "look boat"),
        ('[surface.sea]\nfill = "blue"', "surface sea.*blue"),
        ('[surface.sea]\nfill = "#0000ff"\nedge = "#00"', "surface sea.*#00"),
        ("[ocean.sea]\nfill = 1", "ocean"),
        ('[sign]\nrow = "oar"', "sign row.*oar"),
        ('[ground]\nfill = "blue"', "ground.*fill"),
        ('[ground]\nfill = "#000000"\nglow = "#111111"', "ground.*light"),
    ],
)
def test_a_mistake_in_the_text_names_its_entry(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(Art(text).ahead())


@pytest.mark.parametrize("game", registry.names())
def test_every_game_stands_on_the_shelf_with_a_picture_and_all_its_pictures_can_be_drawn(
    game: str,
) -> None:
    art = Art(registry.game_info(game).art)
    assert not art.missing(["emblem"])
    assert set(art.ahead()) == set(art.names())


def test_every_game_has_a_figure_for_its_people_and_a_wrong_one_is_told() -> None:
    for name in registry.names():
        assert Art(registry.game_info(name).art).portrait
    with pytest.raises(ValueError, match="portrait"):
        Art('portrait = "nobody"')
