"""What is said over whole matches, and what things are called."""

import pytest

from companion.games.maya.box import (
    Board,
    Box,
    MarkerText,
)
from companion.games.maya.rules import game
from companion.games.maya.scene import scene
from companion.kernel import (
    Change,
    Refused,
    judge,
)
from tests.games.maya.tables import table
from tests.games.tried import tried

phrasebook = tried("maya").phrasebook


@pytest.mark.parametrize(
    ("token", "german", "english"),
    [
        ("P1.L2", "Übung 1, Stufe 2", "Practice 1, level 2"),
        ("P4", "Übung 4", "Practice 4"),
        ("Q3", "Übungssteinbruch 3", "Practice quarry 3"),
        ("stone:neutral", "Neutral", "Neutral"),
        ("stock:red", "vor Rot", "in front of Red"),
        ("awarded:blue", "von Blau gewonnen", "won by Blue"),
        ("hand:red", "Hand (Rot)", "hand (Red)"),
        ("gold:red", "Gold (Rot)", "gold (Red)"),
        ("red:low", "Karte (Rot), niedrig", "Card (Red), low"),
        ("neutral:red", "neutrale Karte, gelegt von Rot", "neutral card, laid by Red"),
        ("marker:PLUS2", "Lastenträger", "Porter"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_things_are_called_what_people_call_them(token: str, german: str, english: str) -> None:
    assert phrasebook("de", table()).name(token) == german
    assert phrasebook("en", table()).name(token) == english


def test_boards_of_the_box_are_called_by_their_names_and_bare_ones_are_counted() -> None:
    say = phrasebook("de", game.setup(("red", "blue", "yellow"), game.options(), game.box()))
    assert [say.name(f"P{n}") for n in (1, 2, 3, 4)] == [
        "Chichén Itzá",
        "Copán",
        "Uxmal",
        "Palenque",
    ]
    assert say.name("Q2") == "Steinbruch 2"
    none = Box(boards=(Board(3),))
    bare = game.setup(("red", "blue", "yellow"), game.options(), none)
    assert phrasebook("de", bare).name("P4") == "Pyramide 4"


def test_what_was_noted_about_the_box_is_on_the_screen() -> None:
    box = Box(texts=(MarkerText("BLUE1", "Noch ein Zug"),))
    seen = scene(game.setup(("red", "blue", "yellow"), game.options(), box))
    listed = [line for one in seen.panels[-1].instruments for line in getattr(one, "lines", ())]
    assert "note:BLUE1" in listed


def test_names_of_players_and_notes_are_said_as_they_were_typed() -> None:
    box = Box(texts=(MarkerText("BLUE2", "red: {o}"),))
    view = game.setup(("red", "blue", "yellow"), game.options(), box)
    say = phrasebook("de", view, {"red": "Ann-Kathrin", "blue": "{o}"})
    assert say.name("stock:red") == "vor Ann-Kathrin"
    assert say.name("hand:blue") == "Hand ({o})"
    assert say.name("note:BLUE2") == "Blauer Marker 2: red: {o}"


def test_what_hands_move_is_told_in_plain_words() -> None:
    say = phrasebook("de", table())
    assert say.change(Change("stone:blue", 3, "supply", "stock:blue")) == (
        "Leg Blaus 3 Steine vor Blau."
    )
    assert say.change(Change("gold", 7, "bank", "gold:red")) == "Gib 7 Gold an Rot."


def test_a_gate_refusal_says_what_comes_first() -> None:
    position = table(
        phase="building",
        turn="red",
        stones={"stock:red": {"red": 1}, "P1.L1": {"red": 4}, "P2.L1": {"blue": 3}},
    )
    refused = judge(game, position, game.move({"move": "build", "level": "P1.L2"}))
    assert isinstance(refused, Refused)
    said = phrasebook("de", position).fault(refused.faults[0])
    assert said == ("Noch sind nicht alle tieferen Stufen aller Pyramiden voll.")


def test_a_claimed_forced_pass_is_refused_with_a_place() -> None:
    position = table(phase="building", turn="red", stones={"stock:red": {"red": 1}})
    refused = judge(game, position, game.move({"move": "forced_pass"}))
    assert isinstance(refused, Refused)
    assert phrasebook("en", position).fault(refused.faults[0]) == (
        "Red can still place a stone, for instance on level 1 of Practice 1."
    )
