"""How the table speaks: verb first, by name, short. What every sentence is held to, as data of the
sections it stands in."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from companion.kernel import TABLE, Move
from companion.match import sentences
from companion.text import LANGUAGES, Language, shared
from tests.games.heard import heard
from tests.games.tried import EACH_GAME, GAMES, Tried

SPOKEN = ("ask", "blank", "move", "event", "change", "fault")
"""The sections of a game that the page of the match says; ``fault`` stands in its rulebook."""


class Banned(NamedTuple):
    """What no sentence of some sections has, but for some keys (what they end with)."""

    what: str
    pattern: str
    sections: tuple[str, ...]
    but: tuple[str, ...] = ()


BANNED = (
    Banned("an arrow", "→|->", SPOKEN),
    Banned("is to", r"\bis to (move|take|place|lay|give|choose|find|spread|shed|put)\b", SPOKEN),
    Banned("whose turn instead of a verb", r"^\{seat\} ist dran:", SPOKEN),
    Banned("words of the machine", r"\b(lapse\w*|struck|owed|shed|invalid|simply)\b", SPOKEN),
    Banned("brackets", r"[()]", ("ask", "blank", "change", "event"), ("_fixed",)),
    Banned("a loud mark", "!(?![a-z][:}])", SPOKEN, ("won", "shared")),
    Banned("please", r"\b([Pp]lease|[Bb]itte)\b", ("ask", "blank", "change", "event", "move")),
)

ADDRESSED = re.compile(r"\b(you|your|yours|du|dein\w*|dich|dir|Sie|Ihr\w*|ihr)\b")
"""Whoever is meant, several people read it: such a word follows a name in the same sentence."""

NAMED = re.compile(r"\{(seat|who|name)\}|^Everyone|^Alle")

NOW, REFUSAL = 12, 90
"""Words of what is asked, letters of why a rule refuses: at most."""

LONG = ("Maximiliane", "Klaus-Dieter", "Annabella", "Theodora", "Friederike")
"""Names as long as they are typed."""

EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def templates(tried: Tried) -> Iterator[tuple[str, str, str]]:
    """All that the page of the match can say of a game: section, key and template."""
    for section, key, entry in tried.texts.items():
        if section in SPOKEN:
            yield from ((section, key, text) for text in entry.values())
    for clause in tried.game.rulebook.values():
        yield from (("fault", clause.id, text) for text in clause.fault.values())


def called(view: object) -> dict[str, str]:
    """Long names for the seats of a view."""
    return dict(zip(view.setup.seats, LONG, strict=False))  # type: ignore[attr-defined]


@pytest.mark.parametrize("banned", BANNED, ids=[one.what for one in BANNED])
def test_a_sentence_of_the_table_does_without(banned: Banned) -> None:
    found = [
        (tried.name, section, key, text)
        for tried in GAMES
        for section, key, text in templates(tried)
        if section in banned.sections and not key.endswith(banned.but or ("\0",))
        if re.search(banned.pattern, text)
    ]
    assert found == []


def test_shared_sentences_use_no_arrows() -> None:
    texts = [
        text
        for one in (shared(), sentences.own())
        for *_, entry in one.items()
        for text in entry.values()
    ]
    assert [text for text in texts if "→" in text] == []


@EACH_GAME
def test_nobody_is_spoken_to_without_a_name(tried: Tried) -> None:
    for section, key, text in templates(tried):
        for sentence in re.split(r"(?<=[.?]) ", text):
            meant = ADDRESSED.search(sentence)
            assert meant is None or NAMED.search(text[: text.index(sentence) + meant.start()]), (
                f"{section}.{key}: {text}"
            )


@EACH_LANGUAGE
@EACH_GAME
def test_a_prompt_begins_with_the_name_and_has_at_most_twelve_words(
    tried: Tried, language: Language
) -> None:
    for view in heard(tried).views:
        say = tried.phrasebook(language, view, called(view))
        for one in tried.game.asked(view):
            said = say.say("ask", one.prompt, {"seat": one.seat, **one.values})
            assert len(said.split()) <= NOW, said
            assert one.seat == TABLE or said.startswith(say.name(one.seat)), said


@EACH_GAME
def test_a_question_for_a_blank_of_play_has_at_most_twelve_words(tried: Tried) -> None:
    play = {kind.name for kind in tried.game.kinds if kind.role == "play"}
    for section, key, text in templates(tried):
        if section == "blank" and key.partition(".")[0] in play:
            assert len(re.sub(r"\{[^}]*\}", "Name", text).split()) <= NOW, f"{key}: {text}"


@EACH_LANGUAGE
@EACH_GAME
def test_a_rule_refuses_in_at_most_ninety_letters(tried: Tried, language: Language) -> None:
    long, kinds = set(), tried.game.kinds
    boxed = {need.clause for kind in kinds if kind.role == "box" for need in kind.needs}
    for view, fault in heard(tried).faults:
        fact = tried.game.rulebook[fault.clause].strength == "fact"
        if not fact and fault.clause not in boxed:  # what a box shows is told on a page of its own
            said = tried.phrasebook(language, view, called(view)).fault(fault)
            if len(said) > REFUSAL:
                long.add((fault.clause, said))
    assert long == set()


@EACH_GAME
def test_every_sentence_of_a_rule_has_at_most_ninety_letters(tried: Tried) -> None:
    texts = [
        (clause.id, text)
        for clause in tried.game.rulebook.values()
        for text in (*clause.rule.values(), *clause.fault.values())
    ]
    long = [
        (name, sentence)
        for name, text in texts
        for sentence in re.split(r"(?<=[.?!]) ", re.sub(r"\{[^}]*\}", "Name", text))
        if len(sentence) > REFUSAL
    ]
    assert long == []


@EACH_LANGUAGE
@EACH_GAME
def test_no_code_of_a_field_stands_outside_the_history(tried: Tried, language: Language) -> None:
    """In what happened, why not, what hands do and ways out; the history says it exactly."""
    told, found = heard(tried), set()
    said = (
        *((view, "event", one) for view, one in told.met),
        *((view, "fault", one) for view, one in told.faults),
        *((view, "change", one) for view, one in told.hands),
        *((view, "move", one) for view, one in told.moves),
    )
    for view, how, one in said:
        say = tried.phrasebook(language, view, called(view))
        if how == "move":
            assert isinstance(one, Move)
            plain = tried.game.plain(one)
            text = say.say("move", plain["move"], plain)
        else:
            text = getattr(say, how)(one)
        found |= {(how, word, text) for word in re.findall(r"\w+", text) if word in codes(tried)}
    assert not found


@cache
def codes(tried: Tried) -> frozenset[str]:
    """What the fields of a board are called that have a letter and a number."""
    view = tried.positions[0]
    say = tried.phrasebook("en", tried.game.public(view), {})
    places = {one.token for one in tried.package.scene(tried.game.public(view)).shapes if one.token}
    words = {word for token in places for word in re.findall(r"\w+", say.name(token))}
    return frozenset(one for one in words if re.fullmatch(r"[A-Za-z]{1,2}\d{1,2}", one))
