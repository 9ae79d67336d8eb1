"""A simple goal-seeking player, for trying out games by playing many of them.

It knows no game: of the moves that the needs allow it looks at some, and takes the one after which
its seat stands best by the game's own rough ``worth``; only when none makes it better it closes
the step of the turn. Now and then it does anything at all, legal or not, as people do.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.kernel import (
    DONE,
    TABLE,
    Accepted,
    Asked,
    Blank,
    Draft,
    Game,
    Kind,
    Move,
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

FEW = 6
"""Moves looked at before the best of them is good enough, if it makes things better."""

MANY = 80
"""Moves looked at before a step of the turn is closed; more plays better and slower."""

NAMED = 4
"""Of these, moves of each kind that is only meant when named."""

BETTER = 1e-6
"""By how much a move must make things better."""

WISHES = 0.5
"""Of the careless moves, those of a kind that is asked for and that no fact forbids."""

SLIPS = 0.2
"""Of the careless moves, those that are almost right: a legal move with one value exchanged. The
rest is anything at all."""

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
        if self.rng.random() < self.share:
            careless = self.careless(position)
            if careless is not None:
                move, by, verdict = careless
                tried.append((move, verdict))
                if isinstance(verdict, Accepted) and self.game.kind(move).role == "play":
                    return tried, move
        made = self._sensible(position, self.rng.choice(asked))
        if made is not None:
            tried.append((made, judge(self.game, position, made)))
            if isinstance(tried[-1][1], Refused):
                return tried, None
        return tried, made

    def careless(self, position: Any) -> tuple[Move, str | None, Verdict] | None:
        """Something that anybody tries, by whom (None: whoever is asked), and the verdict."""
        asked = self.game.asked(position)
        what = self.rng.random()
        move = None
        if asked and what < WISHES:
            move = self._wish(position, self.rng.choice(asked))
        elif asked and what < WISHES + SLIPS:
            move = self._slip(position, self.rng.choice(asked))
        if move is None:
            seats = [one.seat for one in asked if one.seat != TABLE] or position.setup.seats
            kind = self.rng.choice(self.game.kinds)
            move = self._anything(position, begin(self.game, kind.name, self.rng.choice(seats)))
        if move is None:
            return None
        by = self.rng.choice(position.setup.seats) if self.rng.random() < STRANGER else None
        return move, by, judge(self.game, position, move, by)

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
        sources = []
        for name in one.kinds:
            kind = self.game.by_name[name]
            draft = begin(self.game, name, one.seat)
            if fits(kind, position, draft):
                sources.append(
                    [NAMED if kind.explicit else MANY, self._whole(kind, position, draft)]
                )
        while sources:
            source = self.rng.choice(sources)
            left, moves = source
            move = next(moves, None) if left else None
            if move is None:
                sources.remove(source)
                continue
            source[0] = left - 1
            yield move

    def _whole(self, kind: Kind[Any, Any], position: Any, draft: Draft) -> Iterator[Move]:
        """The moves that a draft can become without breaking a need of the kind, in any order."""
        move = whole(kind.move, draft)
        if move is not None:
            yield move
            return
        for value in self._candidates(position, draft):
            longer = filled(kind.move, draft, value)
            if fits(kind, position, longer):
                yield from self._whole(kind, position, longer)

    def _wish(self, position: Any, one: Asked) -> Move | None:
        """A move that could be carried out, whatever the rules say."""
        kinds = list(one.kinds)
        self.rng.shuffle(kinds)
        for name in kinds:
            kind = self.game.by_name[name]
            loose = replace(kind, needs=tuple(need for need in kind.needs if need.fact))
            draft = begin(self.game, name, one.seat)
            if fits(loose, position, draft):
                move = next(self._whole(loose, position, draft), None)
                if move is not None:
                    return move
        return None

    def _candidates(self, position: Any, draft: Draft) -> list[Any]:
        ways = list(candidates(self.game, position, draft))
        if DONE in ways and len(draft.parts) >= LONGEST_LIST:
            return [DONE]
        self.rng.shuffle(ways)
        return ways

    def _anything(self, position: Any, draft: Draft) -> Move | None:
        """Any move of a kind, legal or not."""
        kind = self.game.by_name[draft.kind]
        while (blank := next_blank(kind.move, draft)) is not None:
            value = self._any_value(blank, self._candidates(position, draft))
            if value is None:
                return None
            draft = filled(kind.move, draft, value)
        return whole(kind.move, draft)

    def _any_value(self, blank: Blank, ways: list[Any]) -> Any:
        """One of these values, or one that was met before for a blank of this type."""
        if DONE in ways and self.rng.random() < 0.5:
            return DONE
        met = self._met.setdefault(blank.type, {})
        for value in ways:
            if value != DONE:
                met.pop(value, None)
                met[value] = None
        while len(met) > MET:
            del met[next(iter(met))]
        fitting = [value for value in ways if value != DONE]
        if not fitting or self.rng.random() < 0.3:
            fitting = [value for value in met if _is_for(blank, value)] or fitting
        return self.rng.choice(fitting) if fitting else DONE if DONE in ways else None

    def _slip(self, position: Any, one: Asked) -> Move | None:
        """A legal move with one of its values exchanged."""
        move = next(self._ways(position, one), None)
        told = list(steps(move)) if move is not None else []
        if not told:
            return None
        index = self.rng.randrange(len(told))
        draft, had = told[index]
        kind = self.game.by_name[draft.kind]
        blank = next_blank(kind.move, draft)
        assert blank is not None
        ways = [value for value in self._candidates(position, draft) if value != had]
        other = self._any_value(blank, ways)
        if other is None:
            return None
        draft = filled(kind.move, draft, other)
        try:
            for _, value in told[index + 1 :]:
                draft = fill(kind.move, draft, value)
        except ValueError:  # a list now ends earlier, or goes on
            return None
        return whole(kind.move, draft) or self._anything(position, draft)


def _is_for(blank: Blank, value: Any) -> bool:
    try:
        blank.value(value)
    except ValueError:
        return False
    return True
