"""Hands that lead one companion through its screens, by the words on its buttons."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.kernel import Move
    from companion.match.match import Match
    from ui.root import Root

LONGEST = "Maximiliana-Annabell"
"""A name of twenty letters, the longest that is promised to fit."""

SLIPS = 300
"""Careless moves among which the one with the most faults is looked for."""


class Walk:
    """root: of the companion that is led. game: the one that is played there."""

    def __init__(self, root: Root, game: str) -> None:
        self.root = root
        self.game = game
        self._dice = random.Random(7)

    @property
    def page(self) -> Any:
        """The screen that is shown."""
        return self.root.page

    @property
    def presenter(self) -> Any:
        """Of the match that is open."""
        open_match = self.root.session.open_match
        assert open_match is not None
        return open_match.presenter

    def play_on(self, match: Match, *, over: bool = False) -> bool:
        """One sensible move; whether there was one. over: also when it ends the match."""
        from companion.kernel import carry_out
        from companion.referee.player import Player

        _, made = Player(match.game, self._dice, 0.0).turn(match.position)
        if made is None:
            return False
        leads_on = match.game.asked(carry_out(match.game, match.position, made).position)
        return bool(leads_on or over) and match.submit(made).done

    def worst(self) -> tuple[Move, str | None] | None:
        """The move with the most faults of some hundred slips, and who makes it."""
        from companion.kernel import Refused, judge
        from companion.referee.player import Player

        presenter, most = self.presenter, 0
        position = presenter.match.position
        player = Player(presenter.game, self._dice, 1.0)
        found: tuple[Move, str | None] | None = None
        for _ in range(SLIPS):
            move, by, _ = player.careless(position)
            verdict = judge(presenter.game, position, move, by)  # as the table hears it
            if presenter.game.kind(move).role != "play" or not isinstance(verdict, Refused):
                continue
            if len(verdict.faults) > most:
                found, most = (move, by), len(verdict.faults)
        return found

    def press(self, key: str) -> None:
        """Press a button. Raises LookupError when there is none with its words."""
        say = self.root.session.words()
        labels = {say.say(part, key) for part in ("button", "label") if say.has(part, key)}
        self.press_label(*labels)

    def press_label(self, *labels: str) -> None:
        """Press a button with one of these labels. Raises LookupError when there is none."""
        for one in self._buttons():
            if one.label in labels:
                one.dispatch("on_press")
                return
        raise LookupError(f"no button {labels}")

    def offers(self, key: str) -> bool:
        """Whether there is such a button now."""
        label = self.root.session.words().say("button", key)
        return any(one.label == label for one in self._buttons())

    def _buttons(self) -> list[Any]:
        from ui.widgets.button import ActionButton

        return [one for one in self.root.walk() if isinstance(one, ActionButton)]

    def menu(self, key: str) -> None:
        """Press a button of the menu of the match."""
        self.press("menu")
        self.press(key)

    def close(self) -> None:
        """Take the sheet away."""
        self.page.close()
        self.root.refresh()
