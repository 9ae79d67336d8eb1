"""What the match that was played last looks like, for the screen that leads back to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.match.match import Match
from companion.scene import Counter, Dots, Instrument, Listing, Panel, Pyramid, Scale, Scene
from companion.sight.asking import acting
from companion.text import Language
from ui.presenter import Presenter
from ui.presenter.rounds import Rounds
from ui.texts import of_screens


@dataclass(frozen=True)
class Score:
    """What counts most on the panels of a scene. text: what is counted. figures: by seat, as far as
    everybody may know them."""

    text: str
    figures: Mapping[str, int]


def counting(scene: Scene, pieces: Sequence[str] = ()) -> Instrument | None:
    """What on a panel fills up towards the goal: where the game names one thing that the points
    come from, that; else the first instrument that is made of places to be filled; where there is
    none, the first that shows a number. pieces: texts of what the points come from."""
    every = [one for panel in scene.panels if panel.seat for one in panel.instruments]
    named = (one for one in every if (one.text,) == tuple(pieces) and _numbered(one))
    filled = (one for one in every if isinstance(one, Dots | Pyramid))
    numbers = (one for one in every if isinstance(one, Scale | Counter))
    return next(chain(named, filled, numbers), None)


def _numbered(one: Instrument) -> bool:
    return not isinstance(one, Counter) or isinstance(one.count, int)


def shown(panel: Panel, text: str) -> Instrument | None:
    """What shows that on a panel, if anything does now."""
    return next((one for one in panel.instruments if one.text == text), None)


def figure(one: Instrument, unknown: int) -> int:
    """What an instrument shows; ``unknown`` where nobody knows."""
    match one:
        case Dots():
            return one.filled
        case Pyramid():
            return sum(filled for filled, _ in one.levels)
        case Scale():
            return one.value if isinstance(one.value, int) else unknown
        case Counter():
            return one.count if isinstance(one.count, int) else unknown
        case Listing():
            return len(one.lines)


def score(scene: Scene, pieces: Sequence[str] = ()) -> Score | None:
    """How far everybody is."""
    found = counting(scene, pieces)
    if found is None:
        return None
    panels = ((panel.seat, shown(panel, found.text)) for panel in scene.panels if panel.seat)
    return Score(found.text, {seat: figure(one, 0) for seat, one in panels if one is not None})


@dataclass(frozen=True)
class Glance:
    """One match at a glance.

    name: of the match in the store.
    presenter: the match, without a widget.
    seat: who moves next, "" where that is not one person alone.
    round: from 1, 0 where there is none yet.
    minutes: of play so far.
    """

    name: str
    presenter: Presenter
    seat: str
    round: int
    minutes: int

    @property
    def match(self) -> Match:
        """The match; nothing may be done in it."""
        return self.presenter.match


def glance(name: str, presenter: Presenter) -> Glance:
    """A look at a match."""
    match = presenter.match
    seats = acting(match.asked, match.seats)
    return Glance(
        name,
        presenter,
        seats[0] if len(seats) == 1 else "",
        Rounds(match).now,
        int(match.timeline.play_time) // 60,
    )


def glimpsed(name: str, reopened: Callable[[], Match], language: Language) -> Glance | None:
    """A look at a match that nobody plays now; None where it cannot be opened."""
    try:
        match = reopened()
    except (LookupError, ValueError):
        return None
    if match.public is None:
        return None
    return glance(name, Presenter(match.package, match, of_screens(), language))
