"""What is said about exports, in every language; the sentences are in ``texts.toml``."""

from typing import Any

from companion.text import Language, Texts, plain_phrasebook


def own() -> Texts:
    """What is said afterwards."""
    return Texts.of("companion.archive")


def say(language: Language, key: str, **values: Any) -> str:
    """A sentence about exports."""
    return plain_phrasebook(language, own()).say("export", key, values)
