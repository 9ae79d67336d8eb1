"""The box profile: what the owners tell of their copy, once for each box.

Every line is a move like any other and can be told at any time, also of a card that first comes up
in the middle of a match. Whatever was told last is the authority; what was not told yet is a
placeholder, and is called one wherever it shows.
"""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.box import (
    MOST_CARDS,
    MOST_COPIES,
    TYPES,
    Boat,
    Box,
    Called,
    Card,
    Copies,
    Distribution,
    Name,
    Order,
    Points,
    Power,
    Site,
    Some,
    Stock,
    Tokens,
    Total,
    wrong,
)
from companion.games.pyramidion.needs import AnyNeed
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import (
    RESOURCES,
    SITES,
    SUPPLY,
    BoatId,
    CardId,
    DistributionId,
    Resource,
    SiteId,
    Thing,
)
from companion.games.pyramidion.views import MOST_DECK
from companion.kernel import Move, MoveKind, fact, layout_of, pieces, rule, telling
from companion.kernel.kinds import Values


class TellSite(Move, frozen=True, tag="tell_site"):
    """What is printed on a site: its product, and the least influence and negotiation."""

    site: SiteId
    product: Resource
    influence: Points
    negotiation: Points


class TellCard(Move, frozen=True, tag="tell_card"):
    """The numbers on a character card.

    card: which one.
    influence, negotiation, haggling: points beside each symbol.
    copies: how often it is in the deck.
    """

    card: CardId
    influence: Points
    negotiation: Points
    haggling: Points
    copies: Copies


class TellPower(Move, frozen=True, tag="tell_power"):
    """What a card does besides its numbers; the number is what an adding power adds."""

    card: CardId
    power: Power
    amount: Some


class TellText(Move, frozen=True, tag="tell_text"):
    """What a card says that is done by hand."""

    card: CardId
    text: Annotated[str, Meta(title="text", min_length=1, max_length=60)]


class TellBoat(Move, frozen=True, tag="tell_boat"):
    """What is printed on a boat: its points and what it asks for."""

    boat: BoatId
    points: Points
    order: Order


class TellDistribution(Move, frozen=True, tag="tell_distribution"):
    """The tokens on a distribution card, site by site."""

    card: DistributionId
    tokens: Tokens


class TellSupply(Move, frozen=True, tag="tell_supply"):
    """How many tokens of a kind the box holds."""

    kind: Resource
    count: Total


class NameThing(Move, frozen=True, tag="name_thing"):
    """What the owners call a site or a card."""

    of: Thing
    name: Called


class ConfirmBox(Move, frozen=True, tag="confirm_box"):
    """All was read back and is as the box shows it."""


def _told(box: Box, line: str, **changes: Any) -> Box:
    """The box with a line told; it is to be confirmed again."""
    changed = replace(box, confirmed=False, **changes)
    told = tuple(one for one in changed.lines() if one in (*box.told, line))
    return replace(changed, told=told)


def _among(things: tuple[Any, ...], new: Any) -> tuple[Any, ...]:
    """The things with one told anew, or added."""
    if any(thing.id == new.id for thing in things):
        return tuple(new if thing.id == new.id else thing for thing in things)
    return (*things, new)


def _card_of(box: Box, card: str) -> Card:
    """What was told of a card, or a new one."""
    return box.card(card) or Card(card)


def _site(box: Box, m: TellSite) -> Box:
    site = Site(m.site, m.product, m.influence, m.negotiation)
    return _told(box, m.site, sites=_among(box.sites, site))


def _card(box: Box, m: TellCard) -> Box:
    card = replace(
        _card_of(box, m.card),
        influence=m.influence,
        negotiation=m.negotiation,
        haggling=m.haggling,
        copies=m.copies,
    )
    return _told(box, m.card, cards=_among(box.cards, card))


def _power(box: Box, m: TellPower) -> Box:
    card = replace(_card_of(box, m.card), power=m.power, amount=m.amount)
    return replace(box, cards=_among(box.cards, card), confirmed=False)


def _text(box: Box, m: TellText) -> Box:
    card = replace(_card_of(box, m.card), power="manual", text=m.text)
    return replace(box, cards=_among(box.cards, card), confirmed=False)


def _boat(box: Box, m: TellBoat) -> Box:
    return _told(box, m.boat, boats=_among(box.boats, Boat(m.boat, m.points, m.order)))


def _distribution(box: Box, m: TellDistribution) -> Box:
    cards = _among(box.distribution, Distribution(m.card, m.tokens))
    return _told(box, m.card, distribution=cards)


def _supply(box: Box, m: TellSupply) -> Box:
    supply = tuple(Stock(m.kind, m.count) if one.kind == m.kind else one for one in box.supply)
    return _told(box, m.kind, supply=supply)


def _name(box: Box, m: NameThing) -> Box:
    others = (one for one in box.names if one.of != m.of)
    return replace(box, names=tuple(sorted((*others, Name(m.of, m.name)))))


def _confirm(box: Box, m: ConfirmBox) -> Box:
    return replace(box, confirmed=True)


def reboxed(p: Position, box: Box) -> Position:
    """The position with another box; what there is more or less of lies in supply and deck."""
    counts = layout_of(p.pieces)
    for kind in RESOURCES:
        more = box.tokens(kind) - p.box.tokens(kind)
        counts[SUPPLY, kind] = counts.get((SUPPLY, kind), 0) + more
    deck = p.deck + box.deck - p.box.deck
    return replace(p, setup=replace(p.setup, box=box), pieces=pieces(counts), deck=deck)


