"""The private entry of what all tell together: it is kept until the last has told, and comes to
light with that."""

from __future__ import annotations

from typing import Any

from companion.kernel import Draft, Move, begin, fill
from ui.navigation import Navigation
from ui.screens.table.secret import SecretPage
from ui.session.open_match import OpenMatch


class SecretTogether(SecretPage):
    """As many things as the seat has, one after the other."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch, seat: str) -> None:
        self.together = open_match.together
        draft = begin(open_match.presenter.game, self.together.secretly, seat)
        super().__init__(navigation, open_match, seat, draft)

    def is_secret(self) -> bool:
        """All of it is."""
        return True

    def against(self, draft: Draft, value: Any) -> str:
        """What it would break, but that it comes later."""
        kind = self.presenter.game.kind_of(draft)
        fault = self.together.against(fill(kind.move, draft, value))
        return "" if fault is None else self.presenter.phrasebook.fault(fault)

    def told(self, move: Move) -> str:
        """Keep it with what the others tell; that it was, as long as one of them has not."""
        before = len(self.presenter.match.timeline.entries)
        self.together.tell_secretly(move)
        lit = len(self.presenter.match.timeline.entries) > before
        return "" if lit else self.presenter.phrasebook.say("notice", "told_later")
