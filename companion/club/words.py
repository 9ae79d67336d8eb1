"""What is said about exports, in every language; the sentences are in ``texts.toml``."""

from functools import cache
from importlib.resources import files
from typing import Any

from companion.text import Language, Texts, plain_speaker


@cache
def own() -> Texts:
    """What is said afterwards."""
    return Texts(files("companion.club").joinpath("texts.toml").read_text("utf-8"))


def say(language: Language, key: str, **values: Any) -> str:
    """A sentence about exports."""
    return plain_speaker(language, own()).say("export", key, values)
