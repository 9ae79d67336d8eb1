"""Takes and installs new versions, as root; started by systemd alone.

``take`` stands behind the door at which the companion's user hands packages in (see
:mod:`companion.maintenance.update`). It has no rights but to write root's own folder. A package is
taken when it was signed by one of the keys that the *installed* version trusts, is this program for
this machine, and is not older than what is installed, unless somebody was asked.

``install`` comes next, also after the power failed in between. It unpacks the package beside the
version that runs, tries it on a copy of the data, installs it, tries it once more from its real
place, and goes back to the version before when it does not open. The trials, and the copying of
the data, are done by processes of the companion's user.

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
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from pwd import getpwnam
from typing import BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from companion.maintenance.update import ANY, KEPT, NEWER, NEXT, PATIENCE, SIGNATURE, TAKEN, TOLD

PACKAGE = "tabletop-companion"

MOST_BYTES = 512 * 2**20
"""Of a package; they are about a tenth of it."""

NOW, BEFORE = "now.deb", "before.deb"
"""The package that is installed and the one before it."""

UNPACKED, PACKED = "unpacked", "packed"
"""Folders for as long as it takes: the version on trial, and the one that a package is made of."""

DPKG = Path("/var/lib/dpkg")

LONGEST = 120
"""Seconds for a trial."""

# Done by the companion's user: $1 the data, $2 the Python packages on trial.
_TRIAL = """
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
for file in matches.db matches.db-wal settings.toml where.json; do
    [ ! -f "$1/$file" ] || cp "$1/$file" "$copy" || exit 1
done
HOME=$copy PYTHONPATH=$2 /usr/bin/python3 -m ui --check --windowed --data "$copy"
"""

_log = logging.getLogger(__name__)


class Refused(Exception):
    """A package is not taken; the argument is one of the refusals of the update."""


@dataclass(frozen=True)
class Machine:
    """Where things are: below root everything, user: whose data they are, and who tries."""

    root: Path
    user: str

    @property
    def kept(self) -> Path:
        """Root's own folder."""
        return self.under(KEPT)

    @property
    def program(self) -> Path:
        """The installed version."""
        return self.under(Path("/opt", PACKAGE))

    @property
    def keys(self) -> Path:
        """The public keys of those who may sign what comes next."""
        return self.under(Path("/usr/share", PACKAGE, "keys"))

    @property
    def version(self) -> str:
        """What is installed; nothing when nothing is."""
        return self.asked("--show", "--showformat=${Version}")

    def under(self, path: Path) -> Path:
        """An absolute path of the machine, below its root."""
        return self.root / path.relative_to("/")

    def dpkg(self, *order: str | Path) -> bool:
        """Whether dpkg could do it."""
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        # Naming the root of the machine itself would make dpkg change to it, which it may not.
        there = [] if self.root == Path("/") else [f"--root={self.root}"]
        command = ["dpkg", *there, *order]
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL).returncode == 0

    def asked(self, *order: str) -> str:
        """What dpkg knows of this program; nothing when it is not installed."""
        command = ["dpkg-query", f"--admindir={self.under(DPKG)}", *order, PACKAGE]
        return _output(*command).decode("utf-8", "replace")


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
    if (kept / NEXT).exists():
        raise Refused("busy")
    wanted, signature = heard.readline(len(NEWER)), heard.read(SIGNATURE)
    if wanted not in (NEWER, ANY):
        raise Refused("unsigned")
    part = kept / f"{NEXT}.part"
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
        _judge_package(part, machine, older=wanted == ANY)
        part.replace(kept / NEXT)
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
    """Raises Refused unless it is this program for this machine, and as new as is wanted."""
    fields = _fields(package)
    if fields.get("Package") != PACKAGE or "Version" not in fields:
        raise Refused("unfit")
    if fields.get("Architecture") != _output("dpkg", "--print-architecture").decode().strip():
        raise Refused("unfit")
    less = ["dpkg", "--compare-versions", fields["Version"], "lt", machine.version]
    if not older and subprocess.run(less).returncode == 0:
        raise Refused("older")


