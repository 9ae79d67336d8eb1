"""Whatever happens to the files can be said, in every language."""

import string
from importlib.resources import files
from typing import get_args

import pytest

from companion.kernel import Rulebook
from companion.store import Damage, State, words
from companion.store import disk as disks
from companion.text import Language, Speaker, Texts

TEXTS = Texts(files("companion.store").joinpath("texts.toml").read_text("utf-8"))
REASONS = {"disk", "fault", "newer", *disks._REASONS.values(), *disks._SYSTEM.values()}


def speaker(language: Language) -> Speaker:
    return Speaker(language, [TEXTS], Rulebook(()), lambda view, token: (token, {}), None)


def test_every_text_is_there_in_both_languages_with_the_same_values() -> None:
    for section, key, by_language in TEXTS.items():
        assert by_language.keys() == set(get_args(Language)), f"{section}.{key}"
        named = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in by_language.values()
        ]
        assert named[0] == named[1], f"{section}.{key}"


@pytest.mark.parametrize("language", get_args(Language))
def test_every_reason_for_not_saving_can_be_said(language: Language) -> None:
    for reason in REASONS:
        said = speaker(language).say(*words(State(reason, 3)))
        assert "3" in said
        assert "{" not in said
    assert speaker(language).say(*words(State()))
    assert {*TEXTS.keys("saving")} == REASONS | {"works"}


def test_damage_is_said_with_its_numbers() -> None:
    lost = Damage("matches-damaged-20261120-200000.db", 41, 1, ("some match",))
    german = speaker("de").say(*words(lost))
    assert "matches-damaged-20261120-200000.db" in german
    assert "41 Einträge wurden gerettet; mindestens 1 Eintrag fehlt." in german
    none = Damage("matches-damaged-20261120-200000.db", 1, 0, ())
    assert "1 entry was recovered, and nothing is known" in speaker("en").say(*words(none))
