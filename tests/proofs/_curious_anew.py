"""Somebody curious who tells a line anew, as the screen lets anybody do it.

At two tables where some lines were played that look the same to everybody (see ``_curious_back``)
a branch begins before each line: what can be done there is tried, against the rules, too, and all
that is heard of it is compared. Then what was done there is said to have happened instead of the
line, or to have been forgotten before it, by every seat, with and without the consent of others.
All that is then heard and seen of every line is compared as well, and what could come next.
Nothing here knows how secrets are kept.
"""

from collections.abc import Sequence
from itertools import islice
from operator import methodcaller
from random import Random
from typing import Any

from companion.kernel import Move, legal
from companion.match.branch import branch, meant, tried
from companion.match.composer import Composer
from companion.match.match import Match
from tests.proofs._curious_back import GoesBack

DONE, TRIES = 3, 8
"""Moves that are done in a branch at most, and how many are tried for them."""

BRANCHES = 3
"""Branches before each line."""

AGAINST = 0.4
"""How often any move at all is tried there, whether the rules allow it or not."""


class TellsAnew:
    """Asks about one pair."""

    def __init__(self, back: GoesBack, rng: Random) -> None:
        self.back, self.curious, self.rng = back, back.curious, rng

    def ask(self, share: float = 1.0) -> None:
        """Ask before every line, or before some of them."""
        if not self.back.played:
            return
        for line in dict.fromkeys(step.line for step in self.back.again()[0].steps):
            for _ in range(max(1, round(BRANCHES * share))):
                self._told(line, self._tried(line), share)

    # In the branch

    def _tried(self, line: int) -> list[Match]:
        """A branch before the line at each table, in which something was done."""
        both = [
            branch(match, clock=lambda: 0.0, salt=lambda: b"0" * 16, before=line)
            for match in self.back.again()
        ]
        self.curious.same("anew table", *((one.public, one.asked, one.missing) for one in both))
        for _ in range(TRIES):
            move = self._drawn(both[0].public)
            if move is None:
                continue
            by = self.rng.choice(self.curious.askers())
            do = "allow" if self.rng.random() < AGAINST else "submit"
            act = methodcaller(do, move, by)
            self.curious.same(f"anew {do}", *(self.curious.told(one, act) for one in both))
            self.curious.same("anew offers", *map(self._offers, both))
            if len(tried(both[0])) >= DONE:
                break
        self.curious.same("anew tried", *map(tried, both))
        return both

    def _drawn(self, view: Any) -> Move | None:
        game, rng = self.back.game, self.rng
        if rng.random() < AGAINST:
            move: Move = self.back.tried.drawing.any_move(view, rng)
            return None if game.kind(move).hidden else move  # nothing secret is told in a branch
        ways = list(islice(legal(game, view), 100))
        return rng.choice(ways) if ways else game.chance(view, rng)

    def _offers(self, one: Match) -> Any:
        composer = Composer(one.game)
        return composer.choices(one.public), composer.ticks(one.public)

    # What is said by it

    def _told(self, line: int, branches: Sequence[Match], share: float) -> None:
        waiting = tried(branches[0])
        if not waiting:
            return
        for forgotten in (False, True):
            said = [meant(m, line, waiting, forgotten=forgotten) for m in self.back.again()]
            self.curious.same(f"anew meant {forgotten}", *(one is None for one in said))
            if said[0] is None or said[1] is None:
                continue
            self.curious.same(f"anew told {forgotten}", *said)
            moves, allow = said[0]
            movers = [one.by for one in waiting]
            # One of them brings something to light, and the verdict on the next tells what.
            shown = any(self.back.game.reveals(move) for move in moves[:-1])
            for by, consent, reason in self.back.asked(share):
                how = {"by": by, "consent": consent, "reason": reason, "allow": allow}
                agreed = shown and set(self.back.seats) <= {by, *consent}
                agreed = agreed or self.back.knows(line, movers, (by, *consent))
                self._put_right(f"anew {forgotten}", line, moves, how, agreed=agreed)

    def _put_right(
        self, what: str, line: int, moves: Sequence[Move], how: dict[str, Any], *, agreed: bool
    ) -> None:
        both, act = self.back.again(), methodcaller("amend", line, *moves, **how)
        one, two = (self.curious.told(match, act) for match in both)
        if self.back.differs(what, one, two, agreed=agreed, moves=moves):
            return
        self.curious.same(f"{what} lines", *map(self._lines, both))
        self.curious.same(f"{what} offers", *map(self._offers, both))

    def _lines(self, match: Match) -> Any:
        """How every line stands now."""
        return [(one.status, one.faults) for one in match.lines()]
