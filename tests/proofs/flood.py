"""A scanner or a keyboard that floods holds up no frame, and no touch.

The real app on a virtual screen, in a match, three times: with a scanner on a pseudo-terminal that
sends as many lines as it can get rid of; with an input device of which as many keys come, on a pipe
in place of the kernel; and with one of which only so many come that it is never turned off. What is
sent are fields, pieces, cards and words of the game by turns, so that each means something, and
keys that confirm, take back, pass on, turn and write. Whatever is noisier than hands is turned off
for it; somebody turns it on again every few seconds. Meanwhile a button is touched again and again.
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

SENT = {"scanner": 100_000, "keys": 600_000, "hands": 100_000}
"""Lines or keys of each flood: 10,000 keys a second, and as many as a device may send for ever."""


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="flood", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), default="mesopotamien")
    parser.add_argument("--by", choices=[*SENT], help="one of the floods alone")
    parser.add_argument("--sent", type=int, help="lines or keys, instead of as many as usual")
    parser.add_argument("--seconds", type=float, default=60.0, help="in which they are sent")
    parser.add_argument("--frame", type=float, default=250.0, help="ms a frame may take")
    parser.add_argument("--again", type=float, default=3.0, help="seconds until it is turned on")
    asked = parser.parse_args(argv)
    before = dict(os.environ)
    os.environ.pop("DISPLAY", None)  # never on somebody's screen
    try:
        with screen((1280, 720)) as words:
            print(f"{words}\nflood {' '.join(argv)}".strip(), flush=True)
            return max(_flooded(asked, by) for by in ([asked.by] if asked.by else SENT))
    finally:
        os.environ.clear()
        os.environ.update(before)


def _flooded(asked: argparse.Namespace, by: str) -> int:
    """One flood, in a process of its own."""
    given = vars(asked) | {"by": by, "sent": asked.sent or SENT[by]}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.proofs._flooding", folder]
        for name, value in given.items():
            command += [f"--{name}", str(value)]
        return 0 if subprocess.run(command).returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
