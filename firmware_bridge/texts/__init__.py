"""What the bridge says, in German and English: keys with values, made into sentences only here."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Language = Literal["de", "en"]


class Sentence(msgspec.Struct, frozen=True):
    """Something to say: the key of a sentence in the files here, and the values it names."""

    key: str
    values: tuple[tuple[str, str | int], ...] = ()


def say(key: str, /, **values: str | int) -> Sentence:
    """A sentence from its key and values."""
    return Sentence(key, tuple(values.items()))


@cache
def texts(language: Language) -> dict[str, str]:
    """All sentences of a language by key, with ``{name}`` where a value goes."""
    return msgspec.convert(
        tomllib.loads(files(__name__).joinpath(f"{language}.toml").read_text("utf-8")),
        dict[str, str],
    )


def wording(sentence: Sentence, language: Language) -> str:
    """The sentence in ``language``. Raises KeyError for an unknown key or a value left out."""
    return texts(language)[sentence.key].format_map(dict(sentence.values))
