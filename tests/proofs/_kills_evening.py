"""An evening that never ends by itself. Run as a program by ``kills``, with a folder and a seed;
what it says stands in :mod:`tests.proofs._endless`."""

import sys
from pathlib import Path

from ui.__main__ import configure

SIZE = (800, 480)


def main(folder: Path, seed: int, *, alone: bool) -> None:
    """Play until somebody kills it. alone: but only look, and tell something, in private."""
    configure(folder / "data", SIZE, windowed=True)
    from tests.proofs._endless import Endless

    evening = Endless(folder, seed, alone=alone)
    evening.watch()
    evening.play()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), alone=sys.argv[3:] == ["alone"])
