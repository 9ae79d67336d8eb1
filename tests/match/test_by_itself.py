"""Steps that end by themselves: all that counts for it is what everybody may know."""

import dataclasses
from typing import Any

import pytest

from companion.kernel import Asked, known, rule
from tests.match.evening import Evening
from tests.match.ferry import FERRY, KINDS, PACKAGE
from tests.match.river import Lay, Position


@pytest.mark.parametrize("stone", ["1", "3"])
def test_a_step_ends_by_itself_as_everybody_can_see_whatever_its_seat_knows(stone: str) -> None:
    """Whoever has laid a stone can only wait, and may not with a 3, which nobody else can know."""
    wait = next(kind for kind in KINDS if kind.name == "wait")
    needs: Any = (rule("R3", lambda p, m: known(p.boat(p.turn).laid) != "3"),)
    mine = (dataclasses.replace(wait, needs=needs, ends=True), *(x for x in KINDS if x != wait))

    def asked(position: Position) -> tuple[Asked, ...]:
        kinds = ("wait",) if position.boat(position.turn).laid else ("lay", "wait")
        return (Asked(position.turn, kinds, "turn"),)

    evening = Evening(
        package=dataclasses.replace(
            PACKAGE, game=dataclasses.replace(FERRY, kinds=mine, asked=asked)
        )
    )
    answer = evening.match.submit(Lay(stone))
    assert [one.done for one in answer.then] == [True]
    assert evening.match.position.turn == "blue"
    assert evening.reopened().timeline == evening.match.timeline


@pytest.mark.parametrize("stone", ["1", "3"])
def test_a_step_does_not_end_by_itself_because_of_what_only_its_seat_knows(stone: str) -> None:
    """Whoever has laid a 3 cannot row, which nobody else can know."""
    wait, row = (next(kind for kind in KINDS if kind.name == name) for name in ("wait", "row"))
    needs: Any = (rule("R3", lambda p, m: known(p.boat(p.turn).laid) != "3"),)
    mine = (
        dataclasses.replace(wait, ends=True),
        dataclasses.replace(row, needs=needs),
        *(x for x in KINDS if x not in (wait, row)),
    )

    def asked(position: Position) -> tuple[Asked, ...]:
        kinds = ("wait", "row") if position.boat(position.turn).laid else ("lay", "wait")
        return (Asked(position.turn, kinds, "turn"),)

    game = dataclasses.replace(FERRY, kinds=mine, asked=asked)
    evening = Evening(package=dataclasses.replace(PACKAGE, game=game))
    assert evening.match.submit(Lay(stone)).then == ()
    assert evening.match.position.turn == "red"
