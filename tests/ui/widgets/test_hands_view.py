"""Where the number of several hands lies in the room of their picture."""

import pytest

from companion.scene.hands import HandsPicture
from tests.games.tried import tried
from tests.ui.stage import Stage
from tests.ui.test_now import pictured
from ui import theme
from ui.widgets.hands import PILL, HandsView


@pytest.mark.parametrize(("size", "below"), [((80, 62), True), ((190, 80), False)], ids=str)
def test_the_number_of_several_hands_lies_below_a_narrow_picture_and_beside_a_wide_one(
    stage: Stage, size: tuple[int, int], below: bool
) -> None:
    alike = pictured(tried("maya"))
    two = tuple(hands[0] for hands in alike.values())[:2]
    view = HandsView(size_hint=(None, None), size=size, captioned=False, picture=HandsPicture(two))
    figure = view._easel.figure
    assert figure is not None
    (number,) = (word for word in figure.words if word.text == "1/2 ›")
    corners = figure.triangles.corners
    high, wide = theme.mm(PILL) / 2, theme.mm(PILL) * 1.1
    edge = 2 * high if below else 2 * theme.mm(PILL)
    near = [at for at in zip(corners[0::8], corners[1::8], strict=True) if at[below] < edge - 1]
    assert near, "the disc"
    for x, y in near:  # nothing else is there
        assert abs(x - number.x) <= wide and abs(y - number.y) <= high
