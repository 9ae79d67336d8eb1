"""Panels: as high as they need to be, nothing cut or overlapping, touched as their seat."""

from collections import Counter as Counted
from typing import Any

import pytest
from kivy.uix.boxlayout import BoxLayout

from companion.match import registry
from companion.scene import Counter, Dots, Instrument, Listing, Pyramid, Scale
from tests.ui.stage import Stage, pixel
from tests.ui.widgets import scenes
from ui import theme
from ui.canvas.art import Art
from ui.canvas.figures import Words
from ui.screens.table.zones import SCREENS, screen_for
from ui.theme import mm
from ui.widgets.instruments import SeatMark, SeatPanel, TablePanel
from ui.widgets.person import PersonCard
from ui.widgets.pieces import Picture
from ui.widgets.text import width_of

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True)

ALL: tuple[Instrument, ...] = (
    Scale("mana", 4, 6, 8),
    Dots("offerings", 2, 4, ("two", "four")),
    Counter("natives", 5, "native"),
    Counter("huts", 2, "hut"),
    Counter("cards", 12),
    Pyramid("pyramid", ((5, 9), (2, 4), (0, 1))),
    Dots("offerings", 1, 9),
    Listing("laid_out", ("ship", "grain", "grain", "ship", "mana", "pyramid")),
    Listing("laid_out", ()),
)


def panel(stage: Stage, kind: type[SeatPanel] | type[TablePanel], **kwargs: Any) -> Any:
    kwargs = {"width": mm(48), "instruments": ALL, "name": "Rosalinde", **kwargs}
    return stage.put(
        kind(art=scenes.art(), names=scenes.names, size_hint=(None, None), pos=(40, 20), **kwargs)
    )


def words(shown: Any) -> list[Words]:
    return list(shown._easel.figure.words)


def extent(word: Words) -> tuple[float, float, float, float]:
    half = width_of(word.text, round(word.height), word.face) / 2
    high = word.height * 0.36  # capitals, with a little air
    return word.x - half, word.y - high, word.x + half, word.y + high


def overlapping(shown: Any) -> list[tuple[str, str]]:
    places = [(word.text, extent(word)) for word in words(shown)]
    return [
        (one, other)
        for i, (one, a) in enumerate(places)
        for other, b in places[i + 1 :]
        if a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]
    ]


@BOTH
def test_the_name_of_an_empty_list_is_as_large_as_its_room_allows(stage: Stage) -> None:
    name = "Benutzt, von unten"
    shown = panel(
        stage,
        TablePanel,
        width=mm(41),
        instruments=(Listing(name, ()), Listing("laid_out", ("a",))),
    )
    heights = {word.text: word.height for word in words(shown)}
    assert heights[name] == theme.type_size("small")


@BOTH
@pytest.mark.parametrize("kind", [SeatPanel, TablePanel])
@pytest.mark.parametrize("width", [32, 48, 70])
def test_no_word_leaves_the_panel_or_lies_on_another(
    stage: Stage, kind: type[SeatPanel], width: int
) -> None:
    shown = panel(stage, kind, width=mm(width))
    outside = [
        word.text
        for word in words(shown)
        for left, bottom, right, top in [extent(word)]
        if left < 0 or right > shown.width or top > 0 or bottom < -shown.height
    ]
    assert outside == []
    assert overlapping(shown) == []


def test_a_long_name_is_whole_where_the_panel_has_room_for_it(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, name="Bartholomäus der Große", seat="blue", width=mm(60))
    assert "Bartholomäus der Große" in [word.text for word in words(shown)]


def test_a_name_too_long_for_any_panel_is_shortened_with_dots(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, name="Bartholomäus " * 6, seat="blue")
    assert any(word.text.startswith("Bartho") and word.text[-1] == "…" for word in words(shown))
    assert overlapping(shown) == []


def test_brackets_in_a_name_are_shown_as_they_are(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, name="[b]Bo[/b]", seat="blue")
    assert "[b]Bo[/b]" in [word.text for word in words(shown)]


def test_counters_that_need_two_rows_are_shared_between_them(stage: Stage) -> None:
    five = tuple(Counter(one, number) for number, one in enumerate(("ab", "cd", "ef", "gh", "ij")))
    shown = panel(stage, SeatPanel, instruments=five, width=mm(30))
    rows = Counted(round(one.y) for one in words(shown) if one.text.isdigit())
    assert sorted(rows.values()) == [2, 3], "and none stands alone"


