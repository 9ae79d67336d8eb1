"""What comes of a token: a move, a question, or nothing."""

from dataclasses import dataclass

from companion.kernel import Draft, Fault, Move


@dataclass(frozen=True)
class Submit:
    """Whole moves to be made one after the other; more than one for a way of several steps."""

    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Composing:
    """A blank was filled, or a choice between several meanings is open (see ``pick``)."""


@dataclass(frozen=True)
class Misfit:
    """The token fits no blank. ``expected`` are the types of what would have fitted."""

    token: str
    expected: tuple[str, ...]


@dataclass(frozen=True)
class Fruitless:
    """The token means something of which nothing can be made now, so nothing was begun. ``faults``
    say why, where anything can be named; ``draft``: of what. ``general``: they are of anything that
    could be chosen, and told by their rules."""

    token: str
    faults: tuple[Fault, ...] = ()
    draft: Draft | None = None
    general: bool = False


Composed = Submit | Composing | Misfit | Fruitless


@dataclass(frozen=True)
class Choice:
    """A token that would lead on without breaking a need, and the kinds of move it serves."""

    token: str
    kinds: tuple[str, ...]
