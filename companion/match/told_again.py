"""What a record leaves out, made anew: the sentences about its moves, in every language.

What stands behind ``#`` in a record is anybody's, and in one language; so it is not believed.
"""

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from companion.match import sentences
from companion.match.entries import Entry, Played, Refused
from companion.match.match import Match
from companion.match.public_verdict import seen
from companion.match.sentences import MatchTexts, Tell


def told_again(match: Match) -> tuple[Entry, ...]:
    """The entries of a match with what everybody may read about each move; of one that nobody can
    tell, nothing."""
    texts, timeline = MatchTexts(match.package), match.timeline
    steps = {one.entry_number: one for one in timeline.steps}
    found = []
    for entry in timeline.entries:
        said = entry
        if isinstance(entry, Played | Refused):
            view: Any = match.public
            tell: tuple[Tell, ...] = (_only(entry),)
            with suppress(Exception):  # whatever may be wrong with the words, it has happened
                step = steps.get(entry.number)
                if step is not None and step.move is not None:
                    shown = seen(match.game, step)
                    view, tell = shown.positions[-1], (sentences.happened(shown.events),)
                    if not shown.events:
                        tell = (sentences.text("chosen_in_secret", who=entry.by),)
                said = replace(entry, sentences=texts.each(view, timeline.players, *tell))
        found.append(said)
    return tuple(found)


def _only(entry: Played | Refused) -> Tell:
    """Of a move that was refused or taken back, what it was."""
    if isinstance(entry, Refused):
        return sentences.refused(entry.by, entry.move)
    return lambda phrasebook: (phrasebook.say("move", str(entry.move["move"]), entry.move),)
