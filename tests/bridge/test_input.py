"""Keyboards, pedals, pads and scanners that play keyboard: over pipes that carry the events of a
kernel, opened by python-evdev's own class, with the real thread."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.table import Pressed, Released, Scanned, Signal, Struck, Turned
from firmware_bridge.command import replay
from firmware_bridge.devices.inputs import MOST_MISSED
from firmware_bridge.selftest import Part
from firmware_bridge.settings import NOTHING, Input, Settings
from firmware_bridge.simulate_input import KEYBOARD, InputFolder, SimulatedInput
from firmware_bridge.texts import wording
from firmware_bridge.traffic import read_recording
from tests.bridge.rig import Rig, until

HAND, SCANNER = 0.15, 0.005
PAD = ("BTN_SOUTH", "BTN_EAST", "BTN_WEST", "ABS_HAT0X+", "ABS_X+")


@pytest.fixture
def folder() -> Iterator[InputFolder]:
    with InputFolder() as folder:
        yield folder


def listening(folder: InputFolder, entry: Input | None = None, *, owned: bool = True) -> Rig:
    entry = entry or Input(layout="de")
    if not entry.name and entry.ports == Input().ports:
        entry = msgspec.structs.replace(entry, ports=folder.ports)
    return Rig(
        msgspec.structs.replace(NOTHING, input=(entry,)), input_opener=folder.open, owned=owned
    )


def told(rig: Rig) -> list[object]:
    """What came, without numbers, times and sources."""
    return [_plain(signal) for signal in rig.signals]


def _plain(signal: Signal) -> object:
    if isinstance(signal, Struck):
        return signal.key
    if isinstance(signal, Scanned):
        return ("code", signal.code, signal.place)
    if isinstance(signal, Turned):
        return ("turned", signal.steps, signal.place)
    assert isinstance(signal, Pressed | Released)
    return (type(signal).__name__, signal.role, signal.place)


def test_a_scanner_that_plays_keyboard_is_told_from_a_hand_by_its_speed_and_its_end(
    folder: InputFolder,
) -> None:
    keyboard = folder.device("Keyboard")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready", "input.ready")
        keyboard.strike("ME1C10125QGZ3CW7AA\n", gap=SCANNER)
        rig.await_signals(1)
        rig.await_state("input-1", "ready", "input.scanner")
        keyboard.strike("Zoe\b\n", gap=HAND)
        rig.await_signals(6)
    # A scanner is an American keyboard, as it is delivered; the hand has a German one.
    assert told(rig) == [("code", "ME1C10125QGZ3CW7AA", 0), "Y", "o", "e", "delete", "enter"]


def test_a_hand_sees_its_last_letter_though_nothing_follows_it(folder: InputFolder) -> None:
    keyboard = folder.device("Keyboard")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        keyboard.strike("a", gap=HAND)
        rig.await_signals(1)
    assert told(rig) == ["a"]


def test_a_number_pad_writes_the_digits_of_a_code(folder: InputFolder) -> None:
    digits = [f"KEY_KP{digit}" for digit in range(10)]
    pad = folder.device("Number pad", (*digits, "KEY_KPENTER"))
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        for number, name in enumerate(("KEY_KP7", "KEY_KP0", "KEY_KPENTER"), start=1):
            pad.press(name)
            pad.release(name)
            rig.await_signals(number)
    assert told(rig) == ["7", "0", "enter"]


def test_a_code_without_an_end_is_nobodys_writing_and_is_said(folder: InputFolder) -> None:
    keyboard = folder.device("Keyboard")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        keyboard.strike("ME1C10125QGZ3CW7AA", gap=SCANNER)
        rig.await_state("input-1", "ready", "input.torn")
        keyboard.strike("ME1C10125QGZ3CW7AA\n", gap=SCANNER)
        rig.await_signals(1)
    assert told(rig) == [("code", "ME1C10125QGZ3CW7AA", 0)]


def test_a_slow_scanner_that_is_told_to_be_one_is_believed(folder: InputFolder) -> None:
    scanner = folder.device("Radio scanner")
    with listening(folder, Input(kind="scanner", place=3)) as rig:
        rig.await_state("input-1", "ready", "input.scanner")
        assert rig.bridge.parts() == (Part("scanner"),)
        scanner.strike("123456\n", gap=HAND)
        rig.await_signals(1)
    assert told(rig) == [("code", "123456", 3)]


def test_the_buttons_of_a_pad_are_buttons_and_its_cross_is_a_dial(folder: InputFolder) -> None:
    pad = folder.device("Pad", PAD)
    with listening(folder, Input(keys={"ABS_X-": "undo 2", "BTN_WEST": "nothing"})) as rig:
        rig.await_state("input-1", "ready")
        for name in ("BTN_SOUTH", "BTN_WEST"):
            pad.press(name)
            pad.release(name)
        for name, value in (("ABS_HAT0X+", 1), ("ABS_HAT0X+", 0), ("ABS_X-", -1), ("ABS_X-", 0)):
            pad.send(name, value)
        rig.await_signals(5)
    assert told(rig) == [
        ("Pressed", "confirm", 0),
        ("Released", "confirm", 0),
        ("turned", 1, 0),
        ("Pressed", "undo", 2),
        ("Released", "undo", 2),
    ]


def test_a_knob_is_the_dial_and_a_pedal_what_the_settings_say(folder: InputFolder) -> None:
    knob = folder.device("Knob", ("KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "REL_DIAL+"))
    with listening(folder, Input(place=2, keys={"KEY_A": "confirm 4"})) as rig:
        rig.await_state("input-1", "ready")
        assert rig.bridge.parts() == (Part("dial", "", 2),)
        knob.press("KEY_VOLUMEUP")
        knob.release("KEY_VOLUMEUP")
        knob.send("REL_DIAL-", -3)
        rig.await_signals(2)
        pedal = folder.device("Pedal")
        rig.await_state("input-2", "ready")
        pedal.press("KEY_A")
        rig.await_signals(3)
    assert told(rig)[:3] == [("turned", 1, 2), ("turned", -3, 2), ("Pressed", "confirm", 4)]


def test_what_is_plugged_in_again_is_the_same_and_holds_nothing(folder: InputFolder) -> None:
    first = folder.device("Pedal", ("BTN_SOUTH",), lasting="usb-Pedal_1-event-joystick")
    other = folder.device("Pedal", ("BTN_SOUTH",), uniq="aa:bb")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        rig.await_state("input-2", "ready")
        first.press("BTN_SOUTH")
        rig.await_signals(1)
        first.unplug()
        rig.await_state("input-1", "missing", "input.lost")
        other.unplug()
        rig.await_state("input-2", "missing", "input.lost")
        other.replug()  # has the number of the first one now
        rig.await_state("input-2", "ready")
        first.replug()
        rig.await_state("input-1", "ready")
        first.press("BTN_SOUTH")
        rig.await_signals(3)
    assert [(one.number, one.source) for one in rig.signals[:3]] == [
        (1, "input-1"), (2, "input-1"), (3, "input-1"),
    ]  # fmt: skip
    assert isinstance(rig.signals[1], Released)


def test_nobodys_keyboard_is_taken_where_the_machine_does_other_things(
    folder: InputFolder,
) -> None:
    keyboard, pad = folder.device("Keyboard"), folder.device("Pad", PAD)
    with listening(folder, owned=False) as rig:
        rig.await_state("input-1", "ready")
        keyboard.strike("secret\n", gap=HAND)
        pad.press("BTN_SOUTH")
        rig.await_signals(1)
        assert not (pad.grabbed or keyboard.grabbed)
        assert [one.name for one in rig.bridge.states() if one.kind == "input"] == ["input-1"]
    assert told(rig)[:1] == [("Pressed", "confirm", 0)]
    with listening(folder, Input(ports=(str(keyboard.path),)), owned=False) as rig:
        rig.await_state("input-1", "ready")
        assert not keyboard.grabbed


def test_a_machine_that_does_nothing_else_grabs_all_but_what_points(folder: InputFolder) -> None:
    keyboard, pad = folder.device("Keyboard"), folder.device("Pad", PAD)
    mouse = folder.device("Mouse", ("REL_X+", "BTN_LEFT", "REL_WHEEL+"))
    power = folder.device("Power button", ("KEY_POWER",))
    with listening(folder):
        until(lambda: keyboard.grabbed and pad.grabbed, "both are grabbed")
        assert not (mouse.grabbed or power.grabbed)
    until(lambda: not (keyboard.grabbed or pad.grabbed), "both are given back")


def test_what_somebody_else_holds_is_said_and_had_as_soon_as_it_is_free(
    folder: InputFolder,
) -> None:
    pad = folder.device("Pad", PAD)
    pad.grabbed = True
    with listening(folder) as rig:
        rig.await_state("input", "missing", "input.held")
        pad.grabbed = False
        rig.await_state("input-1", "ready")
        until(lambda: rig.state("input") is None, "nothing is missing any more")


def test_a_device_can_be_chosen_by_what_it_calls_itself(folder: InputFolder) -> None:
    remote = folder.device("AB Shutter3", KEYS)
    folder.device("Somebody's keyboard")
    entry = Input(ports=folder.ports, name="AB *", keys={"KEY_ENTER": "confirm 1"})
    with listening(folder, entry, owned=False) as rig:
        rig.await_state("input-1", "ready")
        remote.press("KEY_ENTER")
        rig.await_signals(1)
        assert rig.state("input-2") is None
    assert told(rig)[:1] == [("Pressed", "confirm", 1)]


KEYS = ("KEY_ENTER", "KEY_VOLUMEUP")


def flood(device: SimulatedInput, rig: Rig, control: str) -> None:
    """Press keys until it is turned off."""

    def off() -> bool:
        try:
            for _ in range(20):
                device.send(control, 1)
                device.send(control, 0 if control != "REL_DIAL" else 1)
        except BlockingIOError:  # the pipe is full
            pass
        state = rig.state("input-1")
        return state is not None and state.state == "off"

    until(off, "it is turned off")


@pytest.mark.parametrize("control", ["BTN_SOUTH", "ABS_HAT0X", "REL_DIAL"])
def test_a_pad_that_floods_is_turned_off_and_again_brings_it_back(
    folder: InputFolder, control: str
) -> None:
    pad = folder.device("Pad", (*PAD, "REL_DIAL+"))
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        flood(pad, rig, control)
        rig.await_state("input-1", "off", "input.storm")
        rig.bridge.again("input-1")
        rig.await_state("input-1", "ready")


def test_what_flooded_and_was_pulled_reads_the_next_code_when_it_is_back(
    folder: InputFolder,
) -> None:
    keyboard = folder.device("Noisy", (*KEYBOARD, *PAD), lasting="usb-Noisy-event-kbd")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        flood(keyboard, rig, "BTN_SOUTH")
        keyboard.unplug()
        keyboard.replug()
        rig.bridge.again("input-1")
        keyboard.strike("THELASTONE\n", gap=SCANNER)  # before it is found
        until(lambda: any(getattr(one, "code", "") for one in rig.bridge.latest()), "it is read")
        assert {one.name for one in rig.bridge.states() if one.kind == "input"} == {"input-1"}


def test_a_device_that_comes_back_by_ever_new_names_does_not_fill_the_screen(
    folder: InputFolder,
) -> None:
    pads = [folder.device(f"Pad {number}\x1b[2J\u202e", PAD) for number in range(MOST_MISSED + 4)]
    with listening(folder) as rig:
        for state in ("ready", "missing"):
            for number in range(1, len(pads) + 1):
                rig.await_state(f"input-{number}", state)
            for pad in pads:
                pad.unplug()
        folder.device("Pedal", PAD)
        rig.await_state(f"input-{len(pads) + 1}", "ready")
        states = [one for one in rig.bridge.states() if one.kind == "input"]
    assert len(states) == MOST_MISSED + 1
    assert all(wording(one.detail, "de").isprintable() for one in states)


def test_lost_events_leave_no_button_held_and_no_shift(folder: InputFolder) -> None:
    keyboard = folder.device("Keyboard")
    with listening(folder, Input(keys={"KEY_A": "confirm"})) as rig:
        rig.await_state("input-1", "ready")
        keyboard.press("KEY_A")
        keyboard.press("KEY_LEFTSHIFT")
        rig.await_signals(1)
        keyboard.dropped()
        rig.await_state("input-1", "ready", "input.overrun")
        keyboard.strike("b", gap=HAND)
        rig.await_signals(3)
    assert told(rig) == [("Pressed", "confirm", 0), ("Released", "confirm", 0), "b"]


def test_without_the_library_that_is_said_and_all_else_works(folder: InputFolder) -> None:
    def open_input(path: str) -> object:
        raise ImportError("No module named 'evdev'")

    folder.device("Pad", PAD)
    settings = msgspec.structs.replace(NOTHING, input=(Input(ports=folder.ports),))
    with Rig(settings, input_opener=open_input) as rig:
        rig.await_state("input", "missing", "input.no_library")


def test_a_layout_or_a_key_that_is_unknown_is_said_and_the_rest_works(folder: InputFolder) -> None:
    keyboard = folder.device("Keyboard")
    entry = Input(layout="klingon", keys={"KEY_A": "confirm"})
    with listening(folder, entry) as rig:
        rig.await_state("input-1", "ready", "input.no_letters")
        keyboard.press("KEY_A")
        rig.await_signals(1)
    with listening(folder, Input(keys={"KEY_PEDAL_LEFT": "confirm"})) as rig:
        rig.await_state("input-1", "ready", "input.unknown_key")


def test_what_a_hand_wrote_cannot_be_looked_back_at(folder: InputFolder) -> None:
    keyboard = folder.device("Keyboard")
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        keyboard.strike("1234\n", gap=HAND)
        rig.await_signals(5)
        assert rig.bridge.latest() == ()


def test_no_device_is_looked_for_where_nobody_asked(folder: InputFolder) -> None:
    folder.device("Pad", PAD)
    with Rig(Settings(button=(), dial=()), input_opener=folder.open) as rig:
        rig.await_state("input", "off", "input.none")


def test_what_was_recorded_can_be_told_again_and_no_key_is_recorded_unasked(
    folder: InputFolder, tmp_path: Path
) -> None:
    pad = folder.device("Pad", PAD)
    with listening(folder) as rig:
        rig.await_state("input-1", "ready")
        rig.bridge.record(tmp_path / "at the screen")
        pad.press("BTN_SOUTH")
        rig.await_signals(1)
        assert (tmp_path / "at the screen").read_text() == ""  # it may have been a PIN
        rig.bridge.traffic.record(tmp_path / "recorded", keys=True)
        pad.release("BTN_SOUTH")
        pad.press("BTN_SOUTH")
        rig.await_signals(3)
        rig.bridge.traffic.stop()
    lines = list(replay(read_recording((tmp_path / "recorded").read_text())))
    assert any(line.endswith("input-1  in event 1, 304, 1") for line in lines)
