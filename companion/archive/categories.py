"""What is counted in games that nobody referees here, as data: ``categories.toml`` beside this."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
import tomli

from companion.archive.score import Begun, ScoreSheet
from companion.languages import Language, template


class _Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    categories: tuple[dict[Language, str], ...]


def categories(game: str, language: Language, sheets: Mapping[str, ScoreSheet]) -> tuple[str, ...]:
    """What a game is counted by: as it was the last time, else as the data say; nothing for a game
    that is counted in rounds, or that nobody knows. sheets: of earlier matches, the latest last."""
    before = [one.begun for one in sheets.values() if _same(one.begun, game)]
    if before:
        return max(before, key=lambda one: one.at).categories
    return next((_in(one, language) for one in _games() if _named(one, game)), ())


def _same(begun: Begun, game: str) -> bool:
    return begun.game.casefold() == game.casefold()


def _named(one: _Game, game: str) -> bool:
    return game.casefold() in (name.casefold() for name in one.names)


def _in(one: _Game, language: Language) -> tuple[str, ...]:
    return tuple(template(category, language) for category in one.categories)


@cache
def _games() -> tuple[_Game, ...]:
    text = (files("companion.archive") / "categories.toml").read_text("utf-8")
    return msgspec.convert(tomli.loads(text)["game"], tuple[_Game, ...])
