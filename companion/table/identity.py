"""What a printed code says: which piece of which game, on which edition of its sheets.

18 capitals and digits, e.g. ``ME1C10125QGZ3CW7AA``:

====  =======  ==========================================================================
from  length   meaning
====  =======  ==========================================================================
0     2        the game
2     1        the edition of its sheets, ``1`` to ``9``, then ``A`` to ``Z``
3     1        the kind of piece, a letter of the game's own
4     3        the number of the piece
7     1        the copy, where there are several of a kind, from 1
8     2        check digits, MOD 97-10 of ISO/IEC 7064, as in an IBAN
10    8        signature: 40 bits of keyed BLAKE2s over all before it, in base 32 (RFC 4648)
====  =======  ==========================================================================

Number, copy and check digits together are the *short code*, six digits that people can type. The
check finds every single wrong digit and every two that changed places.

The signature tells the sheets of one table from those of another and keeps idle hands from making
up codes. It protects nothing of value: whoever copies a code has a code that is accepted, 40 bits
are few, and the key lies on the machine unencrypted.
"""

import hashlib
import hmac
import re
from base64 import b32encode

import msgspec

LENGTH = 18
"""Signs of a code."""
_SIGNED, _CHECKED = 10, 8  # signs from its beginning that the signature and the digits cover
_SHAPE = re.compile(r"([A-Z]{2})([1-9A-Z])([A-Z])(\d{3})([1-9])(\d{2})([A-Z2-7]{8})", re.ASCII)
_LOOKS_SO = re.compile(r"[A-Z]{2}[0-9A-Z]{10,20}", re.ASCII)


class Identity(msgspec.Struct, frozen=True, order=True):
    """One printed piece.

    game: two capitals.
    edition: of the sheets, one character.
    kind: a letter of the game's own.
    number: of the piece, up to 999.
    copy: from 1 to 9.
    """

    game: str
    edition: str
    kind: str
    number: int
    copy: int = 1

    @property
    def _checked(self) -> str:
        return f"{self.game}{self.edition}{self.kind}{self.number:03}{self.copy}"

    @property
    def short(self) -> str:
        """The six digits to type."""
        return f"{self.number:03}{self.copy}{check_digits(self._checked)}"

    def code(self, key: bytes) -> str:
        """What is printed, signed with the key of a box."""
        plain = self._checked + check_digits(self._checked)
        return plain + _signature(plain, key)


class Unreadable(ValueError):
    """A code cannot be read as an identity. ``why``: ``misread`` (a character is wrong) or
    ``other_box`` (signed with another key)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def looks_like_one(text: str) -> bool:
    """Whether a text was meant as a code, perhaps misread; the tokens of no game look like it."""
    return _LOOKS_SO.fullmatch(text) is not None


def unsigned(code: str) -> Identity:
    """The identity a code names, whoever signed it. Raises Unreadable."""
    found = _SHAPE.fullmatch(code)
    if found is None or found[6] != check_digits(code[:_CHECKED]):
        raise Unreadable("misread")
    return Identity(found[1], found[2], found[3], int(found[4]), int(found[5]))


def signed(code: str, key: bytes) -> Identity:
    """The identity a code names. Raises Unreadable also when another box signed it."""
    identity = unsigned(code)
    if not hmac.compare_digest(code[_SIGNED:], _signature(code[:_SIGNED], key)):
        raise Unreadable("other_box")
    return identity


def check_digits(text: str) -> str:
    """The two check digits of capitals and digits, by MOD 97-10 of ISO/IEC 7064."""
    number = int("".join(str(int(character, 36)) for character in text) + "00")
    return f"{98 - number % 97:02}"


def _signature(text: str, key: bytes) -> str:
    return b32encode(hashlib.blake2s(text.encode(), key=key, digest_size=5).digest()).decode()
