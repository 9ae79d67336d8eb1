"""What the table and the service of other screens tell each other, a line of JSON each.

The table is believed. The service reads what strangers send, so whatever it says is held against
the types here, and nothing in it names a seat.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw

Port = Annotated[int, Meta(ge=1, le=65535)]
Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
"""The secret part of an address: 128 random bits in letters."""

Code = Annotated[str, Meta(pattern="^([0-9]{6})?$")]
"""Six digits that lead to the address while the table shows them; "" for none."""

Address = Annotated[str, Meta(pattern=r"^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]{2,39}\])$")]
"""As it stands before a port."""

MOST = 1 << 20
"""Bytes of a line at most."""


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Begin: answer at the first of these ports that is free, below this key."""

    ports: tuple[Port, ...]
    key: Key


class Renew(msgspec.Struct, frozen=True, tag="renew"):
    """Another key: whoever came by the old one is sent away."""

    key: Key


class Short(msgspec.Struct, frozen=True, tag="short"):
    """The digits that lead to the address from now on."""

    code: Code


class Dress(msgspec.Struct, frozen=True, tag="dress"):
    """What all pictures from now on are drawn and told with, see ``companion.sight.page``."""

    page: Raw


class News(msgspec.Struct, frozen=True, tag="news"):
    """The next picture: whole, ``null`` while nothing is played; and what leads to it from the one
    with the number before, ``null`` where all is new."""

    number: int
    whole: Raw
    change: Raw


FromTable = Open | Renew | Short | Dress | News


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """It answers: at which port, and by which addresses of the house's own network."""

    port: Port
    addresses: tuple[Address, ...]


class Watching(msgspec.Struct, frozen=True, tag="watching"):
    """How many screens are there now."""

    screens: Annotated[int, Meta(ge=0)]


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    """The digits were guessed at too often: they lead nowhere any more."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """It cannot begin. *port*: all of them are taken."""

    why: Literal["port"]


FromService = Ready | Watching | Spent | Failed

T = TypeVar("T")


class Reader(Generic[T]):
    """Reads lines of one side; kinds: all that it may say."""

    def __init__(self, kinds: Any) -> None:
        self._decoder = msgspec.json.Decoder(kinds)

    def decode(self, line: bytes) -> T:
        """The message of a line. Raises msgspec.DecodeError for what is none, whatever it is."""
        try:
            told: T = self._decoder.decode(line)
        except (UnicodeDecodeError, RecursionError) as error:
            raise msgspec.DecodeError(str(error)) from error
        return told


from_table: Reader[FromTable] = Reader(FromTable)
from_service: Reader[FromService] = Reader(FromService)


def line(message: FromTable | FromService) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"
