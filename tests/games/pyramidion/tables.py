"""Tables to try things on, in few words."""

from typing import Any

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from tests.games.made import Made
from tests.games.pyramidion.vectors import SEATS, at_start, situated

made = Made(game)
after, clauses, happened = made.after, made.clauses, made.happened


def table(*, players: tuple[str, ...] = SEATS, box: Any = None, **situation: Any) -> Position:
    """A table in the words of a situation."""
    return situated(at_start(players, box), situation)
