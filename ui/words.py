"""The words of the screens, in the language of the moment."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files

from companion.club.words import own as afterwards
from companion.match.shelf import Lid, Title
from companion.text import Language, Speaker, Texts, plain_speaker, read_texts, shared


@cache
def _own() -> Texts:
    return Texts(files("ui").joinpath("texts.toml").read_text("utf-8"))


@cache
def _saving() -> Texts:
    return Texts(files("companion.store").joinpath("texts.toml").read_text("utf-8"))


def of_screens() -> tuple[Texts, ...]:
    """What the screens say beside what a game says."""
    return (_own(), shared(), _saving(), afterwards())


def words(
    language: Language, title: Lid | None = None, players: Mapping[str, str] | None = None
) -> Speaker:
    """Says what belongs to the screens; with a title also what belongs to its game, while no
    match of it is played. players: names by seat."""
    games = () if title is None else (read_texts(title.texts),)
    texts = (*games, *of_screens())
    if isinstance(title, Title):
        return plain_speaker(language, *texts, rulebook=title.game.rulebook, players=players)
    return plain_speaker(language, *texts, players=players)


def day(say: Speaker, when: date, *, year: bool = True) -> str:
    """A day as it is written in a language; the day of a datetime as its own zone has it."""
    values = {"day": when.day, "month": say.say("month", str(when.month)), "year": when.year}
    return say.say("date", "whole" if year else "short", values)


def decimal(number: str, language: Language) -> str:
    """A number with the mark before its fraction that is usual in a language."""
    return number.replace(".", ",") if language == "de" else number
