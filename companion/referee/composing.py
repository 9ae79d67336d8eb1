"""Whole moves of a kind, composed blank by blank from what is worth trying for each."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import msgspec

from companion.kernel import (
    DONE,
    UNKNOWN,
    Asked,
    Blank,
    Draft,
    Game,
    Move,
    MoveKind,
    Need,
    begin,
    candidates,
    next_blank,
    whole,
)
from companion.kernel.drafts import extras, filled
from companion.kernel.search import Begun, begun

MANY = 40
"""Moves of one kind looked at; more plays better and slower."""

NAMED = 4
"""Of each kind that is only meant when named."""

STRANGE = 0.4
"""How often a careless move has a value where it does not belong."""

UNTOLD = 0.8
"""How often nobody tells what only one may know, where that can be left open."""

MET = 60
"""How many values of a type are remembered, to be told where they do not belong."""

LOOKED_AT = 5_000
"""Drafts that are looked at before a kind of move is given up: where none can become whole, as a
list that would have to be longer than any here, there are more of them than can ever be tried."""

LONGEST_LIST = 12
"""Items a random list may get before it is ended if it can be."""

WORDS = ("a", "b", "c")
"""What is typed."""


class Composing:
    """Composes moves of a game at random, such that break no need or others."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game = game
        self.rng = rng
        self._met: dict[str, dict[Any, None]] = {}

    def ways(self, position: Any, one: Asked) -> Iterator[Move]:
        """Legal moves of one who is asked, of all kinds by turns."""
        sources: list[Iterator[Move]] = []
        for name in one.kinds:
            kind = self.game.by_name[name]
            draft = begin(self.game, name, one.seat)
            most = NAMED if kind.explicit else MANY
            sources.append(islice(self.whole(kind, position, draft), most))
        while sources:
            source = self.rng.choice(sources)
            move = next(source, None)
            if move is None:
                sources.remove(source)
            else:
                yield move

    def whole(
        self, kind: MoveKind[Any, Any], position: Any, draft: Draft, *, strange: bool = False
    ) -> Iterator[Move]:
        """The moves that a draft can become without breaking a need of the kind, in any order.

        strange: also with values that do not belong there, and with parameters that are mostly
        left out.
        """
        made = begun(kind, position, draft)
        if isinstance(made, Begun):
            yield from self._search(made, strange, iter(range(LOOKED_AT)))
        elif made is not None:
            yield from self._and_more(made, strange)

    def _search(self, draft: Begun[Any], strange: bool, looks: Iterator[int]) -> Iterator[Move]:
        ways = list(draft.worth_trying())
        for value in self._tried(draft.kind, draft.blank, ways, len(draft.parts), strange):
            if next(looks, None) is None:
                return
            made = draft.filled(value)
            if isinstance(made, Begun):
                yield from self._search(made, strange, looks)
            elif made is not None:
                yield from self._and_more(made, strange)

    def _and_more(self, move: Move, strange: bool) -> Iterator[Move]:
        yield move
        if strange and (more := self._with_more(move)) is not None:
            yield more

    def anything(self, position: Any, draft: Draft) -> Move | None:
        """Any move of a kind, legal or not."""
        kind = self.game.kind_of(draft)
        while next_blank(kind.move, draft) is not None:
            ways = self.candidates(position, draft, strange=True)
            if not ways:
                return None
            draft = filled(kind.move, draft, ways[0])
        return whole(kind.move, draft)

    def candidates(self, position: Any, draft: Draft, *, strange: bool = False) -> list[Any]:
        """What is worth trying for the next blank, in any order; ``strange``: and what is not."""
        kind = self.game.kind_of(draft)
        blank = next_blank(kind.move, draft)
        assert blank is not None
        ways = list(candidates(self.game, position, draft))
        return self._tried(kind, blank, ways, len(draft.parts), strange)

    def _tried(
        self, kind: MoveKind[Any, Any], blank: Blank, ways: list[Any], items: int, strange: bool
    ) -> list[Any]:
        """Values for a blank in any order. items: how many a list has already."""
        if DONE in ways and items >= LONGEST_LIST:
            return [DONE]
        self.rng.shuffle(ways)
        if UNKNOWN in ways and blank.name in kind.hidden and self.rng.random() < UNTOLD:
            return [UNKNOWN]
        if blank.picker == "text":
            ways.append(self.rng.choice(WORDS))
        if strange and self.rng.random() < STRANGE:
            met = self._met.setdefault(blank.type, {})
            met.update(dict.fromkeys(value for value in ways if value != DONE))
            while len(met) > MET:
                del met[next(iter(met))]
            if met:
                ways[:0] = self._strange(blank, self.rng.choice(list(met)))
        return ways

    def _with_more(self, move: Move) -> Move | None:
        """The move with something told that is mostly left out; None where there is none."""
        choices = [(blank.name, value) for blank in extras(type(move)) for value in _values(blank)]
        return (
            msgspec.structs.replace(move, **dict([self.rng.choice(choices)])) if choices else None
        )

    def _strange(self, blank: Blank, met: Any) -> list[Any]:
        """A value that was met before for a blank of this type, and the same misread."""
        both = [one for one in (met, self._misread(met)) if _is_for(blank, one)]
        self.rng.shuffle(both)
        return both

    def _misread(self, value: Any) -> Any:
        """Another number near by, or a token with another digit or another colour in it."""
        if isinstance(value, int):
            return value + self.rng.choice((-2, -1, 1, 2))
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


@cache
def possible(kind: MoveKind[Any, Any], but: Need[Any, Any] | None = None) -> MoveKind[Any, Any]:
    """The kind with nothing needed but the facts; ``but``: only those before this one."""
    last = kind.needs.index(but) if but is not None and but.fact else None
    return replace(kind, needs=tuple(need for need in kind.needs[:last] if need.fact))


def _values(blank: Blank) -> Iterable[Any]:
    """The words of a choice, or the numbers within the limits."""
    if blank.least is None or blank.most is None:
        return blank.choices
    return range(blank.least, blank.most + 1)


def _is_for(blank: Blank, value: Any) -> bool:
    try:
        blank.value(value)
    except ValueError:
        return False
    return True
