"""Languages, names and sentences."""

from companion.text.speaker import LANGUAGES, Language, Speaker, plain_speaker
from companion.text.texts import Texts, read_texts, shared

__all__ = ["LANGUAGES", "Language", "Speaker", "Texts", "plain_speaker", "read_texts", "shared"]
