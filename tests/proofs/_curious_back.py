"""Somebody curious who goes back: tells lines otherwise, strikes them, sets the table right.

At two tables that differ only in what is hidden some lines are played that look the same to
everybody: moves, what is told in private, something else at each, and the table set right. Then
every way back is tried, each from these lines anew, with and without the consent of others, and
all that is heard and seen of it is compared. As in ``_curious``, nothing here knows how secrets are
kept.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from operator import methodcaller
from random import Random
from typing import Any

import msgspec

from companion.kernel import TABLE, Accepted, Move, judge, legal, maker
from companion.match.entries import Played, Reason, encode
from companion.match.match import Match
from tests.proofs._curious import SEALED, Curious

LINES, TRIES = 6, 40
"""Lines that are played, and how many moves are tried for them."""

PRIVATELY = 0.3
"""How often something is told in private."""

SET_RIGHT = 0.15
"""How often the table is set right."""

REASONS: tuple[Reason | None, ...] = (None, "entered wrongly", "taken back")

Act = Callable[[Match], Any]


def _do(what: str, *given: Any, **how: Any) -> Act:
    return methodcaller(what, *given, **how)


class GoesBack:
    """Asks about one pair."""

    def __init__(self, curious: Curious, rng: Random) -> None:
        self.curious, self.rng = curious, rng
        self.tried, self.game, self.seats = curious.tried, curious.game, curious.seats
        self.played: list[tuple[Act, Act]] = []
        self.tables = curious.begun("confirm")
        self.had = [len(match.entries) for match in self.tables]

    def ask(self, share: float = 1.0) -> None:
        """Ask all there is, or some of it."""
        self._play()
        if not self.played:
            return
        both = self.again()
        lines = [entry.number for entry in both[0].entries if isinstance(entry, Played)]
        self.curious.same("table back instead", *(self._instead(match) for match in both))
        for line in lines:
            self._strike(line, share)
            self._amend(line, share)
        self._take_back(lines, share)
        self._set(share)

    # What is played before

    def _play(self) -> None:
        for _ in range(TRIES):
            both = self.again()
            right = self.rng.random() < SET_RIGHT
            drawn = self._situation() if right else self._drawn([one.position for one in both])
            if drawn is None:
                continue
            self.played.append(drawn)
            done = [act(match).done for act, match in zip(drawn, both, strict=True)]
            one, two = (self._told(match) for match in both)
            if not all(done) or one != two:  # the table itself turned something up
                self.played.pop()
                self.tables = []
            else:
                self.had = [len(match.entries) for match in both]
            if len(self.played) == LINES:
                return

    def _situation(self) -> tuple[Act, Act]:
        """What the table shows, a part of what some vector tells of it."""
        told = self.rng.choice(self.tried.vectors.VECTORS)["situation"]
        parts = self.rng.sample(sorted(told), min(len(told), self.rng.randint(1, 2)))
        right = _do("correct", {name: told[name] for name in parts}, self.rng.choice(self.seats))
        return right, right

    def _drawn(self, both: Sequence[Any]) -> tuple[Act, Act] | None:
        """A move for each table that must be taken there."""
        moves = self._moves(both)
        if moves is None:
            return None
        by = maker(self.game, self.game.public(both[0]), moves[0]) or TABLE
        done = [judge(self.game, at, move, by) for at, move in zip(both, moves, strict=True)]
        if not all(isinstance(one, Accepted) for one in done):
            return None
        one, other = (_do("submit", move, by) for move in moves)
        return one, other

    def _moves(self, both: Sequence[Any]) -> tuple[Move, Move] | None:
        rng, game = self.rng, self.game
        view = game.public(both[0])
        if rng.random() < PRIVATELY:
            kind = rng.choice([kind for kind in game.kinds if kind.hidden])
            one, other = (self.tried.drawing.any_move(view, rng, kind.name) for _ in range(2))
            by = maker(game, view, one) or TABLE
            if by != TABLE and game.seen_by(both[0], by) == game.seen_by(both[1], by):
                return one, one  # who knows the same of both tells both the same
            hidden = {name: getattr(other, name) for name in kind.hidden}
            return one, msgspec.structs.replace(one, **hidden)
        ways = list(islice(legal(game, view), 100))
        move = rng.choice(ways) if ways else game.chance(view, rng)
        return (move, move) if move is not None else None

    def again(self) -> list[Match]:
        """Both tables with what was played there, and nothing since."""
        if self.tables and self.had == [len(match.entries) for match in self.tables]:
            return self.tables
        self.tables = both = self.curious.begun("confirm")
        for acts in self.played:
            for match, act in zip(both, acts, strict=True):
                assert act(match).done
        self.had = [len(match.entries) for match in both]
        return both

    def _told(self, match: Match) -> Any:
        """What everybody heard of all lines, and sees after them."""
        return [SEALED.sub(b"", encode(entry)) for entry in match.entries], match.public

    # The ways back

    def _strike(self, line: int, share: float) -> None:
        for by, consent, reason in self.asked(share):
            self._try("strike", _do("amend", line, by=by, consent=consent, reason=reason))

    def _amend(self, line: int, share: float) -> None:
        """Say that the line was another move: of its own kind, and of all others."""
        entry = self.again()[0].entries[line - 1]
        assert isinstance(entry, Played)
        own = self.game.by_name[entry.move["move"]]
        for kind in self.game.kinds:
            few = (60 if kind is own else 12) * share
            moves = self.curious.moves(kind) if self.rng.random() < few else []
            for move in self.rng.sample(moves, min(len(moves), max(1, round(few)))):
                by, consent, reason = self.rng.choice(self.asked(1.0))
                how = {"by": by, "consent": consent, "reason": reason}
                act = _do("amend", line, move, allow=self.rng.random() < 0.3, **how)
                mover = maker(self.game, self._view_before(line), move)
                knows = self.knows(line, (mover,), (by, *consent))
                self._try(f"amend {kind.name}", act, agreed=knows)

    def _view_before(self, line: int) -> Any:
        steps = self.again()[0].timeline.steps
        return self.game.public(next(step.before for step in steps if step.line == line))

    def _take_back(self, lines: Sequence[int], share: float) -> None:
        for by, consent, reason in self.asked(share):
            self._try("undo", _do("undo", by, consent, reason))
            self._try("redo", _do("undo", by, self.seats, "taken back"), _do("redo", by))
            self._try("undo again", *[_do("undo", by, self.seats, reason or "taken back")] * 2)
        for line in (0, 1, *lines):
            for by in self.seats:
                for consent in ((), self.seats):
                    self._try("back_to", _do("back_to", line, by, consent))

    def _set(self, share: float) -> None:
        """Set the table right, and catch up."""
        told = [vector["situation"] for vector in self.tried.vectors.VECTORS]
        told += self.tried.drawing.apart(self.rng)
        told += [{name: value} for one in told for name, value in one.items()]
        for situation in self.rng.sample(told, min(len(told), max(12, round(150 * share)))):
            by = self.rng.choice(self.seats)
            for consent in ((), self.seats):
                right = _do("correct", situation, by, consent)
                self._try("correct", right, agreed=bool(consent))
                caught_up = _do("catch_up", by, situation, consent)
                self._try("catch_up", caught_up, agreed=bool(consent))

    def asked(self, share: float) -> list[tuple[str, tuple[str, ...], Reason | None]]:
        """By whom, with whose consent, and why; some of all ways."""
        ways = [
            (by, consent, reason)
            for by in self.seats
            for consent in ((), self.seats)
            for reason in REASONS
        ]
        return self.rng.sample(ways, min(len(ways), max(2, round(4 * len(ways) * share))))

    # What is heard

    def knows(self, line: int, movers: Sequence[str | None], agreed: Sequence[str]) -> bool:
        """Whether one whose move that line is, or would be, agreed to it, and may know the
        difference there. movers: of the moves that it would be."""
        steps = [
            next(step for step in match.timeline.steps if step.line == line)
            for match in self.again()
        ]
        one, two = (step.before for step in steps)
        return any(
            self.game.seen_by(one, seat) != self.game.seen_by(two, seat)
            for seat in set(agreed) & {steps[0].by, *movers}
        )

    def _instead(self, match: Match) -> list[Any]:
        """What is offered to repair each line."""
        return [match.alternatives(entry.number) for entry in match.entries]

    def _try(self, what: str, *acts: Act, agreed: bool = False) -> None:
        """Do something at both tables, and compare what is heard of the last of it. agreed: whether
        those agreed to it that may know the difference, or all to see what is hidden."""
        both = self.again()
        for act in acts[:-1]:
            for match in both:
                act(match)
        one, two = (self.curious.told(match, acts[-1]) for match in both)
        if not self.differs(f"table back {what}", one, two, agreed=agreed):
            self.curious.same("table back instead", *(self._instead(match) for match in both))

    def differs(
        self, what: str, one: Any, two: Any, *, agreed: bool, moves: Sequence[Move] = ()
    ) -> bool:
        """Compare what is heard of something done at both tables; whether it differs. moves: what
        is told there."""
        stands = one["done"] is True and two["done"] is True
        up = any(self.game.reveals(move) for move in moves)
        up = up or self.tried.drawing.turns_up(None, one["public"], two["public"])
        shown = stands and up  # by the table itself
        if one != two and (shown or agreed):
            self.curious.heard.own += 1
        else:
            self.curious.same(what, one, two)
        return bool(one != two)
