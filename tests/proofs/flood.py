"""A scanner that floods with lines that can be read holds up no frame, and no touch.

The real app on a virtual screen, in a match, with a scanner on a pseudo-terminal that sends as many
lines as it can get rid of, spread over the time: fields, pieces, cards and words of the game by
turns, so that each means something. The scanner is turned off for it, as whatever is noisier than
hands; somebody turns it on again every few seconds. Meanwhile a button is touched again and again.
What must hold: no frame takes longer than the bar, each touch is answered, nothing is wrong in the
log, and in the end a code that is shown by hand is taken.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from companion.match import registry
from demo.__main__ import screen


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="flood", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), default="mesopotamien")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="in which they are sent")
    parser.add_argument("--frame", type=float, default=250.0, help="ms a frame may take")
    parser.add_argument("--again", type=float, default=3.0, help="seconds until it is turned on")
    asked = parser.parse_args(argv)
    before = dict(os.environ)
    os.environ.pop("DISPLAY", None)  # never on somebody's screen
    try:
        with screen((1280, 720)) as words, tempfile.TemporaryDirectory() as folder:
            print(f"{words}\nflood {' '.join(argv)}".strip(), flush=True)
            command = [sys.executable, "-m", "tests.proofs._flooding", folder]
            for name, given in vars(asked).items():
                command += [f"--{name}", str(given)]
            return 0 if subprocess.run(command).returncode == 0 else 1
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
