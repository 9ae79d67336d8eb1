"""Colours that can be read and told apart, sizes that are true on the real screens."""

from itertools import combinations
from math import dist

import pytest

from companion.match import registry
from companion.scene.pictures import MORE_SEATS, SEATS
from ui import theme
from ui.canvas.art import Art
from ui.canvas.ground import FAR
from ui.theme import SHAPE, TEXT, THEMES, Colour, Theme, contrast, hexed, mix
from ui.widgets.button import FACES

SIGHT = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB."""


def seen(colour: Colour, sight: str) -> tuple[float, float, float]:
    """A colour in CIELAB as somebody sees it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in SIGHT[sight]
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


EACH = pytest.mark.parametrize("one", THEMES.values(), ids=list(THEMES))

EVERYBODY = {**SEATS, **MORE_SEATS}
"""All marks of people, also those beyond the eight that games have."""

APART = 20
"""The least distance in CIELAB at which two colours are told apart by anybody at a glance: some
nine times what can just be noticed."""

GROUNDS = ("background", "panel", "panel2")
"""What a panel, a button or a mark of a seat may lie on."""


@EACH
def test_text_can_be_read_on_every_surface(one: Theme) -> None:
    inks = ("ink", "ink2", "gold_text", "green_text", "red_text")
    pairs = [(ink, on) for ink in inks for on in ("background", "panel", "panel2")]
    pairs += [(f"{name}_ink", name) for name in ("gold", "green", "red")]
    pairs += [(ink, f"{name}_quiet") for name in ("green", "red") for ink in ("ink", "ink2")]
    pairs += [("red_text", "red_quiet"), ("green_text", "green_quiet"), ("ink", "panel3")]
    poor = [
        (ink, on, round(found, 2))
        for ink, on in pairs
        if (found := contrast(one.colour(ink), one.colour(on))) < TEXT
    ]
    assert poor == []


@pytest.mark.parametrize("name", ("dark", "light"))
def test_text_and_shapes_stand_out_on_the_ground_of_every_game_and_on_what_lies_there(
    name: theme.Name,
) -> None:
    inks = ("ink", "ink2", "gold_text", "green_text", "red_text")
    least = dict.fromkeys(inks, TEXT) | dict.fromkeys(("gold", "green", "red", "chosen"), SHAPE)
    theme.use((1280, 720), name=name)
    arts = {"": Art()} | {game: Art(registry.game_info(game).art) for game in registry.names()}
    grounds = {game: art.ground for game, art in arts.items()}
    assert len(set(grounds.values())) == len(arts)
    rims = [(hexed(seat.fill), theme.rim(seat)) for seat in EVERYBODY.values()]
    for game, ground in grounds.items():
        assert ground is not None
        theme.lie_on(ground.surfaces)
        one = theme.theme()
        panels = [one.colour(role) for role in ("panel", "panel2")]
        head = mix(ground.fill, theme.head(), theme.head()[3])
        far = mix(ground.fill, panels[1], FAR)
        for on in (ground.fill, ground.glow, head, far, *panels):
            poor = [ink for ink in least if contrast(one.colour(ink), on) < least[ink]]
            assert poor == [], (game, on)
            assert min(max(contrast(ink, on) for ink in pair) for pair in rims) >= SHAPE, game
        assert contrast(one.colour("ink"), one.colour("panel3")) >= TEXT
        assert contrast(one.colour("lit"), ground.fill) >= SHAPE
    theme.use((1280, 720))


@EACH
def test_text_on_every_button_can_be_read(one: Theme) -> None:
    for role, (face, *inks) in FACES.items():
        for ink in inks:
            assert contrast(one.colour(ink), one.colour(face)) >= TEXT, (role, ink)


@EACH
def test_a_shape_that_means_something_stands_out(one: Theme) -> None:
    """What is now, what goes, what does not, what is chosen, and where the dial stands."""
    poor = [
        (ink, on)
        for ink in ("gold", "green", "red", "chosen")
        for on in GROUNDS
        if contrast(one.colour(ink), one.colour(on)) < SHAPE
    ]
    assert poor == []


@EACH
def test_the_pieces_of_a_seat_stand_out_on_every_surface(one: Theme) -> None:
    """A black cube on a dark panel, a white one on a light one: where the colour does not, its rim
    does."""
    theme.use((1280, 720), name=one.name)
    for name, seat in EVERYBODY.items():
        for on in GROUNDS:
            ground, rim = one.colour(on), theme.rim(seat)
            assert max(contrast(hexed(seat.fill), ground), contrast(rim, ground)) >= SHAPE, name
    theme.use((1280, 720))


