"""What is said over whole matches, and what things are called."""

import re

import pytest

from companion.games.sakkara.motifs import MOTIFS, Box, Name
from companion.games.sakkara.options import Options
from companion.games.sakkara.position import FIELDS, Position
from companion.games.sakkara.rules import game
from companion.games.sakkara.tokens import COLOURS
from companion.kernel import (
    Accepted,
    Change,
    Refused,
    judge,
)
from companion.text import LANGUAGES
from tests.games.tried import tried

phrasebook = tried("sakkara").phrasebook


def start(box: Box | None = None) -> Position:
    return game.setup(COLOURS, Options(), box or Box())


def test_the_log_never_tells_what_is_to_be_remembered() -> None:
    """What was taken, trimmed, drawn or put back is seen while the turn lasts, and then in no
    line that stays."""
    marked = begun(Box(names=tuple(Name(motif, f"Motiv {motif}") for motif in MOTIFS)))
    for key in ("took", "told", "left_lying", "trimmed", "put_back", "cast", "row_laid"):
        values = {
            "seat": "white",
            "motif": "ox",
            "tiles": ("ox", "bird"),
            "at": "c4",
            "to": "c4",
            "left": 1,
            "count": 2,
            "row": 3,
            "spell": "firestorm",
        }
        for language in LANGUAGES:
            assert "Motiv" not in phrasebook(language, marked).say("event", key, values), key


def begun(box: Box | None = None) -> Position:
    """A position in the middle of a match."""
    position = start(box)
    for data in (
        {"move": "layout", "doubles": FIELDS[:26]},
        {"move": "place_worker", "to": "c3"},
        {"move": "tell_tile", "motif": "ship"},
        {"move": "place_worker", "to": "e5"},
        {"move": "tell_tile", "motif": "?"},
        {"move": "place_worker", "to": "c5"},
        {"move": "tell_tile", "motif": "stairs"},
        {"move": "place_worker", "to": "e3"},
        {"move": "tell_tile", "motif": "ox"},
    ):
        done = judge(game, position, game.move(data))
        assert isinstance(done, Accepted), data
        position = done.position
    return position


def test_what_hands_move_is_told_in_plain_words() -> None:
    say = phrasebook("de", begun())
    assert say.change(Change("tile=ship", 1, "c4", "holder:white")) == (
        "Stell 1 Plättchen auf Weiß’ Halter."
    )
    assert say.change(Change("tile", 3, "used", "g7")) == "Leg 3 Plättchen aufs Brett."
    walked = Change("worker:black", 1, "e5", "e6")
    assert say.change(walked) == "Stell Schwarz’ Arbeiter auf dieses Feld."


def test_names_of_players_are_said_as_they_were_typed() -> None:
    players = {"white": "Ann-Kathrin", "black": "{o}"}
    say = phrasebook("de", begun(), players)
    assert say.name("white:1") == "Arbeiter (Ann-Kathrin), c3"
    assert say.name("pyramid:black:2") == "Pyramide ({o}), Stufe 2"


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "german", "english"),
    [
        ("c4", "c4", "c4"),
        ("blue_block", "blauer Quader", "blue block"),
        ("tile=magic_2", "Zeichen 2", "sign 2"),
        ("?", "unbekannt", "unknown"),
        ("white:1", "Arbeiter (Weiß), c3", "Worker (White), c3"),
        ("row:4", "Reihe 4", "row 4"),
        ("column:c", "Spalte c", "column c"),
        ("holder:black", "Halter (Schwarz)", "holder (Black)"),
        ("count:ship", "Plättchen mit Schiff", "tiles with ship"),
        ("spell:ruin_grain", "Getreide verderben", "Ruin the grain"),
        ("level:3", "Stufe 3", "level 3"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_things_are_called_what_people_call_them(token: str, german: str, english: str) -> None:
    view = begun()
    assert phrasebook("de", view).name(token) == german
    assert phrasebook("en", view).name(token) == english


def test_a_worker_that_is_not_placed_yet_is_not_said_to_stand_anywhere() -> None:
    assert phrasebook("de", start()).name("black:2") == "Arbeiter (Schwarz), noch nicht aufgestellt"


def test_motifs_are_called_as_the_owners_call_them() -> None:
    """Also when the name is that of another token, or their names make a circle."""
    names = (Name("block_a", "black:1"), Name("magic_1", "magic_2"), Name("magic_2", "magic_1"))
    for language in LANGUAGES:
        say = phrasebook(language, start(Box(names=names)))
        assert say.name("block_a") == "black:1"
        assert say.name("tile=magic_1") == "magic_2"
        assert "magic_1" in say.name("count:magic_2")
        assert say.name("block_b") == phrasebook(language, start()).name("block_b")


def test_a_step_refused_for_its_height_tells_both_heights_and_the_limit() -> None:
    position = game.arrange(begun(), game.situation(heights={"c3": 0, "c4": 3}))
    refused = judge(game, position, game.move({"move": "step", "worker": "white:1", "to": "c4"}))
    assert isinstance(refused, Refused)
    (fault,) = refused.faults
    for language in LANGUAGES:
        said = phrasebook(language, position).fault(fault)
        assert re.findall(r"(?<!\w)\d", said) == ["3", "3", "0", "2"], said


def test_a_part_of_what_is_put_back_is_left_out_before_it_is_done() -> None:
    move = {"move": "put_back", "parts": [{"tiles": 4, "to": "g7"}, {"tiles": 3, "to": "b2"}]}
    assert phrasebook("de", begun()).say("move", "put_back", move) == "Von unten zurücklegen"
    exactly = phrasebook("de", begun(), exact=True).say("move", "put_back", move)
    assert exactly == "Von unten zurücklegen, 4 · g7, 3 · b2"
