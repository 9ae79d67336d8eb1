"""What must hold on every screen and after every touch, each under its own name.

Import it after Kivy is set up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kivy.uix.stencilview import StencilView

from tests.proofs._evening_seen import STEP, Look, Target
from tests.proofs._evening_widgets import Box, box_of
from ui import theme
from ui.canvas.viewport import CLOSER

FIELD = (9.0, 6.0)
"""Millimetres one way and the other of a printed field that touches its neighbours; of what is
small, once a touch on the magnifying glass has made it larger."""


@dataclass(frozen=True)
class Fault:
    """What was found. what: the same words for the same fault wherever it is found again."""

    check: str
    what: str


@dataclass(frozen=True)
class Moment:
    """The screen, and what the match knows of it. entries: how many lines. seat: that is asked.
    page: the screen's name. fields: the places on the board. scanned: a scan may answer what is
    asked."""

    look: Look
    entries: int
    seat: str
    page: str
    fields: frozenset[str]
    zones: tuple[tuple[str, Box, Any], ...]
    scanned: bool = False


class Eye:
    """Looks at every screen, and at what has changed since the last one."""

    def __init__(self) -> None:
        self._zones: dict[int, Box] = {}
        self._measured: set[tuple[Any, ...]] = set()

    def screen(self, now: Moment) -> Iterator[Fault]:
        """What is wrong with a screen by itself."""
        look = now.look
        if len(look.asks) > 1:
            yield Fault("one_prompt", " | ".join(look.asks))
        bright = [one for one in look.targets if one.bright]
        if len(bright) > 1:
            yield Fault("one_bright", f"{now.page}: {', '.join(one.words for one in bright)}")
        yield from _one_answer(now)
        yield from _twice(now)
        yield from self._targets(now)
        yield from _inside(now)
        yield from self._still(now)

    def change(self, before: Moment, now: Moment) -> Iterator[Fault]:
        """What is wrong with what a touch has changed; on one screen."""
        one, other = before.look.frame, now.look.frame
        enlarged = before.look.enlarged or now.look.enlarged
        if before.page != now.page or not one or not other or enlarged:
            return
        moved = max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.5
        if not moved:
            return
        asked = before.look.asks != now.look.asks
        if before.entries == now.entries:
            grown = f"scale {one[0]:.0f} to {other[0]:.0f}" if one[0] != other[0] else "moved"
            why = "a question comes or goes" if asked else "nothing was asked"
            yield Fault("board", f"{grown.split(' ', maxsplit=1)[0]} while {why}")
        elif before.seat == now.seat and before.fields == now.fields:
            yield Fault("frame", "within a turn, without a new tile")

    def _still(self, now: Moment) -> Iterator[Fault]:
        for name, box, widget in now.zones:
            first = self._zones.setdefault(id(widget), box)
            if max(abs(a - b) for a, b in zip(first, box, strict=True)) > 0.5:
                yield Fault("zones", f"{name} was elsewhere before")

    def _targets(self, now: Moment) -> Iterator[Fault]:
        look = now.look
        least = theme.mm(theme.TOUCH) - 1
        for one in look.targets:
            if one.kind != "shape" and min(one.answers) < least:
                wide, high = (round(side / theme.mm(1), 1) for side in one.answers)
                yield Fault("targets", f"{now.page}: {_plain(one)} is {wide} by {high} mm")
            elif one.kind == "shape" and one.lit and not look.enlarged:
                key = (one.token, look.frame)
                if key not in self._measured:
                    self._measured.add(key)
                    yield from _shape(one, look)
        for token in look.hard:
            yield Fault("targets", f"lit, and cannot be meant: {token.partition('@')[0]}")


def _plain(one: Target) -> str:
    return one.words.partition(" / ")[0] or one.token


def _shape(one: Target, look: Look) -> Iterator[Fault]:
    if not one.field and look.on_lit_field(one.token):
        return
    times = CLOSER if one.small and look.closer else 1.0
    small, large = (round(times * (side + STEP), 1) for side in sorted(look.room_for(one)))
    if small < FIELD[1] or large < FIELD[0]:
        what = "a field" if one.field else "a piece"
        yield Fault("targets", f"{what} of the board is {small} by {large} mm")


def _one_answer(now: Moment) -> Iterator[Fault]:
    """A question whose answers are all but one grey, while nothing on the board answers it, nor
    a scan."""
    look = now.look
    answers = [one for one in look.targets if one.asked]
    possible = [one for one in answers if one.offered]
    more = any(one.turns for one in answers)  # which a page further there are others of
    on_board = any(one.lit for one in look.targets if one.kind != "button")
    on_board |= look.enlarged and bool(look.board.lit)  # perhaps out of sight under the glass
    no = any(one.token == "no" for one in look.targets)  # at the main place
    others = on_board or no or more or look.scrolls or now.scanned
    if answers and len(possible) == 1 and not others:
        yield Fault("one_answer", f"{' | '.join(look.asks)}: {_plain(possible[0])}")


def _twice(now: Moment) -> Iterator[Fault]:
    """The same words twice; in rows for each person, within one of them."""
    seen: set[tuple[str, str]] = set()
    for one in (one for one in now.look.targets if one.kind == "button"):
        if (one.words, one.line) in seen:
            yield Fault("no_twice", f"{now.page}: {_plain(one)}")
        seen.add((one.words, one.line))


def _inside(now: Moment) -> Iterator[Fault]:
    """Texts and buttons that reach out of the part of the screen that they stand in."""
    look = now.look
    for one in look.items:
        widget = one.widget
        said = str(getattr(widget, "label", "") or getattr(widget, "text", "") or "")
        above = list(_above(widget))
        if not said or any(isinstance(other, StencilView) for other in above):
            continue  # what is scrolled is cut where its room ends
        rooms = [("the screen", look.room)]
        near = [next((z for z in now.zones if z[2] is other), None) for other in above]
        rooms += [(zone[0], zone[1]) for zone in near if zone is not None][:1]
        for name, room in rooms:
            if _out(box_of(widget), room):
                yield Fault("inside", f"{said[:40]!r} reaches out of {name}")
                break


def _above(widget: Any) -> Iterator[Any]:
    above = widget.parent
    while above is not None and above is not above.parent:
        yield above
        above = above.parent


def _out(box: Box, room: Box) -> bool:
    low = box[0] < room[0] - 1.5 or box[1] < room[1] - 1.5
    return low or box[2] > room[2] + 1.5 or box[3] > room[3] + 1.5
