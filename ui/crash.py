"""What is shown after the companion ended by a fault: plain words, and the way on.

It runs in a process of its own that knows as little as possible of the rest, for that has just
failed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.care.trouble import CareError
from companion.care.words import sentence, speaker
from companion.store import to_take_along
from ui import care, settings, theme
from ui.screens.parts import Ground, button, row
from ui.watchdog import Watchdog
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph
from ui.words import words


class CrashScreen(Ground):
    """Says what happened, that nothing is lost, and what can be done.

    patience: seconds until it restarts by itself; writing the diagnostics ends the waiting.
    """

    def __init__(self, folder: Path, restart: Callable[[], None], patience: float) -> None:
        super().__init__()
        chosen = settings.read(folder)
        self._folder, self._language = folder, chosen.language
        self._waiting = Clock.schedule_once(lambda _: restart(), patience)
        say = words(chosen.language)
        self._column = BoxLayout(
            orientation="vertical", padding=theme.mm(8), spacing=theme.mm(4), size=self.size
        )
        self.told = Paragraph(text=say.say("notice", "crashed_advice"), ink="ink2")
        self.restart: ActionButton = button(
            say.say("button", "restart_app"), restart, role="bright", height=14
        )
        self.bundle: ActionButton = button(say.say("button", "bundle"), self._bundle, height=14)
        self._column.add_widget(
            Paragraph(text=say.say("label", "crashed"), role="display", ink="gold_text")
        )
        self._column.add_widget(Paragraph(text=say.say("notice", "crashed")))
        self._column.add_widget(self.told)
        self._column.add_widget(BoxLayout())
        self._column.add_widget(row([self.bundle, self.restart], 14))
        self.add_widget(self._column)
        self.bind(size=self._arrange, pos=self._arrange)

    def _arrange(self, *_: object) -> None:
        self._column.pos, self._column.size = self.pos, self.size

    def _bundle(self) -> None:
        self._waiting.cancel()
        say = speaker(self._language)
        where = to_take_along(self._folder / care.DIAGNOSTICS)
        try:
            file = care.write_bundle(self._folder, where, None, None)
        except CareError as error:
            self.told.text = sentence(error, say)
        else:
            self.told.text = say.say("done", "bundle", {"file": str(file)})


class Crashed(App):
    """The crash screen in a window of its own."""

    def __init__(self, folder: Path, inch: float | None, patience: float) -> None:
        super().__init__()
        self._folder, self._inch, self._patience = folder, inch, patience
        self._watchdog = Watchdog()

    def build(self) -> CrashScreen:
        """The one screen."""
        settings.dress(settings.read(self._folder), Window.size, self._inch)
        Window.clearcolor = theme.colour("background")
        return CrashScreen(self._folder, self.stop, self._patience)

    def on_start(self) -> None:
        """It can be seen."""
        self._watchdog.start()
