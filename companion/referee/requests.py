"""What may be asked of the referee over JSON lines, and what it answers: one struct for each.

The structs are the whole description: requests are checked against them, and the schema is made
from them.
"""

from typing import Annotated, Any, Literal

import msgspec

Plain = dict[str, Any]


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """What all requests share: an ``id`` of any kind that comes back with the answer."""

    id: int | str | None = None


class Start(Request, frozen=True, kw_only=True, tag="start"):
    """Begin a match.

    seats: colours in turn order, or how many (the first colours then).
    options, box: what differs from the defaults.
    strictness: how rules are watched when a move is allowed in spite of them.
    by_itself: whether a step in which nothing can be done ends by itself; programs mostly rather
        end it.
    """

    seats: tuple[str, ...] | int | None = None
    options: Plain = {}
    box: Plain = {}
    strictness: Literal["advise", "confirm", "enforce"] = "confirm"
    by_itself: bool = False


class Own(msgspec.Struct, frozen=True):
    """Of a whole position, what its match starts from."""

    seats: tuple[str, ...]
    options: Plain
    box: Plain


class Set(Request, frozen=True, kw_only=True, tag="set"):
    """Put a position over the start position of this match; its history begins anew.

    What ``situation`` does not name stays as at the start, balanced from the supply. A whole
    position, as ``position`` answers, may stand in its place.
    """

    situation: Plain


class Position(Request, frozen=True, kw_only=True, tag="position"):
    """The whole position, with all that is hidden."""


class View(Request, frozen=True, kw_only=True, tag="view"):
    """The position as a seat may see it; without a seat, as everybody may."""

    seat: str | None = None


class Asked(Request, frozen=True, kw_only=True, tag="asked"):
    """Who must or may act, with which kinds of move."""


class Outcome(Request, frozen=True, kw_only=True, tag="outcome"):
    """How the match ended by the rules, as everybody may know it: ``places`` (seats, best first,
    equals together), ``rule``, and the ``levels`` that tell them apart in turn. Nothing before."""


class Judge(Request, frozen=True, kw_only=True, tag="judge"):
    """The verdict on a move, without making it, on what the seat ``by`` may know; without it, on
    what everybody may."""

    move: Plain
    by: str | None = None


class Move(Request, frozen=True, kw_only=True, tag="move"):
    """Make a move. allow: let it stand against the rules, as far as the table may."""

    move: Plain
    by: str | None = None
    allow: bool = False


class Offers(Request, frozen=True, kw_only=True, tag="offers"):
    """The values on offer for a draft's next blank.

    draft: the kind and its first parameters, e.g. ``{"move": "step", "native": …}``. more:
    whether its last parameter, a list, is still being filled. by: the seat that asks.
    """

    draft: Plain
    more: bool = False
    by: str | None = None


class Legal(Request, frozen=True, kw_only=True, tag="legal"):
    """Whole moves that are asked for (of the seat ``by``, if given) and break no rule that it may
    know of, at most that many, and then the same share of each kind. A list whose order means
    nothing, such as a payment, comes in one order."""

    by: str | None = None
    most: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1000


class Needs(Request, frozen=True, kw_only=True, tag="needs"):
    """The ticked list of a draft: every need and how it stands, for the seat ``by`` if given."""

    draft: Plain
    more: bool = False
    by: str | None = None


class Undo(Request, frozen=True, kw_only=True, tag="undo"):
    """Take back the last move with its chain; everybody is taken to agree."""


class Redo(Request, frozen=True, kw_only=True, tag="redo"):
    """Restore what was taken back last."""


AnyRequest = (
    Start
    | Set
    | Position
    | View
    | Asked
    | Outcome
    | Judge
    | Move
    | Offers
    | Legal
    | Needs
    | Undo
    | Redo
)


class FaultAnswer(msgspec.Struct, frozen=True):
    """A broken need: clause, strength, the values compared, and the sentence by language."""

    rule: str
    strength: Literal["fact", "frame", "hard", "soft"]
    values: Plain
    text: dict[str, str]


class VerdictAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A verdict.

    verdict: of the rules.
    events: what happens, if it is accepted.
    changes: what hands do on the table.
    faults: why it is refused, if it is.
    alternatives: what would be possible instead, ``instead`` on the wire: each a move, or a list of
        moves to be made one after the other.
    done: whether the move now stands.
    allowable: refused, but the table may let it stand.
    """

    verdict: Literal["accepted", "refused"]
    events: tuple[Plain, ...] = msgspec.field(default=(), name="happenings")
    changes: tuple[Plain, ...] = ()
    faults: tuple[FaultAnswer, ...] = ()
    alternatives: tuple[Plain | tuple[Plain, ...], ...] = msgspec.field(default=(), name="instead")
    done: bool = False
    allowable: bool = False


class BlankAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft's next blank and the values on offer; ``done`` among them ends a list.

    whole: the draft has no blank left, nothing is on offer.
    """

    blank: str = ""
    type: str = ""
    values: tuple[Any, ...] = ()
    whole: bool = False


class TickAnswer(msgspec.Struct, frozen=True):
    """One need of a draft and how it stands.

    rule: id of the clause.
    strength: how binding it is.
    state: whether it holds; *open* where nobody knows yet.
    values: what was compared.
    text: by language, why it is broken, or else what the rule says.
    """

    rule: str
    strength: Literal["fact", "frame", "hard", "soft"]
    state: Literal["met", "broken", "open"]
    values: Plain
    text: dict[str, str]


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer.

    id: of the request.
    ok: whether the request could be carried out; a refused move is ``ok`` for ``judge`` and not for
        ``move``.
    result: what was asked for, if ``ok``.
    error: what was wrong with the request.
    faults: the broken needs, where a move was refused.
    cut: whether there are more than the result lists.
    """

    id: int | str | None
    ok: bool
    result: Any = None
    error: str = ""
    faults: tuple[FaultAnswer, ...] = ()
    cut: bool = False
