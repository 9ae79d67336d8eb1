"""What the things of a table of Pyramidion are called.

Sites and cards are called as the owners call them, as soon as they have told; a character card
has its numbers in its name, for that is how it is found again; so has a boat.
"""

from companion.games.pyramidion.box import TYPES
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import (
    A_BOAT,
    A_CARD,
    A_DISTRIBUTION,
    A_POWER,
    FACE,
    HELD,
    IN_FRONT,
    NUMBERED,
    OWNED,
    RESOURCES,
    SITES,
    SUM,
    UNITS,
)
from companion.kernel import Phrase, Verbatim


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if token in SITES:
        named = view.box.name(token)
        return ("token.typed", {"name": Verbatim(named)}) if named else (f"site.{token}", {})
    if A_CARD.fullmatch(token):
        return _card(view, token)
    if found := A_POWER.fullmatch(token):
        return _power(view, found[1])
    if found := A_BOAT.fullmatch(token):
        return _boat(view, token, int(found[1]))
    if found := UNITS.fullmatch(token):
        return f"token.units.{found[2]}", {"count": int(found[1])}
    if found := FACE.fullmatch(token):
        return phrase(view, found[2])
    if found := HELD.fullmatch(token):
        return "token.held", {"owner": found[1], "card": found[2]}
    if found := SUM.fullmatch(token):
        return "token.sum", {"owner": found[1], "points": int(found[2])}
    return _numbered(token) or (token, {})


def _card(view: Position, token: str) -> Phrase:
    card = view.box.card(token)
    if card is None:
        return "token.new_card", {"type": TYPES[token[0]]}
    named = view.box.name(token)
    values = {
        "name": Verbatim(named) if named else card.type,
        "influence": card.influence,
        "negotiation": card.negotiation,
        "haggling": card.haggling,
    }
    return "token.basic_card" if card.basic else "token.card", values


def _power(view: Position, token: str) -> Phrase:
    """What is special about a card, as far as the owners have told it."""
    card = view.box.card(token)
    if card is None or card.power == "none":
        return "token.no_power", {}
    if card.power == "manual":
        return "token.typed", {"name": Verbatim(card.text)}
    if card.amount:
        return "token.power_by", {"power": card.power, "amount": card.amount}
    return "token.power", {"power": card.power}


def _boat(view: Position, token: str, number: int) -> Phrase:
    """A boat is called by what it asks for, for that is how it is found among the others."""
    boat = view.box.boat(token)
    order = boat.order if boat else ()
    units = tuple(f"{order.count(kind)}*{kind}" for kind in RESOURCES if kind in order)
    points = boat.points if boat else 0
    return "token.boat", {"number": number, "units": units, "points": points}


def _numbered(token: str) -> Phrase | None:
    """What distribution cards, owned pieces and places of the layout are called."""
    if found := A_DISTRIBUTION.fullmatch(token):
        return "token.distribution", {"number": int(found[1])}
    if found := OWNED.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := IN_FRONT.fullmatch(token):
        return f"token.{found[1]}", {"owner": found[2]}
    if found := NUMBERED.fullmatch(token):
        return f"token.{found[1]}", {"number": int(found[2])}
    return None
