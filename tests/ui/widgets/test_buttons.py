"""Buttons, pickers and lines of text: they act on press, are large enough, and cut no word."""

import gc
from dataclasses import replace
from typing import Any

import pytest
from kivy.graphics.shader import Shader
from kivy.uix.boxlayout import BoxLayout

from tests.ui.stage import Finger, Stage, pixel
from tests.ui.widgets import scenes
from ui import theme
from ui.canvas.art import common
from ui.shell.controls import Ground
from ui.theme import mm
from ui.widgets.button import LEFT, ActionButton
from ui.widgets.pickers import Choice, ListPicker, NumberPad, Palette, TokenHint
from ui.widgets.places import Places, Tile
from ui.widgets.text import Paragraph, TextLine, safe, width_of

EVERY = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True
)


def put(stage: Stage, widget: Any, width: float) -> Any:
    """Show a widget ``width`` millimetres wide."""
    widget.size_hint_x, widget.width = None, mm(width)
    widget.pos = (10, 10)
    return stage.put(widget)


def test_a_part_that_is_away_takes_no_touch_from_what_is_below(stage: Stage) -> None:
    below = Ground()
    button, over = ActionButton(label="Below", token="below"), Ground()
    said = said_by(button)
    for widget in (button, over):
        widget.size_hint, widget.size, widget.pos = (None, None), (200, 100), (10, 10)
        below.add_widget(widget)
    stage.put(below)
    over.lie(there=False)
    Finger(50, 50).up()
    assert said == ["below"]


def test_a_part_that_replaces_another_carries_the_light_on(stage: Stage) -> None:
    whole, part, shades = Ground(), Ground(), common().ground
    assert shades is not None
    part.size_hint, part.size, part.pos = (None, None), (300, 200), (200, 300)
    whole.add_widget(part)
    stage.put(whole)
    whole.light(shades)

    def seen() -> list[tuple[int, ...]]:
        pixels = stage.pixels()
        spots = ((201, 301), (499, 301), (201, 499), (350, 400))
        return [pixel(pixels, stage.size[0], *spot) for spot in spots]

    part.lie(there=False)
    alone = seen()
    part.light(shades, whole)
    part.lie(there=True)
    apart = zip(sum(seen(), ()), sum(alone, ()), strict=True)
    assert max(abs(one - other) for one, other in apart) <= 1
    assert len(set(alone)) == len(alone)


def said_by(widget: Any) -> list[str]:
    said: list[str] = []
    widget.bind(on_token=lambda _, token: said.append(token))
    return said


def test_buttons_bring_no_programs_of_their_own_for_the_graphics_card(stage: Stage) -> None:
    """Each would take a megabyte, and half of the time in which a screen is made."""
    many = BoxLayout()
    gc.collect()
    before = sum(type(one) is Shader for one in gc.get_objects())
    for number in range(5):
        many.add_widget(ActionButton(label=str(number)))
    stage.put(many)
    assert sum(type(one) is Shader for one in gc.get_objects()) == before


def test_a_button_acts_on_press_and_once(stage: Stage) -> None:
    button = put(stage, ActionButton(label="Fertig", token="done", size_hint=(None, None)), 20)
    said = said_by(button)
    finger = Finger(*button.center)
    assert said == ["done"]
    finger.to(button.x + 3, button.y + 3).up()
    assert said == ["done"]
    stage.tap(button.right + 5, button.y)
    assert said == ["done"]


def test_a_button_shows_that_it_is_pressed_and_lets_go(stage: Stage) -> None:
    button = put(stage, ActionButton(label="Fertig", size_hint=(None, None)), 20)
    up = stage.pixels()
    finger = Finger(*button.center)
    assert stage.pixels() != up
    finger.to(600, 400).up()
    assert stage.pixels() == up


def test_a_button_not_offered_looks_so_and_still_answers(stage: Stage) -> None:
    button = put(stage, ActionButton(label="Fertig", token="done", size_hint=(None, None)), 20)
    said, before = said_by(button), stage.pixels()
    button.offered = False
    assert stage.pixels() != before
    stage.tap(*button.center)
    assert said == ["done"]


def test_the_dial_is_seen_on_a_button(stage: Stage) -> None:
    button = put(stage, ActionButton(label="Fertig", size_hint=(None, None)), 20)
    before = stage.pixels()
    button.cursor = True
    assert stage.pixels() != before


@EVERY
def test_a_button_squeezed_by_its_neighbours_stays_as_wide_as_a_fingertip(stage: Stage) -> None:
    row = BoxLayout(size_hint=(None, None), size=(mm(40), mm(12)))
    buttons = [ActionButton(label=str(number)) for number in range(6)]
    for button in buttons:
        row.add_widget(button)
    stage.put(row)
    assert min(button.width for button in buttons) >= mm(theme.TOUCH)


