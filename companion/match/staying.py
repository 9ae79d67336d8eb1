"""Many things come at once, and all of them stay: Python need not look which can go."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def all_stays() -> Iterator[None]:
    """Nothing that comes meanwhile can go: to look for it again and again, as Python does after
    every few thousand new things, would make a long match take twice as long."""
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else all that is set aside would be looked through again
            gc.freeze()
            gc.unfreeze()  # both together: what came is old at once, and not looked through as new
        if looks:
            gc.enable()
