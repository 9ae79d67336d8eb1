"""Every word that the screens ask for is there, in every language, in glyphs that the font has."""

import re
from datetime import date
from pathlib import Path
from typing import get_args

from fontTools.ttLib import TTFont

import ui
from companion.match.entries import Strictness
from companion.text import LANGUAGES, day
from ui import theme
from ui.texts import of_screens
from ui.texts import words as words_in

ROOT = Path(ui.__file__).parent
SAID = re.compile(r'say\(\s*"(button|button_detail|label|notice)",\s*"([a-z_]+)"')


def test_every_key_that_a_screen_names_has_its_words() -> None:
    texts = of_screens()
    asked = {
        (path.name, *found)
        for path in ROOT.rglob("*.py")
        for found in SAID.findall(path.read_text("utf-8"))
    }
    assert len(asked) > 60
    missing = [
        (file, section, key, language)
        for file, section, key in asked
        for language in LANGUAGES
        if not any(text.get(section, key, language) for text in texts)
    ]
    assert not missing


def test_the_words_of_the_screens_are_complete_and_can_be_drawn() -> None:
    glyphs = TTFont(theme.FONTS["plain"]).getBestCmap()
    for section, key, words in of_screens()[0].items():
        assert set(words) == set(LANGUAGES), (section, key)
        for sentence in words.values():
            lacking = [sign for sign in sentence if ord(sign) not in glyphs]
            assert not lacking, (section, key, lacking)


def test_every_way_of_watching_the_rules_has_a_name_and_is_explained() -> None:
    for way in get_args(Strictness):
        for section in ("strictness", "strictness_detail"):
            for language in LANGUAGES:
                assert any(text.get(section, way, language) for text in of_screens())


def test_a_day_is_written_as_its_language_does() -> None:
    when = date(2026, 5, 2)
    whole = {language: day(words_in(language), when) for language in LANGUAGES}
    assert whole == {"de": "2.5.2026", "en": "2 May 2026"}
    short = {language: day(words_in(language), when, "short") for language in LANGUAGES}
    assert short == {"de": "2.5.", "en": "2 May"}
