"""An evening that never ends by itself: hands that do whatever the table offers, in a real app.

Run as a program by ``kills``. Says on its standard output, a line of JSON each, what the screen
shows: ``open`` once it can be used, ``saved`` whenever more is marked saved.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from ui.__main__ import configure

SIZE = (800, 480)
PAUSE = 0.02


def digests(lines: tuple[bytes, ...]) -> list[str]:
    """What stands for the first one, two, three … lines."""
    total, found = sha256(), []
    for line in lines:
        total.update(line + b"\n")
        found.append(total.hexdigest()[:12])
    return found


def main(folder: Path, seed: int) -> None:
    """Play until somebody kills it."""
    configure(folder / "data", SIZE, windowed=True)
    from kivy.core.window import Window

    from ui.evening.evening import Evening
    from ui.evening.hands import NotThere
    from ui.evening.script import Step, script
    from ui.screens.play import Play
    from ui.widgets.button import ActionButton

    class Endless(Evening):
        """Touches, buttons and scans by chance."""

        rng = Random(seed)
        told = 0

        def watch(self) -> None:
            """Say when the first picture is on the screen."""

            def seen(*_: object) -> None:
                Window.unbind(on_flip=seen)
                self._say("open")

            Window.bind(on_flip=seen)

        def _say(self, what: str) -> None:
            room = self.app.room
            sitting, glass = room.sitting, self.app.glass
            news: dict[str, Any] = {
                "what": what,
                "page": type(glass.page).__name__ if glass else "",
            }
            if sitting is not None:
                lines = room.library.journal.lines(sitting.name) or ()
                saved = room.library.journal.saved(sitting.name)
                found = digests(lines)
                news |= {
                    "match": sitting.name,
                    "saved": saved,
                    "digest": found[saved - 1] if saved else "",
                }
                if what == "open":
                    news["digests"] = found
            print(json.dumps(news), flush=True)

        def _tick(self, passed: float) -> None:
            sitting = self.app.room.sitting
            if sitting is not None:
                saved = self.app.room.library.journal.saved(sitting.name)
                if saved > self.told:
                    self.told = saved
                    self._say("saved")
            super()._tick(passed)

        def _steps(self) -> Iterator[float]:
            while self.app.room.sitting is None:
                for step in (Step("card", (self._script.game,)), Step("button", ("start",))):
                    with suppress(NotThere):  # not yet, on a machine that is busy
                        yield from self._hands.do(step)
                    yield 0.2
            while True:
                try:
                    yield from self._hands.do(self._any())
                except (NotThere, LookupError):
                    yield 0.0
                yield PAUSE

        def _any(self) -> Step:
            """Something that somebody at the table might do next."""
            glass, sitting = self.app.glass, self.app.room.sitting
            assert glass is not None and sitting is not None
            if not isinstance(glass.page, Play):
                glass.play(sitting)
            desk, rng = sitting.desk, self.rng
            lit = sorted(desk.offered.lit)
            tokens = [
                one.token for one in glass.walk() if isinstance(one, ActionButton) and one.token
            ]
            ways = [Step("press", (rng.choice(("confirm", "undo", "pass")), "1"))]
            if lit:
                ways += [Step("touch", (rng.choice(lit),))] * 6
                ways += [Step("scan", (rng.choice(lit),))] * 2
            if tokens:
                ways += [Step("token", (rng.choice(tokens),))] * 5
            if desk.refusal is not None:
                ways += [Step("button", (rng.choice(("take_back", "allow_once")),))] * 4
            return rng.choice(ways)

    evening = Endless(script(), folder, "de", None, lambda line: None)
    evening.watch()
    evening.play()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
