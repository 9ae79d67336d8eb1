"""Choices on several pages."""

from companion.match.registry import game_package, names
from tests.ui.stage import Stage
from ui.canvas.art import Art
from ui.widgets.places import Places, Tile


def test_a_page_that_was_turned_to_stays_until_nothing_on_it_leads_on_any_more(
    stage: Stage,
) -> None:
    places = stage.put(Places(Art(game_package(names()[0]).art)))

    def ask(offered: str) -> None:
        places.show([Tile(one, one, offered=one in offered) for one in "abcdef"], 4)
        stage.settle()

    def turn() -> None:
        stage.tap(*places.buttons[-1].to_window(*places.buttons[-1].center))

    ask("af")
    turn()
    ask("acd")
    assert places.page == 1
    ask("ab")
    assert places.page == 0, "what led on there is gone"
    turn()
    ask("a")
    assert places.page == 1, "whoever reads what cannot be done keeps the page"
