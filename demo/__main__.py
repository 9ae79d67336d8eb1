"""``python -m demo``: plays a recorded evening, on a virtual screen where there is none."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ui.__main__ import configure, parser

WHAT = "Plays a recorded evening through the real inputs and leaves pictures and the record."


@contextmanager
def screen(size: tuple[int, int]) -> Iterator[str]:
    """A screen to draw on; says in one line which. An own one where none is set."""
    if os.environ.get("DISPLAY"):
        yield f"Playing on the screen {os.environ['DISPLAY']}."
        return
    server = shutil.which("Xvfb")
    if server is None:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        yield "There is no screen here: playing without any, on the graphics library alone."
        return
    reading, writing = os.pipe()
    width, height = size
    command = [server, "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"]
    with subprocess.Popen(
        [*command, "-nolisten", "tcp", "-noreset"], pass_fds=(writing,), stderr=subprocess.DEVNULL
    ) as running:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        try:
            os.environ["DISPLAY"] = f":{number}"
            os.environ["SDL_VIDEODRIVER"] = "x11"
            yield f"There is no screen here: playing on a virtual one (:{number})."
        finally:
            running.terminate()


def main(arguments: list[str] | None = None) -> int:
    """Play; 0 when every step did what was expected."""
    made = parser("python -m demo", WHAT)
    made.add_argument(
        "--out",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where pictures and the record go (default: a new folder, which is named)",
    )
    chosen = made.parse_args(arguments)
    if chosen.out is None:
        chosen.out = Path(tempfile.mkdtemp(prefix="evening-"))
    out = chosen.out.expanduser().resolve()
    shutil.rmtree(out / "data", ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    with screen(chosen.size) as words:
        print(words, flush=True)
        configure(out / "data", chosen.size, windowed=True)
        from demo.evening import run
        from demo.script import script

        result = run(script(), out, chosen.language or "de", chosen.inch)
    print(f"Pictures and the record are in {out}", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
