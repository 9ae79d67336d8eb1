"""What is seen of a table: pyramids, quarries, panels, and the end."""

import re
from importlib.resources import files
from itertools import combinations
from typing import Any

import msgspec
import pytest
import tomli

from companion.games.maya.box import (
    Box,
)
from companion.games.maya.panels import paid_by_pyramid
from companion.games.maya.position import Position
from companion.games.maya.rules import game
from companion.games.maya.scene import scene
from companion.kernel import UNKNOWN, Lies, Open
from companion.match.composer import Composer, Composing, Submit
from companion.scene import Counter, Listing, Scene, Shape
from tests.games.maya.tables import after, table
from tests.games.seen import apart, rectangle
from tests.games.tried import tried

ART = tomli.loads(files("companion.games.maya").joinpath("art.toml").read_text("utf-8"))
REAL = {
    "boards": [
        {
            "players": 3,
            "confirmed": True,
            "quarries": [{"limit": 7, "stones": [4, 3, 1], "marker": "SHIELD"}] * 1
            + [{"limit": 5, "stones": [2, 1], "marker": "BLUE1"}],
            "pyramids": [
                {
                    "name": name,
                    "levels": [
                        {"spaces": spaces, "first": 3, "second": 1} for spaces in (10, 7, 4, 2)
                    ],
                }
                for name in ("tikal", "copan", "uxmal", "palenque")
            ],
        }
    ]
}


def shapes(seen: Scene, form: str, look: str = "") -> list[Shape]:
    return [one for one in seen.shapes if one.form == form and (not look or one.look == look)]


def real() -> Position:
    """The largest boards there may be, full of stones."""
    start = game.setup(("red", "blue", "yellow"), game.options(), msgspec.convert(REAL, Box))
    stones = {f"P{n}.L1": {"red": 4, "blue": 3, "yellow": 3} for n in (1, 2, 3, 4)}
    told: dict[str, Any] = {"bare": True, "phase": "laying", "round": 1, "stones": stones}
    told["laid"] = {"Q1": ["red:low", "blue:high", "red:7", "yellow:low", "blue:3"]}
    return game.arrange(start, msgspec.convert(told, game.situation))


def hewn(seen: Scene) -> list[Shape]:
    """The spaces of all levels, one by one."""
    return [
        msgspec.structs.replace(
            beam, x=beam.x + (place - (beam.count - 1) / 2) * beam.size, count=1
        )
        for beam in shapes(seen, "beam")
        for place in range(beam.count)
    ]


@pytest.mark.parametrize("position", [table(), real()], ids=["practice", "large"])
def test_every_space_is_drawn_once_and_none_covers_another(position: Position) -> None:
    seen = scene(position)
    spaces = hewn(seen)
    for one, other in combinations([*spaces, *shapes(seen, "square")], 2):
        assert apart(rectangle(one), rectangle(other)), (one, other)
    for level, printed in position.board.levels.items():
        assert sum(one.token == level for one in spaces) == printed.spaces


def test_higher_levels_lie_higher_and_the_right_most_quarry_at_the_right() -> None:
    seen = scene(real())
    heights = [
        max(one.y for one in shapes(seen, "beam") if one.token == f"P1.L{n}") for n in (1, 2, 3)
    ]
    assert heights == sorted(set(heights))
    first, second = (
        next(one for one in shapes(seen, "square") if one.token == quarry)
        for quarry in ("Q1", "Q2")
    )
    assert first.x > second.x and first.y < 0


def test_every_stone_lies_on_a_space_of_its_level() -> None:
    seen = scene(real())
    places = {(round(one.x, 6), round(one.y, 6)): one.token for one in hewn(seen)}
    stones = shapes(seen, "piece", "cube")
    assert len(stones) == 40
    assert len({stone.key for stone in stones}) == 40
    for stone in stones:
        assert places[round(stone.x, 6), round(stone.y, 6)] == stone.token


def test_stones_beyond_the_last_space_are_never_counted_on_it() -> None:
    position = table(stones={"P2.L1": {"red": 3, "blue": 2}})
    stones = [one for one in shapes(scene(position), "piece", "cube") if one.token == "P2.L1"]
    assert [stone.count for stone in stones] == [1, 1, 3]


def test_face_down_cards_show_their_backs_and_nothing_else() -> None:
    position = real()
    seen = scene(game.public(position))
    looks = [one.look for one in seen.shapes if one.token == "Q1" and one.seat]
    assert looks == ["worker_low", "worker_high", "worker_high", "worker_low", "worker_low"]
    assert not [one for one in seen.shapes if one.text == "name.token.value"]
    own = scene(game.seen_by(position, "red"))
    assert [one.values for one in own.shapes if one.text == "name.token.value"] == [{"value": 7}]


