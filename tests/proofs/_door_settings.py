"""Doors for settings files, and for what comes out of a scanner."""

import json
import tempfile
from pathlib import Path
from random import Random

from companion.text import LANGUAGES
from firmware_bridge import read_settings, wording
from firmware_bridge.decoding.lines import LONGEST_LINE, Garbage, LineCutter, ScannedLine
from tests.proofs._door import Door, Parts
from tests.proofs._noise import noise, torn, torn_bytes, torn_lines, value
from ui.session import settings as screen_settings

SETTINGS_PAGE = Path(__file__).parents[2] / "docs" / "hardware-settings.md"


def _example_settings() -> list[str]:
    """The examples of the documentation."""
    blocks = SETTINGS_PAGE.read_text("utf-8").split("```")[1::2]
    return [block.partition("\n")[2] for block in blocks if block.startswith("toml")]


def _make_toml(rng: Random, right: list[str]) -> Parts:
    text = rng.choice(right)
    what = rng.random()
    if what < 0.05:
        return (noise(rng),)
    if what < 0.5:
        text = "\n".join(torn_lines(rng, text.splitlines()))
    elif what < 0.9:
        text = torn(rng, text)
    else:
        key = rng.choice(("language", "names", "seats", "button", "scanner", "debounce_ms"))
        text = f"{key} = {json.dumps(value(rng))}\n{text}"
    return tuple(torn_bytes(rng, line) for line in text.splitlines())


def _make_hardware(rng: Random) -> Parts:
    return _make_toml(rng, _example_settings())


def _read_hardware(parts: Parts) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hardware.toml")
        file.write_bytes(b"\n".join(parts))
        _, faults = read_settings(file)
    for fault in faults:
        assert all(wording(fault, language) for language in LANGUAGES)


SCREEN = """language = "de"
theme = "dark"
sound = 2

[names]
"red" = "Ann-Kathrin"
"blue" = "Zoë"

[seats]
"mesopotamien" = ["red", "blue"]
"""


def _make_screen(rng: Random) -> Parts:
    return _make_toml(rng, [SCREEN])


def _read_screen(parts: Parts) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Path(folder, screen_settings.FILE).write_bytes(b"\n".join(parts))
        found = screen_settings.read(folder)
        screen_settings.write(folder, found)
        assert screen_settings.read(folder) == found, "they are not kept"


def _make_bytes(rng: Random) -> Parts:
    ends = (b"\r", b"\n", b"\r\n", b"")
    return tuple(
        (b"0,0" if rng.random() < 0.3 else noise(rng)) + rng.choice(ends)
        for _ in range(rng.randint(1, 12))
    )


def _scan(parts: Parts) -> None:
    whole, pieces = LineCutter(), LineCutter()
    found: list[ScannedLine | Garbage] = []
    for part in parts:
        found += pieces.feed(part)
    assert found == whole.feed(b"".join(parts)), "it depends on how the bytes arrive"
    assert pieces.drop() == whole.drop() and not pieces.begun
    for one in found:
        if isinstance(one, ScannedLine):
            assert one.text.isprintable() and 0 < len(one.text.encode()) <= LONGEST_LINE


DOORS = (
    Door("hardware settings", _make_hardware, _read_hardware),
    Door("screen settings", _make_screen, _read_screen),
    Door("scanner bytes", _make_bytes, _scan),
)
