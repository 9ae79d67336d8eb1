"""Sheets of all games on the shelf that can be printed for."""

from dataclasses import fields
from functools import cache

from companion.match import registry
from companion.match.registry import GamePackage
from printables.document import SHEETS, Drawn, draw
from printables.order import Order, SheetName
from printables.sheets.slips import slips

KEY = bytes(range(16))
ALL: tuple[SheetName, ...] = tuple(SHEETS)
PACKAGES: tuple[GamePackage, ...] = tuple(
    package for package in map(registry.game_package, registry.names()) if package.catalogue.pieces
)


def order(package: GamePackage = PACKAGES[0], **chosen: object) -> Order:
    """An order with the key of the tests."""
    return Order(package=package, key=KEY, **chosen)  # type: ignore[arg-type]


def drawn(
    package: GamePackage, *sheets: SheetName, dpis: tuple[int, ...] = (150,), **chosen: object
) -> Drawn:
    """These sheets of a game, drawn once for all tests that look at them."""
    usual = {field.name: field.default for field in fields(Order)}
    unusual = {name: value for name, value in chosen.items() if usual[name] != value}
    if not {"slips", "tokens"} & {*sheets}:
        unusual.pop("backs", None)  # nothing else has any
    return _drawn(package.game.name, sheets, dpis, tuple(sorted(unusual.items())))


@cache
def _drawn(
    name: str,
    sheets: tuple[SheetName, ...],
    dpis: tuple[int, ...],
    chosen: tuple[tuple[str, object], ...],
) -> Drawn:
    return draw(order(registry.game_package(name), **dict(chosen)), sheets, dpis)


WITH_CARDS: tuple[GamePackage, ...] = tuple(one for one in PACKAGES if slips(order(one)))
"""Those that have cards, and so sleeve slips."""

WITH_MATS: tuple[GamePackage, ...] = tuple(
    one for one in PACKAGES if one.scene(order(one).view(0)).panels
)
"""Those that show something beside the board, and so have mats."""


def nothing(package: GamePackage) -> frozenset[SheetName]:
    """The sheets on which this game has nothing to print."""
    having: dict[SheetName, tuple[GamePackage, ...]] = {"slips": WITH_CARDS, "mats": WITH_MATS}
    having["tokens"] = tuple(one for one in PACKAGES if order(one).cut)
    having["turns"] = tuple(one for one in PACKAGES if order(one).turn)
    having["box"] = ()  # nobody has told anything of theirs
    return frozenset(sheet for sheet, games in having.items() if package not in games)


LOST = slips(order(WITH_CARDS[0]))[0].piece
"""A card that somebody lost: the first of the first game with cards."""
