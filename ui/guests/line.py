"""The line to the service of other screens: begun, kept going, begun again after it broke.

The service is a process of its own, with a network and without anything worth having. What it says
is held against types: it reads what strangers send.
"""

import logging
import os
import select
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Literal

import msgspec

from companion.sight import wire
from companion.sight.look import Moment
from companion.sight.wire import (
    Answered,
    Asked,
    Failed,
    FromService,
    Nudge,
    Open,
    Present,
    Ready,
    Renew,
    Seated,
    Short,
    Spent,
    Watching,
)
from ui.guests.feed import Feed, Manner
from ui.guests.reach import reach

PORTS = tuple(range(8480, 8490))
"""The first of them that is free is taken: so the address stays what it was."""

SOON, LATE = 0.2, 30.0
"""Seconds until a line that broke is begun again, at first and at most; once it stood, it is begun
again at once."""

TAKES = 5.0
"""Seconds in which the service must take what it is told."""

NICE = 5
"""How far it stands back where the table has work to do, as its unit says, too."""

MOST = 16_384
"""Bytes of a line that the service may say."""

_log = logging.getLogger(__name__)

State = Literal["off", "beginning", "on", "again", "port"]
"""*again*: it has broken and is begun again; *port*: nothing is free to answer at."""


@dataclass(frozen=True)
class Standing:
    """How it stands.

    state: in a word.
    port, addresses: where it answers.
    screens: how many look.
    phones: those that are awake, by their hashes.
    spent: whether the short digits were guessed at too often.
    """

    state: State = "off"
    port: int = 0
    addresses: tuple[str, ...] = ()
    screens: int = 0
    phones: tuple[str, ...] = ()
    spent: bool = False


