"""Over gpiozero's own mock pins, with the real threads: what works."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest

from companion.table import Lamp, Pressed, Released, Turned
from firmware_bridge.debounce import SURE
from firmware_bridge.settings import Scanner, Settings
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.simulate import SimulatedPins
from tests.bridge.rig import SETTINGS, Rig, settling, until


def test_a_press_and_its_release_arrive_in_order(rig: Rig, pins: SimulatedPins) -> None:
    before = time.monotonic()
    pins.press("confirm", 2)
    after = time.monotonic()
    rig.await_signals(1)
    pressed = rig.signals[0]
    assert isinstance(pressed, Pressed)
    assert before <= pressed.at <= after  # the edge, and not when it was believed
    assert (pressed.role, pressed.place, pressed.source, pressed.number) == (
        "confirm",
        2,
        "gpio",
        1,
    )
    pins.release("confirm", 2)
    rig.await_signals(2)
    released = rig.signals[1]
    assert isinstance(released, Released)
    assert (released.role, released.place, released.number) == ("confirm", 2, 2)
    assert released.at > pressed.at


def test_a_spike_on_a_long_wire_is_no_press(rig: Rig, pins: SimulatedPins) -> None:
    held = 0
    for _ in range(20):
        begun = time.monotonic()
        pins.chatter("confirm", 1, edges=2)
        held += time.monotonic() - begun >= SURE  # this thread was kept waiting: no spike any more
        time.sleep(0.02)
    until(lambda: not settling(rig), "all has settled")
    assert held < 20 and len(rig.signals) <= 2 * held


def test_bouncing_contacts_press_and_release_once() -> None:
    # A lock-out that holds even where this thread is kept waiting in the middle of a bounce.
    settings = msgspec.structs.replace(SETTINGS, debounce_ms=100)
    pins = SimulatedPins(settings)
    with Rig(settings, pins.factory) as rig:
        rig.await_state("gpio", "ready")
        for turn in range(1, 4):
            pins.press("confirm", 1, bounces=6)
            rig.await_signals(2 * turn - 1)
            until(lambda: not settling(rig), "the press has settled")
            assert len(rig.signals) == 2 * turn - 1
            pins.release("confirm", 1, bounces=6)
            rig.await_signals(2 * turn)
            until(lambda: not settling(rig), "the release has settled")
            assert len(rig.signals) == 2 * turn
    assert [type(signal) for signal in rig.signals] == [Pressed, Released] * 3


def test_a_tap_shorter_than_the_lock_out_loses_nothing(rig: Rig, pins: SimulatedPins) -> None:
    pins.press("undo", 1)
    rig.await_signals(1)
    pins.release("undo", 1)
    rig.await_signals(2)
    assert [type(signal) for signal in rig.signals] == [Pressed, Released]


def test_no_edge_is_lost_and_none_gets_a_wrong_time_while_the_screen_is_blocked() -> None:
    """A thousand of them, in two seconds in which no thread of Python runs."""
    command = [sys.executable, "-m", "tests.bridge.blocked"]
    root = Path(__file__).parents[2]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60)
    lost, wrong = told.stdout.split()
    assert lost == "0" and float(wrong) < 2.0, told.stderr


def test_dials_turn_both_ways(rig: Rig, pins: SimulatedPins) -> None:
    pins.turn(0, 3)
    pins.turn(0, -2)
    pins.turn(2, 2)
    pins.turn(2, -1)
    turned = [signal for signal in rig.signals if isinstance(signal, Turned)]
    assert [(signal.place, signal.steps) for signal in turned] == [
        *[(0, 1)] * 3,
        *[(0, -1)] * 2,
        *[(2, 1)] * 2,
        (2, -1),
    ]


def test_presses_at_once_are_all_reported_without_a_gap() -> None:
    settings = Settings(debounce_ms=1, scanner=Scanner(ports=()))
    pins = SimulatedPins(settings)
    with Rig(settings, pins.factory) as rig:
        rig.await_state("gpio", "ready")

        def play(place: int) -> None:
            for _ in range(40):
                for role in ("confirm", "undo", "pass"):
                    pins.tap(role, place, hold=0.003)

        hands = [threading.Thread(target=play, args=(place,)) for place in range(1, 6)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()
        expected = 5 * 3 * 40 * 2
        rig.await_signals(expected)
        until(lambda: not settling(rig), "all has settled")
        assert len(rig.signals) == expected
    assert [signal.number for signal in rig.signals] == list(range(1, expected + 1))
    for button in settings.button:
        own = [
            type(signal)
            for signal in rig.signals
            if isinstance(signal, Pressed | Released)
            and (signal.role, signal.place) == (button.role, button.place)
        ]
        assert own == [Pressed, Released] * 40


def test_a_button_held_at_the_start_is_not_pressed(pins: SimulatedPins) -> None:
    """The level is low before the bridge comes: as a real pull-up cannot lift a closed contact."""
    held = pins.factory().pin(17)
    drive_high = held.drive_high
    held.drive_high = lambda: None
    with Rig(SETTINGS, pins.factory) as rig:
        rig.await_state("gpio", "ready")
        until(lambda: not settling(rig), "the first look is over")
        assert rig.signals == []
        drive_high()
        rig.await_signals(1)
    assert [type(signal) for signal in rig.signals] == [Released]


def test_lamps_show_exactly_what_is_named(rig: Rig, pins: SimulatedPins) -> None:
    rig.bridge.show((Lamp("confirm", 1, "on"), Lamp("undo", 9, "on")))
    until(lambda: pins.glows("confirm", 1), "the first lamp is on")
    assert not pins.glows("confirm", 2)
    rig.bridge.show((Lamp("confirm", 2, "blink"),))
    until(lambda: not pins.glows("confirm", 1), "the first lamp is off")
    until(lambda: pins.glows("confirm", 2), "the second is on")
    until(lambda: not pins.glows("confirm", 2), "and off")
    until(lambda: pins.glows("confirm", 2), "and on again")
    rig.bridge.show(())
    until(lambda: not pins.glows("confirm", 2), "all are off")


def test_stopping_releases_the_pins_and_starting_takes_them_again(
    rig: Rig, pins: SimulatedPins
) -> None:
    pins.press("confirm", 1)
    rig.await_signals(1)
    rig.bridge.stop()
    rig.bridge.stop()
    state = rig.state("gpio")
    assert state is not None and (state.state, state.detail.key) == ("off", "device.stopped")
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("bridge-")]
    import gpiozero

    with gpiozero.LED(17, pin_factory=pins.factory()):
        pass
    rig.bridge.start()
    rig.bridge.start()
    rig.await_state("gpio", "ready", "gpio.ready")
    pins.press("confirm", 2)
    rig.await_signals(2)
    assert rig.signals[1].number == 2


def test_the_simulated_pins_know_only_what_the_settings_name(pins: SimulatedPins) -> None:
    with pytest.raises(LookupError):
        pins.press("pass", 1)
    with pytest.raises(LookupError):
        pins.turn(5)
    with pytest.raises(LookupError):
        pins.glows("undo", 1)


def test_where_nothing_is_set_up_every_device_is_off() -> None:
    settings, _ = parse_settings("button = []\n[scanner]\nports = []")
    with Rig(settings) as rig:
        assert {(s.name, s.state, s.detail.key) for s in rig.bridge.states()} == {
            ("gpio", "off", "gpio.none"),
            ("scanner", "off", "scanner.none"),
            ("camera", "off", "camera.none"),
            ("input", "off", "input.none"),
        }
