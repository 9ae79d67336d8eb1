"""The PIN of those in charge of a screen in public, and the way back for who has forgotten it.

It keeps children and strangers from what only those in charge should do; playing never needs it.
Four digits are no secret for somebody who takes the memory card home: whatever they are mixed
with, ten thousand of them are soon tried. Against that, only locking the box away helps.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from companion.store import write_whole

FILE = "staff.json"
"""Name of the file in the data folder; only its owner may read it."""

RESET = "staff-reset"
"""Name of a file, of any content, that removes the PIN when the companion starts. It lies in the
data folder or in one of :data:`BOOT`."""

BOOT = (Path("/boot/firmware"), Path("/boot"))
"""Where the part of the memory card is found that any computer can read: on Raspberry Pi OS since
2023, and before."""

POWER = 14
"""scrypt's N as a power of two. With r = 8 and p = 1 (RFC 7914, section 2) this is what its author
names for people who wait at a screen (Percival, 2009): 16 MiB, about 0.1 s on a desktop machine."""

LEAST, MOST = 4, 8
"""Digits of a PIN."""

FREE = 3
"""Attempts before waiting begins: two slips are human."""

LONGEST = 300.0
"""Seconds that are waited at most, so that nobody in charge is kept out for good; at that pace all
PINs of four digits take over a month."""


class _Kept(msgspec.Struct, frozen=True):
    """salt, hash: in hex; of a file that cannot be read, empty: then no PIN is right. failed:
    attempts since the last right one."""

    salt: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*$")] = ""
    hash: str = ""
    power: Annotated[int, msgspec.Meta(ge=1, le=20)] = POWER
    failed: Annotated[int, msgspec.Meta(ge=0)] = 0


class Staff:
    """Whether there is a PIN, and whether it is the right one.

    now: seconds of a clock that never jumps. Waiting counts on it alone, and begins anew with the
    companion: so pulling the plug does not shorten it, and a wrong date does not make it longer.
    boot: folders to look for :data:`RESET` in, besides the data folder. power: see :data:`POWER`.
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
        for reset in (one / RESET for one in (folder, *boot)):
            if reset.exists():
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)
                    reset.unlink()  # where that is not allowed, staff does it
        self._kept = self._read()

    @property
    def locked(self) -> bool:
        """Whether there is a PIN."""
        return self._kept is not None

    @property
    def damaged(self) -> bool:
        """Whether the PIN can no longer be read; then only the way back helps."""
        return self._kept is not None and not self._kept.hash

    def wait(self) -> float:
        """Seconds until the next attempt is taken."""
        failed = 0 if self._kept is None else self._kept.failed
        long = min(LONGEST, 2.0 ** min(failed, 16)) if failed >= FREE else 0.0
        return max(0.0, long - (self._now() - self._since))

    def opens(self, pin: str) -> bool:
        """Whether this is the PIN; always False while one must wait.

        The attempt is on the disk before it is looked at. Where nothing can be written it counts
        at least until the companion is switched off.
        """
        kept = self._kept
        if kept is None:
            return True
        if self.wait():
            return False
        self._since = self._now()
        self._keep(msgspec.structs.replace(kept, failed=kept.failed + 1))
        if self.damaged or not hmac.compare_digest(_mixed(pin, kept), kept.hash):
            return False
        self._keep(msgspec.structs.replace(kept, failed=0))
        return True

    def set(self, pin: str) -> bool:
        """Take this PIN from now on, :data:`LEAST` to :data:`MOST` digits; whether it is kept
        for good."""
        kept = _Kept(salt=os.urandom(16).hex(), power=self._power)
        return self._keep(msgspec.structs.replace(kept, hash=_mixed(pin, kept)))

    def remove(self) -> bool:
        """Have no PIN any more; whether that is for good."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError:
            return False
        self._kept = None
        return True

    def _read(self) -> _Kept | None:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError):
            return _Kept()

    def _keep(self, kept: _Kept) -> bool:
        self._kept = kept
        try:
            write_whole(self._file, msgspec.json.encode(kept), private=True)
        except OSError:
            return False
        return True


def _mixed(pin: str, kept: _Kept) -> str:
    mixed = hashlib.scrypt(
        pin.encode(), salt=bytes.fromhex(kept.salt), n=2**kept.power, r=8, p=1, maxmem=2**31 - 1
    )
    return mixed.hex()
