"""Shapes become triangles and words."""

from typing import Any

from companion.scene import Shape
from tests.ui.widgets import scenes
from ui import theme
from ui.canvas.drawing import figure
from ui.canvas.figures import Figure


def drawn(**shape: Any) -> Figure:
    return figure(Shape(x=0, y=0, size=1, **shape), scenes.art(), lambda text, values: text)


def triangles(one: Figure) -> int:
    return len(one.triangles.triples)


def test_a_pile_is_as_many_pieces_one_on_the_other_and_says_how_many() -> None:
    one, three, fifty = (drawn(form="pile", look="ring", count=n) for n in (1, 3, 50))
    assert triangles(one) < triangles(three) < triangles(fifty) < 20 * triangles(one)
    assert not one.words
    assert [word.text for word in three.words] == ["3"]
    assert [word.text for word in fifty.words] == ["50"]


def test_a_label_is_written_in_the_ink_it_names() -> None:
    for ink in ("ink", "ink2", "red_text"):
        (word,) = drawn(form="label", text="7", ink=ink).words
        assert word.colour == theme.colour(ink)
