"""What the table sounds like: which sounds what just happened is heard as.

Worked out from what everybody may know. What the pieces of a game sound like, its pictures say.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.kernel import Change
from companion.match.entries import Played, Redone, Undone
from companion.scene import Panel, Pyramid
from companion.scene.pictures import longest
from companion.scene.sounds import GameSounds, described, of_game
from ui.presenter import Presenter
from ui.presenter.hands import work
from ui.presenter.now import sight_of

FORMS = {"hex": "tile", "square": "tile", "stack": "tile", "card": "cards"}
"""What a thing sounds like by its form when it is turned up or put down."""


class _Before(NamedTuple):
    """How a match stood when it was listened to last.

    presenter: of which match.
    lines: of its log, how many.
    refused: whether a refusal was open.
    begun: whether a move was.
    asked: the seat whose turn it was, "" for nobody's.
    over: whether it was over.
    panels: what everybody had.
    notice: what was told.
    """

    presenter: Presenter
    lines: int
    refused: bool
    begun: bool
    asked: str
    over: bool
    panels: Sequence[Panel]
    notice: str


class Sounds:
    """Notices what is worth a sound, by comparing a match with how it was before."""

    def __init__(self) -> None:
        self._before: _Before | None = None

    def new(self, presenter: Presenter | None) -> tuple[str, ...]:
        """What is to be heard now, one after the other; each thing once."""
        if presenter is None:
            self._before = None
            return ()
        match = presenter.match
        now = _Before(
            presenter,
            len(match.timeline.entries),
            presenter.refusal is not None,
            presenter.composer.begun,
            next((one.seat for one in presenter.asked if one.seat in match.seats), ""),
            match.over,
            presenter.scene.panels,
            presenter.notice,
        )
        before, self._before = self._before, now
        instead = of_game(presenter.package.art).instead  # read before anybody waits for a sound
        if before is None or before.presenter is not presenter:
            return ()
        return tuple(instead.get(one, one) for one in _heard(before, now))


def _heard(before: _Before, now: _Before) -> Iterator[str]:
    new = now.presenter.match.timeline.entries[before.lines :]
    if now.over and not before.over:
        yield "win"
    elif (now.refused and (new or not before.refused)) or _blocked(before, now):
        yield "low"
    elif any(isinstance(one, Undone) for one in new):
        yield "undo"
    elif any(isinstance(one, Played | Redone) for one in new):
        yield _done(before, now)
        place = _handed_over(before, now)
        if place:
            yield _chime(place)
    elif now.begun and not before.begun:
        yield "lift"


def _blocked(before: _Before, now: _Before) -> bool:
    """Whether a touch came to nothing, and the table says so."""
    return bool(now.notice) and now.notice != before.notice and now.presenter.why is not None


def _handed_over(before: _Before, now: _Before) -> int:
    """The place whose turn it has become, from 1; 0 for nobody's."""
    if not now.asked or now.asked == before.asked:
        return 0
    return now.presenter.match.seats.index(now.asked) + 1


def _chime(place: int) -> str:
    return f"chime-{(place - 1) % len(described()['chime'].steps) + 1}"


def _done(before: _Before, now: _Before) -> str:
    """What a move sounds like."""
    presenter = now.presenter
    if _levels(now.panels) > _levels(before.panels):
        return "level"
    own = of_game(presenter.package.art)
    new = presenter.match.timeline.entries[before.lines :]
    kinds = (one.move["move"] for one in reversed(new) if isinstance(one, Played))
    named = next((own.move[kind] for kind in kinds if kind in own.move), "")
    if named:  # what hands do is worked out once the verdict stands there
        return named
    changes = work(presenter.work)
    return _change(changes[-1], presenter, own) if changes else "tick"


def _change(change: Change, presenter: Presenter, own: GameSounds) -> str:
    """What hands sound like that do it."""
    known = longest(own.piece, change.piece)
    if known is not None:
        return own.piece[known]
    hand = sight_of(presenter).hand(change, "")
    if hand.template == "slide":
        return "rise"
    return FORMS.get(hand.piece.form, "step" if hand.template == "lift" else "wood")


def _levels(panels: Sequence[Panel]) -> int:
    """How many levels are full in all pyramids."""
    shown = (one for panel in panels for one in panel.instruments if isinstance(one, Pyramid))
    return sum(filled >= places > 0 for one in shown for filled, places in one.levels)
