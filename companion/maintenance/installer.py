"""Takes and installs new versions, games and languages, as root; started by systemd alone.

``take`` stands behind the door at which the companion's user hands packages in (see
:mod:`companion.maintenance.update`). It has no rights but to write root's own folder. A package is
taken when it was signed by one of the keys that the *installed* version trusts, is this program for
this machine or an addition to it (:mod:`companion.maintenance.additions`), and is not older than
what is installed, unless somebody was asked. It also tells which addition is to be removed.

``install`` comes next, also after the power failed in between. It unpacks the package beside the
version that runs, tries it on a copy of the data, installs it, tries it once more from its real
place, and goes back to what was before when it does not open. The trials, and the copying of the
data, are done by processes of the companion's user.

Nothing here opens, writes or removes a path that anybody but root could have laid.
"""

import argparse
import fcntl
import logging
import mmap
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from companion.maintenance.additions import (
    PACKAGE,
    Addition,
    addition_of,
    holds_nothing_else,
)
from companion.maintenance.machine import PACKED, Machine, fields, output
from companion.maintenance.update import (
    ANY,
    GOES,
    GONE,
    NEWER,
    NEXT,
    PATIENCE,
    SIGNATURE,
    TAKEN,
    TOLD,
)

MOST_BYTES = 512 * 2**20
"""Of a package; they are about a tenth of it."""

NOW, BEFORE = "now.deb", "before.deb"
"""The package that is installed and the one before it."""

BACK = "back.deb"
"""An addition as it was, while a newer one is installed."""

UNPACKED = "unpacked"
"""The version on trial, for as long as it takes."""

LONGEST_NAME = 100
"""Bytes of the name of a package."""

_log = logging.getLogger(__name__)


class Refused(Exception):
    """A package is not taken; the argument is one of the refusals of the update."""


def take(line: socket.socket, machine: Machine) -> None:
    """Take a package from a connection, or answer why not; the answer is one word."""
    line.settimeout(PATIENCE)
    try:
        with line.makefile("rb") as heard, _alone(machine.kept):
            _take(heard, machine)
        word = TAKEN
    except Refused as refused:
        word = str(refused)
    except TimeoutError:
        word = "unsigned"  # it never came whole
    except OSError:
        _log.exception("a package could not be kept")
        word = "no_room"
    with suppress(OSError):  # nobody waits for it any more
        line.sendall(f"{word}\n".encode())


