"""What is sought in the rules and in the history, and what owners write beside a rule."""

import pytest

from companion.text import LANGUAGES
from tests.ui.screens.table import Table
from ui.screens.table.history import History
from ui.screens.table.rules import RulesSheet
from ui.screens.table.turn_row import TurnRow
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def type_in(table: Table, text: str) -> None:
    for letter in text:
        table.press(table.labelled(letter)) if letter != " " else table.button("space")
    table.button("done")


@SMALL
def test_a_rule_is_found_by_its_words_and_bears_what_the_table_wrote_beside_it(
    table: Table,
) -> None:
    table.begin()
    table.menu("rules")
    table.button("search")
    for _ in LANGUAGES:  # what is asked is said in the language of the moment
        table.next_language()
        table.complete()
        assert table.say("label", "search_for") in table.words() and not table.faults()
    type_in(table, "qq")
    assert "„qq“" in table.page.notice and table.page.sheet is None
    table.menu("rules")
    table.button("search")
    type_in(table, "vul")
    assert isinstance(table.page.sheet, RulesSheet) and not table.faults()
    assert "vulkan" in table.words().casefold()
    write = table.say("cited", "remark_write")
    count = [one.label for one in table.all(ActionButton)].count(write)
    table.press(table.reached(table.labelled(write)))
    assert not table.faults()
    table.press(table.labelled("Q"))
    table.press(table.labelled("q"))
    table.button("done")
    assert "Bei uns: Qq" in table.words() and not table.faults()
    assert [one.label for one in table.all(ActionButton)].count(write) == count - 1
    table.button("close")
    table.menu("rules")
    table.button("search")
    type_in(table, "qq")  # what was written is found, too
    assert "Bei uns: Qq" in table.words()
    assert table.app.session.box("mesopotamien") == {}


def test_what_stands_beside_a_rule_for_all_matches_is_for_those_in_charge(table: Table) -> None:
    table.root.pin_lock.set("2749")
    table.begin()
    table.menu("rules")
    table.button("search")
    type_in(table, "vul")
    table.press(table.reached(table.labelled(table.say("cited", "remark_write"))))
    assert table.say("pin", "enter") in table.words() and not table.faults()
    type_in(table, "2749")
    type_in(table, "Qq")
    assert "Bei uns: Qq" in table.words()


@SMALL
def test_a_turn_is_found_by_words_and_the_next_touch_shows_all_again(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0", "0,0", "1,0")
    table.press(table.play.last)
    assert isinstance(table.page, History)
    assert len(table.all(TurnRow)) == 2
    for words, found, shown in (("stein", 1, "stein"), ("vul", 0, "vul"), ("grun", 1, "grün")):
        table.button("find")
        table.button("search")
        type_in(table, words)
        assert len(table.all(TurnRow)) == found and not table.faults()
        assert shown in table.words().casefold()
    table.button("everything")
    assert len(table.all(TurnRow)) == 2
