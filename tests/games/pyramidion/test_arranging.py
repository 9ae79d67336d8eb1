"""The table as it stands: what is named is set, the rest balanced."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.pyramidion.contest import Contest, Laid
from companion.games.pyramidion.position import Player
from companion.games.pyramidion.rules import game
from companion.kernel import UNKNOWN
from tests.games.pyramidion.tables import table
from tests.games.pyramidion.vectors import at_start, situated

NAMED: dict[str, Any] = {
    "tokens": {"giza": {"stonecutter": 3, "wood": 1}, "thebes": {"camel": 2}},
    "stores": {"red": {"stone": 4, "statue": 1}, "blue": {"urn": 2}},
    "torturers": {"giza": "red", "aswan": "blue"},
    "negotiators": {"giza": "blue", "karnak": "blue"},
    "display": ["B07", "B02"],
    "boats": {"red": ["B20", "B01"], "yellow": ["B10"]},
    "dealt": ["D04", "D01"],
    "order": ["yellow", "red", "blue"],
    "used": {"red": ["TB1", "MB1"]},
    "spent": {"red": ["MD1"], "blue": ["TD1", "TD2"]},
    "hands": {"yellow": 8},
    "round": 3,
    "phase": "activation",
    "activated": ["karnak", "luxor"],
    "site": "giza",
    "laid": {"blue": 2, "yellow": 1},
    "tiles": ["blue"],
    "tired": ["aswan"],
    "revolts": ["memphis"],
    "philosopher": "blue",
    "notes": ["3 to Red"],
}


def test_a_table_told_in_every_respect_is_never_set_otherwise() -> None:
    position = situated(at_start(), NAMED)
    assert game.violations(position) == ()
    assert position.order == ("yellow", "red", "blue")
    assert (position.round, position.phase, position.turn) == (3, "activation", "")
    assert position.contest == Contest("giza", "blue", (Laid("blue", 2), Laid("yellow", 1)))
    assert position.players == (
        Player("red", 6, drawn=4, used=("TB1", "MB1"), spent=1, boats=("B20", "B01")),
        Player("blue", 5, drawn=4, spent=2),
        Player("yellow", 7, drawn=3, boats=("B10",)),
    )
    # 45 of the deck, of which each drew four; one of Yellow's is back.
    assert (position.deck, position.discard) == (45 - 11, ("MD1", "TD1", "TD2"))
    assert position.display == ("B07", "B02")
    assert len(position.fleet) == 15 and not {"B07", "B20", "B10"} & set(position.fleet)
    assert position.dealt == ("D04", "D01") and position.tiles == ("blue",)
    assert (position.activated, position.tired) == (("karnak", "luxor"), ("aswan",))
    assert (position.revolts, position.philosopher) == (("memphis",), "blue")
    assert position.notes == ("3 to Red",)
    assert dict(position.tokens("giza")) == {"stonecutter": 3, "wood": 1}
    assert dict(position.store("red")) == {"stone": 4, "statue": 1}
    assert position.lying("supply", "stone") == 36 and position.lying("supply", "urn") == 28
    assert position.troop("torturer", "aswan") == position.troop("negotiator", "giza") == "blue"
    assert (position.stock("red", "torturer"), position.stock("blue", "negotiator")) == (4, 3)


def test_what_is_not_named_stays() -> None:
    position = situated(at_start(), NAMED)
    assert situated(position, {}) == position
    again = situated(position, {"tokens": {"giza": {"wood": 2}}, "stores": {"blue": {}}})
    assert dict(again.tokens("giza")) == {"wood": 2}
    assert dict(again.tokens("thebes")) == {"camel": 2} and not again.store("blue")
    assert again.lying("supply", "stonecutter") == 30 and again.lying("supply", "urn") == 30
    troops = situated(position, {"torturers": {"giza": "nobody", "aswan": "red"}})
    assert troops.troop("torturer", "giza") == "" and troops.troop("torturer", "aswan") == "red"
    assert (troops.stock("red", "torturer"), troops.stock("blue", "torturer")) == (4, 5)
    boats = situated(position, {"boats": {"red": ["B07"]}})
    assert boats.display == ("B02",) and "B20" in boats.fleet
    less = situated(position, {"used": {"red": []}, "laid": {"blue": 1}})
    assert (less.player("red").hand, less.player("red").used) == (8, ())
    assert (less.player("blue").hand, less.laid_count("blue")) == (6, 1)
    more = situated(position, {"spent": {"red": ["MD1", "MD2"]}}).player("red")
    assert (more.hand, more.spent) == (5, 2)
    assert situated(position, {"philosopher": "supply"}).philosopher == ""
    other = situated(replace(position, contest=None), {"site": "aswan"})
    assert other.resolving() == Contest("aswan", "blue")


def test_a_phase_set_anew_keeps_nothing_that_belongs_to_another() -> None:
    position = situated(at_start(), NAMED)
    same = situated(position, {"phase": "activation"})
    assert same == position
    loading = situated(position, {"phase": "loading"})
    assert (loading.phase, loading.turn, loading.contest) == ("loading", "yellow", None)
    assert [one.hand for one in loading.players] == [6, 7, 8]
    again = situated(loading, {"phase": "activation", "passed": []})
    assert (again.activated, again.tiles, again.turn) == ((), (), "")
    assert [one.drawn for one in again.players] == [4, 4, 3]
    negotiating = situated(at_start(), {"phase": "negotiation", "paid": ["giza"]})
    assert (negotiating.turn, negotiating.paid) == ("red", ("giza",))
    passed = situated(at_start(), {"phase": "loading", "turn": "blue", "passed": ["red"]})
    assert (passed.turn, passed.passed) == ("blue", ("red",))


def test_nine_cards_are_dealt_only_where_none_were_drawn_already() -> None:
    drawn = table(hands={"red": 7})
    assert (drawn.deck, drawn.player("red").drawn) == (43, 2)
    begun = situated(drawn, {"phase": "activation"})
    assert [one.hand for one in begun.players] == [7, 5, 5]
    fresh = situated(at_start(), {"phase": "activation"})
    assert [(one.hand, one.drawn) for one in fresh.players] == [(9, 4)] * 3
    assert fresh.deck == 45 - 12


def test_boats_are_turned_up_only_until_five_lie() -> None:
    assert table(display=["B01", "B02", "B03", "B04", "B05"]).phase == "distribution"
    assert table(display=["B01", "B02", "B03", "B04"]).phase == "boats"
    mine = {"red": [f"B{number:02}" for number in range(1, 20)]}
    assert table(boats=mine).phase == "boats"
    assert table(boats=mine, display=["B20"]).phase == "distribution"


@pytest.mark.parametrize(
    "named",
    [
        {"stores": {"green": {"wood": 1}}},
        {"boats": {"green": ["B01"]}},
        {"hands": {"green": 5}},
        {"used": {"green": ["MB1"]}},
        {"spent": {"green": ["MD1"]}},
        {"negotiators": {"giza": "green"}},
        {"tiles": ["green"]},
        {"passed": ["green"]},
        {"order": ["red", "blue", "green"]},
    ],
)
def test_only_colours_that_play_are_set(named: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="green does not play; there are: red, blue, yellow"):
        situated(at_start(), named)


def test_views_show_nothing_that_is_hidden_and_all_that_is_open() -> None:
    position = situated(at_start(hide_stores=True), NAMED)
    everybody, blue = game.public(position), game.seen_by(position, "blue")
    assert [one.boats for one in everybody.players] == [(UNKNOWN,) * 2, (), (UNKNOWN,)]
    layout = dict(game.layout(everybody))
    assert layout["store:red", "token=?"] == 5 and layout["store:blue", "token=?"] == 2
    assert layout["giza", "token=stonecutter"] == 3 and layout["giza", "torturer:red"] == 1
    own = dict(game.layout(blue))
    assert own["store:blue", "token=urn"] == 2 and own["store:red", "token=?"] == 5
    assert blue.player("red").boats == (UNKNOWN,) * 2
    red = game.seen_by(position, "red")
    assert red.player("red").boats == ("B20", "B01")
    assert dict(game.layout(red))["boats:red", "boat=B20"] == 1
    over = replace(position, phase="over", contest=None)
    assert game.public(over) == over
    open_stores = situated(at_start(), NAMED)
    assert game.public(open_stores).pieces == open_stores.pieces
