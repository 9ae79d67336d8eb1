"""One voice in every text that a player can meet, of the games and of all that is around them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomli

from companion.text import LANGUAGES, Language
from tests.games.heard import heard
from tests.games.tried import EACH_GAME, Tried

ROOT = Path(__file__).parents[2]

SOURCES = sorted(
    [*(ROOT / "companion").rglob("*.toml"), ROOT / "ui/texts.toml", ROOT / "printables/texts.toml"]
)
BRIDGE = {language: ROOT / f"firmware_bridge/texts/{language}.toml" for language in LANGUAGES}

WON = re.compile(r"(^|[._])(won|match_won|shared|winners?)$")
"""Keys of what is said of a win."""


class Said(NamedTuple):
    """A text as it stands in a file: its key, in one language."""

    file: str
    key: str
    language: str
    text: str


def said() -> Iterator[Said]:
    """Every text of the project."""
    for path in SOURCES:
        for key, entry in _leaves(tomli.loads(path.read_text("utf-8")), ""):
            for language in LANGUAGES:
                yield Said(str(path.relative_to(ROOT)), key, language, entry[language])
    for language, path in BRIDGE.items():
        for key, text in tomli.loads(path.read_text("utf-8")).items():
            yield Said(str(path.relative_to(ROOT)), key, language, text)


def _leaves(entries: Any, prefix: str) -> Iterator[tuple[str, dict[str, str]]]:
    pairs = entries.items() if isinstance(entries, dict) else enumerate(entries)
    for name, entry in pairs:
        key = f"{prefix}{name}"
        if isinstance(entry, dict) and set(entry) == set(LANGUAGES):
            if all(isinstance(text, str) for text in entry.values()):
                yield key, entry
        elif isinstance(entry, dict | list):
            yield from _leaves(entry, f"{key}.")


def found(pattern: str, *, language: str = "") -> list[Said]:
    """Where there is something in a text. language: only in that one."""
    return [
        one for one in said() if language in ("", one.language) and re.search(pattern, one.text)
    ]


def test_every_file_has_texts_in_both_languages() -> None:
    files = {one.file for one in said()}
    assert len(files) > 30 and "ui/texts.toml" in files
    assert len(list(said())) > 8000


def test_no_text_has_an_arrow() -> None:
    assert found("[→⇒]|->|=>") == []


def test_no_sentence_says_that_somebody_is_to_do_something() -> None:
    doing = (
        r"\b(is|are) to (be|move|take|place|lay|give|choose|find|spread|put|play|say|do|discard)\b"
    )
    assert found(doing, language="en") == []


def test_a_rule_that_is_told_as_a_reason_is_not_taken_for_what_lies_on_the_table() -> None:
    """ "The stack lies beside a worker" is no answer where none lies there."""
    lies = (
        r"^(At least one|There is no \w+ (\w+ )?(at|on)"
        r"|No (other|worker|hut|native)\b.* (stands|is|has)"
        r"|The (target|stack|robber) (is no|lies|has)|The volcano does not lie)\b"
    )
    rules = [one for one in found(lies, language="en") if one.key.endswith(".rule")]
    assert [one.text for one in rules] == []


def test_only_a_win_is_loud() -> None:
    loud = (one for one in found(r"!(?![a-z][:}])") if one.key != "keyboard.signs")
    assert [one for one in loud if not WON.search(one.key)] == []


def test_each_language_has_its_own_quotes_and_apostrophes() -> None:
    straight = [one for one in found("[\"']") if not one.file.startswith("firmware_bridge")]
    assert straight == []
    assert found("„", language="en") == []
    for one in said():
        if one.language == "de":
            assert one.text.count("„") == one.text.count("“"), one
        else:
            assert one.text.count("“") == one.text.count("”"), one


def test_no_sentence_speaks_like_a_machine() -> None:
    words = r"\b(lapse[sd]?|struck|owed|shed|waived|invalid|simply)\b"
    assert found(words, language="en") == []


def test_two_thoughts_are_two_sentences() -> None:
    """But where a source is named."""
    assert [one for one in found(";") if not one.key.endswith("source")] == []


def _counted(tried: Tried, language: Language) -> set[tuple[str, str]]:
    """The words for one and for several of whatever is counted."""
    texts = [entry[language] for *_, entry in tried.texts.items()]
    texts += [clause.fault[language] for clause in tried.game.rulebook.values() if clause.fault]
    pairs = {
        (one, many)
        for text in texts
        for one, many in re.findall(r"\{\w+(?:!c)?:([^|{}]+)\|([^|{}]+)[|}]", text)
    }
    named = tried.texts.get
    for key in tried.texts.keys("many"):
        one, many = named("name", key, language), named("many", key, language)
        pairs |= {(one, many)} if one and many else set()
    return {(one, many) for one, many in pairs if one != many}


@pytest.mark.parametrize("language", LANGUAGES)
@EACH_GAME
def test_one_is_counted_as_one_and_several_as_several(tried: Tried, language: Language) -> None:
    wrong, pairs = set(), _counted(tried, language)
    if not pairs:
        return  # nothing is counted in this game
    ones = "|".join(sorted({re.escape(one) for one, _ in pairs} - {many for _, many in pairs}))
    manys = "|".join(sorted({re.escape(many) for _, many in pairs} - {one for one, _ in pairs}))
    one_as_many = re.compile(rf"(?<![\w,.−-])1 ({manys})\b")
    many_as_one = re.compile(rf"(?<![\w,.−-])(?:0|[2-9]|[1-9]\d+) ({ones})\b(?! \w+ \w+\|)")
    for about, sentence in heard(tried).sentences(language):
        if one_as_many.search(sentence) or many_as_one.search(sentence):
            wrong.add((about, sentence))
    assert wrong == set()
