"""Which broken needs the table may overrule."""

from collections.abc import Sequence
from typing import Any, Literal

from companion.kernel import Fault, Game, Move
from companion.kernel.judge import outside
from companion.match.entries import Strictness

Weight = Literal["fact", "frame", "hard", "soft"]


def weight(
    game: Game[Any], position: Any, move: Move, by: str | None, faults: Sequence[Fault]
) -> Weight:
    """The heaviest of a refused move's faults, from *fact* down to *soft*."""
    kind = game.kind(move)
    clauses = {fault.clause for fault in faults}
    if any(need.fact and need.clause in clauses for need in kind.needs):
        return "fact"
    if game.over in clauses or outside(game, position, kind, move, by) is not None:
        return "frame"
    if all(game.rulebook[clause].strength == "soft" for clause in clauses):
        return "soft"
    return "hard"


def allowable(strictness: Strictness, heaviest: Weight) -> bool:
    """Whether the table may let a refused move stand."""
    return heaviest == "soft" or (heaviest == "hard" and strictness != "enforce")
