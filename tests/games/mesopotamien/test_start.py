"""Setting up: who begins where, with what."""

from typing import Any

import pytest

from companion.games.mesopotamien.position import Hut
from companion.games.mesopotamien.rules import game
from companion.kernel import census
from tests.games.mesopotamien.vectors import at_start

FOUR, THREE, TWO = (
    ("green", "yellow", "red", "blue"),
    ("green", "yellow", "red"),
    ("red", "blue"),
)


@pytest.mark.parametrize(
    "seats, on_a, on_b, plains, goods",
    [
        (FOUR, ("blue", "green"), ("red", "yellow"), 20, 4),
        (THREE, ("green", "neutral"), ("red", "yellow"), 16, 3),
        (TWO, ("neutral", "red"), ("blue", "neutral"), 14, 2),
    ],
)
def test_the_start_is_as_the_rules_lay_it_out(
    seats: tuple[str, ...], on_a: tuple[str, ...], on_b: tuple[str, ...], plains: int, goods: int
) -> None:
    position = at_start(seats)
    assert game.violations(position) == ()
    assert position.laid("-1,0").huts == tuple(map(Hut, on_a))
    assert position.laid("-1,1").huts == tuple(map(Hut, on_b))
    assert {tile.at: tile.terrain for tile in position.tiles} == {
        "0,0": "temple",
        "0,-1": "volcano",
        "0,1": "volcano",
        "-1,0": "plain",
        "-1,1": "plain",
        "1,-1": "forest",
        "1,0": "quarry",
    }
    stack = position.stack
    assert (stack.plain, stack.forest, stack.quarry, stack.volcano) == (plains, 5, 6, 3)
    assert position.laid("1,-1").wood == position.laid("1,0").stone == goods
    assert position.wood == position.stone == 20 - goods
    for seat in seats:
        player = position.player(seat)
        assert (player.mana, player.ceiling, player.natives, player.huts) == (0, 3, 5, 4)
        assert (player.cults, player.markers_left, player.hand) == (3, 4, ())
        home = "-1,0" if seat in on_a else "-1,1"
        assert position.natives_at(home, seat) == 3
    pieces = census(game.layout(position))
    assert sum(count for piece, count in pieces.items() if piece.startswith("tile:")) == (
        stack.size + 7
    )
    assert pieces["card"] == 18
    assert pieces["wood"] == pieces["stone"] == 20
    assert all(pieces[f"native:{seat}"] == 8 for seat in seats)
    assert all(pieces[f"marker:{seat}"] == 4 for seat in seats)
    assert all(pieces[f"mana:{seat}"] == pieces[f"bar:{seat}"] == 1 for seat in seats)


def test_an_agreed_start_is_never_ignored() -> None:
    position = at_start(
        THREE,
        forest_north=False,
        plain_1="B",
        plain_3="A",
        neutral_huts=False,
        start_cards=True,
        wood=30,
        stone=25,
        out_land=2,
        out_priest=1,
    )
    assert game.violations(position) == ()
    assert position.terrain("1,0") == "forest" and position.terrain("1,-1") == "quarry"
    assert position.laid("-1,0").huts == (Hut("red"),)
    assert position.laid("-1,1").huts == (Hut("green"), Hut("yellow"))
    assert position.gone == ("land", "land", "priest")
    assert position.pile == 18 - 3 - 3
    assert all(len(player.hand) == 1 for player in position.players)
    assert (position.wood, position.stone) == (27, 22)


@pytest.mark.parametrize(
    "seats, options, said",
    [
        (THREE, {"plain_1": "B"}, "a start plain holds 2 huts, not 3"),
        (TWO, {"out_land": 3}, "out_land: the box has 2 of them, not 3"),
        (
            FOUR,
            {
                "start_cards": True,
                "out_endurance": 3,
                "out_priest": 3,
                "out_fertility": 2,
                "out_holy_stone": 2,
                "out_land": 2,
                "out_mana_robbery": 2,
                "out_teleport": 2,
            },
            "not enough cards",
        ),
    ],
)
def test_a_start_that_cannot_be_is_never_begun(
    seats: tuple[str, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        at_start(seats, **options)
