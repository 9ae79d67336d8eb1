"""Devices may be unplugged at any moment: the match goes the same way, and nothing is lost.

The recorded evening is played in the real app by touches, pins, a scanner and a button box, all
simulated down to the wire. The plugs of scanner and box are pulled and put in again at moments
taken by chance, also while a code or a press is on its way. What is pressed on the box while its
plug is out comes once it is in again; a code that did not arrive is scanned again, as people do.
All that the evening expects must come true, and the match must be the same, entry by entry, as on
an evening on which nobody touched a plug. Buttons on pins have no plug.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def evening(seed: int, touched: float) -> dict[str, Any]:
    """Play one in a process of its own; what it says in the end."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen"}
    environ["SDL_AUDIODRIVER"] = "dummy"
    environ.pop("KIVY_LOG_MODE", None)
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.proofs._unplugged_evening",
                folder,
                f"{seed}",
                f"{touched}",
            ],
            capture_output=True,
            text=True,
            check=False,
            env=environ,
            cwd=ROOT,
        )
    if ran.returncode:
        return {"failed": ran.stderr[-2000:], "match": [], "tally": {}}
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="unplugged", description=__doc__)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--touched", type=float, default=0.02, help="how often a plug is, a frame")
    parser.add_argument("--seed", type=int, default=1, help="of the first; others count on")
    parser.add_argument("--alone", action="store_true", help="with no quiet evening to compare")
    asked = parser.parse_args(argv)
    wrong: list[str] = []
    tally: Counter[str] = Counter()
    first = [] if asked.alone else [(0, 0.0)]
    said = [
        (seed, evening(seed, touched))
        for seed, touched in (
            *first,
            *((asked.seed + number, asked.touched) for number in range(asked.evenings)),
        )
    ]
    for seed, found in said:
        if found["failed"]:
            wrong.append(f"seed {seed}: {found['failed']}")
        elif found["match"] != said[0][1]["match"]:
            wrong.append(f"seed {seed}: the match went another way")
        tally.update(found["tally"])
    print(f"{asked.evenings} evenings, seeds from {asked.seed}")
    print(f"{len(wrong):6} things went wrong")
    for one in wrong[:20]:
        print(f"       {one}")
    print(f"{len(said[0][1]['match']):6} entries of the match, each time")
    for what, times in sorted(tally.items()):
        print(f"{times:6} {what}")
    sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
