"""Runs inside a Kivy program: says when its first frame was there, and what it costs idle."""

import json
import time
from pathlib import Path
from typing import Any

SETTLED = 3.0
"""Seconds after the first frame before idling is watched: by then all is found that is looked for
once something can be seen."""


def probe(begun: float, idle: float, splash: float = 0.0) -> None:
    """Print ``{first, memory, idle, splash}`` and stop the program: after its first frame, or after
    ``idle`` more seconds of doing nothing. begun: from time.perf_counter, at the first line.
    splash: seconds after which something else was to be seen."""
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    seen: dict[str, Any] = {}

    flip = Window.flip

    def flipped() -> None:
        at = time.perf_counter() - begun
        flip()  # what is flipped to is memory, too
        Window.flip = flip
        seen.update(first=at, memory=resident(), idle=0.0, splash=splash)
        Clock.schedule_once(rest if idle else stop, SETTLED if idle else 0.1)

    def rest(_: float) -> None:
        seen["cpu"], seen["at"] = time.process_time(), time.perf_counter()
        Clock.schedule_once(stop, idle)

    def stop(_: float) -> None:
        if idle:
            spent = time.process_time() - seen.pop("cpu")
            seen["idle"] = 100 * spent / (time.perf_counter() - seen.pop("at"))
        print(json.dumps(seen), flush=True)
        running = App.get_running_app()
        assert running is not None
        running.stop()

    Window.flip = flipped


def resident() -> float:
    """MB of this process in memory. Raises LookupError where the system does not tell."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise LookupError("no VmRSS")
