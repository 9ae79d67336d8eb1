"""What a door of the program caught is raised again: else a test would take it for an answer."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

DOORS = ("companion.match", "companion.referee", "ui.door", "ui.guests.line")
"""Who logs what a door caught: each logs the exception, and nothing else."""


class _Again(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            raise record.exc_info[1]


class Caught(logging.Handler):
    """The exceptions that the doors caught."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.errors.append(record.exc_info[1])


@contextmanager
def heard_by(handler: logging.Handler) -> Iterator[None]:
    """The handler hears what the doors catch."""
    for name in DOORS:
        logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        for name in DOORS:
            logging.getLogger(name).removeHandler(handler)


def wide_open() -> AbstractContextManager[None]:
    """A block in which the doors let through what they would catch."""
    return heard_by(_Again())
