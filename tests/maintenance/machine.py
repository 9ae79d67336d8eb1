"""A machine on which new versions are installed: dpkg's own files in a folder, keys, packages."""

import os
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from pwd import getpwuid

import pytest

from companion.maintenance import installer, update
from companion.maintenance.additions import PACKAGE, Addition
from companion.maintenance.machine import Machine

PACKAGING = Path(__file__).parent.parent.parent / "packaging"

OPENS = "import pathlib, sys; assert '--check' in sys.argv; print('opened')"


def native() -> str:
    """What dpkg calls this machine."""
    asked = ["dpkg", "--print-architecture"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def new_key(file: Path) -> Path:
    """A private key, as the documents say, without a passphrase; its public one beside it."""
    make = ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(file)]
    subprocess.run(make, check=True, capture_output=True)
    show = ["openssl", "pkey", "-in", str(file), "-pubout", "-out", str(file.with_suffix(".pub"))]
    subprocess.run(show, check=True)
    return file


class Kiosk:
    """One such machine below a folder; whose: the user of the companion."""

    def __init__(self, folder: Path, whose: str = "") -> None:
        self.folder = folder
        self.machine = Machine(folder / "root", whose or getpwuid(os.getuid()).pw_name)
        for path in ("var/lib/dpkg/info", "var/lib/dpkg/updates", f"var/lib/{PACKAGE}", "outside"):
            (self.machine.root / path).mkdir(parents=True)
        (self.machine.root / "usr/lib").mkdir(parents=True)
        (self.machine.root / "lib").symlink_to("usr/lib")  # as on every Debian
        for path in ("status", "available"):
            (self.machine.root / "var/lib/dpkg" / path).write_text("")
        self.machine.kept.mkdir()
        self.machine.keys.mkdir(parents=True)
        self.key = new_key(folder / "key.pem")
        self.trust(self.key)

    @property
    def data(self) -> Path:
        """Where people's matches would lie."""
        return self.machine.root / "var/lib" / PACKAGE

    def trust(self, key: Path) -> None:
        """Take packages that are signed by it."""
        public = key.with_suffix(".pub")
        (self.machine.keys / f"{public.stem}.pem").write_bytes(public.read_bytes())

    def package(
        self,
        version: str,
        *,
        opens: str = OPENS,
        name: str = PACKAGE,
        machine: str = "",
        to: str = "",
    ) -> Path:
        """A small package; opens: what its program does."""
        tree = self.folder / f"tree-{version}"
        program = tree / "opt" / PACKAGE / "lib" / "ui"
        program.mkdir(parents=True, exist_ok=True)
        (program / "__main__.py").write_text(opens)
        (tree / "opt" / PACKAGE / "version").write_text(version)
        (tree / "lib/systemd").mkdir(parents=True, exist_ok=True)
        (tree / "lib/systemd/unit").write_text(version)
        (tree / "DEBIAN").mkdir(exist_ok=True)
        (tree / "DEBIAN" / "control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: {machine or native()}\n"
            "Maintainer: nobody <nobody@localhost>\nDescription: small\n"
        )
        deb = self.folder / (to or f"tabletop-companion_{version}.deb")  # to: may be absolute
        build = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(deb)]
        subprocess.run(build, check=True, capture_output=True)
        return deb

    def addition(
        self,
        one: Addition,
        version: str,
        files: Mapping[str, str],
        *,
        name: str = "",
        script: str = "",
    ) -> Path:
        """A package of a game or a language. files: by their path within its folder, or from the
        root of the machine; script: what it would have root run."""
        tree = self.folder / f"tree-{one.name}-{version}"
        for path, text in files.items():
            file = tree / (path[1:] if path[0] == "/" else f"{str(one.folder)[1:]}/{path}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (tree / "DEBIAN").mkdir()
        if script:
            (tree / "DEBIAN" / "postinst").write_text(script)
            (tree / "DEBIAN" / "postinst").chmod(0o755)
        (tree / "DEBIAN" / "control").write_text(
            f"Package: {name or one.package}\nVersion: {version}\nArchitecture: all\n"
            f"Maintainer: nobody <nobody@localhost>\nDepends: {PACKAGE} (>= 1)\n"
            "Description: small\n"
        )
        deb = self.folder / f"{one.package}_{version}.deb"
        build = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(deb)]
        subprocess.run(build, check=True, capture_output=True)
        self.sign(deb)
        return deb

    def signed(self, version: str, key: Path | None = None, **of: str) -> Path:
        """Such a package, signed as ``script/package --sign`` does it."""
        deb = self.package(version, **of)
        self.sign(deb, key)
        return deb

    def sign(self, deb: Path, key: Path | None = None) -> None:
        """Write the signature beside it."""
        subprocess.run([PACKAGING / "sign", key or self.key, deb], check=True)

    def by_hand(self, deb: Path) -> None:
        """Install as root does at a terminal."""
        install = ["dpkg", f"--root={self.machine.root}", "--install", str(deb)]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)

    @property
    def version(self) -> str:
        """What is installed, told by the files themselves."""
        file = self.machine.program / "version"
        return file.read_text() if file.exists() else ""

    @contextmanager
    def open_door(self) -> Iterator[None]:
        """Take what is handed in at :data:`update.DOOR`, as the socket unit does."""
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(update.DOOR))
            door.listen()
            thread = threading.Thread(target=self._listen, args=(door,))
            thread.start()
            try:
                yield
            finally:
                door.shutdown(socket.SHUT_RDWR)
                thread.join()

    def _listen(self, door: socket.socket) -> None:
        with suppress(OSError):  # closed
            while True:
                line, _ = door.accept()
                with line:
                    installer.take(line, self.machine)


@contextmanager
def installed_kiosk(folder: Path, patch: pytest.MonkeyPatch, opens: str = OPENS) -> Iterator[Kiosk]:
    """Version 2 was installed by hand, and the door leads there. opens: what it does."""
    if os.geteuid():
        patch.setenv("DPKG_FORCE", "not-root")
    made = Kiosk(folder)
    patch.setattr(update, "DOOR", folder / "door")
    patch.setattr(update, "KEPT", made.machine.kept)
    made.by_hand(made.package("2", opens=opens))
    with made.open_door():
        yield made
