"""How soon a telephone is back at its seat, and how soon nothing of what is private is left there.

``python -m bench.phones``: the real companion, its service, and a real browser as the telephone of
one seat, all on this machine and by the clock: the load is told with the figures. Back means that
its page shows the table again and follows it. The companion ends and begins within one process
here, so what Python takes to start is not in it.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

import msgspec

from bench.rows import WHOLE, Row, Size, table
from bench.television import part

BACK_S, GONE_S, HIDDEN_MS = 2.0, 1.0, 100.0
"""Bars: back at the seat; the last byte for who was sent away; nothing private left."""

QUIET = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONSOLELOG": "1",
}
"""A window that nobody sees."""

HIDE = """(hidden => {
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
    return 1;
})(%s)"""
"""What a page hears when its telephone goes to sleep, and when it wakes."""

LEFT = """(() => {
    const own = document.getElementById('own'), begun = performance.now();
    %s;
    return own.childNodes.length ? -1 : performance.now() - begun;
})()"""
"""Milliseconds from something that ends a look until nothing of it is left; -1 for never."""

UP = "document.getElementById('hold').dispatchEvent(new PointerEvent('pointerup'))"

SHOWN = "document.getElementById('own').childNodes.length > 0"

LOOKS = 60
"""Frames in which an answer to a look is there, mostly."""

HERE = """Boolean(document.getElementById('hand')?.hidden === false
    && document.getElementById('lost')?.hidden && !document.getElementById('there')?.hidden
    && document.getElementById('asked')?.innerText)"""


class Evening:
    """The companion with one telephone at it. folder: of its data."""

    def __init__(self, folder: Path) -> None:
        os.environ |= QUIET  # before Kivy is read
        from tests.guests.browser import Browser
        from tests.guests.conftest import HOUSE
        from tests.guests.service import ask, connected
        from tests.ports import free_port
        from tests.ui.screens import phones
        from tests.ui.screens.table import Table
        from tests.ui.screens.test_television import television, until
        from tests.ui.stage import Stage
        from ui.guests import line

        line.PORTS = (free_port(),)  # nobody else takes it meanwhile
        self._phones, self._made = phones, Table
        self._until, self._television = until, television
        self._ask, self._connected, self._numbers = ask, connected, count(1)
        self.stage, self.folder = Stage((1280, 720)), folder
        self.table = Table(self.stage, folder)
        self.table.begin()
        phones.noted(self.table)
        phones.allowed(self.table)
        self.browser = Browser({HOUSE: "127.0.0.1"})
        self.page = phones.sit(self.table, self.browser, "blue")
        self.wait(HERE)
        self.page.get(phones.HOLD)

    def wait(self, script: str) -> None:
        """Until something is so on the page, while the table goes on."""
        self._phones.sees(self.table, self.page, script)

    @property
    def line(self) -> Any:
        """To the service."""
        return self._television(self.table)._line

    def reloaded(self) -> float:
        """The page is loaded anew."""
        begun = perf_counter()
        self.page.get("location.reload(), 1")
        self.page.loaded()
        self.wait(HERE)
        took = perf_counter() - begun
        self.page.get(self._phones.HOLD)
        return took

    def woken(self) -> float:
        """The telephone wakes from sleep: it follows the table again."""
        key = next(iter(self.line.standing.phones))
        self.page.get(HIDE % "true")
        self._until(self.table, lambda: key not in self.line.standing.phones)
        begun = perf_counter()
        self.page.get(HIDE % "false")
        self._until(self.table, lambda: key in self.line.standing.phones)
        return perf_counter() - begun

    def service_back(self) -> float:
        """The service is killed, and begun again by the table."""
        begun = perf_counter()
        self.line.process.kill()
        self.wait("!document.getElementById('lost').hidden")
        self.wait(HERE)
        return perf_counter() - begun

    def companion_back(self) -> float:
        """The companion has ended, and begins again."""
        self.stage.until(lambda: self.table.open_match.saved)
        self.table.close()
        begun = perf_counter()
        self.table = self._made(self.stage, self.folder)
        self.wait("!document.getElementById('lost').hidden")
        self.wait(HERE)
        return perf_counter() - begun

    def hidden(self, end: str) -> float:
        """Milliseconds from what ends a look until nothing of it is left."""
        while not self.page.get(SHOWN):  # news may come once more after it woke, and cover it
            self._phones.held(self.page, "pointerup")
            self._phones.held(self.page, "pointerdown")
            self.stage.frames(LOOKS)
        left: float = self.page.get(LEFT % end)
        self.page.get(HIDE % "false")
        self.page.get(UP)
        self.wait(HERE)
        return left if left >= 0 else float("inf")

    def sent_away(self) -> float:
        """The table sends another one away: until the last byte of its stream."""
        seats, port = self._phones.phones(self.table).seats, self.line.standing.port
        ticket, address = seats.offer("red"), f"127.0.5.{next(self._numbers)}"
        begun = Event()

        def follow() -> float:
            told = msgspec.json.encode({"type": "sit", "ticket": ticket.secret, "language": "en"})
            more = f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            more += f"Content-Length: {len(told)}\r\n"
            sat = self._ask(port, "/p/ask", method="POST", more=more, body=told, address=address)
            head = f"GET /p/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            with self._connected(port, address) as stream:
                stream.sendall(f"{head}Cookie: hand={sat.cookie}\r\n\r\n".encode())
                while stream.recv(1 << 16):
                    begun.set()
                return perf_counter()

        with ThreadPoolExecutor(1) as beside:
            last = beside.submit(follow)
            self._until(self.table, begun.is_set)
            now = perf_counter()
            phones = self._phones.phones(self.table)
            phones.send_away(next(one for one in seats.phones if one.seat == "red"))
            self._until(self.table, last.done)
        return last.result() - now

    def close(self) -> None:
        """Everything ends."""
        self.page.close()
        self.browser.close()
        self.table.close()
        self.stage.close()


@contextmanager
def evening() -> Iterator[Evening]:
    """For as long as it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        one = Evening(Path(folder))
        try:
            yield one
        finally:
            one.close()


def rows(size: Size) -> Iterator[Row]:
    """A little of it."""
    yield from measured(20 if size is WHOLE else 3)


def measured(times: int) -> Iterator[Row]:
    """Each of it that often."""
    hide = HIDE % "true"
    with evening() as one:
        for what, act, unit, bar in (
            ("a telephone is back at its seat after a reload", one.reloaded, "s", BACK_S),
            ("… after sleep", one.woken, "s", BACK_S),
            ("… after its service was killed", one.service_back, "s", BACK_S),
            ("… after the companion began again", one.companion_back, "s", BACK_S),
            ("last byte for a telephone that was sent away", one.sent_away, "s", GONE_S),
            (
                "nothing private left once the finger has gone",
                lambda: one.hidden(UP),
                "ms",
                HIDDEN_MS,
            ),
            ("… once the page is out of sight", lambda: one.hidden(hide), "ms", HIDDEN_MS),
        ):
            found = [act() for _ in range(times)]
            for share, name in ((0.5, "the middle"), (1.0, "the longest")):
                yield Row(
                    what=f"{what}, {name} of {times}",
                    unit=unit,
                    ours=(part(found, share),),
                    better="less",
                    bar=bar,
                    noisy=True,
                )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench.phones", description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args(arguments)
    before = os.getloadavg()[0]
    print(table(measured(asked.times)))
    print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
