"""The box profile: told line by line, also while playing, and read back."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.pyramidion.box import MOST_CARDS, Box
from companion.games.pyramidion.box_profile import reboxed
from companion.games.pyramidion.phrases import phrase
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.games.pyramidion.scene import scene
from companion.games.pyramidion.tokens import RESOURCES, SITES
from companion.kernel import Accepted, census, judge
from tests.games.pyramidion.tables import after, clauses, table


def tell_all(position: Position) -> Position:
    """Everything told as it is shipped."""
    box = position.box
    moves: list[dict[str, Any]] = [
        {"move": "tell_site", **msgspec.to_builtins(site)} for site in box.sites
    ]
    for move in moves:
        move["site"] = move.pop("id")
    for card in box.cards:
        numbers = {name: getattr(card, name) for name in ("influence", "negotiation", "haggling")}
        moves.append({"move": "tell_card", "card": card.id, **numbers, "copies": card.copies})
    for boat in box.boats:
        told = {"boat": boat.id, "points": boat.points, "order": boat.order}
        moves.append({"move": "tell_boat", **told})
    for shown in box.distribution:
        moves.append({"move": "tell_distribution", "card": shown.id, "tokens": shown.tokens})
    for one in box.supply:
        moves.append({"move": "tell_supply", "kind": one.kind, "count": one.count})
    for move in moves:
        position = after(position, **move)
    return position


def test_a_fully_described_box_can_be_confirmed() -> None:
    position = tell_all(table())
    assert position.box.untold() == () and not position.box.confirmed
    done = after(position, move="confirm_box")
    assert done.box.confirmed
    assert done.box.lines() == Box().lines()
    again = after(done, move="tell_supply", kind="wood", count=41)
    power = {"move": "tell_power", "card": "SD1", "power": "take_one_token", "amount": 0}
    assert not again.box.confirmed and not after(done, **power).box.confirmed
    assert not after(done, move="tell_text", card="SD1", text="draw a card").box.confirmed
    assert clauses(again, move="confirm_box") == ["box_counts"]
    assert "already_so" in clauses(done, move="confirm_box")


def test_placeholders_say_that_they_are() -> None:
    position = table(display=["B01"])
    texts = {shape.text for shape in scene(position).shapes}
    assert "name.token.least_guessed" in texts and "name.token.points_guessed" in texts
    told = {shape.text for shape in scene(tell_all(position)).shapes}
    assert "name.token.least" in told and "name.token.points" in told
    assert not any("guessed" in text for text in told)


def test_a_card_that_first_comes_up_while_playing_cannot_be_told() -> None:
    position = table(phase="activation", site="thebes", laid={"red": 1, "blue": 0, "yellow": 0})
    new = {"move": "reveal", "seat": "red", "cards": ["MD5"]}
    assert clauses(position, **new) == ["no_such_card"]
    assert phrase(position, "MD5") == ("token.new_card", {"type": "merchant"})
    told = after(
        position, move="tell_card", card="MD5", influence=9, negotiation=0, haggling=0, copies=1
    )
    assert told.deck == position.deck + 1
    assert after(told, **new).troop("torturer", "thebes") == "red"


def test_a_box_with_more_or_fewer_pieces_loses_none() -> None:
    position = table(tokens={"memphis": {"wood": 4}})
    pieces = census(game.layout(position))
    for move in (
        {"move": "tell_supply", "kind": "wood", "count": 12},
        {"move": "tell_supply", "kind": "statue", "count": 99},
        {"move": "tell_card", "card": "MD1", "influence": 0, "negotiation": 1, "haggling": 2}
        | {"copies": 9},
    ):
        position = after(position, **move)
        assert census(game.layout(position)) == pieces
        assert game.violations(position) == ()
    assert position.lying("supply", "wood") == 8


def test_names_given_by_the_owners_are_used() -> None:
    position = after(table(), move="name_thing", of="luxor", name="Dendera")
    position = after(position, move="name_thing", of="SD3", name="Hathor")
    key, values = phrase(position, "luxor")
    assert key == "token.typed" and str(values["name"]) == "Dendera"
    assert str(phrase(position, "SD3")[1]["name"]) == "Hathor"
    again = after(position, move="name_thing", of="luxor", name="Edfu")
    assert [str(one.name) for one in again.box.names] == ["Hathor", "Edfu"]


def test_no_more_different_cards_than_there_is_room_for() -> None:
    position = table()
    first = position.box.cards[0]
    many = tuple(
        replace(first, id=f"{sort}{set_}{number}", copies=1)
        for sort in "MNTS"
        for set_ in "BD"
        for number in range(1, 6)
    )
    assert len(many) == MOST_CARDS
    full = reboxed(position, replace(position.box, cards=many))
    move = {"influence": 0, "negotiation": 0, "haggling": 0, "copies": 1}
    assert clauses(full, move="tell_card", card="MD6", **move) == ["cards_full"]
    changed = dict(move, influence=1)
    assert isinstance(
        judge(game, full, game.move({"move": "tell_card", "card": "MD5", **changed})), Accepted
    )


def test_the_shipped_box_is_the_one_of_the_sources() -> None:
    box = Box()
    assert sum(one.count for one in box.supply) == 185
    assert box.deck == 45
    assert sum(boat.points for boat in box.boats) == 55
    assert all(sum(card.tokens) == 14 for card in box.distribution)
    assert [site.id for site in box.sites] == list(SITES)
    assert [one.kind for one in box.supply] == list(RESOURCES)
    assert box.boat("B21") is None and box.dealt("D11") is None
    assert box.tokens("gold") == box.copies("MD9") == 0


def test_what_is_special_about_a_card_is_said_as_far_as_the_owners_have_told_it() -> None:
    position = table()
    first, *rest = position.box.cards

    def said(**power: Any) -> tuple[str, dict[str, Any]]:
        cards = (replace(first, **power), *rest)
        return phrase(reboxed(position, replace(position.box, cards=cards)), f"power:{first.id}")

    assert said(power="none") == ("token.no_power", {})
    assert said(power="add_influence") == ("token.power", {"power": "add_influence"})
    assert said(power="add_influence", amount=2) == (
        "token.power_by",
        {"power": "add_influence", "amount": 2},
    )
    key, values = said(power="manual", text="Take a camel.")
    assert key == "token.typed" and str(values["name"]) == "Take a camel."
    assert phrase(position, "power:MD9") == ("token.no_power", {})
