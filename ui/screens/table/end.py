"""The end: a page for the photograph, and the ways on from there."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout

from companion.archive.export import ExportError, export_folder, file_name, write
from companion.archive.summary import result_of, summary_of
from companion.files import shown
from companion.kernel import Verbatim
from companion.match.setting_up import rolled
from ui import theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.screens.table.how_it_went import HowItWent
from ui.screens.table.photo import Photo
from ui.screens.table.replay import Replay
from ui.session.open_match import OpenMatch
from ui.shell.controls import button, row, set_bounds
from ui.shell.page import Page
from ui.texts import kept_at
from ui.widgets.button import ActionButton

WAYS = (20.0, 11.0)
"""Millimetres: height of the buttons, on a small screen."""

HASTY = 1.0
"""Seconds without a tap, before which each was still meant for the table: its bright button lay in
the same place."""


class End(Page):
    """Who won, and what to do now."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        match = self.presenter.match
        self.summary = open_match.summary or summary_of(match, open_match.name, result_of(match))
        self.photo: Photo | None = None
        self._celebrated = bool(not match.over or match.read_only)
        self._ways = BoxLayout()
        self.add_widget(self._ways)
        self._came = inf
        Clock.schedule_once(self._is_seen, 0)

    def _is_seen(self, *_: object) -> None:
        self._came = monotonic()

    @property
    def fresh(self) -> bool:
        """Whether whoever taps has hardly seen it, or taps on from before it came."""
        return monotonic() - self._came < HASTY

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """The last hasty taps leave the page where it is."""
        if self.fresh:
            self._is_seen()
            return True
        return bool(super().on_touch_down(touch))

    def title(self) -> str:
        """The match is over."""
        return self.words.say("label", "over")

    def left_label(self) -> str:
        """The way to the table, to look at it once more."""
        return self.words.say("button", "to_table")

    def left(self) -> None:
        """Look at the table once more."""
        self.navigation.play(self.open_match)

    def fill(self) -> None:
        """The page for the photograph, and the buttons below it."""
        say, presenter = self.words, self.presenter
        for one in (self.photo, *self._ways.children):
            if one is not None and one.parent is not None:
                one.parent.remove_widget(one)
        self.photo = Photo(presenter, self.summary, self.navigation.art(presenter.package))
        self.add_widget(self.photo, len(self.children))
        if not self._celebrated:
            self._celebrated = True
            self.photo.celebrate()
        high = WAYS[theme.compact()]

        def way(
            name: str, act: Callable[[], None], detail: str = "", role: str = ""
        ) -> ActionButton:
            told = say.say("button_detail", detail) if detail else ""
            return button(
                say.say("button", name), act, detail=told, role=role or "plain", height=high
            )

        again = way("again_same", self._again, "same_people", "bright")
        again.size_hint_x, again.large = 1.4, True
        if not rolled(presenter.package):
            begins = {"seat": self._next_order[0]}
            again.detail = presenter.phrasebook.say("button_detail", "next_begins", begins)
        self.bright = again
        ways = [
            way("replay", self._replay, "move_by_move"),
            way("save_picture", self.save, "save_picture"),
            way("course", self._course, "course"),
            way("home", self.navigation.home, role="ghost"),
            again,
        ]
        self._ways.add_widget(row(ways, high))

    # Ways on

    def save(self) -> None:
        """Write the page as a picture, to a drive or else into the data."""
        assert self.photo is not None
        session, say, data = self.session, self.words, self.photo.png()
        name = file_name(self.summary, "png")

        def attempt() -> str:
            folder = export_folder(session.folder)
            try:
                (file,) = write(folder, {name: data})
            except ExportError as error:
                why = {"folder": Verbatim(shown(folder.name)), "why": Verbatim(error.why)}
                return say.say("export", "not_written", why)
            where = Verbatim(kept_at(say, file, session.folder))
            return say.say("notice", "picture_saved", {"file": where})

        in_background(attempt, self.say)

    def _replay(self) -> None:
        self.navigation.open(Replay(self.navigation, self.presenter, "replay", self._again_here))

    def _course(self) -> None:
        self.navigation.open(HowItWent(self.navigation, self.open_match, self.summary))

    def _again_here(self) -> None:
        self.navigation.open(End(self.navigation, self.open_match))

    @property
    def _next_order(self) -> tuple[str, ...]:
        """The same people in the same order; whoever sat next begins."""
        first, *others = self.presenter.match.seats
        return (*others, first)

    def _again(self) -> None:
        match, kept = self.presenter.match, self.session.settings
        self.session.set(
            names={**kept.names, **match.players},
            seats=kept.seated(self.presenter.game.name, self._next_order),
        )
        self.navigation.go("seats", self.presenter.game.name)

    def arrange(self) -> None:
        """The photograph above a row of buttons."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.1)
        low = theme.tall(WAYS[theme.compact()]) + edge
        set_bounds(self._ways, left + edge, bottom + edge, wide - 2 * edge, low - edge)
        if self.photo is not None:
            set_bounds(self.photo, left, bottom + low, wide, high - low)
