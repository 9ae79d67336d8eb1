"""What is about Backgammon alone: how a match begins, what cannot be, what is seen."""

from typing import Any

import msgspec

from companion.games.backgammon import game, phrase, scene
from companion.games.backgammon.position import POINTS, Position
from companion.games.backgammon.scene import TOP, upper
from companion.kernel import Accepted, Refused, alternatives, carry_out, judge
from companion.match.composer import Composer, Submit
from companion.scene import Counter, Listing, Shape
from tests.games.backgammon.vectors import BEGUN, at_start, situated


def table(options: dict[str, Any] | None = None, **situation: Any) -> Position:
    """White is to roll in a game that has begun, with what is named."""
    return situated(situated(at_start(**(options or {})), BEGUN), situation)


def violations(**situation: Any) -> list[str]:
    return [fault.clause for fault in game.violations(table(**situation))]


def named(shapes: tuple[Shape, ...], token: str, look: str) -> list[Shape]:
    return [one for one in shapes if one.token == token and one.look == look]


def test_points_are_counted_alike_whoever_sits_first() -> None:
    turned = game.setup(("black", "white"), game.options(), game.box())
    assert game.layout(turned) == game.layout(at_start())
    assert [panel.seat for panel in scene(turned).panels] == ["black", "white", ""]


def test_an_impossible_board_is_never_accepted() -> None:
    assert violations() == []
    assert violations(white={"p6": 10, "p5": 9}, black={"p19": 15}) == ["checkers_wrong"]
    (fault,) = game.violations(table(white={"p6": 10, "p1": 9}, black={"p19": 15}))
    assert fault.values == {"seat": "white", "count": 19, "most": 15}
    assert violations(white={"p6": 5, "off": 5}, black={"p19": 15}) == ["checkers_wrong"]
    assert violations(white={"p6": 15}, black={"p6": 2}) == []  # the table let it stand
    assert violations(white={}, black={"p19": 15}) == ["already_won"]
    assert violations(cube=8) == violations(cube=1, owner="white") == ["cube_wrong"]
    assert violations(cube=2) == []


def test_a_situation_leaves_no_dice_that_nobody_can_play() -> None:
    shut = {"white": {"bar": 1, "p6": 14}, "black": {f"p{at}": 2 for at in range(19, 25)}}
    position = table(active="white", dice=(6, 1), **shut)
    assert (position.phase, position.active, position.left) == ("roll", "black", ())


def test_a_situation_neither_ends_a_match_nor_begins_it_again() -> None:
    over = table(score={"black": 1})
    assert over.phase == "over" and game.outcome(over) is not None and game.asked(over) == ()
    assert game.chance(over, None) is None  # type: ignore[arg-type]
    again = situated(over, {"score": {"black": 0}})
    assert again.phase == "roll" and game.outcome(again) is None
    ended = table(active="white", dice=(6, 1), score={"white": 1})
    assert (ended.phase, ended.dice, ended.left) == ("over", (), ())
    other = situated(table(active="white", dice=(6, 1)), {"active": "black"})
    assert (other.phase, other.dice, other.left) == ("roll", (), ())
    half = table(active="white", dice=(6, 1), left=(1,))
    assert half.left == (1,)
    assert table(active="white", dice=(6, 1), left=(1, 1, 5)).left == (1,)
    assert table(active="white", dice=(6, 1), left=(1, 6)).left == (6, 1)
    assert table(left=(6, 6)).left == ()
    assert situated(half, {"active": "white"}) == half
    untold = table(active="black", phase="move")
    assert (untold.phase, untold.active) == ("roll", "black")


def test_nobody_loses_when_both_have_all_points() -> None:
    """As when a double was dropped once more after the end."""
    position = msgspec.structs.replace(table(), score=(1, 1), phase="over")
    outcome = game.outcome(position)
    assert outcome is not None and outcome.places == (("white", "black"),)


def test_a_step_allowed_against_the_rules_uses_its_die_and_ends_the_turn() -> None:
    position = table(active="white", dice=(6, 1))
    far = carry_out(game, position, game.move({"move": "step", "source": "p13", "to": "p9"}))
    assert far.position.left == (1,)
    both = game.move({"move": "step", "source": "p6", "to": "p1"})
    assert game.layout(carry_out(game, position, both).position)["p1", "checker:black"] == 2


def test_a_double_in_the_middle_of_a_turn_ends_its_dice() -> None:
    """It is out of its phase; but what is carried out leaves a table that can be gone on with."""
    position = carry_out(game, table(dice=(6, 1)), game.move({"move": "double"})).position
    assert (position.phase, position.dice, position.left) == ("offered", (), ())


def test_a_touch_further_away_never_plays_both_dice() -> None:
    position = table(active="white", dice=(6, 5))
    composer = Composer(game)
    composer.take(position, "p24")
    found = composer.take(position, "p13")
    assert isinstance(found, Submit)
    assert [game.plain(move)["to"] for move in found.moves] == ["p18", "p13"]


def test_the_dice_of_the_opening_can_be_touched_one_after_the_other() -> None:
    position, composer = at_start(), Composer(game)
    composer.take(position, "d3")
    found = composer.take(position, "d5")
    assert isinstance(found, Submit)
    assert game.plain(found.moves[0]) == {"move": "opening", "white": "d3", "black": "d5"}


