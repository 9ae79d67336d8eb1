"""What a page of another screen is drawn and told with, before any picture."""

import msgspec

from companion.scene.palettes import Name
from companion.sight.art import Pictures, browser_pictures
from companion.sight.asking import own
from companion.text import Language, plain_phrasebook

WORDS = ("idle", "lost", "people", "table", "steps", "now", "last", "places", "unknown")
"""What the page itself says."""


class Page(msgspec.Struct, frozen=True):
    """What everything is shown with.

    language: of all words.
    theme: of the colours, unless whoever looks wants strong contrast.
    words: what the page itself says, by name.
    late: how old the picture is, in words; "" where it is not kept back.
    pictures: of the game; None while nothing is played.
    """

    language: Language
    theme: Name
    words: dict[str, str]
    late: str
    pictures: Pictures | None


def page(language: Language, theme: Name, minutes: int, art: str) -> Page:
    """The page in a language. minutes: for which pictures are kept back. art: the text of the
    game's pictures, "" while nothing is played."""
    say = plain_phrasebook(language, own())
    words = {name: say.say("television", name) for name in WORDS}
    late = say.say("television", "late", {"count": minutes}) if minutes else ""
    return Page(language, theme, words, late, browser_pictures(art) if art else None)
