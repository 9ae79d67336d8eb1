"""The boxes that the suite runs against."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
import serial

from firmware_bridge.simulator import FakeBox, NodeBox, SimulatedBox
from tests.bridge.conformance.talk import Talk


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "box" in metafunc.fixturenames:
        port = metafunc.config.getoption("--port")
        metafunc.parametrize("box", [port] if port else ["node", "fake"], indirect=True)


class Hardware(SimulatedBox):
    """A real box: a person is its hands."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.closed = self._moved = self._seen = 0

    def _move(self, **what: Any) -> None:
        if "closed" in what:
            down = [number for number in range(32) if int(what["closed"]) >> number & 1]
            self._ask(f"hold exactly these buttons down: {down or 'none'}")
            self._seen = self._moved
        elif "power" in what:
            self._ask("plug it in" if what["power"] else "unplug it")

    def turn(self, steps: int) -> None:
        self._ask(f"turn the dial by {steps} clicks (clockwise positive)")

    def close(self) -> None:
        pass

    def _ask(self, what: str) -> None:
        print(f"\n>>> Please {what}; you have five seconds.", flush=True)
        time.sleep(5)


@pytest.fixture(scope="module")
def box(request: pytest.FixtureRequest) -> Iterator[SimulatedBox]:
    made: SimulatedBox
    if request.param == "node":
        made = NodeBox()
    elif request.param == "fake":
        made = FakeBox()
    else:
        made = Hardware(request.param)
    with made:
        yield made
        assert not isinstance(made, NodeBox) or made.failures == []


@pytest.fixture
def talk(box: SimulatedBox) -> Iterator[Talk]:
    patience = 30.0 if isinstance(box, Hardware) else 8.0
    with serial.Serial(box.port, 115200, timeout=0.02, exclusive=True) as port:
        talk = Talk(port, patience)
        yield talk
        if box.closed:
            # The next test shall not meet what comes of this.
            down = box.closed.bit_count()
            talk.join()
            box.contacts(0)
            for _ in range(down):
                talk.event()
