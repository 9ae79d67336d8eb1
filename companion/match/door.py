"""The one door for whatever is done to a match: what escapes from its rules is caught here."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.match.answer import Answer
from companion.match.instructions import Hands
from companion.match.journal import Journal
from companion.match.sentences import bare

_log = logging.getLogger(__name__)


def ask(journal: Journal, act: Callable[..., Answer], *asked: Any, **how: Any) -> Answer:
    """Do something to a match, unless it is read-only. What escapes from the rules is answered in
    words and logged, and the match stands as before."""
    if journal.read_only:
        return Answer(done=False, says=journal.read_only)
    try:
        answer = act(journal, *asked, **how)
    except Exception:
        _log.exception("the match failed at a request")
        return Answer(done=False, says=bare("stumbled"))
    if answer.work is tuple:  # there is nothing to find
        return answer
    return replace(answer, work=partial(_worked, answer.work))


def _worked(work: Callable[[], Hands]) -> Hands:
    """What hands do; nothing where that cannot be found, for what they follow has happened."""
    try:
        return work()
    except Exception:
        _log.exception("what hands do could not be found")
        return ()