def test_an_unknown_value_is_shown_as_a_question(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, instruments=(Scale("mana", "?", 6, 8), Counter("cards", "?")))
    assert [word.text for word in words(shown)].count("?") == 2


@pytest.mark.parametrize(("value", "bar"), [(0, 0), (0, 8), (8, 8), (3, 5)])
def test_a_scale_fills_as_many_fields_as_its_value(stage: Stage, value: int, bar: int) -> None:
    shown = panel(stage, SeatPanel, seat="yellow", instruments=(Scale("mana", value, bar, 8),))
    picture = stage.pixels()
    row = next(word for word in words(shown) if word.text == str(value))
    y = shown.top + row.y - row.height * 0.51
    yellow = [round(part * 255) for part in theme.hexed(theme.SEATS["yellow"].fill)[:3]]
    runs, before = 0, False
    for x in range(int(shown.x + shown.width * 0.3), int(shown.right)):
        here = pixel(picture, stage.size[0], x, y) == tuple(yellow)
        runs += here and not before
        before = here
    assert runs == value


def test_the_seat_that_is_asked_is_framed_in_gold(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, seat="red")
    frame = (shown.x + mm(0.3), shown.center_y)
    gold = tuple(round(part * 255) for part in theme.colour("gold")[:3])
    assert pixel(stage.pixels(), stage.size[0], *frame) != gold
    shown.asked = True
    assert pixel(stage.pixels(), stage.size[0], *frame) == gold
    shown.asked, shown.lit = False, True
    green = tuple(round(part * 255) for part in theme.colour("green")[:3])
    assert pixel(stage.pixels(), stage.size[0], *frame) == green


def test_a_touch_on_a_panel_is_its_seat(stage: Stage) -> None:
    shown, said = panel(stage, SeatPanel, seat="red"), []
    shown.bind(on_token=lambda _, token: said.append(token))
    stage.tap(*shown.center)
    stage.tap(shown.right + 9, shown.center_y)
    assert said == ["red"]


@BOTH
def test_even_an_empty_panel_is_as_high_as_a_fingertip(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, instruments=(), name="")
    assert shown.height >= mm(theme.TOUCH)


def test_a_panel_grows_with_what_it_shows_and_keeps_its_top(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, instruments=ALL[:1])
    low = shown.height
    shown.instruments = ALL
    stage.frames(2)
    assert shown.height > low + mm(20)


def test_a_panel_is_drawn_again_only_when_it_changes(stage: Stage) -> None:
    shown = panel(stage, SeatPanel, seat="red", instruments=ALL)
    before = shown.drawn
    shown.instruments = (*ALL,)
    shown.pos = (90, 60)
    stage.frames(5)
    assert shown.drawn == before
    shown.instruments = (Scale("mana", 5, 6, 8), *ALL[1:])
    stage.frames(2)
    assert shown.drawn == before + 1


def test_a_compact_panel_is_lower_and_leaves_out_words_that_a_picture_replaces(
    stage: Stage,
) -> None:
    full = panel(stage, SeatPanel, compact=False)
    assert "Hütten" in [word.text for word in words(full)]
    small = panel(stage, SeatPanel, compact=True)
    said = [word.text for word in words(small)]
    assert "Hütten" not in said and "Karten" in said
    assert small.height < full.height * 0.9


@pytest.mark.parametrize("seat", [*theme.SEATS, *theme.MORE_SEATS, "nobody"])
def test_a_mark_is_filled_with_its_seats_colour(stage: Stage, seat: str) -> None:
    stage.put(SeatMark(seat=seat, size_hint=(None, None), size=(60, 60), pos=(0, 0)))
    picture = stage.pixels()
    fill = [round(part * 255) for part in theme.hexed(theme.seat(seat).fill)[:3]]
    near = sum(
        max(abs(a - b) for a, b in zip(pixel(picture, stage.size[0], x, y), fill, strict=True)) < 34
        for x in range(60)
        for y in range(60)
    )
    assert near > 500


