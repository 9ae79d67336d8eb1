"""Kinds of move, and the needs of each.

A kind of move is a frozen struct (its parameters), the list of its needs, what it does, and
which values are worth offering for each blank. The needs are stated once; refusals, ticked
lists, lit targets and lessons all come from them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

import msgspec

from companion.kernel.events import Transition
from companion.kernel.values import UNKNOWN, Open

P = TypeVar("P")
M = TypeVar("M", bound="Move")

Values = dict[str, Any]

Early = bool | Callable[[P, M], object]
"""How a need tells on a list that is still being filled, see :class:`Need`."""


class Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    """Base of all moves: a kind (its tag) and parameters that are tokens, words, numbers or
    lists of these. Subclasses give the tag in snake_case:
    ``class Step(Move, frozen=True, tag="step")``.

    Every parameter without a default is a *blank* of the kind's draft, in declared order.
    """


@dataclass(frozen=True, slots=True)
class Need(Generic[P, M]):
    """One thing a move needs.

    clause: id of the clause in the rulebook.
    test: true when met. May raise Open (by reading a blank or ``known(UNKNOWN)``).
    values: the numbers compared, for the sentence; only asked for when the need is broken.
    fact: whether nothing can overrule it, and later needs make no sense without it.
    early: whether it already tells on a list that is still being filled (only if a broken
        need stays broken whatever is added). Where the finished list is held to more than the
        unfinished one, the weaker test for the latter: "can this still become right?"
    """

    clause: str
    test: Callable[[P, M], object]
    values: Callable[[P, M], Values] | None = None
    fact: bool = False
    early: Early[P, M] = False


def rule(
    clause: str,
    test: Callable[[P, M], object],
    values: Callable[[P, M], Values] | None = None,
    *,
    early: Early[P, M] = False,
) -> Need[P, M]:
    """What the game demands; the table may overrule it."""
    return Need(clause, test, values, early=early)


def fact(
    clause: str,
    test: Callable[[P, M], object],
    values: Callable[[P, M], Values] | None = None,
    *,
    early: Early[P, M] = False,
) -> Need[P, M]:
    """What the move cannot do without on any table."""
    return Need(clause, test, values, fact=True, early=early)


@dataclass(frozen=True, eq=False)
class MoveKind(Generic[P, M]):
    """One kind of move of one game.

    move: its struct.
    needs: all of them, in the rulebook's order, facts before what rests on them.
    apply: what happens, in order, each event with the position it leads to; at least one.
        Must work whenever the facts hold as everybody may know them, whatever rules were overruled
        and whoever was asked, and conserve every piece. Where that contradicts what was told in
        private before, the newer is believed, and the owner alone hears of it (``aside``).
    candidates: by blank name, the values worth offering given the blanks before it; illegal
        ones among them are dropped by the needs. At most about 200.
        Of a list being filled they see the finished items, and the filled blanks of the next
        item as attributes of their own name (the move has no such attribute, so a function that
        reads these takes ``m: Any``). Numbers with both limits need no candidates.
    wording: by blank name, what its question says beside the blanks before it: public, and seen as
        candidates see it.
    out_of_phase: clause for a move nobody is asked for now.
    out_of_turn: clause for a move somebody else is asked for.
    role: ``play``; ``fix`` tells what the table really shows, possible at any time; ``box``
        tells what the box shows.
    by: the parameter, the first one, that says whose move it is, for kinds that several seats
        are asked for at the same time; ``apply`` is told nothing else about who made the move.
    hidden: names of parameters that only the mover may know; they are kept apart.
    unordered: names of lists whose order means nothing, so that one order of each is enough.
    reveals: whether the move brings to light something that was not known: taking it back
        needs everybody's consent.
    told_by: keys of the events of which the first that happened tells the move in one line, for
        one whose first event is only a part of what came of it.
    ends: whether it closes a step of the turn: what the pass button and the one bright button do.
    answers: whether it answers what somebody else does in their turn, and is no turn itself.
    explicit: whether it is only meant when named (its button, its card scanned), never guessed
        from a touched piece.
    mover, destination: for moves that can be repeated to go further: the parameter that says who
        goes, and the one that says where to; there are no others.
    onward: for the same moves: who goes on after this one, as the next names it.
    name: the tag of the move, e.g. ``"step"``.
    """

    move: type[M]
    needs: tuple[Need[P, M], ...]
    apply: Callable[[P, M], Iterator[Transition[P]]]
    candidates: Mapping[str, Callable[[P, M], Iterable[Any]]] = field(default_factory=dict)
    wording: Mapping[str, Callable[[P, M], Values]] = field(default_factory=dict)
    out_of_phase: str = ""
    out_of_turn: str = ""
    role: Literal["play", "fix", "box"] = "play"
    by: str = ""
    hidden: tuple[str, ...] = ()
    unordered: tuple[str, ...] = ()
    reveals: bool = False
    told_by: tuple[str, ...] = ()
    ends: bool = False
    answers: bool = False
    explicit: bool = False
    mover: str = ""
    destination: str = ""
    onward: Callable[[P, M], Any] | None = None
    name: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tag_of(self.move))


def holds(needs: Iterable[Any], view: Any, move: Move) -> bool:
    """Whether a whole move breaks none of some needs, or of what asks them; what is open is not
    broken."""
    for one in needs:
        try:
            if not one.test(view, move):
                return False
        except Open:
            pass
    return True


def tag_of(move: type[Move] | Move) -> str:
    """The name of a kind of move, from its struct or one of its values."""
    tag = move.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def masked(kind: MoveKind[Any, Any], move: M) -> M:
    """The move as everybody may know it."""
    if not kind.hidden:
        return move
    return msgspec.structs.replace(move, **dict.fromkeys(kind.hidden, UNKNOWN))
