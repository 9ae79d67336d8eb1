"""The sentence builder: from keys and values to sentences in one language."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from string import Formatter
from typing import Any, Literal

from companion.kernel import TABLE, UNKNOWN, Change, Event, Fault, Rulebook, body
from companion.languages import Language, manner, of, template
from companion.text.texts import Texts

_Parts = tuple[str | tuple[str, str, str], ...]
"""Of a template: what is said as it is, and names of values with their words and their letter."""

_NO_RULES = Rulebook(())
_AND = " und "

_SMALL = re.compile(
    "(an|auf|aus|das|den|der|die|eine?n?|für|in|je|keinen?|mit|nach|nichts|über|um|zu[mr]) ",
    re.IGNORECASE,
)
"""German words with which what is to be done begins, where no noun or name does: those alone are
written with a small letter within a sentence."""

_NEGATIVE = re.compile(r"-\d+(\.\d+)?")

_FORMS = "nadit"
"""Of what is seen: nominative, accusative, dative, one of them (accusative), and towards it."""


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
    members joined or "none", a struct by its values with dots between,
    ``{left:Punkt|Punkte}`` by the number and the word that fits it; with ``!c`` before the colon
    one thing is not counted ("Hütte", "2 Hütten"). ``{count:{good}}`` counts what another value
    names: its name for one, and for several that of the section ``many`` ("1 Schiff", "2 Schiffe").

    A letter behind a name says how a token is called in a sentence. ``{seat!g}`` is whose something
    is ("Adas", "Ada’s"); the section ``genitive`` has what is no name, and ``reader`` for whoever
    reads a private page ("dein", "your"), with the ending that stands behind a colon: ``{owner!g:e}
    Hand`` is "deine Hand", or "Adas Hand" where all read it. Nor is whoever reads alone called by
    name first: "{seat}, which card is it?" is "Which card is it?" there.

    ``{to!n}``, ``!a``, ``!d``, ``!i`` and ``!t`` are the thing as people see it, from the section
    ``sight``: five forms with bars between, "der Wald|den Wald|dem Wald|einen Wald|in den Wald", of
    which those left out are the first; without a text there it is the name. ``{to!w}`` is where
    exactly, with a comma before it, from the section ``code``; only a history says it.

    texts: looked up in order, the game's before the shared ones.
    phrase: the name of a token as (key in section ``name``, values), for tokens that have no
        text of their own; gets the view.
    players: the players' names by seat; "" is none.
    exact: whether codes of places are said, as in a history.
    reader: the seat that alone reads what is said; "" where everybody may.
    """

    def __init__(
        self,
        language: Language,
        texts: Sequence[Texts],
        rulebook: Rulebook,
        phrase: Callable[[Any, str], tuple[str, dict[str, Any]]],
        view: Any,
        players: Mapping[str, str] | None = None,
        *,
        exact: bool = False,
        reader: str = "",
    ) -> None:
        self._exact = exact
        self._reader = reader
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

    def going_on(self, section: str, key: str, values: Mapping[str, Any]) -> str:
        """The same as it goes on within another sentence: with a small letter, unless a noun or a
        name begins it."""
        said = self.say(section, key, values)
        begins = _parts(self._templates[section, key])[0]
        named = not isinstance(begins, str) and not begins[2]
        german = self.language == "de"
        small = _SMALL.match(said) is not None if german else not named
        return said[:1].lower() + said[1:] if small else said

    def event(self, one: Event) -> str:
        """What happened, as a sentence."""
        return self.say("event", one.key, one.values)

    def fault(self, one: Fault) -> str:
        """Why a need is broken, as a sentence."""
        return self._fill(template(self._rulebook[one.clause].fault, self.language), one.values)

    def short(self, one: Fault) -> str:
        """Why a need is broken, in one to three words; "" where there are none."""
        said = template(self._rulebook[one.clause].short, self.language)
        return self._fill(said, one.values) if said else ""

    def over(self, clause: str, values: Mapping[str, Any]) -> tuple[str, ...]:
        """What stands on the table where a clause is broken, line by line."""
        lines = of(self._rulebook[clause].shows.lines, self.language, ())
        return tuple(self._fill(template({"en": one}, self.language), values) for one in lines)

    def rule(self, clause: str) -> str:
        """The text of the rule a clause belongs to; "" for a fact."""
        return template(self._rulebook[clause].rule, self.language)

    def example(self, clause: str) -> str:
        """The example that a rule's source gives; "" for none."""
        return template(self._rulebook[clause].example, self.language)

    def source(self, clause: str) -> str:
        """Where a clause stands, in words; "" for a fact."""
        return template(self._rulebook[clause].source, self.language)

    def change(self, one: Change) -> str:
        """What the hands do for a change, as a sentence.

        The text is ``change.<piece>`` with the piece's first word (``native`` of
        ``native:red``), before it that with the first word of the target (``native_supply``),
        where there is one, or ``change.any``; of several ``_many`` behind it, where there is that.
        """
        kind = body(one.piece).partition(":")[0]
        onto = f"{kind}_{one.target.partition('/')[0].partition(':')[0]}"
        key = next((key for key in (onto, kind) if self.has("change", key)), "any")
        if one.count > 1 and self.has("change", f"{key}_many"):
            key = f"{key}_many"
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

    def apart(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """What tokens are called of which one is meant, at a place that everybody sees: by what
        tells them apart there, from the section ``apart``; by their names where that does not."""
        found = [self._of(token, "apart") for token in tokens]
        said = tuple(
            self.name(token) if one is None else self._fill(*one)
            for token, one in zip(tokens, found, strict=True)
        )
        return said if len(set(said)) == len(tokens) else tuple(map(self.name, tokens))

    def by_sight(self, token: str) -> str:
        """What a thing on the table is called by whoever sees it there."""
        return self._by_sight(token, "n")

    def knows(self, token: str) -> bool:
        """Whether something has that token, and so a name."""
        return self._of(token, "name") is not None

    def _named(self, token: str) -> str:
        own = self._of(token, "name")
        return signed(token) if own is None else self._fill(*own)

    def _fill(self, template: str, values: Mapping[str, Any], form: str = "") -> str:
        said = ""
        for part in self._addressed(_parts(template), values):
            if isinstance(part, str):
                said += part
                continue
            name, words, letter = part
            if words.startswith("{"):
                words = self._counted(values[words[1:-1]])
            one = self.value(values[name], words, letter or form)
            # What nobody has a name for, such as a code that was scanned, is said as it came.
            known = one != values[name] or ("name", one) in self._templates
            named = (letter or values[name] == TABLE) and not form and known
            begins = named and (not said or said.endswith((". ", "? ")))
            said += one[:1].upper() + one[1:] if begins and one else one
        return said

    def _addressed(self, parts: _Parts, values: Mapping[str, Any]) -> _Parts:
        """Without the name of whoever reads alone, where the sentence begins with it."""
        match parts:
            case ((name, "", ""), str(rest), *more) if self._reader and rest.startswith(", "):
                if values[name] == self._reader:
                    return (rest[2:3].upper() + rest[3:], *more)
        return parts

    def _counted(self, token: str) -> str:
        """The words for one and for several of what a token names."""
        one, many = self.name(token), self._of(token, "many")
        return f"{one}|{self._fill(*many)}" if many else f"× {one}|× {one}"

    def _by_sight(self, token: str, form: str) -> str:
        """A token as people see it, in a form of a sentence."""
        if form == "w":
            code = self._of(token, "code")
            said = self.name(token) if code is None else self._fill(*code)
            return said if said.startswith(", ") else f", {said}"
        sight = self._of(token, "sight")
        if sight is None:
            return self.name(token)
        forms = sight[0].split("|")
        at = _FORMS.index(form)
        return self._fill((forms[at] if at < len(forms) else "") or forms[0], sight[1], form)

    def _of(self, token: str, section: str) -> tuple[str, dict[str, Any]] | None:
        """The template of a section that a token has, with its values."""
        own = self._templates.get((section, token))
        if own is not None:
            return own, {}
        key, values = self._phrase(self._view, token)
        template = self._templates.get((section, key))
        return None if template is None else (template, values)

    def _genitive(self, token: str, ending: str) -> str:
        """Whose something is."""
        owner = token
        if ("name", token) not in self._templates:  # a piece is called by its owner
            owner = self._phrase(self._view, token)[1].get("owner", token)
        if self._reader and owner == self._reader:
            return self._templates["genitive", "reader"] + ending
        own = self._templates.get(("genitive", owner))
        if own is not None:
            return own
        name = self.name(token)
        if self.language != "de":
            return manner(self.language).whose.replace("{name}", name)
        return f"{name}’" if name[-1:].lower() in "sßxz" else f"{name}s"

    def value(self, value: Any, words: str = "", form: str = "") -> str:
        """A value as words: see the class. words: for one, for many and, where that is said
        otherwise, for none, where it is counted; or an ending. form: the letter behind its name."""
        if "|" in words:
            one, many, *none = words.split("|")
            if value == 1 and form == "c":
                return one
            if value == 0 and none:
                return none[0]
            return f"{signed(value)} {one if value == 1 else many}"
        if form == "w" and not self._exact:
            return ""
        if isinstance(value, bool):
            return self.name("yes" if value else "no")
        if isinstance(value, str):
            return self._called(value, form, words)
        if isinstance(value, list | tuple):
            return self._listed(value, form)
        if isinstance(value, Mapping):
            said = " · ".join(self.value(part) for part in value.values())
            return f", {said}" if form == "w" else said
        return signed(value)

    def _called(self, token: str, form: str, ending: str) -> str:
        if form == "g":
            return self._genitive(token, ending)
        return self._by_sight(token, form) if form and form != "c" else self.name(token)

    def _listed(self, values: Sequence[Any], form: str) -> str:
        """The members joined; what looks the same is said once."""
        if not values:
            return self.name("none")
        if form == "w":
            return "".join(self.value(one, form=form) for one in values)
        last = form if form == "g" else ""
        said = [self.value(one, form="" if last else form) for one in values[:-1]]
        said.append(self.value(values[-1], form=form))
        if form:
            said = list(dict.fromkeys(said))
        most = [", ".join(said[:-1])] if said[1:] else []
        joins = _AND if self.language == "de" else manner(self.language).and_
        return joins.join([*most, *said[-1:]])


def signed(value: object) -> str:
    """A value as it is written; a number with a minus as wide as a digit."""
    written = str(value)
    return f"−{written[1:]}" if _NEGATIVE.fullmatch(written) else written


@lru_cache(maxsize=16)  # each match has texts of its own, and they are dropped with it
def _templates(texts: tuple[Texts, ...], language: Language) -> dict[tuple[str, str], str]:
    """The templates of one language by section and key: of several texts the first counts."""
    found: dict[tuple[str, str], str] = {}
    for one in reversed(texts):
        found.update(one.templates(language))
    return found


@lru_cache(maxsize=4096)
def _parts(template: str) -> _Parts:
    """A template taken apart: what is said as it is, and names of values with their words and the
    letter behind them."""
    found: list[str | tuple[str, str, str]] = []
    for literal, name, words, letter in Formatter().parse(template):
        if literal:
            found.append(literal)
        if name is not None:
            found.append((name, words or "", letter or ""))
    return tuple(found)


DayForm = Literal["whole", "short", "with_weekday"]
"""How much of a day is said; *short*: without the year."""


def day(say: Phrasebook, when: date, form: DayForm = "whole") -> str:
    """A day as it is written in a language; the day of a datetime as its own zone has it."""
    values = {"day": when.day, "month": say.say("month", str(when.month)), "year": when.year}
    values["weekday"] = say.say("weekday", str(when.isoweekday()))
    return say.say("date", form, values)
