"""Button boxes behind the bridge's door: found, listened to, lost and found again."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import serial

from companion.table import Cue, Lamp, Pressed, Released, Turned
from firmware_bridge.buttonbox.frames import VERSION, encode
from firmware_bridge.devices import boxes
from firmware_bridge.devices.box import STORM_EVENTS
from firmware_bridge.settings import NOTHING, Boxes, Scanner, Settings
from firmware_bridge.simulate import SimulatedScanner
from firmware_bridge.simulator import FakeBox, NodeBox, Plug, SimulatedBox
from firmware_bridge.simulator.plug import whole
from firmware_bridge.texts import wording
from firmware_bridge.traffic import read_recording
from tests.bridge.rig import Rig, until

NAME = "box-00000001"  # of the fake box, after its serial number


def only(*ports: str | Path, **more: object) -> Settings:
    found = msgspec.convert({"ports": [str(port) for port in ports], **more}, Boxes)
    return msgspec.structs.replace(NOTHING, boxes=found)


@pytest.fixture
def box() -> Iterator[FakeBox]:
    with FakeBox() as made:
        yield made


@pytest.fixture
def plug(box: FakeBox) -> Iterator[Plug]:
    with Plug(box.port) as made:
        yield made


@pytest.fixture
def rig(plug: Plug) -> Iterator[Rig]:
    with Rig(only(plug.path)) as made:
        made.await_state(NAME, "ready", "box.ready")
        yield made


def presses(rig: Rig) -> list[tuple[str, str, int]]:
    return [
        (type(one).__name__, one.role, one.place)
        for one in rig.signals
        if isinstance(one, Pressed | Released)
    ]


def tap(box: SimulatedBox, rig: Rig, button: int) -> None:
    before = len(rig.signals)
    box.press(button)
    rig.await_signals(before + 1)
    box.release(button)
    rig.await_signals(before + 2)


def test_the_real_firmware_can_be_used() -> None:
    with NodeBox(settings={"name": "Möwe"}) as box, Rig(only(box.port)) as rig:
        rig.await_state("box-4b3a2c21", "ready", "box.ready")
        state = rig.state("box-4b3a2c21")
        assert state is not None and dict(state.detail.values)["name"] == "Möwe"
        tap(box, rig, 2)
        assert presses(rig) == [("Pressed", "confirm", 1), ("Released", "confirm", 1)]
        rig.bridge.show((Lamp("confirm", 2, "on"), Lamp("undo", 0, "blink")))
        until(lambda: box.lit == 0b1001, "the lamps 3 and, blinking, 0 are lit")
        until(lambda: box.lit == 0b1000, "lamp 0 blinks")
        rig.bridge.cue(Cue("refused", 1, 2))
        until(lambda: 220 in box.sounds, "it sounds refused")
        box.turn(-2)
        until(lambda: turned(rig) == -2, "the dial has turned")
        assert box.failures == []


def turned(rig: Rig) -> int:
    return sum(one.steps for one in rig.signals if isinstance(one, Turned))


def test_presses_do_what_the_settings_say(box: FakeBox) -> None:
    wanted = only(box.port, buttons=["pass 3"], own={box.serial: ["undo", "confirm 4"]}, dials=[2])
    with Rig(wanted) as rig:
        rig.await_state(NAME, "ready")
        tap(box, rig, 1)
        box.press(9)  # nothing is said of it
        tap(box, rig, 0)
        box.turn(1)
        until(lambda: turned(rig) == 1, "the dial has turned")
        assert [one[1:] for one in presses(rig)] == [("confirm", 4)] * 2 + [("undo", 0)] * 2
        assert [one.place for one in rig.signals if isinstance(one, Turned)] == [2]
        assert [one.number for one in rig.signals] == list(range(1, len(rig.signals) + 1))


def test_a_press_while_it_was_unplugged_is_never_lost(box: FakeBox, plug: Plug, rig: Rig) -> None:
    """The box has power of its own: what is pressed comes when it is plugged in again, once."""
    for _ in range(3):
        before = len(rig.signals)
        plug.pull()
        rig.await_state(NAME, "missing", "box.lost")
        box.press(2)
        box.release(2)
        until(lambda: box.noticed, "the box has seen both")
        plug.plug()
        rig.await_state(NAME, "ready", "box.ready")
        rig.await_signals(before + 2)
        tap(box, rig, 3)
        assert [one[1:] for one in presses(rig)][before:] == [("confirm", 1)] * 2 + [
            ("confirm", 2)
        ] * 2
    names = [thread.name for thread in threading.enumerate()]
    assert names.count(f"bridge-{NAME}") == 1
    pressed = rig.signals[0]
    assert isinstance(pressed, Pressed) and pressed.at < rig.signals[2].at


def test_lamps_are_dark_after_it_was_unplugged(box: FakeBox, plug: Plug, rig: Rig) -> None:
    rig.bridge.show((Lamp("undo", 0, "on"),))
    until(lambda: box.lit == 1, "the lamp is lit")
    plug.pull()
    rig.await_state(NAME, "missing", "box.lost")
    rig.bridge.show((Lamp("pass", 0, "on"),))
    plug.plug()
    until(lambda: box.lit == 2, "it shows what is wanted now")


def test_a_loss_of_power_is_reported(box: FakeBox, rig: Rig) -> None:
    box.power_off()
    box.power_on()
    rig.await_state(NAME, "ready", "box.restarted")
    tap(box, rig, 2)
    rig.await_state(NAME, "ready", "box.ready")


def test_a_box_that_falls_silent_is_never_called_ready(box: FakeBox, rig: Rig) -> None:
    box.power_off()
    rig.await_state(NAME, "missing", "box.lost")
    box.power_on()
    rig.await_state(NAME, "ready", "box.restarted")


def test_a_box_that_comes_later_is_found(box: FakeBox, tmp_path: Path) -> None:
    with Rig(only(f"{tmp_path}/*")) as rig, Plug(box.port, folder=tmp_path):
        rig.await_state(NAME, "ready", "box.ready")


def test_box_and_scanner_do_not_take_each_other_for_what_they_are_not(tmp_path: Path) -> None:
    """Both are looked for in the same folder, and the scanner is one that sends lines."""
    (tmp_path / "s").mkdir()
    patterns = (f"{tmp_path}/bo[x]", f"{tmp_path}/s/*")
    with (
        FakeBox() as box,
        SimulatedScanner(tmp_path / "s") as scanner,
        Plug(box.port, folder=tmp_path),
    ):
        settings = msgspec.structs.replace(
            only(*patterns), scanner=Scanner(ports=patterns, module="lines", repeat_ms=0)
        )
        with Rig(settings) as rig:
            rig.await_state(NAME, "ready", "box.ready")
            rig.await_state("scanner", "ready", "scanner.ready")
            scanner.scan("MES-1")
            rig.await_signals(1)
            tap(box, rig, 2)
            rig.await_signals(3)
            assert {one.source for one in rig.signals} == {"scanner", NAME}


def test_a_port_is_never_shared_with_another_program(rig: Rig, plug: Plug) -> None:
    with pytest.raises(serial.SerialException):
        serial.Serial(str(plug.path), exclusive=True)


def test_an_impossible_path_is_reported_and_survived() -> None:
    with Rig(only("\0")) as rig:
        rig.await_state("boxes", "missing", "device.broken")
        assert "bridge-boxes" in [thread.name for thread in threading.enumerate()]
    assert rig.state("boxes") is None


def test_another_version_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_bridge.buttonbox import link

    for version, key in ((VERSION + 1, "box.newer"), (0, "box.older")):
        monkeypatch.setattr(link, "VERSION", version)
        with FakeBox() as box, Rig(only(box.port)) as rig:
            rig.await_state("boxes", "missing", key)


def test_old_firmware_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_bridge.simulator import box as simulated

    for firmware, key in (("companion 0.9.0", "box.old"), ("0.0.1", "box.ready")):
        monkeypatch.setattr(simulated, "FIRMWARE", firmware)  # the second is somebody else's own
        with FakeBox() as box, Rig(only(box.port)) as rig:
            rig.await_state(NAME, "ready", key)
            tap(box, rig, 2)


@pytest.mark.parametrize(
    ("serials", "names"),
    [
        (("deadbeef00000001",) * 2, {"box-00000001": "box.ready", "box-00000001-2": "box.twin"}),
        (
            ("aaaa00000001", "bbbb00000001"),
            {"box-00000001": "box.ready", "box-bbbb00000001": "box.ready"},
        ),
    ],
)
def test_boxes_of_one_number_are_all_named_and_usable(
    serials: tuple[str, str], names: dict[str, str]
) -> None:
    with (
        FakeBox(serial=serials[0]) as one,
        FakeBox(serial=serials[1]) as other,
        Plug(one.port) as first,
        Plug(other.port) as second,
        Rig(only(first.path, second.path)) as rig,
    ):
        for name, key in names.items():
            rig.await_state(name, "ready", key)
        assert {state.name for state in rig.bridge.states() if state.kind == "box"} == set(names)
        told = [rig.state(name) for name in names]
        called = [wording(state.detail, "de") for state in told if state is not None]
        assert called[0].startswith("Der Tastenkasten")  # nobody has given it a name
        assert called[1].startswith(f"Der Tastenkasten {list(names)[1]}")  # not as the first one
        tap(one, rig, 2)
        tap(other, rig, 2)
        assert [signal.source for signal in rig.signals] == [name for name in names for _ in "du"]
        first.pull()
        first.plug()  # the same box at another port is not a third one
        tap(one, rig, 2)
        assert {signal.source for signal in rig.signals} == set(names) == set(rig.bridge.counters())


def test_ever_new_boxes_fill_no_list_and_the_latest_are_known(
    box: FakeBox, plug: Plug, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxes, "MOST_MISSED", 2)
    plug.pull()
    rig.await_state(NAME, "missing", "box.lost")
    for number in range(2, 6):
        box.power_off()
        box.serial = f"fa4e{number:012}"
        box.power_on()
        plug.plug()
        rig.await_state(f"box-{number:08}", "ready")
        plug.pull()
        rig.await_state(f"box-{number:08}", "missing", "box.lost")
    listed = [one.name for one in rig.bridge.states() if one.kind == "box"]
    assert listed == [f"box-{one:08}" for one in (3, 4, 5)]


def test_a_stormy_box_does_not_stop_the_game(box: FakeBox, rig: Rig) -> None:
    """A loose wire: more events than hands can make turn the box off, and not the rest."""
    made = 0
    while made <= STORM_EVENTS:
        box.contacts(0xFFFFFF if not box.closed else 0)
        made += 24
        rig.await_signals(min(made, STORM_EVENTS) // 24 * 10)  # ten of its buttons are for us
    rig.await_state(NAME, "off", "device.storm")
    rig.bridge.again(NAME)
    rig.await_state(NAME, "ready", "box.ready")
    before = len(rig.signals)
    tap(box, rig, 2)
    assert len(rig.signals) >= before + 2


def test_noise_in_place_of_a_box_is_never_listened_to_for_ever(
    box: FakeBox, plug: Plug, rig: Rig
) -> None:
    plug.damage = lambda data: bytes(byte ^ 0x55 for byte in data) + b"\0\x01\x02\0" * 60
    rig.await_state(NAME, "off", "device.storm")


def test_the_counters_hide_nothing_that_happened(box: FakeBox, plug: Plug, rig: Rig) -> None:
    tap(box, rig, 2)
    hello, counters = rig.bridge.counters()[NAME]
    assert (hello.serial, hello.buttons) == (box.serial, 24)
    assert counters.events == 2 and counters.sessions == 1 and counters.damaged == 0
    plug.damage = lambda data: b"\x02U" + data  # to replace a byte could be to leave it as it is
    until(lambda: counters.damaged >= 1, "a damaged frame is counted")
    plug.damage = whole
    until(lambda: counters.box_frames > 0, "the box has told its own")


def test_a_recording_leaves_no_bytes_out(box: FakeBox, rig: Rig, tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    rig.bridge.traffic.record(path)
    tap(box, rig, 2)
    rig.bridge.traffic.stop()
    recorded = list(read_recording(path.read_text()))
    assert {one.way for one in recorded} == {"in", "out"}
    assert encode("button", 0, 0, 0, 2, 1)[-4:-3] in b"".join(one.data for one in recorded)
    with pytest.raises(ValueError, match="line 2"):
        list(read_recording(path.read_text().splitlines()[0] + "\nnonsense"))


def test_the_latest_signals_can_be_looked_at(box: FakeBox, rig: Rig) -> None:
    for _ in range(30):
        tap(box, rig, 2)
    assert rig.bridge.traffic.latest() == tuple(rig.signals[-40:])


def test_stopping_leaves_no_port_open(box: FakeBox, plug: Plug, rig: Rig) -> None:
    rig.bridge.stop()
    with serial.Serial(str(plug.path), exclusive=True):
        pass
    assert not [t.name for t in threading.enumerate() if re.match("bridge-", t.name)]
    rig.bridge.start()
    rig.await_state(NAME, "ready", "box.ready")
    tap(box, rig, 2)


def test_asking_who_is_there_ends() -> None:
    with SimulatedScanner() as silent, serial.Serial(str(silent.path), exclusive=True) as port:
        import time

        assert boxes.ask(port, time.monotonic, lambda: False) is None
