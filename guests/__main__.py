"""``python -m guests``: begun by the table, or by systemd for it; nobody calls it by hand."""

import asyncio
import logging
import os
import socket
import sys

import msgspec
from uvicorn import Server

from companion.sight import wire
from companion.sight.wire import (
    Answered,
    Dress,
    Failed,
    FromService,
    News,
    Nudge,
    Open,
    Ready,
    Renew,
    Seated,
    Short,
    Spent,
    Watching,
)
from doors.answers import config
from doors.entrance import Entrance
from guests.addresses import names, own
from guests.doors import HEADERS, Door, FromHome
from guests.pages import Pages
from guests.phones import AT, Phones
from guests.pictures import Latest

KEPT = 65_536
"""Bytes that wait for one screen at most, in the system."""

LOOK = 5.0
"""Seconds between two looks at which addresses this machine has."""


class Service:
    """One table's service, from its first line to its last."""

    def __init__(self, lines: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        self._lines, self._told = lines, told
        self._latest = {"": Latest(lambda screens: self._tell(Watching(screens)))}
        self._phones = Phones(self._tell, self._stream)

    async def run(self) -> int:
        """Serve until the table goes; 1 where that was not possible."""
        begun = wire.from_table.decode(await self._lines.readline())
        if not isinstance(begun, Open):
            return 1
        door = _bound(begun.ports)
        if door is None:
            self._tell(Failed("port"))
            await self._told.drain()
            return 1
        port = door.getsockname()[1]
        self._pages = Pages(begun.key, self._latest[""], lambda: self._tell(Spent()), self._phones)
        inside = Door(self._pages.app(), port, names(), f"{AT}ask")
        server = Server(config(inside, FromHome, HEADERS))
        if not await self._listen(Seated):  # else a telephone would hear that it is nobody's
            door.close()
            return 0
        serving = asyncio.create_task(server.serve([Entrance(door)]))
        looking = asyncio.create_task(self._look(port))
        await self._listen()
        looking.cancel()
        server.should_exit = True
        for one in self._latest.values():
            one.send_away()
        self._phones.seated(Seated(False, {}))
        await serving
        return 0

    def _stream(self, channel: str) -> Latest:
        """The pictures of a stream."""
        return self._latest.setdefault(channel, Latest(lambda screens: None))

    async def _look(self, port: int) -> None:
        """Tell where it answers, as often as that changes."""
        before: tuple[str, ...] | None = None
        while True:
            now = own()
            if now != before:
                before = now
                self._tell(Ready(port, now))
            await asyncio.sleep(LOOK)

    async def _listen(self, until: type[Seated] | None = None) -> bool:
        """Take in what the table tells, until it has gone, or has told something of that kind;
        whether it has."""
        while line := await self._line():
            heard = wire.from_table.decode(line)
            match heard:
                case News() as told:
                    self._stream(told.channel).news(told)
                case Dress() as told:
                    self._stream(told.channel).dress(told)
                case Seated() as told:
                    self._phones.seated(told)
                case Answered() as told:
                    self._phones.answered(told)
                case Nudge():
                    for channel, one in self._latest.items():
                        if channel:
                            one.nudge()
                case Short(code):
                    self._pages.short(code)
                case Renew(key):
                    self._pages.key = key
                    self._latest[""].send_away()
                case Open():
                    return False
            if until is not None and isinstance(heard, until):
                return True
        return False

    async def _line(self) -> bytes:
        try:
            return await self._lines.readline()
        except OSError:  # it went without reading what it was told
            return b""

    def _tell(self, message: FromService) -> None:
        self._told.write(wire.line(message))


def _bound(ports: tuple[int, ...]) -> socket.socket | None:
    """A socket at the first of the ports that is free; None where none is."""
    for port in ports:
        made = _unbound()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Of whoever is slow the system keeps no more than this, and this service nothing.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT)
        try:
            made.bind(("", port))
            made.listen()  # only then is it nobody else's
        except OSError:
            made.close()
            continue
        return made
    return None


def _unbound() -> socket.socket:
    """A socket for both kinds of addresses; for IPv4 alone where the system has no IPv6."""
    try:
        made = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    except OSError:
        return socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    return made


async def _main() -> int:
    with socket.socket(fileno=os.dup(0)) as table:
        lines, told = await asyncio.open_connection(sock=table, limit=wire.MOST)
        try:
            return await Service(lines, told).run()
        except (OSError, ValueError, msgspec.DecodeError):
            return 1  # the table has gone, or is none


if __name__ == "__main__":
    # Strangers' mistakes are nobody's news, and would fill the journal of the machine.
    for name in ("asyncio", "uvicorn"):
        logging.getLogger(name).setLevel(logging.ERROR)
    sys.exit(asyncio.run(_main()))
