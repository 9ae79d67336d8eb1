"""What the bridge says, in every language: keys with values, made into sentences only here."""

from functools import cache
from importlib.resources import files

import msgspec
import tomli

from companion.files import shown
from companion.languages import OWN, Language, translated


class Sentence(msgspec.Struct, frozen=True):
    """Something to say: the key of a sentence in the files here, and the values it names, which may
    be sentences themselves."""

    key: str
    values: tuple[tuple[str, "str | int | Sentence"], ...] = ()


def say(key: str, /, **values: str | int | Sentence) -> Sentence:
    """A sentence from its key and values."""
    return Sentence(key, tuple(values.items()))


@cache
def texts(language: Language) -> dict[str, str]:
    """All sentences of a language by key, with ``{name}`` where a value goes."""
    if language not in OWN:
        return {key: translated(one, language) for key, one in texts("en").items()}
    return msgspec.convert(
        tomli.loads(files(__name__).joinpath(f"{language}.toml").read_text("utf-8")),
        dict[str, str],
    )


def wording(sentence: Sentence, language: Language) -> str:
    """The sentence in ``language``, with what devices say of themselves as a screen can show it.
    Raises KeyError for an unknown key or a value left out."""
    values = {key: _shown(one, language) for key, one in sentence.values}
    return texts(language)[sentence.key].format_map(values)


def _shown(value: str | int | Sentence, language: Language) -> str | int:
    if isinstance(value, Sentence):
        return wording(value, language)
    return shown(value) if isinstance(value, str) else value
