"""A move that stands although it breaks a rule: it is paid as far as it goes, and no tile is lost;
and corrections, which put a tile or a worker where it really is."""

from typing import Any

import pytest

from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from companion.kernel import UNKNOWN, Accepted, Draft, census, offers
from tests.games.made import keys
from tests.games.sakkara.tables import CONFIRMED, after, allowed, go, happened, made, table


def test_a_tile_left_lying_stays_and_a_lower_one_is_taken() -> None:
    stack: dict[str, Any] = {
        "workers": {"white": ["c3", "a7"]},
        "stacks": {"c4": ["grain", "ox", "ship"]},
    }
    left = allowed(table(**stack), **go("white:1", "c4", take="none"))
    assert keys(left) == ["stepped", "left_lying"]
    assert left.position.height("c4") == 3
    lower = allowed(table(**stack), **go("white:1", "c4", take="grain"))
    assert lower.position.stack("c4") == ("ox", "ship")
    assert lower.position.player("white").holder == ("grain",)
    stack["stacks"] = {"c4": ["?", "ship"]}
    hidden = allowed(table(**stack), **go("white:1", "c4", take="grain"))
    assert hidden.position.stack("c4") == ("ship",)
    assert hidden.position.player("white").holder == ("grain",)
    stack["stacks"] = {"c4": ["ox", "ship"]}
    other = allowed(table(**stack), **go("white:1", "c4", take="grain"))
    assert other.position.player("white").holder == ("ship",)


def test_tiles_are_shed_until_no_more_stay_than_may() -> None:
    position = table(phase="trim", moved=True, holders={"white": ["ox"] * 12})
    done = allowed(position, move="trim", tiles=["ox"])
    assert done.position.used == ("ox",) and done.position.phase == "putback"
    kept = allowed(position, move="trim", tiles=[])
    assert kept.position.active == "black" and kept.position.phase == "turn"


def test_a_turn_cannot_end_without_its_step() -> None:
    done = allowed(table(), move="end_turn")
    assert keys(done) == ["nothing_to_put_back", "next_turn"]


def test_tiles_do_not_go_under_a_worker_where_agreed() -> None:
    heights = {f"{column}{row}": 1 for column in "abcdef" for row in range(1, 8)}
    more: dict[str, Any] = {"phase": "putback", "used": ["ox"], "heights": heights}
    more["workers"] = {"white": ["g3", "a7"], "black": ["a1", "d5"]}
    more["heights"] = {**heights, "g1": 1, "g2": 1, "g4": 1, "g5": 1, "g6": 1, "g7": 1}
    agreed = table(options={"empty_means_no_worker": False}, **more)
    assert offers(game, agreed, Draft("put_back", (), (), (1,))) == ("g3",)
    plain = offers(game, table(**more), Draft("put_back", (), (), (1,)))
    assert "g3" not in plain and len(plain) == 39


# Corrections


def fixed(position: Position, source: str, motif: str, to: str) -> Position:
    found = after(position, move="fix_tile", source=source, motif=motif, to=to)
    assert census(game.layout(found)) == census(game.layout(position))
    return found


def test_a_tile_is_where_it_was_put() -> None:
    position = table(stacks={"d4": ["ox", "?"]}, holders={"white": ["tip"], "black": 2})
    assert fixed(position, "d4", "ship", "e5").stack("e5") == ("ship",)
    assert fixed(position, "d4", "?", "holder:white").player("white").holder == (UNKNOWN, "tip")
    assert fixed(position, "box", "grain", "laid:black").player("black").grain == 1
    laid = fixed(position, "box", "ship", "laid:white")
    assert fixed(laid, "laid:white", "ship", "pyramid:white:1").player("white").level(1) == (
        "ship",
    )
    assert fixed(position, "holder:black", "ox", "used").used == ("ox",)
    gone = fixed(position, "holder:white", "tip", "gone")
    assert gone.gone == ("tip",)
    assert fixed(gone, "gone", "tip", "box").boxed == position.boxed + 1
    assert fixed(fixed(position, "box", "ship", "used"), "used", "?", "laid:white").used == ()


