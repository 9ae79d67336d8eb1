"""The process in which the soak is played: sets Kivy up as the companion does, then plays."""

import argparse
import sys
from pathlib import Path

from ui.__main__ import configure


def main(argv: list[str]) -> int:
    """0 when all held."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", required=True)
    parser.add_argument("--game", required=True)
    parser.add_argument("--careless", type=lambda said: said == "True", required=True)
    for name in ("minutes", "growth", "frame", "rest", "idle"):
        parser.add_argument(f"--{name}", type=float, required=True)
    for name in ("touches", "games", "looks", "seed"):
        parser.add_argument(f"--{name}", type=int, required=True)
    asked = parser.parse_args(argv)
    width, _, height = asked.size.partition("x")
    configure(asked.folder, (int(width), int(height)), windowed=True)
    from tests.doors import wide_open
    from tests.proofs._watch import Soak

    with wide_open():  # what they would catch ends the run, and is told
        return Soak(asked).play()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
