"""What was told of a copy of a game as printed codes, to be scanned at another table.

Capitals, digits and points, so that a code has few modules; one code or several::

    BOX1.FERRY.3F0A77C1.2.3.KBQX…

====================  =====================================================================
``BOX1``              a part of a box profile, in this way of writing it
``FERRY``             the game, by its folder
``3F0A77C1``          which profile: the first digits of the hash over it
``2.3``               the second of three parts
what follows          some of the profile's JSON, deflated (RFC 1951) on top of that of a box of
                      which nothing was told, in base 32 (RFC 4648) without padding
====================  =====================================================================

Nobody signs it: it is the owners' word, as a file is, and is judged when it is taken over.
"""

import re
import zlib
from base64 import b32decode, b32encode
from binascii import Error
from hashlib import blake2s

import msgspec

PART = 120
"""Characters of a part: with all before it fewer than a scanner's line may have."""

MOST_PARTS = 40
MOST = 100_000
"""Bytes of a profile; the largest of our games has a few thousand."""

_SHAPE = re.compile(
    r"BOX1\.([A-Z0-9-]{1,40})\.([0-9A-F]{8})\.([1-9]\d?)\.([1-9]\d?)\.([A-Z2-7]{1,120})", re.ASCII
)


class Part(msgspec.Struct, frozen=True):
    """What one code says.

    game: the folder of its rules.
    profile: the first digits of the hash over all of it.
    number: of this part, from 1.
    count: of all parts.
    text: some of what was packed.
    """

    game: str
    profile: str
    number: int
    count: int
    text: str


class NotWhole(ValueError):
    """The parts do not make the profile that was printed."""


def written(game: str, profile: bytes, bare: bytes) -> tuple[str, ...]:
    """The codes of a profile. bare: that of a box of which nothing was told."""
    packer = zlib.compressobj(9, wbits=-15, zdict=bare)
    packed = packer.compress(profile) + packer.flush()
    text = b32encode(packed).decode().rstrip("=")
    parts = [text[at : at + PART] for at in range(0, len(text), PART)]
    head = f"BOX1.{game.upper().replace('_', '-')}.{_digest(profile)}"
    return tuple(f"{head}.{number}.{len(parts)}.{one}" for number, one in enumerate(parts, 1))


def part(code: str) -> Part | None:
    """What a scanned code says of a box; None for any other code."""
    found = _SHAPE.fullmatch(code)
    if found is None:
        return None
    number, count = int(found[3]), int(found[4])
    if number > count or count > MOST_PARTS:
        return None
    return Part(found[1].lower().replace("-", "_"), found[2], number, count, found[5])


def joined(parts: dict[int, Part], bare: bytes) -> bytes:
    """The profile that all its parts make, by their numbers. Raises NotWhole."""
    text = "".join(parts[number].text for number in sorted(parts))
    unpacker = zlib.decompressobj(wbits=-15, zdict=bare)
    try:
        packed = b32decode(text + "=" * (-len(text) % 8))
        profile = unpacker.decompress(packed, MOST)
    except (Error, ValueError, zlib.error) as error:
        raise NotWhole from error
    if not unpacker.eof or _digest(profile) != next(iter(parts.values())).profile:
        raise NotWhole
    return profile


def _digest(profile: bytes) -> str:
    return blake2s(profile, digest_size=4).hexdigest().upper()
