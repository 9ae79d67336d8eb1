"""Whole games are played on the screen for as long as wanted, and it stays quick, small and right.

The real app on a virtual screen, touched as SDL would tell of a finger, as fast as it draws. Most
moves are those of the goal-seeking player, composed touch by touch on the board, the pickers and
the buttons; between them come moves that are not allowed, undo and redo, answers to what is asked
then, the other language, the other theme, the menu and all behind it, going home and taking the
match up again. Each match that ends is replayed from its record. What must hold: no exception on
any thread and no error in the log, every record replays to the same verdicts, all is saved, little
more memory at the end than at half of the time (letters of every size, both languages and themes
and all screens are kept once they were seen), no long frame, and next to nothing to do when left
alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.match import registry
from demo.__main__ import screen


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), default="mesopotamien")
    parser.add_argument("--minutes", type=float, default=10.0, help="of play")
    parser.add_argument("--touches", type=int, default=0, help="so many, not minutes")
    parser.add_argument("--games", type=int, default=1, help="whole games there must be in them")
    parser.add_argument("--looks", type=int, default=10, help="at its memory, after a pause")
    parser.add_argument("--growth", type=float, default=5.0, help="per cent of memory allowed")
    parser.add_argument("--frame", type=float, default=250.0, help="ms a frame may take")
    parser.add_argument("--rest", type=float, default=2.0, help="per cent of a core at rest")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds watched at the end")
    parser.add_argument("--size", default="800x480", help="pixels: fewer are painted faster")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--careless",
        action="store_true",
        help="let the app stumble after some touches, to see that this proof would notice",
    )
    asked = parser.parse_args(argv)
    before = dict(os.environ)
    os.environ.pop("DISPLAY", None)  # never on somebody's screen
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is installed, all is compiled
    try:
        with screen((1280, 800)) as words, tempfile.TemporaryDirectory() as folder:
            print(words, flush=True)
            print(f"soak {' '.join(argv)}".strip(), flush=True)
            return _play(asked, Path(folder))
    finally:
        os.environ.clear()
        os.environ.update(before)


def _play(asked: argparse.Namespace, folder: Path) -> int:
    """In a process of its own, for Kivy is set up once for each."""
    command = [sys.executable, "-m", "tests.proofs._soaking", str(folder)]
    for name, given in vars(asked).items():
        command += [f"--{name}", str(given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        for line in playing.stdout:
            print(line, end="", flush=True)
    return 0 if playing.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
