"""Words on sheets: none may be lost or painted over when a sheet is full."""

from collections import Counter
from weakref import ref

import pytest
from kivy.uix.widget import Widget

from tests.ui.stage import Stage
from ui import theme
from ui.canvas.layers import gather
from ui.canvas.text_atlas import AtlasTexture, Full, Key, pictures, turn_over
from ui.widgets.sketch import Easel, Sketch


def test_words_beside_and_below_one_another_do_not_touch(stage: Stage) -> None:
    sheet = AtlasTexture(200, 100)
    wide, high = sheet.texture.size
    found = [sheet.picture(text, 16, "plain") for text in ("one", "two", "three", "four", "words")]
    boxes = [(p.left * wide, p.top * high, p.right * wide, p.bottom * high) for p in found]
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= wide
        assert 0 <= top < bottom <= high
        for other in boxes[:number]:
            apart = left > other[2] or right < other[0] or top > other[3] or bottom < other[1]
            assert apart


def test_a_full_sheet_says_so_and_the_next_words_stand_together_on_a_new_one(stage: Stage) -> None:
    small = AtlasTexture(60, 30)
    small.picture("one", 20, "plain")
    with pytest.raises(Full):
        small.picture("two and more", 20, "plain")
    before, _ = pictures([("a", 16, "plain")])
    many: list[Key] = [(f"word {number}", 40, "bold") for number in range(120)]
    after, found = pictures(many)
    assert after is not before
    assert len(found) == len(many)


def test_a_line_wider_than_a_sheet_gets_one_of_its_width(stage: Stage) -> None:
    sheet, (found,) = pictures([("wide " * 80, 30, "plain")])
    assert found.width > 1024
    assert found.right <= 1.0
    assert sheet.texture.size[0] >= found.width


def written(text: str) -> Sketch:
    sketch = Sketch()
    if text:
        sketch.text(text, 50, 50, "title", theme.colour("ink"))
    return sketch


def test_no_word_that_stays_keeps_a_sheet_of_removed_words(stage: Stage) -> None:
    widget = stage.put(Widget())
    easels = [Easel(widget.canvas) for _ in range(5)]
    sheets = []
    for number, easel in enumerate(easels):
        turn_over()
        sheets.append(ref(pictures([])[0].texture))
        easel.show(written(f"{number}"))
        if not number:
            easel.show(written(""))  # has no words any more, and still the sheet
    stage.frames(2)
    before = stage.pixels()
    assert all(sheet() is not None for sheet in sheets)
    gather()
    stage.frames(2)
    assert [sheet for sheet in sheets if sheet() is not None] == []
    assert stage.pixels() == before


def test_no_word_between_two_pixels_is_blurred(stage: Stage) -> None:
    canvas = Widget()
    easel = Easel(canvas.canvas)
    stage.put(canvas)
    seen = set()
    for away in (0.0, 0.25, 0.5, 0.75):
        sketch = Sketch()
        sketch.text("Wort", 100 + away, 50 + away, "strong", (1.0, 1.0, 1.0, 1.0))
        easel.show(sketch)
        pixels = stage.pixels()
        seen.add(tuple(sorted(Counter(pixels[::4]).items())))
    assert len(seen) == 1
