"""Activating a site: cards laid face down by all, turned up or told as sums (steps A to C).

There are three ways to enter a site, free to choose each time: which cards there are, each
player's three sums, or only who won each contest. What is not told stays unknown.
"""

from collections import Counter
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion import powers
from companion.games.pyramidion.contest import Contest, Laid, Totals
from companion.games.pyramidion.needs import AnyNeed
from companion.games.pyramidion.position import BASIC_HAND, Position
from companion.games.pyramidion.tokens import NOBODY, CardId, Seat, SiteId, Winner
from companion.kernel import Effects, Move, MoveKind, event, fact, memo_last, plays, rule

MOST_CARDS = 16
"""More cards are never in one hand, whatever was dealt."""

Cards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
Sum = Annotated[int, Meta(ge=0, le=60)]


class Activate(Move, frozen=True, tag="activate"):
    """The active player chooses a site."""

    site: SiteId


class Lay(Move, frozen=True, tag="lay"):
    """A player puts any number of cards face down at the active site."""

    seat: Seat
    count: Cards


class Reveal(Move, frozen=True, tag="reveal"):
    """A player's cards at the active site are turned up."""

    seat: Seat
    cards: Annotated[tuple[CardId, ...], Meta(max_length=MOST_CARDS)]


class RevealTotals(Move, frozen=True, tag="reveal_totals"):
    """A player's three sums at the active site, with nothing told of the cards."""

    seat: Seat
    influence: Sum
    negotiation: Sum
    haggling: Sum


class Results(Move, frozen=True, tag="results"):
    """Only who won each contest at the active site, if anybody."""

    torturers: Winner
    negotiators: Winner
    merchants: Winner


def _activate(p: Position, m: Activate) -> Effects[Position]:
    seat = p.active()
    p = replace(p, contest=Contest(m.site, seat))
    number = p.activations()[: len(p.activated) + 1].count(seat)
    yield event(p, "activated", "P20", seat=seat, site=m.site, number=number)
    return p


ACTIVATE: MoveKind[Position, Activate] = MoveKind(
    Activate,
    needs=(
        fact("nobody_activates", lambda p, m: p.active() and p.contest is None),
        rule("P22", lambda p, m: m.site not in p.activated, lambda p, m: {"site": m.site}),
    ),
    apply=_activate,
    candidates={"site": lambda p, m: (site.id for site in p.box.sites)},
    out_of_turn="P20",
)


# Lay


def _room(p: Position) -> int:
    return p.options.max_cards_per_site


def _lay(p: Position, m: Lay) -> Effects[Position]:
    hand = p.player(m.seat).hand - m.count
    p = p.with_laid(Laid(m.seat, m.count)).with_player(m.seat, hand=hand)
    yield event(p, "laid", "P28", seat=m.seat, count=m.count)
    return (yield from powers.turned_up(p))


LAY: MoveKind[Position, Lay] = MoveKind(
    Lay,
    needs=(
        plays(),
        fact("nothing_to_lay_at", lambda p, m: m.seat in p.to_lay(), lambda p, m: {"seat": m.seat}),
        fact(
            "P27b",
            lambda p, m: m.count <= p.player(m.seat).hand,
            lambda p, m: {"seat": m.seat, "count": m.count, "hand": p.player(m.seat).hand},
        ),
        rule(
            "P27c",
            lambda p, m: not _room(p) or m.count <= _room(p),
            lambda p, m: {"count": m.count, "most": _room(p)},
        ),
    ),
    apply=_lay,
    candidates={"seat": lambda p, m: p.to_lay()},
    by="seat",
    out_of_turn="P29",
    out_of_phase="P29",
)


# Cards


@memo_last
def _cards_of(p: Position, seat: str) -> int:
    return p.laid_count(seat) + p.player(seat).hand


def _had(p: Position, m: Reveal) -> int:
    """How many cards a player can show: those laid and those in hand."""
    return _cards_of(p, m.seat)


def _expected(p: Position, m: Reveal) -> int | None:
    """How many cards are to be shown, None when as many as one likes."""
    laid = p.laid_by(m.seat)
    return laid.count if laid else None


def _again(p: Position, m: Reveal) -> tuple[CardId, ...]:
    """Basic cards that were played before, at an earlier site or among these."""
    used = p.player(m.seat).used
    return tuple(
        card
        for number, card in enumerate(m.cards)
        if card[1] == "B" and card in (*used, *m.cards[:number])
    )


@memo_last
def _unseen(p: Position) -> Callable[[CardId], int]:
    """How many copies of a card of the deck nobody has seen yet."""
    laid = (card for one in (p.contest.laid if p.contest else ()) for card in one.cards)
    seen = Counter((*p.discard, *laid))
    return lambda card: p.box.copies(card) - seen[card]


def _short(p: Position, m: Reveal) -> tuple[CardId, ...]:
    """Cards of the deck of which more are seen than there are."""
    there = _unseen(p)
    return tuple(
        card
        for card in dict.fromkeys(m.cards)
        if card[1] == "D" and m.cards.count(card) > there(card)
    )


