"""What a search asks of a move that is being filled, and when.

Each need is a question; an early need that is weaker than the need itself is another. A question
is asked as soon as the parameters that it reads for certain are filled.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from companion.kernel.kinds import MoveKind, Need
from companion.kernel.reads import reads
from companion.kernel.unfinished import stages


class Question(msgspec.Struct, frozen=True, eq=False):
    """What is asked of an unfinished move.

    order: of the needs.
    test: asked of a view and an unfinished move; true where it holds.
    weak: whether it is only "can this still become right?", asked while the need itself is open.
    eased: whether there is such a question for its need.
    growing: whether it is asked of a list that is being filled.
    then: the same question, asked of the list that is being filled, for early ones.
    after: the last parameter that it reads for certain, -1 if none.
    """

    order: tuple[int, bool]
    test: Callable[[Any, Any], object]
    weak: bool = False
    eased: bool = False
    growing: bool = False
    then: "Question | None" = None
    after: int = -1


Asking = tuple[Question, ...]

Parked = tuple[Asking, ...]
"""By the parameter that, once filled, lets them be asked again; last, what waits for the whole
move."""


def in_order(one: Question) -> tuple[int, bool]:
    """Sort key of questions."""
    return one.order


class Plan:
    """What a search for moves of a kind goes by: its stages, names and questions."""

    def __init__(self, kind: MoveKind[Any, Any]) -> None:
        self.stages = stages(kind.move)
        self.whole = len(self.stages)
        self.index = {stage.name: at for at, stage in enumerate(self.stages)}
        self.questions: list[Question] = []
        for order, need in enumerate(kind.needs):
            self.questions += self._asked(order, need)
        self.begin = tuple(map(self._begin, range(self.whole + 1)))

    def _asked(self, order: int, need: Need[Any, Any]) -> Iterator[Question]:
        eased = not isinstance(need.early, bool)
        yield self._question(order, need.test, need.early is True, eased=eased)
        if not isinstance(need.early, bool):
            yield self._question(order, need.early, True, weak=True)

    def _question(
        self,
        order: int,
        test: Callable[[Any, Any], object],
        early: bool,
        *,
        weak: bool = False,
        eased: bool = False,
    ) -> Question:
        at = (order, weak)
        after = -1
        if not early and not eased:  # those: what is open from the start is never asked of a list
            after = max((self.index.get(name, -1) for name in reads(test)), default=-1)
        then = Question(at, test, weak, growing=True) if early else None
        return Question(at, test, weak, eased, False, then, after)

    def _begin(self, at: int) -> tuple[Asking, Parked]:
        """What is asked of a draft with so many parameters filled, and what waits for others."""
        parked: list[list[Question]] = [[] for _ in range(self.whole + 1)]
        asking = []
        for one in self.questions:
            if one.after < at:
                asking.append(one)
            else:
                parked[one.after].append(one)
        waiting = tuple(map(tuple, parked))
        return self.entering(tuple(asking), waiting[at], at), waiting

    @lru_cache(maxsize=10_000)  # noqa: B019 - plans are few and stay
    def entering(self, asking: Asking, there: Asking, at: int) -> Asking:
        """What is asked when the parameters before ``at`` are filled: ``asking``, and of what is
        parked there, early ones of a list that begins; of a whole move, all that waited for it."""
        if at == self.whole:
            more = there
        elif self.stages[at].listed:
            more = growing(there)
        else:
            return asking
        if more:
            asking = tuple(sorted((*asking, *more), key=in_order))
        return tuple(one for one in asking if not one.weak) if at == self.whole else asking


def growing(asking: Asking) -> Asking:
    """Those of some questions that are asked of a growing list, as they are asked of it."""
    return tuple(one.then for one in asking if one.then is not None)


@lru_cache(maxsize=1024)
def plan(kind: MoveKind[Any, Any]) -> Plan:
    """What a search for moves of that kind goes by."""
    return Plan(kind)


def parked_at(parked: Parked, where: int, one: Question) -> Parked:
    """With one more question that waits for a parameter."""
    there = parked[where]
    if there and there[-1].order > one.order:
        there = tuple(sorted((*there, one), key=in_order))
    else:
        there = (*there, one)
    return (*parked[:where], there, *parked[where + 1 :])
