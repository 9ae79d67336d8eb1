"""The loudspeaker, through SDL into a file: what is in that was heard."""

import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from companion.scene.sounds import RATE, samples
from tests.ui.stage import Stage
from ui.speaker import Speaker

APART = 600
"""Silent samples between two sounds."""

AT_ONCE = 0.05
"""Seconds until the first sample at most."""


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "heard"))
    return tmp_path / "heard"


@pytest.fixture
def speaker(stage: Stage, heard: Path) -> Iterator[Speaker]:
    made = Speaker()
    made.level = 2
    yield made
    made.close()


def until(done: Callable[[], object]) -> float:
    begun = time.perf_counter()
    while not done():
        assert time.perf_counter() - begun < 20, "it never happened"
        time.sleep(0.0005)
    return time.perf_counter() - begun


def opened(speaker: Speaker) -> None:
    def heard() -> int:
        speaker.play("tick")
        return speaker.left

    until(heard)
    silence(speaker)


def silence(speaker: Speaker) -> None:
    until(lambda: not speaker.left)
    time.sleep(3 * APART / RATE)


def told(heard: Path) -> list[list[int]]:
    """What was heard, without the tick of the opening, in parts with silence between them."""
    parts: list[list[int]] = [[]]
    still = 0
    for one in array("h", heard.read_bytes()):
        still = 0 if one else still + 1
        if still < APART:
            parts[-1].append(one)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if any(part)][1:]


def steepest(part: Sequence[int]) -> int:
    return max(abs(after - before) for before, after in pairwise(part))


def test_a_sound_is_heard_at_once_and_nobody_waits_for_it(speaker: Speaker) -> None:
    opened(speaker)
    waits, begins = [], []
    for _ in range(5):
        begun = time.perf_counter()
        speaker.play("stone")
        waits.append(time.perf_counter() - begun)
        until(lambda: speaker.left < len(samples("stone")))
        begins.append(time.perf_counter() - begun)
        until(lambda: not speaker.left)
    assert sorted(waits)[2] < 0.01 and sorted(begins)[2] < AT_ONCE, (waits, begins)


def test_what_is_heard_is_the_sound_at_the_level_that_was_chosen(
    speaker: Speaker, heard: Path
) -> None:
    opened(speaker)
    for level in (1, 2, 3):
        speaker.level = level
        speaker.play("rise")
        silence(speaker)
    speaker.close()
    parts = told(heard)
    assert parts[2][:APART] == list(array("h", samples("rise")))[1:][:APART]
    peaks = [max(map(abs, part)) for part in parts]
    assert [peaks[2] / peak for peak in peaks] == pytest.approx([6.4, 2, 1], rel=0.05)


def test_never_two_at_once_and_none_ends_with_a_crack(speaker: Speaker, heard: Path) -> None:
    opened(speaker)
    speaker.play("bowl")
    until(lambda: speaker.left < 2 * RATE * 0.3)
    speaker.play("low")
    assert speaker.left <= len(samples("low")), "the bowl goes on"
    silence(speaker)
    speaker.close()
    (found,) = told(heard)
    assert len(found) < len(samples("bowl")) / 2 + len(samples("low")) / 2
    natural = max(steepest(array("h", samples(one))) for one in ("bowl", "low"))
    assert steepest(found) < 0.6 * natural, "it cracks where one begins and the other goes"


def test_sounds_that_belong_together_follow_each_other(speaker: Speaker) -> None:
    opened(speaker)
    speaker.play("step", "chime-2")
    assert speaker.left > 0.9 * (len(samples("step")) + len(samples("chime-2")))


def test_silence_opens_nothing(speaker: Speaker, heard: Path) -> None:
    speaker.level = 0
    speaker.play("tick")
    time.sleep(0.05)
    assert not heard.exists() and not speaker.left


@pytest.mark.parametrize("driver", ["alsa", "none of the drivers"])
def test_a_machine_without_a_loudspeaker_stays_silent_and_is_not_held_up(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, driver: str, capfd: pytest.CaptureFixture[str]
) -> None:
    if driver == "alsa":  # nothing chosen, and no device there
        monkeypatch.delenv("SDL_AUDIODRIVER")
        monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    else:
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    speaker = Speaker()
    speaker.level = 3
    begun = time.perf_counter()
    for _ in range(50):
        speaker.play("tick")
    assert time.perf_counter() - begun < 0.2
    speaker.close()
    assert capfd.readouterr() == ("", "") and not speaker.left
