"""Phase C: the levels pay their premiums, stones wear, and the next round or the end comes."""

from msgspec.structs import replace

from companion.games.maya.position import (
    ROUNDS,
    STONES,
    Marker,
    Player,
    Position,
    Quarry,
)
from companion.games.maya.premiums import level_paid, worn
from companion.kernel import Effects, Level, Outcome, Transition, event

COINS = (20, 10, 5, 2, 1)
"""The gold coins in the box (Dutch translation of the rule booklet)."""


def coins(gold: int) -> tuple[int, ...]:
    """One way to pay an amount, in as few coins as possible."""
    paid = []
    for coin in COINS:
        paid += [coin] * (gold // coin)
        gold %= coin
    return tuple(paid)


def scored(p: Position) -> Effects[Position]:
    """All levels are paid, then stones wear, and the next round begins or the game ends."""
    yield event(p, "scoring", "Y89", number=p.round)
    before = p
    premiums: list[tuple[str, str]] = []
    for level in p.levels():
        p = yield from level_paid(p, level, premiums)
    for seat in p.setup.seats:
        gold = p.gold(seat) - before.gold(seat)
        values = {"seat": seat, "gold": gold, "total": p.gold(seat)}
        if gold:
            paid = coins(gold)
            key = "round_paid" if len(paid) > 1 else "round_paid_one_coin"
            yield event(p, key, "Y91", coins=paid, **values)
        else:
            yield event(p, "round_without_gold", "Y91", **values)
    if p.round < ROUNDS:
        p = yield from worn(p, premiums)
        return (yield from begun(p, p.round + 1))
    if p.options.last_wear:
        p = yield from worn(p, premiums)
    p = replace(p, phase="over")
    yield _won(p)
    return p


def _won(p: Position) -> Transition[Position]:
    found = outcome(p)
    assert found is not None
    seats, level = found.places[0], found.decisive
    gold = p.gold(seats[0])
    if level is None:
        return event(p, "shared", found.rule, seats=seats, gold=gold)
    key = "won" if level.key == "gold" else "won_by_stones"
    return event(p, key, found.rule, seat=seats[0], gold=gold)


def outcome(p: Position) -> Outcome | None:
    """Most gold, then fewest stones in the supply; who is equal in both shares the place."""
    if p.phase != "over":
        return None
    seats = p.setup.seats
    levels = (
        Level("gold", "Y100", {seat: p.gold(seat) for seat in seats}),
        Level("supply", "Y101", {seat: in_supply(p, seat) for seat in seats}),
    )
    found = Outcome(places(p), "Y102", levels)
    return found if found.decisive is None else replace(found, rule=found.decisive.rule)


def begun(p: Position, number: int) -> Effects[Position]:
    """A round begins: the named start player takes over, markers go back to their quarries."""
    away = tuple(one.name for one in p.markers if one.at != home(p, one))
    p = replace(
        p,
        round=number,
        phase="laying",
        start=p.next_start or p.start,
        next_start="",
        players=tuple(Player(one.seat) for one in p.players),
        quarries=tuple(Quarry(one.id) for one in p.quarries),
        markers=tuple(Marker(one.name, home(p, one)) for one in p.markers),
    )
    p = replace(p, turn=p.start)
    if away:
        yield event(p, "markers_back", "Y38", markers=away)
    yield event(p, "round_begins", "Y99", number=number, seat=p.start)
    return p


def home(p: Position, marker: Marker) -> str:
    """Where a marker is when a round begins (Y38): START stays with a player who has it."""
    if marker.name == "START" and marker.at.startswith("seat:"):
        return marker.at
    printed = (
        number for number, one in enumerate(p.board.quarries, 1) if one.marker == marker.name
    )
    return f"Q{next(printed)}"


def in_supply(p: Position, seat: str) -> int:
    """Stones of a seat that do not stand in pyramids: fewer win a tie (Y101)."""
    return STONES - sum(p.count(level, seat) for level in p.levels())


def places(p: Position) -> tuple[tuple[str, ...], ...]:
    """Everybody by gold, then by stones in the supply; who is equal in both together (Y102)."""

    def rank(seat: str) -> tuple[int, int]:
        return (-p.gold(seat), in_supply(p, seat))

    seats = p.setup.seats
    ranks = sorted({rank(seat) for seat in seats})
    return tuple(tuple(seat for seat in seats if rank(seat) == one) for one in ranks)
