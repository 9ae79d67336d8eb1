import re
from importlib.resources import files
from string import Formatter

import pytest
from fontTools.ttLib import TTFont

from companion.languages import called
from companion.match.entries import Strictness
from companion.match.registry import game_package, names
from companion.text import LANGUAGES, Texts

SHARED = Texts(files("companion.text").joinpath("shared.toml").read_text("utf-8"))
ALL = [(f"{section}.{key}", entry) for section, key, entry in SHARED.items()]


def placeholders(template: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name)


@pytest.mark.parametrize(("key", "entry"), ALL, ids=[key for key, _ in ALL])
def test_a_text_says_the_same_in_both_languages(key: str, entry: dict[str, str]) -> None:
    assert set(entry) == set(LANGUAGES)
    assert placeholders(entry["de"]) == placeholders(entry["en"])
    assert key == "genitive.reader" or not re.search(
        r"\b(you|your|du|dein\w*|dich|dir|Sie|Ihr\w*|ihr)\b", " ".join(entry.values())
    )


def test_every_colour_a_seat_can_have_has_a_name() -> None:
    for game in names():
        for colour in game_package(game).game.colours:
            assert SHARED.get("name", colour, "de")


def test_every_language_is_called_by_its_own_name() -> None:
    assert [called(one) for one in LANGUAGES] == ["Deutsch", "English"]


def test_every_strictness_is_named_and_explained() -> None:
    for section in ("strictness", "strictness_detail"):
        assert set(SHARED.keys(section)) == set(Strictness.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_no_sentence_needs_a_letter_that_the_screen_cannot_show(weight: str) -> None:
    font = files("companion.text.fonts").joinpath(f"CompanionSans-{weight}.ttf")
    with font.open("rb") as file:
        known = set(TTFont(file).getBestCmap())
    said = [entry for _, _, entry in SHARED.items()]
    for game in names():
        said += [entry for _, _, entry in Texts(game_package(game).texts).items()]
        book = game_package(game).game.rulebook
        said += [dict(text) for clause in book for text in (book[clause].rule, book[clause].fault)]
    letters = {letter for entry in said for template in entry.values() for letter in template}
    assert {letter for letter in letters if ord(letter) not in known} == set()
