"""Run by ``test_additions.py`` where a third language is beside the companion."""

from companion.languages import LANGUAGES
from tests.ui.screens.table import Table


def test_the_header_leads_to_the_language_and_a_match_is_played_in_it(table: Table) -> None:
    assert LANGUAGES == ("de", "en", "fr")
    for _ in range(2):
        table.press(table.page.header.language)
    assert table.app.session.language == "fr"
    assert "Réglages" in table.words() and "Print" in table.words()
    assert "imprime" not in table.words() and table.faults() == []
    table.begin()
    table.press(table.page.header.language)  # on to German, and round again
    for _ in range(2):
        table.press(table.page.header.language)
    table.complete()
    assert table.faults() == []
    table.menu("settings")
    assert "Français" in table.words() and "Réglages" in table.words()


def test_the_language_stays_for_the_next_start_and_english_is_said_without_it(table: Table) -> None:
    table.root.choose(language="fr")
    assert table.say("label", "settings") == "Réglages"
    table.root.choose(language="es")
    assert table.app.session.language == "en"
    assert table.app.session.next_language == "fr"
