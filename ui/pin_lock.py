"""The PIN of those in charge of a screen in public, and the way back for who has forgotten it.

It keeps children and strangers from what only those in charge should do; playing never needs it.
Four digits are no secret for somebody who takes the memory card home: whatever they are mixed
with, ten thousand of them are soon tried. Against that, only locking the box away helps.
"""

import hashlib
import hmac
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Annotated

import msgspec

from companion.files import atomic_write, read_whole
from companion.text import Phrasebook

FILE = "staff.json"
"""Name of the file in the data folder; only its owner may read it."""

RESET = "staff-reset"
"""Name of a file, of any content, that removes the PIN when the companion starts. It lies in one of
:data:`BOOT` and nowhere else: to the data folder files find their way from sticks and backups."""

BOOT = (Path("/boot/firmware"), Path("/boot"))
"""Where the part of the memory card is found that any computer can read: on Raspberry Pi OS since
2023, and before."""

POWER = 14
"""scrypt's N as a power of two. With r = 8 and p = 1 (RFC 7914, section 2) this is what its author
names for people who wait at a screen (Percival, 2009): 16 MiB, about 0.1 s on a desktop machine."""

MOST_POWER = 16
"""Of a file: a higher power would take the memory of the whole machine, and a person's patience."""

LARGEST = 4096
"""Bytes of a file that are looked at; it has a few hundred."""

LEAST, MOST = 4, 8
"""Digits of a PIN."""

FREE = 3
"""Attempts before waiting begins: two slips are human."""

LONGEST = 300.0
"""Seconds that are waited at most, so that nobody in charge is kept out for good; at that pace all
PINs of four digits take over a month."""


UNKEPT = 9
"""Attempts that are taken to have failed where they cannot be kept: nobody knows how often the plug
was pulled. They make for the longest wait."""


class _Kept(msgspec.Struct, frozen=True):
    """salt, hash: in hex. failed: attempts since the last right one."""

    salt: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){16,64}\Z")]
    hash: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]
    power: Annotated[int, msgspec.Meta(ge=1, le=MOST_POWER)] = POWER
    failed: Annotated[int, msgspec.Meta(ge=0)] = 0


def judged(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """What of a file from elsewhere may be taken for a PIN. Raises ValueError or RecursionError
    when it is none."""
    return msgspec.json.encode(msgspec.json.decode(data, type=_Kept)), ()


class PinLock:
    """Whether there is a PIN, and whether it is the right one.

    now: seconds of a clock that never jumps. Waiting counts on it alone, and begins anew with the
    companion: so pulling the plug does not shorten it, and a wrong date does not make it longer.
    boot: folders to look for :data:`RESET` in. power: see :data:`POWER`.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], float],
        boot: Sequence[Path] = BOOT,
        power: int = POWER,
    ) -> None:
        self._file, self._now, self._power = folder / FILE, now, power
        self._since = now()
        self._kept: _Kept | None = None
        self._damaged = False
        # Path.exists would raise where the system lets only root look.
        resets = [one / RESET for one in boot if os.path.exists(one / RESET)]
        if resets:
            self._reset(resets)
        else:
            self._read()

    @property
    def locked(self) -> bool:
        """Whether there is a PIN."""
        return self._damaged or self._kept is not None

    @property
    def damaged(self) -> bool:
        """Whether the PIN can no longer be read; then only the way back helps."""
        return self._damaged

    def wait(self) -> float:
        """Seconds until the next attempt is taken."""
        failed = 0 if self._kept is None else self._kept.failed
        long = min(LONGEST, 2.0 ** min(failed, 16)) if failed >= FREE else 0.0
        return max(0.0, long - (self._now() - self._since))

    def opens(self, pin: str) -> bool:
        """Whether this is the PIN; always False while one must wait.

        The attempt is on the disk before it is looked at. Where nothing can be written it counts
        until the companion is switched off, and the next start begins with the longest wait.
        """
        if not self.locked:
            return True
        kept = self._kept
        if kept is None or self.wait():
            return False
        self._since = self._now()
        self._keep(msgspec.structs.replace(kept, failed=kept.failed + 1))
        if not hmac.compare_digest(_mixed(pin, kept), kept.hash):
            return False
        self._keep(msgspec.structs.replace(kept, failed=0))
        return True

    def answer(self, pin: str, say: Phrasebook) -> str:
        """What to tell about a PIN that was typed; "" when it is right."""
        if self.damaged:
            return say.say("pin", "damaged")
        if not self.wait():
            if self.opens(pin):
                return ""
            if not self.wait():
                return say.say("pin", "wrong")
        return say.say("pin", "wait", {"seconds": ceil(self.wait())})

    def set(self, pin: str) -> bool:
        """Take this PIN from now on, :data:`LEAST` to :data:`MOST` digits; whether it is kept
        for good."""
        kept = _Kept(os.urandom(16).hex(), "0" * 128, self._power)
        return self._keep(msgspec.structs.replace(kept, hash=_mixed(pin, kept)))

    def remove(self) -> bool:
        """Have no PIN any more; whether that is for good."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError:
            return False
        self._kept, self._damaged = None, False
        return True

    def _reset(self, marks: Sequence[Path]) -> None:
        """Have no PIN until the next start, and if the disk lets us, none after it."""
        with suppress(OSError):
            if self._file.is_dir() and not self._file.is_symlink():
                shutil.rmtree(self._file)
            self._file.unlink(missing_ok=True)
            for one in marks:
                one.unlink()  # where that is not allowed, staff does it

    def _read(self) -> None:
        try:
            kept = msgspec.json.decode(read_whole(self._file, LARGEST), type=_Kept)
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError):
            self._damaged = True
            return
        if not self._keep(kept):
            self._kept = msgspec.structs.replace(kept, failed=max(kept.failed, UNKEPT))

    def _keep(self, kept: _Kept) -> bool:
        self._kept, self._damaged = kept, False
        try:
            atomic_write(self._file, msgspec.json.encode(kept))
        except OSError:
            return False
        return True


def _mixed(pin: str, kept: _Kept) -> str:
    mixed = hashlib.scrypt(
        pin.encode(), salt=bytes.fromhex(kept.salt), n=2**kept.power, r=8, p=1, maxmem=2**31 - 1
    )
    return mixed.hex()
