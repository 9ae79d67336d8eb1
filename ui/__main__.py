"""``python -m ui``: opens the companion, and opens it again when a fault has ended it."""

import argparse
import os
import resource
import signal
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import get_args

from companion.home import NotOurs, data_folder
from companion.maintenance.lock import Held, hold
from companion.maintenance.log import died, keep_last_words, keep_log, note_crash, print_crash
from companion.maintenance.trouble import MaintenanceError
from companion.text import LANGUAGES
from ui import monitor
from ui.session import resume_point, settings
from ui.theme import Name

CRASHED = "--crashed"
"""Said to the next process, which then shows the crash screen first, for that many seconds."""

FILES = 128
"""Files that may have to be open at once: about 40 while nothing happens."""

PATIENCE = 5
"""Seconds of the crash screen: enough to read it, and the match is back within ten."""


def parser(prog: str, what: str) -> argparse.ArgumentParser:
    """The options that the companion and its recorded evening share."""
    made = argparse.ArgumentParser(prog=prog, description=what)
    made.add_argument(
        "--size",
        type=_size,
        default=(1280, 720),
        metavar="1280x720",
        help="pixels of the window, where it is not as large as the screen (default: 1280x720)",
    )
    made.add_argument(
        "--inch",
        type=float,
        default=None,
        help="diagonal of the screen in inches; all sizes follow from it (default: 10.1, or 7 "
        "for 800x480 and 1024x600)",
    )
    made.add_argument("--language", choices=LANGUAGES, help="language to begin with")
    made.add_argument("--theme", choices=get_args(Name), help="colours to begin with")
    return made


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    try:
        size = int(width), int(height)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 1280x720") from None
    if min(size) < 200:
        raise argparse.ArgumentTypeError(f"{text} is too small")
    return size


def configure(folder: Path, size: tuple[int, int], *, windowed: bool, rotation: int = 0) -> None:
    """Set everything that Kivy reads when it is first imported, and not later.

    size: of the window where it is windowed; else it is that of the screen, if there is one.
    The clock waits until something happens and wakes at once (interrupt); nothing is drawn more
    than 30 times a second, and nothing at all while nothing changes.
    """
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_CONFIG"] = "1"  # no file of its settings is read or written, nor its folder
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    os.environ["KIVY_CLOCK"] = "interrupt"
    os.environ["KIVY_HOME"] = str(folder / "kivy")  # and so not the user's own
    os.environ["KIVY_IMAGE"] = "sdl2"  # one reader of pictures: all of them take 2 MB, and time
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # Kivy keeps its hands off stderr
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    from kivy.config import Config

    Config.set("graphics", "maxfps", 30)
    Config.set("graphics", "multisamples", 0)
    wide, high = (None if windowed else monitor.size()) or size
    Config.set("graphics", "width", wide)
    Config.set("graphics", "height", high)
    Config.set("graphics", "fullscreen", "0" if windowed else "auto")
    Config.set("graphics", "show_cursor", 1 if windowed else 0)
    Config.set("graphics", "rotation", rotation)
    Config.set("graphics", "resizable", 1)
    Config.set("kivy", "exit_on_escape", 0)
    Config.set("input", "mouse", "mouse,disable_on_activity,disable_multitouch")


def options() -> argparse.ArgumentParser:
    """What can be asked for at the start."""
    made = parser("python -m ui", "Opens the companion on the screen.")
    made.add_argument("--windowed", action="store_true", help="in a window, not the whole screen")
    made.add_argument(
        "--data",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where matches and settings are kept (default: the usual place of this system)",
    )
    made.add_argument(
        "--check",
        action="store_true",
        help="only try whether it opens: draw the first screens, read every game, and close",
    )
    made.add_argument(CRASHED, type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Open the companion; 0 when it was closed as it should be."""
    made = options()
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = made.parse_args(given)
    if chosen.inch is not None and chosen.inch <= 0:
        made.error("--inch must be above 0")
    if not _enough_files():
        print(
            f"too few files may be open at once: {FILES} are needed (ulimit -n, LimitNOFILE)",
            file=sys.stderr,
        )
        return 4
    os.umask(0o077)  # also what libraries write is for nobody else
    found = _ours(chosen.data)
    if found is None:
        return 3
    folder, held = found
    if died(folder):
        resume_point.count_crash(folder)
    handler = keep_log(folder)
    keep_last_words(folder)
    again = False
    try:
        if chosen.crashed is not None:
            _show_crash(folder, chosen)
            again = True
        else:
            again = _open(folder, chosen)
    except Exception as error:
        note_crash(error)
        print_crash(error)
        if chosen.check or chosen.crashed is not None:
            return 1  # whoever started it must go on from here
        resume_point.count_crash(folder)
        given += [CRASHED, str(PATIENCE)]
        again = True
    finally:
        handler.close()
        if held is not None:
            held.close()
    if again:
        if chosen.crashed is not None:
            given = given[: given.index(CRASHED)]
        # The same process goes on as another program: nothing that failed is left in it.
        os.execv(sys.executable, [sys.executable, "-m", "ui", *given])
    return 0


def _ours(chosen: Path | None) -> tuple[Path, Held | None] | None:
    """The folder of the data, held as long as the companion runs; None where that cannot be, and
    why was printed."""
    try:
        folder = data_folder(chosen)
        return folder, hold(folder)
    except NotOurs as error:
        print(error, file=sys.stderr)
    except MaintenanceError:
        print("the companion is already running on these data", file=sys.stderr)
    return None


def _enough_files() -> bool:
    """Whether enough files may be open at once; as many as the system allows from now on."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return allowed >= FILES or allowed == resource.RLIM_INFINITY


def open_window(folder: Path, chosen: argparse.Namespace) -> None:
    """Open the window, with something in it, before anything else is read."""
    wanted = settings.read(folder)
    if wanted.television.on and not chosen.check:
        from ui.guests import reach

        reach.ahead()
    configure(folder, chosen.size, windowed=chosen.windowed, rotation=wanted.rotation)
    from kivy.core.window import Window

    from ui import splash

    settings.dress(settings.looks(wanted), Window.size, chosen.inch)
    splash.show()


def _open(folder: Path, chosen: argparse.Namespace) -> bool:
    """Open the companion until it is closed; whether to open it again."""
    _finish_restore(folder)
    open_window(folder, chosen)
    from ui.app import Choices, Companion

    app = Companion(Choices(folder, chosen.language, chosen.theme, chosen.inch))
    signal.signal(signal.SIGTERM, lambda *_: app.stop_soon())
    if chosen.check:
        app.bind(on_start=lambda _: app.check())
    try:
        app.run()
    except Exception:
        with suppress(Exception):  # write what is left, give back the devices
            app.on_stop()
        raise
    return app.again


def _show_crash(folder: Path, chosen: argparse.Namespace) -> None:
    configure(
        folder,
        chosen.size,
        windowed=chosen.windowed,
        rotation=settings.read(folder).rotation,
    )
    from ui.crash import Crashed

    app = Crashed(folder, chosen.inch, chosen.crashed)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    app.run()


def _finish_restore(folder: Path) -> None:
    """Put a backup in its place that was laid ready, before anything is opened."""
    if (folder / "restore").is_dir():  # asked like this because the import would take its time
        from companion.maintenance.backup import finish

        with suppress(MaintenanceError):  # tried again with the next start; what is there goes on
            finish(folder, datetime.now().astimezone())


if __name__ == "__main__":
    sys.exit(main())