def test_a_back_keeps_its_place_when_those_of_another_are_used_up() -> None:
    lying = {"Q1": ["red:low"]}
    more = lying | {"Q2": ["red:low"] * 3}
    both, later = (
        {one.look: one.y for one in shapes(scene(table(2, laid=laid)), "piece") if one.ghost}
        for laid in (lying, more)
    )
    assert later.keys() == {"worker_high", "worker"} and both.keys() == {
        "worker_low",
        "worker_high",
    }
    assert later["worker_high"] == both["worker_high"]


def test_every_quarry_has_its_number_on_the_board() -> None:
    told = [one.values["number"] for one in scene(real()).shapes if one.text == "name.token.number"]
    assert told == [str(number) for number in range(1, len(real().quarries) + 1)]


def test_workers_of_a_quarry_lie_beside_each_other() -> None:
    found = [one for one in scene(real()).shapes if one.look.startswith("worker")]
    cards = [one for one in found if not one.ghost]
    assert len({(round(one.x, 3), round(one.y, 3)) for one in cards}) == len(cards) == 5


def test_a_shield_and_a_marker_that_is_away_are_shown() -> None:
    position = table(
        phase="awarding",
        laid={"Q2": ["red:low"]},
        shields={"Q2": ["blue"]},
        markers={"SHIELD": "Q2", "ADD": "seat:red"},
    )
    seen = scene(position)
    assert [one.seat for one in shapes(seen, "piece", "shielded")] == ["blue"]
    (away,) = shapes(seen, "piece", "ADD")
    assert away.ghost and not away.key
    (panel,) = [one for one in seen.panels if one.seat == "red"]
    assert Listing("panel.markers", ("ADD",)) in panel.instruments


def test_a_quarry_without_a_marker_shows_none() -> None:
    bare = {"move": "tell_quarry", "quarry": "Q1", "limit": 5, "stones": [2], "marker": "NONE"}
    pieces = [one for one in shapes(scene(after(untold(), bare)), "piece") if one.token == "Q1"]
    assert [one.look for one in pieces] == ["stones"]


# --- the boards while they are told -------------------------------------------------------------


def untold() -> Position:
    return game.setup(("red", "blue", "yellow"), game.options(), game.box())


def ghosts(seen: Scene) -> set[str]:
    return {one.token for one in seen.shapes if one.ghost and one.form == "square"}


def test_the_picture_grows_with_what_is_told() -> None:
    position = untold()
    assert ghosts(scene(position)) == {"P1.L1", "P2.L1", "P3.L1", "P4.L1", "Q1"}
    level = {"move": "tell_level", "level": "P2.L1", "spaces": 9, "first": 3, "second": 1}
    quarry = {"move": "tell_quarry", "quarry": "Q1", "limit": 5, "stones": [2, 1], "marker": "ADD"}
    position = after(position, level, quarry)
    seen = scene(position)
    assert ghosts(seen) == {"P1.L1", "P2.L2", "P3.L1", "P4.L1", "Q2"}
    assert sum(one.token == "P2.L1" for one in hewn(seen)) == 9
    assert [one.ghost for one in shapes(seen, "piece", "ADD")] == [False]


def test_a_place_that_is_touched_is_the_one_that_is_told() -> None:
    view = untold()
    composer = Composer(game)
    assert isinstance(composer.take(view, "move:tell_level"), Composing)
    for token in ("P2.L1", "9", "3"):
        assert isinstance(composer.take(view, token), Composing)
    told = composer.take(view, "1")
    assert isinstance(told, Submit)
    assert game.plain(told.moves[0])["level"] == "P2.L1"
    composer.take(view, "move:name_pyramid")
    composer.take(view, "P3.L1")
    assert composer.drafts[0].values == ("P3",)


def test_made_up_and_unconfirmed_boards_say_what_they_are() -> None:
    def board(position: Position) -> tuple[str, ...]:
        (panel,) = [one for one in scene(position).panels if not one.seat]
        return next(
            (one.lines for one in panel.instruments if one.text == "panel.board"),  # type: ignore[union-attr]
            (),
        )

    assert board(table()) == ("made_up",)
    assert board(untold()) == ("unconfirmed",)
    assert board(real()) == ()


# --- panels and header --------------------------------------------------------------------------


def instruments(position: Position, seat: str = "red") -> dict[str, Any]:
    (panel,) = [one for one in scene(position).panels if one.seat == seat]
    return {
        one.text: one.count if isinstance(one, Counter) else getattr(one, "lines", None)
        for one in panel.instruments
    }


