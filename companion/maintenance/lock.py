"""One companion at a time on one folder: two would write the same files."""

import fcntl
import os
from pathlib import Path
from types import TracebackType

from companion.files import drop_parts, open_kept
from companion.maintenance.trouble import MaintenanceError

FILE = "in-use"


class Held:
    """A folder that is held, until this is closed or the process ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)

    def __enter__(self) -> "Held":
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def hold(folder: Path) -> Held | None:
    """Hold a folder; None where it cannot be written at all, so that nobody could be in the way.

    Raises MaintenanceError when another process holds it.
    """
    try:
        handle = open_kept(folder / FILE, os.O_RDWR | os.O_CREAT)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise MaintenanceError("in_use", folder) from None
    drop_parts(folder)
    return Held(handle)
