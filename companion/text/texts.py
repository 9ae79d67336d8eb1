"""Texts as data: sections of keys, each key in every language."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import tomli

from companion.languages import OWN, translated


class Texts:
    """The texts of a game, or those all games share.

    In TOML a text is a table of its languages: ``[event.stepped]``, ``de = "…"``,
    ``en = "…"``. The first part of the name is the section, the rest the key. What stands
    there beside, such as a list, is no text.
    """

    def __init__(self, source: str) -> None:
        self._templates: dict[str, dict[tuple[str, str], str]] = {}
        for section, entries in tomli.loads(source).items():
            for key, entry in _leaves(entries, ""):
                where = (section, key)
                for language, template in entry.items():
                    self._templates.setdefault(language, {})[where] = template

    @classmethod
    def of(cls, package: str) -> "Texts":
        """What a package says: its ``texts.toml``, read once."""
        return _of_package(package)

    def templates(self, language: str) -> Mapping[tuple[str, str], str]:
        """All templates of a language by section and key."""
        if language not in self._templates and language not in OWN:
            english = self._templates.get("en", {})
            found = {where: translated(one, language) for where, one in english.items()}
            self._templates[language] = found
        return self._templates.get(language, {})

    def get(self, section: str, key: str, language: str) -> str | None:
        """The template, or None when there is none."""
        return self.templates(language).get((section, key))

    def keys(self, section: str) -> tuple[str, ...]:
        """All keys of a section."""
        return tuple(key for where, key in self._places() if where == section)

    def items(self) -> Iterator[tuple[str, str, dict[str, str]]]:
        """All texts as (section, key, by language)."""
        for where in self._places():
            by_language = {
                language: self._templates[language][where]
                for language in OWN
                if where in self._templates.get(language, {})
            }
            yield *where, by_language

    def _places(self) -> Iterable[tuple[str, str]]:
        """Section and key of each text, in order."""
        return dict.fromkeys(where for one in self._templates.values() for where in one)


def _leaves(entries: dict[str, Any], prefix: str) -> Iterator[tuple[str, dict[str, str]]]:
    for name, entry in entries.items():
        key = f"{prefix}{name}"
        if not isinstance(entry, dict):
            continue
        if all(isinstance(value, str) for value in entry.values()):
            yield key, entry
        else:
            yield from _leaves(entry, f"{key}.")


@cache
def read_texts(source: str) -> Texts:
    """The texts in a source, read once: a game's take a tenth of the time in which its table is
    built, and match and screen want the same. Raises ValueError where it is malformed."""
    return Texts(source)


@cache
def _of_package(package: str) -> Texts:
    return Texts(files(package).joinpath("texts.toml").read_text("utf-8"))


@cache
def shared() -> Texts:
    """The texts that all games and all screens share."""
    return Texts(files(__package__).joinpath("shared.toml").read_text("utf-8"))
