"""Languages, names and sentences."""

from companion.text.phrasebook import LANGUAGES, Language, Phrasebook, plain_phrasebook, signed
from companion.text.texts import Texts, read_texts, shared

__all__ = [
    "LANGUAGES",
    "Language",
    "Phrasebook",
    "Texts",
    "plain_phrasebook",
    "read_texts",
    "shared",
    "signed",
]
