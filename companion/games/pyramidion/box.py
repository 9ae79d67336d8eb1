"""What is printed in the box: sites, boats, cards, and how many tokens there are.

Hardly any number is told by a source, so ``box.toml`` holds placeholders, and the owners tell the
true ones from their own copy. Whatever is told here is the authority.
"""

from functools import cached_property
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
import tomli

from companion.games.pyramidion.tokens import (
    SITES,
    BoatId,
    CardId,
    DistributionId,
    Resource,
    SiteId,
)

CardType = Literal["merchant", "negotiator", "torturer", "special"]
Symbol = Literal["influence", "negotiation", "haggling"]
Power = Literal[
    "none",
    "cancel_specials",
    "take_one_token",
    "remove_card",
    "add_influence",
    "add_negotiation",
    "add_haggling",
    "manual",
]
"""What a special card may do besides its numbers; *manual*: what its text says, done by hand."""

GIZA = "giza"
JOKER: Resource = "statue"
SYMBOLS: tuple[Symbol, ...] = ("influence", "negotiation", "haggling")
TYPES: dict[str, CardType] = {
    "M": "merchant",
    "N": "negotiator",
    "T": "torturer",
    "S": "special",
}

Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""A number beside a symbol, or a minimum of a site."""
MOST_COPIES = 20
"""More cards that are alike no box has."""
MOST_CARDS = 40
"""More different cards no box has."""
MOST_LINES = 99
"""More than there is to tell of a box."""
Copies = Annotated[int, msgspec.Meta(ge=0, le=MOST_COPIES)]
Line = Annotated[str, msgspec.Meta(max_length=24)]
Called = Annotated[str, msgspec.Meta(title="name", min_length=1, max_length=24)]
Total = Annotated[int, msgspec.Meta(ge=0, le=99)]
Some = Annotated[int, msgspec.Meta(ge=0, le=9)]

Tokens = Annotated[tuple[Some, ...], msgspec.Meta(min_length=len(SITES), max_length=len(SITES))]
Order = Annotated[tuple[Resource, ...], msgspec.Meta(max_length=20)]

BOATS, DISTRIBUTIONS = 20, 10
"""How many there are (gioconauta.it)."""

TOKENS, DECK = 185, 45
"""Resource tokens in all, and character cards that are not basic (gioconauta.it)."""

BASIC: dict[CardType, int] = {"merchant": 2, "negotiator": 1, "torturer": 1, "special": 1}
"""The basic cards of each colour (gioconauta.it)."""


class Site(msgspec.Struct, frozen=True):
    """A site: what it produces, and the least influence and negotiation that win there."""

    id: SiteId
    product: Resource
    influence: Points
    negotiation: Points


class Card(msgspec.Struct, frozen=True):
    """A character card.

    id: its number, as printed.
    copies: in the deck; a basic card is there once for each colour.
    influence, negotiation, haggling: points beside each symbol.
    power: what is special about it.
    amount: what an adding power adds.
    text: what a manual power says.
    """

    id: CardId
    copies: Copies = 1
    influence: Points = 0
    negotiation: Points = 0
    haggling: Points = 0
    power: Power = "none"
    amount: Some = 0
    text: Annotated[str, msgspec.Meta(max_length=60)] = ""

    @property
    def type(self) -> CardType:
        """What sort of person it shows."""
        return TYPES[self.id[0]]

    @property
    def basic(self) -> bool:
        """Whether every colour has it from the start."""
        return self.id[1] == "B"


class Boat(msgspec.Struct, frozen=True):
    """A boat: its points, and one resource for each unit that it asks for."""

    id: BoatId
    points: Points
    order: Order


class Distribution(msgspec.Struct, frozen=True):
    """A distribution card: tokens for the sites, in the order of the sites of the box."""

    id: DistributionId
    tokens: Tokens


class Stock(msgspec.Struct, frozen=True):
    """How many tokens of a kind the box holds."""

    kind: Resource
    count: Total


class Name(msgspec.Struct, frozen=True, order=True):
    """What the owners call a site or a card."""

    of: Line
    name: Called


class _Shipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``box.toml`` holds.

    sites: in the order of the board.
    supply: resource tokens, how many of each kind.
    distribution: cards that say what comes to which site.
    boats: with what they load and bring.
    cards: characters of the deck, and the basic ones.
    """

    sites: tuple[Site, ...]
    supply: tuple[Stock, ...]
    distribution: tuple[Distribution, ...]
    boats: tuple[Boat, ...]
    cards: tuple[Card, ...]


