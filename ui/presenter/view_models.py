"""What to show, as plain values in the language of the screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.kernel import Draft, Way
from companion.kernel.offers import State

Role = Literal["bright", "plain", "danger"]


@dataclass(frozen=True)
class Action:
    """A button.

    token: what a touch stands for.
    label: what it is called.
    detail: what comes of it, "" for nothing to say.
    role: how bright it is.
    offered: whether it breaks no rule.
    """

    token: str
    label: str
    detail: str = ""
    role: Role = "plain"
    offered: bool = True


OfferState = Literal["open", "waits", "spent", "blocked"]
"""*open*: it can be begun; *waits*: it is begun, and waits for the board; *spent*: it was done in
this turn and cannot be done again; *blocked*: something else is against it."""


@dataclass(frozen=True)
class Offer:
    """A kind of move that the present step knows, always at the same place.

    token: what a touch stands for.
    kind: name of the kind of move.
    label: what it is called.
    state: whether it can be done now.
    line: what is left of it, or why it cannot be begun, in a few words; "" for nothing to say.
    """

    token: str
    kind: str
    label: str
    state: OfferState
    line: str = ""


@dataclass(frozen=True)
class Picker:
    """How the next blank is filled besides touching the table.

    form: tiles, a keypad, or a list.
    prompt: what is asked.
    choices: the values, in order.
    picked: what was chosen already, in words.
    taken: the same as tokens, where each is a token.
    done: ends a list, None where it cannot end.
    blank: which, ``kind.parameter``.
    """

    form: Literal["palette", "number", "list"]
    prompt: str
    choices: tuple[Action, ...]
    picked: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    done: Action | None = None
    blank: str = ""


@dataclass(frozen=True)
class FaultLine:
    """One broken need in words.

    sentence: why.
    clause: its id.
    number: of the clause, "" for a fact.
    strength: how strong it is.
    rule: its text.
    source: where it stands.
    """

    sentence: str
    clause: str
    number: str
    strength: str
    rule: str
    source: str


@dataclass(frozen=True)
class TickLine:
    """A need in words: whether it is met, broken or still open; the rule behind it, "" for a fact,
    with its number and where it stands."""

    state: State
    sentence: str
    number: str
    source: str


@dataclass(frozen=True)
class WayOut:
    """What would be possible instead of a refused move.

    sentence: what it is.
    way: the moves, the last of them in the place of the refused one.
    choose: what is gone on with instead of making them, where the sentence fits several places or
        the refused one, too: the board shows which there are. None where the way is made.
    """

    sentence: str
    way: Way
    choose: Draft | None = None


@dataclass(frozen=True)
class Refusal:
    """The answer to a move that is not allowed.

    kind: of the move, by its name.
    move: what it does, in a sentence.
    faults: what speaks against it.
    alternatives: the ways out, the best first.
    allowable: whether the table may let it stand.
    """

    kind: str
    move: str
    faults: tuple[FaultLine, ...]
    alternatives: tuple[WayOut, ...]
    allowable: bool


@dataclass(frozen=True)
class Question:
    """What must be settled before something happens.

    form: *consent*: each of ``seats`` agrees to take something back or not; *why*: was it entered
    wrongly, or is it taken back?; *lost*: may later moves go that can no longer happen?;
    *nearest*: which piece was meant by a code that was not understood? (``answers`` are tokens
    with their labels); *back*: does a hand only take back what it did?
    text: the question.
    answers: what a touch may say, ``no`` last.
    asking: names this asking, where an answer may come late; "" where it cannot.
    agreed: those who agreed to it already.
    """

    form: Literal["consent", "why", "lost", "nearest", "back"]
    text: str
    answers: tuple[Action, ...]
    asking: str = ""
    agreed: frozenset[str] = frozenset()

    def in_place(self, seats: Sequence[str]) -> Iterator[Action | None]:
        """The answers but ``no``, each where it stood from the first, None where somebody has
        agreed: nobody's key comes to lie where another's was touched just now."""
        left = {one.token: one for one in self.answers if one.token != "no"}
        if self.form != "consent":
            return iter(left.values())
        return (left.get(one) for one in seats if one in left or one in self.agreed)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who is asked to agree; nobody where something else is asked."""
        if self.form != "consent":
            return ()
        return tuple(one.token for one in self.answers if one.token != "no")
