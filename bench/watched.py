"""What the table feels while other screens look, and how soon a screen has painted a move.

``python -m bench.watched``: the real app on a virtual screen plays the same moves each time, by
turns with the television off, and on with as many readers as stated and a telephone at each seat
that asks after every picture what can be chosen. Taken are the frame with the
verdict, from the move to the flip, drawn as by a graphics chip; and the memory of the app at the
end, after it has tidied up, where software draws. Then once more with a real browser among the
readers: from the move to the end of the browser's frame that shows it. All of it runs on one
machine, readers and browser too, and by the clock: the load is told with the figures.
"""

import argparse
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from subprocess import PIPE
from threading import Thread, get_native_id
from typing import Any

import msgspec

from bench.probe import resident
from bench.rows import WHOLE, Row, Size, table
from bench.television import READ_MS, look, part, played
from bench.virtual import virtual_screen
from companion.match.registry import game_package

SLOWER, MORE_MB = 1.2, 3.0
"""Bars: the frame with 50 readers beside that without any; MB that the app takes more."""

APART, TIDIED = 0.35, 8.0
"""Seconds between two moves; and after the last one, until all has been tidied up."""

GAME, MANY = "mesopotamien", 50
"""What is played, and as many as look."""

BACK = 10
"""How far readers stand back."""

PAINTED = """
globalThis.painted = [];
new MutationObserver(() => requestAnimationFrame(() => setTimeout(
    () => painted.push((performance.timeOrigin + performance.now()) / 1000)
))).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
"""
"""Notes on a page the end of each frame in which something new is seen."""


class Felt(msgspec.Struct):
    """One run.

    clock, worked: milliseconds from each move to its flipped frame: by the clock, and of work in
        the thread of the screen.
    made: when the moves were made, in seconds of the wall clock.
    memory: MB of the app at the end.
    painted: when a browser had painted something new, in the same seconds.
    """

    clock: list[float] = []
    worked: list[float] = []
    made: list[float] = []
    memory: float = 0.0
    painted: list[float] = []


class Where(msgspec.Struct):
    """Where the table is seen: at which port, below which secret path."""

    port: int
    key: str


class Ticket(msgspec.Struct):
    """What leads a telephone to its seat."""

    secret: str


def _told(television: Any) -> Iterator[float]:
    """Tell where the table is seen and what leads a telephone to each seat, until all look."""
    while television.standing.state != "on":
        yield 0.1
    where = Where(television.standing.port, television.path)
    print(msgspec.json.encode(where).decode(), flush=True)
    for seat in seats():
        ticket = television.phones.seats.offer(seat)
        print(msgspec.json.encode(Ticket(ticket.secret)).decode(), flush=True)
        while television.phones.seats.ticket is ticket:
            yield 0.05
    yield 3.0


def inside(on: bool) -> None:
    """Runs in a process of its own, with a screen: plays the moves that it is told, tells where
    that is seen and what leads a telephone to each seat, and what it felt."""
    folder = Path(tempfile.mkdtemp())
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from ui.app import Choices, Companion

    moves = msgspec.json.decode(sys.stdin.buffer.read(), type=list[dict[str, Any]])
    app = Companion(Choices(folder, "en", None, None))
    felt, begun = Felt(), list[tuple[float, float]]()

    def course() -> Iterator[float]:
        root, session = app.root, app.session
        assert root is not None
        television = msgspec.structs.replace(session.settings.television, on=on, phones="all")
        session.set(television=television)
        package = session.package(GAME)
        open_match = session.start(package, seats(), {}, package.game.options())
        root.play(open_match)
        yield 2.0
        if on:
            yield from _told(root.peripherals.television)
        for move in moves:
            felt.made.append(time.time())
            begun.append((time.perf_counter(), time.thread_time()))
            app.memory.input()
            open_match.presenter.make(package.game.move(move))
            yield APART
        yield TIDIED
        felt.memory = resident()
        app.stop()

    from bench.course import run

    run(app, course(), partial(_flipped, felt, begun))
    print(msgspec.json.encode(felt).decode(), flush=True)


def _flipped(felt: Felt, begun: list[tuple[float, float]]) -> None:
    """A frame is seen: maybe the one with a verdict that began then."""
    if begun:
        clock, worked = begun.pop()
        felt.clock.append(1000 * (time.perf_counter() - clock))
        felt.worked.append(1000 * (time.thread_time() - worked))


def felt(readers: int, moves: int, *, browser: bool = False, chip: bool = True) -> Felt:
    """One run of the table, with the television off where nobody reads.

    browser: whether one of the readers is a real one. chip: as if a graphics chip did the drawing.
    What stands in for the chip takes tens of megabytes, more or less each time: memory is told
    where software draws.
    """
    env = {**os.environ, "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_ARGS": "1"}
    if chip:
        env["GALLIUM_NOOP"] = "true"
    command = [sys.executable, "-m", "bench.watched", "--inside", *(["--on"] if readers else [])]
    with ExitStack() as until_then:
        child = until_then.enter_context(
            subprocess.Popen(command, env=env, stdin=PIPE, stdout=PIPE)
        )
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(_course(moves))
        child.stdin.close()
        told = (line for line in child.stdout if line.startswith(b"{"))
        pages = []
        if readers:
            where = msgspec.json.decode(next(told), type=Where)
            for number, _ in enumerate(seats()):
                ticket = msgspec.json.decode(next(told), type=Ticket)
                until_then.enter_context(_telephone(where.port, ticket.secret, number))
            until_then.enter_context(_readers(where, readers - browser))
            if browser:
                pages.append(until_then.enter_context(_browser(where)))
        found = msgspec.json.decode(next(told), type=Felt)
        for page in pages:
            found.painted = page.get("painted")
    return found


