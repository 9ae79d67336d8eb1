"""``_update_attacker.py DATA OUTSIDE ROOT...``: a user who was taken over, beside an update.

Swaps what lies in the data folder, and tries the same in root's folders, until there is a file
called ``stop``. Every other half second what a trial copies is left alone, so that some go well.
"""

import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

COPIED = ("matches.db", "matches.db-wal", "settings.toml", "where.json")
"""What a trial copies."""

HANDED = ("wanted", "told", "told.part", "new.deb", "new.deb.part", "new.deb.sha256", "next.deb")
"""What an update has ever been called in a folder of the user."""


def remove(path: Path) -> None:
    """Whatever it is."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def swap(rng: Random, path: Path, outside: Path) -> None:
    """Make something else of a path: a link, a folder, a file, a pipe, nothing."""
    remove(path)
    victims = [*outside.iterdir(), outside, outside / "new", Path("/etc/passwd")]
    kind = rng.choice(("link", "link", "link", "hard", "folder", "file", "pipe", "nothing"))
    with suppress(OSError):
        if kind == "link":
            path.symlink_to(rng.choice(victims))
        elif kind == "hard":
            path.hardlink_to(rng.choice(victims))
        elif kind == "folder":
            path.mkdir()
        elif kind == "file":
            path.write_bytes(rng.randbytes(99))
        elif kind == "pipe" and path.name not in COPIED:  # copying one waits for the trial's end
            os.mkfifo(path)


def main(data: Path, outside: Path, roots: list[Path]) -> None:
    """Until it is stopped."""
    rng, swaps = Random(7), 0
    copied = [data / name for name in COPIED]
    handed = [data / "update", *(data / "update" / name for name in HANDED)]
    tried = [root / name for root in roots for name in (*HANDED, "now.deb", "0.pem", "version")]
    while not (data / "stop").exists():
        spoils = time.monotonic() % 1 < 0.5
        if not spoils:
            for path in copied:
                remove(path)
        swap(rng, rng.choice(copied + handed if spoils else handed), outside)
        swap(rng, rng.choice(tried), outside)
        swaps += 1
        if swaps % 10 == 0:
            time.sleep(0.001)  # others want the processor, too
    (data / "swaps").write_text(str(swaps))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [Path(one) for one in sys.argv[3:]])
