"""Where sheets go: a printer by CUPS, a USB stick, or just a file; and the printer's own offset.

A printer that is not there is an ordinary event: there are none in the list.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import msgspec

from companion.files import atomic_write, read_whole, shown
from printables.jobs import Job, ranges
from printables.paper import PaperName, Stock

FILE = "printing.toml"
"""Name of the file in the data folder that keeps the offset."""

SECONDS = 10.0
"""How long CUPS may take to answer."""

FURTHEST = 10.0
"""Millimetres of offset beyond which it is a mistake."""

MOST_SAID = 300
"""Signs of what a printer says of itself that are shown."""

_MOST = 10_000  # bytes of the file

MEDIA: dict[PaperName, str] = {"a4": "A4", "letter": "Letter"}
MEDIA_TYPES: dict[Stock, str] = {"card": "cardstock", "labels": "labels"}
"""What a printer is told to take, or to ask for (PWG 5101.1); else what lies in it anyway."""


class Printing(msgspec.Struct, frozen=True):
    """What is kept about the printer. right, down: millimetres that a back must be moved."""

    right: float = 0.0
    down: float = 0.0


def kept(folder: Path) -> Printing:
    """What is kept in a data folder; nothing when it is missing or unreadable."""
    try:
        return _read(read_whole(folder / FILE, _MOST))
    except (OSError, ValueError, RecursionError):
        return Printing()


def judged(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """What of a file from elsewhere may be kept about the printer: all of it. Raises ValueError or
    RecursionError when it is no such file, or its offset cannot be."""
    return _text(_read(data)), ()


def _read(data: bytes) -> Printing:
    return _checked(msgspec.toml.decode(data, type=Printing))


def _checked(printing: Printing) -> Printing:
    if not all(abs(one) <= FURTHEST for one in (printing.right, printing.down)):
        raise ValueError(f"an offset of more than {FURTHEST:g} mm is a mistake, not an offset")
    return printing


def _text(printing: Printing) -> bytes:
    return f"right = {printing.right}\ndown = {printing.down}\n".encode()


def keep(folder: Path, printing: Printing) -> None:
    """Keep it. Raises ValueError for an offset that cannot be, OSError when it cannot be kept."""
    atomic_write(folder / FILE, _text(_checked(printing)))


def printers() -> tuple[str, ...]:
    """The names of the printers that CUPS knows; none without CUPS."""
    if shutil.which("lpstat") is None or shutil.which("lp") is None:
        return ()
    try:
        found = _run(["lpstat", "-e"])
    except PrintError:
        return ()
    names = (line.strip() for line in found.split("\n"))
    return tuple(one for one in names if one and one.isprintable())


class PrintError(Exception):
    """A printer did not take what it was sent; the message is what CUPS said.

    told: the sentence of commands that says so.
    """

    told = "not_sent"


class UnansweredError(PrintError):
    """CUPS has not answered for so long that nobody waits: it may print it all the same."""

    told = "unanswered"


def send(path: Path, printer: str, paper: PaperName, job: Job) -> str:
    """Print the pages of a job from a file; the number under which CUPS has it, "" for none. Raises
    PrintError."""
    number = re.match(r"request id is (\S+)", _run(command(path, printer, paper, job)))
    return number[1] if number else ""


def failed(number: str) -> str:
    """Why the printer did not print what it has taken, as CUPS says it; "" while nothing is known
    against it."""
    try:
        told = _run(["lpstat", "-W", "completed", "-l", "-o"])
    except PrintError:
        return ""
    (*_, own) = re.split(rf"^{re.escape(number)}\b", told, maxsplit=1, flags=re.MULTILINE)
    lines = own.splitlines()[1:] if own != told else []
    parts = [line.strip() for line in takewhile(lambda line: line.startswith("\t"), lines)]
    ended = next((one for one in parts if one.startswith("Alerts: ")), "")
    status = next((one for one in parts if one.startswith("Status: ")), "")
    well = not ended or ended.endswith("job-completed-successfully")
    return "" if well else _said(status.removeprefix("Status: ").rstrip(".")) or "?"


def command(path: Path, printer: str, paper: PaperName, job: Job) -> tuple[str, ...]:
    """What prints the pages of a job from a file in their true size, on their paper."""
    options = ["print-scaling=none", f"media={MEDIA[paper]}", f"sides={job.sides}"]
    options.append(f"page-ranges={ranges(job.pages)}")
    if job.stock in MEDIA_TYPES:
        options.append(f"media-type={MEDIA_TYPES[job.stock]}")
    flags = [part for option in options for part in ("-o", option)]
    return "lp", "-d", printer, *flags, "--", str(path)


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",  # printers call themselves anything, and say anything
            timeout=SECONDS,
            check=False,
            env={**os.environ, "LC_ALL": "C"},  # what it says is read here, too
        )
    except subprocess.TimeoutExpired as error:
        raise UnansweredError(f"{command[0]} did not answer") from error
    except OSError as error:
        raise PrintError(error.strerror or "") from error
    if done.returncode:
        raise PrintError(_said(done.stderr.strip()) or f"{command[0]} ended with {done.returncode}")
    return done.stdout


def _said(text: str) -> str:
    """What CUPS says, or a printer somewhere in the network, as a screen can show it."""
    return shown(" ".join(text.split()))[:MOST_SAID]
