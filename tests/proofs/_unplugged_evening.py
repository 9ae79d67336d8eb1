"""The recorded evening with plugs that somebody stumbles over, in a real app.

Run as a program by ``unplugged``, with a folder, a seed and how often a plug is touched in a frame.
Says on its standard output, in one line of JSON, what went wrong and how the match ended.
"""

import json
import sys
from pathlib import Path

from ui.__main__ import configure

SIZE = (800, 480)


def main(folder: Path, seed: int, touched: float) -> None:
    """Play it once."""
    configure(folder / "data", SIZE, windowed=True)
    from tests.proofs._unsteady import Plugs, Stumbling

    plugs = Plugs(seed, touched)
    evening = Stumbling(folder, plugs)
    evening.play()
    plugs.close()
    print(json.dumps({"failed": evening.failed, "match": evening.played, "tally": plugs.tally}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
