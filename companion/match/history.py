"""The steps of a match, one after the other, in little room.

Positions are what takes room, and each is what the moves made of the one before. So only the last
few steps are kept with their positions, and the position after every few; what a step long ago did
is carried out again from there when somebody looks.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, overload

import msgspec

from companion.kernel import Game, Move
from companion.kernel.judge import happens
from companion.match.steps import Deed, Step, deed

LAST = 16
"""Steps that are kept whole: what a table looks back at, takes back and amends is among them."""

UNCOUNTED = -1
"""The round of a game that counts none."""

EACH = 32
"""Steps from one kept position to the next: half as many are carried out when somebody looks at
one of them, which a touch does not notice."""


class Stretch:
    """Legal moves one after the other, carried out when somebody looks at one of them.

    before: the position before the first.
    """

    def __init__(self, game: Game[Any], before: Any, moves: Sequence[Move]) -> None:
        self._game = game
        self._before = before
        self._moves = moves
        self._found: list[Deed] = []

    def deed(self, at: int) -> Deed:
        """What one of them did."""
        while len(self._found) <= at:
            before = self._found[-1].after if self._found else self._before
            move = self._moves[len(self._found)]
            self._found.append(deed(before, happens(self._game, before, move)))
        return self._found[at]


class Steps(Sequence[Step]):
    """The steps of a match. Those before a checkpoint are judged when somebody looks at one of
    them: only to go on with a match, nobody does.

    game: whose moves they are. before: how many came before the checkpoint. judge: judges these.
    """

    def __init__(
        self, game: Game[Any], before: int = 0, judge: Callable[[], "Steps"] | None = None
    ) -> None:
        self._game = game
        self._before = before
        self._judge = judge
        self._lines, self._by, self._moves = array("q"), list[str](), list[Move | None]()
        self._rounds = array("h")
        # By place: the steps that are kept whole, those of them for ever, and positions before
        # others.
        self._whole: dict[int, Step] = {}
        self._lasting: set[int] = set()
        self._positions: dict[int, Any] = {}
        self._stretch: tuple[range, Stretch] | None = None

    def __len__(self) -> int:
        return self._before + len(self._lines)

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> list[Step]: ...
    def __getitem__(self, at: int | slice) -> Step | list[Step]:
        every = range(len(self))
        wanted = every[at] if isinstance(at, slice) else (every[at],)
        if min(wanted, default=self._before) < self._before:
            self._look_back()
        found = [self._step(place - self._before) for place in wanted]
        return found if isinstance(at, slice) else found[0]

    def __iter__(self) -> Iterator[Step]:
        self._look_back()
        return map(self._step, range(len(self)))

    def __reversed__(self) -> Iterator[Step]:
        for place in range(len(self) - 1, -1, -1):
            yield self[place]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @property
    def last(self) -> Step | None:
        """The last one; None if there is none, or if it came before the checkpoint and nobody
        looked at it."""
        return self._step(len(self._lines) - 1) if self._lines else None

    @property
    def recent(self) -> Sequence[Step]:
        """Those since the checkpoint, or all if somebody looked back already."""
        return [self._step(place) for place in range(len(self._lines))]

    def rounds(self) -> dict[int, int | None]:
        """By line, the round of the position that it was made at; None where a game counts none.
        Nothing is carried out again for it."""
        self._look_back()
        found = zip(self._lines, self._rounds, strict=True)
        return {line: None if counted == UNCOUNTED else counted for line, counted in found}

    def append(self, step: Step) -> None:
        """One more."""
        self._keep(step)
        self._thin(len(self._lines) - 1 - LAST)

    def extend(self, steps: Iterable[Step]) -> None:
        """Some more, judged otherwise than by their own line alone: they are kept whole."""
        for step in steps:
            self._lasting.add(len(self._lines))
            self._keep(msgspec.structs.replace(step, deed=step.did))

    def cut(self, kept: int) -> None:
        """Only the first ``kept`` stay."""
        if kept <= self._before:
            self._look_back()
        kept -= self._before
        for place in range(kept, len(self._lines)):
            self._whole.pop(place, None)
            self._positions.pop(place, None)
            self._lasting.discard(place)
        del self._lines[kept:], self._by[kept:], self._moves[kept:], self._rounds[kept:]
        self._stretch = None

    def _keep(self, step: Step) -> None:
        self._whole[len(self._lines)] = step
        self._lines.append(step.line)
        self._by.append(step.by)
        self._moves.append(step.move)
        self._rounds.append(getattr(step.before, "round", UNCOUNTED))

    def _thin(self, place: int) -> None:
        """Keep a step of long ago without what it did; the position before it now and then."""
        step = self._whole.get(place)
        if step is None or not step.plain or place in self._lasting:
            return
        if place % EACH == 0 or place - 1 in self._whole:
            self._positions[place] = step.before
        del self._whole[place]

    def _step(self, place: int) -> Step:
        """A step by its place among those that are known."""
        step = self._whole.get(place)
        if step is not None:
            return step
        if self._stretch is None or place not in self._stretch[0]:
            self._stretch = self._stretched(place)
        places, stretch = self._stretch
        line = self._lines[place]
        return Step(
            line=line,
            entry_number=line,
            by=self._by[place],
            move=self._moves[place],
            deed=partial(stretch.deed, place - places.start),
        )

    def _stretched(self, place: int) -> tuple[range, Stretch]:
        """The steps round one from which on, and up to which, none has its positions."""
        first = last = place
        while first not in self._positions:
            first -= 1
        while (
            last < len(self._lines)
            and last not in self._whole
            and (last == first or last not in self._positions)
        ):
            last += 1
        moves = [move for move in self._moves[first:last] if move is not None]
        return range(first, last), Stretch(self._game, self._positions[first], moves)

    def _look_back(self) -> None:
        if self._judge is None:
            return
        earlier = self._judge()
        assert len(earlier) == self._before, "a checkpoint of another match"
        for place in range(len(self._lines)):
            step = self._step(place)
            if place in self._lasting:
                earlier.extend((step,))
            else:
                earlier.append(step)
        vars(self).update(vars(earlier))