def _line(
    move: type[Move],
    tell: Callable[[Box, Any], Box],
    key: str,
    values: Callable[[Position, Any], Values],
    *needs: AnyNeed,
    candidates: dict[str, Callable[[Position, Any], Any]] | None = None,
) -> MoveKind[Position, Any]:
    return telling(
        move,
        lambda p, m: reboxed(p, tell(p.box, m)),
        key,
        "box_profile",
        values,
        *needs,
        candidates=candidates,
        explicit=not msgspec.structs.fields(move),
    )


def _cards(p: Position, m: Any) -> tuple[str, ...]:
    """All cards that were told, and the next number of each sort for one that is new."""
    had = [card.id for card in p.box.cards]
    new = (
        next(f"{sort}{set_}{n}" for n in range(1, 100) if f"{sort}{set_}{n}" not in had)
        for sort in TYPES
        for set_ in "BD"
    )
    return (*had, *new)


def _room(p: Position, m: Any) -> bool:
    return p.box.card(m.card) is not None or len(p.box.cards) < MOST_CARDS


def _deck_fits(p: Position, m: TellCard) -> bool:
    """Whether the deck can be as large as told, and as small as what was drawn from it."""
    deck = _card(p.box, m).deck
    return deck <= MOST_DECK and p.deck + deck >= p.box.deck


def _copies(p: Position, m: TellCard) -> tuple[int, ...]:
    """What was told before first."""
    had = p.box.card(m.card)
    return (had.copies if had else 1, *range(MOST_COPIES + 1))


_TOLD: AnyNeed = fact(
    "no_such_card",
    lambda p, m: p.box.card(m.card) is not None,
    lambda p, m: {"cards": (m.card,)},
)
_NEXT: AnyNeed = fact(
    "card_out_of_line", lambda p, m: m.card in _cards(p, m), lambda p, m: {"card": m.card}
)
_MORE_CARDS: AnyNeed = fact("cards_full", _room, lambda p, m: {"most": MOST_CARDS})


KINDS: tuple[MoveKind[Position, Any], ...] = (
    _line(
        TellSite,
        _site,
        "site_told",
        lambda p, m: {
            "site": m.site,
            "kind": m.product,
            "influence": m.influence,
            "negotiation": m.negotiation,
        },
        candidates={"site": lambda p, m: SITES},
    ),
    _line(
        TellCard,
        _card,
        "card_told",
        lambda p, m: {"card": m.card},
        _MORE_CARDS,
        _NEXT,
        fact(
            "basic_once",
            lambda p, m: m.card[1] == "D" or m.copies == 1,
            lambda p, m: {"card": m.card},
        ),
        fact(
            "deck_cannot_be",
            _deck_fits,
            lambda p, m: {"card": m.card, "left": p.deck, "most": MOST_DECK},
        ),
        candidates={"card": _cards, "copies": _copies},
    ),
    _line(
        TellPower,
        _power,
        "power_told",
        lambda p, m: {"card": m.card, "power": m.power},
        _TOLD,
        candidates={"card": lambda p, m: (card.id for card in p.box.cards)},
    ),
    _line(
        TellText,
        _text,
        "text_told",
        lambda p, m: {"card": m.card},
        _TOLD,
        candidates={"card": lambda p, m: (card.id for card in p.box.cards)},
    ),
    _line(
        TellBoat,
        _boat,
        "boat_told",
        lambda p, m: {"boat": m.boat},
        candidates={"boat": lambda p, m: (boat.id for boat in p.box.boats)},
    ),
    _line(
        TellDistribution,
        _distribution,
        "distribution_told",
        lambda p, m: {"card": m.card},
        candidates={"card": lambda p, m: (card.id for card in p.box.distribution)},
    ),
    _line(
        TellSupply,
        _supply,
        "supply_told",
        lambda p, m: {"kind": m.kind, "count": m.count},
        fact(
            "tokens_are_out",
            lambda p, m: p.lying(SUPPLY, m.kind) + m.count >= p.box.tokens(m.kind),
            lambda p, m: {
                "kind": m.kind,
                "count": p.box.tokens(m.kind) - p.lying(SUPPLY, m.kind),
            },
        ),
    ),
    _line(
        NameThing,
        _name,
        "name_told",
        lambda p, m: {"of": m.of},
        fact(
            "no_such_card",
            lambda p, m: m.of in SITES or p.box.card(m.of) is not None,
            lambda p, m: {"cards": (m.of,)},
        ),
        candidates={
            "of": lambda p, m: (*SITES, *(card.id for card in p.box.cards)),
            "name": lambda p, m: filter(None, (p.box.name(m.of),)),
        },
    ),
    _line(
        ConfirmBox,
        _confirm,
        "box_confirmed",
        lambda p, m: {},
        fact(
            "box_untold",
            lambda p, m: not p.box.untold(),
            lambda p, m: {"count": len(p.box.untold()), "line": p.box.untold()[0]},
        ),
        rule(
            "box_counts",
            lambda p, m: not wrong(p.box),
            lambda p, m: {"lines": wrong(p.box)},
        ),
    ),
)
"""What is told of a box."""
