"""Renders the sounds of the table from what they are made of, each into a file beside that."""

import wave
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from companion.scene import sounds
from companion.scene.sounds import HEADROOM, RATE, Described, Part

FOLDER = Path(sounds.__file__).parent

Wave = NDArray[np.float64]

FULL = 32767
"""Full scale."""


def render(name: str) -> NDArray[np.int16]:
    """The samples of a sound by the name of its file."""
    kind, _, place = name.partition("-")
    one = sounds.described()[kind]
    semitones = one.steps[int(place) - 1] if place else 0.0
    mixed = _mixed(kind, one, 2 ** (semitones / 12))
    peak = 10 ** ((one.level + HEADROOM) / 20)
    scaled: Wave = np.rint(mixed / np.abs(mixed).max() * peak * FULL)
    return scaled.astype(np.int16)


def _mixed(name: str, one: Described, ratio: float) -> Wave:
    if one.like:
        higher = ratio * float(2 ** (one.pitch / 1200))
        return _mixed(one.like, sounds.described()[one.like], higher)
    length = max(part.at + sum(part.env) for part in one.parts)
    mixed = np.zeros(_count(length))
    for number, part in enumerate(one.parts):
        made = part.gain * _shape(part) * _wave(part, ratio, crc32(f"{name} {number}".encode()))
        start = _count(part.at)
        mixed[start : start + len(made)] += made[: len(mixed) - start]
    return mixed


def _count(milliseconds: float) -> int:
    return round(milliseconds * RATE / 1000)


def _shape(part: Part) -> Wave:
    """How loud it is from its beginning to its end, where it is silent."""
    comes, goes = (_count(one) for one in part.env)
    return np.concatenate([np.linspace(0, 1, comes, endpoint=False), np.linspace(1, 0, goes) ** 2])


def _wave(part: Part, ratio: float, seed: int) -> Wave:
    count = sum(_count(one) for one in part.env)
    if part.wave == "noise":
        return _noise(count, part.low * ratio, part.high * ratio, seed)
    way = np.arange(count) / count
    turns = np.cumsum(part.hz * ratio * 2 ** (part.bend / 1200 * way)) / RATE
    if part.wave == "sine":
        return np.sin(2 * np.pi * turns)
    return 2 * np.abs(2 * ((turns + 0.25) % 1) - 1) - 1


def _noise(count: int, low: float, high: float, seed: int) -> Wave:
    """Between two frequencies; the same one every time, whatever numpy comes to think of chance."""
    white = np.random.RandomState(seed).uniform(-1, 1, count)
    spectrum, pitches = np.fft.rfft(white), np.fft.rfftfreq(count, 1 / RATE)
    kept = 1 / (1 + (low / np.maximum(pitches, 1)) ** 8) / (1 + (pitches / high) ** 8)
    made = np.fft.irfft(spectrum * kept, count)
    return np.asarray(made / np.abs(made).max())


def write(folder: Path = FOLDER) -> None:
    """Write all files, and remove those that nothing describes any more."""
    for left in folder.glob("*.wav"):
        if left.stem not in sounds.rendered():
            left.unlink()
    for name in sounds.rendered():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(render(name).astype("<i2").tobytes())


if __name__ == "__main__":
    write()
