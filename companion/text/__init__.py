"""Languages, names and sentences."""

from companion.text.speaker import LANGUAGES, Language, Speaker, plain_speaker
from companion.text.texts import Texts, shared

__all__ = ["LANGUAGES", "Language", "Speaker", "Texts", "plain_speaker", "shared"]
