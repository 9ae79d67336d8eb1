"""What is printed on the cards, as shapes of a card that is 1 wide and lies round 0, 0.

A card on the table and the same card to choose from look alike, for both come from here.
"""

from collections.abc import Iterator

from companion.games.pyramidion.box import SYMBOLS, Boat, Card, Distribution, Symbol
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import HELD, RESOURCES
from companion.scene import Shape

POINTS_AT, POINTS = 0.52, 0.22
"""Height of the points of a boat, and their size."""

UNIT, UNIT_STEP, UNIT_LINE, UNITS_AT = 0.29, 0.46, 0.34, 0.23
"""Width of a unit that a boat asks for, how far two are apart, lines of them, and the first: the
longest order has three."""

ACROSS = 4
"""Sites side by side on a distribution card: they stand there as they lie on the table."""

PLACE, PLACE_LINE = 0.235, 0.46
"""How far two sites are apart on a distribution card, and lines of them."""

HEAP, HEAP_AT, COUNT, COUNT_AT = 0.23, 0.1, 0.19, -0.12
"""Width of what a site gets, and where; its number, and where, from the middle of the site."""

SIGNS: dict[Symbol, str] = {
    "influence": "torturer",
    "negotiation": "negotiator",
    "haggling": "sack",
}
KIND, KIND_AT = 0.5, 0.37
"""What sort of person a character card shows: its width, and height."""

BASIC, BASIC_AT = 0.24, (-0.36, 0.53)
"""Width of the pawn on a card that each colour has from the start, and where: with the same points
it would look like one of the deck."""

OWNER, OWNER_AT = 0.34, (0.34, 0.48)
"""Width of the pawn of whoever has laid a card, and where."""

SIGN, SIGN_STEP, SIGNS_AT, NUMBER, NUMBERS_AT = 0.27, 0.31, -0.13, 0.27, -0.45
"""Width of a symbol of a character card, how far two are apart, their height, and the numbers
below."""


def picture(view: Position, token: str) -> tuple[Shape, ...]:
    """A card by its token, with the pawn of whoever has laid it, where that is told; nothing for
    what is no card of this box."""
    held = HELD.fullmatch(token)
    owner, bare = (held[1], held[2]) if held else ("", token)
    boat, card = view.box.boat(bare), view.box.card(bare)
    if boat is not None:
        return tuple(_boat(view, boat))
    if card is not None:
        return tuple(_character(card, owner))
    spread = next((one for one in view.box.distribution if one.id == token), None)
    return () if spread is None else tuple(_distribution(view, spread))


def _boat(view: Position, boat: Boat) -> Iterator[Shape]:
    yield Shape(form="card", x=0, y=0, size=1, look="boat")
    told = boat.id in view.box.told
    yield Shape(
        form="label",
        x=0,
        y=POINTS_AT,
        size=POINTS,
        text="name.token.points" if told else "name.token.points_guessed",
        values={"points": boat.points},
    )
    asked = [(kind, boat.order.count(kind)) for kind in RESOURCES if kind in boat.order]
    for number, (kind, count) in enumerate(asked):
        row, column = divmod(number, 2)
        x, y = UNIT_STEP * (column - 0.5), UNITS_AT - UNIT_LINE * row
        yield Shape(form="print", x=x, y=y, size=UNIT, look=kind, count=count)


def _distribution(view: Position, card: Distribution) -> Iterator[Shape]:
    yield Shape(form="square", x=0, y=0, size=1, look="paper")
    for number, (site, count) in enumerate(zip(view.box.sites, card.tokens, strict=True)):
        row, column = divmod(number, ACROSS)
        x, y = PLACE * (column - (ACROSS - 1) / 2), PLACE_LINE * (0.5 - row)
        at = y + HEAP_AT
        yield Shape(form="print", x=x, y=at, size=HEAP, look=site.product, ghost=not count)
        yield _number(x, y + COUNT_AT, COUNT, count)


def _character(card: Card, owner: str) -> Iterator[Shape]:
    yield Shape(form="card", x=0, y=0, size=1, look="paper")
    if owner:
        x, y = OWNER_AT
        yield Shape(form="piece", x=x, y=y, size=OWNER, look="pawn", seat=owner)
    yield Shape(form="print", x=0, y=KIND_AT, size=KIND, look=card.type)
    if card.basic:
        yield Shape(form="print", x=BASIC_AT[0], y=BASIC_AT[1], size=BASIC, look="pawn")
    for column, symbol in enumerate(SYMBOLS):
        x, points = SIGN_STEP * (column - 1), getattr(card, symbol)
        yield Shape(form="print", x=x, y=SIGNS_AT, size=SIGN, look=SIGNS[symbol], ghost=not points)
        yield _number(x, NUMBERS_AT, NUMBER, points)


def _number(x: float, y: float, size: float, count: int) -> Shape:
    values = {"count": count}
    return Shape(form="label", x=x, y=y, size=size, text="name.token.printed", values=values)
