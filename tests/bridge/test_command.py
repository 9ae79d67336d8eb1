import io
import os
from pathlib import Path

import pytest

from companion import cli
from companion.home import NAMED_BY
from firmware_bridge.simulator import FakeBox, SimulatedModule
from tests.bridge.rig import until


def test_what_devices_do_is_told_recorded_and_replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As the screen's own data say that they are wired, if nothing else is said."""
    monkeypatch.setenv(NAMED_BY, str(tmp_path))
    settings, recording = tmp_path / "hardware.toml", tmp_path / "bytes.jsonl"
    with FakeBox() as box, SimulatedModule() as module:
        settings.write_text(
            f'button = []\n[boxes]\nports = ["{box.port}"]\n[scanner]\nports = ["{module.port}"]\n'
        )
        from threading import Thread

        more = ["--record", str(recording), "--seconds", "3"]
        watching = Thread(target=cli.main, args=(["devices", "watch", *more],))
        watching.start()
        told = ""

        def tells(words: str) -> bool:
            nonlocal told
            told += capsys.readouterr().out
            return words in told

        until(lambda: tells("button box is connected"), "the box is told")
        until(lambda: tells("is set and ready"), "the scanner is told")
        box.press(2)
        module.scan("MES-7")
        until(lambda: tells("confirm 1 pressed"), "the press is told")
        until(lambda: tells("scanned 'MES-7'"), "the scan is told")
        watching.join()
    assert cli.main(["devices", "replay", str(recording)]) == 0
    replayed = capsys.readouterr().out
    for words in ("in hello 1, 24, 24", "in button ", "out ack ", "request 7e00", "code 'MES-7'"):
        assert words in replayed, words


def test_a_spoilt_recording_is_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = '{"at": %s, "device": "%s", "way": "in", "hex": "%s"}'
    wrong = [line % one for one in (("1e308", "gpio", "0401"), ("0", "gpio", "f701"))]
    wrong.append(line % ("0", "box-\\u001b[2J", "00"))  # a terminal would do what it says
    for spoilt in ("nonsense", '{"a":' * 2000, *wrong):  # the second is nested without end
        (tmp_path / "a").write_text(spoilt)
        assert cli.main(["devices", "replay", str(tmp_path / "a")]) == 1
        assert "line 1 is no line of a recording" in capsys.readouterr().err
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "noise").write_bytes(b"\xf7\x00")
    for name, why in (("none", "no such file"), ("pipe", "pipe"), ("noise", "no text in it")):
        assert cli.main(["devices", "replay", str(tmp_path / name)]) == 1
        assert why in capsys.readouterr().err
    assert cli.main(["devices", "jump"]) == 2


def test_a_simulated_box_says_where_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2 3\n"))
    assert cli.main(["devices", "simulate"]) == 0
    assert 'ports = ["/dev/pts/' in capsys.readouterr().out
