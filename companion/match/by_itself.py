"""What happens by itself: a step of a turn in which nothing can be done ends, and it is said whose.

After everything that is done to a match; when it is opened again, its journal tells it. Worked out
on what everybody may know, so that it tells nothing hidden.
"""

from companion.kernel import closing
from companion.match import moves
from companion.match.answer import Answer
from companion.match.journal import Journal

MOST_IN_A_ROW = 12
"""Steps that end by themselves one after the other; after that somebody is asked, whatever for."""


def go_on(journal: Journal) -> Answer:
    """End all steps in which nothing can be done; ``then`` is what is said of each."""
    found: list[Answer] = []
    line = journal.timeline
    while line.by_itself and not journal.over and len(found) < MOST_IN_A_ROW:
        left = closing(journal.game, journal.public)
        if left is None:
            break
        seat, move = left
        found.append(moves.play(journal, move, seat, allow=False, joins="itself"))
    return Answer(done=bool(found), says={}, then=tuple(found))
