"""The programs that speak: piper, which sounds like a person, where it is there with a voice for
the language; else espeak-ng. Each is started as a program of its own for each sentence."""

import json
import subprocess
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from threading import Timer
from typing import Literal

from companion.files import read_whole
from companion.text import Language
from ui.voice.ears import device

PLAIN, NATURAL, PLAYER = "espeak-ng", "piper", "aplay"
"""What speaks everywhere, what speaks like a person, and what lets that be heard."""

VOICES = (Path("/usr/share/piper-voices"), Path("/usr/local/share/piper-voices"))
"""Folders with voices for piper: below them a folder for each language, as it hands them out, or
just the voices."""

Rate = Literal["slow", "normal", "fast"]

WORDS: dict[Rate, int] = {"slow": 120, "normal": 160, "fast": 220}
"""Words a minute."""

LENGTHS: dict[Rate, float] = {"slow": 1.3, "normal": 1.0, "fast": 0.75}
"""How long piper draws them out."""

LOUDNESS = {1: 45, 2: 100, 3: 170}
"""espeak-ng's amplitude, by the level of sound; at 0 nothing is said."""

PATIENCE = 60.0
"""Seconds after which a sentence that does not end is cut off."""

_MOST = 100_000  # bytes of what a voice says of itself
_CHUNK = 4096  # bytes of sound handed on at once


@dataclass(frozen=True)
class Manner:
    """In which way something is said. level: of sound, 1 to 3. ear: the output of somebody alone,
    see :mod:`ui.voice.ears`; "" for the table's."""

    language: Language
    rate: Rate = "normal"
    level: int = 2
    ear: str = ""


def voice_of(language: Language) -> Path | None:
    """The voice that piper has for a language, the best one; None for none."""
    names = (f"{language}/**/*.onnx", f"{language}_*.onnx")
    found = (one for folder in VOICES for name in names for one in folder.glob(name))
    ranks = {"high": 0, "medium": 1, "low": 2, "x_low": 3}
    there = [one for one in found if one.with_name(f"{one.name}.json").is_file()]
    return min(there, key=lambda one: (ranks.get(one.parent.name, 4), str(one)), default=None)


def program(language: Language, *, natural: bool = True) -> str:
    """Which program speaks a language here, "" for none. natural: whether piper is looked for."""
    if natural and which(NATURAL) and which(PLAYER) and voice_of(language):
        return NATURAL
    return PLAIN if which(PLAIN) else ""


class Speaking:
    """A sentence that is being said: a program, and where it only makes the sound, one that plays
    that. Raises OSError when they cannot be started.

    cut: whether somebody ended it.
    """

    def __init__(self, speaks: str, manner: Manner) -> None:
        self.cut = False
        self._share = 1.0
        self._all: list[subprocess.Popen[bytes]] = []
        try:
            for command in self._commands(speaks, manner):
                self._all.append(self._start(command))
        except OSError:
            self.end()
            self._close()
            raise

    def _commands(self, speaks: str, manner: Manner) -> Iterator[Sequence[str]]:
        alone = ("-D", device(manner.ear)) if manner.ear else ()
        if speaks != NATURAL or (voice := voice_of(manner.language)) is None:
            words, loud = str(WORDS[manner.rate]), str(LOUDNESS[manner.level])
            told = (PLAIN, "--stdin", "-v", manner.language, "-s", words, "-a", loud)
            yield (*told, "--stdout") if alone else told
            if alone:
                yield (PLAYER, "-q", *alone, "-")
            return
        self._share = LOUDNESS[manner.level] / max(LOUDNESS.values())
        length = str(LENGTHS[manner.rate])
        yield (NATURAL, "--model", str(voice), "--length-scale", length, "--output-raw")
        pace = str(_samples_a_second(voice))
        yield (PLAYER, "-q", *alone, "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", pace, "-")

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        makes = command[0] == NATURAL or command[-1] == "--stdout"
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if makes else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def say(self, text: str) -> bool:
        """Say it to its end; whether that went well."""
        late = Timer(PATIENCE, self._kill)
        late.daemon = True
        late.start()
        with suppress(OSError, ValueError):
            self._hand_over(text.encode())
        self._close()  # also what nobody came to: whoever waits for more of it would never end
        for one in self._all:
            one.wait()
        late.cancel()
        return all(one.returncode == 0 for one in self._all)

    def _hand_over(self, text: bytes) -> None:
        makes, *plays = self._all
        assert makes.stdin is not None
        with makes.stdin:
            makes.stdin.write(text)
        for one in plays:
            assert makes.stdout is not None and one.stdin is not None
            with makes.stdout, one.stdin:
                while part := makes.stdout.read(_CHUNK):
                    one.stdin.write(self._as_loud(part))

    def _close(self) -> None:
        for pipe in (pipe for one in self._all for pipe in (one.stdin, one.stdout)):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _as_loud(self, part: bytes) -> bytes:
        whole = array("h", part[: len(part) // 2 * 2])
        return array("h", (int(one * self._share) for one in whole)).tobytes()

    def end(self) -> None:
        """Say no more of it."""
        self.cut = True
        self._kill()

    def _kill(self) -> None:
        for one in self._all:
            with suppress(OSError):
                one.kill()


def _samples_a_second(voice: Path) -> int:
    """As its description says; the usual, where that says nothing."""
    try:
        told = json.loads(read_whole(voice.with_name(f"{voice.name}.json"), _MOST))
        return min(max(8000, int(told["audio"]["sample_rate"])), 48000)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return 22050
