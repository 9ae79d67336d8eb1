"""What is said over whole evenings, and what things are called."""

import re
from typing import Any

import pytest

from companion.games.mesopotamien.options import Box, Options
from companion.games.mesopotamien.phrases import map_code
from companion.games.mesopotamien.pieces import (
    with_huts,
    with_marker,
    with_natives,
    with_tile,
    with_turn,
)
from companion.games.mesopotamien.position import Group, Hut, Tile
from companion.kernel import (
    Accepted,
    Change,
    judge,
)
from tests.games.heard import heard
from tests.games.tried import tried

MESOPOTAMIEN = tried("mesopotamien")
GAME, phrasebook = MESOPOTAMIEN.game, MESOPOTAMIEN.phrasebook

NAMES = {"red": "Ann-Kathrin", "blue": "{o}", "green": "Zoë", "yellow": "du"}
"""Names as people type them."""


def start(seats: tuple[str, ...] = ("red", "blue", "green")) -> Any:
    return GAME.setup(seats, Options(), Box())


def test_every_piece_that_hands_move_is_told_in_its_own_words() -> None:
    moved = {re.split("[:=]", change.piece)[0] for _, change in heard(MESOPOTAMIEN).hands}
    assert {"native", "mana", "bar", "tile", "wood", "card"} <= moved
    view = start()
    assert phrasebook("de", view).change(Change("native:red", 2, "supply:red", "0,0")) == (
        "Stell Rots 2 Eingeborene auf den Tempel."
    )
    assert phrasebook("de", view).change(Change("bar:red", 1, "scale:red:4", "scale:red:9")) == (
        "Schieb Rots Balken ganz nach oben."
    )


def test_names_of_players_are_said_as_they_were_typed() -> None:
    colours = {"Rot": "red", "Blau": "blue", "Grün": "green", "Gelb": "yellow"}

    def typed(found: re.Match[str]) -> str:
        return NAMES[colours[found[0]]]

    for view, happened in heard(MESOPOTAMIEN).met[::3]:
        plain = phrasebook("de", view).event(happened)
        expected = re.sub(r"\b(Rot|Blau|Grün|Gelb)(?=s?\b)", typed, plain)
        said = phrasebook("de", view, NAMES).event(happened)
        assert said.casefold() == expected.casefold()  # a sentence begins with a capital


def test_the_income_says_of_every_site_what_it_brings_and_why_not() -> None:
    position = GAME.setup(("red", "blue"), Options(mana_per_site=False), Box())
    sites = {"-2,0": "red", "-2,1": "red", "-2,2": "red", "1,1": "blue", "2,0": "blue"}
    for at, owner in sites.items():
        position = with_tile(position, Tile(at, "plain", cult=owner))
    position = with_natives(
        position,
        *(Group(at, "red") for at in ("-2,0", "-2,1", "1,1")),
        Group("2,0", "red", count=2),
    )
    position = with_turn(position, phase="mana", priests=("-2,0",))
    done = judge(GAME, position, GAME.move({"move": "income"}))
    assert isinstance(done, Accepted)
    said = [phrasebook("de", position).event(one) for one in done.events]
    assert said[:6] == [
        "Rots Kultplatz bringt Rot 1 Mana.",
        "Für Rot zählt ein zweiter Kultplatz dieser Art nicht.",
        "Rots Kultplatz ist leer und bringt kein Mana.",
        "Auf Blaus Kultplatz braucht Rot 2 Eingeborene.",
        "Blaus Kultplatz bringt Rot 1 Mana.",
        "Der Priester bringt Rot 1 Mana.",
    ]


# --- names ---------------------------------------------------------------------------------------


def test_what_a_field_is_called_is_found_on_the_table() -> None:
    say = phrasebook("de", start())
    assert say.name("0,0") == "Tempel"
    assert say.name("-1,0") == "Ebene L7"
    assert say.name("1,-2") == f"leeres Feld {map_code('1,-2')}" == "leeres Feld N6"


@pytest.mark.parametrize(
    ("token", "german", "english"),
    [
        ("red@-1,0", "Eingeborener (Rot), Ebene L7", "Native (Red), Plain L7"),
        (
            "red@-1,0+wood",
            "Eingeborener (Rot, mit Holz), Ebene L7",
            "Native (Red, with wood), Plain L7",
        ),
        (
            "red@-1,0+stone*",
            "Eingeborener (Rot, mit Stein, hat geraubt), Ebene L7",
            "Native (Red, with stone, has robbed), Plain L7",
        ),
        ("hut:neutral@-1,0", "Hütte (neutral), Ebene L7", "Hut (neutral), Plain L7"),
        (
            "hut:red@-1,0+m1",
            "Hütte (Rot, mit Opfer-Marker), Ebene L7",
            "Hut (Red, with offering marker), Plain L7",
        ),
        ("0,0/native:red", "Eingeborener (Rot), Tempel", "Native (Red), Temple"),
        ("card=mana_robbery", "Karte Mana-Raub", "Card Mana Robbery"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_things_are_called_what_people_call_them(token: str, german: str, english: str) -> None:
    view = start()
    assert phrasebook("de", view).name(token) == german
    assert phrasebook("en", view).name(token) == english


def test_two_markers_of_one_player_on_one_tile_are_told_apart_but_not_by_a_number() -> None:
    """For a number would be taken for the value."""
    view = start()
    for at, number in (("-1,0", 1), ("-1,0", 3)):
        view = _with_hut(view, at, number)
    say = phrasebook("de", view)
    assert say.name("hut:red@-1,0+m1") == "Hütte (Rot, mit Opfer-Marker A), Ebene L7"
    assert say.name("red:m3") == "Opfer-Marker C (Rot) unter der Hütte, Ebene L7"
    assert say.name("red:m2") == "Opfer-Marker (Rot, noch nicht gelegt)"


def test_only_the_owner_reads_what_the_owner_noted() -> None:
    view = _with_hut(start(), "-1,0", 1)
    move = {"move": "tell_marker", "seat": "red", "marker": "red:m1", "value": 6}
    noted = judge(GAME, view, GAME.move(move))
    assert isinstance(noted, Accepted)
    own, public = GAME.seen_by(noted.position, "red"), GAME.public(noted.position)
    token = "hut:red@-1,0+m1"
    assert phrasebook("de", own).name(token) == "Hütte (Rot, mit Opfer-Marker 6), Ebene L7"
    assert phrasebook("en", own).name("red:m1") == "offering marker 6 (Red) under the hut, Plain L7"
    assert phrasebook("de", public).name(token) == phrasebook("de", view).name(token)


def _with_hut(view: Any, at: str, number: int) -> Any:
    huts = (*view.laid(at).huts, Hut("red", number))
    return with_marker(with_huts(view, at, huts), "red", number, place="hut")


def test_of_pieces_on_one_field_it_is_said_what_tells_them_apart_and_no_code() -> None:
    view = with_natives(start(), Group("1,0", "green"), Group("1,0", "green", load="wood"))
    picks = ("green@1,0", "green@1,0+wood")
    assert phrasebook("en", view).apart(picks) == (
        "Green’s native without a load",
        "Green’s native with wood",
    )
    assert all("N8" in one for one in map(phrasebook("en", view).name, picks))
    alike = ("green@1,0", "green@2,0")  # these are told apart by nothing but where they are
    assert phrasebook("en", view).apart(alike) == tuple(map(phrasebook("en", view).name, alike))
