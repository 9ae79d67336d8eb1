"""Whatever happens to the files can be said, in every language."""

import string

import pytest

from companion.kernel import Rulebook
from companion.store import Damage, Gap, State, text_key
from companion.store import disk as disks
from companion.store.damage import UNSURE
from companion.text import OWN, Language, Phrasebook, Texts

TEXTS = Texts.of("companion.store")
REASONS = {"disk", "fault", "newer", "set_aside", *disks._REASONS.values(), *disks._SYSTEM.values()}


def phrasebook(language: Language) -> Phrasebook:
    return Phrasebook(language, [TEXTS], Rulebook(()), lambda view, token: (token, {}), None)


def test_every_text_is_there_in_both_languages_with_the_same_values() -> None:
    for section, key, by_language in TEXTS.items():
        assert by_language.keys() == set(OWN), f"{section}.{key}"
        named = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in by_language.values()
        ]
        assert named[0] == named[1], f"{section}.{key}"


@pytest.mark.parametrize("language", OWN)
def test_every_reason_for_not_saving_can_be_said(language: Language) -> None:
    for reason in REASONS:
        said = phrasebook(language).say(*text_key(State(reason, 3)))
        assert "3" in said
        assert "{" not in said
    assert phrasebook(language).say(*text_key(State()))
    assert {*TEXTS.keys("saving")} == REASONS | {"works"}


def test_damage_is_told_with_its_numbers() -> None:
    lost = Damage("matches-damaged-20261120-200000.db", 41, 1, ("some match",))
    german = phrasebook("de").say(*text_key(lost))
    assert "matches-damaged-20261120-200000.db" in german
    assert "41 Einträge sind gerettet, mindestens 1 Eintrag fehlt." in german
    none = Damage("matches-damaged-20261120-200000.db", 1, 0, ())
    assert "1 entry was recovered, and nothing is known" in phrasebook("en").say(*text_key(none))


def test_missing_entries_are_told_with_their_match_and_numbers() -> None:
    match = {"match": "Maya"}

    def said(language: Language, first: int, last: int) -> str:
        section, key, values = text_key(Gap("entry", "some match", first, last))
        return phrasebook(language).say(section, key, match | values)

    assert said("de", 13, 15) == "Maya: Die Einträge 13 bis 15 fehlen."
    assert said("en", 15, 15) == "Maya: entry 15 is missing."
    assert said("de", 1, 15) == "Maya: Nichts davon ist mehr da, 15 Einträge fehlen."
    assert said("en", 1, 1) == "Maya: all of it is missing, 1 entry."


@pytest.mark.parametrize("language", OWN)
def test_what_is_wrong_with_the_anchor_file_is_said(language: Language) -> None:
    for damage in (*UNSURE.values(), Damage("", 0, 7, (), what="gone")):
        said = phrasebook(language).say(*text_key(damage))
        assert ("7" if damage.lost else "anchors") in said and "{" not in said
