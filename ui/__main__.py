"""``python -m ui``: opens the companion."""

import argparse
import os
import sys
from pathlib import Path

from companion.store.home import data_folder
from companion.text import LANGUAGES


def parser(prog: str, what: str) -> argparse.ArgumentParser:
    """The options that the companion and its recorded evening share."""
    made = argparse.ArgumentParser(prog=prog, description=what)
    made.add_argument(
        "--size",
        type=_size,
        default=(1280, 720),
        metavar="1280x720",
        help="pixels of the window (default: 1280x720)",
    )
    made.add_argument(
        "--inch",
        type=float,
        default=None,
        help="diagonal of the screen in inches; all sizes follow from it (default: 10.1, or 7 "
        "for 800x480 and 1024x600)",
    )
    made.add_argument("--language", choices=LANGUAGES, help="language to begin with")
    made.add_argument("--theme", choices=("dark", "light"), help="colours to begin with")
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


def configure(folder: Path, size: tuple[int, int], *, windowed: bool) -> None:
    """Set everything that Kivy reads when it is first imported, and not later.

    The clock waits until something happens and wakes at once (interrupt); nothing is drawn more
    than 30 times a second, and nothing at all while nothing changes.
    """
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_CLOCK"] = "interrupt"
    os.environ["KIVY_HOME"] = str(folder / "kivy")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # Kivy keeps its hands off stderr
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    (folder / "kivy").mkdir(parents=True, exist_ok=True)
    from kivy.config import Config

    Config.set("graphics", "maxfps", 30)
    Config.set("graphics", "multisamples", 0)
    Config.set("graphics", "width", size[0])
    Config.set("graphics", "height", size[1])
    Config.set("graphics", "fullscreen", "0" if windowed else "auto")
    Config.set("graphics", "show_cursor", 1 if windowed else 0)
    Config.set("graphics", "resizable", 1)
    Config.set("kivy", "exit_on_escape", 0)
    Config.set("input", "mouse", "mouse,disable_on_activity,disable_multitouch")


def main(arguments: list[str] | None = None) -> int:
    """Open the companion; 0 when it was closed as it should be."""
    made = parser("python -m ui", "Opens the companion on the screen.")
    made.add_argument("--windowed", action="store_true", help="in a window, not the whole screen")
    made.add_argument(
        "--data",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where matches and settings are kept (default: the usual place of this system)",
    )
    chosen = made.parse_args(arguments)
    if chosen.inch is not None and chosen.inch <= 0:
        made.error("--inch must be above 0")
    folder = data_folder(chosen.data)
    configure(folder, chosen.size, windowed=chosen.windowed)
    from ui.app import Choices, Companion

    Companion(Choices(folder, chosen.language, chosen.theme, chosen.inch)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
