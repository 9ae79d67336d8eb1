"""Whether words stand in a text, for whoever types them with the plain letters of a keyboard."""

from unicodedata import category, normalize

PLAIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "’": "'"})
"""Letters that have no accent to be left out, and are typed otherwise all the same."""


def stand_in(words: str, text: str) -> bool:
    """Whether all words stand in a text, however accents and capitals are written."""
    told = _plain(text)
    return all(word in told for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = normalize("NFKD", text.casefold())
    return "".join(one for one in letters if category(one) != "Mn").translate(PLAIN)
