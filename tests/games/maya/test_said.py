"""What is said over whole matches, and what things are called."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.maya.box import Board, Box, MarkerText
from companion.games.maya.phrases import phrase
from companion.games.maya.rules import game
from companion.games.maya.scene import scene
from companion.kernel import (
    Accepted,
    Change,
    Fault,
    Happening,
    Move,
    Refused,
    Verdict,
    changes,
    faults,
    fields,
    judge,
    tag_of,
)
from companion.referee.player import Player
from companion.text import LANGUAGES, Language, Speaker
from tests.games.maya.drawing import any_move
from tests.games.maya.tables import table
from tests.games.maya.test_texts import SHARED, TEXTS
from tests.games.maya.vectors import VECTORS, before_last

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]|\b[PQ]\d|[A-Z]{4}")
"""What tokens look like, and people shall never read."""


def speaker(language: Language, view: Any, players: dict[str, str] | None = None) -> Speaker:
    return Speaker(language, (TEXTS, SHARED), game.rulebook, phrase, view, players)


class Evening:
    """What was met while simple players played: happenings, faults, changes, with their views."""

    def __init__(self, seed: int, seats: int, most: int) -> None:
        self.met = list[tuple[Any, Happening]]()
        self.hands, self.tried = list[tuple[Any, Change]](), list[tuple[Any, Move]]()
        self.faults, self.views = list[tuple[Any, Fault]](), list[Any]()
        rng = Random(seed)
        player = Player(game, rng, share=0.0)
        position = game.setup(game.colours[:seats], game.options(), game.box())
        self.views.append(position)
        for _ in range(most):
            tried, made = player.turn(position)
            if made is None:
                break
            names = rng.choices(list(game.by_name), k=2)
            for name in (*names, *rng.choices(game.asked(position)[0].kinds, k=2)):
                move = any_move(position, rng, name)
                tried.insert(0, (move, judge(game, position, move)))
            for move, verdict in tried:
                self._hear(position, move, verdict)
            position = tried[-1][1].position  # type: ignore[union-attr]

    def _hear(self, position: Any, move: Move, verdict: Verdict) -> None:
        view = game.public(position)
        self.tried.append((view, move))
        if isinstance(verdict, Refused):
            self.faults += [(view, fault) for fault in verdict.faults]
            return
        self.hear(view, verdict)

    def hear(self, view: Any, verdict: Accepted) -> None:
        self.views.append(view)
        before = view
        for happened, after in zip(verdict.happenings, verdict.positions, strict=True):
            view = game.public(after)
            self.met.append((view, happened))
            self.hands += [(view, one) for one in changes(game.layout(before), game.layout(view))]
            before = view


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    """Two evenings, and all that the vectors bring about."""
    found = [Evening(1, 3, 120), Evening(2, 2, 60)]
    for vector in VECTORS:
        position, last = before_last(vector)
        verdict = judge(game, position, last, vector.get("by"))
        if isinstance(verdict, Accepted):
            found[0].hear(game.public(position), verdict)
    return found


def refusals() -> Iterator[tuple[Any, Fault]]:
    """Every refusal of the vectors, which break every need of every kind of move."""
    for vector in VECTORS:
        position, move = before_last(vector)
        for fault in faults(game, position, move, vector.get("by")):
            yield game.public(position), fault


def sentences(evenings: list[Evening], language: Language) -> Iterator[tuple[str, str]]:
    """All that is said over these evenings, with what it is about."""
    for evening in evenings:
        for view, happened in evening.met:
            yield happened.key, speaker(language, view).happening(happened)
        for view, move in evening.tried:
            yield "move", speaker(language, view).say("move", tag_of(move), game.plain(move))
        for view, change in evening.hands:
            yield change.piece, speaker(language, view).change(change)
        for view, fault in evening.faults:
            yield fault.clause, speaker(language, view).fault(fault)
        for view in evening.views:
            for one in game.asked(view):
                said = speaker(language, view)
                yield one.prompt, said.say("ask", one.prompt, {"seat": one.seat, **one.values})


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_ever_reads_a_token(evenings: list[Evening], language: Language) -> None:
    said = list(sentences(evenings, language))
    met = {about for about, _ in said}
    assert set(TEXTS.keys("happening")) - met == {"minus3_hits_nobody", "passed_for_nothing"}
    assert set(TEXTS.keys("ask")) - met <= {"must_pass", "blocked"}
    assert [one for one in said if RAW.search(one[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said_with_its_values(language: Language) -> None:
    said = [(fault.clause, speaker(language, view).fault(fault)) for view, fault in refusals()]
    cited = {need.clause for kind in game.kinds for need in kind.needs}
    assert cited <= {clause for clause, _ in said}
    assert [one for one in said if RAW.search(one[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_blank_can_be_asked_for_with_what_is_filled_in(language: Language) -> None:
    rng, view = Random(7), game.public(table())
    said = speaker(language, view)
    for name in game.by_name:
        move = any_move(view, rng, name)
        values = {"seat": "red", **game.plain(move)}
        for blank in TEXTS.keys("blank"):
            if blank.startswith(f"{name}."):
                assert not RAW.search(said.say("blank", blank, values)), blank


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_screen_has_its_words(
    evenings: list[Evening], language: Language
) -> None:
    views = [view for evening in evenings for view in evening.views[::6]]
    told = Box(texts=(MarkerText("BLUE1", "Noch ein Zug"),))
    for view in (*views, game.setup(("red", "blue", "yellow"), game.options(), told)):
        say, seen = speaker(language, view), scene(view)
        for stage in seen.stages:
            section, _, key = stage.text.partition(".")
            assert not RAW.search(say.say(section, key, stage.values))
        for panel in seen.panels:
            for one in panel.instruments:
                section, _, key = one.text.partition(".")
                assert not RAW.search(say.say(section, key))
                for line in getattr(one, "lines", ()):
                    assert not RAW.search(say.name(line)), line
        for shape in seen.shapes:
            section, _, key = shape.text.partition(".")
            said = say.say(section, key, shape.values) if key else say.name(shape.text)
            assert not RAW.search(said), shape


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_a_position_has_a_name(evenings: list[Evening], language: Language) -> None:
    for view in (view for evening in evenings for view in evening.views[::9]):
        say = speaker(language, view)
        tokens = {place for place, _ in game.layout(view)}
        tokens |= {piece for _, piece in game.layout(view)}
        tokens |= {shape.token for shape in scene(view).shapes}
        for token in tokens - {""}:
            name = say.name(token)
            assert name != token or say.has("name", token), token
            assert not RAW.search(name), token


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_can_be_chosen_has_a_name(language: Language) -> None:
    say = speaker(language, table())
    blanks = [blank for kind in game.kinds for field in fields(kind.move) for blank in field.blanks]
    for word in {str(word) for blank in blanks for word in blank.choices}:
        assert say.has("name", word), word


@pytest.mark.parametrize(
    ("token", "german", "english"),
    [
        ("P1.L2", "Übung 1, Stufe 2", "Practice 1, level 2"),
        ("P4", "Übung 4", "Practice 4"),
        ("Q3", "Übungssteinbruch 3", "Practice quarry 3"),
        ("stone:neutral", "Neutral", "Neutral"),
        ("stock:red", "vor Rot", "in front of Red"),
        ("awarded:blue", "gewonnen (Blau)", "won (Blue)"),
        ("hand:red", "Hand (Rot)", "hand (Red)"),
        ("gold:red", "Gold (Rot)", "gold (Red)"),
        ("red:low", "Karte (Rot), niedrig", "Card (Red), low"),
        ("neutral:red", "neutrale Karte, gelegt von Rot", "neutral card, laid by Red"),
        ("marker:PLUS2", "Lastenträger", "Porter"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_what_things_are_called(token: str, german: str, english: str) -> None:
    assert speaker("de", table()).name(token) == german
    assert speaker("en", table()).name(token) == english


def test_boards_of_the_box_are_called_by_their_names_and_bare_ones_are_counted() -> None:
    say = speaker("de", game.setup(("red", "blue", "yellow"), game.options(), game.box()))
    assert [say.name(f"P{n}") for n in (1, 2, 3, 4)] == [
        "Chichén Itzá",
        "Copán",
        "Uxmal",
        "Palenque",
    ]
    assert say.name("Q2") == "Steinbruch 2"
    none = Box(boards=(Board(3),))
    bare = game.setup(("red", "blue", "yellow"), game.options(), none)
    assert speaker("de", bare).name("P4") == "Pyramide 4"


def test_names_of_players_and_notes_are_said_as_they_were_typed() -> None:
    box = Box(texts=(MarkerText("BLUE2", "red: {o}"),))
    view = game.setup(("red", "blue", "yellow"), game.options(), box)
    say = speaker("de", view, {"red": "Ann-Kathrin", "blue": "{o}"})
    assert say.name("stock:red") == "vor Ann-Kathrin"
    assert say.name("hand:blue") == "Hand ({o})"
    assert say.name("note:BLUE2") == "Blauer Marker 2: red: {o}"


def test_what_hands_move_is_told_in_plain_words() -> None:
    say = speaker("de", table())
    assert say.change(Change("stone:blue", 3, "supply", "stock:blue")) == (
        "3 Steine (Blau): Vorrat → vor Blau"
    )
    assert say.change(Change("gold", 7, "bank", "gold:red")) == "7 Gold: Bank → Gold (Rot)"


def test_a_gate_refusal_names_what_is_in_the_way() -> None:
    position = table(
        phase="building",
        turn="red",
        stones={"stock:red": {"red": 1}, "P1.L1": {"red": 4}, "P2.L1": {"blue": 3}},
    )
    refused = judge(game, position, game.move({"move": "build", "level": "P1.L2"}))
    assert isinstance(refused, Refused)
    said = speaker("de", position).fault(refused.faults[0])
    assert said == (
        "Übung 1, Stufe 2: Vorher müssen voll sein: Übung 3, Stufe 1 und Übung 4, Stufe 1."
    )


def test_a_claimed_forced_pass_is_refused_with_a_place() -> None:
    position = table(phase="building", turn="red", stones={"stock:red": {"red": 1}})
    refused = judge(game, position, game.move({"move": "forced_pass"}))
    assert isinstance(refused, Refused)
    assert speaker("en", position).fault(refused.faults[0]) == (
        "Red can place a stone, for instance here: Practice 1, level 1."
    )
