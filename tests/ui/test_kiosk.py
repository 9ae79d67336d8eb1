"""The companion on a real X server without a window manager, touched and typed at with xdotool."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.ui.test_alive import Listener, listening, wait_until
from ui.session import settings

TORN = "[kivy]\nlog_level = debug\n[graphics\nwidth = nonsense\nexit_on_esc"
"""What a power cut may leave of a file of Kivy's own settings."""


@contextmanager
def x_server(size: str) -> Iterator[str]:
    """A screen of its own; what DISPLAY is there."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def companion(data: Path, display: str, listener: Listener) -> Iterator[subprocess.Popen[bytes]]:
    environ = {
        **{key: value for key, value in os.environ.items() if not key.startswith("KIVY_")},
        "DISPLAY": display,
        "SDL_VIDEODRIVER": "x11",
        "NOTIFY_SOCKET": listener.address,
    }
    command = [sys.executable, "-m", "ui", "--data", str(data), "--language", "en"]
    process = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL, umask=0)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("size", ["800x480", "1920x1080"])
def test_the_window_fills_the_screen_and_never_opens_the_settings_of_kivy(
    size: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    (data / "kivy").mkdir(parents=True)
    (data / "kivy" / "config.ini").write_text(TORN)
    wide, high = map(int, size.split("x"))
    with (
        x_server(size) as display,
        listening(tmp_path) as listener,
        companion(data, display, listener) as process,
    ):
        listener.until("READY=1")

        def xdotool(*words: object) -> None:
            told = {**os.environ, "DISPLAY": display}
            subprocess.run(["xdotool", *map(str, words)], env=told, check=True)

        def says(chosen: str) -> bool:
            return settings.read(data).language == chosen

        def touch() -> None:
            """The button of the language, at the right end of the header."""
            xdotool("mousemove", round(0.945 * wide), round(0.05 * high))
            xdotool("mousedown", 1, "sleep", 0.1, "mouseup", 1, "sleep", 1)

        for _ in range(10):  # the first touch may come before the window hears of any
            if says("en"):
                touch()
        assert says("de")
        for key, after in (("F1", "en"), ("Escape", "de")):
            xdotool("key", key)
            touch()  # once: Kivy's settings would be closed by it where the window is small
            wait_until(partial(says, after), 10)
        assert process.poll() is None
        status = Path(f"/proc/{process.pid}/status").read_text()
        assert "\nUmask:\t0077\n" in status, "whoever started it: libraries write files, too"
    assert [one.name for one in (data / "kivy").iterdir()] == ["config.ini"]
    assert (data / "kivy" / "config.ini").read_text() == TORN
