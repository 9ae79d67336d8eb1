"""Moves made at a table of one game, each with what comes of it: for tests that say where a table
stands, and what one move does there."""

from typing import Any, Generic, TypeVar

from companion.kernel import Accepted, Game, Refused, Verdict, carry_out, census, judge

P = TypeVar("P")


class Made(Generic[P]):
    """What comes of moves of that game."""

    def __init__(self, game: Game[P]) -> None:
        self._game = game

    def verdict(self, position: P, by: str | None = None, /, **move: Any) -> Verdict:
        """What is said of a move. by: who makes it, where that matters."""
        return judge(self._game, position, self._game.move(move), by)

    def accepted(self, position: P, **move: Any) -> Accepted:
        """A move that is accepted; no piece is created or lost."""
        found = self.verdict(position, **move)
        assert isinstance(found, Accepted), found
        self._nothing_lost(position, found)
        return found

    def after(self, position: P, *moves: dict[str, Any], **move: Any) -> P:
        """The position after accepted moves."""
        for one in moves or (move,):
            position = self.accepted(position, **one).position
        return position

    def happened(self, position: P, **move: Any) -> list[str]:
        """What an accepted move brings, in order."""
        return keys(self.accepted(position, **move))

    def clauses(self, position: P, by: str | None = None, /, **move: Any) -> list[str]:
        """What a refused move breaks. by: who makes it, where that matters."""
        found = self.verdict(position, by, **move)
        assert isinstance(found, Refused), "accepted"
        return [fault.clause for fault in found.faults]

    def allowed(self, position: P, **move: Any) -> Accepted:
        """A move that stands although it is refused; no piece is created or lost."""
        assert self.clauses(position, **move)
        done = carry_out(self._game, position, self._game.move(move))
        self._nothing_lost(position, done)
        return done

    def _nothing_lost(self, before: P, done: Accepted) -> None:
        layout = self._game.layout
        assert census(layout(done.position)) == census(layout(before))


def keys(done: Accepted) -> list[str]:
    """What happens by a move, in order."""
    return [one.key for one in done.events]
