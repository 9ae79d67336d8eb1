"""A program that stands in for the speech program: it writes down what it is told to say."""

import json
import os
from array import array
from pathlib import Path
from shutil import which

import pytest

from ui.voice import ears as voice_ears
from ui.voice import programs

_SCRIPT = """#!/bin/sh
text=$(cat)
echo "$* $text" >> "{log}"
case "$text" in
    long*) exec sleep 60 ;;
    fail*) exit 1 ;;
esac
"""

_PIPER = (
    _SCRIPT
    + r"""printf '\000\100\000\300'
"""
)

_LOUD = """#!/bin/sh
text=$(cat)
echo "$* $text" >> "{log}"
printf 'sound of %s' "$text"
"""

CARDS = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [Device         ]: USB-Audio - USB PnP Sound Device
                      C-Media Electronics Inc. USB PnP Sound Device at usb-1, full speed
"""

_APLAY = """#!/bin/sh
echo "$*" >> "{log}"
cat >> "{heard}"
"""


def _install(folder: Path, patch: pytest.MonkeyPatch, scripts: dict[str, str]) -> None:
    """Let these programs be all that speak, whatever this machine has."""
    bin, tools = folder / "bin", folder / "tools"
    bin.mkdir(exist_ok=True)
    tools.mkdir(exist_ok=True)
    for name in ("sh", "cat", "sleep"):  # what they are made of
        there = which(name)
        if there is not None and not (tools / name).exists():
            (tools / name).symlink_to(there)
    for name, script in scripts.items():
        text = script.format(log=folder / f"{name}.log", heard=folder / "heard")
        (bin / name).write_text(text, "utf-8")
        (bin / name).chmod(0o755)
    patch.setenv("PATH", f"{bin}{os.pathsep}{tools}")


class Natural:
    """A piper with a German voice, and what plays for it. said: what piper was called with and
    told. played: what the player was called with. heard: the sound that came out."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        _install(folder, patch, {"piper": _PIPER, "aplay": _APLAY})
        for quality, pace in (("low", 16000), ("high", 24000)):
            voice = folder / "voices/de/de_DE/anna" / quality / "anna.onnx"
            voice.parent.mkdir(parents=True)
            voice.touch()
            told = json.dumps({"audio": {"sample_rate": pace}})
            voice.with_name("anna.onnx.json").write_text(told)
        patch.setattr(programs, "VOICES", (folder / "voices", folder / "nowhere"))

    @property
    def said(self) -> list[str]:
        return _lines(self._folder, "piper")

    @property
    def played(self) -> list[str]:
        return _lines(self._folder, "aplay")

    @property
    def heard(self) -> list[int]:
        return list(array("h", (self._folder / "heard").read_bytes()))


def _lines(folder: Path, name: str) -> list[str]:
    """With what a program was called, each time."""
    log = folder / f"{name}.log"
    return log.read_text("utf-8").splitlines() if log.exists() else []


class Alone:
    """A machine with two outputs: espeak-ng that hands its sound over, and what plays it. said:
    with what and of what espeak-ng made sound. played: to which output. heard: what came out."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        _install(folder, patch, {"espeak-ng": _LOUD, "aplay": _APLAY})
        cards = folder / "cards"
        cards.write_text(CARDS, "utf-8")
        patch.setattr(voice_ears, "CARDS", cards)

    def lines(self, name: str) -> list[str]:
        return _lines(self._folder, name)

    @property
    def heard(self) -> str:
        file = self._folder / "heard"
        return file.read_text("utf-8") if file.exists() else ""


class Speech:
    """said: the sentences so far. orders: the options of the program for each."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._log = folder / "espeak-ng.log"
        _install(folder, patch, {"espeak-ng": _SCRIPT})

    def _lines(self) -> list[list[str]]:
        text = self._log.read_text("utf-8") if self._log.exists() else ""
        return [line.split(" ", 7) for line in text.splitlines()]

    @property
    def orders(self) -> list[str]:
        return [" ".join(line[:7]) for line in self._lines()]

    @property
    def said(self) -> list[str]:
        return [line[7] for line in self._lines()]