def test_what_is_never_believed_of_a_holder_outlives_its_proof() -> None:
    position = table(holders={"white": ["ox", "tip"]}, fresh=["ox"])
    other = fixed(position, "holder:white", "ship", "d4")
    assert other.player("white").holder == ("ox",) == other.fresh, "this everybody saw"
    assert other.stack("d4") == ("ship",)
    none = fixed(table(holders={"white": ["ox"]}, fresh=["ox"]), "holder:white", "ship", "d4")
    assert none.player("white").holder == () == none.fresh
    untold = fixed(table(holders={"black": ["ox", "tip"]}), "holder:black", "?", "d4")
    assert untold.player("black").holder == (UNKNOWN,)


def test_no_turn_waits_for_tiles_that_are_not_there() -> None:
    position = table(phase="putback", moved=True, used=["ox"])
    assert fixed(position, "used", "ox", "d4").phase == "turn"


def test_a_correction_of_the_turn_changes_whose_it_is() -> None:
    position = table(moved=True, built=1, holders={"white": ["ox"]}, fresh=["ox"])
    again = after(position, move="fix_turn", seat="white")
    assert (again.active, again.moved, again.built, again.fresh) == ("white", False, 0, ())
    assert after(position, move="fix_turn", seat="black").active == "black"
    assert not after(position, move="fix_step", step="owed").moved
    assert after(position, move="fix_built", level=2).built == 2
    assert after(position, move="fix_worker", worker="white:1", to="d4").at("white:1") == "d4"
    assert happened(table(tops={"d4": "?"}), move="fix_top", at="d4", motif="ox") == ["top_fixed"]


def test_a_note_is_never_told_to_everybody() -> None:
    position = table(holders={"white": ["?", "ox"]})
    noted = after(position, move="tell_held", seat="white", motif="tip")
    assert noted.player("white").holder == ("ox", "tip")
    assert game.public(noted) == game.public(position)


def test_a_situation_forgets_nothing_that_it_does_not_name() -> None:
    position = table(stacks={"d4": ["ox", "tip"]}, holders={"white": ["ox"]}, fresh=["ox"])
    assert position.fresh == ("ox",)
    higher = game.arrange(position, game.situation(heights={"d4": 3}, tops={"e5": "ship"}))
    assert higher.stack("d4") == ("ox", "tip", UNKNOWN) and higher.stack("e5") == ("ship",)
    assert higher.fresh == ("ox",) and higher.boxed == position.boxed - 2
    bare = game.arrange(position, game.situation(bare=True, active="black"))
    assert not any(bare.stacks) and bare.fresh == () and bare.active == "black"
    owing = after(table(stacks={"a2": ["?"]}), **go("white:1", "a2"))
    assert owing.untold == ("a2",)
    assert game.arrange(owing, game.situation(active="black")).untold == ()
    supply = table(laid={"white": {"grain": 2}, "black": {"ship": 1}}).players
    assert [(one.ship, one.grain) for one in supply] == [(0, 2), (1, 0)]


@pytest.mark.parametrize("tops, there", [(["tip", "tip"], 0), (["tip"], 1)])
def test_a_confirmed_box_holds_no_more_tiles_than_it_has(tops: list[str], there: int) -> None:
    stacks = {f"{column}5": [top] for column, top in zip("bcd", tops, strict=False)}
    position = table(CONFIRMED, workers={"white": ["a2", "a7"]}, heights={"a1": 1}, stacks=stacks)
    position = after(position, **go("white:1", "a1"))
    told = made.verdict(position, move="tell_tile", motif="tip")
    assert isinstance(told, Accepted) == bool(there)


def test_a_finished_pyramid_is_never_worth_less_than_a_tile() -> None:
    tiles = [["blue_block"] * 4 + ["stairs"] * 2 + ["block_a"] * 2 + ["block_b"]]
    tiles += [[f"magic_{n}" for n in (1, 2, 3, 4)], ["tip"]]
    won, rich = table(pyramids={"white": tiles}), table(holders={"white": ["ox"] * 10})
    assert game.evaluate(won, "white") > game.evaluate(rich, "white") > game.evaluate(won, "black")
