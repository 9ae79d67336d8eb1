"""The languages that are spoken: German and English, and those of packages of their own.

Everything is written in German and English where it belongs. A language that comes later brings a
folder of TOML files. In ``about.toml`` stands what the :class:`Manner` of it is; the others give
each English sentence, as it stands in its template, the sentence in that language. What is not
there, or names a value that the English one does not, is said in English: so no language can make a
match fail.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, TypeVar

import msgspec
import tomli

from companion.files import read_whole
from companion.home import added

CODE = "[a-z]{2,3}"

Language = Annotated[str, msgspec.Meta(pattern=rf"^{CODE}\Z")]
"""One of LANGUAGES; what was written elsewhere may name another, which is then said in English."""

OWN: tuple[Language, ...] = ("de", "en")
"""Those that everything is written in."""

MOST_BYTES = 4_000_000
"""Of a file of a language; all that is said here has a third of it."""

_LETTERS = frozenset({None, "", *"cgnaditw"})
"""What may stand behind a name in a template."""

_T = TypeVar("_T")


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language does what no sentence says.

    name: what it is called by those who speak it.
    and_: between the last two of several.
    whose: whose something is, with the name in place of ``{name}``.
    mark: before the fraction of a number.
    """

    name: str
    and_: str = msgspec.field(name="and")
    whose: str = "{name}"
    mark: str = ","


_ENGLISH = Manner(name="English", and_=" and ", whose="{name}’s", mark=".")


def _found() -> tuple[Language, ...]:
    beside = added()
    shelf = beside / "languages" if beside is not None else None
    names = sorted(one.name for one in shelf.iterdir()) if shelf and shelf.is_dir() else []
    codes = [one for one in names if re.fullmatch(CODE, one) and one not in OWN]
    return tuple(one for one in codes if _manner_of(_folder(one)) is not None)


def _folder(language: Language) -> Path:
    beside = added()
    # Only root could lay a link there, and the trial of a new one does.
    return ((beside or Path("/nowhere")) / "languages" / language).resolve()


def _manner_of(folder: Path) -> Manner | None:
    """None where it says nothing that can be read."""
    try:
        text = read_whole(folder / "about.toml", MOST_BYTES).decode()
        return msgspec.convert(tomli.loads(text), Manner)
    except (OSError, ValueError, RecursionError):
        return None


LANGUAGES: tuple[Language, ...] = (*OWN, *_found())
"""All that can be chosen."""


def spoken(language: Language) -> Language:
    """The language itself, or English where it went away since it was chosen."""
    return language if language in LANGUAGES else "en"


def manner(language: Language) -> Manner:
    """How a language other than German does what no sentence says."""
    return _ENGLISH if language in OWN else _manner_of(_folder(language)) or _ENGLISH


def called(language: Language) -> str:
    """What a language is called by those who speak it; one that does not say so by its letters."""
    if language in OWN:
        return "Deutsch" if language == "de" else _ENGLISH.name
    own = _manner_of(_folder(language))
    return language if own is None else own.name


def of(said: Mapping[str, _T], language: Language, nothing: _T) -> _T:
    """What is there in each language, in one: what was said before it came was said in English."""
    return said[language] if language in said else said.get("en", nothing)


def template(said: Mapping[str, str], language: Language) -> str:
    """A template that is written in the own languages, in one; "" where there is none."""
    if language in said:
        return said[language]
    return translated(said.get("en", ""), language)


def translated(english: str, language: Language) -> str:
    """An English template in a language that came later."""
    return english if language in OWN else _sentences(language).get(english, english)


@cache
def _sentences(language: Language) -> dict[str, str]:
    """By the English templates, those of a language that fit them."""
    found: dict[str, str] = {}
    folder = _folder(language)
    for file in sorted(folder.glob("*.toml")) if language in LANGUAGES else ():
        try:
            written = tomli.loads(read_whole(file, MOST_BYTES).decode())
        except (OSError, ValueError, RecursionError):
            continue
        if file.name != "about.toml":
            found.update(
                {a: b for a, b in written.items() if isinstance(b, str) and b and _fits(a, b)}
            )
    return found


def _fits(english: str, other: str) -> bool:
    """Whether a sentence can be said wherever the English one is."""
    try:
        return _names(other) <= _names(english)
    except ValueError:
        return False


def _names(written: str) -> set[str]:
    """The values that a template names. Raises ValueError where it is none."""
    found = set()
    for _, name, words, letter in Formatter().parse(written):
        if name is None:
            continue
        if letter not in _LETTERS:
            raise ValueError(letter)
        found.add(name)
        if words and words.startswith("{"):
            found.add(words[1:-1])
    return found
