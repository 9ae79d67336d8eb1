"""What is heard of a game at the table: all that the vectors bring about, moves of every kind, and
some turns of play."""

from functools import cache
from random import Random
from typing import Any

from companion.kernel import (
    Accepted,
    Change,
    Event,
    Fault,
    Move,
    Refused,
    Verdict,
    changes,
    judge,
    tag_of,
)
from companion.kernel.judge import all_faults
from companion.referee.player import Player
from companion.text import Language
from tests.games.tried import Tried

TRIES, ENOUGH = 60, 4
"""Moves of each kind tried on any positions, and after how many accepted ones there are no more."""

TURNS = 30
"""Turns of play."""


class Heard:
    """Happenings, faults, changes and moves, each with the public view that it is told for."""

    def __init__(self, tried: Tried) -> None:
        self.tried = tried
        self.met = list[tuple[Any, Event]]()
        self.hands, self.moves = list[tuple[Any, Change]](), list[tuple[Any, Move]]()
        self.faults, self.views = list[tuple[Any, Fault]](), list[Any]()
        for vector, position, last in tried.lasts:
            self._hear(position, last, judge(tried.game, position, last, vector.get("by")))
            self._look_behind(position, last)
        self._try_every_kind(Random(1))
        self._play(Random(2))

    def _look_behind(self, position: Any, move: Move) -> None:
        """What is wrong with a move, also with one that nobody is asked for."""
        game = self.tried.game
        view = game.public(position)
        self.faults += [(view, fault) for fault in all_faults(game, position, move)]

    def _try_every_kind(self, rng: Random) -> None:
        for name in self.tried.game.by_name:
            accepted = 0
            for position in rng.choices(self.tried.positions, k=TRIES):
                move = self.tried.drawing.any_move(position, rng, name)
                verdict = judge(self.tried.game, position, move)
                self._hear(position, move, verdict)
                accepted += isinstance(verdict, Accepted)
                if accepted == ENOUGH:
                    break

    def _play(self, rng: Random) -> None:
        game = self.tried.game
        player = Player(game, rng, share=0.0)
        position = game.setup(game.colours[:2], game.options(), game.box())
        for _ in range(TURNS):
            tries, made = player.turn(position)
            for move, verdict in tries:
                self._hear(position, move, verdict)
            if made is not None:
                verdict = tries[-1][1]
                assert isinstance(verdict, Accepted)
                position = verdict.position

    def _hear(self, position: Any, move: Move, verdict: Verdict) -> None:
        game = self.tried.game
        view = game.public(position)
        self.moves.append((view, move))
        if isinstance(verdict, Refused):
            self.faults += [(view, fault) for fault in verdict.faults]
            return
        self.views.append(view)
        before = view
        for happened, after in zip(verdict.events, verdict.positions, strict=True):
            view = game.public(after)
            self.met.append((view, happened))
            self.hands += [(view, one) for one in changes(game.layout(before), game.layout(view))]
            before = view

    def sentences(self, language: Language) -> list[tuple[str, str]]:
        """All that is said of it, each with what it is about."""
        game, say = self.tried.game, self.tried.phrasebook
        said = [(one.key, say(language, view).event(one)) for view, one in self.met]
        said += [(one.clause, say(language, view).fault(one)) for view, one in self.faults]
        said += [(one.piece, say(language, view).change(one)) for view, one in self.hands]
        for view, move in self.moves:
            said.append(("", say(language, view).say("move", tag_of(move), game.plain(move))))
        for view in self.views:
            for one in game.asked(view):
                values = {"seat": one.seat, **one.values}
                said.append((one.prompt, say(language, view).say("ask", one.prompt, values)))
        return said


@cache
def heard(tried: Tried) -> Heard:
    """What is heard of that game."""
    return Heard(tried)
