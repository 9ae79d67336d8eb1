"""What a match answers to whoever asked it to do something."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from companion.kernel import Accepted, Verdict
from companion.languages import of
from companion.match.entries import Sentences
from companion.match.instructions import Hands
from companion.text import Language

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came of a request. Everything in it may be shown to everybody.

    done: whether it was done.
    says: about it, by language.
    entry: the number of the entry that was written; a refused move is written too.
    verdict: what the rules say of a move, a refusal with what would be possible instead even when
        the move stands nevertheless; None for anything else.
    happened: what a move did, if it stands.
    allowable: a move was refused, but the table may let it stand.
    work: finds :attr:`changes` when somebody wants to know them.
    consent: if not done, the seats that must agree first.
    why: if not done, whether it must be said first that what was revealed was entered wrongly, or
        is taken back.
    revealed: the numbers of those lines.
    marked: the numbers of the lines that an amendment made illegal or impossible.
    lost: the numbers of those that can no longer happen, when whoever asked must agree to that
        first.
    then: what came of it by itself, see ``by_itself``.
    """

    done: bool
    says: Sentences
    entry: int | None = None
    verdict: Verdict | None = None
    happened: Accepted | None = None
    allowable: bool = False
    work: Callable[[], Hands] = field(default=tuple, repr=False, compare=False)
    consent: tuple[str, ...] = ()
    why: bool = False
    revealed: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    then: tuple["Answer", ...] = ()

    def said(self, language: Language) -> tuple[str, ...]:
        """What it says in one language, sentence by sentence."""
        return of(self.says, language, ())

    @cached_property
    def changes(self) -> Hands:
        """From the table as it was to the table as it is, step by step. After a move or an undo
        hands do them; after an amendment, a correction or catching up the table shows some of
        them already. Found when they are first asked for: the verdict need not wait for them.
        Nothing where that cannot be found, for what they follow has happened."""
        try:
            return self.work()
        except Exception:
            _log.exception("what hands do could not be found")
            return ()
