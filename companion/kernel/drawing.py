"""One legal move by chance, found without listing the others.

As the search does it, blank by blank, but a value that leads nowhere is only struck off, and the
last blank is tried against what still waits, without anything between.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.kernel.game import Dice, Game
from companion.kernel.kinds import Move, holds
from companion.kernel.questions import Asking, Waiting, plan
from companion.kernel.search import Begun, Search, entered, passes
from companion.kernel.values import DONE

P = TypeVar("P")

Chance = Callable[[], float]
"""Tells a number between 0 and 1."""


def drawn(game: Game[P], view: P, dice: Dice, by: str | None = None) -> Move | None:
    """A legal move by chance, found without listing the others; None if there is none.

    Not each is as likely: of kinds of move each comes first as often, of the values of a blank
    too, and a list ends as often as it goes on where it can do both.
    """
    left = []
    for one in game.asked(view):
        if by is None or one.seat == by:
            for name in one.kinds:
                left.append((name, one.seat))
    chance = dice.random
    while left:
        name, seat = left.pop(int(chance() * len(left)))
        kind = game.by_name[name]
        way, values = plan(kind), (seat,) if kind.by else ()
        asking, waiting = way.begin[len(values)]
        if len(values) < way.whole:
            found = _drawn(Search(kind, view, way), chance, values, asking, waiting)
            if found is not None:
                return found
            continue
        move: Move = kind.move(*values)
        if holds(asking, view, move):
            return move
    return None


def _drawn(
    search: Search[P], chance: Chance, values: Any, asking: Asking, waiting: Waiting
) -> Move | None:
    """A whole move that begins with some parameters, if what is asked then breaks nothing."""
    at = len(values)
    plain = search.plan.plain[at]
    if plain is None:
        made = entered(search, values, asking, waiting)
        return _listed(made, chance) if isinstance(made, Begun) else made
    stand_in, find, last = plain
    seen = stand_in(search.missed, *values)
    if asking:
        still = search.ask(asking, waiting, seen, seen, at)
        if still is None:
            return None
        waiting, _ = still
    view = search.view
    left = find(view, seen)
    if last:
        make, tests = search.kind.move, waiting.tests
        while left:
            move: Move = make(*values, left.pop(int(chance() * len(left))))
            if passes(tests, view, move):
                return move
        return None
    asking = waiting.after[at]
    while left:
        value = left.pop(int(chance() * len(left)))
        found = _drawn(search, chance, (*values, value), asking, waiting)
        if found is not None:
            return found
    return None


def _listed(made: Begun[P], chance: Chance) -> Move | None:
    """A whole move that what is begun with a list can become."""
    left = made.worth_trying()
    ends = left[-1:] == [DONE] and chance() < 0.5
    while left:
        more = made.filled(left.pop(-1 if ends else int(chance() * len(left))))
        ends = False
        move: Move | None
        if not isinstance(more, Begun):
            move = more
        elif more.parameter.listed:
            move = _listed(more, chance)
        else:
            move = _drawn(more.search, chance, more.values, (), more.waiting)
        if move is not None:
            return move
    return None
