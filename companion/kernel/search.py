"""The search for whole moves of a kind: blank by blank, each need asked when it can be answered.

A need that reads a blank that is not filled yet is open, and stays so until that blank is filled:
up to there it does the same on the same position, whatever is filled elsewhere. So it is parked at
the blank that it missed, and asked again when that is filled. A need that is met is met for good.
What is open without having missed a blank rests on something nobody knows, and is never asked
again. Only early needs of a list are asked each time that the list grows.

All this rests on needs being functions of a position and a move, and of nothing else.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from companion.kernel.drafts import Blank, Draft
from companion.kernel.kinds import Move, MoveKind, holds
from companion.kernel.questions import Asking, Plan, Test, Waiting, in_order, plan
from companion.kernel.unfinished import Parameter
from companion.kernel.values import DONE, Open

P = TypeVar("P")


class Search(msgspec.Struct, Generic[P], eq=False, gc=False):
    """One search for moves of a kind on one view. missed: the parameters that were read before they
    were filled, since somebody looked."""

    kind: MoveKind[P, Any]
    view: P
    plan: Plan
    missed: list[str] = []

    def missing(self, at: int) -> int | None:
        """The first parameter from ``at`` on that was missed while a need was asked; what is no
        parameter waits for the whole move. None if nothing was missed."""
        index, whole = self.plan.index, self.plan.whole
        missed, first = self.missed, None
        for name in missed:
            there = index.get(name, whole)
            if there >= at and (first is None or there < first):
                first = there
        missed.clear()
        return first

    def ask(
        self, asking: Asking, waiting: Waiting, seen: Any, grown: Any, at: int
    ) -> tuple[Waiting, Asking] | None:
        """What waits after some questions were asked, and which were open of the growing list;
        None when one is broken.

        seen: what needs see; grown: with the list that is being filled, ``seen`` if there is none.
        at: the first parameter that is not filled.
        """
        view = self.view
        unsure: Asking = ()
        settled: tuple[int, ...] = ()
        for one in asking:
            if settled and one.weak and one.order[0] in settled:
                continue
            try:
                if not one.test(view, grown if one.growing else seen):
                    return None
                if one.eased:
                    settled = (*settled, one.order[0])
                if not self.missed or not (one.weak or one.growing):
                    continue
            except Open:
                pass
            if one.growing:
                self.missed.clear()
                unsure = (*unsure, one)
                continue
            where = self.missing(at)
            if where is None:
                continue
            waiting = waiting.with_one(where, one)
            if where == at and grown is not seen and one.then is not None:
                try:
                    if not one.then.test(view, grown):
                        return None
                except Open:
                    self.missed.clear()
                    unsure = (*unsure, one.then)
        if settled:
            waiting = waiting.without(settled)
        return waiting, unsure


def passes(tests: tuple[Test, ...], view: Any, move: Move) -> bool:
    """As ``holds``, by what the needs test."""
    for test in tests:
        try:
            if not test(view, move):
                return False
        except Open:
            pass
    return True


def passing(
    search: Search[P], filled: Any, values: Iterable[Any], tests: tuple[Test, ...]
) -> Iterator[Move]:
    """The whole moves with one of some values in the last blank that break nothing, in the order
    of the values."""
    make, view = search.kind.move, search.view
    for value in values:
        move: Move = make(*filled, value)
        if passes(tests, view, move):
            yield move


class Begun(msgspec.Struct, Generic[P], eq=False, gc=False):
    """A move of a kind with its first blanks filled, of which no need is broken yet.

    search: that it is part of.
    at, parameter: what is filled next, and its place.
    values: the parameters before it.
    seen: what needs see of it.
    waiting: what is still to be asked.
    unsure: what was open of the growing list.
    parts: finished items of the list being filled.
    item: the filled blanks of its next one.
    """

    search: Search[P]
    at: int
    parameter: Parameter
    values: tuple[Any, ...]
    seen: Any
    waiting: Waiting
    unsure: Asking
    parts: tuple[Any, ...] = ()
    item: tuple[Any, ...] = ()

    @property
    def kind(self) -> MoveKind[P, Any]:
        """The kind of move."""
        return self.search.kind

    @property
    def blank(self) -> Blank:
        """The blank that is filled next."""
        return self.parameter.field.blanks[len(self.item)]

    def worth_trying(self) -> list[Any]:
        """Every value worth trying for the next blank, legal or not; last DONE, where a list may
        end."""
        return self.listed() or []

    def listed(self) -> list[Any] | None:
        """As :meth:`worth_trying`; None where nobody can list them."""
        search, parameter = self.search, self.parameter
        seen = self.seen
        if parameter.listed:
            of_item = parameter.growing[len(self.item)]
            seen = of_item(search.missed, *self.values, self.parts, *self.item)
        values = search.plan.finds[self.at][len(self.item)](search.view, seen)
        if parameter.listed and not self.item and parameter.field.least <= len(self.parts):
            return [*(values or ()), DONE]
        return values

    def filled(self, value: Any) -> "Begun[P] | Move | None":
        """With the next blank filled: begun, or the whole move; None if that breaks a need."""
        parameter = self.parameter
        if not parameter.listed:
            values = *self.values, value
            return entered(self.search, values, self.waiting.after[self.at], self.waiting)
        if value == DONE:
            values = *self.values, self.parts
            ended = self.waiting.ended(self.at, self.unsure)
            return entered(self.search, values, ended, self.waiting)
        item = (*self.item, value)
        if len(item) < parameter.width:
            return self._grown(parameter, self.parts, item)
        parts = (*self.parts, parameter.field.item(*item) if parameter.field.item else value)
        if len(parts) == parameter.field.most:
            values = *self.values, parts
            return entered(self.search, values, self.waiting.after[self.at], self.waiting)
        return self._grown(parameter, parts, ())

    def moves(self, given: int | None = None) -> Iterator[Move]:
        """The whole moves that it can become without breaking a need; lists end as soon as they
        may, and those whose order means nothing come in one order each.

        given: how many finished items of the list being filled stay as they are; None for all.
        """
        search = self.search
        values = self.worth_trying()
        given = len(self.parts) if given is None else given
        if values and values[-1] == DONE:
            values = [DONE, *values[:-1]]
        if len(self.parts) > given:
            values = self._in_order(values)
        if self.at + 1 == search.plan.whole and not self.parameter.listed:
            yield from self._last(values)
            return
        for value in values:
            made = self.filled(value)
            if isinstance(made, Begun):
                yield from made.moves(given if made.at == self.at else 0)
            elif made is not None:
                yield made

    def _in_order(self, values: list[Any]) -> list[Any]:
        """The end of the list, and what does not come before its last item; of a list whose order
        counts, all."""
        field, last = self.parameter.field, self.parts[-1]
        if field.name not in self.search.kind.unordered or last not in values:
            return values
        return [*(one for one in values[:1] if one == DONE), *values[values.index(last) :]]

    def _last(self, values: list[Any]) -> Iterator[Move]:
        """The whole moves with one of some values in the last blank."""
        return passing(self.search, self.values, values, self.waiting.tests)

    def can_become(self, move: Move) -> bool:
        """Whether a whole move that begins like this breaks no need."""
        left = (one for some in self.waiting.asking for one in some if not one.weak)
        return holds(tuple(sorted(left, key=in_order)), self.search.view, move)

    def _grown(
        self, parameter: Parameter, parts: tuple[Any, ...], item: tuple[Any, ...]
    ) -> "Begun[P] | None":
        search, asking = self.search, self.waiting.growing[self.at]
        unsure: Asking = ()
        if asking:
            view, missed = search.view, search.missed
            grown = parameter.grown(missed, self.values, parts, item)
            missed.clear()
            for one in asking:
                try:
                    if not one.test(view, grown):
                        return None
                    if not missed:
                        continue
                except Open:
                    pass
                missed.clear()
                unsure = (*unsure, one)
        at, values, seen, waiting = self.at, self.values, self.seen, self.waiting
        return Begun(search, at, parameter, values, seen, waiting, unsure, parts, item)


def entered(
    search: Search[P],
    values: tuple[Any, ...],
    asking: Asking,
    waiting: Waiting,
    parts: tuple[Any, ...] = (),
    item: tuple[Any, ...] = (),
) -> Begun[P] | Move | None:
    """A move with that many parameters filled, if what is asked then breaks nothing."""
    at = len(values)
    if at == search.plan.whole:
        move = search.kind.move(*values)
        return move if holds(asking, search.view, move) else None
    parameter = search.plan.parameters[at]
    seen = grown = parameter.seen(search.missed, *values)
    if parameter.listed:
        grown = parameter.grown(search.missed, values, parts, item)
    left = search.ask(asking, waiting, seen, grown, at) if asking else (waiting, ())
    return None if left is None else Begun(search, at, parameter, values, seen, *left, parts, item)


def begun(kind: MoveKind[P, Any], view: P, draft: Draft) -> Begun[P] | Move | None:
    """A draft as the search goes on from it; None when a need of it is broken."""
    search = Search(kind, view, plan(kind))
    at = len(draft.values)
    asking, waiting = search.plan.begin[at]
    return entered(search, draft.values, asking, waiting, draft.parts, draft.item)


def moves_from(made: Begun[P] | Move | None) -> Iterator[Move]:
    """The whole moves that what is begun can become without breaking a need."""
    if isinstance(made, Begun):
        yield from made.moves()
    elif made is not None:
        yield made
