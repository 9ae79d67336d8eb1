"""The table as it stands, region by region: to put it right from the screen, to lay out a match
that was put away, and to pack it away."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.kernel import Change
from companion.match.lying import LATEST, Place, Region, latest, regions
from companion.match.setting_up import BOX, Step
from companion.table import Pressed, Signal
from companion.text import Phrasebook
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.set_up import SetUp, pieces_of
from ui.session.entered import Comparing, Setting
from ui.session.open_match import OpenMatch
from ui.session.resume_point import Screen
from ui.shell.controls import Scroll, button, grid
from ui.shell.tray_page import note
from ui.widgets.button import ActionButton
from ui.widgets.ticked import TickedPieces

ROW, COLUMN, FEW = 10.5, 46.0, 5
"""Millimetres: height of a place in the list, and its width at least where two stand side by side,
which they do where there are more than a few."""

MOST_SAID = 2
"""Sentences about the place that is next."""


class Compare(SetUp):
    """Each place with what lies there, ticked off in the list or on the board. The likeliest
    differences come first; to pack away, the last that was put out."""

    def __init__(
        self, navigation: Navigation, open_match: OpenMatch, purpose: Comparing = "check_table"
    ) -> None:
        self.purpose: Comparing = purpose
        self.ticked: set[tuple[int, str]] = set()
        super().__init__(navigation, open_match)
        self.kept_as: Screen = "lay_out" if purpose == "lay_out" else "play"
        self.board.disabled = False
        self.board.bind(on_token=lambda _, token: self._on_board(token))
        self._scroll: Scroll | None = None
        self._next_row: TickedPieces | None = None
        self._seek = Clock.create_trigger(lambda _: self._show_next(), 0)

    def beginning(self) -> Any:
        """The table as everybody sees it now."""
        return self.presenter.match.public

    def found(self) -> tuple[Step, ...]:
        """The regions."""
        every = regions(self.presenter.package, self._start)
        if self.purpose == "pack_away":
            return every[::-1]
        first = latest(self.presenter.match) if self.purpose == "check_table" else None
        return every if first is None else (first, *every)

    @property
    def entered(self) -> Setting:
        """What was ticked off."""
        ticked = tuple(sorted(self.ticked))
        return Setting(self.open_match.place, self.purpose, self.at, ticked)

    def go_on_with(self, entered: Setting) -> None:
        """Go on where the companion ended."""
        super().go_on_with(entered)
        self.ticked = {*entered.ticked}

    @property
    def region(self) -> Region:
        """The one that is shown."""
        step = self.step
        assert isinstance(step, Region)
        return step

    @property
    def left_to_do(self) -> tuple[Place, ...]:
        """The places of the region that are not ticked off."""
        return tuple(one for one in self.region.rows if (self.at, one.at) not in self.ticked)

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", self.purpose)

    def left_label(self) -> str:
        """Back to the table, or a region back."""
        return self.words.say("button", "back" if self.at else "to_table")

    def is_done(self, number: int) -> bool:
        """Whether all of a region is ticked off; to have looked past it is not enough."""
        region = self.parts[number]
        assert isinstance(region, Region)
        return all((number, one.at) in self.ticked for one in region.rows)

    # What is shown

    def fill(self) -> None:
        """The region, lit where something is left to do."""
        super().fill()
        left = self.left_to_do
        self.board.lit = frozenset(one.shown for one in left if one.shown)
        self.board.chosen = frozenset(one.shown for one in left[:1] if one.shown)
        self.hand.point("")  # it would lie over what is next to the place

    def _fill_side(self, say: Phrasebook) -> None:
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        following = self.left_to_do[:1]
        rows = [self._row(say, one, cursor=one in following) for one in self.region.rows]
        room = self.above[2] * (1 if self.upright else 1 - self.hero)
        columns = 2 if room > 2 * theme.mm(COLUMN) and len(rows) > FEW else 1
        self._scroll = Scroll(grid(rows, columns, ROW))
        self.side.add_widget(self._scroll)
        self._scroll.stay(at)
        self._next_row = next((one for one in rows if one.cursor), None)

    def _row(self, say: Phrasebook, place: Place, *, cursor: bool) -> TickedPieces:
        made = TickedPieces(label=say.name(place.at), art=self._art, size_hint_y=None)
        made.height = theme.tall(ROW)
        made.pieces = pieces_of(place.lying)
        made.detail = "" if made.pieces else say.say("compare", "nothing")
        made.ticked = (self.at, place.at) in self.ticked
        made.spoken = say.say("compare", "ticked") if made.ticked else self._lying(say, place)
        made.cursor = cursor
        made.bind(on_press=lambda *_: self._tick(place.at))
        return made

    def _said(self, say: Phrasebook, part: str) -> str:
        return say.say("compare", f"{self.purpose}_{part}")

    def _titled(self, say: Phrasebook, step: Step) -> str:
        if step.key == LATEST:
            return say.say("compare", LATEST)
        return super()._titled(say, step)

    def next_label(self, say: Phrasebook) -> tuple[str, str]:
        """What the way on says, and what comes there."""
        after = self.parts[self.at + 1 : self.at + 2]
        detail = "".join(self._titled(say, one) for one in after)
        return say.say("compare", f"{self.purpose}_next" if after else self.purpose), detail

    def _fill_tray(self, say: Phrasebook) -> None:
        left = self.left_to_do
        said = say.say("compare", "left", {"count": len(left)}) if left else ""
        told = note(said or say.say("compare", "all_ticked"), self._about(say, left))
        aside = self._aside(say)
        label, detail = self.next_label(say)
        self.lay_tray(aside, told, button(label, self._next, detail=detail, role="bright"))

    def _aside(self, say: Phrasebook) -> ActionButton:
        """The other way: the table is right and the screen is not, or nothing is to be done."""
        if self.purpose == "check_table":
            detail = say.say("compare", "otherwise_detail")
            return button(say.say("compare", "otherwise"), self._fix, detail=detail, role="ghost")
        return button(say.say("button", "to_table"), self._play, role="ghost")

    def _about(self, say: Phrasebook, left: tuple[Place, ...]) -> str:
        """What hands do with what is next, in words."""
        return self._lying(say, left[0], MOST_SAID) if left and self.purpose != "pack_away" else ""

    def _lying(self, say: Phrasebook, place: Place, most: int = 0) -> str:
        """What lies at a place, in as many sentences; 0 for all of it."""
        sentences = [say.change(Change(one.piece, one.count, BOX, one.at)) for one in place.lying]
        more = len(sentences) - most
        if most and more > 0:
            sentences[most:] = [say.say("compare", "more", {"count": more})]
        return " ".join(sentences)

    def _read(self, *before: str) -> None:
        """What is to be looked at next is read to somebody who does not see it."""
        say, left = self.presenter.phrasebook, self.left_to_do
        told = [say.say("compare", "all_ticked"), *self.next_label(say)]
        if left:
            told = [say.name(left[0].at), self._lying(say, left[0])]
            told = told if left[0].lying else [told[0], say.say("compare", "nothing")]
        self.navigation.peripherals.read([one for one in (*before, *told) if one])

    # What is done

    def _tick(self, at: str) -> None:
        self.ticked ^= {(self.at, at)}
        self.fill()
        self.arrange()
        self._seek()
        self._read()

    def _show_next(self) -> None:
        """What is next is never scrolled away."""
        if self._scroll is not None and self._next_row is not None:
            self._scroll.scroll_to(self._next_row, animate=False)

    def _on_board(self, token: str) -> None:
        here = [one.at for one in self.region.rows if one.shown == token]
        left = [at for at in here if (self.at, at) not in self.ticked]
        if here:
            self._tick((left or here)[0])

    def _go(self, at: int) -> None:
        self._scroll = None
        super()._go(at)
        self._read(self._titled(self.presenter.phrasebook, self.step))

    def _next(self) -> None:
        """All of the region is done."""
        self.ticked |= {(self.at, one.at) for one in self.region.rows}
        if self.at + 1 < len(self.parts):
            self._go(self.at + 1)
        elif self.purpose == "pack_away":
            self.navigation.home()
            self.navigation.say(self.words.say("compare", "packed"))
        else:
            self._play()

    def _fix(self) -> None:
        from ui.screens.table.fix import Fix

        self.navigation.open(Fix(self.navigation, self.open_match, "fix_table"))

    def signal(self, signal: Signal) -> None:
        """The confirm button ticks off what is next, and after the last it goes on; where the dial
        stands on something it presses that."""
        left = self.left_to_do
        if self.pointer.stands and self.pointer.signal(signal):
            return
        if isinstance(signal, Pressed) and signal.role == "confirm" and left:
            self._tick(left[0].at)
        else:
            super().signal(signal)
