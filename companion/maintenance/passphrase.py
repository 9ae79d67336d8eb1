"""What a backup is locked with: a passphrase that was given once.

Of the passphrase a key is made with scrypt (RFC 7914), which takes long enough that nobody tries
many; the key lies beside the secrets, the passphrase nowhere. A locked file begins with a line
that says what it is, the salt, a check of the key and a nonce; then come the bytes, locked with
ChaCha20-Poly1305 (RFC 8439), which vouches for all that stands before them, too. So a file that
was cut or changed opens with no passphrase, and a wrong passphrase is told from a damaged file.
"""

import hmac
import os
import unicodedata
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from companion.files import atomic_write, read_whole

FILE = "backup-lock.json"
"""The key in the data folder; for its owner alone, and in no backup."""

LEAST = 8
"""Letters of a passphrase."""

HEAD = b"tabletop companion backup, locked 1\n"

POWER = 16
"""scrypt's N as a power of two, with r = 8 and p = 1: 64 MiB, a quarter of a second on a desktop
machine. It belongs to :data:`HEAD`: a file from elsewhere must not say how much memory it takes."""

_SALT, _KEY, _CHECK, _NONCE = 16, 32, 16, 12  # bytes
BEGINNING = len(HEAD) + _SALT + _CHECK + _NONCE
"""Bytes that stand before what is locked."""

_MOST = 1000  # bytes of the file


State = Literal["open", "locked", "unreadable"]


class Unreadable(ValueError):
    """What backups are locked with cannot be read any more."""


class WrongPassphrase(ValueError):
    """Another passphrase locks this."""


class Lock(msgspec.Struct, frozen=True):
    """salt, key, check: in hex."""

    salt: Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * _SALT}}}\Z")]
    key: Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * _KEY}}}\Z")]
    check: Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * _CHECK}}}\Z")]


def keep(folder: Path, passphrase: str) -> None:
    """Lock the backups of a data folder with this passphrase from now on. Raises OSError."""
    lock = _lock(passphrase, os.urandom(_SALT))
    atomic_write(folder / FILE, msgspec.json.encode(lock))


def drop(folder: Path) -> None:
    """Lock no more of them. Raises OSError."""
    (folder / FILE).unlink(missing_ok=True)


def kept(folder: Path) -> Lock | None:
    """What the backups of a data folder are locked with; None where no passphrase was given. Raises
    Unreadable: a passphrase was given, so none may be written open."""
    try:
        return msgspec.json.decode(read_whole(folder / FILE, _MOST), type=Lock)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable from error


def state(folder: Path) -> State:
    """Whether backups are locked; *unreadable*: with what, cannot be read."""
    try:
        return "open" if kept(folder) is None else "locked"
    except Unreadable:
        return "unreadable"


def locked(data: bytes, lock: Lock) -> bytes:
    """The bytes, locked."""
    nonce = os.urandom(_NONCE)
    beginning = HEAD + bytes.fromhex(lock.salt) + bytes.fromhex(lock.check) + nonce
    key = ChaCha20Poly1305(bytes.fromhex(lock.key))
    return beginning + key.encrypt(nonce, data, beginning)


def unlocked(data: bytes, passphrase: str) -> bytes:
    """What was locked. Raises WrongPassphrase, and ValueError when the file is damaged."""
    beginning, salt = data[:BEGINNING], data[len(HEAD) : len(HEAD) + _SALT]
    if len(beginning) < BEGINNING or not data.startswith(HEAD):
        raise ValueError("not locked, or cut short")
    lock = _lock(passphrase, salt)
    check = beginning[-_NONCE - _CHECK : -_NONCE]
    if not hmac.compare_digest(check, bytes.fromhex(lock.check)):
        raise WrongPassphrase
    key = ChaCha20Poly1305(bytes.fromhex(lock.key))
    try:
        return key.decrypt(beginning[-_NONCE:], data[BEGINNING:], beginning)
    except InvalidTag as error:
        raise ValueError("damaged") from error


def _lock(passphrase: str, salt: bytes) -> Lock:
    """The same letters lock the same, however a keyboard composes them."""
    letters = unicodedata.normalize("NFC", passphrase.strip()).encode()
    mixed = Scrypt(salt=salt, length=_KEY + _CHECK, n=1 << POWER, r=8, p=1).derive(letters)
    return Lock(salt.hex(), mixed[:_KEY].hex(), mixed[_KEY:].hex())