@cache
def _course(moves: int) -> bytes:
    game = game_package(GAME).game
    return msgspec.json.encode([game.plain(move) for move, _ in played(GAME, moves)])


@contextmanager
def _readers(where: Where, many: int) -> Iterator[None]:
    """As many who read all that they are sent, on a thread of their own that stands back: in a
    house they are other machines."""
    with ExitStack() as all_of_them, selectors.DefaultSelector() as waiting:
        for number in range(many):
            one = all_of_them.enter_context(look(where.port, where.key.strip("/"), number))
            waiting.register(one, selectors.EVENT_READ)

        def read() -> None:
            back = os.getpriority(os.PRIO_PROCESS, 0) + BACK
            os.setpriority(os.PRIO_PROCESS, get_native_id(), back)
            while waiting.get_map():
                for key, _ in waiting.select():
                    if not key.fileobj.recv(1 << 16):  # type: ignore[union-attr]
                        waiting.unregister(key.fileobj)

        reading = Thread(target=read)
        reading.start()
        yield
        reading.join()  # the table has closed, and with it all that was read


def seats() -> tuple[str, ...]:
    """Of those who play."""
    game = game_package(GAME).game
    return game.colours[: game.players[1]]


@contextmanager
def _telephone(port: int, secret: str, number: int) -> Iterator[None]:
    """One that sits down, follows the table, and after each picture asks what can be chosen, on a
    thread of its own that stands back."""
    from tests.guests.service import ask, connected

    address = f"127.0.3.{number + 1}"
    origin = f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"

    def asked(what: dict[str, Any], more: str = "") -> str:
        body = msgspec.json.encode(what)
        more += f"{origin}Content-Length: {len(body)}\r\n"
        return ask(port, "/p/ask", method="POST", more=more, body=body, address=address).cookie

    cookie = f"Cookie: hand={asked({'type': 'sit', 'ticket': secret, 'language': 'en'})}\r\n"

    def follow() -> None:
        back = os.getpriority(os.PRIO_PROCESS, 0) + BACK
        os.setpriority(os.PRIO_PROCESS, get_native_id(), back)
        with connected(port, address) as stream, suppress(OSError, IndexError):
            stream.settimeout(None)
            head = f"GET /p/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}\r\n"
            stream.sendall(head.encode())
            while got := stream.recv(1 << 16):
                if b"event: change" in got or b"event: whole" in got:
                    asked({"type": "begin", "tokens": []}, cookie)

    following = Thread(target=follow)
    following.start()
    yield
    following.join()  # the table has closed


@contextmanager
def _browser(where: Where) -> Iterator[Any]:
    """A page of a real browser that notes when it has painted something."""
    from guests.addresses import names
    from tests.guests.browser import Browser

    browser = Browser({names()[1]: "127.0.0.1"})
    page = browser.page(f"http://{names()[1]}:{where.port}{where.key}")
    page.get(PAINTED)
    yield page
    browser.close()


def seen_after(one: Felt) -> list[float]:
    """Milliseconds from each move to the frame of the browser that shows it; without those that
    changed nothing of what everybody sees."""
    found = []
    for made, following in zip(one.made, [*one.made[1:], float("inf")], strict=True):
        there = next((at for at in one.painted if made < at < following), None)
        if there is not None:
            found.append(1000 * (there - made))
    return found


def rows(size: Size) -> Iterator[Row]:
    """A little of it: the whole takes a quarter of an hour."""
    yield from measured(30, 2 if size is WHOLE else 1)


def measured(moves: int, turns: int) -> Iterator[Row]:
    """Frame and memory without and with readers, by turns; what a browser has painted."""
    with virtual_screen():
        quick = [[felt(many, moves) for many in (0, MANY)] for _ in range(turns)]
        drawn = [[felt(many, moves, chip=False) for many in (0, MANY)] for _ in range(turns)]
        painted = {many: felt(many, moves, browser=True) for many in READ_MS}
    for what in ("clock", "worked"):
        for share in (0.5, 0.95):
            sides = zip(*quick, strict=True)
            off, watched = (
                tuple(part(getattr(one, what), share) for one in side) for side in sides
            )
            how = "by the clock" if what == "clock" else "work of its thread"
            beside = f"while {MANY} look and {len(seats())} telephones ask"
            yield Row(
                what=f"frame with the verdict {beside}, {how}, p{100 * share:.0f}",
                unit="ms",
                ours=watched,
                peer="television off",
                theirs=off,
                better="less",
                bar=1 / SLOWER,
                noisy=True,
            )
    yield Row(
        what=f"what the app takes more while {MANY} look",
        unit="MB",
        ours=tuple(watched.memory - off.memory for off, watched in drawn),
        better="less",
        bar=MORE_MB,
        noisy=True,
    )
    for many, one in painted.items():
        found = seen_after(one)
        yield Row(
            what=f"from a move until a browser beside {many - 1} readers has painted it, p95",
            unit="ms",
            ours=(part(found, 0.95),),
            better="less",
            bar=READ_MS[many],
            noisy=True,
            note=f"{len(found)} of {moves} moves were seen there before the next",
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench.watched", description=__doc__)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--on", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        inside(asked.on)
        return 0
    before = os.getloadavg()[0]
    print(table(list(measured(asked.moves, asked.turns))))
    print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
