"""Whatever is written on a screen can be read there: measured in its picture, in every theme and on
the ground of every game."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from kivy.uix.widget import Widget
from PIL import Image

from companion.match import registry
from tests.ui.screens.table import GAME, Table
from ui import theme
from ui.canvas.figures import Words
from ui.screens.table.play import Play
from ui.theme import Colour
from ui.widgets.board import Board
from ui.widgets.sketch import Easel
from ui.widgets.text import _Text, width_of

LARGE = 4.9
"""Millimetres of bold letters from which they count as large: WCAG's 14 points."""

ALMOST = 0.05
"""A ratio may be so much smaller: a screen has whole steps of colour."""

HALF = 0.35
"""How far letters reach above and below their middle, in ems."""

STEP = 16
"""Steps of a colour that count as one: a ground has a light and a pattern."""

INKED = 1.3
"""With less contrast than this to its ink a colour is that of the ink."""


class Written(NamedTuple):
    """What is written in a box, in pixels of the window from the lower left."""

    text: str
    box: tuple[float, float, float, float]
    colour: Colour
    high: float


def _of_words(widget: Widget, words: Words, scale: float, x: float, y: float) -> Written:
    pixels = words.height * scale
    wide = width_of(words.text, pixels, words.face)
    if words.width:
        wide = min(wide, words.width * scale)
    left, low = widget.to_window(x - wide / 2, y - pixels * HALF)
    box = (left, low, left + wide, low + 2 * pixels * HALF)
    return Written(words.text, box, words.colour, pixels)


def written(table: Table, root: Widget) -> Iterator[Written]:
    """All that is written below a widget and is seen."""
    for one in root.walk(restrict=True):
        if not table.sees(one):
            continue
        if isinstance(one, _Text) and one.text and one.texture is not None:
            wide, high = one.texture_size
            left, low = one.to_window(one.center_x - wide / 2, one.center_y - high / 2)
            box = (left, low, left + wide, low + high)
            red, green, blue, opacity = one.color
            ink = (red, green, blue, opacity)
            yield Written(one.text, box, ink, float(one.font_size))
        easel = getattr(one, "_easel", None)
        if isinstance(easel, Easel) and easel.figure is not None:
            left, low, _ = easel._place.xyz
            for words in easel.figure.words:
                if words.text:
                    yield _of_words(one, words, 1.0, left + words.x, low + words.y)
        if isinstance(one, Board):
            for figure in one.figures:
                for words in figure.words:
                    at = one.viewport.to_screen(words.x, words.y)
                    if words.text and one.collide_point(*at):
                        yield _of_words(one, words, one.viewport.scale, *at)


def _behind(picture: Image.Image, one: Written) -> Colour | None:
    """The commonest colour in a box that is not the ink's; the ink's where there is no other. None
    outside of the picture."""
    left, low, right, top = (round(part) for part in one.box)
    box = (max(0, left), max(0, low), min(picture.width, right), min(picture.height, top))
    if box[2] - box[0] < 4 or box[3] - box[1] < 4:
        return None
    counted: Any = picture.crop(box).getcolors((box[2] - box[0]) * (box[3] - box[1]))
    alike: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}
    for count, seen in counted:
        alike.setdefault(tuple(part // STEP for part in seen), []).append((count, seen))
    found = [(sum(count for count, _ in those), _mean(those)) for those in alike.values()]
    others = [each for each in found if theme.contrast(each[1], one.colour) > INKED]
    return max(others)[1] if others else one.colour


def _mean(those: list[tuple[int, tuple[int, ...]]]) -> Colour:
    whole = sum(count for count, _ in those) * 255
    red, green, blue = (sum(count * seen[at] for count, seen in those) / whole for at in range(3))
    return (red, green, blue, 1.0)


def poor(table: Table) -> list[tuple[str, float]]:
    """What cannot be read well enough on the screen as it is, with its contrast."""
    table.complete()
    size = table.stage.size
    picture = Image.frombytes("RGBA", size, table.stage.pixels()).convert("RGB")
    page = table.page
    over = page.sheet if page.sheet is not None and page.sheet.modal else page
    found = []
    for one in written(table, over):
        behind = _behind(picture, one)
        if behind is None:
            continue
        ratio = theme.contrast(theme.mix(behind, one.colour, one.colour[3]), behind)
        least = theme.SHAPE if one.high >= theme.mm(LARGE) else theme.TEXT
        if ratio < least - ALMOST:
            found.append((one.text, round(ratio, 2)))
    return found


@pytest.mark.parametrize(
    ("name", "stage"),
    [("dark", (1280, 720)), ("light", (800, 480)), ("contrast", (800, 480))],
    indirect=["stage"],
    ids=str,
)
def test_whatever_is_written_can_be_read(table: Table, name: theme.Name) -> None:
    table.root.choose(theme=name)
    table.root.home()
    found = {"home": poor(table)}
    table.root.go("settings")
    found["settings"] = poor(table)
    for game in registry.names():
        table.root.go("seats", game)
        found[f"{game}, seats"] = poor(table)
        table.button("start")
        if not isinstance(table.page, Play):
            table.page.left()
        found[game] = poor(table)
        table.root.home()
    table.begin(GAME)
    table.touch("blue@-1,0", "0,-1")
    found["refusal"] = poor(table)
    table.button("menu")
    found["menu"] = poor(table)
    table.page.close()
    for seat in table.open_match.match.seats[:-1]:
        table.open_match.match.resign(seat)
    table.root.refresh()
    found["end"] = poor(table)
    assert {where: words for where, words in found.items() if words} == {}
