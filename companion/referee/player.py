"""A simple goal-seeking player, for trying out games by playing many of them.

It knows no game: it samples moves that the needs allow, and takes the one after which its seat
stands best by the game's own rough ``worth``. Now and then it does anything at all, legal or not,
as people do.
"""

from random import Random
from typing import Any

from companion.kernel import (
    DONE,
    TABLE,
    Accepted,
    Asked,
    Game,
    Move,
    Refused,
    Verdict,
    begin,
    candidates,
    fill,
    fits,
    judge,
    legal,
    next_blank,
    whole,
)

SAMPLES = 10
"""Moves looked at before choosing; more plays better and slower."""

TRIES = 30
"""Random moves tried before all legal moves are listed."""

JITTER = 1e-3
"""So that among equals not always the first is taken."""

HURRY = 0.5
"""What closing a step of the turn must be better by than whatever else could be done."""

LONGEST_LIST = 12
"""Items a random list may get before it is ended if it can be."""


class Player:
    """Plays all seats of a game. share: how often (0 to 1) a move is drawn at random."""

    def __init__(self, game: Game[Any], rng: Random, share: float = 0.2) -> None:
        self.game = game
        self.rng = rng
        self.share = share

    def turn(self, position: Any) -> tuple[list[tuple[Move, Verdict]], Move | None]:
        """What is tried at this position, verdict by verdict, and the move that is made.

        The last verdict belongs to the move made and is accepted; the ones before are what a
        careless table tried. None when nobody can do anything any more.
        """
        tried: list[tuple[Move, Verdict]] = []
        asked = self.game.asked(position)
        if not asked:
            return tried, None
        one = asked[0]
        if one.seat == TABLE:
            told = self.game.chance(position, self.rng)
            if told is not None:
                verdict = judge(self.game, position, told)
                tried.append((told, verdict))
                if isinstance(verdict, Accepted):
                    return tried, told
        if self.rng.random() < self.share:
            attempt = self._anything(position, one.seat)
            if attempt is not None:
                tried.append((attempt, judge(self.game, position, attempt)))
                if isinstance(tried[-1][1], Accepted):
                    return tried, attempt
        best: Move | None = None
        height = float("-inf")
        for move in self._sample(position, one):
            verdict = judge(self.game, position, move)
            if isinstance(verdict, Refused):
                continue
            worth = self.game.worth(verdict.position, one.seat) + self.rng.random() * JITTER
            if self.game.kind(move).ends:
                worth -= HURRY
            if worth > height:
                best, height, made = move, worth, verdict
        if best is not None:
            tried.append((best, made))
        return tried, best

    def _sample(self, position: Any, one: Asked) -> list[Move]:
        found: dict[Move, None] = {}
        for _ in range(TRIES):
            move = self._random(position, self.rng.choice(one.kinds), one.seat, lawful=True)
            if move is not None:
                found[move] = None
                if len(found) == SAMPLES:
                    break
        return list(found) or list(legal(self.game, position, SAMPLES))

    def _anything(self, position: Any, seat: str) -> Move | None:
        kinds = [kind.name for kind in self.game.kinds if kind.role == "play"]
        return self._random(position, self.rng.choice(kinds), seat, lawful=False)

    def _random(self, position: Any, name: str, seat: str, *, lawful: bool) -> Move | None:
        kind = self.game.by_name[name]
        draft = begin(self.game, name, seat)
        while next_blank(kind.move, draft) is not None:
            ways = list(candidates(self.game, position, draft))
            self.rng.shuffle(ways)
            if DONE in ways and len(draft.parts) >= LONGEST_LIST:
                ways = [DONE]
            for value in ways:
                longer = fill(kind.move, draft, value)
                if not lawful or fits(kind, position, longer):
                    draft = longer
                    break
            else:
                return None
        return whole(kind.move, draft)
