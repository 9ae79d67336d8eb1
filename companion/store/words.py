"""Which of this package's texts says something, and with which values.

The sentences themselves are in ``texts.toml`` beside this module.
"""

from typing import Any

from companion.store.boxes import BoxFileError
from companion.store.file import Damage
from companion.store.journal import State

Words = tuple[str, str, dict[str, Any]]


def words(news: State | Damage | BoxFileError) -> Words:
    """The section and the key of the text, and its values."""
    if isinstance(news, Damage):
        values = {"file": news.file, "kept": news.kept, "lost": news.lost}
        return "damage", "lost" if news.lost else "whole", values
    if isinstance(news, BoxFileError):
        return "box_file", news.reason, {"file": news.file.name}
    return "saving", news.reason or "works", {"waiting": news.waiting}
