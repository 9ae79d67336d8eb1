"""Whatever is pressed on whatever page of a match, nothing escapes."""

from random import Random

import pytest

from companion.match import registry
from tests.ui.screens.pages import Pages
from tests.ui.screens.table import Table


@pytest.mark.parametrize("game", registry.names())
def test_no_button_ends_the_evening(table: Table, game: str) -> None:
    pages = Pages(table, game, Random(5))
    pages.evening(12, share=0.05)
    pages.lessons(share=0.1)
    if not pages.pressed:  # of few kinds of move chance has taken none
        pages.evening(12, share=0.5)
    assert pages.wrong == {} and pages.pressed > 0