class Line:
    """One thread from :meth:`start` to :meth:`stop`.

    standing: how it stands, replaced as a whole.
    key: the secret part of the address.
    changed: called from that thread whenever it stands otherwise.
    before: one that was stopped and may not have ended yet.
    asked: called from that thread with what a telephone asks.
    """

    def __init__(
        self,
        key: str,
        changed: Callable[[], None],
        before: "Line | None" = None,
        asked: Callable[[Asked], None] = lambda _: None,
    ) -> None:
        self.standing = Standing("beginning")
        self.process: subprocess.Popen[bytes] | None = None
        self._key, self._code = key, ""
        self._changed, self._tell_asked, self._before = changed, asked, before
        self._feeds = {"": Feed()}
        self._seated = Seated(False, {})
        self._asked: SimpleQueue[Callable[[], bytes]] = SimpleQueue()
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)
        self._over = False
        self._thread = Thread(target=self._run, name="guests", daemon=True)

    # On the thread of the screen

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and with it the service; returns at once."""
        self._over = True
        self._wake()

    def wait(self) -> None:
        """Until both have ended."""
        self._thread.join()

    def show(self, one: Moment | None, manner: Manner, channel: str = "") -> None:
        """How the match stands now. channel: of the stream that tells it."""
        now = monotonic()
        self._ask(lambda: self._taken(one, manner, now, channel))

    def seat(self, told: Seated) -> None:
        """These telephones may come from now on."""
        self._ask(lambda: self._sat(told))

    def nudge(self) -> None:
        """Telephones may have something else to ask for."""
        self._ask(lambda: wire.line(Nudge()))

    def answer(self, number: int, said: msgspec.Struct) -> None:
        """Answer a telephone."""
        told = Answered(number, msgspec.Raw(msgspec.json.encode(said)))
        self._ask(lambda: wire.line(told))

    def renew(self, key: str) -> None:
        """Another address; everybody who looks must come again."""
        self._ask(lambda: self._renewed(key))

    def short(self, code: str) -> None:
        """The digits that lead to the address, "" for none."""
        self._ask(lambda: self._shortened(code))

    def _ask(self, act: Callable[[], bytes]) -> None:
        self._asked.put(act)
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):  # it is woken already, or has ended
            self._waker.send(b"x")

    # On its own

    def _taken(self, one: Moment | None, manner: Manner, now: float, channel: str) -> bytes:
        self._feeds.setdefault(channel, Feed(channel)).take(one, manner, now)
        return b""

    def _sat(self, told: Seated) -> bytes:
        self._seated = told
        self._feeds = {
            one: feed for one, feed in self._feeds.items() if one in ("", *told.phones.values())
        }
        return wire.line(told)

    def _renewed(self, key: str) -> bytes:
        self._key = key
        return wire.line(Renew(key))

    def _shortened(self, code: str) -> bytes:
        self._code = code
        self._stand(replace(self.standing, spent=False))
        return wire.line(Short(code))

    def _stand(self, now: Standing) -> None:
        if now != self.standing:
            self.standing = now
            self._changed()

    def _run(self) -> None:
        if self._before is not None:
            self._before.wait()  # else its port would not be free yet
            self._before = None
        pause = SOON
        while not self._over:
            line = self._reached()
            if line is not None:
                with line:
                    self._serve(line)
            if self.standing.state == "on":
                pause = 0.0
            if self.standing.state != "port":
                self._stand(Standing("again"))
            self._reap()
            self._rest(pause)
            pause = min(max(SOON, 2 * pause), LATE)
        self._stand(Standing())
        self._waker.close()
        self._woken.close()

    def _reached(self) -> socket.socket | None:
        try:
            found = reach()
        except OSError:
            return None
        self.process = found.process
        return found.line

    def _stand_back(self) -> None:
        """Only once it answers: telephones that sit at the table wait for that."""
        if self.process is not None:
            back = os.getpriority(os.PRIO_PROCESS, 0) + NICE
            os.setpriority(os.PRIO_PROCESS, self.process.pid, back)

    def _reap(self) -> None:
        """The process, where it is ours, ends with its line."""
        if self.process is None:
            return
        try:
            self.process.wait(TAKES)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _serve(self, line: socket.socket) -> None:
        """Tell and hear, until it breaks or all is over."""
        line.settimeout(TAKES)
        for feed in self._feeds.values():
            feed.anew()
        heard = b""
        for act in self._all_asked():  # what was chosen meanwhile is told at once
            act()
        try:
            for told in (Open(PORTS, self._key), Short(self._code), self._seated):
                line.sendall(wire.line(told))
            while not self._over:
                for feed in tuple(self._feeds.values()):
                    line.sendall(feed.lines(monotonic()))
                if line in self._waited(line):
                    got = line.recv(MOST)
                    *whole, heard = (heard + got).split(b"\n")
                    if not got or len(heard) > MOST:
                        return
                    for one in whole:
                        self._hear(wire.from_service.decode(one))
                line.sendall(b"".join(act() for act in self._all_asked()))
        except (OSError, msgspec.DecodeError):
            return
        except Exception:
            _log.exception("what other screens show could not be told")
            self._feeds = {one: Feed(one) for one in self._feeds}  # the next moment is told

    def _waited(self, line: socket.socket) -> list[socket.socket]:
        """What there is to hear, once there is something or a picture is due."""
        due = min((feed.due for feed in self._feeds.values() if feed.due is not None), default=None)
        seconds = None if due is None else max(0.0, due - monotonic())
        ready, _, _ = select.select([line, self._woken], [], [], seconds)
        if self._woken in ready:
            self._woken.recv(4096)
        return ready

    def _all_asked(self) -> list[Callable[[], bytes]]:
        found = []
        while True:
            try:
                found.append(self._asked.get_nowait())
            except Empty:
                return found

    def _rest(self, seconds: float) -> None:
        """Wait before it is begun again; what is asked meanwhile counts then."""
        until = monotonic() + seconds
        while not self._over and (left := until - monotonic()) > 0:
            if select.select([self._woken], [], [], left)[0]:
                self._woken.recv(4096)
            for act in self._all_asked():
                act()

    def _hear(self, told: FromService) -> None:
        match told:
            case Ready(port, addresses):
                self._stand_back()
                now = replace(self.standing, state="on", port=port, addresses=addresses)
                self._stand(now)
            case Watching(screens):
                self._stand(replace(self.standing, screens=screens))
            case Present(phones):
                self._stand(replace(self.standing, phones=phones))
            case Asked():
                self._tell_asked(told)
            case Spent():
                self._code = ""
                self._stand(replace(self.standing, spent=True))
            case Failed():
                self._stand(Standing("port"))
