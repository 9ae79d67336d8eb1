"""The voice, with a real program in the place of the speech program."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ui.speech import Natural, Speech
from ui import voice
from ui.voice import Manner, Voice


@pytest.fixture
def speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Speech:
    return Speech(tmp_path, monkeypatch)


@pytest.fixture
def speaking() -> Iterator[Voice]:
    made = Voice()
    yield made
    made.close()


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def test_sentences_are_said_in_order_in_the_manner_that_was_chosen(
    speech: Speech, speaking: Voice
) -> None:
    speaking.say(("Rot zieht.", "Größe → 5"), Manner("de", "slow", 3))
    until(lambda: len(speech.said) == 2)
    assert speech.said == ["Rot zieht.", "Größe , 5"]
    assert set(speech.orders) == {"--stdin -v de -s 120 -a 170"}
    assert speaking.trouble == ""


def test_a_name_is_never_taken_for_a_command_or_for_sounds(speech: Speech, speaking: Voice) -> None:
    speaking.say(("--version; $(touch x) `id` [[h@l'oU]]\n\x07 end",), Manner("en"))
    until(lambda: speech.said)
    assert speech.said == ["--version; $(touch x) `id` h@l'oU end"]


def test_a_new_sentence_cuts_short_what_nobody_wants_to_hear_any_more(
    speech: Speech, speaking: Voice
) -> None:
    speaking.say(("long story", "its end"), Manner("en"))
    until(lambda: speech.said)
    speaking.say(("now",), Manner("en"))
    until(lambda: len(speech.said) > 1)
    assert speech.said == ["long story", "now"]


def test_a_voice_that_is_behind_leaves_out_the_oldest(speech: Speech, speaking: Voice) -> None:
    speaking.say([f"line {number}" for number in range(80)], Manner("en"))
    until(lambda: len(speech.said) == voice.MOST_WAITING)
    assert speech.said[0] == f"line {80 - voice.MOST_WAITING}" and speech.said[-1] == "line 79"


def test_a_quiet_table_is_never_spoken_to(speech: Speech, speaking: Voice) -> None:
    speaking.say(("hush",), Manner("en", level=0))
    speaking.say(("heard",), Manner("en", level=1))
    until(lambda: speech.said)
    assert speech.said == ["heard"]


@pytest.fixture
def nothing_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def test_a_missing_program_stops_nothing_but_the_voice(
    nothing_speaks: None, speaking: Voice
) -> None:
    speaking.say(("one", "two"), Manner("en"))
    assert speaking.trouble == "missing"


def test_a_program_that_fails_is_not_started_for_ever(speech: Speech) -> None:
    news: list[int] = []
    failing = Voice(lambda: news.append(1))
    failing.say(("fail 1", "fail 2", "fail 3", "silence"), Manner("en"))
    until(lambda: news)
    told = [failing.trouble]
    failing.again()
    failing.say(("well",), Manner("en"))
    until(lambda: "well" in speech.said)
    told.append(failing.trouble)
    failing.close()
    assert told == ["failing", ""] and "silence" not in speech.said


def test_a_program_that_cannot_be_run_leaves_the_thread_alive(
    speech: Speech, tmp_path: Path
) -> None:
    (tmp_path / "bin" / "espeak-ng").write_bytes(b"\x00no program")
    news: list[int] = []
    failing = Voice(lambda: news.append(1))
    failing.say(("1", "2", "3"), Manner("en"))
    until(lambda: news)
    failing.close()
    assert failing.trouble == "failing"


@pytest.fixture
def natural(speech: Speech, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Natural:
    return Natural(tmp_path, monkeypatch)


def test_a_natural_voice_speaks_where_there_is_one_and_the_other_the_other_language(
    natural: Natural, speech: Speech
) -> None:
    voice = Voice()
    voice.say(("Rot zieht.",), Manner("de", "slow", 2))
    until(lambda: natural.played)
    until(lambda: len(natural.heard) == 2)
    voice.say(("Red moves.",), Manner("en"))
    until(lambda: speech.said)
    voice.close()
    assert voice.program("de") == "piper" and voice.program("en") == "espeak-ng"
    (said,) = natural.said
    assert said.endswith("/high/anna.onnx --length-scale 1.3 --output-raw Rot zieht.")
    assert natural.played == ["-q -t raw -f S16_LE -c 1 -r 24000 -"]
    assert natural.heard == pytest.approx([16384 * 100 / 170, -16384 * 100 / 170], abs=1)
    assert speech.said == ["Red moves."]


def test_a_natural_voice_is_cut_short_like_the_other(natural: Natural) -> None:
    voice = Voice()
    voice.say(("long story",), Manner("de"))
    until(lambda: natural.said)
    voice.say(("jetzt",), Manner("de"))
    until(lambda: len(natural.said) == 2)
    until(lambda: len(natural.played) == 2)
    voice.close()
    assert voice.trouble == ""


def test_where_a_natural_voice_fails_the_other_speaks_on(natural: Natural, speech: Speech) -> None:
    news: list[int] = []
    voice = Voice(lambda: news.append(1))
    voice.say(("fail 1", "fail 2", "fail 3", "gut"), Manner("de"))
    until(lambda: speech.said)
    voice.close()
    assert speech.said == ["gut"] and news and voice.trouble == ""
    assert voice.program("de") == "espeak-ng"


@pytest.mark.parametrize("missing", ["bin/aplay", "voices/de/de_DE/anna/high/anna.onnx.json"])
def test_a_natural_voice_that_is_not_all_there_is_none(
    natural: Natural, tmp_path: Path, missing: str
) -> None:
    (tmp_path / missing).unlink()
    for low in (tmp_path / "voices").rglob("low/*.json"):
        low.unlink()
    assert Voice().program("de") == "espeak-ng"
