"""What a careless table tries: moves that break a rule, that are almost right, that set right what
is right, or anything at all."""

from collections import Counter, defaultdict
from itertools import islice
from random import Random
from typing import Any

from companion.kernel import (
    TABLE,
    Accepted,
    Asked,
    Game,
    Move,
    MoveKind,
    Need,
    Open,
    Refused,
    Verdict,
    begin,
    judge,
    tag_of,
    whole,
)
from companion.kernel.drafts import fill, filled, steps
from companion.kernel.judge import all_faults
from companion.referee.composing import Composing, possible

WISHES = 0.4
"""Of the careless moves, those that break a need which was chosen before."""

UNASKED = 0.2
"""Of these needs, those of any kind of move and any seat; the others are of what is asked now."""

SLIPS = 0.2
"""Of the careless moves, those that are almost right: a legal move with one value exchanged."""

SELDOM = 0.32
"""Of the careless moves, those of a kind that was made or tried seldom so far: one that is asked
for, or one that tells what the table or the box shows. The rest is anything."""

LOOKED_FOR, IN_VAIN = 6, 0.02
"""Seldom kinds looked at, until one can be made, and what one counts that cannot."""

TEMPTED, LURED = 12, 4
"""Needs looked at when one must be broken, and how many of these are tried: those broken least
so far."""

SEARCHED = 12
"""Moves looked at for each of them."""

STRANGER = 0.1
"""How often something careless is done by a seat that is not asked."""


class Careless:
    """Tries what people try who pay no heed, and remembers what it has tried so far.

    made: how often a move of each kind was made or tried; a try for which there was no move counts
    in part.
    """

    def __init__(self, game: Game[Any], rng: Random, composing: Composing) -> None:
        self.game = game
        self.rng = rng
        self.made: defaultdict[str, float] = defaultdict(float)
        self._composing = composing
        self._broken: Counter[str] = Counter()

    def attempt(self, position: Any) -> tuple[Move, str | None, Verdict]:
        """Something that anybody tries, by whom (None: whoever is asked), and the verdict."""
        move = None
        while move is None:
            move = self._move(position, self.game.asked(position))
        by = self.rng.choice(position.setup.seats) if self.rng.random() < STRANGER else None
        verdict = judge(self.game, position, move, by)
        if isinstance(verdict, Refused):  # what lies behind the frame was tried as well
            verdict = Refused(all_faults(self.game, position, move, by))
        self.made[tag_of(move)] += 1 if isinstance(verdict, Accepted) else IN_VAIN
        if isinstance(verdict, Refused):
            self._broken.update(fault.clause for fault in verdict.faults)
        return move, by, verdict

    def _move(self, position: Any, asked: tuple[Asked, ...]) -> Move | None:
        what = self.rng.random()
        if asked and what < WISHES:
            return self._wish(position, self.rng.choice(asked))
        if asked and what < WISHES + SLIPS:
            return self._slip(position, self.rng.choice(asked))
        seats = [one.seat for one in asked if one.seat != TABLE] or position.setup.seats
        seat = self.rng.choice(seats)
        if what > 1 - SELDOM:
            return self._seldom(position, asked)
        names = self.rng.choice((list(self.game.by_name), *(one.kinds for one in asked)))
        return self._composing.anything(position, begin(self.game, self.rng.choice(names), seat))

    def _seldom(self, position: Any, asked: tuple[Asked, ...]) -> Move | None:
        """A move of one of the kinds made or tried least so far: of those asked for, or of those
        that set right, which only the facts hold up."""
        seats = {name: one.seat for one in asked for name in one.kinds}
        if not asked or self.rng.random() < 0.5:
            anybody = self.rng.choice(position.setup.seats)
            seats = {kind.name: anybody for kind in self.game.kinds if kind.role != "play"}
        names = list(seats)
        self.rng.shuffle(names)
        for name in sorted(names, key=lambda name: self.made[name])[:LOOKED_FOR]:
            kind, draft = self.game.by_name[name], begin(self.game, name, seats[name])
            if kind.role != "play":
                kind = possible(kind)
            move = next(self._composing.whole(kind, position, draft), None)
            if move is not None:
                return move
            self.made[name] += IN_VAIN
        return None

    def _wish(self, position: Any, one: Asked) -> Move | None:
        """A move that breaks a need seldom broken so far, if one is found; any other if not."""
        kinds, seat = [self.game.by_name[name] for name in one.kinds], one.seat
        if self.rng.random() < UNASKED:
            seat = self.rng.choice(position.setup.seats)
            kinds = [kind for kind in self.game.kinds if kind.role == "play"]
        needs = {need.clause: (kind, need) for kind in kinds for need in kind.needs}
        if not needs:
            return None
        tempted = [self.rng.choice(list(needs)) for _ in range(TEMPTED)]
        tempted.sort(key=lambda clause: self._broken[clause])
        move = None
        for kind, need in [needs[clause] for clause in dict.fromkeys(tempted)][:LURED]:
            draft = begin(self.game, kind.name, seat)
            ways = self._composing.whole(possible(kind, need), position, draft, strange=True)
            for move in islice(ways, SEARCHED):
                if _breaks(need, position, move):
                    return move
            self._broken[need.clause] += 1  # in vain: others come first next time
        return move

    def _slip(self, position: Any, one: Asked) -> Move | None:
        """A legal move with one of its values exchanged."""
        move = next(self._composing.ways(position, one), None)
        choices = list(steps(move)) if move is not None else []
        if not choices:
            return None
        index = self.rng.randrange(len(choices))
        draft, had = choices[index]
        kind: MoveKind[Any, Any] = self.game.kind_of(draft)
        ways = self._composing.candidates(position, draft, strange=True)
        draft = filled(kind.move, draft, next((one for one in ways if one != had), had))
        try:
            for _, value in choices[index + 1 :]:
                draft = fill(kind.move, draft, value)
        except ValueError:  # a list now ends earlier, or goes on
            return None
        return whole(kind.move, draft) or self._composing.anything(position, draft)


def _breaks(need: Need[Any, Any], position: Any, move: Move) -> bool:
    try:
        return not need.test(position, move)
    except Open:
        return False
