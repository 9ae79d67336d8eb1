"""Trying something out at the table: everything is as ever, and nothing of it counts until it is
kept."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.kernel import Draft
from companion.match.branch import Tried, keep, take_back
from ui.navigation import Navigation
from ui.screens.table.action_strip import LOW, ActionStrip, lie_below, taken
from ui.screens.table.play import Play
from ui.session.open_match import OpenTrial
from ui.shell.steps import Stage


class TryOut(Play):
    """The table of a trial. The match behind it goes on where it was, with what was kept."""

    texts = "trial"
    at_table = False
    left_look = ""

    def __init__(self, navigation: Navigation, open_match: OpenTrial) -> None:
        super().__init__(navigation, open_match)
        self.trial, self.asking = open_match, open_match.presenter
        self.strip = ActionStrip(self._keep_next, self._keep_all)
        self.add_widget(self.strip)

    @property
    def asked(self) -> tuple[str, ...]:
        """Before all else how the trial stands."""
        return (self.strip.text, *super().asked)

    def stops(self) -> tuple[Widget, ...]:
        """The strip before all else."""
        return (self.strip, *super().stops())

    # What is in the header

    def steps(self) -> tuple[Stage, ...]:
        """That it is a trial, before the step that is now."""
        now = tuple((name, False, left) for name, is_now, left in super().steps() if is_now)
        return ((self.words.say(self.texts, "title"), True, (0, 0)), *now)

    def left_label(self) -> str:
        """Out of it; what was not kept is forgotten."""
        return self.words.say(self.texts, "drop" if self.trial.waiting else "leave")

    def left(self) -> None:
        """Back to the match as it stands."""
        self._leave()

    # What is shown

    def fill(self) -> None:
        """The table as it would be, and what could be kept of it."""
        self.presenter.language = self.session.language
        super().fill()
        waiting = self.trial.waiting
        self.strip.show(self._sentence(waiting), self._labels(), done=False)
        for one in self.strip.buttons:
            one.offered = bool(waiting)

    def _labels(self) -> tuple[str, str]:
        return (self.words.say("trial", "keep_next"), self.words.say("trial", "keep_all"))

    def _sentence(self, waiting: tuple[Tried, ...]) -> str:
        if not waiting:
            return self.words.say("trial", "kept" if self.trial.moves_kept else "nothing_yet")
        first = self.presenter.move_sentence(waiting[0].move)
        return self.words.say("trial", "waiting", {"move": first, "count": len(waiting)})

    # What is kept

    def _keep_next(self) -> None:
        if self._keep():
            self.navigation.refresh()

    def _keep_all(self) -> None:
        going = bool(self.trial.waiting)
        while self.trial.waiting:
            if not self._keep():
                return
        if going:
            self._leave()

    def _keep(self) -> bool:
        """Make the next move in the match itself; where that refuses it, the match says why."""
        self.presenter.take_back()
        waiting, presenter = self.trial.waiting, self.trial.trunk.presenter
        if not waiting:
            self.say(self._sentence(()))
            return False
        if not self.trial.moves_kept:
            presenter.answers = ()
        one = waiting[0]
        answer = keep(presenter.match, one)
        presenter.heard(answer, one.move, one.by)
        if answer.done:
            self.trial.moves_kept += 1
        else:
            self._leave()
        return answer.done

    def _leave(self) -> None:
        self.navigation.play(self.trial.trunk)

    # What is otherwise than in a match

    def _undo(self) -> None:
        presenter = self.presenter
        asks = presenter.refusal is not None or presenter.question is not None
        if self.gathering.undo():
            return
        if asks or presenter.composer.begun:
            presenter.undo()
            return
        answer = take_back(presenter.match, self.trial.moves_kept)
        if answer is None:
            self.say(self.words.say("trial", "nothing_to_undo"))
            return
        presenter.answers = (answer,)
        self.navigation.refresh()

    def _enter_secretly(self, draft: Draft) -> None:
        self.presenter.composer.clear()
        self._secret()

    def tell_secretly(self, seat: str) -> None:
        """Nobody tells anything hidden while a way is tried."""
        self._secret()

    def _secret(self) -> None:
        self.say(self.words.say("trial", "no_secrets"))
        self.navigation.soon()

    def _seat(self, seat: str) -> None:
        self.touched(seat)

    def _history(self) -> None:
        if self.presenter.match.steps:
            self.navigation.go("explain", self.trial)
        else:
            self.say(self._sentence(()))

    # Where things are

    @property
    def strip_high(self) -> float:
        """The place of what could be kept, below the head."""
        return taken(LOW)

    def arrange(self) -> None:
        """The strip below the header."""
        super().arrange()
        lie_below(self.strip, self, self.zones, LOW)
