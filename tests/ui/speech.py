"""A program that stands in for the speech program: it writes down what it is told to say."""

import os
from pathlib import Path

import pytest

_SCRIPT = """#!/bin/sh
text=$(cat)
echo "$* $text" >> "{log}"
case "$text" in
    long*) exec sleep 60 ;;
    fail*) exit 1 ;;
esac
"""


class Speech:
    """said: the sentences so far. orders: the options of the program for each."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._log = folder / "said.txt"
        program = folder / "bin" / "espeak-ng"
        program.parent.mkdir(parents=True)
        program.write_text(_SCRIPT.format(log=self._log), "utf-8")
        program.chmod(0o755)
        patch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    def _lines(self) -> list[list[str]]:
        text = self._log.read_text("utf-8") if self._log.exists() else ""
        return [line.split(" ", 7) for line in text.splitlines()]

    @property
    def orders(self) -> list[str]:
        return [" ".join(line[:7]) for line in self._lines()]

    @property
    def said(self) -> list[str]:
        return [line[7] for line in self._lines()]
