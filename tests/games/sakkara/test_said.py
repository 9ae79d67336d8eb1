"""What is said over whole matches, and what things are called."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.sakkara.motifs import MOTIFS, Box, Name
from companion.games.sakkara.options import Options
from companion.games.sakkara.phrases import phrase
from companion.games.sakkara.position import COLOURS, FIELDS, LINES, Position
from companion.games.sakkara.rules import game
from companion.games.sakkara.scene import scene
from companion.kernel import (
    DONE,
    Accepted,
    Blank,
    Change,
    Fault,
    Happening,
    Move,
    Refused,
    Verdict,
    begin,
    candidates,
    changes,
    faults,
    fields,
    fill,
    judge,
    may_end,
    next_blank,
    whole,
)
from companion.referee.player import Player
from companion.text import LANGUAGES, Language, Speaker
from tests.games.sakkara.test_texts import SHARED, TEXTS
from tests.games.sakkara.vectors import VECTORS, before_last

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]")
"""What tokens look like, and people shall never read."""


def speaker(language: Language, view: Any, players: dict[str, str] | None = None) -> Speaker:
    return Speaker(language, (TEXTS, SHARED), game.rulebook, phrase, view, players)


def start(box: Box | None = None) -> Position:
    return game.setup(COLOURS, Options(), box or Box())


def wild(rng: Random, view: Any, name: str) -> Move:
    """A well-formed move about things that are there, sensible or not."""
    kind = game.by_name[name]
    tokens = [shape.token for shape in scene(view).shapes if shape.token]
    tokens += [*COLOURS, *LINES, "white:1", "black:2", "used", "box", "holder:white"]
    draft = begin(game, name, rng.choice(COLOURS))
    while (blank := next_blank(kind.move, draft)) is not None:
        likely = candidates(game, view, draft)
        value: str | int
        if may_end(kind.move, draft) and rng.random() < 0.3:
            value = DONE
        elif likely and rng.random() < 0.7:
            value = rng.choice(likely)
        elif blank.picker == "choice":
            value = rng.choice(blank.choices)
        elif blank.picker == "number":
            value = rng.randint(blank.least or 0, blank.most or 9)
        elif blank.type == "name":
            value = "Skarabäus"
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

    def __init__(self, seed: int, most: int, box: Box | None = None) -> None:
        self.met = list[tuple[Any, Happening]]()
        self.hands, self.tried = list[tuple[Any, Change]](), list[tuple[Any, Move]]()
        self.faults, self.views = list[tuple[Any, Fault]](), list[Any]()
        rng = Random(seed)
        player, position = Player(game, rng, share=0.0), start(box)
        for _ in range(most):
            tried, made = player.turn(position)
            if made is None:
                break
            names = rng.choices(list(game.by_name), k=3)
            for name in (*names, *rng.choices(game.asked(position)[0].kinds, k=3)):
                move = wild(rng, position, name)
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
        self.views.append(view)
        before = view
        for happened, after in zip(verdict.happenings, verdict.positions, strict=True):
            view = game.public(after)
            self.met.append((view, happened))
            self.hands += [(view, one) for one in changes(game.layout(before), game.layout(view))]
            before = view


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return [Evening(1, 110), Evening(4, 110, Box(confirmed=True))]


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
            said = speaker(language, view)
            yield "move", said.say("move", str(move.__struct_config__.tag), game.plain(move))
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
    assert len(met & set(TEXTS.keys("happening"))) > 30
    assert len(met & set(game.rulebook)) > 40
    assert set(TEXTS.keys("ask")) - met <= {"trim"}
    assert [one for one in said if RAW.search(one[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said_with_its_values(language: Language) -> None:
    said = [(fault.clause, speaker(language, view).fault(fault)) for view, fault in refusals()]
    cited = {need.clause for kind in game.kinds for need in kind.needs}
    assert cited <= {clause for clause, _ in said}
    assert [one for one in said if RAW.search(one[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_blank_can_be_asked_for_with_what_is_filled_in(language: Language) -> None:
    rng, view = Random(7), game.public(begun())
    said = speaker(language, view)
    for name in game.by_name:
        move = wild(rng, view, name)
        values = {"seat": "white", **game.plain(move)}
        for blank in TEXTS.keys("blank"):
            if blank.startswith(f"{name}."):
                assert not RAW.search(said.say("blank", blank, values))


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
            assert "Motiv" not in speaker(language, marked).say("happening", key, values), key


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
    say = speaker("de", begun())
    assert say.change(Change("tile=ship", 1, "c4", "holder:white")) == (
        "1 × Schiff: c4 → Halter (Weiß)"
    )
    assert say.change(Change("tile", 3, "used", "g7")) == "3 × Plättchen: benutzter Stapel → g7"
    assert say.change(Change("worker:black", 1, "e5", "e6")) == "1 Arbeiter (Schwarz): e5 → e6"


def test_names_of_players_are_said_as_they_were_typed() -> None:
    players = {"white": "Ann-Kathrin", "black": "{o}"}
    say = speaker("de", begun(), players)
    assert say.name("white:1") == "Arbeiter (Ann-Kathrin), c3"
    assert say.name("pyramid:black:2") == "Pyramide ({o}), Stufe 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_screen_has_its_words(
    evenings: list[Evening], language: Language
) -> None:
    views = [view for evening in evenings for view in evening.views[::15]]
    told = Box(told=("level:2", "spell:sink_ship"))
    for view in (*views, start(), start(told), game.seen_by(begun(), "white")):
        say, seen = speaker(language, view), scene(view)
        for stage in seen.stages:
            section, _, key = stage.text.partition(".")
            assert not RAW.search(say.say(section, key, stage.values))
        for panel in seen.panels:
            for one in panel.instruments:
                section, _, key = one.text.partition(".")
                assert not RAW.search(say.say(section, key))
                for line in getattr(one, "lines", ()):
                    assert say.name(line) != line or say.has("name", f"motif.{line}"), line
        for shape in seen.shapes:
            assert not RAW.search(say.name(shape.text)), shape


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_a_position_has_a_name(evenings: list[Evening], language: Language) -> None:
    for view in (view for evening in evenings for view in evening.views[::25]):
        say = speaker(language, view)
        tokens = [place for place, _ in game.layout(view)]
        tokens += [piece for _, piece in game.layout(view)]
        tokens += [shape.token for shape in scene(view).shapes if shape.token not in FIELDS]
        tokens += [*LINES, "?", "none", "white:2"]
        for token in set(tokens) - {""} - set(FIELDS):
            name = say.name(token)
            assert not RAW.search(name), token
            assert name != token or token in MOTIFS or say.has("name", token), token


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_can_be_chosen_has_a_name(language: Language) -> None:
    say = speaker(language, start())
    blanks = [blank for kind in game.kinds for field in fields(kind.move) for blank in field.blanks]
    for word in {str(word) for blank in blanks for word in blank.choices}:
        assert word in MOTIFS or say.has("name", word), word
        assert not RAW.search(say.name(word)), word


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
        ("count:ship", "Anzahl Schiff", "number of ship"),
        ("spell:ruin_grain", "Getreide verderben", "Ruin the grain"),
        ("level:3", "Stufe 3", "level 3"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_what_things_are_called(token: str, german: str, english: str) -> None:
    view = begun()
    assert speaker("de", view).name(token) == german
    assert speaker("en", view).name(token) == english


def test_a_worker_that_is_not_placed_yet_is_not_said_to_stand_anywhere() -> None:
    assert speaker("de", start()).name("black:2") == "Arbeiter (Schwarz), noch nicht aufgestellt"


def test_motifs_are_called_as_the_owners_call_them() -> None:
    """Also when the name is that of another token, or their names make a circle."""
    names = (Name("block_a", "black:1"), Name("magic_1", "magic_2"), Name("magic_2", "magic_1"))
    for language in LANGUAGES:
        say = speaker(language, start(Box(names=names)))
        assert say.name("block_a") == "black:1"
        assert say.name("tile=magic_1") == "magic_2"
        assert say.name("count:magic_2").endswith(" magic_1")
        assert say.name("block_b") == speaker(language, start()).name("block_b")


def test_a_step_refused_for_its_height_tells_both_heights_and_the_limit() -> None:
    position = game.arrange(begun(), game.situation(heights={"c3": 0, "c4": 3}))
    refused = judge(game, position, game.move({"move": "step", "worker": "white:1", "to": "c4"}))
    assert isinstance(refused, Refused)
    (fault,) = refused.faults
    for language in LANGUAGES:
        said = speaker(language, position).fault(fault)
        assert re.findall(r"(?<!\w)\d", said) == ["3", "0", "3", "2"], said


def test_a_part_of_what_is_put_back_is_left_out_before_it_is_done() -> None:
    move = {"move": "put_back", "parts": [{"tiles": 4, "to": "g7"}, {"tiles": 3, "to": "b2"}]}
    assert speaker("de", begun()).say("move", "put_back", move) == (
        "Zurücklegen, von unten: 4 → g7 und 3 → b2"
    )