def test_marks_of_seats_differ_without_colour(stage: Stage) -> None:
    seen, every = set(), (*theme.SEATS, *theme.MORE_SEATS)
    for seat in every:
        stage.put(SeatMark(seat=seat, size_hint=(None, None), size=(60, 60), pos=(0, 0)))
        picture = stage.pixels()
        background = pixel(picture, stage.size[0], 200, 200)
        seen.add(
            tuple(
                pixel(picture, stage.size[0], x, y) == background
                for x in range(0, 60, 3)
                for y in range(0, 60, 3)
            )
        )
    assert len(seen) == len(every)


def test_each_seat_has_a_medal_in_its_colour_with_the_figure_of_the_game(
    stage: Stage,
) -> None:
    card = PersonCard(
        seat="blue", art=Art(registry.game_info("mesopotamien").art), size_hint=(None, None)
    )
    card.size, card.pos = (mm(44), mm(20)), (40, 20)
    stage.put(card)
    card.refresh()
    pixels = stage.pixels()
    left, middle = card.x + mm(2), card.top - mm(2 + 3.5)
    blue, disc = theme.hexed(theme.seat("blue").fill), theme.colour("well")
    for x, colour in ((0.25, blue), (1.0, disc), (7 - 0.25, blue)):
        found = pixel(pixels, stage.size[0], left + mm(x), middle)
        assert found == pytest.approx([255 * part for part in colour[:3]], abs=12), x


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_the_piece_of_white_is_pale_and_that_of_black_dark_as_small_as_on_a_board(
    stage: Stage,
) -> None:
    side = 32
    for game in ("sakkara", "backgammon"):
        art, seen = Art(registry.game_info(game).art), dict[str, int]()
        for seat in ("white", "black"):
            one = Picture(art=art, look=art.portrait, seat=seat, size_hint=(None, None))
            one.size, one.pos = (side, side), (40, 40)
            stage.put(one)
            pixels, within = stage.pixels(), range(41, 39 + side)
            found = [min(pixel(pixels, stage.size[0], x, y)[:3]) for x in within for y in within]
            seen[seat] = sum(share > 170 for share in found)
        assert seen["white"] > 2 * seen["black"], "its edge is seen rather than its body"


@pytest.mark.parametrize(
    ("stage", "letters", "name"),
    [
        ((800, 480), "normal", "Ada"),
        ((1024, 600), "normal", "Ada"),
        ((720, 1280), "largest", "Ada"),
        ((1280, 720), "normal", "Maximiliana-Annabel2"),
    ],
    indirect=["stage"],
    ids=str,
)
def test_everything_a_player_has_is_on_the_card_and_no_rows_overlap(
    stage: Stage, letters: theme.Letters, name: str
) -> None:
    screen = next(one for one in SCREENS if one.size == stage.size)
    has = (
        *((Scale("mana", 2, 4, 10),) if name != "Ada" else ()),
        Dots("offerings", 1, 4, ("two",)),
        *(Counter(f"thing {number}", number, "native") for number in (5, 6, 7, 8)),
    )
    theme.use(stage.size, letters=letters)
    card = PersonCard(seat="red", art=scenes.art(), names=scenes.names, name=name)
    card.instruments, card.size_hint, card.size = has, (None, None), screen.card
    stage.put(card)
    seen = words(card)
    assert {"5", "6", "7", "8"} <= {one.text for one in seen}
    assert not overlapping(card)
    assert min(extent(one)[1] for one in seen) >= -card.height
    stood = [(one.text, extent(one)) for one in seen if one.text in {"5", "6"}]
    card.instruments = has[:-1]
    card.refresh()
    left = [(one.text, extent(one)) for one in words(card) if one.text in {"5", "6"}]
    assert left == stood, "without the last thing the others stay where they are"


