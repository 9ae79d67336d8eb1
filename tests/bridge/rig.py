"""A bridge under test, its signals and states collected, and waiting with a deadline."""

import time
from collections.abc import Callable
from typing import Any

from companion.table import Signal
from firmware_bridge import Bridge, DeviceState
from firmware_bridge.settings import Boxes, Button, Dial, LampPin, Scanner, Settings

SETTINGS = Settings(
    button=(Button(17, "confirm", 1), Button(18, "undo", 1), Button(19, "confirm", 2)),
    dial=(Dial(5, 6, 0), Dial(7, 8, 2, edges=2)),
    lamp=(LampPin(20, "confirm", 1), LampPin(21, "confirm", 2)),
    scanner=Scanner(ports=()),
    boxes=Boxes(ports=()),
    debounce_ms=10,
)

DEADLINE = 8.0  # seconds; only a failing test waits that long


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until ``condition`` holds; fail with ``what`` if it never does."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        time.sleep(0.002)


class Rig:
    """A running bridge; a context manager."""

    def __init__(
        self, settings: Settings, pin_factory: Callable[[], Any] | None = None, **more: Any
    ) -> None:
        self.signals: list[Signal] = []
        self.history: list[tuple[DeviceState, ...]] = []
        if pin_factory is not None:
            more["pin_factory"] = pin_factory
        self.bridge = Bridge(settings, self.signals.append, status=self.history.append, **more)

    def __enter__(self) -> "Rig":
        self.bridge.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.bridge.stop()

    def state(self, name: str) -> DeviceState | None:
        return next((state for state in self.bridge.states() if state.name == name), None)

    def await_state(self, name: str, state: str, key: str | None = None) -> None:
        def reached() -> bool:
            now = self.state(name)
            return now is not None and now.state == state and (key is None or now.detail.key == key)

        until(reached, f"{name} is {state} ({key}); now {self.state(name)}")

    def await_signals(self, count: int) -> None:
        until(lambda: len(self.signals) >= count, f"{count} signals")

    def details(self, name: str) -> list[str]:
        """The keys said about one device, in order."""
        return [
            state.detail.key for states in self.history for state in states if state.name == name
        ]


def settling(rig: Rig) -> bool:
    """Whether a button is still within its lock-out."""
    return any(slot.line.due is not None for slot in rig.bridge._pins._slots)
