"""What the table and the service of other screens tell each other, a line of JSON each.

The table is believed. The service reads what strangers send, so whatever it says is held against
the types here, and nothing in it names a seat. What telephones ask stands in ``wishes``.
"""

from hashlib import sha256
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw

from companion.sight.wishes import Ask

Port = Annotated[int, Meta(ge=1, le=65535)]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
"""The secret part of an address: 128 random bits in letters."""

Code = Annotated[str, Meta(pattern=r"^([0-9]{6})?\Z")]
"""Six digits that lead to the address while the table shows them; "" for none."""

Address = Annotated[str, Meta(pattern=r"^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]{2,39}\])\Z")]
"""As it stands before a port."""

Phone = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""What the table keeps of a telephone: the hash of what that shows each time it asks."""

Shown = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""What a telephone shows: 256 random bits in letters."""

NOWHERE: Final = "-"

Channel = Annotated[str, Meta(pattern=rf"^([a-z]{{0,3}}|{NOWHERE})\Z")]
"""Which of the streams: "" for that of the television, NOWHERE for one without pictures, else that
of telephones in a language. All who follow the same one are sent the same bytes."""

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
    channel: Channel = ""


class News(msgspec.Struct, frozen=True, tag="news"):
    """The next picture: whole, ``null`` while nothing is played; and what leads to it from the one
    with the number before, ``null`` where all is new."""

    number: int
    whole: Raw
    change: Raw
    channel: Channel = ""


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Which telephones may come from now on, each with the stream that it follows; all others are
    sent away. open: whether any may come at all."""

    open: bool
    phones: dict[Phone, Channel]


class Nudge(msgspec.Struct, frozen=True, tag="nudge"):
    """Telephones may have something else to ask for, though the picture is the same."""


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What a telephone asked has this answer. number: of the question."""

    number: int
    said: Raw


FromTable = Open | Renew | Short | Dress | News | Seated | Nudge | Answered


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


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A telephone asks something. It names no seat: whose hand it is, the table knows by what that
    telephone shows, and takes nobody's word for it."""

    number: Annotated[int, Meta(ge=1)]
    shown: Shown
    what: Ask


class Present(msgspec.Struct, frozen=True, tag="present"):
    """The telephones that follow a stream now; all others sleep, or have gone."""

    phones: tuple[Phone, ...]


FromService = Ready | Watching | Spent | Failed | Asked | Present

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


def hashed(shown: str) -> str:
    """What is kept of what a telephone shows."""
    return sha256(shown.encode()).hexdigest()


def line(message: FromTable | FromService) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"