def test_a_card_drawn_once_more_says_the_same(stage: Stage) -> None:
    card = PersonCard(seat="red", art=scenes.art(), names=scenes.names, name="Ada")
    card.instruments = (Counter("pips that are still to go", 167), Counter("off", 0, "native"))
    card.size_hint, card.size = (None, None), (252, 118)
    stage.put(card)
    first = [(one.text, extent(one)) for one in words(card)]
    card.refresh()
    assert [(one.text, extent(one)) for one in words(card)] == first


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
@pytest.mark.parametrize("letters", ["normal", "largest"])
@pytest.mark.parametrize("room", ["card", "crowd"])
@pytest.mark.parametrize("name", ["Maximiliana-Annabel2", "Konstantin-Alexander"])
def test_a_name_of_twenty_letters_stands_whole_on_the_card_of_a_person(
    stage: Stage, letters: theme.Letters, room: str, name: str
) -> None:
    theme.use(stage.size, letters=letters)
    wide, high = getattr(screen_for(*stage.size), room)
    shown = panel(stage, PersonCard, width=wide, height=high, name=name)
    said = [one for one in words(shown) if one.face == "display" and one.text[0].isalpha()]
    assert "".join(one.text for one in said).replace("-", "") == name.replace("-", "")
    assert not overlapping(shown)
    assert min(one.height for one in said) >= int(mm(theme.TYPE["tiny"][0]))


COUNTED = tuple(Counter(f"thing {number}", number, "native") for number in (5, 6, 7))


@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
@pytest.mark.parametrize(
    ("room", "more"),
    [
        ("card", (Scale("mana", 3, 5, 8), Dots("offerings", 1, 4, ("two",)))),
        ("crowd", ()),
    ],
    ids=["card", "crowd"],
)
@pytest.mark.parametrize("time", ["", "-90:00"])
def test_a_clock_beside_a_long_name_lies_over_nothing_and_leaves_what_is_counted_there(
    stage: Stage, room: str, more: tuple[Instrument, ...], time: str
) -> None:
    theme.use(stage.size)
    for name in ("Konstantin-Alexander", "Wilhelmine Charlotte"):
        card = PersonCard(seat="red", art=scenes.art(), names=scenes.names, name=name)
        card.instruments, card.time, card.late = (*more, *COUNTED), time, bool(time)
        card.size_hint, card.size = (None, None), getattr(screen_for(*stage.size), room)
        stage.put(card)
        assert not overlapping(card)
        said = {one.text for one in words(card)}
        assert min(extent(one)[1] for one in words(card)) >= -card.height
        assert (time or "3" if more else time or "5") in said
        if not (theme.compact() and (time or not more)):  # there as much as finds room
            assert {"5", "6", "7"} <= said


@pytest.mark.parametrize("stage", [(800, 480), (720, 1280)], indirect=True, ids=str)
def test_what_has_a_picture_stands_as_that_alone_before_words_are_left_out(stage: Stage) -> None:
    screen = next(one for one in SCREENS if one.size == stage.size)
    drawn = []
    for held in ((), ("native",)):
        card = PersonCard(seat="red", art=scenes.art(), names=scenes.names, name="Ada")
        listed = (Listing("left", ("some",)), Listing("held", held))
        card.instruments = (Counter("gold", 3, "native"), *listed[: 1 + len(held)])
        card.size_hint, card.size = (None, None), screen.card
        stage.put(card)
        said = {one.text for one in words(card)}
        assert {"3", *(("left", "some") if stage.size[0] == 720 else ())} <= said
        assert not overlapping(card)
        figure = card._easel.figure
        assert figure is not None
        drawn.append((len(figure.triangles), "held" in said))
    (plain, _), (more, named) = drawn
    assert more > plain and not named


def test_where_words_give_way_on_one_card_they_do_on_every_card_at_the_table(stage: Stage) -> None:
    few = (Counter("gold", 3, "native"), Counter("low cards", 4, "hut"))
    full = (*few, Counter("high cards", 4, "hut"), Listing("this round", ("passed on for good",)))
    cards = [
        PersonCard(seat=seat, art=scenes.art(), names=scenes.names) for seat in ("red", "blue")
    ]
    table = BoxLayout()
    for card in cards:
        card.instruments, card.size_hint, card.size = few, (None, None), (252, 94)
        card.beside = tuple(cards)
        table.add_widget(card)
    stage.put(table)
    assert all("gold" in {one.text for one in words(card)} for card in cards)
    cards[0].instruments = (*full, *(Counter(f"thing {n}", n, "native") for n in (5, 6)))
    stage.rest()
    assert all("gold" not in {one.text for one in words(card)} for card in cards)
    assert "4" in {one.text for one in words(cards[1])}
