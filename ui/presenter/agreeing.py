"""What a table agrees on before it is done: taking back, restoring, amending, ending."""

from collections.abc import Callable, Collection
from functools import partial

from companion.kernel import TABLE, Move
from companion.match.answer import Answer
from companion.match.entries import Reason
from companion.match.last_answer import last_step
from companion.match.match import Match
from companion.sight.sight import Sight
from companion.sight.wishes import How
from ui.presenter.settling import Retry


class Agreeing:
    """Wishes that others may have to agree to. Each is handed to ``ask``, which tries it, asks
    whoever must still agree, and tries it once more with every answer."""

    def __init__(self, sight: Sight, ask: Callable[[Retry], None]) -> None:
        self._sight, self._ask = sight, ask

    @property
    def _match(self) -> Match:
        return self._sight.match

    def undo(self, by: str | None = None) -> None:
        """Take back the last move, whatever is begun. by: who wishes it, None for whoever touches
        the screen."""
        if by is None:
            self._ask(self._undone_by_hand)
        else:
            self._ask(lambda consent, reason: self._match.undo(by, consent, reason))

    def _undone_by_hand(self, consent: Collection[str], reason: Reason | None) -> Answer:
        """By the seat that is asked; by whoever made the move, once they agree."""
        hand, last = self._hand(), last_step(self._match)
        by = last.by if last is not None and last.by in consent else hand
        return self._match.undo(by, {*consent, hand}, reason)

    def back_to(self, number: int) -> None:
        """Take back everything after a line of the log."""
        self._ask(lambda consent, _: self._match.back_to(number, self._hand(), consent))

    def redo(self) -> None:
        """Restore what was taken back last."""
        self._ask(lambda *_: self._match.redo(self._hand()))

    def amend(self, line: int, *moves: Move, allow: bool = False) -> None:
        """Say what was meant by a line; nothing: it never happened. allow: against the rules."""
        ask, by = partial(self._match.amend, line, *moves, allow=allow), self._hand()
        self._ask(lambda consent, reason: ask(by=by, consent=consent, reason=reason))

    def allow(self, move: Move, by: str | None) -> None:
        """Make a correction, or a move against the rules, that ends the match, once all agree."""
        self._ask(lambda consent, _: self._match.allow(move, by, consent))

    def end(self, how: How, by: str) -> None:
        """Let a seat offer an end, to which all others must agree, or resign, which it confirms."""
        match = self._match
        if how == "resigned":
            self._ask(lambda consent, _: match.resign(by, by in consent))
        else:
            end = match.draw if how == "draw" else match.agree_end
            self._ask(lambda consent, _: end(by, consent))

    def _hand(self) -> str:
        """Whose hand is taken to touch the screen: the seat that is asked, else the last mover."""
        if self._sight.seat not in ("", TABLE):
            return self._sight.seat
        return self._match.steps[-1].by if self._match.steps else TABLE
