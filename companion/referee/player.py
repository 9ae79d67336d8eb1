"""A simple goal-seeking player, for trying out games by playing many of them.

It knows no game: of the moves that the needs allow it looks at some, and takes the one after which
its seat stands best by the game's own rough ``worth``; only when none makes it better it closes
the step of the turn. Now and then it does anything at all, legal or not, as people do.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from companion.kernel import (
    DONE,
    TABLE,
    Asked,
    Blank,
    Draft,
    Game,
    Kind,
    Move,
    Need,
    Open,
    Refused,
    Verdict,
    begin,
    candidates,
    carry_out,
    fits,
    judge,
    next_blank,
    whole,
)
from companion.kernel.drafts import fill, filled, steps

FEW = 4
"""Moves looked at before the best of them is good enough, if it makes things better."""

MANY = 40
"""Moves looked at before a step of the turn is closed; more plays better and slower."""

NAMED = 4
"""Of these, moves of each kind that is only meant when named."""

BETTER = 1e-6
"""By how much a move must make things better."""

WISHES = 0.44
"""Of the careless moves, those that break a need which was chosen before."""

SLIPS = 0.2
"""Of the careless moves, those that are almost right: a legal move with one value exchanged."""

SET_RIGHT = 0.26
"""Of the careless moves, those that tell what the table or the box shows: of two kinds the one told
less often so far. The rest is anything."""

TEMPTED, LURED = 12, 4
"""Needs looked at when one is to be broken, and how many of these are tried: those broken least
so far."""

SEARCHED = 12
"""Moves looked at for each of them."""

STRANGE = 0.4
"""How often a careless move has a value where it does not belong."""

RAMBLES = 0.25
"""Of the moves at random, those that are drawn from the legal ones. The others are careless."""

ATTEMPTS = 6
"""Careless moves tried one after the other; only the first is made, if it is legal."""

STRANGER = 0.1
"""How often something careless is done by a seat that is not asked."""

MET = 60
"""How many values of a type are remembered, to be told where they do not belong."""

LONGEST_LIST = 12
"""Items a random list may get before it is ended if it can be."""


class Player:
    """Plays all seats of a game. share: how often (0 to 1) something careless is tried."""

    def __init__(self, game: Game[Any], rng: Random, share: float = 0.2) -> None:
        self.game = game
        self.rng = rng
        self.share = share
        self._met: dict[str, dict[Any, None]] = {}
        self._broken: Counter[str] = Counter()
        self._set_right: Counter[str] = Counter()
        self._begun: set[tuple[str, ...]] = set()
        self._made: set[str] = set()

    def turn(self, position: Any) -> tuple[list[tuple[Move, Verdict]], Move | None]:
        """What is tried at this position, verdict by verdict, and the move that is made.

        The last verdict belongs to the move made and is accepted; the ones before are what a
        careless table tried, or set right though it was right. None when nobody can do anything
        any more.
        """
        tried: list[tuple[Move, Verdict]] = []
        asked = self.game.asked(position)
        if not asked:
            return tried, None
        if self.share:
            tried += self._new(position, self.rng.choice(asked))
        if self.rng.random() < self.share:
            if self.rng.random() < RAMBLES:
                move = next(self._ways(position, self.rng.choice(asked)), None)
                if move is not None:
                    return [*tried, (move, judge(self.game, position, move))], move
            for attempt in range(ATTEMPTS):
                move, _, verdict = self.careless(position)
                if isinstance(verdict, Refused):
                    tried.append((move, verdict))
                elif attempt == 0:
                    tried.append((move, verdict))
                    if self.game.kind(move).role == "play":
                        return tried, move
        made = self._sensible(position, self.rng.choice(asked))
        if made is not None:
            tried.append((made, judge(self.game, position, made)))
            if isinstance(tried[-1][1], Refused):
                return tried, None
        return tried, made

    def _new(self, position: Any, one: Asked) -> Iterator[tuple[Move, Verdict]]:
        """Of each kind that was not made so far, a move when it is asked for the first time."""
        if one.kinds in self._begun:
            return
        self._begun.add(one.kinds)
        for name in one.kinds:
            kind = self.game.by_name[name]
            if name not in self._made:
                draft = begin(self.game, name, one.seat)
                for move in islice(self._whole(kind, position, draft), 1):
                    self._made.add(name)
                    yield move, judge(self.game, position, move)

    def careless(self, position: Any) -> tuple[Move, str | None, Verdict]:
        """Something that anybody tries, by whom (None: whoever is asked), and the verdict."""
        move = None
        while move is None:
            move = self._careless(position, self.game.asked(position))
        by = self.rng.choice(position.setup.seats) if self.rng.random() < STRANGER else None
        verdict = judge(self.game, position, move, by)
        if isinstance(verdict, Refused):
            self._broken.update(fault.clause for fault in verdict.faults)
        return move, by, verdict

    def _careless(self, position: Any, asked: tuple[Asked, ...]) -> Move | None:
        what = self.rng.random()
        if asked and what < WISHES:
            return self._wish(position, self.rng.choice(asked))
        if asked and what < WISHES + SLIPS:
            return self._slip(position, self.rng.choice(asked))
        seats = [one.seat for one in asked if one.seat != TABLE] or position.setup.seats
        seat = self.rng.choice(seats)
        if what > 1 - SET_RIGHT:
            kinds = [kind for kind in self.game.kinds if kind.role != "play"]
            kind = min(self.rng.choices(kinds, k=2), key=lambda one: self._set_right[one.name])
            draft = begin(self.game, kind.name, seat)
            move = next(self._whole(_possible(kind), position, draft), None)
            self._set_right[kind.name] += move is not None
            return move
        names = self.rng.choice((list(self.game.by_name), *(one.kinds for one in asked)))
        return self._anything(position, begin(self.game, self.rng.choice(names), seat))

    def _sensible(self, position: Any, one: Asked) -> Move | None:
        if one.seat == TABLE:
            told = self.game.chance(position, self.rng)
            if told is not None:
                return told
        best: Move | None = None
        close: Move | None = None
        here = self.game.worth(position, one.seat)
        height = float("-inf")
        looked = 0
        for move in self._ways(position, one):
            if self.game.kind(move).ends:
                close = move
                continue
            value = self.game.worth(carry_out(self.game, position, move).position, one.seat)
            if value > height:
                best, height = move, value
            looked += 1
            if (looked >= FEW and height > here + BETTER) or looked >= MANY:
                break
        return best if height > here + BETTER or close is None else close

    def _ways(self, position: Any, one: Asked) -> Iterator[Move]:
        """Legal moves of one who is asked, of all kinds by turns."""
        sources: list[Iterator[Move]] = []
        for name in one.kinds:
            kind = self.game.by_name[name]
            draft = begin(self.game, name, one.seat)
            if fits(kind, position, draft):
                most = NAMED if kind.explicit else MANY
                sources.append(islice(self._whole(kind, position, draft), most))
        while sources:
            source = self.rng.choice(sources)
            move = next(source, None)
            if move is None:
                sources.remove(source)
            else:
                yield move

    def _whole(
        self, kind: Kind[Any, Any], position: Any, draft: Draft, *, strange: bool = False
    ) -> Iterator[Move]:
        """The moves that a draft can become without breaking a need of the kind, in any order."""
        move = whole(kind.move, draft)
        if move is not None:
            yield move
            return
        for value in self._candidates(position, draft, strange=strange):
            longer = filled(kind.move, draft, value)
            if fits(kind, position, longer):
                yield from self._whole(kind, position, longer, strange=strange)

    def _wish(self, position: Any, one: Asked) -> Move | None:
        """A move that breaks a need seldom broken so far, if one is found; any other if not."""
        kinds = [self.game.by_name[name] for name in one.kinds]
        needs = {need.clause: (kind, need) for kind in kinds for need in kind.needs}
        if not needs:
            return None
        tempted = [self.rng.choice(list(needs)) for _ in range(TEMPTED)]
        tempted.sort(key=lambda clause: self._broken[clause])
        move = None
        for kind, need in [needs[clause] for clause in dict.fromkeys(tempted)][:LURED]:
            draft = begin(self.game, kind.name, one.seat)
            ways = self._whole(_possible(kind, need), position, draft, strange=True)
            for move in islice(ways, SEARCHED):
                if _breaks(need, position, move):
                    return move
        return move

    def _candidates(self, position: Any, draft: Draft, *, strange: bool = False) -> list[Any]:
        """What is worth trying for the next blank, in any order; ``strange``: and what is not."""
        ways = list(candidates(self.game, position, draft))
        if DONE in ways and len(draft.parts) >= LONGEST_LIST:
            return [DONE]
        self.rng.shuffle(ways)
        if strange and self.rng.random() < STRANGE:
            blank = next_blank(self.game.by_name[draft.kind].move, draft)
            assert blank is not None
            met = self._met.setdefault(blank.type, {})
            met.update(dict.fromkeys(value for value in ways if value != DONE))
            while len(met) > MET:
                del met[next(iter(met))]
            if met:
                ways[:0] = self._strange(blank, self.rng.choice(list(met)))
        return ways

    def _strange(self, blank: Blank, met: Any) -> list[Any]:
        """A value that was met before for a blank of this type, and the same misread."""
        both = [one for one in (met, self._misread(met)) if _is_for(blank, one)]
        self.rng.shuffle(both)
        return both

    def _misread(self, value: Any) -> Any:
        """A token with another digit or another colour in it."""
        if not isinstance(value, str):
            return value
        digits = [at for at, sign in enumerate(value) if sign.isdigit()]
        colour = next((colour for colour in self.game.colours if colour in value), "")
        if colour and self.rng.random() < 0.5:
            return value.replace(colour, self.rng.choice(self.game.colours))
        if not digits:
            return value
        at = self.rng.choice(digits)
        return f"{value[:at]}{self.rng.randrange(5)}{value[at + 1 :]}"

    def _anything(self, position: Any, draft: Draft) -> Move | None:
        """Any move of a kind, legal or not."""
        kind = self.game.by_name[draft.kind]
        while next_blank(kind.move, draft) is not None:
            ways = self._candidates(position, draft, strange=True)
            if not ways:
                return None
            draft = filled(kind.move, draft, ways[0])
        return whole(kind.move, draft)

    def _slip(self, position: Any, one: Asked) -> Move | None:
        """A legal move with one of its values exchanged."""
        move = next(self._ways(position, one), None)
        told = list(steps(move)) if move is not None else []
        if not told:
            return None
        index = self.rng.randrange(len(told))
        draft, had = told[index]
        kind = self.game.by_name[draft.kind]
        ways = self._candidates(position, draft, strange=True)
        draft = filled(kind.move, draft, next((one for one in ways if one != had), had))
        try:
            for _, value in told[index + 1 :]:
                draft = fill(kind.move, draft, value)
        except ValueError:  # a list now ends earlier, or goes on
            return None
        return whole(kind.move, draft) or self._anything(position, draft)


def _breaks(need: Need[Any, Any], position: Any, move: Move) -> bool:
    try:
        return not need.test(position, move)
    except Open:
        return False


def _possible(kind: Kind[Any, Any], but: Need[Any, Any] | None = None) -> Kind[Any, Any]:
    """The kind with nothing needed but the facts; ``but``: only those before this one."""
    last = kind.needs.index(but) if but is not None and but.fact else None
    return replace(kind, needs=tuple(need for need in kind.needs[:last] if need.fact))


def _is_for(blank: Blank, value: Any) -> bool:
    try:
        blank.value(value)
    except ValueError:
        return False
    return True
