"""What is said over whole evenings, and what things are called."""

import re
from collections.abc import Iterator
from random import Random
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
    DONE,
    Accepted,
    Blank,
    Change,
    Draft,
    Fault,
    Happening,
    Move,
    Refused,
    Verdict,
    candidates,
    changes,
    fill,
    judge,
    may_end,
    next_blank,
    whole,
)
from companion.referee.player import Player
from companion.text import LANGUAGES, Language, Speaker
from tests.games.mesopotamien.test_texts import GAME, MESOPOTAMIEN, SHARED, TEXTS

NAMES = {"red": "Ann-Kathrin", "blue": "{o}", "green": "Zoë", "yellow": "du"}
"""Names as people type them."""

RAW = re.compile(r"@|_|\+m\d|:m\d|\d,-?\d|\b(supply|hand|scale|offered):\S")
"""What tokens look like, and people shall never read."""


def speaker(language: Language, view: Any, players: dict[str, str] | None = None) -> Speaker:
    return Speaker(language, (TEXTS, SHARED), GAME.rulebook, MESOPOTAMIEN.phrase, view, players)


def start(seats: tuple[str, ...] = ("red", "blue", "green")) -> Any:
    return GAME.setup(seats, Options(), Box())


def wild(rng: Random, view: Any, kinds: tuple[str, ...]) -> Move:
    """A well-formed move about things that are there, sensible or not."""
    kind = GAME.by_name[rng.choice(kinds)]
    tokens = [shape.token for shape in MESOPOTAMIEN.scene(view).shapes if shape.token]
    tokens += view.setup.seats
    tokens += [f"{seat}:m{number}" for seat in view.setup.seats for number in (1, 2, 3, 4)]
    draft = Draft(kind.name)
    while (blank := next_blank(kind.move, draft)) is not None:
        likely = candidates(GAME, view, draft)
        value: str | int
        if may_end(kind.move, draft) and rng.random() < 0.3:
            value = DONE
        elif likely and rng.random() < 0.7:
            value = rng.choice(likely)
        elif blank.picker == "choice":
            value = rng.choice(blank.choices)
        elif blank.picker == "number":
            value = rng.randint(blank.least or 0, blank.most or 9)
        else:
            value = rng.choice([token for token in tokens if fits(blank, token)])
        draft = fill(kind.move, draft, value)
    move = whole(kind.move, draft)
    assert move is not None
    return move


def fits(blank: Blank, token: str) -> bool:
    try:
        blank.value(token)
    except ValueError:
        return False
    return True


class Evening:
    """What was met while simple players played: happenings, faults, changes, with their views."""

    def __init__(self, seats: tuple[str, ...], seed: int, most: int) -> None:
        self.seats, self.met = seats, list[tuple[Any, Happening]]()
        self.hands, self.tried = list[tuple[Any, Change]](), list[tuple[Any, Move]]()
        self.faults, self.views = list[tuple[Any, Fault]](), list[Any]()
        rng = Random(seed)
        player, position = Player(GAME, rng, share=0.0), start(seats)
        for _ in range(most):
            tried, made = player.turn(position)
            if made is None:
                break
            for kinds in (tuple(GAME.by_name), GAME.asked(position)[0].kinds) * 2:
                move = wild(rng, position, kinds)
                tried.insert(0, (move, judge(GAME, position, move)))
            for move, verdict in tried:
                self._hear(position, move, verdict)
            position = tried[-1][1].position  # type: ignore[union-attr]

    def _hear(self, position: Any, move: Move, verdict: Verdict) -> None:
        view = GAME.public(position)
        self.tried.append((view, move))
        if isinstance(verdict, Refused):
            self.faults += [(view, fault) for fault in verdict.faults]
            return
        self.views.append(view)
        before = view
        for happened, after in zip(verdict.happenings, verdict.positions, strict=True):
            view = GAME.public(after)
            self.met.append((view, happened))
            self.hands += [(view, one) for one in changes(GAME.layout(before), GAME.layout(view))]
            before = view


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return [Evening(("red", "blue"), 1, 300), Evening(("yellow", "green", "blue", "red"), 3, 400)]


def sentences(evenings: list[Evening], language: Language) -> Iterator[tuple[str, str]]:
    """All that is said over these evenings, with what it is about."""
    for evening in evenings:
        for view, happened in evening.met:
            yield happened.key, speaker(language, view).happening(happened)
        for view, move in evening.tried:
            said = speaker(language, view)
            yield "move", said.say("move", str(move.__struct_config__.tag), GAME.plain(move))
        for view, change in evening.hands:
            yield change.piece, speaker(language, view).change(change)
        for view, fault in evening.faults:
            yield fault.clause, speaker(language, view).fault(fault)
        for view in evening.views:
            for one in GAME.asked(view):
                said = speaker(language, view)
                yield one.prompt, said.say("ask", one.prompt, {"seat": one.seat, **one.values})


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_ever_reads_a_token(evenings: list[Evening], language: Language) -> None:
    said = list(sentences(evenings, language))
    met = {about for about, _ in said}
    assert len(met & set(TEXTS.keys("happening"))) > 35
    assert len(met & set(GAME.rulebook)) > 60
    assert [one for one in said if RAW.search(one[1])] == []