def test_a_refused_step_names_something_that_would_be_possible() -> None:
    position = table(active="white", dice=(5, 1), white={"p13": 1, "p7": 1}, black={"p8": 15})
    position = situated(position, {"black": {"p8": 2, "p1": 2, "p24": 11}})
    move = game.move({"move": "step", "source": "p7", "to": "p6"})
    verdict = judge(game, position, move)
    assert isinstance(verdict, Refused)
    assert {"move": "step", "source": "p7", "to": "p2"} in (
        game.plain(one) for one, *_ in alternatives(game, position, move)
    )


def test_a_played_turn_can_be_set_right() -> None:
    position = table(active="black", dice=(3, 1))
    fix = game.move({"move": "fix_checker", "seat": "white", "source": "p6", "to": "p12"})
    assert isinstance(judge(game, position, fix), Refused)
    fix = game.move({"move": "fix_dice", "first": "d1", "second": "d2"})
    assert isinstance(judge(game, position, fix), Accepted)


# --- what is seen ---------------------------------------------------------------------------------


def test_no_point_lies_where_another_one_does() -> None:
    shapes = scene(at_start()).shapes
    points = {one.token: one for one in shapes if one.look.startswith("point-")}
    assert set(points) == set(POINTS)
    assert len({(one.x, one.y) for one in points.values()}) == 24
    assert all((points[f"p{n}"].y > TOP / 2) == upper(n) for n in range(1, 25))
    assert points["p1"].x > points["p6"].x > points["p7"].x > points["p12"].x
    assert points["p12"].x == points["p13"].x < points["p24"].x == points["p1"].x


def test_no_point_or_die_is_too_small_for_a_finger() -> None:
    """On the smallest screen a unit is six millimetres wide."""
    for one in scene(at_start()).shapes:
        if one.token and one.look != "checker":
            assert one.touch, one
            assert min(one.touch) >= 1 and max(one.touch) >= 1.5, one


def test_many_checkers_hide_how_many_they_are() -> None:
    position = table(white={"p6": 8, "p3": 5, "bar": 2}, black={"bar": 5, "p19": 7, "p20": 3})
    shapes = scene(position).shapes
    six = named(shapes, "p6", "checker")
    assert len(six) == 5 and [one.count for one in six] == [1, 1, 1, 1, 8]
    assert [one.count for one in named(shapes, "p3", "checker")] == [1] * 5
    bar = named(shapes, "bar", "checker")
    assert sorted((one.seat, one.count) for one in bar) == [
        ("black", 1),
        ("black", 1),
        ("black", 5),
        ("white", 1),
        ("white", 1),
    ]
    panel = scene(position).panels[1]
    assert Counter("panel.bar", 5, "checker") in panel.instruments


def test_pips_are_never_miscounted() -> None:
    assert [side.pips for side in at_start().sides] == [167, 167]
    position = table(white={"bar": 1, "p6": 2, "p1": 1}, black={"p24": 3, "p1": 1})
    assert [side.pips for side in position.sides] == [25 + 12 + 1, 3 + 24]
    assert scene(position).panels[0].instruments[0] == Counter("panel.pips", 38)
    last = table(white={"p1": 1, "off": 14})
    assert scene(last).panels[0].instruments[0] == Counter("panel.pip", 1)


def test_checkers_off_the_board_are_seen() -> None:
    position = table(white={"p6": 5}, black={"p19": 15})
    off = named(scene(position).shapes, "off", "checker")
    assert [(one.seat, one.count) for one in off] == [("white", 10)]


def test_a_die_that_was_played_looks_unlike_one_that_was_not() -> None:
    position = table(active="white", dice=(6, 1), left=(1,))
    dice = [one for one in scene(position).shapes if one.look in ("d6", "d1") and not one.token]
    assert [(one.look, one.ghost) for one in dice] == [("d6", True), ("d1", False)]
    assert Listing("panel.dice", ("d1",)) in scene(position).panels[-1].instruments


def test_the_cube_lies_with_its_owner() -> None:
    def cube(**situation: Any) -> Shape:
        shapes = scene(table(**situation)).shapes
        return next(one for one in shapes if one.look.startswith("cube"))

    middle, white, black = cube(), cube(cube=2, owner="white"), cube(cube=4, owner="black")
    assert white.y < middle.y < black.y
    assert (middle.look, white.look, black.look) == ("cube1", "cube2", "cube4")
    without = scene(table({"cube": False}))
    assert not [one for one in without.shapes if one.look.startswith("cube")]
    assert ("middle", "cube=1") not in game.layout(table({"cube": False}))


def test_a_match_to_several_points_shows_its_score() -> None:
    position = table({"length": "5"}, score={"white": 2}, number=3)
    first, _, shared = scene(position).panels
    assert first.instruments[0] == Counter("panel.points", 2)
    assert {Counter("panel.goal", 5), Counter("panel.game", 3)} <= set(shared.instruments)


def test_every_stage_of_the_turn_is_the_present_one_in_its_time() -> None:
    def now(position: Position) -> list[str]:
        return [one.text for one in scene(position).stages if one.now]

    assert now(at_start()) == ["stage.opening"]
    assert now(table()) == ["stage.roll"]
    assert now(table({"cube": False})) == ["stage.roll"]
    assert now(table(active="white", dice=(2, 1))) == ["stage.move_now"]
    offered = carry_out(game, table(), game.move({"move": "double"})).position
    assert now(offered) == ["stage.double"]


def test_no_two_things_share_a_name() -> None:
    view = at_start()
    assert phrase(view, "p7") == ("token.point", {"number": 7})
    assert phrase(view, "cube=1") == ("token.cube_unturned", {})
    assert phrase(view, "cube64") == ("token.cube", {"number": 64})
    assert phrase(view, "bar") == ("bar", {})
