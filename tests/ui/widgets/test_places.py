"""Choices on several pages."""

from companion.match.registry import game_package, names
from tests.ui.stage import Stage
from ui.canvas.art import Art
from ui.widgets.places import Places, Tile


def test_a_page_that_was_turned_to_stays_until_nothing_on_it_leads_on_any_more(
    stage: Stage,
) -> None:
    places = stage.put(Places(Art(game_package(names()[0]).art)))

    def ask(offered: str, named: str = "", detail: str = "") -> None:
        tiles = [
            Tile(one, one, detail, offered=one in offered, named=one in named) for one in "abcdef"
        ]
        places.show(tiles, 4)
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
    turn()
    ask("a", "a")
    assert places.page == 0, "it is to be touched now"
    turn()
    ask("a", "a", "why not")
    assert places.page == 1, "whoever turned away from it stays, though more is said by then"
    ask("af", "f")
    ask("ab", "b")
    assert places.page == 0, "something else is to be touched now"
