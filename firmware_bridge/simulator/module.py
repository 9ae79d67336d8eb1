"""A scan module of the GM65 family on a pseudo-terminal: registers, flash, speeds and moods.

A pseudo-terminal has no speed of its own. This one looks at the speed that the companion has set,
and what is said at another speed arrives as noise, on either side.
"""

import os
import select
import termios
import time
import tty
from contextlib import suppress
from threading import Lock, Thread

from firmware_bridge.decoding import gm65

RESTART_SECONDS = 0.25
"""A factory reset takes a little more than 200 ms, in which it is deaf."""

ODD_VERSION = 0x69
"""Of the program that damages codes with bytes beyond ASCII."""

_BAUD_CODES = {
    1200: 0x09C4, 4800: 0x0271, 9600: 0x0139, 14400: 0x00D0, 19200: 0x009C, 38400: 0x004E,
    57600: 0x0034, 115200: 0x001A,
}  # fmt: skip
_SPEEDS = {getattr(termios, f"B{baud}"): baud for baud in _BAUD_CODES if baud != 14400}
_FACTORY = {
    gm65.MODE: 0xD5,
    gm65.INTERVAL: 10,
    gm65.TIMEOUT: 50,
    gm65.OUTPUT: 0,
    gm65.SAME_CODE: 0,
}


class SimulatedModule:
    """One module. A context manager.

    version: of its program; None for those that do not tell. stubborn: registers that cannot be
    changed. A CRC of ``AB CD`` stands for none, and always passes.
    """

    def __init__(
        self,
        *,
        baud: int = 9600,
        version: int | None = 0x01,
        output: int = 0,
        stubborn: tuple[int, ...] = (),
    ) -> None:
        self._line, self._other = os.openpty()
        tty.setraw(self._other)
        os.set_blocking(self._line, False)
        self.port = os.ttyname(self._other)
        self.saves = 0
        """How often its flash was written."""
        self._version = version
        self._stubborn = stubborn
        self._flash = self._factory() | {gm65.OUTPUT: output} | self._speed(baud)
        self.registers = dict(self._flash)
        """What they hold, by register."""
        self._deaf_until = 0.0
        self._last = ("", float("-inf"))
        self._begun = b""
        self._lock = Lock()
        self._going = True
        self._thread = Thread(target=self._run, name="simulated-module", daemon=True)
        self._thread.start()

    @property
    def baud(self) -> int:
        """The speed it speaks at."""
        code = self.registers[gm65.BAUD] | self.registers[gm65.BAUD + 1] << 8
        return next(baud for baud, known in _BAUD_CODES.items() if known == code)

    def scan(self, text: str) -> None:
        """Hold a code before it."""
        with self._lock:
            mode, same = self.registers[gm65.MODE], self.registers[gm65.SAME_CODE]
            if mode & 3 not in (gm65.CONTINUOUS, 3) or time.monotonic() < self._deaf_until:
                return
            now = time.monotonic()
            if self._last[0] == text and same & 0x80 and now - self._last[1] < (same & 0x7F):
                return
            self._last = text, now
            data = text.encode()
            if self._version == ODD_VERSION:
                data = bytes(byte & 0x7F for byte in data)
            self._send(data + b"\r")

    def factory_reset(self) -> None:
        """As by its reset code: all is as it came from the factory, and it starts anew."""
        with self._lock:
            self._flash = self._factory()
            self._restart()

    def power_cycle(self) -> None:
        """It starts anew, with what is in its flash."""
        with self._lock:
            self._restart()

    def close(self) -> None:
        """Take it away."""
        self._going = False
        self._thread.join(5)
        for end in (self._line, self._other):
            os.close(end)

    def __enter__(self) -> "SimulatedModule":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @staticmethod
    def _speed(baud: int) -> dict[int, int]:
        code = _BAUD_CODES[baud]
        return {gm65.BAUD: code & 0xFF, gm65.BAUD + 1: code >> 8}

    def _factory(self) -> dict[int, int]:
        own = {} if self._version is None else {gm65.VERSION: self._version}
        return _FACTORY | self._speed(9600) | own

    def _restart(self) -> None:
        self.registers = dict(self._flash)
        self._begun = b""
        self._last = ("", float("-inf"))
        self._deaf_until = time.monotonic() + RESTART_SECONDS

    @property
    def understood(self) -> bool:
        """Whether the other side has the same speed."""
        speed = termios.tcgetattr(self._other)[5]
        return _SPEEDS.get(speed) == self.baud

    def _send(self, data: bytes) -> None:
        if not self.understood:
            data = bytes(0x80 | byte >> 1 for byte in data if byte & 1)
        with suppress(BlockingIOError):  # nobody listens
            os.write(self._line, data)

    def _run(self) -> None:
        while self._going:
            ready, _, _ = select.select([self._line], [], [], 0.02)
            if not ready:
                continue
            with self._lock:
                data = os.read(self._line, 256)
                if time.monotonic() >= self._deaf_until and self.understood:
                    self._begun += data
                    self._obey()

    def _obey(self) -> None:
        while (at := self._begun.find(b"\x7e\x00")) >= 0:
            request = self._begun[at + 2 :]
            size = 4 + (1 if request[:1] == b"\x07" else request[1] if len(request) > 1 else 1) + 2
            if len(request) < size:
                self._begun = self._begun[at:]
                return
            self._begun = request[size:]
            body, crc = request[: size - 2], request[size - 2 : size]
            if crc in (b"\xab\xcd", gm65.check(body)):
                self._carry_out(body)
        self._begun = self._begun[-1:]

    def _carry_out(self, body: bytes) -> None:
        what, register, data = body[0], int.from_bytes(body[2:4], "big"), body[4:]
        if what == 7:
            wanted = range(register, register + data[0])
            if gm65.VERSION in wanted and self._version is None:
                return
            self._send(gm65.reply(bytes(self.registers.get(one, 0) for one in wanted)))
        elif what == 8:
            old = self.baud
            for offset, value in enumerate(data):
                if register + offset not in self._stubborn:
                    self.registers[register + offset] = value
            try:
                new = self.baud
            except StopIteration:  # no speed that it knows
                self.registers |= self._speed(old)
                return
            self.registers |= self._speed(old)  # it answers at the speed that it was asked at
            self._send(gm65.DONE)
            self.registers |= self._speed(new)
        elif what == 9 and data == b"\0":
            self._flash = dict(self.registers)
            self.saves += 1
            self._send(gm65.DONE)
        elif what == 9 and data == b"\x02":
            self._send(gm65.DONE)
            self._flash = self._factory()
            self._restart()