@EVERY
def test_a_button_nobody_sized_is_as_large_as_a_fingertip(stage: Stage) -> None:
    button = stage.put(ActionButton(label="", size_hint=(None, None), size=(3, 3)))
    assert min(button.size) >= mm(theme.TOUCH)


@EVERY
@pytest.mark.parametrize(
    ("label", "detail"),
    [
        ("Rückgängig", "Schritt zur Ebene"),
        ("Bewegung beenden", "danach: Aktion wählen"),
        ("Einmal erlauben", "steht im Protokoll"),
        ("Nachkommen", ""),
        ("Undo", "the step to the plain in the north"),
    ],
)
def test_usual_labels_fit_whole_on_a_button_of_a_bar(stage: Stage, label: str, detail: str) -> None:
    button = ActionButton(label=label, detail=detail, size_hint=(None, None), height=mm(13))
    put(stage, button, 25)
    assert not button.cut


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_sentence_with_three_long_names_stands_whole_beside_two_others(stage: Stage) -> None:
    names = [f"Maximiliana-Annabel{number}" for number in range(3)]
    said = f"In Abu Simbel haben {names[0]}, {names[1]} und {names[2]} je 10."
    told = ActionButton(label=said, role="bare", terse=True, size_hint=(None, None))
    told.height = mm(17.5)
    put(stage, told, 27.8)
    assert not told.cut


def test_a_button_says_when_its_text_does_not_fit(stage: Stage) -> None:
    button = ActionButton(label="Donaudampfschifffahrtsgesellschaft", size_hint=(None, None))
    put(stage, button, 16)
    assert button.cut
    button.width = mm(80)
    stage.frames(2)
    assert not button.cut


def test_a_button_with_only_a_detail_survives_a_moment_without_room(stage: Stage) -> None:
    button = ActionButton(detail="touch to play first", size_hint=(None, None))
    put(stage, button, 16)
    button.height = mm(2)
    stage.frames(2)
    assert button.cut


def test_a_button_is_drawn_again_only_when_it_changes(stage: Stage) -> None:
    button = put(stage, ActionButton(label="Fertig", size_hint=(None, None)), 20)
    drawn = button.drawn
    button.label, button.pos = "Fertig", (50, 50)
    stage.frames(4)
    assert button.drawn == drawn


CHOICES = [
    Choice("plain", "Ebene", look="plain"),
    Choice("forest", "Wald", detail="noch 3", look="forest"),
    Choice("volcano", "Vulkan", offered=False, look="volcano"),
]
NUMBERS = [Choice(str(number), str(number), offered=number < 6) for number in range(21)]
LONG = [Choice(f"hut:{i}", f"Hütte auf der Ebene neben dem Tempel {i}") for i in range(5)]
DONE, REMOVE = Choice("done", "Fertig"), Choice("remove", "Letztes weg")

PICKERS: list[tuple[type[Any], dict[str, Any]]] = [
    (Palette, {"choices": CHOICES}),
    (Palette, {"choices": LONG}),
    (NumberPad, {"choices": NUMBERS}),
    (ListPicker, {"choices": CHOICES, "picked": ["Wald"], "done": DONE, "remove": REMOVE}),
    (ListPicker, {"choices": NUMBERS, "done": DONE}),
    (TokenHint, {"choices": LONG}),
    (TokenHint, {"choices": []}),
]


@EVERY
@pytest.mark.parametrize(("kind", "kwargs"), PICKERS)
@pytest.mark.parametrize("width", [60, 110])
def test_every_choice_of_a_picker_is_large_whole_and_says_its_token(
    stage: Stage, kind: type[Any], kwargs: dict[str, Any], width: int
) -> None:
    picker = put(stage, kind(prompt="Was zeigt der Stapel?", art=scenes.art(), **kwargs), width)
    stage.frames(3)
    said = said_by(picker)
    wanted = [
        one.token for one in (*kwargs["choices"], kwargs.get("remove"), kwargs.get("done")) if one
    ]
    assert [button.token for button in picker.buttons] == wanted
    for button in picker.buttons:
        assert min(button.size) >= mm(theme.TOUCH) - 0.5
        assert picker.x <= button.x and button.right <= picker.right + 1
        assert picker.y - 1 <= button.y and button.top <= picker.top
        assert not button.cut, button.label
        stage.tap(*button.center)
    assert said == wanted


def test_buttons_of_a_picker_do_not_overlap(stage: Stage) -> None:
    picker = put(stage, NumberPad(prompt="Wie viel?", choices=NUMBERS), 60)
    stage.frames(3)
    boxes = [(one.x, one.y, one.right, one.top) for one in picker.buttons]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_numbers_that_can_be_less_than_none_need_twice_the_room(stage: Stage) -> None:
    def high(*numbers: int) -> float:
        choices = [Choice(str(number), str(number)) for number in numbers]
        picker = put(stage, ListPicker(choices=choices, done=DONE), 60)
        stage.frames(3)
        return float(picker.height)

    assert high(*range(-6, 7)) == high(*range(13))


