"""Languages, names and sentences."""

from companion.languages import LANGUAGES, OWN, Language
from companion.text.phrasebook import DayForm, Phrasebook, day, plain_phrasebook, signed
from companion.text.sought import stand_in
from companion.text.texts import Texts, read_texts, shared

__all__ = [
    "LANGUAGES",
    "OWN",
    "DayForm",
    "Language",
    "Phrasebook",
    "Texts",
    "day",
    "plain_phrasebook",
    "read_texts",
    "shared",
    "signed",
    "stand_in",
]
