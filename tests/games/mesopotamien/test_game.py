"""The game as a whole: who has won, what a touch means, what the table can tell next."""

from importlib.resources import files
from random import Random

import msgspec
import pytest
import tomli

import companion.games.mesopotamien
from companion.games.mesopotamien.exploring import Draw
from companion.games.mesopotamien.position import Hut
from companion.games.mesopotamien.rules import game
from companion.kernel import Accepted, Draft, fields, judge, next_blank
from tests.games.mesopotamien.tables import FOUR, after, natives, table
from tests.games.mesopotamien.vectors import at_start
from tests.games.tried import tried

HUTS = [
    {"at": "-1,0", "owner": "green", "marker": True},
    {"at": "-1,1", "owner": "red", "marker": True},
]


def test_places_are_told_apart_as_the_rules_say() -> None:
    position = table(
        natives("0,0", "yellow", "marker"),
        natives("1,0", "red", "marker"),
        shown={"green": [2, 4, 6, 7], "yellow": [2], "red": [2], "blue": [2, 4]},
        mana={"yellow": 1, "red": 1},
    )
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.rule == "M111"
    assert outcome.places == (("green",), ("blue",), ("yellow",), ("red",))
    # Markers still with their owner count as one step beyond the furthest tile.
    assert outcome.levels[-1].figures == {"green": 0, "yellow": 4, "red": 5, "blue": 4}
    twins = table(shown={"green": [2, 4, 6, 7]})
    ended = game.outcome(twins)
    assert ended is not None and ended.places == (("green",), ("yellow", "red", "blue"))


def test_a_marker_under_a_hut_is_found() -> None:
    position = table(natives("0,0", load="marker"), huts=HUTS)
    assert position.marker_at("green", 1) == "0,0"
    assert position.marker_at("green", 2) == "-1,0"
    assert position.marker_at("green", 3) == ""


@pytest.mark.parametrize(
    "kind, filled, token, values",
    [
        ("step", (), "-1,0", ["blue@-1,0", "green@-1,0", "green@-1,0+m1"]),
        ("step", (), "green@-1,0", []),
        ("step", (), "5,5", []),
        ("step", (), "green", []),
        ("step", ("green@-1,0",), "hut:green@-1,0+m2", ["-1,0"]),
        ("step", ("green@-1,0",), "yellow@-1,1", ["-1,1"]),
        ("step", ("green@-1,0",), "green:m1", []),
        ("step", ("green@-1,0",), "0,0", []),
        ("pickup", ("green@-1,0",), "1,-1", ["wood"]),
        ("pickup", ("green@-1,0",), "0,0", []),
        ("load_marker", ("green@-1,0",), "-1,0", ["hut:blue@-1,0", "hut:green@-1,0+m2"]),
        ("tell_marker", ("green",), "-1,0", ["green:m1", "green:m2"]),
        ("tell_marker", ("green",), "hut:green@-1,0+m2", ["green:m2"]),
        ("tell_marker", ("green",), "green@-1,0+m1", ["green:m1"]),
        ("fix_mana", (), "-1,0", []),
        (
            "fix_marker",
            ("green:m1",),
            "-1,0",
            ["blue@-1,0", "green@-1,0", "green@-1,0+m1", "hut:blue@-1,0", "hut:green@-1,0+m2"],
        ),
    ],
)
def test_a_touched_token_means_the_values_that_fit_the_next_blank(
    kind: str, filled: tuple[str, ...], token: str, values: list[str]
) -> None:
    position = table(natives("-1,0", count=2), natives("-1,0", load="marker"), huts=HUTS)
    blank = next_blank(game.by_name[kind].move, Draft(kind, filled))
    assert blank is not None
    assert list(game.meanings(position, blank, token)) == values


def test_chance_names_only_tiles_that_are_there() -> None:
    position = table(natives("1,0"), stack={"plain": 0, "forest": 0, "quarry": 1, "volcano": 0})
    assert game.chance(position, Random(1)) is None
    position = after(position, move="explore", native="green@1,0", to="2,-1")
    assert game.chance(position, Random(1)) == Draw("quarry")


def test_a_tap_further_away_goes_on_where_the_step_ended() -> None:
    position = table(natives("-1,0", load="marker"))
    step = game.move({"move": "step", "native": "green@-1,0+m1", "to": "0,0"})
    onward = game.by_name["step"].onward
    assert onward is not None
    assert onward(position, step) == "green@0,0+m1"


def test_the_end_is_remembered_when_play_goes_on_by_common_consent() -> None:
    won = table(shown={"green": [2, 4, 6, 7]})
    less = after(won, move="fix_marker", marker="green:m1", onto="green")
    assert game.asked(less)[0].prompt == "move"
    # Also where a file says "over" and nobody has four.
    turn = msgspec.structs.replace(less.turn, phase="over")
    assert game.asked(msgspec.structs.replace(less, turn=turn))[0].prompt == "move"


def test_what_is_not_on_the_table_is_not_found() -> None:
    position = at_start(FOUR)
    for find in (
        lambda: position.standing("hut:red@5,5"),
        lambda: position.laid("5,5"),
        lambda: position.native("red@5,5"),
        lambda: position.player("pink"),
    ):
        with pytest.raises(KeyError):
            find()
    assert position.hut("hut:red@5,5") is None
    assert position.standing("hut:red@-1,1")[1] == Hut("red")


def test_each_rule_of_the_112_has_a_clause() -> None:
    numbers = {clause.number for clause in game.rulebook.values()}
    assert {f"M{number}" for number in range(1, 113)} <= numbers


def test_every_clause_has_its_languages_and_source() -> None:
    cited = {need.clause for kind in game.kinds for need in kind.needs}
    for clause in game.rulebook.values():
        for said in (clause.rule, clause.fault):
            assert not said or (said.keys() == {"de", "en"} and all(said.values())), clause.id
        assert clause.rule or clause.fault, clause.id
        if clause.id in cited:
            assert clause.fault, clause.id
        if clause.id[0] == "M":
            assert clause.rule and clause.source, clause.id
        text = " ".join((*clause.rule.values(), *clause.fault.values())).lower().split()
        assert not {"you", "your", "du", "dein", "ihr", "euch"} & set(text), clause.id


def test_every_event_has_a_sentence_and_a_rule() -> None:
    texts = tomli.loads(
        files(companion.games.mesopotamien).joinpath("texts.toml").read_text("utf-8")
    )
    met = set()
    for _, position, last in tried("mesopotamien").lasts:
        verdict = judge(game, position, last)
        for one in verdict.events if isinstance(verdict, Accepted) else ():
            met.add(one.key)
            assert one.rule in game.rulebook, one
            assert one.key in texts["event"], one
    assert len(met) > 30


def test_every_list_in_a_move_is_limited() -> None:
    for kind in game.kinds:
        for field in fields(kind.move):
            assert not field.listed or field.most is not None or kind.name == "spread"


def test_a_player_with_two_sites_is_not_drawn_to_those_of_others() -> None:
    """For the simulated player, who has to build all three."""
    own = {"-1,1": "green", "1,-1": "green"}
    elsewhere = table(natives("-1,0"), cults={**own, "-1,0": "neutral"})
    foreign = table(natives("-1,0"), cults={**own, "-1,0": "yellow"})
    assert foreign.laid("-1,0").cult == "yellow" and foreign.player("green").cults == 1
    assert game.evaluate(foreign, "green") == game.evaluate(elsewhere, "green")
