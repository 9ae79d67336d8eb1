"""Which of this package's texts says something, and with which values.

The sentences themselves are in ``texts.toml`` beside this module.
"""

from typing import Any

from companion.files import shown
from companion.store.boxes import BoxFileError
from companion.store.damage import Damage, Gap
from companion.store.state import State

TextKey = tuple[str, str, dict[str, Any]]


def text_key(news: State | Damage | Gap | BoxFileError) -> TextKey:
    """The section and the key of the text, and its values; of a gap without ``match``, which is
    what the match is called."""
    if isinstance(news, Gap):
        key = "all" if news.first == 1 else "one" if news.first == news.last else "some"
        return "missing", key, {"first": news.first, "last": news.last}
    if isinstance(news, Damage):
        values = {"file": news.file, "kept": news.kept, "lost": news.lost}
        file = "lost" if news.lost else "whole"
        return "damage", file if news.what == "file" else news.what, values
    if isinstance(news, BoxFileError):
        return "box_file", news.reason, {"file": shown(news.file.name)}
    return "saving", news.reason or "works", {"waiting": news.waiting}
