"""A move that stands although it breaks a rule: it is paid as far as it goes, and what no piece
can show does not happen."""

from typing import Any

import pytest

from tests.games.made import keys
from tests.games.mesopotamien.tables import after, allowed, natives, table


def test_walking_without_points_is_refused_and_never_leaves_less_than_none() -> None:
    done = allowed(table(natives("-1,0"), movement=0), move="step", native="green@-1,0", to="0,0")
    assert done.position.turn.movement == 0


def test_exploring_where_a_tile_lies_lays_no_other_on_it() -> None:
    done = allowed(table(natives("-1,0")), move="explore", native="green@-1,0", to="0,0")
    assert keys(done) == ["stepped"]
    assert done.position.turn.explorations == 0


@pytest.mark.parametrize(
    "some, move, happens",
    [
        (
            natives("1,-1", load="marker"),
            {"move": "pickup", "native": "green@1,-1+m1", "good": "wood"},
            "marker_stays",
        ),
        (
            natives("1,-1", load="marker"),
            {"move": "drop", "native": "green@1,-1+m1"},
            "marker_stays",
        ),
    ],
)
def test_a_marker_is_never_left_behind(
    some: dict[str, Any], move: dict[str, Any], happens: str
) -> None:
    position = table(some)
    done = allowed(position, **move)
    assert keys(done) == [happens]
    assert done.position == position


def test_two_goods_are_never_carried_at_once() -> None:
    position = table(natives("1,0", load="wood"))
    done = allowed(position, move="pickup", native="green@1,0+wood", good="stone")
    assert done.position.laid("1,0").wood == 1
    assert done.position.group("green@1,0+stone") is not None


def test_wood_put_down_on_the_temple_does_not_vanish() -> None:
    done = allowed(table(natives("0,0", load="wood")), move="drop", native="green@0,0+wood")
    assert done.position.laid("0,0").wood == 1


HUTS = [{"at": "-1,0", "owner": "green", "marker": True}]


def test_a_marker_is_never_taken_with_full_hands() -> None:
    position = table(natives("-1,0", load="wood"), huts=HUTS)
    done = allowed(position, move="load_marker", native="green@-1,0+wood", hut="hut:green@-1,0+m1")
    assert done.position.laid("-1,0").wood == 1
    assert done.position.group("green@-1,0+m1") is not None


def test_no_second_marker_is_taken() -> None:
    position = table(natives("-1,0", load="marker"), huts=HUTS)
    done = allowed(position, move="load_marker", native="green@-1,0+m1", hut="hut:green@-1,0+m2")
    assert keys(done) == ["marker_stays"]


def test_a_foreign_marker_is_never_taken() -> None:
    position = table(natives("-1,1"), huts=[{"at": "-1,1", "owner": "yellow", "marker": True}])
    done = allowed(position, move="load_marker", native="green@-1,1", hut="hut:yellow@-1,1+m1")
    assert keys(done) == ["marker_not_taken"]


def test_a_marker_is_never_robbed() -> None:
    position = table(natives("1,0", count=2), natives("1,0", "yellow", "marker"))
    done = allowed(position, move="rob", robber="green@1,0", victim="yellow@1,0+m1")
    assert keys(done) == ["marker_not_robbed"]


def test_a_marker_carrier_does_not_rob() -> None:
    position = table(
        natives("1,0", load="marker"), natives("1,0"), natives("1,0", "yellow", "wood")
    )
    done = allowed(position, move="rob", robber="green@1,0+m1", victim="yellow@1,0+wood")
    assert keys(done) == ["marker_stays"]


def test_no_sacrifice_leaves_less_than_nothing() -> None:
    position = table(natives("0,0", load="marker"), mana={"green": 1})
    done = allowed(position, move="sacrifice", native="green@0,0+m1", value=7)
    assert done.position.player("green").mana == 0
    assert done.position.player("green").offered == (7,)


def test_a_volcano_on_the_way_leaves_the_explorer_an_answer() -> None:
    position = table(natives("1,0"))
    for move in (
        {"move": "explore", "native": "green@1,0", "to": "2,-1"},
        {"move": "draw", "terrain": "volcano"},
    ):
        position = after(position, **move)
    done = allowed(position, move="lay_volcano", at="2,-1")
    assert keys(done) == ["volcano_laid", "way_blocked"]
    assert done.position.quest is None


def test_building_without_paying_takes_no_good_from_nowhere() -> None:
    position = table(natives("-2,1", count=2), tiles={"-2,1": "plain"}, phase="act")
    done = allowed(position, move="build_hut", tile="-2,1", payer="green@-2,1")
    assert done.position.wood == position.wood


def test_a_hut_without_a_marker_left_gets_one_all_the_same() -> None:
    position = table(
        natives("-2,1"),
        natives("-2,1", load="wood"),
        natives("-1,0", load="marker", count=4),
        tiles={"-2,1": "plain"},
        phase="act",
    )
    done = allowed(position, move="build_hut", tile="-2,1", payer="green@-2,1+wood")
    assert done.position.laid("-2,1").huts[0].marker == 0


def test_a_cult_site_on_another_loses_that_one() -> None:
    position = table(
        natives("-2,1"),
        natives("-2,1", load="stone"),
        tiles={"-2,1": "plain"},
        cults={"-2,1": "yellow"},
        phase="act",
    )
    done = allowed(position, move="build_cult", tile="-2,1", payer="green@-2,1+stone")
    assert done.position.laid("-2,1").cult == "green"
    assert done.position.player("yellow").cults == 3


def test_an_explorer_removed_meanwhile_is_not_moved() -> None:
    position = table(natives("1,0"))
    for move in (
        {"move": "explore", "native": "green@1,0", "to": "2,-1"},
        {"move": "fix_natives", "seat": "green", "at": "1,0", "load": "none", "count": 0},
        {"move": "draw", "terrain": "plain"},
    ):
        position = after(position, **move)
    assert position.terrain("2,-1") == "plain"
    assert position.groups_at("2,-1") == ()
