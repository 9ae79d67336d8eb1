"""What is shown after the companion ended by a fault: plain words, and the way on.

It runs in a process of its own that knows as little as possible of the rest, for that has just
failed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.maintenance import backup
from companion.maintenance.texts import phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import to_take_along
from ui import canvas, maintenance, theme
from ui.background import in_background
from ui.kiosk import Kiosk
from ui.pin_lock import MOST, PinLock
from ui.session import settings
from ui.shell.controls import Ground, button, row
from ui.shell.numbers import number_keys
from ui.texts import kept_at, words
from ui.watchdog import Watchdog
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

AFTER = 3.0
"""Seconds in which one can read that the way back is laid ready."""


class CrashScreen(Ground):
    """Says what happened, that nothing is lost, and what can be done.

    patience: seconds until it restarts by itself; whoever does something ends the waiting. staff:
    whose PIN the way back from a restore asks for.
    """

    def __init__(
        self,
        folder: Path,
        restart: Callable[[], None],
        patience: float,
        staff: PinLock | None = None,
    ) -> None:
        super().__init__()
        self._folder, self._language = folder, settings.read(folder).language
        self._restart, self._staff = restart, staff or PinLock(folder, monotonic)
        self._waiting = Clock.schedule_once(lambda _: restart(), patience)
        self._say = words(self._language)
        self._column = BoxLayout(
            orientation="vertical", padding=theme.mm(8), spacing=theme.mm(4), size=self.size
        )
        self.message = Paragraph(text=self._say.say("notice", "crashed_advice"), ink="ink2")
        self.restart = self._way("restart_app", restart, role="bright")
        self.bundle = self._way("bundle", self._bundle)
        self.way_back = self._way("way_back", self._in_charge)
        self.add_widget(self._column)
        self._show()
        self.bind(size=self._arrange, pos=self._arrange)

    def _way(self, key: str, act: Callable[[], None], role: str = "plain") -> ActionButton:
        return button(self._say.say("button", key), act, role=role, height=14)

    def _show(self) -> None:
        """What happened, and what can be done."""
        ways = [self.bundle, self.restart]
        if backup.ways_back(self._folder):
            ways.insert(1, self.way_back)
        again: list[Widget] = [self.message, *ways]
        for one in again:
            if one.parent is not None:
                one.parent.remove_widget(one)
        self._column.clear_widgets()
        heading = Paragraph(text=self._say.say("label", "crashed"), role="display", ink="gold_text")
        self._column.add_widget(heading)
        self._column.add_widget(Paragraph(text=self._say.say("notice", "crashed")))
        self._column.add_widget(self.message)
        self._column.add_widget(BoxLayout())
        self._column.add_widget(row(ways, 14))

    def _arrange(self, *_: object) -> None:
        self._column.pos, self._column.size = self.pos, self.size

    def _bundle(self) -> None:
        self._waiting.cancel()
        say = phrasebook(self._language)

        def attempt() -> str:
            where = to_take_along(self._folder / maintenance.DIAGNOSTICS)
            try:
                file = maintenance.write_bundle(self._folder, where, None, None)
            except MaintenanceError as error:
                return sentence(error, say)
            return say.say("done", "bundle", {"file": kept_at(self._say, file, self._folder)})

        self.message.text = say.say("done", "working")
        in_background(attempt, partial(setattr, self.message, "text"))

    # The way back from a restore

    def _in_charge(self) -> None:
        self._waiting.cancel()
        if self._staff.damaged:
            self.message.text = self._say.say("pin", "damaged")
        elif self._staff.locked:
            self._ask()
        else:
            self._back()

    def _ask(self) -> None:
        """The PIN, typed in place of everything else."""
        say, typed = self._say, TextLine(role="display", ink="gold_text", halign="center")
        prompt = Paragraph(text=say.say("pin", "enter"), role="strong")
        digits = list[str]()

        def write(digit: str) -> None:
            digits.append(digit)
            del digits[MOST:]
            typed.text = "●" * len(digits)

        def delete() -> None:
            del digits[-1:]
            typed.text = "●" * len(digits)

        def done() -> None:
            pin = "".join(digits)
            digits.clear()
            typed.text = ""
            prompt.text = self._staff.answer(pin, say)
            if not prompt.text:
                self._show()
                self._back()

        high = theme.TOUCH + 0.2 if theme.compact() else 11.5
        self._column.clear_widgets()
        for one in (prompt, typed, BoxLayout()):
            self._column.add_widget(one)
        keys = button("⌫", delete, height=high), self._finish_key(done, high)
        self._column.add_widget(number_keys(write, *keys, high))
        cancel = button(say.say("button", "cancel"), self._show, height=high)
        self._column.add_widget(row([cancel], high))

    def _finish_key(self, done: Callable[[], None], high: float) -> ActionButton:
        return button(self._say.say("button", "done"), done, role="bright", height=high)

    def _back(self) -> None:
        def attempt() -> MaintenanceError | None:
            try:
                backup.back(self._folder)
            except MaintenanceError as error:
                return error
            return None

        in_background(attempt, self._went_back)

    def _went_back(self, trouble: MaintenanceError | None) -> None:
        say = phrasebook(self._language)
        if trouble is not None:
            self.message.text = sentence(trouble, say)
            return
        self.message.text = say.say("done", "back")
        Clock.schedule_once(lambda _: self._restart(), AFTER)


class Crashed(Kiosk):
    """The crash screen in a window of its own. patience: seconds until it starts anew by itself."""

    def __init__(self, folder: Path, inch: float | None, patience: float) -> None:
        super().__init__()
        self._folder, self._inch, self._patience = folder, inch, patience
        self._watchdog = Watchdog()

    def build(self) -> CrashScreen:
        """The one screen."""
        canvas.install()
        settings.dress(settings.looks(settings.read(self._folder)), Window.size, self._inch)
        Window.clearcolor = theme.colour("background")
        return CrashScreen(self._folder, self.stop, self._patience)

    def on_start(self) -> None:
        """It can be seen."""
        self._watchdog.start()
