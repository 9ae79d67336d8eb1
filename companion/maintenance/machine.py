"""The machine on which packages are installed, as its dpkg knows it; used as root alone."""

import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from pwd import getpwnam

from companion.maintenance.additions import PACKAGE, SHELVES, Addition
from companion.maintenance.update import KEPT

PACKED = "packed"
"""The folder that a package is made of, for as long as it takes."""

DPKG = Path("/var/lib/dpkg")

LONGEST = 120
"""Seconds for a trial."""

# Done by the companion's user: $1 the data, $2 the Python packages on trial; of an addition $3
# its folder, $4 the shelf it belongs on, $5 the language to open it in. Others are not looked at.
_TRIAL = """
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
for file in matches.db matches.db-wal settings.toml where.json; do
    [ ! -f "$1/$file" ] || cp "$1/$file" "$copy" || exit 1
done
if [ -n "$3" ]; then
    mkdir -p "$copy/added/$4" && ln -s "$3" "$copy/added/$4/" || exit 1
    export COMPANION_ADDED="$copy/added"
fi
HOME=$copy PYTHONPATH=$2 /usr/bin/python3 -m ui --check --windowed --data "$copy" $5
"""


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

    def version(self, package: str = PACKAGE) -> str:
        """What is installed of it; nothing when nothing is."""
        shows = "--showformat=${db:Status-Status} ${Version}"
        status, _, version = self.asked(package, "--show", shows).partition(" ")
        return version if status == "installed" else ""

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

    def asked(self, package: str, *order: str) -> str:
        """What dpkg knows of a package; nothing when it is not installed."""
        command = ["dpkg-query", f"--admindir={self.under(DPKG)}", *order, package]
        return output(*command).decode("utf-8", "replace")

    def opens(self, program: Path, addition: Addition | None = None, folder: Path = Path()) -> bool:
        """Whether a version opens on a copy of the data, as the user whose data they are. addition:
        what is tried beside it, in that folder."""
        data = self.under(Path("/var/lib", PACKAGE))
        environment = {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONNOUSERSITE": "1",
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
        }
        who = getpwnam(self.user)
        is_root = os.geteuid() == 0
        limited = ("timeout", "-k", "5", str(LONGEST))
        tried = []
        if addition is not None:
            speaks = f"--language={addition.name}" if addition.kind == "language" else ""
            tried = [str(folder), SHELVES[addition.kind], speaks]
        done = subprocess.run(
            [*limited, "sh", "-c", _TRIAL, "sh", str(data), str(program / "lib"), *tried],
            env=environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            user=who.pw_uid if is_root else None,
            group=who.pw_gid if is_root else None,
            extra_groups=() if is_root else None,
            umask=0o077,
        )
        return done.returncode == 0

    def pack(self, package: str, into: Path) -> None:
        """Make a package of what is installed of it. Raises OSError, shutil.Error or
        CalledProcessError."""
        tree, info = self.kept / PACKED, self.under(DPKG) / "info"
        shutil.rmtree(tree, ignore_errors=True)
        for line in self.asked(package, "--listfiles").splitlines():
            path, copy = self.under(Path(line)), tree / Path(line).relative_to("/")
            if path.is_dir():  # also /lib, which is a link of the system
                copy.mkdir(parents=True, exist_ok=True)
            elif path.is_symlink() or path.exists():
                shutil.copy2(path, copy, follow_symlinks=False)
        (tree / "DEBIAN").mkdir()
        for script in ("postinst", "prerm", "postrm"):
            if (info / f"{package}.{script}").exists():
                shutil.copy2(info / f"{package}.{script}", tree / "DEBIAN" / script)
        lines = self.asked(package, "--status").splitlines(keepends=True)
        control = "".join(line for line in lines if not line.startswith("Status: "))
        (tree / "DEBIAN" / "control").write_text(control, "utf-8")
        part = into.with_name(f"{into.name}.part")
        build = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(tree), str(part)]
        subprocess.run(build, check=True)
        part.replace(into)

    def open_again(self) -> None:
        """Have the companion start anew: what a package with scripts would do itself."""
        if self.root == Path("/"):
            restart = ["systemctl", "restart", "--no-block", f"{PACKAGE}.service"]
            subprocess.run(restart, stdin=subprocess.DEVNULL)


def fields(package: Path) -> dict[str, str]:
    """What a package says of itself. Read in memory: dpkg-deb would unpack it to look, for which
    one needs the right to give files to others."""
    try:
        with tarfile.open(
            fileobj=BytesIO(output("dpkg-deb", "--ctrl-tarfile", package))
        ) as control:
            control_file = control.extractfile("./control")
            lines = (
                control_file.read().decode("utf-8", "replace").splitlines() if control_file else []
            )
    except (KeyError, tarfile.TarError):
        return {}
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def output(*command: str | Path) -> bytes:
    """What a program writes; nothing when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return b"" if done.returncode else done.stdout
