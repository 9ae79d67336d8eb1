"""What a hub shows so that a table can join: where it is, whose certificate it has, and a code.

A scanner reads it as one line; without one it is typed. Of the certificate it holds so many letters
that nobody makes another one with the same while the code counts.
"""

import re
from hashlib import sha256
from secrets import choice
from typing import NamedTuple

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those of Crockford's base 32: no two are taken for each other."""

OF_CERTIFICATE, OF_CODE = 12, 8
"""Letters of each: 60 bits of the certificate, 40 of the code."""

HOST = r"[\w.-]{1,253}"
"""What the name of a machine looks like, in ASCII."""

_HEARD_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


class Invitation(NamedTuple):
    """host, port: of the hub. seen: the letters of its certificate. code: lets one table in."""

    host: str
    port: int
    seen: str
    code: str

    @property
    def line(self) -> str:
        """As one line, for a printed code and for typing."""
        letters = self.seen + self.code
        groups = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
        return f"{self.host}:{self.port} {groups}"


def read(line: str) -> Invitation | None:
    """What was scanned or typed; None where it is no invitation."""
    found = re.fullmatch(rf"\s*({HOST}):(\d{{1,5}})\s+([\w -]+?)\s*", line, re.ASCII)
    if found is None:
        return None
    letters = found[3].upper().translate(_HEARD_AS)
    port = int(found[2])
    if len(letters) != OF_CERTIFICATE + OF_CODE or set(letters) - set(LETTERS):
        return None
    if not 0 < port < 1 << 16:
        return None
    return Invitation(found[1], port, letters[:OF_CERTIFICATE], letters[OF_CERTIFICATE:])


def seen(certificate: bytes) -> str:
    """The letters of a certificate, which is given as DER."""
    number = int.from_bytes(sha256(certificate).digest())
    return "".join(LETTERS[number >> (251 - 5 * at) & 31] for at in range(OF_CERTIFICATE))


def new_code() -> str:
    """A code that nobody can guess."""
    return "".join(choice(LETTERS) for _ in range(OF_CODE))
