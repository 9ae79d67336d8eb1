"""Scan modules of the GM65 family, simulated, with the real thread."""

import re
import time
from itertools import count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import Scanned
from firmware_bridge.decoding import gm65
from firmware_bridge.devices import scanner
from firmware_bridge.settings import NOTHING, Scanner, Settings
from firmware_bridge.simulate import SimulatedScanner
from firmware_bridge.simulator import SimulatedModule
from firmware_bridge.simulator.module import ODD_VERSION
from tests.bridge.rig import Rig, until


def only(port: str, **more: object) -> Settings:
    settings = msgspec.convert({"ports": [port], **more}, Scanner)
    return msgspec.structs.replace(NOTHING, scanner=settings)


def codes(rig: Rig) -> list[str]:
    return [signal.code for signal in rig.signals if isinstance(signal, Scanned)]


def test_the_frames_are_those_of_the_manual() -> None:
    """Examples of the maker's manual and of its data sheet."""
    assert gm65.read(0x000A) == bytes.fromhex("7e000701000a01ee8a")
    assert gm65.check(bytes.fromhex("0901000000")) == gm65.SAVE[-2:]
    assert gm65.reply(b"\0") == gm65.DONE == bytes.fromhex("02000001003331")


@pytest.mark.parametrize("baud", [9600, 115200, 19200, 1200])
def test_a_module_at_some_speed_is_found(baud: int) -> None:
    with SimulatedModule(baud=baud) as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        assert module.baud == 115200
        assert module.registers[gm65.MODE] == 0xD6
        module.scan("MES-7")
        rig.await_signals(1)
        assert codes(rig) == ["MES-7"]


def test_flash_is_written_only_when_something_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of one that is only starting when it is looked for."""
    monkeypatch.setattr(scanner, "CHECK_SECONDS", 0.3)
    with SimulatedModule() as module:
        for _ in range(2):
            with Rig(only(module.port)) as rig:
                rig.await_state("scanner", "ready", "scanner.module")
            assert module.saves == 1
            module.power_cycle()
            until(lambda: module.registers[gm65.MODE] == 0xD6, "it was kept in flash")


def test_light_aim_and_sound_are_set_as_wanted() -> None:
    with SimulatedModule() as module:
        wanted = only(module.port, light="off", aim="always", beep=False, repeat_ms=0)
        with Rig(wanted) as rig:
            rig.await_state("scanner", "ready", "scanner.module")
        assert module.registers[gm65.MODE] == 0x80 | 2 << 4 | 2
        assert module.registers[gm65.SAME_CODE] == 0


def test_a_module_does_not_stay_a_keyboard() -> None:
    with SimulatedModule(output=0xA1) as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        assert module.registers[gm65.OUTPUT] == 0xA0
    with SimulatedModule(output=0xA3) as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        assert module.registers[gm65.OUTPUT] == 0xA3  # a serial port over USB is one already


def test_a_module_that_was_reset_is_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "CHECK_SECONDS", 0.1)
    with SimulatedModule() as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        module.factory_reset()
        until(lambda: module.saves == 2, "it is found, set and saved again")
        assert module.registers[gm65.MODE] == 0xD6
        until(lambda: module.baud == 115200, "it is quick again")
        shown = count()

        def heard() -> bool:
            """Whoever shows a code while both speak at two speeds shows it again."""
            module.scan(f"AFTER-{next(shown)}")
            time.sleep(0.2)
            return bool(rig.signals)

        until(heard, "and so is the bridge, a moment later")


def test_a_code_is_never_lost_between_the_looks_at_the_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scanner, "CHECK_SECONDS", 0.05)
    with SimulatedModule() as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        shown = [f"CODE-{number}" for number in range(scanner.STORM_CODES)]
        for code in shown:
            module.scan(code)
            time.sleep(0.01)  # so that looks fall between them
        rig.await_signals(len(shown))
        assert codes(rig) == shown
        assert set(rig.details("scanner")) <= {"scanner.searching", "scanner.module"}


def test_a_setting_that_cannot_be_changed_is_reported() -> None:
    with (
        SimulatedModule(stubborn=(gm65.SAME_CODE,)) as module,
        Rig(only(module.port)) as rig,
    ):
        rig.await_state("scanner", "ready", "scanner.stubborn")
        state = rig.state("scanner")
        assert state is not None and dict(state.detail.values)["register"] == "0x0013"
        assert module.saves == 0
        module.scan("STILL")
        rig.await_signals(1)


@pytest.mark.parametrize("version", [ODD_VERSION, None])
def test_an_odd_or_silent_program_does_not_spoil_our_codes(version: int | None) -> None:
    """The one damages what is not ASCII, as our codes are; the other does not tell its version."""
    with SimulatedModule(version=version) as module, Rig(only(module.port)) as rig:
        rig.await_state("scanner", "ready", "scanner.module")
        module.scan("PYR-12")
        rig.await_signals(1)
        assert codes(rig) == ["PYR-12"]


def test_another_scanner_is_never_taken_for_a_module() -> None:
    with SimulatedScanner() as other, Rig(only(str(other.path))) as rig:
        rig.await_state("scanner", "ready", "scanner.ready")
        other.scan("PLAIN")
        rig.await_signals(1)
        assert codes(rig) == ["PLAIN"]


def test_a_silent_module_is_never_called_ready() -> None:
    with SimulatedScanner() as silent, Rig(only(str(silent.path), module="gm65")) as rig:
        rig.await_state("scanner", "missing", "scanner.absent")


@given(st.lists(st.sampled_from([b"CODE\r", gm65.reply(b"\xd6"), gm65.DONE, b"7\r"])), st.data())
def test_replies_and_codes_are_never_mixed_up(said: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(said)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=6)))
    splitter, replies, text = gm65.Splitter(), [], b""
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        more, rest = splitter.feed(whole[start:end])
        replies += more
        text += rest
    assert replies == [one[4:-2] for one in said if one[:1] == b"\x02"]
    assert text == b"".join(one for one in said if one[:1] != b"\x02")


def test_every_speed_is_a_usual_one() -> None:
    assert all(re.fullmatch(r"\d+00", str(baud)) for baud in gm65.BAUDS)
    assert gm65.BAUDS[:2] == (115200, 9600)
