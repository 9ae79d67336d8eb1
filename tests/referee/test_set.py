"""A whole position comes back through ``set`` as ``position`` wrote it, wherever a match stands."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.kernel import Refused
from companion.match.registry import game_package, names
from companion.referee.player import Player
from companion.referee.session import Session

MOVES, EVERY = 60, 12


def ask(session: Session, **request: Any) -> Any:
    return json.loads(session.line(json.dumps(request)))


def standing(session: Session) -> tuple[Any, ...]:
    """All that is asked of a position."""
    orders = ("position", "view", "asked", "outcome")
    found = [ask(session, do=order) for order in orders]
    return (*found, ask(session, do="legal", most=30))


def played(game: str, seed: int) -> Any:
    """Positions on the way of a match in which the table allows what is against the rules."""
    rng, package = Random(seed), game_package(game)
    session = Session(package)
    least, most = package.game.players
    assert ask(session, do="start", seats=rng.randint(least, most))["ok"]
    player = Player(package.game, rng)
    for number in range(MOVES):
        if number % EVERY == 0:
            yield session
        tried, made = player.turn(session.match.position)
        for move, verdict in tried:
            if isinstance(verdict, Refused) and rng.random() < 0.3:
                ask(session, do="move", move=package.game.plain(move), allow=True)
        if made is not None:
            ask(session, do="move", move=package.game.plain(made))
    yield session


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", names())
def test_what_position_writes_set_takes_wherever_a_match_stands(game: str, seed: int) -> None:
    for session in played(game, seed):
        another = Session(game_package(game))
        told = ask(session, do="position")["result"]
        assert ask(another, do="set", situation=told) == {"id": None, "ok": True}
        assert standing(another) == standing(session)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", names())
def test_a_position_that_was_changed_is_taken_whole_or_refused_in_words(game: str) -> None:
    rng = Random(5)
    (*_, session) = played(game, 1)
    told = ask(session, do="position")["result"]
    for _ in range(100):
        changed = damaged(deepcopy(told), rng)
        another = Session(game_package(game))
        before = ask(another, do="position")
        answer = ask(another, do="set", situation=changed)
        assert "failed" not in answer.get("error", "")
        if answer["ok"]:
            assert ask(another, do="position")["result"] == changed
            for order in ("view", "asked", "outcome", "legal"):
                assert ask(another, do=order)["ok"], (order, changed)
        else:
            assert answer["error"] and ask(another, do="position") == before


def damaged(told: Any, rng: Random) -> Any:
    """The same with one value, somewhere in it, as it should not be."""
    place, at = told, rng.choice([key for key in told if key != "setup"])
    while isinstance(place[at], dict | list) and place[at] and rng.random() < 0.9:
        place = place[at]
        at = rng.choice([*place] if isinstance(place, dict) else range(len(place)))
    strange: list[Any] = [None, -1, 0, 1, 7, 10**6, "", "?", "x", [], {}, [1], True]
    if isinstance(place, list) and rng.random() < 0.3:
        place.pop(at)
    else:
        place[at] = rng.choice(strange)
    return told


@pytest.mark.parametrize("game", names())
def test_a_position_with_other_pieces_or_parts_is_refused_with_a_sentence(game: str) -> None:
    session = Session(game_package(game))
    told = ask(session, do="position")["result"]
    assert "left out or new" in ask(session, do="set", situation={**told, "more": 1})["error"]
    nobody = {**told, "setup": {**told["setup"], "seats": []}}
    assert "different colours" in ask(session, do="set", situation=nobody)["error"]


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_step_in_which_nobody_is_asked_is_passed_after_it_was_set(by_itself: bool) -> None:
    """Quarries at which nobody lies are passed as in a round that was played."""
    session = Session(game_package("maya"))
    ask(session, do="start", seats=3, by_itself=by_itself)
    ask(session, do="set", situation={"practice": True, "phase": "awarding", "round": 1})
    assert [one["kinds"][0] for one in ask(session, do="asked")["result"]] == ["build"]
    assert {one["state"] for one in ask(session, do="position")["result"]["quarries"]} == {"done"}


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("motif", ["ship", "grain", "hand", "snake", "ox"])
def test_a_box_that_nobody_confirmed_builds_no_supply_and_no_tool(motif: str, level: int) -> None:
    session = Session(game_package("sakkara"))
    ask(session, do="start", seats=2)
    told = {
        "phase": "turn",
        "number": 1,
        "moved": True,
        "workers": {"white": ["d4", "e4"], "black": ["a1", "b1"]},
        "holders": {"white": [motif, "hand", "hand"]},
        "laid": {"white": {"ship": 1, "grain": 3}},
    }
    assert ask(session, do="set", situation=told)["ok"]
    answer = ask(session, do="move", move={"move": "build", "motif": motif, "level": level})
    assert not answer["ok"] and "K57a" in {one["rule"] for one in answer["result"]["faults"]}
