"""What the lamps and the buzzer tell of a match: whose turn, what a button would do, what happened.

Computed from what everybody may know.
"""

from typing import NamedTuple

from companion.match.beginnings import closing_kind
from companion.table import Cue, Lamp, at_place
from ui.presenter import Presenter


def lamps(presenter: Presenter) -> tuple[Lamp, ...]:
    """The confirm button of every seat that is asked is lit, also where it is only asked to agree,
    and blinks while its draft is begun or refused; undo and pass are lit, at those seats and at
    everybody's, while they do something."""
    seats, question = presenter.match.seats, presenter.question
    asked = (question and question.seats) or _asked(presenter)
    places = [seats.index(seat) + 1 for seat in asked if seat in seats]
    waiting = presenter.refusal is not None or presenter.composer.begun
    found = [Lamp("confirm", place, "blink" if waiting else "on") for place in places]
    if waiting:
        found.append(Lamp("confirm", 0, "on"))
    roles = []
    if waiting or len(presenter.match.timeline.entries) > 1:
        roles.append("undo")
    if closing_kind(presenter.game, presenter.view) is not None:
        roles.append("pass")
    found += [Lamp(role, place, "on") for role in roles for place in (0, *places)]
    return tuple(found)


class Pointed(NamedTuple):
    """The places of the table that a page shows as lit, and those that it shows as meant: chosen,
    refused, or asked about."""

    lit: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()


NOWHERE = Pointed()
"""Nothing is pointed at."""


def at_places(game: str, pointed: Pointed) -> tuple[Lamp, ...]:
    """What lies at a lit place is lit, and blinks at one that is meant."""
    found = [Lamp(at_place(game, one), 0, "blink") for one in sorted(pointed.meant)]
    found += [Lamp(at_place(game, one), 0, "on") for one in sorted(pointed.lit - pointed.meant)]
    return tuple(found)


def _asked(presenter: Presenter) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.seat for one in presenter.asked))


class Ear:
    """Notices what is worth a sound, by comparing the match with how it was before."""

    def __init__(self) -> None:
        self._before: tuple[Presenter, int, bool, tuple[str, ...], bool] | None = None

    def cues(self, presenter: Presenter | None, level: int) -> tuple[Cue, ...]:
        """What to sound now, at most once for each thing. level: 0 for a quiet table, then
        only refusals are told, by flashing."""
        if presenter is None:
            self._before = None
            return ()
        count, refused = len(presenter.match.timeline.entries), presenter.refusal is not None
        asked, over = _asked(presenter), presenter.match.over
        before, self._before = self._before, (presenter, count, refused, asked, over)
        if before is None or before[0] is not presenter:
            return ()
        seats = presenter.match.seats
        place = next((seats.index(seat) + 1 for seat in asked if seat in seats), 0)
        if refused and (not before[2] or count != before[1]):
            return (Cue("refused", place, level),)
        if level == 0 or count == before[1]:
            return ()
        if over and not before[4]:
            return (Cue("end", 0, level),)
        if asked != before[3]:
            return (Cue("turn", place, level),)
        return (Cue("accepted", place, level),)
