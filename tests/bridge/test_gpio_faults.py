"""Over gpiozero's own mock pins, with the real threads: what goes wrong."""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.table import Lamp, Pressed, Signal
from firmware_bridge import Bridge, DeviceState
from firmware_bridge.simulate import SimulatedPins
from tests.bridge.rig import SETTINGS, Rig, until


def test_pins_that_appear_later_are_found_and_lamps_caught_up() -> None:
    pins = SimulatedPins(SETTINGS, present=False)
    with Rig(SETTINGS, pins.factory) as rig:
        rig.await_state("gpio", "searching", "gpio.missing")
        rig.bridge.show((Lamp("confirm", 2, "on"),))
        pins.appear()
        rig.await_state("gpio", "ready")
        until(lambda: pins.glows("confirm", 2), "the lamp shows what was wanted meanwhile")
        pins.press("undo", 1)
        rig.await_signals(1)


def test_a_machine_without_pins_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real way of opening, told to use a library that does not exist."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    import gpiozero

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    with Rig(SETTINGS) as rig:
        rig.await_state("gpio", "searching", "gpio.missing")


def test_where_nothing_has_pins_no_library_for_them_takes_up_memory() -> None:
    """In a process of its own, whose /dev is looked for in an empty folder."""
    program = """
import sys, tempfile
from pathlib import Path
from firmware_bridge import pins
pins.DEVICES = Path(tempfile.mkdtemp())
try:
    pins.open_pins()
except FileNotFoundError as error:
    print(error, sorted({"gpiozero", "lgpio"} & set(sys.modules)))
pins.DEVICES.rmdir()
"""
    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        env={key: value for key, value in os.environ.items() if key != "GPIOZERO_PIN_FACTORY"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.fullmatch(r"no gpiochip in /\S+ \[\]\n", found.stdout)


def test_opening_the_pins_leaves_no_trace(tmp_path: Path) -> None:
    """In a process of its own: a library is imported once only, and this one moves the process."""
    pytest.importorskip("_lgpio")
    program = """
import os, sys
from firmware_bridge.pins import open_pins
try:
    open_pins()
except Exception:
    pass  # what this machine has for pins does not matter here
print("lgpio" in sys.modules, os.getcwd(), os.listdir(), "LG_WD" in os.environ)
"""
    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "GPIOZERO_PIN_FACTORY": "lgpio",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    last = found.stdout.splitlines()[-1]  # other pin libraries may have complained before
    assert last == f"True {tmp_path} [] False"


def test_a_pin_held_by_another_is_missing_and_the_others_work(pins: SimulatedPins) -> None:
    import gpiozero

    other = gpiozero.LED(18, pin_factory=pins.factory())
    with Rig(SETTINGS, pins.factory) as rig:
        rig.await_state("gpio18", "missing", "line.missing")
        rig.await_state("gpio", "ready", "gpio.partly")
        pins.press("confirm", 1)
        rig.await_signals(1)
        other.close()
        rig.await_state("gpio", "ready", "gpio.ready")
        assert rig.state("gpio18") is None
        pins.press("undo", 1)
        rig.await_signals(2)


def test_a_pin_that_fails_while_running_is_claimed_again(pins: SimulatedPins) -> None:
    pin = pins.factory().pin(17)
    real_state = type(pin)._get_state
    with Rig(SETTINGS, pins.factory) as rig:
        rig.await_state("gpio", "ready", "gpio.ready")
        broken = threading.Event()
        broken.set()

        def read(self: Any) -> Any:
            if self is pin and broken.is_set():
                raise OSError("the line is gone")
            return real_state(self)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(pin), "state", property(read))
            pins.press("confirm", 1)
            rig.await_state("gpio17", "missing", "line.missing")
            broken.clear()
            rig.await_state("gpio", "ready", "gpio.ready")
        signals = len(rig.signals)
        pins.press("confirm", 1)
        rig.await_signals(signals + 1)


def test_a_chattering_wire_is_turned_off_and_not_the_others(rig: Rig, pins: SimulatedPins) -> None:
    def hum() -> bool:
        pins.chatter("confirm", 1, edges=1)
        return rig.state("gpio17") is not None

    until(hum, "the wire is turned off")
    rig.await_state("gpio17", "off", "line.storm")
    rig.await_state("gpio", "ready", "gpio.partly")
    noise = len(rig.signals)
    pins.chatter("confirm", 1, edges=100)
    pins.press("confirm", 2)
    rig.await_signals(noise + 1)
    last = rig.signals[-1]
    assert isinstance(last, Pressed) and last.place == 2
    assert len(rig.signals) == noise + 1
    rig.bridge.again("gpio17")
    rig.await_state("gpio", "ready", "gpio.ready")
    pins.press("confirm", 1)
    rig.await_signals(noise + 2)


def test_a_wire_that_screams_is_turned_off(rig: Rig, pins: SimulatedPins) -> None:
    pins.chatter("undo", 1, edges=20_000)
    rig.await_state("gpio18", "off", "line.storm")
    pins.press("confirm", 1)
    rig.await_signals(1)


def test_a_receiver_that_raises_ends_nothing(pins: SimulatedPins) -> None:
    got: list[Any] = []

    def deliver(signal: Any) -> None:
        got.append(signal)
        raise RuntimeError("the queue is full")

    def status(states: tuple[DeviceState, ...]) -> None:
        raise RuntimeError("no screen")

    bridge = Bridge(SETTINGS, deliver, status=status, pin_factory=pins.factory)
    bridge.start()
    try:
        until(lambda: any((s.name, s.state) == ("gpio", "ready") for s in bridge.states()), "ready")
        pins.press("confirm", 1)
        pins.press("undo", 1)
        until(lambda: len(got) == 2, "both presses arrive")
    finally:
        bridge.stop()


def test_an_error_in_the_device_thread_is_reported_and_survived(pins: SimulatedPins) -> None:
    fail = threading.Event()
    failed: list[str] = []

    def clock() -> float:
        if fail.is_set() and threading.current_thread().name == "bridge-gpio":
            fail.clear()
            failed.append("once")
            raise ArithmeticError("no time")
        return time.monotonic()

    history: list[str] = []

    def status(states: tuple[DeviceState, ...]) -> None:
        history.extend(state.detail.key for state in states if state.name == "gpio")

    signals: list[Signal] = []
    bridge = Bridge(SETTINGS, signals.append, clock=clock, status=status, pin_factory=pins.factory)
    bridge.start()
    try:
        until(lambda: "gpio.ready" in history, "ready")
        fail.set()
        pins.press("confirm", 1)
        until(lambda: "device.broken" in history, "it is said")
        until(lambda: history[-1] == "gpio.ready", "it is over")
        pins.release("confirm", 1)
        until(lambda: len(signals) == 2, "the button works")
        assert failed == ["once"]
    finally:
        bridge.stop()
