"""What can go wrong here, for people."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.files import opened, why_unread


class MaintenanceError(Exception):
    """Something was asked for that could not be done; all is as it was before.

    reason: a key of section ``trouble`` of this package's texts. file: the one it is about.
    """

    def __init__(self, reason: str, file: Path) -> None:
        super().__init__(f"{reason}: {file}")
        self.reason = reason
        self.file = file


@contextmanager
def opened_plain(file: Path, most: int) -> Iterator[BinaryIO]:
    """A file of a stick, opened without following a link or waiting for a pipe. Raises
    MaintenanceError when that cannot be, or when it has more than ``most`` bytes."""
    with ExitStack() as stack:
        try:
            handle = stack.enter_context(opened(file, most))
        except OSError as error:
            raise MaintenanceError(why_unread(error), file) from error
        yield handle
