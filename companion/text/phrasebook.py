"""The sentence builder: from keys and values to sentences in one language."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Literal

from companion.kernel import UNKNOWN, Change, Event, Fault, Rulebook, body
from companion.text.texts import Texts

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")

_NO_RULES = Rulebook(())
_AND = {"de": " und ", "en": " and "}


def plain_phrasebook(
    language: Language,
    *texts: Texts,
    rulebook: Rulebook = _NO_RULES,
    players: Mapping[str, str] | None = None,
) -> "Phrasebook":
    """Says what belongs to no match: nothing in it is the token of a piece."""
    return Phrasebook(language, texts, rulebook, lambda _, token: (token, {}), None, players)


class Phrasebook:
    """Says things of one game in one language, about one view.

    Templates name their values in braces. A token is replaced by its name, a list by its
    members joined or "none", a struct by its values with arrows between,
    ``{left:Punkt|Punkte}`` by the number and the word that fits it.

    texts: looked up in order, the game's before the shared ones.
    phrase: the name of a token as (key in section ``name``, values), for tokens that have no
        text of their own; gets the view.
    players: the players' names by seat; "" is none.
    """

    def __init__(
        self,
        language: Language,
        texts: Sequence[Texts],
        rulebook: Rulebook,
        phrase: Callable[[Any, str], tuple[str, dict[str, Any]]],
        view: Any,
        players: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self._templates = _templates(tuple(texts), language)
        self._rulebook = rulebook
        self._phrase = phrase
        self._view = view
        self._players = players or {}
        self._names: dict[str, str] = {}

    def say(self, section: str, key: str, values: Mapping[str, Any] | None = None) -> str:
        """The sentence ``key`` of ``section``. Raises LookupError when there is none."""
        template = self._templates.get((section, key))
        if template is None:
            raise LookupError(f"no text {section}.{key} in {self.language}")
        return self._fill(template, values or {})

    def has(self, section: str, key: str) -> bool:
        """Whether there is such a text."""
        return (section, key) in self._templates

    def event(self, one: Event) -> str:
        """What happened, as a sentence."""
        return self.say("event", one.key, one.values)

    def fault(self, one: Fault) -> str:
        """Why a need is broken, as a sentence."""
        return self._fill(self._rulebook[one.clause].fault[self.language], one.values)

    def short(self, one: Fault) -> str:
        """Why a need is broken, in one to three words; "" where there are none."""
        said = self._rulebook[one.clause].short.get(self.language, "")
        return self._fill(said, one.values) if said else ""

    def rule(self, clause: str) -> str:
        """The text of the rule a clause belongs to; "" for a fact."""
        return self._rulebook[clause].rule.get(self.language, "")

    def example(self, clause: str) -> str:
        """The example that a rule's source gives; "" for none."""
        return self._rulebook[clause].example.get(self.language, "")

    def source(self, clause: str) -> str:
        """Where a clause stands, in words; "" for a fact."""
        return self._rulebook[clause].source.get(self.language, "")

    def change(self, one: Change) -> str:
        """What the hands do for a change, as a sentence.

        The text is ``change.<piece>`` with the piece's first word (``native`` of
        ``native:red``) where there is one, or ``change.any``.
        """
        kind = body(one.piece).partition(":")[0]
        key = kind if self.has("change", kind) else "any"
        values = {
            "piece": one.piece,
            "count": one.count,
            "source": one.source,
            "target": one.target,
            "face": one.piece.partition("=")[2] or UNKNOWN,
        }
        return self.say("change", key, values)

    def name(self, token: str) -> str:
        """The name of a token, or the token itself when it has none."""
        called = self._players.get(token)
        if called:
            return called
        found = self._names.get(token)
        if found is None:
            found = self._names[token] = self._named(token)
        return found

    def _named(self, token: str) -> str:
        own = self._templates.get(("name", token))
        if own is not None:
            return self._fill(own, {})
        key, values = self._phrase(self._view, token)
        template = self._templates.get(("name", key)) if key != token else None
        return token if template is None else self._fill(template, values)

    def _fill(self, template: str, values: Mapping[str, Any]) -> str:
        return "".join(
            [
                part if isinstance(part, str) else self.value(values[part[0]], part[1])
                for part in _parts(template)
            ]
        )

    def value(self, value: Any, words: str = "") -> str:
        """A value as words: see the class. words: for one and for many, where it is counted."""
        if "|" in words:
            one, _, many = words.partition("|")
            return f"{_figure(value)} {one if value == 1 else many}"
        if isinstance(value, bool):
            return self.name("yes" if value else "no")
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, list | tuple):
            if not value:
                return self.name("none")
            said = [self.value(part) for part in value]
            most = [", ".join(said[:-1])] if said[1:] else []
            return _AND[self.language].join([*most, *said[-1:]])
        if isinstance(value, Mapping):
            return " → ".join(self.value(part) for part in value.values())
        return _figure(value)


def _figure(value: Any) -> str:
    """A number with a minus as wide as a digit."""
    return str(value).replace("-", "−") if isinstance(value, int | float) else str(value)


@lru_cache(maxsize=16)  # each match has texts of its own, and they shall go with it
def _templates(texts: tuple[Texts, ...], language: Language) -> dict[tuple[str, str], str]:
    """The templates of one language by section and key: of several texts the first counts."""
    found: dict[tuple[str, str], str] = {}
    for one in reversed(texts):
        found.update(one.templates(language))
    return found


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str | tuple[str, str], ...]:
    """A template taken apart: what is said as it is, and names of values with their words."""
    found: list[str | tuple[str, str]] = []
    for literal, name, words, _ in Formatter().parse(template):
        if literal:
            found.append(literal)
        if name is not None:
            found.append((name, words or ""))
    return tuple(found)