def _sorts(p: Position, m: Reveal) -> dict[str, str | int]:
    """How many basic and drawn cards are told, and how many there can be at most."""
    player = p.player(m.seat)
    basic = sum(card[1] == "B" for card in m.cards)
    return {
        "seat": m.seat,
        "basic": basic,
        "most_basic": BASIC_HAND - len(player.used),
        "drawn": len(m.cards) - basic,
        "most_drawn": player.drawn - player.spent,
    }


def _fit_the_hand(p: Position, m: Reveal) -> bool:
    player = p.player(m.seat)
    basic = sum([card[1] == "B" for card in m.cards])
    drawn = len(m.cards) - basic
    return basic <= BASIC_HAND - len(player.used) and drawn <= player.drawn - player.spent


def could_be(p: Position, m: Reveal) -> bool:
    """Whether a player may have those cards, as far as anybody knows."""
    return _fit_the_hand(p, m) and not _short(p, m) and not _again(p, m)


def _few_enough(p: Position, m: Reveal) -> bool:
    expected = _expected(p, m)
    return expected is None or len(m.cards) <= expected


def _reveal(p: Position, m: Reveal) -> Effects[Position]:
    hand = _had(p, m) - len(m.cards)
    p = p.with_laid(Laid(m.seat, len(m.cards), m.cards)).with_player(m.seat, hand=hand)
    if m.cards:
        yield event(p, "turned_up", "P28", seat=m.seat, cards=m.cards)
    else:
        yield event(p, "nothing_turned_up", "P27a", seat=m.seat)
    return (yield from powers.turned_up(p))


_TURNS_UP: AnyNeed = fact(
    "nothing_to_turn_up", lambda p, m: m.seat in p.to_tell(), lambda p, m: {"seat": m.seat}
)

REVEAL: MoveKind[Position, Reveal] = MoveKind(
    Reveal,
    needs=(
        plays(),
        _TURNS_UP,
        fact(
            "no_such_card",
            lambda p, m: all(map(p.box.card, m.cards)),
            lambda p, m: {"cards": tuple(card for card in m.cards if not p.box.card(card))},
            early=True,
        ),
        fact(
            "P27b",
            lambda p, m: len(m.cards) <= _had(p, m),
            lambda p, m: {"seat": m.seat, "count": len(m.cards), "hand": _had(p, m)},
            early=True,
        ),
        fact(
            "not_in_that_hand",
            _fit_the_hand,
            _sorts,
            early=True,
        ),
        fact(
            "no_copy_left",
            lambda p, m: not _short(p, m),
            lambda p, m: {"cards": _short(p, m)},
            early=True,
        ),
        rule(
            "P27c",
            lambda p, m: not _room(p) or len(m.cards) <= _room(p),
            lambda p, m: {"count": len(m.cards), "most": _room(p)},
            early=True,
        ),
        rule(
            "P28",
            lambda p, m: _expected(p, m) in (None, len(m.cards)),
            lambda p, m: {"told": len(m.cards), "laid": _expected(p, m)},
            early=_few_enough,
        ),
        rule(
            "P53a", lambda p, m: not _again(p, m), lambda p, m: {"cards": _again(p, m)}, early=True
        ),
    ),
    apply=_reveal,
    candidates={
        "seat": lambda p, m: p.to_tell(),
        "cards": lambda p, m: (card.id for card in p.box.cards),
    },
    by="seat",
    out_of_turn="P29",
    out_of_phase="P29",
    unordered=("cards",),
    reveals=True,
)


# Sums


def _reveal_totals(p: Position, m: RevealTotals) -> Effects[Position]:
    laid, sums = p.laid_by(m.seat), Totals(m.influence, m.negotiation, m.haggling)
    count = laid.count if laid else 0
    p = p.with_laid(Laid(m.seat, count, totals=sums, blind=laid is None))
    values = {"influence": m.influence, "negotiation": m.negotiation, "haggling": m.haggling}
    yield event(p, "sums_told", "P33", seat=m.seat, **values)
    return (yield from powers.turned_up(p))


REVEAL_TOTALS: MoveKind[Position, RevealTotals] = MoveKind(
    RevealTotals,
    needs=(
        plays(),
        _TURNS_UP,
    ),
    apply=_reveal_totals,
    candidates={"seat": lambda p, m: p.to_tell()},
    by="seat",
    out_of_turn="P29",
    out_of_phase="P29",
    reveals=True,
    explicit=True,
)


# Results


def _results(p: Position, m: Results) -> Effects[Position]:
    p = p.with_contest(winners=(m.torturers, m.negotiators, m.merchants))
    yield event(p, "results_told", "P30", site=p.resolving().site)
    return (yield from powers.turned_up(p))


def _winners(p: Position) -> tuple[str, ...]:
    return (*p.order, "nobody")


RESULTS: MoveKind[Position, Results] = MoveKind(
    Results,
    needs=(
        fact("nothing_to_resolve", lambda p, m: p.contest is not None and not p.contest.winners),
        fact("already_resolving", lambda p, m: not p.resolving().moving),
        plays("torturers", NOBODY),
        plays("negotiators", NOBODY),
        plays("merchants", NOBODY),
    ),
    apply=_results,
    candidates={
        "torturers": lambda p, m: _winners(p),
        "negotiators": lambda p, m: _winners(p),
        "merchants": lambda p, m: _winners(p),
    },
    out_of_phase="P30",
    reveals=True,
    explicit=True,
)
