"""The one door for whatever is done to a match: what escapes from its rules is caught here."""

import logging
from collections.abc import Callable
from typing import Any

from companion.match.answer import Answer
from companion.match.journal import Journal
from companion.match.sentences import bare

_log = logging.getLogger(__name__)


def ask(journal: Journal, act: Callable[..., Answer], *asked: Any, **how: Any) -> Answer:
    """Do something to a match, unless it is read-only. What escapes from the rules is answered in
    words and logged, and the match stands as before."""
    if journal.read_only:
        return Answer(done=False, says=journal.read_only)
    try:
        return act(journal, *asked, **how)
    except Exception:
        _log.exception("the match failed at a request")
        return Answer(done=False, says=bare("stumbled"))
