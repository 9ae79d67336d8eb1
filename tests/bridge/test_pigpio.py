"""The pins over pigpio's own protocol: a daemon of the tests on loopback, gpiozero's real factory.

Real sockets and threads, and edges with the times that the daemon gives them.
"""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.table import Cue, Lamp, Pressed, Turned
from firmware_bridge.settings import Button, Dial, LampPin, Settings
from tests.bridge.rig import SETTINGS, Rig, until

# Commands of the protocol, by their numbers in pigpio's documentation of its socket interface.
SET_MODE, MODE, READ, WRITE, BANK, TICK, HARDWARE, NOTIFY, STREAM, VERSION = (
    0,
    1,
    3,
    4,
    10,
    16,
    17,
    19,
    99,
    26,
)
PI_3 = 0xA02082


class Daemon:
    """Answers like pigpiod, and tells of edges."""

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.modes: dict[int, int] = {}
        self.commands: set[int] = set()
        self._streams: dict[int, tuple[socket.socket, int]] = {}
        self._began = time.monotonic()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def tick(self) -> int:
        return int((time.monotonic() - self._began) * 1_000_000) & 0xFFFFFFFF

    def drive(self, pin: int, level: int) -> None:
        """An edge, as a contact makes it."""
        self.levels[pin] = level
        bank = sum(self.levels.get(one, 1) << one for one in range(32))
        for stream, watched in list(self._streams.values()):
            if watched >> pin & 1:
                stream.sendall(struct.pack("<HHII", 0, 0, self.tick(), bank))

    def close(self) -> None:
        for one in (self._server, *self._open):
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._open.append(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            while len(asked := client.recv(16, socket.MSG_WAITALL)) == 16:
                command, first, second, more = struct.unpack("<IIII", asked)
                if more:
                    client.recv(more, socket.MSG_WAITALL)
                self.commands.add(command)
                answer = self._answer(client, command, first, second)
                client.sendall(struct.pack("<IIII", command, first, second, answer))
        except OSError:
            return

    def _answer(self, client: socket.socket, command: int, first: int, second: int) -> int:
        if command == SET_MODE:
            self.modes[first] = second
        elif command == MODE:
            return self.modes.get(first, 0)
        elif command == READ:
            return self.levels.get(first, 1)
        if command == WRITE:
            self.levels[first] = second
        elif command == BANK:
            return sum(self.levels.get(one, 1) << one for one in range(32))
        elif command == TICK:
            return self.tick()
        elif command == HARDWARE:
            return PI_3
        elif command == VERSION:
            return 79
        elif command == STREAM:
            self._streams[len(self._streams)] = client, 0
            return len(self._streams) - 1
        elif command == NOTIFY:
            self._streams[first] = self._streams[first][0], second
        return 0


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    made = Daemon()
    yield made
    made.close()


@pytest.fixture
def rig(daemon: Daemon) -> Iterator[Rig]:
    def factory() -> Any:
        from gpiozero.pins.pigpio import PiGPIOFactory

        return PiGPIOFactory(host="127.0.0.1", port=daemon.port)

    settings = Settings(
        button=(Button(17, "confirm", 1), Button(27, "undo", 1)),
        dial=(Dial(5, 6, 0),),
        lamp=(LampPin(20, "confirm", 1),),
        scanner=SETTINGS.scanner,
        boxes=SETTINGS.boxes,
        debounce_ms=10,
    )
    with Rig(settings, factory) as made:
        made.await_state("gpio", "ready", "gpio.ready")
        yield made


def test_no_edge_of_the_daemon_is_lost(daemon: Daemon, rig: Rig) -> None:
    for number in range(20):
        daemon.drive(17, number % 2)
        rig.await_signals(number + 1)
        time.sleep(0.015)
    assert [isinstance(one, Pressed) for one in rig.signals] == [True, False] * 10
    assert {STREAM, NOTIFY, TICK} <= daemon.commands


def test_bounce_through_the_socket_is_not_taken_for_presses(daemon: Daemon, rig: Rig) -> None:
    for level in (0, 1, 0, 1, 0):
        daemon.drive(27, level)
    rig.await_signals(1)
    time.sleep(0.05)
    assert len(rig.signals) == 1 and isinstance(rig.signals[0], Pressed)


def test_a_dial_read_through_the_socket_turns_the_right_way(daemon: Daemon, rig: Rig) -> None:
    for pin, level in ((5, 0), (6, 0), (5, 1), (6, 1)):
        daemon.drive(pin, level)
    rig.await_signals(1)
    (turned,) = rig.signals
    assert isinstance(turned, Turned) and turned.steps == 1


def test_a_lamp_set_through_the_socket_lights_up(daemon: Daemon, rig: Rig) -> None:
    rig.bridge.show((Lamp("confirm", 1, "on"),))
    until(lambda: daemon.levels.get(20) == 1, "the lamp is lit")
    rig.bridge.cue(Cue("refused", 1, 0))
    until(lambda: daemon.levels.get(20) == 0, "it flashes")
    until(lambda: daemon.levels.get(20) == 1, "and again")
    rig.bridge.show(())
    until(lambda: daemon.levels.get(20) == 0, "it is dark at last")