def test_cards_in_hand_are_counted_by_their_backs() -> None:
    position = table(laid={"Q1": ["red:low", "red:high"]}, passed=["red"], turn="blue")
    found = instruments(position)
    assert (found["panel.low"], found["panel.high"]) == (3, 3)
    assert found["panel.laid"] == ("passed",)
    assert instruments(table(2))["panel.neutral"] == 3


def test_stones_left_are_covered_while_building_unless_agreed_otherwise() -> None:
    told: dict[str, Any] = {"phase": "building", "turn": "red"}
    told["stones"] = {"stock:red": {"red": 3}}
    assert instruments(table(**told))["panel.stones_left"] == UNKNOWN
    assert instruments(table(**told), "blue")["panel.stones"] == 0
    shown = table(options={"show_stones": True}, **told)
    assert instruments(shown)["panel.stones"] == 3
    hidden = table(options={"show_gold": False}, **told)
    assert "panel.gold" not in instruments(hidden)


def test_a_view_handed_out_tells_nothing_that_the_table_agreed_not_to_show() -> None:
    stones = {"stock:red": {"red": 3}, "stock:blue": {"blue": 2}, "P1.L1": {"blue": 1}}
    told: dict[str, Any] = {
        "phase": "building", "turn": "red", "stones": stones, "gold": {"red": 9, "blue": 4},
    }  # fmt: skip
    for_all = game.shown(game.public(table(options={"show_gold": False}, **told)), "")
    assert {one.gold for one in for_all.ledger} == {UNKNOWN}
    assert {one for one in for_all.pieces if one.at != "P1.L1"} == {
        Lies("stock:red", UNKNOWN, 1), Lies("stock:blue", UNKNOWN, 1), Lies("supply", UNKNOWN, 1),
    }  # fmt: skip
    own = game.shown(game.seen_by(table(options={"show_gold": False}, **told), "red"), "red")
    assert own.gold("red") == 9 and own.stock("red") == 3 and own.stock("blue") == 0
    with pytest.raises(Open):
        own.gold("blue")
    told_open = table(options={"show_stones": True}, **told)
    assert game.shown(game.public(told_open), "") == game.public(told_open)


def test_a_blocked_player_is_called_blocked() -> None:
    full = {"P1.L1": {"blue": 4}, "P2.L1": {"blue": 3}, "P3.L1": {"blue": 4}, "P4.L1": {"blue": 3}}
    position = table(phase="building", turn="red", stones={**full, "stock:red": {"red": 1}})
    assert instruments(position)["panel.building"] == ("blocked",)


def over() -> Position:
    position = table(
        phase="building",
        turn="red",
        round=3,
        stones={"P1.L1": {"red": 2, "blue": 1}, "P3.L1": {"yellow": 1}, "stock:red": {"red": 1}},
    )
    position = after(position, move="pass", pay="stone")
    assert position.phase == "over"
    return position


def test_every_gold_piece_is_traced_to_pyramid_and_round_at_the_end() -> None:
    position = over()
    assert paid_by_pyramid(position) == {("red", 1, 3): 3, ("blue", 1, 3): 1, ("yellow", 3, 3): 3}
    found = instruments(position)
    assert found["panel.gold"] == 3 == found["panel.round_3"] == found["panel.pyramid_1"]
    coins = shapes(scene(position), "piece", "coin")
    assert sorted(coin.count for coin in coins) == [1, 3, 3]


def test_gold_that_no_pyramid_paid_is_shown_apart() -> None:
    position = table(gold={"red": 5}, phase="over", round=3)
    assert instruments(position)["panel.other"] == 5


def test_the_header_says_which_step_it_is() -> None:
    def now(position: Position) -> list[str]:
        return [one.text for one in scene(position).stages if one.now]

    assert now(untold()) == ["stage.boards"]
    assert now(table(phase="opening")) == ["stage.opening"]
    assert now(table()) == ["stage.laying"]
    assert now(over()) == ["stage.over"]


# --- pictures -----------------------------------------------------------------------------------


def test_everything_that_is_drawn_has_a_picture() -> None:
    drawn = set(ART["look"]) | set(ART["surface"])
    for position in (*tried("maya").positions[::5], untold(), real(), over()):
        for view in (position, game.public(position)):
            for shape in scene(view).shapes:
                assert not shape.look or shape.look in drawn, shape.look
    markers = set(
        re.findall(
            r'"([A-Z]+\d?)"', files("companion.games.maya").joinpath("box.py").read_text("utf-8")
        )
    )
    assert markers - {"NONE"} <= drawn


def test_every_picture_lies_in_its_box() -> None:
    for name, look in ART["look"].items():
        for path in look["paths"]:
            for number in map(float, re.findall(r"-?\d+(?:\.\d+)?", path["d"])):
                assert 0 <= number <= 100, name
