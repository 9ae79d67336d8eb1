"""What the box keeps in flash: its settings, the number of its starts, and a wish to be left."""

import json
import os

SETTINGS = "box.json"
BOOTS = "boots.txt"
STAY = "stay.txt"

# GP numbers. Nothing is on 0 and 1, where a serial adapter goes.
DEFAULTS: "dict[str, object]" = {
    "name": "button box",
    "port": "usb",
    "buttons": [2, 3, 4, 5, 6, 7, 8, 9],
    "lamps": [10, 11, 12, 13, 14, 15, 16, 17],
    "dials": [[18, 19]],
    "buzzer": 20,
    "inputs": None,
    "outputs": None,
}
"""Without a file. ``inputs`` and ``outputs`` stand for chains of 74HC165 and 74HC595 in place of
``buttons`` and ``lamps``: {"clock": pin, "latch": pin, "data": pin, "count": contacts}."""


def _read(name: str) -> str:
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return ""


def _write(name: str, text: str) -> None:
    # Renaming replaces the old file in one step, so that a loss of power leaves one or the other.
    with open(name + ".new", "w") as file:
        file.write(text)
    os.rename(name + ".new", name)


def settings() -> "dict[str, object]":
    """The settings, those of the file before the defaults. A spoilt file is as good as none."""
    try:
        own = json.loads(_read(SETTINGS))
    except ValueError:
        own = {}
    found = dict(DEFAULTS)
    if isinstance(own, dict):
        found.update({key: own[key] for key in own if key in DEFAULTS})
    return found


def keep(changes) -> bool:
    """Change settings; whether they are known ones and could be kept."""
    if not all(key in DEFAULTS for key in changes):
        return False
    found = settings()
    found.update(changes)
    try:
        _write(SETTINGS, json.dumps(found))
    except OSError:
        return False
    return True


def next_boot(spare: int) -> int:
    """The number of this start, counted in flash. Where that is impossible, from ``spare``."""
    try:
        boot = (int(_read(BOOTS)) + 1) & 0xFFFFFFFF or 1
    except ValueError:
        boot = spare & 0x3FFFFFFF | 0x40000000
    try:
        _write(BOOTS, str(boot))
    except OSError:
        boot = spare & 0x3FFFFFFF | 0x80000000
    return boot


def stay() -> None:
    """Wish that the next start runs no program."""
    _write(STAY, "")


def staying() -> bool:
    """Whether that was wished for this start. The start after it runs the program again."""
    try:
        os.remove(STAY)
    except OSError:
        return False
    return True
