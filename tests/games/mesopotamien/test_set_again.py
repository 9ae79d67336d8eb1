"""What a position says of natives can be set as it is."""

import json
from random import Random
from typing import Any

import pytest

from companion.match.registry import game_package
from companion.referee.session import Session


def ask(session: Session, **request: Any) -> Any:
    """What the referee answers."""
    answered = json.loads(session.line(json.dumps(request)))
    assert answered["ok"], answered
    return answered.get("result")


def test_natives_are_set_as_a_position_writes_them() -> None:
    """Also with what they carry: nothing, a good, or one of the owner's markers."""
    seen: set[str] = set()
    for seed in range(8):
        session, chance = Session(game_package("mesopotamien")), Random(seed)
        for _ in range(50):
            there = ask(session, do="position")
            natives, tiles = there["natives"], {one["at"]: one["terrain"] for one in there["tiles"]}
            seen |= {one["load"] for one in natives}
            other = Session(game_package("mesopotamien"))
            ask(other, do="set", situation={"tiles": tiles, "natives": natives})
            assert ask(other, do="position")["natives"] == natives
            legal = ask(session, do="legal", most=60)
            if not legal:
                break
            carried = [one for one in legal if one["move"] in ("take", "load_marker")]
            built = [one for one in legal if one["move"].startswith("build")]
            ask(session, do="move", move=chance.choice(carried or built or legal))
    assert {"", "wood", "stone"} <= seen


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_native_is_set_with_the_very_marker_that_a_position_says(number: int) -> None:
    session = Session(game_package("mesopotamien"))
    native = {"at": "0,0", "seat": "green", "load": f"m{number}", "robbed": False, "count": 1}
    ask(session, do="set", situation={"natives": [native]})
    there = ask(session, do="position")
    assert [one for one in there["natives"] if one["seat"] == "green"] == [native]
    (green,) = (one for one in there["players"] if one["seat"] == "green")
    assert green["markers"][number - 1]["place"] == "native"


def test_a_marker_that_somebody_carries_twice_cannot_be_set() -> None:
    session = Session(game_package("mesopotamien"))
    natives = [{"at": "0,0", "seat": "green", "load": "m1", "count": 2}]
    answered = json.loads(
        session.line(json.dumps({"do": "set", "situation": {"natives": natives}}))
    )
    assert not answered["ok"] and answered["faults"]
