"""A virtual screen for benchmarks."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_screen(size: str = "1280x800") -> Iterator[None]:
    """Xvfb while the block runs. Raises FileNotFoundError where there is none."""
    server = shutil.which("Xvfb")
    if server is None:
        raise FileNotFoundError("benchmarks of the screen need Xvfb")
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-noreset"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as running:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
        os.environ["SDL_VIDEODRIVER"] = "x11"
        try:
            yield
        finally:
            running.terminate()
