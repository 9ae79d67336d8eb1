"""Hands that do whatever the table offers, in a real app, for as long as it lives.

Says on its standard output, a line of JSON each, what the screen shows: ``open`` once it can be
used, ``saved`` whenever more is marked saved, ``private`` when what is only for one person is
uncovered.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from kivy.core.window import Window

from demo.evening import Evening
from demo.hands import NotThere
from demo.script import Step, script
from ui.screens.table.play import Play
from ui.widgets.button import ActionButton

PAUSE = 0.02
"""Seconds between two things that are done."""


def digests(lines: tuple[bytes, ...]) -> list[str]:
    """What stands for the first one, two, three … lines."""
    total, found = sha256(), []
    for line in lines:
        total.update(line + b"\n")
        found.append(total.hexdigest()[:12])
    return found


class Endless(Evening):
    """Touches, buttons and scans by chance. alone: somebody but looks, and tells something, in
    private."""

    def __init__(self, folder: Path, seed: int, *, alone: bool) -> None:
        super().__init__(script(), folder, "de", None, lambda line: None)
        self.rng = Random(seed)
        self.alone = alone
        self.told = 0

    def watch(self) -> None:
        """Say when the first picture is on the screen."""

        def seen(*_: object) -> None:
            Window.unbind(on_flip=seen)
            self._say("open")

        Window.bind(on_flip=seen)

    def _say(self, what: str) -> None:
        session = self.app.session
        open_match, root = session.open_match, self.app.root
        news: dict[str, Any] = {
            "what": what,
            "page": type(root.page).__name__ if root else "",
            "uncovered": getattr(root.page, "uncovered", False) if root else False,
        }
        if open_match is not None:
            lines = session.library.journal.lines(open_match.name) or ()
            saved = session.library.journal.saved(open_match.name)
            found = digests(lines)
            news |= {
                "match": open_match.name,
                "saved": saved,
                "digest": found[saved - 1] if saved else "",
            }
            if what == "open":
                news["digests"] = found
        print(json.dumps(news), flush=True)

    def _tick(self, passed: float) -> None:
        open_match = self.app.session.open_match
        if open_match is not None:
            saved = self.app.session.library.journal.saved(open_match.name)
            if saved > self.told:
                self.told = saved
                self._say("saved")
        super()._tick(passed)

    def _steps(self) -> Iterator[float]:
        while self.app.session.open_match is None:
            for step in (Step("card", (self._script.game,)), Step("button", ("start",))):
                with suppress(NotThere):  # not yet, on a machine that is busy
                    yield from self._hands.do(step)
                yield 0.2
        while self.alone:
            yield from self._alone()
        while True:
            try:
                yield from self._hands.do(self._any())
            except (NotThere, LookupError):
                yield 0.0
            yield PAUSE

    def _alone(self) -> Iterator[float]:
        """Something private is uncovered, and stays so while a finger would."""
        root, open_match = self.app.root, self.app.session.open_match
        assert root is not None and open_match is not None
        root.play(open_match)
        match, tells = open_match.match, self.rng.random() < 0.5
        seat = self.rng.choice(match.seats)
        match.correct({"hands": {seat: 2}})
        with suppress(NotThere):
            for key in ("menu", "enter_secretly" if tells else "look", seat):
                yield from self._do("button", key)
            if tells:
                yield from self._do("token", "tell_card")
                yield from self._do("button", self._bright())
            else:
                yield from self._do("hold", "hold_to_look")
            self._say("private")
            yield self.rng.uniform(1.0, 4.0)
        yield from self._do("let_go")
        root.play(open_match)
        self._say("table")

    def _do(self, verb: str, *words: str) -> Iterator[float]:
        yield from self._hands.do(Step(verb, words))
        yield 0.2

    def _bright(self) -> str:
        """What the one bright button says."""
        assert self.app.root is not None
        buttons = (one for one in self.app.root.walk() if isinstance(one, ActionButton))
        return next((one.label for one in buttons if one.role == "bright"), "")

    def _any(self) -> Step:
        """Something that somebody at the table might do next."""
        root, open_match = self.app.root, self.app.session.open_match
        assert root is not None and open_match is not None
        if not isinstance(root.page, Play):
            root.play(open_match)
        presenter, rng = open_match.presenter, self.rng
        lit = sorted(presenter.offers.lit)
        tokens = [one.token for one in root.walk() if isinstance(one, ActionButton) and one.token]
        ways = [Step("press", (rng.choice(("confirm", "undo", "pass")), "1"))]
        if lit:
            ways += [Step("touch", (rng.choice(lit),))] * 6
            ways += [Step("scan", (rng.choice(lit),))] * 2
        if tokens:
            ways += [Step("token", (rng.choice(tokens),))] * 5
        if presenter.refusal is not None:
            ways += [Step("button", (rng.choice(("never_mind", "allow_once")),))] * 4
        return rng.choice(ways)