@EACH
def test_high_contrast_is_no_weaker_than_the_other_themes(one: Theme) -> None:
    strong = THEMES["contrast"]
    for ink in ("ink", "ink2", "gold_text", "green_text", "red_text"):
        least = min(contrast(strong.colour(ink), strong.colour(on)) for on in GROUNDS)
        assert least >= 7
        assert least >= min(contrast(one.colour(ink), one.colour(on)) for on in GROUNDS)


def test_marks_can_be_read_on_the_colours_of_the_seats() -> None:
    for name, seat in {**EVERYBODY, "nobody": theme.NOBODY}.items():
        assert contrast(hexed(seat.fill), hexed(seat.ink)) >= TEXT, name


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_are_told_apart_by_colour_even_with_two_kinds_of_cones(sight: str) -> None:
    close = [
        (one, other)
        for (one, a), (other, b) in combinations(EVERYBODY.items(), 2)
        if dist(seen(hexed(a.fill), sight), seen(hexed(b.fill), sight)) < APART
    ]
    assert close == []


def test_seats_are_told_apart_without_any_colour() -> None:
    marks = [seat.mark for seat in (*EVERYBODY.values(), theme.NOBODY)]
    assert len(set(marks)) == len(marks)


@EACH
@pytest.mark.parametrize("sight", SIGHT)
def test_lit_things_are_told_apart_with_two_kinds_of_cones(one: Theme, sight: str) -> None:
    """Offered, refused, under the dial, chosen."""
    close = [
        (a, b)
        for a, b in combinations(("green", "red", "gold", "chosen"), 2)
        if dist(seen(one.colour(a), sight), seen(one.colour(b), sight)) < APART
    ]
    assert close == []


@EACH
@pytest.mark.parametrize("game", registry.names())
def test_land_and_goods_are_told_apart_by_drawing_or_with_two_kinds_of_cones(
    one: Theme, game: str
) -> None:
    theme.use((1280, 720), name=one.name)
    art = Art(registry.game_info(game).art)
    named = {name: land for name in art.names() if (land := art.surface(name))}
    drawn = {name: found for name in art.names() if (found := art.look(name))}
    theme.use((1280, 720))
    alike: list[tuple[str, str, Colour, Colour]] = [
        (a, b, x.fill, y.fill)
        for (a, x), (b, y) in combinations(named.items(), 2)
        if x.drawing == y.drawing and not a.startswith("bare-")
    ]
    for (a, look), (b, other) in combinations(drawn.items(), 2):
        if [part.lines for part in look.parts] == [part.lines for part in other.parts]:
            fills = [
                (hexed(p.fill), hexed(q.fill))
                for p, q in zip(look.parts, other.parts, strict=True)
                if p.fill != q.fill and p.fill.startswith("#") and q.fill.startswith("#")
            ]
            assert fills, (a, b)
            alike.append((a, b, *max(fills, key=lambda pair: dist(*pair))))
    for sight in SIGHT:
        for a, b, x, y in alike:
            assert dist(seen(x, sight), seen(y, sight)) >= APART, (a, b, sight)


def test_a_seat_nobody_thought_of_still_has_a_look() -> None:
    assert theme.seat("chequered") is theme.NOBODY


@pytest.mark.parametrize(
    ("size", "width"),
    [((800, 480), 152.5), ((1024, 600), 153.4), ((1280, 720), 223.6), ((720, 1280), 125.8)],
)
def test_millimetres_are_those_of_the_real_screens(size: tuple[int, int], width: float) -> None:
    theme.use(size)
    assert size[0] / theme.mm(1) == pytest.approx(width, abs=0.1)


def test_the_size_of_another_screen_can_be_told() -> None:
    theme.use((1920, 1080), inch=24)
    assert 1920 / theme.mm(1) == pytest.approx(531.3, abs=0.1)
    with pytest.raises(ValueError, match="0 inches"):
        theme.use((1920, 1080), inch=0)


def test_only_the_seven_inch_screens_are_compact() -> None:
    found = {}
    for size in theme.INCHES:
        theme.use(size)
        found[size] = theme.compact()
    assert [size for size, compact in found.items() if compact] == [(800, 480), (1024, 600)]


def test_small_letters_can_be_read_at_arms_length_on_every_screen() -> None:
    for size in theme.INCHES:
        theme.use(size)
        for role in theme.TYPE:
            assert theme.type_size(role) >= 11, (size, role)


def test_an_unknown_role_is_named_in_the_error() -> None:
    with pytest.raises(LookupError, match="mauve"):
        theme.colour("mauve")
    for wrong in ("e3b23c", "#e3b", "#gggggg"):
        with pytest.raises(ValueError, match=r"colour|base 16"):
            hexed(wrong)
