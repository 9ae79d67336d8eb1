"""Sheets of all games on the shelf that can be printed for."""

from companion.match import shelf
from companion.match.shelf import Title
from printables.document import SHEETS, SheetName
from printables.order import Order
from printables.sheets.slips import slips

KEY = bytes(range(16))
ALL: tuple[SheetName, ...] = tuple(SHEETS)
TITLES: tuple[Title, ...] = tuple(
    title for title in map(shelf.title, shelf.names()) if title.catalogue.pieces
)


def order(title: Title = TITLES[0], **chosen: object) -> Order:
    """An order with the key of the tests."""
    return Order(title=title, key=KEY, **chosen)  # type: ignore[arg-type]


WITH_CARDS: tuple[Title, ...] = tuple(title for title in TITLES if slips(order(title)))
"""Those that have cards, and so sleeve slips."""

LOST = slips(order(WITH_CARDS[0]))[0].piece
"""A card that somebody lost: the first of the first game with cards."""
