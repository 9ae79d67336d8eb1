"""How much of anything is let in: connections, and bodies that do not end."""

from starlette.requests import Request

from doors.entrance import Entrance
from doors.guarded import Guarded


class OfTheClub(Guarded):
    """A connection of a table or of somebody who looks."""

    patience = 15.0


class ToTheClub(Entrance):
    """Where they come in. Fifty tables and their guests may come through one address."""

    most, each = 1024, 256


class TooMuch(Exception):
    """A body has more bytes than it may."""


async def body(request: Request, most: int) -> bytes:
    """What came with a request. Raises TooMuch before more of it is kept."""
    if int(request.headers.get("content-length") or 0) > most:
        raise TooMuch
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > most:
            raise TooMuch
    return bytes(found)
