"""What a position says of a turn can be set as it is."""

import json
from random import Random
from typing import Any

from companion.match.registry import game_package
from companion.referee.session import Session

SAID = ("order", "round", "phase", "activated", "tiles", "passed", "tired", "revolts", "notes")


def ask(session: Session, **request: Any) -> Any:
    """What the referee answers."""
    answered = json.loads(session.line(json.dumps(request)))
    assert answered["ok"], answered
    return answered.get("result")


def test_whose_turn_it_is_and_where_the_philosopher_stands_are_set_as_a_position_writes_them() -> (
    None
):
    session, chance = Session(game_package("pyramidion")), Random(3)
    for _ in range(40):
        there = ask(session, do="position")
        other = Session(game_package("pyramidion"))
        told = {name: there[name] for name in (*SAID, "philosopher")}
        if there["phase"] in ("negotiation", "loading") or not there["turn"]:
            told["turn"] = there["turn"]
        ask(other, do="set", situation=told)
        assert {name: ask(other, do="position")[name] for name in told} == told
        legal = ask(session, do="legal", most=60)
        ask(session, do="move", move=chance.choice(legal))


def test_each_set_of_cards_that_can_be_turned_up_is_listed_in_one_order() -> None:
    session = Session(game_package("pyramidion"))
    ask(session, do="start", seats=2)
    laid = {"phase": "activation", "site": "giza", "laid": {"red": 3, "blue": 2}}
    ask(session, do="set", situation=laid)
    for _ in range(2):
        seat = ask(session, do="asked")[0]["seat"]
        legal = ask(session, do="legal", most=10_000)
        shown = [one["cards"] for one in legal if one["move"] == "reveal"]
        every = {tuple(sorted(cards)) for cards in shown}
        assert len(every) == len(shown) > 10, seat
        ask(session, do="move", move=next(one for one in legal if one["move"] == "reveal"))
