"""``companion firmware`` against MicroPython's own console, over a real pseudo-terminal."""

import pytest

from companion import cli
from firmware_bridge import install
from firmware_bridge.buttonbox import FIRMWARE
from firmware_bridge.simulate import SimulatedScanner
from firmware_bridge.simulator import FakeBox, NodeBox
from tests.bridge.rig import until


def run(*arguments: str) -> int:
    return cli.main(["firmware", *arguments])


def test_old_firmware_is_replaced_on_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    with NodeBox(settings={"name": "Möwe"}) as box:
        about = box.flash / "buttonbox" / "__init__.py"
        about.write_text(about.read_text().replace(FIRMWARE, "companion 0.9.0"))
        box.power_off()
        box.power_on()
        until(lambda: box.starts == 2, "the old one has started")
        until(lambda: run("who", "--port", box.port) == 0, "it answers")
        assert "Möwe" in capsys.readouterr().out
        assert run("install", "--port", box.port) == 0, capsys.readouterr().err
        said = capsys.readouterr().out
        assert "firmware companion 0.9.0" in said
        assert f"Installed. Möwe, serial number {box.serial}, firmware {FIRMWARE}" in said
        assert (box.flash / "main.py").read_text() == (install.FOLDER / "start.py").read_text()
        assert box.failures == []


def test_a_board_without_our_firmware_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A Pico that has only MicroPython on it."""
    with NodeBox() as box:
        (box.flash / "stay.txt").write_text("")
        box.power_off()
        box.power_on()
        until(lambda: box.starts == 2, "it has started, without its program")
        assert run("install", "--port", box.port) == 0, capsys.readouterr().err
        assert f"firmware {FIRMWARE}" in capsys.readouterr().out


def test_a_setting_is_kept_or_refused_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeBox() as box:
        assert run("set", "--port", box.port, '{"name": "Anna"}') == 0
        box.power_off()
        box.power_on()
        until(lambda: run("who", "--port", box.port) == 0, "it has started")
        assert "Anna, serial number" in capsys.readouterr().out
        assert run("set", "--port", box.port, '{"colour": 1}') == 1
        assert "knows no such setting" in capsys.readouterr().err
        assert run("set", "--port", box.port, '{"name": "%s"}' % ("x" * 200)) == 1
        assert "too long" in capsys.readouterr().err


def test_what_is_wrong_with_a_call_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with SimulatedScanner() as silent:
        assert run("who", "--port", str(silent.path)) == 1
        assert "no button box answers" in capsys.readouterr().err
    assert run("install", "--port", "/no/such/port") == 1
    assert "no board is plugged in" in capsys.readouterr().err
    assert run("set", "nonsense") == 1
    assert "no object of JSON" in capsys.readouterr().err
    assert run("jump") == 2
