"""Home with few and with many games, and with one that cannot be loaded."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.registry import game_package, names
from tests import fifth_game
from tests.ui.screens.table import Table, reopened
from tests.ui.stage import Stage
from ui.screens.home.game_card import GameCard
from ui.screens.home.shelf import BrokenSheet


@pytest.mark.parametrize(
    ("stage", "letters"),
    [
        ((1280, 720), "normal"),
        ((800, 480), "normal"),
        ((800, 480), "largest"),
        ((720, 1280), "largest"),
    ],
    indirect=["stage"],
)
def test_few_and_many_games_are_whole_and_lie_apart(table: Table, letters: str) -> None:
    several = [game_package(name) for name in names()]
    table.root.choose(letters=letters)
    for count in (1, 2, 5, 6, 7, 12):
        shelf = {f"game{at}": several[at % len(several)] for at in range(count)}
        table.app.session._titles = shelf
        table.root.home()
        met = set[str]()
        while not met.issuperset(shelf):
            table.complete()
            cards = {one.game for one in table.all(GameCard)}
            assert cards and met.isdisjoint(cards)
            met |= cards
            assert table.faults() == [], count
            if len(cards) < count:
                table.button("more_games")


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_back_from_a_game_the_shelf_is_as_it_was_turned_and_says_which_games_it_shows(
    table: Table, tmp_path: Path
) -> None:
    def shown() -> tuple[set[str], str]:
        more = table.labelled(table.say("button", "more_games"))
        return {one.game for one in table.all(GameCard)}, more.detail

    table.complete()
    first, said = shown()
    assert said == f"1 bis {len(first)} von {len(names())}"
    table.button("more_games")
    second, said = shown()
    assert said.startswith(f"{len(first) + 1} bis {len(first) + len(second)} von")
    table.begin_seats(max(second))
    table.press(table.page.header.left)
    table.complete()
    assert shown() == (second, said)
    again = reopened(table, tmp_path)
    again.complete()
    opened = {one.game for one in again.all(GameCard)}
    again.close()
    assert opened == second, "where the box that was opened last stands"


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Path]:
    with fifth_game.shelved(tmp_path / "shelf") as folder:
        yield folder


@pytest.mark.parametrize(
    ("file", "before"), [("about.toml", True), ("rules.py", False), ("texts.toml", False)]
)
def test_a_game_that_cannot_be_loaded_says_why_and_leaves_the_others(
    broken: Path, stage: Stage, tmp_path: Path, file: str, before: bool
) -> None:
    (broken / file).write_text("[[[ this is nothing", "utf-8")
    table = Table(stage, tmp_path)
    try:
        table.complete()
        card = table.card_of(fifth_game.NAME)
        assert card.broken == before
        table.press(card)
        table.complete()
        assert isinstance(table.page.sheet, BrokenSheet) and table.faults() == []
        assert "Error" in table.words() and table.say("notice", "game_broken") in table.words()
        table.button("close")
        card = table.card_of(fifth_game.NAME)
        assert card.broken and table.faults() == []
        table.begin()
    finally:
        table.close()
