"""A backup that a stranger locked with a passphrase of their own: it may bring secrets."""

import json
import sqlite3
import tempfile
from pathlib import Path
from random import Random

from companion.maintenance import passphrase
from companion.store import SECRETS, Library
from tests.proofs._noise import word
from tests.proofs._parts import Attack, Parts, changed_store, parts_in, put, whole
from tests.store.table import now

LETTERS = "a passphrase of a stranger"


def locked_by_a_stranger(attacks: dict[str, Attack]) -> Attack:
    """One of these attacks, with secrets of the matches that go on, a PIN and a key beside it."""

    def attack(rng: Random, parts: Parts) -> bytes:
        inside = parts_in(attacks[rng.choice(sorted(attacks))](rng, parts))
        members = inside | {
            SECRETS: _made_up(rng, parts),
            "staff.json": rng.choice((b'{"salt": ""}', b"{}", b"")),
            "box.key": bytes(rng.randrange(256) for _ in range(32)).hex().encode(),
        }
        return _locked(whole(parts, members))

    return attack


def _made_up(rng: Random, parts: Parts) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        library = Library(Path(place), now)
        library.copy_hidden(Path(place, "copy"))
        assert library.close()
        empty = Path(place, "copy").read_bytes()
    bodies = [
        (match, {"number": number, "secret": {"values": {word(rng): word(rng)}, "salt": "00" * 16}})
        for match in parts.running
        for number in range(1, 30)
    ]

    def hide(opened: sqlite3.Connection) -> None:
        for match, body in bodies:
            put(opened, "secret", match, json.dumps(body).encode())

    return changed_store(empty, hide)


def _locked(data: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        passphrase.keep(Path(place), LETTERS)
        lock = passphrase.kept(Path(place))
    assert lock is not None
    return passphrase.locked(data, lock)