def test_every_piece_that_hands_move_is_told_in_its_own_words(evenings: list[Evening]) -> None:
    moved = {change.piece.partition("=")[0] for one in evenings for _, change in one.hands}
    assert {"native:red", "mana:red", "bar:red", "tile:forest", "wood", "card"} <= moved
    view = evenings[0].views[-1]
    assert speaker("de", view).change(Change("native:red", 2, "supply:red", "0,0")) == (
        "2 Eingeborene (Rot): eigener Vorrat → Tempel"
    )
    assert speaker("de", view).change(Change("bar:red", 1, "scale:red:4", "scale:red:9")) == (
        "Balken (Rot): Feld 4 → hinter Feld 8"
    )


def test_names_of_players_are_said_as_they_were_typed(evenings: list[Evening]) -> None:
    colours = {"Rot": "red", "Blau": "blue", "Grün": "green", "Gelb": "yellow"}

    def typed(found: re.Match[str]) -> str:
        return NAMES[colours[found[0]]]

    for evening in evenings:
        players = {seat: NAMES[seat] for seat in evening.seats}
        for view, happened in evening.met[:60]:
            plain = speaker("de", view).happening(happened)
            expected = re.sub(r"\b(Rot|Blau|Grün|Gelb)\b", typed, plain)
            assert speaker("de", view, players).happening(happened) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_screen_has_its_words(
    evenings: list[Evening], language: Language
) -> None:
    for view in (evening.views[-1] for evening in evenings):
        seen = MESOPOTAMIEN.scene(view)
        texts = [(stage.text, stage.values) for stage in seen.stages]
        texts += [(shape.text, shape.values) for shape in seen.shapes if shape.text]
        texts += [(one.text, {}) for panel in seen.panels for one in panel.instruments]
        for text, values in texts:
            section, _, key = text.partition(".")
            assert not RAW.search(speaker(language, view).say(section, key, values))


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
    said = [speaker("de", position).happening(one) for one in done.happenings]
    assert said[:6] == [
        "Rot: Mana +1 vom Kultplatz. Ebene K7 (Rot)",
        "Rot: Ein zweiter Kultplatz dieser Art zählt nicht. Ebene K8 (Rot)",
        "Rot: kein Mana, auf dem eigenen Kultplatz steht niemand. Ebene K9",
        "Rot: kein Mana, auf fremden Kultplätzen braucht es 2 Eingeborene. Ebene N9 (Blau)",
        "Rot: Mana +1 vom Kultplatz. Ebene O9 (Blau)",
        "Rot: Mana +1 durch den Priester. Ebene K7",
    ]


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_a_position_has_a_name(evenings: list[Evening], language: Language) -> None:
    for view in (view for evening in evenings for view in evening.views[::25]):
        say = speaker(language, view)
        tokens = [tile.at for tile in view.tiles] + [group.token for group in view.natives]
        tokens += [place for place, _ in GAME.layout(view)]
        tokens += [piece for _, piece in GAME.layout(view)]
        tokens += [shape.token for shape in MESOPOTAMIEN.scene(view).shapes if shape.token]
        tokens += [f"{seat}:m{n}" for seat in view.setup.seats for n in (1, 2, 3, 4)]
        for token in tokens:
            name = say.name(token)
            assert (name != token or say.has("name", token)) and not RAW.search(name), token


def test_what_a_field_is_called_is_found_on_the_table() -> None:
    say = speaker("de", start())
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
def test_what_things_are_called(token: str, german: str, english: str) -> None:
    view = start()
    assert speaker("de", view).name(token) == german
    assert speaker("en", view).name(token) == english


def test_two_markers_of_one_player_on_one_tile_are_told_apart_but_not_by_a_number() -> None:
    """For a number would be taken for the value."""
    view = start()
    for at, number in (("-1,0", 1), ("-1,0", 3)):
        view = _with_hut(view, at, number)
    say = speaker("de", view)
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
    assert speaker("de", own).name(token) == "Hütte (Rot, mit Opfer-Marker 6), Ebene L7"
    assert speaker("en", own).name("red:m1") == "offering marker 6 (Red) under the hut, Plain L7"
    assert speaker("de", public).name(token) == speaker("de", view).name(token)


def _with_hut(view: Any, at: str, number: int) -> Any:
    huts = (*view.laid(at).huts, Hut("red", number))
    return with_marker(with_huts(view, at, huts), "red", number, place="hut")