def test_the_dial_stands_on_one_choice_of_a_picker(stage: Stage) -> None:
    picker = put(stage, Palette(choices=CHOICES, cursor="forest"), 110)
    assert [button.cursor for button in picker.buttons] == [False, True, False]
    picker.cursor = ""
    assert [button.cursor for button in picker.buttons] == [False, False, False]


def test_a_list_shows_what_is_in_it(stage: Stage) -> None:
    picker = put(stage, ListPicker(choices=CHOICES, done=DONE), 110)
    empty = [one.text for one in picker.children if isinstance(one, Paragraph)]
    picker.picked = ["Wald", "Ebene"]
    full = [one.text for one in picker.children if isinstance(one, Paragraph)]
    assert empty == ["–"]
    assert full == ["1. Wald · 2. Ebene"]


def test_a_page_that_was_turned_stays_until_what_is_to_be_touched_stands_on_another(
    stage: Stage,
) -> None:
    places = put(stage, Places(scenes.art()), 110)
    tiles = [Tile(token, token) for token in "abcdefgh"]
    places.show(tiles, 4)
    stage.tap(*places.buttons[-1].center)
    begun = [replace(tiles[0], waiting=True), *tiles[1:]]
    places.show(begun, 4)
    assert [one.token for one in places.buttons[:3]] == ["d", "e", "f"]
    places.show([replace(begun[0], named=True), *tiles[1:]], 4)
    assert [one.token for one in places.buttons[:3]] == ["a", "b", "c"]


def test_a_paragraph_is_as_high_as_its_lines(stage: Stage) -> None:
    paragraph = put(stage, Paragraph(text="kurz"), 40)
    one_line = paragraph.height
    paragraph.text = "Ein Eingeborener darf den Tempel nur betreten, um dort zu opfern. " * 2
    stage.frames(2)
    assert paragraph.height >= 3 * one_line


def test_a_long_name_is_broken_in_its_middle(stage: Stage) -> None:
    name = "Maximiliana-Annabel1"
    paragraph = put(stage, Paragraph(text=f"{name} ist dran: gehen.", role="strong"), 40)
    for width in range(150, 260):
        paragraph.width = width
        paragraph.texture_update()
        lines = ["".join(one.text for one in line.words) for line in paragraph._label._cached_lines]
        assert any(name in line for line in lines), (width, lines)


def test_a_line_without_room_is_known_to_be_cut(stage: Stage) -> None:
    line = put(stage, TextLine(text="Bartholomäus von und zu Hohenlohe"), 20)
    assert line.cut
    line.width = mm(120)
    assert not line.cut


def test_text_typed_by_people_is_never_taken_for_markup(stage: Stage) -> None:
    plain = put(stage, TextLine(text="[b]Bo[/b] & Co"), 80)
    wide = plain.texture_size[0]
    marked = put(stage, TextLine(text=safe("[b]Bo[/b] & Co"), markup=True), 80)
    assert abs(marked.texture_size[0] - wide) <= 2


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_a_picture_stays_on_a_button_that_is_high_and_slim(stage: Stage) -> None:
    button = ActionButton(
        label="", look="sign-enter_secretly", art=common(), size_hint=(None, None)
    )
    button.size, button.pos = (mm(theme.TOUCH + 0.4), mm(30)), (100, 100)
    stage.put(button)
    pixels, (wide, _) = stage.pixels(), stage.size
    left, right = int(button.x) - 2, int(button.right) + 2
    beside = {pixel(pixels, wide, x, y) for x in (left, right) for y in range(100, int(button.top))}
    assert beside == {pixel(pixels, wide, 20, 20)}


@pytest.mark.parametrize("label", ["Volcano", "Steinbruch"])
def test_few_words_stand_beside_a_picture_that_would_be_smaller_above_them(
    stage: Stage, label: str
) -> None:
    made = ActionButton(label=label, detail="5 left", look="native", art=scenes.art(), terse=True)
    made.size_hint, made.size = (None, None), (170, 104)
    stage.put(made)
    figure = made._easel.figure
    assert figure is not None and not made.cut
    assert [one.text for one in figure.words] == [label, "5 left"]
    beside = mm(1.6) + 104 * LEFT
    assert all(one.x > beside for one in figure.words)


def test_in_strong_contrast_words_keep_clear_of_the_rim_of_what_is_chosen(stage: Stage) -> None:
    theme.use(stage.size, name="contrast")
    button = stage.put(ActionButton(label="Medium", size_hint=(None, None)))
    button.size = (theme.mm(15.8), theme.mm(9))
    button.refresh()
    usual = button.letters
    button.chosen = True
    button.refresh()
    wide = width_of("Medium", theme.type_size("strong") * button.letters, "bold")
    assert button.letters < usual and not button.cut
    assert wide <= button.width - 2 * theme.mm(2)
