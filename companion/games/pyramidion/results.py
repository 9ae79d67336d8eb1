"""Who wins what at a site: everybody's three sums, for all to see until the site is cleared."""

from collections.abc import Sequence

from companion.games.pyramidion.box import SYMBOLS, Symbol
from companion.games.pyramidion.contests import CONTESTS, MERCHANTS
from companion.games.pyramidion.position import Position
from companion.kernel import Event
from companion.scene.results import Column, Results, Share, Standing

TROOPS = tuple(str(one.troop) for one in CONTESTS)
"""What is won in the first contests."""

GOODS = {
    "takes_all",
    "nothing_to_take",
    "nobody_takes",
    "haggling_tie",
    "nobody_haggles",
    "haggles_best",
}
"""What is told of the contest for the tokens."""

WEIGHT = ("placed", "stays", "no_troop_left", "takes_all", "nothing_to_take")
"""What happened with troops and tokens is told before why."""


def results(way: Sequence[Position], events: Sequence[Event]) -> Results | None:
    """The three contests of a site that was cleared on this way; None for any other step."""
    if not any(one.key == "cleared" for one in events):
        return None
    cleared = next(one for one in reversed(way) if one.contest is not None)
    site = cleared.resolving().site
    columns = (_column(cleared, way[0], number, events) for number in range(len(SYMBOLS)))
    return Results("results.cleared", tuple(columns), {"site": site})


def _column(p: Position, before: Position, number: int, events: Sequence[Event]) -> Column:
    symbol, contest = SYMBOLS[number], p.resolving()
    tokens = before.tokens(contest.site)
    look, count = next(iter(tokens.items()), ("", 1))
    least = 0 if number == MERCHANTS else int(getattr(p.board(contest.site), symbol))
    if number != MERCHANTS:
        look, count = TROOPS[number], 1
    if contest.winners:
        won = {contest.winners[number]}
        shares = {seat: Share(standing="won" if seat in won else "") for seat in p.order}
    else:
        shares = _shares(p, symbol, least)
    return Column(
        f"results.{symbol}",
        shares,
        look,
        count,
        "results.least" if least else "results.any",
        {"least": least},
        _happened(number, events),
    )


def _shares(p: Position, symbol: Symbol, least: int) -> dict[str, Share]:
    totals = p.totals(symbol)
    most = max(totals.values())
    alone = list(totals.values()).count(most) == 1
    found = {}
    for seat, total in totals.items():
        best: Standing = "" if total < most or not most else "won" if alone else "tied"
        parts = tuple(one for card in p.counting(seat) if (one := int(getattr(card, symbol))))
        shown = parts if len(parts) > 1 and sum(parts) == total else ()
        found[seat] = Share(total, shown, "" if best == "won" and total < least else best)
    return found


def _happened(number: int, events: Sequence[Event]) -> tuple[int, ...]:
    """The numbers of what happened in one of the contests."""

    def belongs(one: Event) -> bool:
        if one.key == "counted":
            return False
        if number == MERCHANTS:
            return one.key in GOODS
        return one.values.get("troop") == TROOPS[number]

    found = [at for at, one in enumerate(events) if belongs(one)]
    return tuple(sorted(found, key=lambda at: events[at].key not in WEIGHT))
