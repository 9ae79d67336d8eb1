"""Every kind of move, legal or not, in matches of every length."""

import traceback
from pathlib import Path
from random import Random
from typing import Any

from companion.kernel import TABLE, Move, begin
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.referee.composing import Composing
from tests.proofs._match import some_match

PRIVATE = 40
"""Corrections and private moves made in each match besides: they come by chance too seldom."""


class Moves:
    """made: how many moves were tried. wrong: what went wrong, by where."""

    def __init__(self, package: GamePackage, rng: Random) -> None:
        self._package, self._rng = package, rng
        self._composing = Composing(package.game, rng)
        self.made = 0
        self._wrong: dict[str, str] = {}

    @property
    def wrong(self) -> tuple[str, ...]:
        """What went wrong, each place once."""
        return tuple(f"{where}: {what}" for where, what in self._wrong.items())

    def match(self) -> None:
        """One more match, and everything tried in it."""
        rng, game = self._rng, self._package.game
        match = some_match(self._package, rng, rng.choice((1, 5, 20, 60)))
        special = [kind for kind in game.kinds if kind.role == "fix" or kind.hidden]
        for kind in (*game.kinds, *rng.choices(special, k=PRIVATE)):
            draft = begin(game, kind.name, rng.choice(match.seats))
            if rng.random() < 0.5:
                seen = rng.choice((match.position, match.public))
                move = self._composing.anything(seen, draft)
            else:
                move = next(self._composing.whole(kind, match.position, draft), None)
            if move is not None:
                self._make(match, move)

    def _make(self, match: Match, move: Move) -> None:
        rng = self._rng
        by = rng.choice((None, TABLE, *match.seats))
        self._do(match.submit if rng.random() < 0.7 else match.allow, move, by)
        steps = match.timeline.steps
        if rng.random() < 0.2:
            self._do(match.undo, rng.choice(match.seats), match.seats, "entered wrongly")
        if rng.random() < 0.2 and steps:
            seat, reason = rng.choice(match.seats), rng.choice((None, "entered wrongly"))
            line = rng.choice(list(steps)).line
            self._do(match.amend, line, move, by=seat, consent=match.seats, reason=reason)

    def _do(self, act: Any, *given: Any, **how: Any) -> None:
        self.made += 1
        try:
            answer = act(*given, **how)
            assert answer.says or answer.done, "nothing is said"
            answer.changes  # noqa: B018
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
            self._wrong.setdefault(where, f"{act.__name__} {given} {how}: {error}")
