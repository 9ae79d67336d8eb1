"""What really happened at an earlier line, shown at the table as it stood before that line."""

from __future__ import annotations

from companion.match.branch import Tried, meant
from ui.navigation import Navigation
from ui.screens.table.try_out import TryOut
from ui.session.open_match import OpenTrial


class ToldAnew(TryOut):
    """A trial that begins before a line. What was done in it stands instead of the line, or before
    it where that was forgotten; the table agrees to that as to any line that is put right."""

    texts = "anew"

    def __init__(self, navigation: Navigation, open_match: OpenTrial) -> None:
        super().__init__(navigation, open_match)
        trunk, line = open_match.trunk.match, open_match.line
        step = next(one for one in trunk.steps if one.line == line)
        self._told = trunk.entries[step.entry_number - 1]

    def _labels(self) -> tuple[str, str]:
        return (self.words.say("anew", "before"), self.words.say("anew", "instead"))

    def _sentence(self, waiting: tuple[Tried, ...]) -> str:
        told = next(iter(self._told.said(self.session.language)), "")
        if not waiting:
            return self.words.say("anew", "nothing_yet", {"told": told})
        did = self.presenter.move_sentence(*(one.move for one in waiting))
        return self.words.say("anew", "waiting", {"move": did, "told": told.rstrip(".")})

    def _keep_next(self) -> None:
        """It had been forgotten, and the line happened after it."""
        self._put_right(forgotten=True)

    def _keep_all(self) -> None:
        """It happened instead of the line."""
        self._put_right(forgotten=False)

    def _put_right(self, *, forgotten: bool) -> None:
        self.presenter.take_back()
        trial, waiting = self.trial, self.trial.waiting
        told = meant(trial.trunk.match, trial.line, waiting, forgotten=forgotten)
        if told is None:
            self.say(self.words.say("anew", "hidden"))
        elif not waiting:
            self.say(self._sentence(()))
        else:
            moves, allow = told
            self._leave()
            trial.trunk.presenter.agreeing.amend(trial.line, *moves, allow=allow)


def trial_page(navigation: Navigation, trial: OpenTrial) -> TryOut:
    """The table of a trial."""
    return (ToldAnew if trial.line else TryOut)(navigation, trial)
