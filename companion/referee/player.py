"""A simple goal-seeking player, for trying out games by playing many of them.

It knows no game: of the moves that the needs allow it looks at some, and takes the one after which
its seat stands best by the game's own rough ``worth``; only when none makes it better it closes
the step of the turn. Now and then it does anything at all, legal or not, as people do.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from companion.kernel import (
    TABLE,
    Accepted,
    Asked,
    Game,
    Move,
    Refused,
    Verdict,
    begin,
    carry_out,
    judge,
    tag_of,
)
from companion.referee.careless import Careless
from companion.referee.composing import MANY, Composing

FEW = 4
"""Moves looked at before the best of them is good enough, if it makes things better."""

BETTER = 1e-6
"""By how much a move must make things better."""

NEW = 3
"""How often what is asked is tried out, every kind of move and carelessly, before chance decides
whether it is."""

RAMBLES = 0.25
"""Of the moves at random, those that are drawn from the legal ones. The others are careless."""

ATTEMPTS = 7
"""Careless moves tried one after the other; only the first is made, if it is legal."""


class Player:
    """Plays all seats of a game. share: how often (0 to 1) something careless is tried where the
    same kinds of move have been asked for before; where they have not, it always is."""

    def __init__(self, game: Game[Any], rng: Random, share: float = 0.2) -> None:
        self.game = game
        self.rng = rng
        self.share = share
        self._composing = Composing(game, rng)
        self._careless = Careless(game, rng, self._composing)
        self._asked: Counter[tuple[str, ...]] = Counter()

    def turn(self, position: Any) -> tuple[list[tuple[Move, Verdict]], Move | None]:
        """What is tried at this position, verdict by verdict, and the move that is made.

        The last verdict belongs to the move made and is accepted; the ones before are what a
        careless table tried and took back at once. None when nobody can do anything any more.
        """
        asked = self.game.asked(position)
        if not asked:
            return [], None
        tried: list[tuple[Move, Verdict]] = []
        made = self._at_random(position, asked, tried) if self.share else None
        if made is None:
            made = self._legal(position, self._eager(position, asked), tried)
        if made is not None:
            self._careless.made[tag_of(made)] += 1
        return tried, made

    def _eager(self, position: Any, asked: tuple[Asked, ...]) -> Asked:
        """One of those who are asked, as likely as the game says that they act next."""
        weights = [self.game.eager(position, one) for one in asked]
        if len(set(weights)) == 1 or not any(weights):
            return self.rng.choice(asked)
        return self.rng.choices(asked, weights)[0]

    def careless(self, position: Any) -> tuple[Move, str | None, Verdict]:
        """Something that anybody tries, by whom (None: whoever is asked), and the verdict."""
        return self._careless.attempt(position)

    def _at_random(
        self, position: Any, asked: tuple[Asked, ...], tried: list[tuple[Move, Verdict]]
    ) -> Move | None:
        """Careless moves, and the one of them that is made, if any."""
        one = self.rng.choice(asked)
        self._asked[one.kinds] += 1
        new = self._asked[one.kinds] <= NEW
        if new:
            tried += self._new(position, one)
        elif self.rng.random() >= self.share:
            return None
        elif self.rng.random() < RAMBLES:
            move = next(self._composing.ways(position, one), None)
            if move is not None:
                tried.append((move, judge(self.game, position, move)))
                return move
        for attempt in range(ATTEMPTS):
            move, _, verdict = self.careless(position)
            tried.append((move, verdict))
            made = attempt == 0 and not new and isinstance(verdict, Accepted)
            if made and self.game.kind(move).role == "play":
                return move
        return None

    def _new(self, position: Any, one: Asked) -> Iterator[tuple[Move, Verdict]]:
        """Two moves of each kind that was seldom made so far."""
        for name in one.kinds:
            if self._careless.made[name] < NEW:
                draft = begin(self.game, name, one.seat)
                ways = self._composing.whole(self.game.by_name[name], position, draft)
                for move in islice(ways, 2):
                    self._careless.made[name] += 1
                    yield move, judge(self.game, position, move)

    def _legal(self, position: Any, one: Asked, tried: list[tuple[Move, Verdict]]) -> Move | None:
        """The best move found; when the rules refuse what the table tells, anything else."""
        made = self._sensible(position, one)
        if made is not None:
            tried.append((made, judge(self.game, position, made)))
            if isinstance(tried[-1][1], Refused):
                made = next(self._composing.ways(position, one), None)
                if made is not None:
                    tried.append((made, judge(self.game, position, made)))
        return made

    def _sensible(self, position: Any, one: Asked) -> Move | None:
        if one.seat == TABLE:
            drawn = self.game.chance(position, self.rng)
            if drawn is not None:
                return drawn
        best: Move | None = None
        close: Move | None = None
        here = self.game.evaluate(position, one.seat)
        height = float("-inf")
        looked = 0
        for move in self._composing.ways(position, one):
            if self.game.kind(move).ends:
                close = move
                continue
            value = self.game.evaluate(carry_out(self.game, position, move).position, one.seat)
            if value > height:
                best, height = move, value
            looked += 1
            if (looked >= FEW and height > here + BETTER) or looked >= MANY:
                break
        return best if height > here + BETTER or close is None else close
