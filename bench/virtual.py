"""A virtual screen for benchmarks."""

import os
import shutil
import subprocess
import sys
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


def drawn_by_a_chip(module: str, *arguments: str) -> str:
    """The line of JSON that a module prints when it is run on a virtual screen where OpenGL takes
    every call and draws nothing, as if a graphics chip did the drawing."""
    with virtual_screen():
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, "GALLIUM_NOOP": "true"},
            capture_output=True,
            text=True,
            check=True,
        )
    (told,) = (line for line in done.stdout.splitlines() if line.startswith("{"))
    return told


def twice(module: str, *arguments: str) -> int:
    """Run a module on a virtual screen that prints its figures, first as if a graphics chip did
    the drawing, then with what Mesa's software draws in the figures. Gives the first code that is
    not 0."""
    command = [sys.executable, "-m", module, *arguments]
    with virtual_screen():
        print("as with a graphics chip: OpenGL takes every call and draws nothing", flush=True)
        failed = subprocess.call(command, env={**os.environ, "GALLIUM_NOOP": "true"})
        print("drawn by Mesa's software rasteriser, whose work is in the figures", flush=True)
        return failed or subprocess.call(command)
