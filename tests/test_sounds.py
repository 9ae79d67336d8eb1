"""The sounds of the table are what their description says, and nothing else."""

from pathlib import Path

import numpy as np
import pytest
import tomli

from companion.scene import sounds
from companion.scene.sounds import HEADROOM, RATE, described, rendered, samples
from demo.sounds import FOLDER, FULL, render

QUIET = 0.4
"""Seconds that a sound lasts at most, but for the one of the end."""


def kept(name: str) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    return np.frombuffer(samples(name), "<i2")


def test_every_file_is_described_and_nothing_else_is_kept() -> None:
    assert {one.stem for one in FOLDER.glob("*.wav")} == set(rendered())


@pytest.mark.parametrize("name", rendered())
def test_a_sound_rendered_anew_is_the_one_that_is_kept(name: str) -> None:
    anew, there = render(name), kept(name)
    assert len(anew) == len(there)
    assert np.abs(anew.astype(int) - there).max() <= 2, "script/sounds renders it"


@pytest.mark.parametrize("name", rendered())
def test_a_sound_is_short_ends_softly_and_is_as_loud_as_it_says(name: str) -> None:
    there, one = kept(name).astype(float), described()[name.partition("-")[0]]
    assert len(there) <= RATE * (QUIET if name != "win" else 1.2)
    peak = 20 * np.log10(np.abs(there).max() / FULL) - HEADROOM
    assert peak == pytest.approx(one.level, abs=0.1)
    tenth = len(there) // 10
    loud = [np.abs(there[at : at + tenth]).max() for at in range(0, 10 * tenth, tenth)]
    assert np.abs(there[-20:]).max() < 0.02 * max(loud), "it stops with a crack"
    assert loud[-1] < 0.6 * max(loud)


def test_the_notes_of_any_two_seats_go_together() -> None:
    """A pentatonic scale has no half tone and no tritone."""
    steps = described()["chime"].steps
    apart = {abs(one - other) % 12 for one in steps for other in steps}
    assert not apart & {1, 6, 11} and len(set(steps)) == len(steps) == 6


def test_no_two_games_sound_alike() -> None:
    own = {}
    for art in Path(sounds.__file__).parents[2].glob("games/*/art.toml"):
        own[art.parent.name] = tomli.loads(art.read_text("utf-8")).get("sound")
    named = [str(one) for one in own.values() if one]
    assert len(named) > 1 and len(set(named)) == len(named)
