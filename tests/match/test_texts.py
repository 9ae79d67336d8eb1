import re
from pathlib import Path
from string import Formatter

import pytest

import companion.match
from companion.match.sentences import own
from companion.text import LANGUAGES

ALL = [(f"{section}.{key}", entry) for section, key, entry in own().items()]


def _placeholders(template: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name)


@pytest.mark.parametrize(("key", "entry"), ALL, ids=[key for key, _ in ALL])
def test_a_text_that_all_games_share_exists_in_every_language(
    key: str, entry: dict[str, str]
) -> None:
    assert set(entry) == set(LANGUAGES)
    german, english = (_placeholders(entry[language]) for language in LANGUAGES)
    assert german == english
    assert not re.search(r"\b(you|your|du|dein|Sie|Ihr)\b", " ".join(entry.values()))


def test_no_text_of_a_match_is_left_over() -> None:
    folder = Path(companion.match.__path__[0])
    files = (*folder.glob("*.py"), folder.parent / "files.py")  # which says why none is read
    source = "".join(path.read_text("utf-8") for path in files)
    built = ("ended_", "strictness_")
    for section in ("match", "check"):
        for key in own().keys(section):
            assert f'"{key}"' in source or key.startswith(built), key
