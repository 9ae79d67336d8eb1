"""The sounds of the table itself, as data: what each is made of stands in ``sounds.toml``, how it
then sounds in a file beside it, which ``script/sounds`` renders. Nothing is recorded.

``[name]`` is one sound::

    [stone]
    level = -16
    parts = [
        { wave = "noise", low = 300, high = 2400, env = [1, 70] },
        { wave = "sine", hz = 190, env = [1, 90], bend = -300 },
    ]

``level`` is its peak at the middle loudness, in dB below full scale. ``parts`` are added up;
``like`` takes those of another sound instead, ``pitch`` cents higher. ``steps`` renders it once for
each place at the table, that many semitones higher, as ``name-1`` and on.

What of it a game sounds like stands in ``[sound]`` of its pictures::

    [sound]
    tile = "tile_clay"

    [sound.piece]
    hut = "wood"

    [sound.move]
    sacrifice = "bowl"

First a sound that is heard in the place of another; then what a piece sounds like that is put down,
by the longest beginning of its token; then what a kind of move sounds like, whatever its pieces do.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import tomli

RATE = 22050
"""Samples a second, of one channel with 16 bits."""

HEADROOM = 6.0
"""Decibels by which the files are louder than ``level`` says: as loud as it can be chosen."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a sound, as written.

    wave: its form.
    hz: how often it swings in a second, unless it is *noise*.
    low, high: between which of these *noise* lies.
    env: milliseconds in which it comes, and in which it goes again.
    at: milliseconds after the beginning.
    bend: cents by which it is higher at its end.
    gain: how loud it is beside the others.
    """

    wave: Literal["sine", "triangle", "noise"]
    env: tuple[float, float]
    hz: float = 0.0
    low: float = 0.0
    high: float = 0.0
    at: float = 0.0
    bend: float = 0.0
    gain: float = 1.0


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sound, as written.

    level: its peak at the middle loudness, in dB below full scale.
    parts: what is added up; none where it is ``like`` another sound.
    like: the name of that one.
    pitch: cents by which it is higher than that one.
    steps: semitones by which it is higher for each place at the table; none where it is one sound.
    """

    level: float
    parts: tuple[Part, ...] = ()
    like: str = ""
    pitch: float = 0.0
    steps: tuple[float, ...] = ()


class GameSounds(msgspec.Struct, frozen=True):
    """What a game sounds like, as written.

    instead: by the sound that is usual.
    piece: by the beginning of a piece's token.
    move: by the kind of move.
    """

    instead: dict[str, str] = {}
    piece: dict[str, str] = {}
    move: dict[str, str] = {}


@cache
def described() -> dict[str, Described]:
    """All sounds by name."""
    text = files(__package__).joinpath("sounds.toml").read_text("utf-8")
    return msgspec.convert(tomli.loads(text), dict[str, Described])


@cache
def rendered() -> tuple[str, ...]:
    """The names of all files, without their ending."""
    found: list[str] = []
    for name, one in described().items():
        found += [f"{name}-{place}" for place in range(1, len(one.steps) + 1)] or [name]
    return tuple(found)


@cache
def samples(name: str) -> bytes:
    """A sound, as loud as it can be. Raises LookupError when there is none of that name."""
    if name not in rendered():
        raise LookupError(f"no sound {name!r}")
    source = files(__package__).joinpath(f"{name}.wav")
    import wave  # nothing is heard before the first frame

    with source.open("rb") as file, wave.open(file) as read:
        frames: bytes = read.readframes(read.getnframes())
        return frames


@cache
def of_game(art: str) -> GameSounds:
    """What the game with these pictures sounds like.

    Raises ValueError when that is malformed.
    """
    written = dict(tomli.loads(art).get("sound", {}))
    piece, move = written.pop("piece", {}), written.pop("move", {})
    try:
        return msgspec.convert({"instead": written, "piece": piece, "move": move}, GameSounds)
    except msgspec.ValidationError as error:
        raise ValueError(f"art, sound: {error}") from error
