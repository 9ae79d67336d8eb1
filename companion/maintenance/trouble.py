"""What can go wrong here, for people."""

from pathlib import Path


class MaintenanceError(Exception):
    """Something was asked for that could not be done; all is as it was before.

    reason: a key of section ``trouble`` of this package's texts. file: the one it is about.
    """

    def __init__(self, reason: str, file: Path) -> None:
        super().__init__(f"{reason}: {file}")
        self.reason = reason
        self.file = file
