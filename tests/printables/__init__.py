"""Sheets of all games on the shelf that can be printed for."""

from companion.match import shelf
from companion.match.shelf import Title
from printables.document import SHEETS, SheetName
from printables.order import Order

KEY = bytes(range(16))
ALL: tuple[SheetName, ...] = tuple(SHEETS)
TITLES: tuple[Title, ...] = tuple(
    title for title in map(shelf.title, shelf.names()) if title.catalogue.pieces
)


def order(title: Title = TITLES[0], **chosen: object) -> Order:
    """An order with the key of the tests."""
    return Order(title=title, key=KEY, **chosen)  # type: ignore[arg-type]
