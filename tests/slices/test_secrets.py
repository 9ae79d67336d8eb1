"""Two tables that differ only in hidden things look, light up and answer alike for all to see."""

from typing import Any

import pytest

from companion.kernel import Accepted, Game, Move, answer, draft_of, legal, offers, ticks
from companion.kernel.drafts import steps
from tests.slices import test_maya, test_pyramidion, test_sakkara
from tests.slices.maya_slice import GAME as MAYA
from tests.slices.maya_slice.game import Situation
from tests.slices.maya_slice.quarries import Reveal
from tests.slices.pyramidion_slice import GAME as PYRAMIDION
from tests.slices.pyramidion_slice.boats import Load, PassLoad
from tests.slices.pyramidion_slice.sites import Activate
from tests.slices.sakkara_slice import GAME as SAKKARA
from tests.slices.sakkara_slice.turn import EndTurn, SinkShip, Snake


def maya(*values: str) -> Any:
    return test_maya.table(Situation(laid={"Q1": values}))


def pyramidion(red: str, blue: str) -> Any:
    boats = {"red": (red,), "blue": (blue,)}
    return test_pyramidion.loading({"stone": 2, "wood": 1}, boats=boats)


def sakkara(*holder: str, covered: str) -> Any:
    return test_sakkara.table(
        holders={"white": ("snake", *holder), "black": holder},
        ships={"black": 1},
        stacks={"c3": (covered, "ship")},
        confirmed=True,
    )


RIGHT, WRONG = test_sakkara.RIGHT, test_sakkara.WRONG

PAIRS: list[tuple[Game[Any], Any, Any, tuple[Move, ...]]] = [
    (
        MAYA,
        maya("A4", "B8"),
        maya("A5", "B-3"),
        (
            Reveal("Q1", (4,)),
            Reveal("Q2", ()),
            Reveal("Q1", (8, 8)),
            Reveal("Q1", (4, 8)),
            Reveal("Q1", (5, -3)),
        ),
    ),
    (
        PYRAMIDION,
        pyramidion("B1", "B2"),
        pyramidion("B2", "B1"),
        (Load("B3", ("stone",)), Load("B1", ()), Activate("KAR"), PassLoad()),
    ),
    (
        SAKKARA,
        sakkara(*RIGHT, covered="grain"),
        sakkara(*WRONG, covered="tip"),
        (SinkShip(RIGHT), SinkShip(WRONG), Snake(), EndTurn()),
    ),
]


BOTH = pytest.mark.parametrize(
    ("game", "one", "other", "moves"), PAIRS, ids=[pair[0].name for pair in PAIRS]
)


@BOTH
def test_what_all_see_is_equal_and_shows_nothing_hidden(
    game: Game[Any], one: Any, other: Any, moves: tuple[Move, ...]
) -> None:
    assert one != other
    seen = game.public(one)
    assert seen == game.public(other)
    assert game.public(seen) == seen
    assert game.layout(seen) == game.layout(game.public(other))
    assert game.asked(seen) == game.asked(one) == game.asked(other)


@BOTH
def test_an_owner_sees_his_own_secrets_and_no_others(
    game: Game[Any], one: Any, other: Any, moves: tuple[Move, ...]
) -> None:
    views = [game.seen_by(one, seat) for seat in one.setup.seats]
    assert any(view != game.public(one) for view in views)
    assert all(game.public(view) == game.public(one) for view in views)
    assert one not in views  # nobody sees everything


@BOTH
def test_what_lights_up_and_what_is_ticked_is_equal(
    game: Game[Any], one: Any, other: Any, moves: tuple[Move, ...]
) -> None:
    views = game.public(one), game.public(other)
    for move in moves:
        for draft, _ in steps(move):
            assert len({offers(game, view, draft) for view in views}) == 1
            assert len({str(ticks(game, view, draft)) for view in views}) == 1
    assert len({tuple(legal(game, view)) for view in views}) == 1


@BOTH
def test_what_is_offered_instead_is_equal_whatever_was_refused(
    game: Game[Any], one: Any, other: Any, moves: tuple[Move, ...]
) -> None:
    refusals = 0
    for move in moves:
        verdicts = answer(game, one, move), answer(game, other, move)
        found = {v.instead for v in verdicts if not isinstance(v, Accepted)}
        assert len(found) <= 1
        refusals += len(found)
    assert refusals >= 2


def test_who_tries_it_himself_brings_the_difference_to_light() -> None:
    game, right, wrong, _ = PAIRS[2]
    assert isinstance(answer(game, right, SinkShip(RIGHT)), Accepted)
    assert not isinstance(answer(game, wrong, SinkShip(RIGHT)), Accepted)
    states = [one.state for one in ticks(game, game.public(wrong), draft_of(SinkShip(RIGHT)))]
    assert states == ["open", "met", "met"]  # on the shared screen nobody can tell
