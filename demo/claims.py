"""Claims: what the evening expects to be true, looked up on the screen and in the match."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.entries import Played, Refused, Undone
from ui.root import Root
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.session.open_match import OpenMatch


class Claims:
    """What may be claimed: each method is one verb, its arguments the words behind it.

    since: the number of the last line before the present step; only later lines count.
    """

    def __init__(self, root: Root) -> None:
        self.root = root
        self.since = 0
        self._first = root.session.language

    def knows(self, verb: str) -> bool:
        """Whether there is such a claim."""
        return self._claim(verb) is not None

    def holds(self, verb: str, words: tuple[str, ...]) -> bool:
        """Whether it is true now. Raises LookupError for an unknown claim."""
        claim = self._claim(verb)
        if claim is None:
            raise LookupError(f"nobody knows what {verb} means")
        return claim(*words)

    def _claim(self, verb: str) -> Callable[..., bool] | None:
        return getattr(self, f"_{verb}", None) if verb != "claim" else None

    @property
    def lines(self) -> int:
        """How many lines the match has."""
        open_match = self.root.session.open_match
        return 0 if open_match is None else len(open_match.match.timeline.entries)

    @property
    def _open_match(self) -> OpenMatch:
        open_match = self.root.session.open_match
        assert open_match is not None, "nobody sits at a match"
        return open_match

    def _newest(self, kind: type[Played] | type[Refused] | type[Undone]) -> list[object]:
        entries = self._open_match.presenter.match.timeline.entries
        return [one for one in entries[self.since :] if isinstance(one, kind)]

    def _screen(self, name: str) -> bool:
        return type(self.root.page).__name__ == name

    def _played(self, *kinds: str) -> bool:
        found = [one.move["move"] for one in self._newest(Played) if isinstance(one, Played)]
        return found == list(kinds)

    def _refused(self, *clauses: str) -> bool:
        """The move is refused for exactly these, and the sheet says so."""
        page = self.root.page
        if not isinstance(page, Play) or page.presenter.refusal is None:
            return False
        return any(
            isinstance(one, Refused) and tuple(f.clause for f in one.faults) == clauses
            for one in self._newest(Refused)
        )

    def _allowed(self, *clauses: str) -> bool:
        return any(
            isinstance(one, Played) and one.overruled == clauses for one in self._newest(Played)
        )

    def _undone(self, count: str) -> bool:
        return any(
            isinstance(one, Undone) and len(one.lines) == int(count) for one in self._newest(Undone)
        )

    def _told(self, key: str) -> bool:
        """The strip over the screen says what is called so among the notices."""
        page, say = self.root.page, self._open_match.presenter.phrasebook
        return page is not None and page.toast_text() == say.say("notice", key)

    def _speaks(self, which: str) -> bool:
        """``another``: no longer the language that the evening began in; ``the_first``: that."""
        return (self.root.session.language == self._first) == (which == "the_first")

    def _device(self, name: str, state: str) -> bool:
        return any(one.name == name and one.state == state for one in self.root.devices.states())

    def _saved(self) -> bool:
        return self._open_match.saved

    def _covered(self) -> bool:
        page = self.root.page
        return isinstance(page, LookPage) and not page.uncovered

    def _uncovered(self) -> bool:
        page = self.root.page
        return isinstance(page, LookPage) and page.uncovered

    def _question(self, form: str) -> bool:
        question = self._open_match.presenter.question
        return question is not None and question.form == form

    def _asks(self, seat: str) -> bool:
        return self._open_match.presenter.seat == seat

    def _cursor(self, token: str) -> bool:
        return self._open_match.presenter.composer.cursor == token
