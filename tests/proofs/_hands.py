"""Pairs of tables that differ in what their owners alone know, asked by telephones."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.kernel import Accepted, Move, MoveKind, judge, masked
from companion.match.match import Match
from companion.sight.hand import Done, Offered
from companion.sight.look import moment
from tests.games.tried import Tried
from tests.proofs._curious import beginning_at, pairs
from tests.sight.evenings import NAMES
from tests.ui.hands import at_table, hand, tokens_of, wish
from ui.guests.feed import Feed, Manner

DRAWS = 6
"""Moves drawn to find two that are told in private and look alike to everybody else."""

DEEP = 4
"""Things that a telephone chooses one after the other."""

KNOWING = 0.1
"""How often those are asked who may know the difference: that it can be seen at all."""


@dataclass
class Asked:
    """What was compared.

    pairs: of tables, each with a seat that may not know the difference.
    answers: compared, by what was asked.
    size: bytes of them.
    differ: which were not the same.
    told: things told in private by a telephone at both tables, another at each.
    knows: whoever may know the difference was asked; whether it could be seen.
    """

    pairs: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    size: int = 0
    differ: Counter[str] = field(default_factory=Counter)
    told: int = 0
    knows: Counter[bool] = field(default_factory=Counter)

    def same(self, what: str, one: bytes, two: bytes) -> None:
        """Two answers that must be the same."""
        self.answers[what] += 1
        self.size += len(one)
        self.differ[what] += one != two


def asked(tried: Tried, many: int, seed: int) -> Asked:
    """What telephones are answered at so many pairs of tables, before and after something is told
    by one of them."""
    found = Asked()
    drawn = pairs(tried, seed)
    while found.pairs < many:
        rng = Random(f"{seed} {found.pairs}")
        both = tuple(_Table(tried, one) for one in next(drawn))
        blind = [seat for seat in both[0].seats if both[0].view(seat) == both[1].view(seat)]
        if not blind:
            continue
        found.pairs += 1
        _compared(found, both, blind, rng)
        if teller := _tell(tried, both, rng):
            found.told += 1
            _compared(found, both, [seat for seat in blind if seat != teller], rng)
    return found


class _Table:
    """One table of a pair."""

    def __init__(self, tried: Tried, position: Any) -> None:
        seats = position.setup.seats
        names = dict(zip(seats, NAMES, strict=False))
        package = beginning_at(tried, position)
        match = Match.start(package, seats, names, clock=lambda: 0.0, salt=lambda: bytes(16))
        self.at, self.seats, self._feed = at_table(match), seats, Feed("en")

    def stream(self) -> bytes:
        """What all telephones are sent."""
        self._feed.take(moment(self.at.match), Manner("en", "dark", True, 0), 0.0)
        return self._feed.lines(0.0)

    def view(self, seat: str) -> Any:
        return self.at.match.game.seen_by(self.at.match.position, seat)

    def answers(self, seat: str, rng: Random) -> Iterator[tuple[str, bytes]]:
        """What a telephone is answered that looks, and goes on to choose by chance."""
        own, chosen = hand(self.at, seat), tuple[str, ...]()
        yield "look", msgspec.json.encode(own.look())
        for _ in range(DEEP):
            offered = own.begin(chosen)
            yield "begin", msgspec.json.encode(offered)
            if not isinstance(offered, Offered) or not offered.options or offered.wrong:
                return
            chosen += (rng.choice(offered.options).token,)


def _compared(found: Asked, both: tuple[_Table, ...], blind: list[str], rng: Random) -> None:
    """Ask at both tables. blind: the seats that never knew any difference."""
    one, two = both
    found.same("stream", one.stream(), two.stream())
    for seat in one.seats:
        if seat not in blind and rng.random() > KNOWING:
            continue
        start = rng.random()
        ways = [list(table.answers(seat, Random(start))) for table in both]
        if seat in blind:
            found.same("number of answers", bytes(len(ways[0])), bytes(len(ways[1])))
            for (what, first), (_, second) in zip(*ways, strict=False):
                found.same(what, first, second)
        else:
            found.knows[ways[0] != ways[1]] += 1


def _tell(tried: Tried, both: tuple[_Table, ...], rng: Random) -> str:
    """A telephone tells something in private, another thing at each table where that may be; whose
    it was, "" where nothing was told."""
    kind = rng.choice([kind for kind in tried.game.kinds if kind.hidden])
    ways = [_private(tried, table, kind, rng) for table in both]
    alike = [look for look in ways[0] if look in ways[1]]
    if not alike:
        return ""
    look = rng.choice(alike)
    moves = [rng.choice(way[look]) for way in ways]
    asked = [one.seat for one in both[0].at.match.asked if kind.name in one.kinds]
    seat = str(getattr(look, kind.by)) if kind.by else asked[0]
    chosen = [tokens_of(table.at, seat, move) for table, move in zip(both, moves, strict=True)]
    if None in chosen:
        return ""
    said = [
        hand(table.at, seat).wish(wish(table.at, tokens or ()))
        for table, tokens in zip(both, chosen, strict=True)
    ]
    return seat if all(isinstance(one, Done) for one in said) else ""


def _private(
    tried: Tried, table: _Table, kind: MoveKind[Any, Any], rng: Random
) -> dict[Move, list[Move]]:
    """Moves in private that are possible there, by how all others see them."""
    found: dict[Move, list[Move]] = {}
    position = table.at.match.position
    for _ in range(DRAWS):
        move = tried.drawing.any_move(position, rng, kind.name)
        if isinstance(judge(tried.game, position, move), Accepted):
            found.setdefault(masked(kind, move), []).append(move)
    return found
