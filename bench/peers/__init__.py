"""The peers: what the companion is measured beside.

They are installed by pinned version and sum into ``.cache/peers``, each into a folder of its own,
and only ever run as processes of their own: nothing of theirs is imported, shipped or linked.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
CACHE = HERE.parent.parent / ".cache" / "peers"

PATIENCE = 300
"""Seconds that installing a peer may take."""


class Missing(Exception):
    """A peer is not to be had on this machine; the text says why."""


class Peer:
    """A peer in a process of its own, asked line by line."""

    def __init__(self, process: "subprocess.Popen[str]", complaints: IO[str]) -> None:
        self._process = process
        self._complaints = complaints

    def ask(self, row: str, **given: Any) -> dict[str, Any]:
        """What it answers. Raises Missing when it cannot."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"row": row, **given}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            self._complaints.seek(0)
            raise Missing(f"it ended: {self._complaints.read().strip()[-400:]}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise Missing(str(answer["error"]))
        return answer

    def figure(self, row: str, **given: Any) -> float:
        """One figure."""
        return float(self.ask(row, **given)["figure"])

    def sample(self, row: str, **given: Any) -> Callable[[], float]:
        """What takes one sample of a figure, again and again."""
        return lambda: self.figure(row, **given)


@contextmanager
def peer(name: str) -> Iterator[Peer]:
    """A peer while the block runs: ``boardgame``, ``chess``, ``open_spiel`` or ``pettingzoo``.

    Raises Missing when it cannot be installed or started.
    """
    command, env = _boardgame() if name == "boardgame" else _python(name)
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=complaints, text=True, env=env
        )
        with process:
            try:
                yield Peer(process, complaints)
            finally:
                process.kill()


def _boardgame() -> tuple[list[str], dict[str, str]]:
    """How boardgame.io is run, installed by the lock file, whose sums are checked."""
    to = CACHE / "boardgame"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing("needs node and npm")
    lock = (HERE / "package-lock.json").read_bytes()
    if not _done(to, lock):
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, to)
        _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], to)
        _stamp(to, lock)
    return [node, "--expose-gc", str(HERE / "boardgame.mjs"), str(to)], dict(os.environ)


def _python(name: str) -> tuple[list[str], dict[str, str]]:
    """How a Python peer is run: its packages are seen by that process only."""
    to, pins = CACHE / name, HERE / f"{name}.txt"
    said = pins.read_bytes() + sys.version.encode()
    if not _done(to, said):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # Of chess there is only the source; what builds it is the project's own setuptools.
        given = ["--no-build-isolation", "--require-hashes", "--target", str(to), "-r", str(pins)]
        _run([*pip, *given], HERE)
        _stamp(to, said)
    env = {**os.environ, "PYTHONPATH": str(to), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return [sys.executable, str(HERE / f"play_{name}.py")], env


def _done(to: Path, said: bytes) -> bool:
    """Whether all of it is installed; if not, an empty folder is."""
    stamp = to / "stamp"
    if stamp.is_file() and stamp.read_bytes() == said:
        return True
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    return False


def _stamp(to: Path, said: bytes) -> None:
    (to / "stamp").write_bytes(said)


def _run(command: list[str], folder: Path) -> None:
    try:
        subprocess.run(
            command, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.CalledProcessError as error:
        raise Missing(f"cannot be installed: {_last(error.stderr)}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"cannot be installed: {error}") from error


def _last(said: str) -> str:
    return (said.strip().splitlines() or ["it does not say why"])[-1]
