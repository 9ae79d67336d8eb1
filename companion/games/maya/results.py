"""Who got how much gold from which pyramid in a scoring, for all to see before the next round."""

from collections.abc import Sequence

from companion.games.maya.position import Paid, Position, pyramid_of
from companion.games.maya.views import gold_shown
from companion.kernel import UNKNOWN, Event
from companion.scene.results import Column, Results, Share

PAID = ("round_paid", "round_paid_one_coin", "round_without_gold")
"""What is told of each player: how much gold that is, and in which coins."""


def results(way: Sequence[Position], events: Sequence[Event]) -> Results | None:
    """The scoring of a round on this way; None for any other step, after the last one, whose end
    says it, and where the table does not want to see any gold."""
    after = way[-1]
    begins = next((at for at, one in enumerate(events) if one.key == "scoring"), None)
    if begins is None or after.phase == "over" or not gold_shown(after):
        return None
    before = way[begins]  # a pass that led to it may have brought gold, too
    seats, paid = after.setup.seats, after.ledger[len(before.ledger) :]
    pyramids = dict.fromkeys(pyramid_of(level) for level in after.levels())
    columns = [
        Column(pyramid, {seat: _share(paid, seat, pyramid) for seat in seats})
        for pyramid in pyramids
    ]
    totals = {seat: _total(before.gold(seat), after.gold(seat)) for seat in seats}
    told = tuple(at for at, one in enumerate(events) if one.key in PAID)
    return Results(
        "results.scored",
        (*columns, Column("results.together", totals)),
        dict(events[begins].values),
        told,
    )


def _share(paid: Sequence[Paid], seat: str, pyramid: str) -> Share:
    """What a player got from a pyramid, level by level."""
    mine = (one for one in paid if one.seat == seat and pyramid_of(one.level) == pyramid)
    gold = [one.gold for one in mine if one.gold != UNKNOWN]
    return Share(sum(gold), tuple(gold) if len(gold) > 1 else ())


def _total(before: int, after: int) -> Share:
    return Share(after, (before, after - before) if before else ())
