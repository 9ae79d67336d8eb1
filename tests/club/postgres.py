"""A real PostgreSQL, started by the tests in a folder of its own and reached by its socket."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import IO

_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name))


def _program(name: str) -> str:
    """Debian keeps the programs of the server off the path."""
    found = shutil.which(name) or (str(_PROGRAMS[-1] / name) if _PROGRAMS else None)
    assert found, f"no {name}: script/test installs PostgreSQL"
    return found


class Postgres:
    """A server with nothing in it. What a kill takes is not on the disk of a table, so it need not
    wait for the disk."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._user: str | None = None
        if os.geteuid() == 0:  # it refuses to be root
            self._user = "postgres" if _there("postgres") else "nobody"
            shutil.chown(self.folder, self._user)
        self._numbers = count()
        made = ["-D", f"{self.folder}/data", "-U", "hub", "-A", "trust", "-N", "--no-instructions"]
        self._run(_program("initdb"), *made)
        self.start()

    def _run(self, *call: str, **files: IO[bytes]) -> None:
        where = {"cwd": self.folder, "stdout": subprocess.DEVNULL, **files}
        subprocess.run(call, check=True, user=self._user, **where)  # type: ignore[call-overload]

    def start(self) -> None:
        """Begin, or begin again after a kill; it answers once this returns."""
        settings = ("listen_addresses=", "fsync=off", "max_connections=60", "shared_buffers=16MB")
        self.process = subprocess.Popen(
            [
                *(_program("postgres"), "-D", f"{self.folder}/data", "-k", str(self.folder)),
                *(part for one in settings for part in ("-c", one)),
            ],
            cwd=self.folder,
            user=self._user,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._run(
            *("bash", "-c", 'until "$0" -q -h "$1" -d postgres -U hub; do sleep 0.02; done'),
            *(_program("pg_isready"), str(self.folder)),
        )

    def database(self) -> str:
        """The address of a new database."""
        name = f"hub{next(self._numbers)}"
        self._run(_program("createdb"), "-h", str(self.folder), "-U", "hub", name)
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://hub@/{name}?host={self.folder}"

    def dump(self, address: str, file: Path) -> None:
        """Write all that is in a database into a file, as whoever keeps a backup does; others may
        use it meanwhile."""
        with file.open("wb") as out:
            self._run(_program("pg_dump"), "-d", address, stdout=out)

    def put_back(self, name: str, file: Path) -> str:
        """The address of a new database with all that is in such a file."""
        self._run(_program("createdb"), "-h", str(self.folder), "-U", "hub", name)
        address = self.address(name)
        whole = ("-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", address)
        with file.open("rb") as told:
            self._run(_program("psql"), *whole, stdin=told)
        return address

    def kill(self) -> None:
        """All of it, at once."""
        os.killpg(self.process.pid, 9)
        self.process.wait()
        time.sleep(0.05)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _there(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
