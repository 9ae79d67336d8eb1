"""The drives that are plugged in: where files come from and go to without a network."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOTS: tuple[Path, ...] = (Path("/media"), Path("/run/media"))
"""Where drives are mounted: right below, or below a folder of the user who plugged them in."""


def sticks(*, to_write: bool = False) -> tuple[Path, ...]:
    """The drives that can be read, or written."""
    wanted = os.W_OK | os.X_OK if to_write else os.R_OK | os.X_OK
    roots = dict.fromkeys(root.resolve() for root in ROOTS)  # the system itself may link them
    return tuple(one for root in roots for one in _below(root) if os.access(one, wanted))


def to_take_along(folder: Path) -> Path:
    """Where files for elsewhere are written: a drive that is plugged in, or else a folder."""
    return next(iter(sticks(to_write=True)), folder)


def _below(root: Path) -> Iterator[Path]:
    for one in _folders(root):
        if one.is_mount():
            yield one
        else:
            yield from _folders(one)


def _folders(folder: Path) -> list[Path]:
    try:
        return [one for one in sorted(folder.iterdir()) if one.is_dir() and not one.is_symlink()]
    except OSError:  # not there, or somebody else's
        return []
