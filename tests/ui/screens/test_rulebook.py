"""The rules of every game can be read at the table, by topic, with the examples of their source."""

import pytest

from companion.match.headings import headings
from companion.match.registry import game_package, names
from tests.ui.screens.table import Table
from ui.screens.table.cited import cited
from ui.screens.table.play import Play
from ui.screens.table.rulebook import RulebookSheet, with_example

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
    where = cited(table.app.session, table.open_match.presenter)
    said = {clause: where.where(book[clause].number, say.source(clause)) for clause in book}
    assert any(" · Regel " in where for where in said.values())
    assert not [clause for clause in book if clause.islower() and clause in said[clause]]


@pytest.mark.parametrize("stage", [(800, 480), (1024, 600)], indirect=True, ids=str)
def test_a_refusal_names_the_heading_and_once_it_is_noted_the_page(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,-1")
    say = table.open_match.presenter.phrasebook
    heading = say.say("prints", "aid_walk")
    assert f"„{heading}“" in table.words() and table.faults() == []
    for page in ("12", "13"):
        table.press(table.labelled(table.say("button", "show_rule")))
        note = table.open_match.presenter.phrasebook.say("cited", "note", {"heading": heading})
        assert "Regel M13" in table.words() and table.faults() == []
        table.press(table.labelled(note))
        assert table.faults() == []
        for digit in page:
            table.press(table.labelled(digit))
        table.button("done")
        assert table.open_match.presenter.refusal is not None
        assert f"Seite {page}" in table.words() and table.faults() == []
    assert table.app.session.box("mesopotamien") == {}
    assert list(table.app.session.own_copy.pages("mesopotamien").values()) == ["13"]
    table.next_language()
    table.stage.settle()
    assert "page 13" in table.words()


def test_what_owners_note_of_their_copy_is_for_those_in_charge(table: Table) -> None:
    """It stands there for all matches."""
    table.root.pin_lock.set("2749")
    table.begin()
    table.touch("blue@-1,0", "0,-1")
    say = table.open_match.presenter.phrasebook
    table.press(table.labelled(table.say("button", "show_rule")))
    note = say.say("cited", "note", {"heading": say.say("prints", "aid_walk")})
    table.press(table.reached(table.labelled(note)))
    assert table.say("pin", "enter") in table.words() and not table.faults()
    for digits in ("2749", "12"):
        for digit in digits:
            table.press(table.labelled(digit))
        table.button("done")
    assert list(table.app.session.own_copy.pages("mesopotamien").values()) == ["12"]


@pytest.mark.parametrize("game", [game for game in names() if game != "backgammon"])
def test_what_has_a_source_of_its_own_stands_under_a_heading(game: str) -> None:
    package = game_package(game)
    book, found = package.game.rulebook, headings(package)
    for clause in book.values():
        if clause.strength == "hard" and clause.number[-1:].isdigit():
            assert found[clause.number].startswith("prints.aid_")
    assert not [
        number
        for number in found
        if all(one.strength == "soft" for one in book.values() if one.number == number)
    ]
