"""The rules of every game can be read at the table, by topic, with the examples of their source."""

import pytest

from companion.match.registry import names
from tests.ui.screens.table import Table
from ui.screens.table.play import Play
from ui.screens.table.rulebook import RulebookSheet, with_example
from ui.screens.table.rules import stands

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


@SMALL
@pytest.mark.parametrize("game", names())
def test_a_rule_is_a_few_touches_away_and_whole(table: Table, game: str) -> None:
    table.begin(game)
    book = table.open_match.presenter.game.rulebook
    for language in ("de", "en"):
        assert table.open_match.presenter.language == language
        table.button("menu")
        table.button("rules")
        assert table.faults() == []
        sheet = table.page.sheet
        assert isinstance(sheet, RulebookSheet)
        table.press(next(one for one in sheet.walk() if getattr(one, "label", "")))
        rules = {clause.rule[language] for clause in book.values() if clause.rule}
        assert any(rule in table.words() for rule in rules)
        assert table.faults() == []
        table.close()
        table.next_language()
    assert isinstance(table.page, Play)


@SMALL
def test_the_examples_of_the_manual_are_shown(table: Table) -> None:
    table.begin("pyramidion")
    book, language = table.open_match.presenter.game.rulebook, table.open_match.presenter.language
    table.button("menu")
    table.button("rules")
    table.press(table.reached(table.labelled(table.say("label", "examples"))))
    assert len(with_example(book)) == 3
    for clause in with_example(book):
        assert book[clause].example[language] in table.words()


@pytest.mark.parametrize("game", names())
def test_a_clause_without_a_number_is_called_by_the_word_that_the_program_has_for_it(
    table: Table, game: str
) -> None:
    table.begin(game)
    book, say = table.open_match.presenter.game.rulebook, table.open_match.presenter.phrasebook
    said = {clause: stands(say, book[clause].number, say.source(clause)) for clause in book}
    assert any(where.startswith("Regel ") for where in said.values())
    assert not [clause for clause in book if clause.islower() and clause in said[clause]]