@contextmanager
def _alone(kept: Path) -> Iterator[None]:
    """Nobody else takes a package meanwhile. The lock is on the folder itself, so that a power cut
    leaves nothing of it. Raises Refused while somebody does."""
    folder = os.open(kept, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("busy") from None
        yield
    finally:
        os.close(folder)


def _take(heard: BinaryIO, machine: Machine) -> None:
    kept = machine.kept
    if (kept / NEXT).exists() or (kept / GONE).exists():
        raise Refused("busy")
    wanted = heard.readline(len(NEWER))
    if wanted == GOES:
        _take_leave(heard, machine)
    elif wanted in (NEWER, ANY):
        _take_package(heard, machine, older=wanted == ANY)
    else:
        raise Refused("unsigned")


def _take_leave(heard: BinaryIO, machine: Machine) -> None:
    """Keep which addition is to be removed, where it is installed."""
    name = heard.readline(LONGEST_NAME).decode("ascii", "replace").rstrip("\n")
    if addition_of(name) is None or not machine.version(name):
        raise Refused("unfit")
    part = machine.kept / f"{GONE}.part"
    part.write_text(f"{name}\n", "ascii")
    part.replace(machine.kept / GONE)


def _take_package(heard: BinaryIO, machine: Machine, *, older: bool) -> None:
    signature = heard.read(SIGNATURE)
    part = machine.kept / f"{NEXT}.part"
    try:
        with part.open("w+b") as out:
            left = MOST_BYTES
            while block := heard.read(min(left + 1, 2**20)):
                left -= len(block)
                if left < 0:
                    raise Refused("unfit")
                out.write(block)
            out.flush()
            _judge_signature(out, signature, machine.keys)
            os.fsync(out.fileno())
        _judge_package(part, machine, older=older)
        part.replace(machine.kept / NEXT)
    finally:
        part.unlink(missing_ok=True)


def _judge_signature(package: BinaryIO, signature: bytes, keys: Path) -> None:
    """Raises Refused unless one of the keys signed all of it."""
    if os.fstat(package.fileno()).st_size:
        with (
            mmap.mmap(package.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
            memoryview(mapped) as content,
        ):
            for file in sorted(keys.glob("*.pem")):
                key = load_pem_public_key(file.read_bytes())
                if isinstance(key, Ed25519PublicKey) and _signed(key, signature, content):
                    return
    raise Refused("unsigned")


def _signed(key: Ed25519PublicKey, signature: bytes, content: memoryview) -> bool:
    try:
        key.verify(signature, content)
    except InvalidSignature:
        return False
    return True


def _judge_package(package: Path, machine: Machine, *, older: bool) -> None:
    """Raises Refused unless it is this program for this machine or an addition to it, and as new as
    is wanted."""
    says = fields(package)
    name, version = says.get("Package", ""), says.get("Version", "")
    addition, fits = addition_of(name), {_output_line("dpkg", "--print-architecture")}
    if addition is not None:
        _judge_addition(package, addition, machine)
        fits.add("all")
    elif name != PACKAGE:
        raise Refused("unfit")
    if not version or says.get("Architecture") not in fits:
        raise Refused("unfit")
    less = ["dpkg", "--compare-versions", version, "lt", machine.version(name)]
    if not older and subprocess.run(less).returncode == 0:
        raise Refused("older")


def _judge_addition(package: Path, addition: Addition, machine: Machine) -> None:
    """Raises Refused where it holds more than it may, or what the companion brings itself."""
    if not holds_nothing_else(package, addition):
        raise Refused("unfit")
    if (
        addition.kind == "game"
        and (machine.program / "lib/companion/games" / addition.name).exists()
    ):
        raise Refused("brought")


def _output_line(*command: str) -> str:
    return output(*command).decode().strip()


def install(machine: Machine) -> str:
    """Do what was taken, and keep in a word how that went: one of the update's outcomes."""
    kept, word = machine.kept, "no_room"
    try:
        word = _remove(machine) if (kept / GONE).exists() else _bring(machine)
    except (OSError, shutil.Error, subprocess.CalledProcessError):
        _log.exception("it was not installed")
    for folder in (UNPACKED, PACKED):
        shutil.rmtree(kept / folder, ignore_errors=True)
    (kept / BACK).unlink(missing_ok=True)
    part = kept / f"{TOLD}.part"
    part.write_text(f"{word}\n", "ascii")
    part.replace(kept / TOLD)
    for done in (NEXT, GONE):  # at the very end: from now on another one is taken
        (kept / done).unlink(missing_ok=True)
    if word in ("added", "removed"):
        machine.open_again()
    return word


def _remove(machine: Machine) -> str:
    """Let an addition go. What was played with it stays where all matches are."""
    name = (machine.kept / GONE).read_text("ascii").strip()
    return "removed" if addition_of(name) and machine.dpkg("--purge", name) else "not_removed"


def _bring(machine: Machine) -> str:
    addition = addition_of(fields(machine.kept / NEXT).get("Package", ""))
    _unpack(machine)
    if addition is not None:
        return _add(machine, addition)
    if not machine.opens(machine.kept / UNPACKED / "opt" / PACKAGE):
        return "trial"
    _keep_way_back(machine)
    try:
        return _install(machine)
    except OSError:
        _log.exception("a new version was not kept")
        return "stuck"


def _unpack(machine: Machine) -> None:
    kept, unpacked = machine.kept, machine.kept / UNPACKED
    shutil.rmtree(unpacked, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--extract", str(kept / NEXT), str(unpacked)], check=True)


def _add(machine: Machine, addition: Addition) -> str:
    """Try an addition beside the installed version, and install it."""
    kept, name = machine.kept, addition.package
    unpacked = kept / UNPACKED / addition.folder.relative_to("/")
    if not machine.opens(machine.program, addition, unpacked):
        return "not_added"
    before = machine.version(name)
    if before:
        machine.pack(name, kept / BACK)
    there = machine.under(addition.folder)
    if machine.dpkg("--install", kept / NEXT) and machine.opens(machine.program, addition, there):
        return "added"
    back = ("--install", kept / BACK) if before else ("--purge", name)
    return "not_added" if machine.dpkg(*back) else "stuck"


def _keep_way_back(machine: Machine) -> None:
    """Make a package of what is installed, where it came by hand."""
    now = machine.kept / NOW
    if not now.exists() or fields(now).get("Version") != machine.version():
        machine.pack(PACKAGE, now)


def _install(machine: Machine) -> str:
    kept = machine.kept
    if machine.dpkg("--install", kept / NEXT) and machine.opens(machine.program):
        (kept / NOW).replace(kept / BEFORE)
        os.link(kept / NEXT, kept / NOW)
        return "installed"
    return "went_back" if machine.dpkg("--install", kept / NOW) else "stuck"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when it was done, 1 when not."""
    parser = argparse.ArgumentParser(prog="update", description=__doc__)
    parser.add_argument("order", choices=("take", "install"))
    parser.add_argument(
        "--root", type=Path, default=Path("/"), help="where the machine's files begin"
    )
    parser.add_argument("--user", default=PACKAGE, help="whose data they are")
    asked = parser.parse_args(arguments)
    machine = Machine(asked.root, asked.user)
    os.umask(0o022)
    logging.basicConfig(format="%(message)s")
    if asked.order == "install":
        return int(install(machine) != "installed")
    with socket.socket(fileno=os.dup(sys.stdin.fileno())) as line:
        take(line, machine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
