"""Backups whose zip is not what it says: what it packs, how much, how often, where."""

import io
import json
import stat
import warnings
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random

from tests.proofs._noise import noise
from tests.proofs._parts import LIST, Parts, packed


def _zip_of(members: Iterator[tuple[zipfile.ZipInfo, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for info, data in members:
            archive.writestr(info, data)
    return out.getvalue()


def odd_members(rng: Random, parts: Parts) -> bytes:
    """Links, names said twice, other ways of packing."""
    how = rng.choice(("link", "twice", "bzip2", "lzma", "folder", "encrypted", "comment"))

    def members() -> Iterator[tuple[zipfile.ZipInfo, bytes]]:
        target = b"/etc/passwd"
        contents = dict(parts.members)
        if how == "link":
            contents["boxes/x.box.json"] = target
        if how == "folder":
            contents["boxes/x.box.json/"] = b""
        sums = {name: sha256(data).hexdigest() for name, data in contents.items()}
        contents = {LIST: json.dumps(parts.told | {"files": sums}).encode(), **contents}
        for name, data in contents.items():
            info = zipfile.ZipInfo(name)
            if how == "link" and data == target:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            if how in ("bzip2", "lzma") and name == "matches.db":
                info.compress_type = zipfile.ZIP_BZIP2 if how == "bzip2" else zipfile.ZIP_LZMA
            yield info, data
            if how == "twice" and name == "settings.toml":
                yield zipfile.ZipInfo(name), b'poweroff = ["touch", "/tmp/never"]\n'

    with warnings.catch_warnings(action="ignore"):  # that a name is there twice
        made = bytearray(_zip_of(members()))
    if how == "encrypted":
        at = made.index(b"PK\1\2")
        made[at + 8] |= 1
    if how == "comment":
        made[-2:] = b"\x05\0"
        made += b"hello"
    return bytes(made)


@cache
def _zeros(name: str, size: int, told: str) -> bytes:
    out, piece, total = io.BytesIO(), bytes(1_000_000), sha256()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name, "w") as member:
            for _ in range(size // len(piece)):
                member.write(piece)
                total.update(piece)
        if name != LIST:
            files = {"files": {name: total.hexdigest()}}
            archive.writestr(LIST, json.dumps(json.loads(told) | files))
    return out.getvalue()


def bomb(rng: Random, parts: Parts) -> bytes:
    """A small file that unpacks to a large one; what it says of its size may be a lie."""
    size = 20_000_000 if parts.small else 1_400_000_000
    name = rng.choice(("matches.db", "settings.toml", "boxes/x.box.json", LIST))
    made = bytearray(_zeros(name, size, json.dumps(parts.told)))
    if rng.random() < 0.5:
        at = made.index(b"PK\1\2")
        made[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    return bytes(made)


def many_names(rng: Random, parts: Parts) -> bytes:
    """A list that is longer than all it lists."""
    return _many(8_000 if parts.small else 300_000, json.dumps(parts.told))


@cache
def _many(count: int, told: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(LIST, told)
        for number in range(count):
            archive.writestr(f"{number}", b"")
    return out.getvalue()


def another_list(rng: Random, parts: Parts) -> bytes:
    """Behind the list another one is said to be, of any length."""
    made = packed(parts)
    end = made[-22:]
    length = rng.choice((10, 1 << 20, 1 << 40))
    record = b"PK\6\6" + (44).to_bytes(8, "little") + bytes(28) + length.to_bytes(8, "little")
    record += (0).to_bytes(8, "little")
    locator = (
        b"PK\6\7" + bytes(4) + (len(made) - 22).to_bytes(8, "little") + (1).to_bytes(4, "little")
    )
    return made[:-22] + record + locator + end


def torn(rng: Random, parts: Parts) -> bytes:
    """Cut, or with other bytes here and there, or noise."""
    made = bytearray(packed(parts))
    what = rng.random()
    if what < 0.1:
        return noise(rng)
    if what < 0.4:
        return bytes(made[: rng.randrange(len(made))])
    for _ in range(rng.choice((1, 1, 3, 30))):
        made[rng.randrange(len(made))] = rng.randrange(256)
    return bytes(made)
