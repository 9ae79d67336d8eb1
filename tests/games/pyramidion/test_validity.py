"""What cannot be on a table, and where it begins."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.pyramidion.box import BOATS, Box, wrong
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.kernel import UNKNOWN, Fault, Lies, Open
from tests.games.pyramidion.tables import table
from tests.games.pyramidion.vectors import at_start, situated

DISTRIBUTIONS = tuple(f"D{number:02}" for number in range(1, 11))


def faults(position: Position, **changes: Any) -> list[Fault]:
    return list(game.violations(replace(position, **changes)))


def test_a_piece_too_many_or_too_few_is_noticed() -> None:
    position = table(tokens={"giza": {"wood": 3}})

    def alternatives(old: Lies, *new: Lies) -> list[Fault]:
        pieces = (*(one for one in position.pieces if one != old), *new)
        return faults(position, pieces=tuple(sorted(pieces)))

    torturers = Lies("stock:red", "torturer:red", 5)
    assert torturers in position.pieces
    few = Fault("not_so_many_pieces", {"piece": "torturer:red", "count": 4, "most": 5})
    assert alternatives(torturers, replace(torturers, count=4)) == [few]
    many = Fault("not_so_many_pieces", {"piece": "torturer:red", "count": 6, "most": 5})
    assert alternatives(torturers, replace(torturers, count=6)) == [many]
    strange = Fault("not_so_many_pieces", {"piece": "torturer:green", "count": 1, "most": 0})
    assert alternatives(torturers, torturers, Lies("giza", "torturer:green", 1)) == [strange]
    wood = Lies("giza", "wood", 3)
    less = Fault("not_so_many_pieces", {"piece": "wood", "count": 38, "most": 40})
    assert alternatives(wood, replace(wood, count=1)) == [less]
    # More than there are were put somewhere: the supply is short of them.
    owing = table(tokens={"giza": {"statue": 9}, "luxor": {"statue": 7}})
    short = Fault("not_so_many_pieces", {"piece": "statue", "count": 16, "most": 15})
    assert faults(owing) == [short]
    assert faults(table(tokens={"giza": {"statue": 9}, "luxor": {"statue": 6}})) == []
    nothing = Lies("luxor", "wood", 0)
    assert faults(position, pieces=tuple(sorted((*position.pieces, nothing)))) == []


def test_hidden_tokens_make_good_for_other_pieces() -> None:
    position = situated(at_start(hide_stores=True), {"stores": {"red": {"wood": 2}}})
    view = game.public(position)
    assert faults(view) == []
    hidden = Lies("store:red", UNKNOWN, 2)
    assert hidden in view.pieces
    fewer = tuple(replace(one, count=1) if one == hidden else one for one in view.pieces)
    assert [one.values["piece"] for one in faults(view, pieces=fewer)] == ["wood"]
    troops = tuple(one for one in view.pieces if one.piece != "torturer:red")
    assert [one.values for one in faults(view, pieces=troops)] == [
        {"piece": "torturer:red", "count": 0, "most": 5}
    ]


def test_no_two_troops_of_a_kind_share_a_site() -> None:
    position = table(torturers={"giza": "red"}, negotiators={"giza": "blue", "aswan": "red"})
    assert faults(position) == []
    two = position.moved("torturer:yellow", "stock:yellow", "giza")
    assert faults(two) == [Fault("P38", {"site": "giza"})]
    both = two.moved("negotiator:yellow", "stock:yellow", "aswan")
    assert faults(both) == [Fault("P38", {"site": "giza"}), Fault("P44", {"site": "aswan"})]
    own = position.moved("torturer:red", "stock:red", "giza")
    assert faults(own) == [Fault("P38", {"site": "giza"})]


def test_boats_seen_twice_or_never_are_noticed() -> None:
    position = table(display=["B01"], boats={"red": ["B02"]})
    assert faults(position) == []
    twice = Fault("boats_twice", {"boats": ("B02", "B03")})
    assert faults(position, display=("B01", "B02", "B03")) == [twice]
    missing = Fault("boats_missing", {"count": BOATS - 1, "most": BOATS})
    assert faults(position, display=()) == [missing]
    hidden = game.public(table(boats={"red": ["B02", "B03"], "blue": ["B04"]}))
    assert faults(hidden) == []
    again = (*DISTRIBUTIONS[:3], "D03")
    assert faults(position, dealt=again) == [Fault("distribution_seen", {"card": again})]
    assert faults(position, dealt=DISTRIBUTIONS) == []


def test_nobody_plays_on_in_an_impossible_round() -> None:
    position = table(phase="activation")
    sites = ("giza", "thebes", "abu_simbel", "karnak", "alexandria", "luxor", "memphis")
    assert faults(position, activated=sites[:6]) == []
    sundials = Fault("too_many_sundials", {"count": 7, "most": 6})
    assert faults(position, activated=sites) == [sundials]
    order = Fault("not_all_seats", {"seats": ("red", "blue", "yellow")})
    assert order in faults(position, order=("red", "blue", "blue"))
    contest = table(phase="activation", site="giza").contest
    nobody = Fault("nobody_activates")
    assert faults(table(phase="loading"), contest=contest) == [nobody]
    loading, turns = table(phase="loading"), [Fault("no_turns_now")]
    assert faults(loading) == []
    assert faults(loading, turn="") == faults(loading, turn="green") == turns
    assert faults(table(phase="negotiation"), turn="") == turns
    assert faults(position, turn="red") == turns


def test_a_wrong_number_of_cards_is_noticed() -> None:
    position = table(phase="activation", spent={"red": ["MD1"]}, used={"blue": ["MB1"]})
    laid = situated(position, {"site": "giza", "laid": {"red": 3}})
    assert faults(position) == faults(laid) == []
    deck = Fault("deck_wrong", {"count": 46, "most": 45})
    assert faults(position, deck=position.deck + 1) == [deck]
    assert faults(position, discard=()) == [Fault("deck_wrong", {"count": 44, "most": 45})]
    below = faults(position, deck=-1, discard=("?",) * (position.deck + 2))
    assert [one.clause for one in below] == ["deck_wrong"]
    more = position.with_player("red", hand=9)
    hand = Fault("hand_cannot_be", {"seat": "red", "count": 9, "left": position.deck})
    assert faults(more) == [hand]
    assert [one.clause for one in faults(laid.with_player("red", played=1))] == ["hand_cannot_be"]
    unknown = position.with_player("yellow", hand=7, played=2)
    assert faults(unknown) == []


def test_more_is_never_noted_than_the_box_has_markers() -> None:
    sites = ("giza", "thebes", "abu_simbel", "karnak", "alexandria", "luxor", "memphis")
    assert faults(table(), revolts=sites[:6]) == []
    assert faults(table(), revolts=sites) == [Fault("no_revolt_marker", {"most": 6})]


def told(**changes: Any) -> Box:
    return replace(Box(), **changes)


SHIPPED = Box()
MORE_WOOD = tuple(replace(one, count=one.count + 1) for one in SHIPPED.supply[:1])


@pytest.mark.parametrize(
    ("box", "what"),
    [
        (SHIPPED, ()),
        (told(supply=(*MORE_WOOD, *SHIPPED.supply[1:])), ("tokens",)),
        (told(cards=SHIPPED.cards[:-1]), ("deck",)),
        (told(cards=SHIPPED.cards[1:]), ("basic",)),
        (told(boats=(replace(SHIPPED.boats[0], points=0), *SHIPPED.boats[1:])), ("points",)),
        (told(boats=(replace(SHIPPED.boats[0], points=6), *SHIPPED.boats[1:])), ("points",)),
        (told(boats=(replace(SHIPPED.boats[0], points=5), *SHIPPED.boats[1:])), ()),
    ],
)
def test_a_box_with_other_numbers_than_the_sources_is_asked_about(
    box: Box, what: tuple[str, ...]
) -> None:
    assert wrong(box) == what


@pytest.mark.parametrize(
    ("box", "said"),
    [
        (told(sites=(*SHIPPED.sites[1:], SHIPPED.sites[0])), "Giza first"),
        (told(sites=(*SHIPPED.sites[:-1], SHIPPED.sites[0])), "each once"),
        (told(boats=(*SHIPPED.boats[:-1], SHIPPED.boats[0])), "20 different boats, not 20"),
        (told(boats=(*SHIPPED.boats, SHIPPED.boats[0])), "20 different boats, not 21"),
        (told(distribution=(*SHIPPED.distribution, SHIPPED.distribution[0])), "10 different"),
        (told(supply=(*SHIPPED.supply, SHIPPED.supply[0])), "the box has these tokens"),
    ],
)
def test_a_box_with_something_twice_is_never_played_with(box: Box, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        game.setup(("red", "blue"), game.options(), box)


def test_a_fleet_that_is_not_known_whole_tells_which_boats_are_in_it() -> None:
    known = table(display=["B01", "B02"])
    hidden = replace(known, fleet=("?",) * len(known.fleet))
    assert known.covered() == known.fleet
    assert set(hidden.covered()) == {boat.id for boat in hidden.box.boats} - {"B01", "B02"}
    assert not hidden.in_fleet("B01")
    with pytest.raises(Open):
        hidden.in_fleet(known.fleet[0])
    assert len(hidden.fleet_without(known.fleet[0])) == len(hidden.fleet) - 1
    for other in (known.fleet_without("B01"), known.fleet_with(known.fleet[0])):
        assert set(other) == {"?"}, "what cannot be is not believed any more"
    assert len(known.fleet_with("B01")) == len(known.fleet) + 1