def _fields(package: Path) -> dict[str, str]:
    """What a package says of itself. Read in memory: dpkg-deb would unpack it to look, for which
    one needs the right to give files to others."""
    try:
        with tarfile.open(
            fileobj=BytesIO(_output("dpkg-deb", "--ctrl-tarfile", package))
        ) as control:
            control_file = control.extractfile("./control")
            lines = (
                control_file.read().decode("utf-8", "replace").splitlines() if control_file else []
            )
    except (KeyError, tarfile.TarError):
        return {}
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def _output(*command: str | Path) -> bytes:
    """What a program writes; nothing when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return b"" if done.returncode else done.stdout


def install(machine: Machine) -> str:
    """Install what was taken, and keep in a word how that went: one of the update's outcomes."""
    kept, word = machine.kept, "no_room"
    try:
        opens = _prepare(machine)
        word = "stuck"
        word = _install(machine) if opens else "trial"
    except (OSError, shutil.Error, subprocess.CalledProcessError):
        _log.exception("a new version was not installed")
    for folder in (UNPACKED, PACKED):
        shutil.rmtree(kept / folder, ignore_errors=True)
    part = kept / f"{TOLD}.part"
    part.write_text(f"{word}\n", "ascii")
    part.replace(kept / TOLD)
    (kept / NEXT).unlink()  # at the very end: from now on another one is taken
    return word


def _prepare(machine: Machine) -> bool:
    """Unpack the new version and see whether it opens; then there is a way back, too."""
    kept, unpacked = machine.kept, machine.kept / UNPACKED
    shutil.rmtree(unpacked, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--extract", str(kept / NEXT), str(unpacked)], check=True)
    opens = _opens(unpacked / "opt" / PACKAGE, machine)
    if opens and not (
        (kept / NOW).exists() and _fields(kept / NOW).get("Version") == machine.version
    ):
        _pack(machine)  # what is installed came by hand
    return opens


def _install(machine: Machine) -> str:
    kept = machine.kept
    if machine.dpkg("--install", kept / NEXT) and _opens(machine.program, machine):
        (kept / NOW).replace(kept / BEFORE)
        os.link(kept / NEXT, kept / NOW)
        return "installed"
    return "went_back" if machine.dpkg("--install", kept / NOW) else "stuck"


def _pack(machine: Machine) -> None:
    """Make a package of what is installed."""
    tree, info = machine.kept / PACKED, machine.under(DPKG) / "info"
    shutil.rmtree(tree, ignore_errors=True)
    for line in machine.asked("--listfiles").splitlines():
        path, copy = machine.under(Path(line)), tree / Path(line).relative_to("/")
        if path.is_dir():  # also /lib, which is a link of the system
            copy.mkdir(parents=True, exist_ok=True)
        elif path.is_symlink() or path.exists():
            shutil.copy2(path, copy, follow_symlinks=False)
    (tree / "DEBIAN").mkdir()
    for script in ("postinst", "prerm", "postrm"):
        if (info / f"{PACKAGE}.{script}").exists():
            shutil.copy2(info / f"{PACKAGE}.{script}", tree / "DEBIAN" / script)
    lines = machine.asked("--status").splitlines(keepends=True)
    control = "".join(line for line in lines if not line.startswith("Status: "))
    (tree / "DEBIAN" / "control").write_text(control, "utf-8")
    part = machine.kept / f"{NOW}.part"
    build = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(tree), str(part)]
    subprocess.run(build, check=True)
    part.replace(machine.kept / NOW)


def _opens(program: Path, machine: Machine) -> bool:
    """Whether a version opens on a copy of the data, as the user whose data they are."""
    data = machine.under(Path("/var/lib", PACKAGE))
    environment = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PYTHONNOUSERSITE": "1",
        "PYTHONSAFEPATH": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
    }
    who = getpwnam(machine.user)
    is_root = os.geteuid() == 0
    limited = ("timeout", "-k", "5", str(LONGEST))
    done = subprocess.run(
        [*limited, "sh", "-c", _TRIAL, "sh", str(data), str(program / "lib")],
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        user=who.pw_uid if is_root else None,
        group=who.pw_gid if is_root else None,
        extra_groups=() if is_root else None,
        umask=0o077,
    )
    return done.returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when it was done, 1 when not."""
    parser = argparse.ArgumentParser(prog="update", description=__doc__)
    parser.add_argument("order", choices=("take", "install"))
    parser.add_argument("--root", type=Path, default=Path("/"), help="of the machine")
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
