"""What went wrong lately, in a file that stays small and in which nobody is named.

Of a message the log keeps the words that stand in the program, never the values put into them; of
an exception its kind and the way through the program, never what it says. So no name, no typed
text and no hidden value can get in.
"""

import faulthandler
import logging
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

from companion.files import open_kept, read_whole

FOLDER, FILE, STUCK = "log", "companion.log", "stuck.log"

OURS = ("companion", "firmware_bridge", "printables", "ui")

MOST_BYTES = 100_000
"""Of one file; one older file is kept beside it."""

MOST_LINES = 80
"""Of what a death by signal left."""

_log = logging.getLogger(__name__)


class _Bare(logging.Formatter):
    """A record without a single value."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC)
        words = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        lines = [f"{when:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {words}"]
        error = record.exc_info[1] if record.exc_info else None
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            lines += [f"  {where}" for where in _way(error.__traceback__)]
            lines.append(f"  {type(error).__name__}")
            error = error.__cause__ or error.__context__
        return "\n".join(lines)


def _way(trace: TracebackType | None) -> list[str]:
    """The frames by module, not by file: folders may be named after people."""
    found = []
    while trace is not None:
        frame = trace.tb_frame
        module = frame.f_globals.get("__name__", "?")
        found.append(f"{module}:{trace.tb_lineno} {frame.f_code.co_name}")
        trace = trace.tb_next
    return found


class _Quiet(RotatingFileHandler):
    """A log that cannot be written stops nobody."""

    def _open(self) -> TextIO:  # type: ignore[override]
        return _added_to(Path(self.baseFilename))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        pass


def _added_to(file: Path) -> TextIO:
    kept = open_kept(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    return os.fdopen(kept, "a", encoding="utf-8")


def keep_log(folder: Path) -> logging.Handler:
    """Keep a log in this data folder from now on.

    The handler is returned, so that whoever began it can end it.
    """
    place = folder / FOLDER
    _take_over(place)
    handler = _Quiet(place / FILE, maxBytes=MOST_BYTES, backupCount=1, delay=True)
    handler.setFormatter(_Bare())
    handler.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).addHandler(handler)
    return handler


def died(folder: Path) -> bool:
    """Whether the last process was ended by a signal that left its way behind; to be asked before
    :func:`keep_log`."""
    try:
        return (folder / FOLDER / STUCK).stat().st_size > 0
    except OSError:
        return False


def keep_last_words(folder: Path) -> None:
    """Let a death that Python does not survive, or a watchdog's signal, leave its way behind.

    For the whole process, once, after :func:`keep_log`, which reads what the last one left.
    """
    with suppress(OSError):
        kept = open_kept(folder / FOLDER / STUCK, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        stuck = os.fdopen(kept, "wb")  # for as long as the process lives
        faulthandler.enable(stuck, all_threads=True)


def note_crash(error: BaseException) -> None:
    """Keep what ended the program."""
    trace = (type(error), error, error.__traceback__)
    _log.critical("the program ended by an exception", exc_info=trace)


def _take_over(place: Path) -> None:
    """Move what a death by signal left into the log."""
    with suppress(OSError):
        lines = read_whole(place / STUCK, 100 * MOST_BYTES).decode("utf-8", "replace").splitlines()
        if lines:
            # What died stands first, the thread of the screen last; the lists of modules are long.
            useful = [line for line in lines if line and not line.startswith("Extension modules")]
            lines = [useful[0], *useful[1:][-MOST_LINES:]]
            # Python writes where it was as: File "/some/where/ui/app.py", line 12 in build
            bare = [f"  {_module(line)}" for line in lines]
            with _added_to(place / FILE) as file:
                file.write("\n".join(["the program was ended by a signal", *bare]) + "\n")
        (place / STUCK).unlink()


def _module(line: str) -> str:
    before, quote, rest = line.strip().partition('File "')
    path, _, after = rest.partition('"')
    return f"{before}{Path(path).name}{after}" if quote else before


def last_lines(folder: Path, most: int = 400) -> str:
    """The end of the log, at most that many lines; "" when there is none."""
    lines: list[str] = []
    for name in (f"{FILE}.1", FILE):
        with suppress(OSError):
            found = read_whole(folder / FOLDER / name, 2 * MOST_BYTES)
            lines += found.decode("utf-8", "replace").splitlines()
    return "\n".join(lines[-most:])


def print_crash(error: BaseException) -> None:
    """Tell whoever started it from a terminal or reads the system's journal, as barely."""
    print("\n".join([*_way(error.__traceback__), type(error).__name__]), file=sys.stderr)