_text = files(__package__).joinpath("box.toml").read_text("utf-8")
SHIPPED = msgspec.convert(tomli.loads(_text), _Shipped)
"""The placeholders."""


class Box(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What is printed in the box.

    sites, supply, distribution, boats, cards: as in :class:`_Shipped`, with what the owners told.
    names: what the owners call sites and cards.
    told: what they have told so far: ``giza`` for a site, ``B01``, ``D01``, ``MB1`` for cards,
        ``stone`` for a kind of token; all else is a placeholder.
    confirmed: whether everything was told and read back.
    """

    sites: tuple[Site, ...] = SHIPPED.sites
    supply: tuple[Stock, ...] = SHIPPED.supply
    distribution: tuple[Distribution, ...] = SHIPPED.distribution
    boats: tuple[Boat, ...] = SHIPPED.boats
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=MOST_CARDS)] = SHIPPED.cards
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    told: Annotated[tuple[Line, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    confirmed: bool = False

    @cached_property
    def _sites(self) -> dict[str, Site]:
        return {site.id: site for site in self.sites}

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def _boats(self) -> dict[str, Boat]:
        return {boat.id: boat for boat in self.boats}

    def site(self, site: str) -> Site | None:
        """What is printed on a site."""
        return self._sites.get(site)

    def card(self, card: str) -> Card | None:
        """What is printed on a character card; None for one that nobody told."""
        return self._cards.get(card)

    def copies(self, card: str) -> int:
        """How many copies of a character card there are, 0 of one that nobody told."""
        printed = self.card(card)
        return printed.copies if printed else 0

    def boat(self, boat: str) -> Boat | None:
        """What is printed on a boat."""
        return self._boats.get(boat)

    def dealt(self, card: str) -> Distribution | None:
        """What is printed on a distribution card."""
        return next((one for one in self.distribution if one.id == card), None)

    def tokens(self, kind: str) -> int:
        """How many tokens of a kind there are."""
        return next((one.count for one in self.supply if one.kind == kind), 0)

    def name(self, of: str) -> str:
        """What the owners call a site or a card, "" when they did not say."""
        return next((one.name for one in self.names if one.of == of), "")

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """What every copy has, whatever is printed on it."""
        each = (self.sites, self.boats, self.distribution)
        return (*(tuple(one.id for one in of) for of in each), tuple(s.kind for s in self.supply))

    @property
    def deck(self) -> int:
        """How many character cards the deck has."""
        return sum(card.copies for card in self.cards if not card.basic)

    def lines(self) -> tuple[str, ...]:
        """All that must be told before the box can be confirmed."""
        return (
            *(site.id for site in self.sites),
            *(card.id for card in self.cards),
            *(boat.id for boat in self.boats),
            *(card.id for card in self.distribution),
            *(one.kind for one in self.supply),
        )

    def untold(self) -> tuple[str, ...]:
        """What is still a placeholder."""
        return tuple(line for line in self.lines() if line not in self.told)


def wrong(box: Box) -> tuple[str, ...]:
    """Which numbers of parts are not those of the sources, as words of the texts."""
    basic = [card.type for card in box.cards if card.basic]
    return tuple(
        what
        for what, right in (
            ("tokens", sum(one.count for one in box.supply) == TOKENS),
            ("deck", box.deck == DECK),
            ("basic", all(basic.count(sort) == count for sort, count in BASIC.items())),
            ("points", all(1 <= boat.points <= 5 for boat in box.boats)),
        )
        if not right
    )
