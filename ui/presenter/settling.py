"""What must be settled before something is done: who agrees, why it is taken back, which piece was
meant, or whether a hand only takes back what it did."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe

from companion.kernel import Asked
from companion.match.answer import Answer
from companion.match.entries import Reason
from companion.match.match import Match
from companion.table.catalogue import Piece
from companion.text import Phrasebook
from ui.presenter.answers import asked_back, which_piece
from ui.presenter.view_models import Action, Question

Retry = Callable[[Collection[str], Reason | None], Answer]


@dataclass
class Settling:
    """All that is known of it.

    retry: what is tried again with each answer, None for nothing.
    agreed: the seats that do.
    reason: why it is taken back.
    nearest: the pieces that a code may have meant.
    anew: does what was just taken for a taking back, None where nothing was.
    looks: what it was taken for, by its text.
    answer: what the match said last.
    asking: names this asking: the same asked again is another one, also after a restart.
    """

    retry: Retry | None = None
    agreed: set[str] = field(default_factory=set)
    reason: Reason | None = None
    nearest: tuple[Piece, ...] = ()
    anew: Callable[[], None] | None = None
    looks: str = "straight_back"
    answer: Answer | None = None
    asking: str = field(default_factory=token_urlsafe)

    def again(self) -> Answer:
        """Try it with what is known now."""
        assert self.retry is not None
        self.answer = self.retry(frozenset(self.agreed), self.reason)
        if self.answer.done or not (self.answer.consent or self.answer.why):
            self.retry = None
        return self.answer

    def told(self, token: str) -> None:
        """A reason, or a seat that agrees."""
        if token in ("taken back", "entered wrongly"):
            self.reason = "taken back" if token == "taken back" else "entered wrongly"
        else:
            self.agreed.add(token)

    def question(self, say: Phrasebook, match: Match) -> Question | None:
        """What is asked now, if anything."""
        if self.nearest:
            return which_piece(self.nearest, say)
        if self.anew is not None:
            answers = (
                Action("back", say.say("button", "take_back"), role="bright"),
                Action("anew", say.say("button", "another_move")),
                Action("no", say.say("button", "cancel")),
            )
            return Question("back", say.say("notice", self.looks), answers)
        if self.retry is None or self.answer is None:
            return None

        def line(number: int) -> str:
            return " ".join(match.timeline.entries[number - 1].said(say.language))

        asked = asked_back(self.answer, self.agreed, say, say.language, line)
        return replace(asked, asking=self.asking)


class Scans:
    """Which codes were scanned for the last move: the same card once more means that it is taken
    back, as long as the same is asked as before."""

    def __init__(self) -> None:
        self._now: list[str] = []
        self._last: tuple[frozenset[str], int, tuple[Asked, ...]] = (frozenset(), 0, ())

    def begin(self) -> None:
        """Something else begins."""
        self._now.clear()

    def take(self, code: str) -> None:
        """A code was scanned for the move that is begun."""
        self._now.append(code)

    def made(self, match: Match, asked: tuple[Asked, ...]) -> None:
        """The move was made. asked: what was before it."""
        self._last = frozenset(self._now), len(match.entries), asked
        self._now.clear()

    def again(self, match: Match, code: str) -> bool:
        """Whether a code belongs to the move that was made last, in the same step."""
        codes, entries, asked = self._last
        now = [(one.seat, one.prompt) for one in match.asked]
        same = now == [(one.seat, one.prompt) for one in asked]
        return code in codes and same and len(match.entries) == entries
