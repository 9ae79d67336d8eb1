"""Ports on which tests listen."""

import socket
from contextlib import suppress
from random import randrange


def free_port() -> int:
    """One that the system gives nobody who calls, so that it is still free after a kill."""
    while True:
        port = randrange(20_000, 32_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
