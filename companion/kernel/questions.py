"""What a search asks of a move that is being filled, and when.

Each need is a question; an early need that is weaker than the need itself is another. A question
is asked as soon as the parameters that it reads for certain are filled.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from companion.kernel.candidates import Find, finder
from companion.kernel.kinds import MoveKind, Need
from companion.kernel.reads import reads
from companion.kernel.unfinished import StandIn, parameters

Test = Callable[[Any, Any], object]


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
    test: Test
    weak: bool = False
    eased: bool = False
    growing: bool = False
    then: "Question | None" = None
    after: int = -1


Asking = tuple[Question, ...]


def in_order(one: Question) -> tuple[int, bool]:
    """Sort key of questions."""
    return one.order


class Plan:
    """What a search for moves of a kind goes by: its parameters, names and questions."""

    def __init__(self, kind: MoveKind[Any, Any]) -> None:
        self.parameters = parameters(kind.move)
        self.whole = len(self.parameters)
        self.finds = tuple(
            tuple(finder(kind, blank) for blank in parameter.field.blanks)
            for parameter in self.parameters
        )
        self.plain = (*map(self._plain, range(self.whole)), None)
        self.index = {parameter.name: at for at, parameter in enumerate(self.parameters)}
        self.questions: list[Question] = []
        for order, need in enumerate(kind.needs):
            self.questions += self._asked(order, need)
        self._waiting: dict[tuple[Asking, ...], Waiting] = {}
        self.begin = tuple(map(self._begin, range(self.whole + 1)))

    def _plain(self, at: int) -> tuple[StandIn, Find, bool] | None:
        """Of a parameter that is no list: its stand-in, what finds its values, whether it is the
        last one."""
        parameter = self.parameters[at]
        return (
            None if parameter.listed else (parameter.seen, self.finds[at][0], at + 1 == self.whole)
        )

    def _asked(self, order: int, need: Need[Any, Any]) -> Iterator[Question]:
        eased = not isinstance(need.early, bool)
        yield self._question(order, need.test, need.early is True, eased=eased)
        if not isinstance(need.early, bool):
            yield self._question(order, need.early, True, weak=True)

    def _question(
        self,
        order: int,
        test: Test,
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

    def _begin(self, at: int) -> tuple[Asking, "Waiting"]:
        """What is asked of a draft with that many parameters filled, and what waits for others."""
        parked: list[list[Question]] = [[] for _ in range(self.whole + 1)]
        asking = []
        for one in self.questions:
            if one.after < at:
                asking.append(one)
            else:
                parked[one.after].append(one)
        waiting = self.waiting(tuple(map(tuple, parked)))
        return self.entering(tuple(asking), waiting.asking[at], at), waiting

    def waiting(self, asking: tuple[Asking, ...]) -> "Waiting":
        """What waits, each time the same for the same questions."""
        found = self._waiting.get(asking)
        if found is None:
            found = self._waiting[asking] = Waiting(self, asking)
        return found

    @lru_cache(maxsize=10_000)  # noqa: B019 - plans are few and stay
    def entering(self, asking: Asking, there: Asking, at: int) -> Asking:
        """What is asked when the parameters before ``at`` are filled: ``asking``, and of what is
        parked there, early ones of a list that begins; of a whole move, all that waited for it."""
        if at == self.whole:
            more = there
        elif self.parameters[at].listed:
            more = growing(there)
        else:
            return asking
        if more:
            asking = tuple(sorted((*asking, *more), key=in_order))
        return tuple(one for one in asking if not one.weak) if at == self.whole else asking


class Waiting:
    """What waits for which parameter at one point of a search. There is one for the same
    questions, which remembers what comes after it: searches come to the same points again and
    again.

    asking: by the parameter that, once filled, lets them be asked again; last, what waits for the
    whole move.
    after: by parameter, what is asked when that is filled; tests: as the last of it tests.
    growing: by parameter, what is asked of a list each time that it grows.
    """

    __slots__ = ("_ended", "_plan", "_with", "_without", "after", "asking", "growing", "tests")

    def __init__(self, plan: Plan, asking: tuple[Asking, ...]) -> None:
        self.asking = asking
        self._plan = plan
        self._with: dict[tuple[int, Question], Waiting] = {}
        self._without: dict[tuple[int, ...], Waiting] = {}
        self._ended: dict[tuple[int, Asking], Asking] = {}
        self.after = tuple(
            plan.entering(here, there, at)
            for at, (here, there) in enumerate(pairwise(asking), start=1)
        )
        self.tests = tuple(one.test for one in (self.after or asking)[-1])
        self.growing = tuple(map(growing, asking))

    def with_one(self, where: int, one: Question) -> "Waiting":
        """With one more question that waits for a parameter."""
        found = self._with.get((where, one))
        if found is None:
            there = tuple(sorted((*self.asking[where], one), key=in_order))
            asking = (*self.asking[:where], there, *self.asking[where + 1 :])
            found = self._with[where, one] = self._plan.waiting(asking)
        return found

    def without(self, settled: tuple[int, ...]) -> "Waiting":
        """Without the early questions of needs that are met."""
        found = self._without.get(settled)
        if found is None:
            found = self._without[settled] = self._plan.waiting(
                tuple(
                    tuple(one for one in some if not (one.weak and one.order[0] in settled))
                    for some in self.asking
                )
            )
        return found

    def ended(self, at: int, unsure: Asking) -> Asking:
        """What is asked when a list ends of which that much was open: not what it was found to
        meet so far."""
        found = self._ended.get((at, unsure))
        if found is None:
            here, there = self.asking[at : at + 2]
            left = tuple(one for one in here if one.then is None or one.then in unsure)
            found = self._ended[at, unsure] = self._plan.entering(left, there, at + 1)
        return found


def growing(asking: Asking) -> Asking:
    """Those of some questions that are asked of a growing list, as they are asked of it."""
    return tuple(one.then for one in asking if one.then is not None)


@lru_cache(maxsize=1024)
def plan(kind: MoveKind[Any, Any]) -> Plan:
    """What a search for moves of that kind goes by."""
    return Plan(kind)
