"""A printer that nobody has set up is found as soon as it is switched on, and prints the sheets.

A CUPS of its own, with a bus and an mDNS responder of their own on the loopback interface, and the
printer that CUPS brings for trying (ippeveprinter): it speaks IPP Everywhere, as printers do that
need no driver. The companion is the real one: the job behind the screen, with lpstat and lp.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from companion.match import registry
from tests.proofs._report import report
from ui.print_job import PrintJob

NEEDED = ("cupsd", "lpstat", "lp", "ippeveprinter", "avahi-daemon", "dbus-daemon", "dbus-send")
PRINTER = "Club Printer"
PORT = 8631
PATIENCE = 150.0

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy></busconfig>
"""
AVAHI = "[server]\nuse-ipv4=yes\nuse-ipv6=no\nallow-interfaces=lo\n"
CUPSD = """Listen {folder}/cups.sock
Browsing No
WebInterface No
DefaultAuthType None
<Location />
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
"""
CUPS_FILES = """SystemGroup root
AccessLog {folder}/access
ErrorLog {folder}/errors
CacheDir {folder}/cache
RequestRoot {folder}/spool
StateDir {folder}/state
ServerRoot {folder}/server
"""


@contextmanager
def running(*command: str | Path) -> Iterator[None]:
    """A program of the system, as long as it is needed."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as program:
        yield
        program.terminate()


@contextmanager
def cups(folder: Path) -> Iterator[None]:
    """CUPS with what finds printers, for this process alone."""
    for name in ("cache", "spool", "state", "server", "paper"):
        (folder / name).mkdir()
        (folder / name).chmod(0o777)
    folder.chmod(0o755)
    texts = {"bus.conf": BUS, "avahi": AVAHI, "cupsd": CUPSD, "files": CUPS_FILES}
    for name, text in texts.items():
        (folder / name).write_text(text.replace("{folder}", str(folder)))
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={folder}/bus"
    os.environ["CUPS_SERVER"] = f"{folder}/cups.sock"
    with running("dbus-daemon", f"--config-file={folder / 'bus.conf'}", "--nofork"):
        until(lambda: (folder / "bus").exists())
        free = ("--no-drop-root", "--no-chroot", "--no-rlimits")
        with (
            running("avahi-daemon", "-f", folder / "avahi", *free),
            running("cupsd", "-f", "-c", folder / "cupsd", "-s", folder / "files"),
        ):
            until(lambda: (folder / "cups.sock").exists())
            until(_avahi_answers)
            yield


def _avahi_answers() -> bool:
    asked = subprocess.run(
        ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
         "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Avahi"],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    return "true" in asked.stdout


def until(holds: Callable[[], object]) -> bool:
    """Wait for something; whether it came."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)
    return bool(holds())


def found(job: PrintJob) -> tuple[str, ...]:
    """The printers that the screen shows after one more look."""
    job.look()
    job.wait()
    return () if job.ready is None else job.ready.printers


def ready_to_print(folder: Path, *sheets: str) -> PrintJob:
    """Sheets of a game, as the screen makes them."""
    job = PrintJob(folder / "data", registry.game_package(registry.names()[0]), lambda: None)
    job.choose(sheets=sheets)
    job.start("en")
    job.wait()
    return job


def switched_on(folder: Path, *how: str) -> AbstractContextManager[None]:
    """The printer, which keeps what it prints."""
    keeps = ("-d", folder / "paper", "-k", "-f", "application/pdf")
    return running("ippeveprinter", "-p", str(PORT), *keeps, *how, "-n", "localhost", PRINTER)


def arrived(folder: Path) -> list[Path]:
    """What it printed, in order."""
    files = (folder / "paper").glob("*.pdf")
    return sorted(files, key=lambda path: int(path.name.split("-")[0]))


def printed(folder: Path, job: PrintJob, counts: Counter[str]) -> Iterator[str]:
    """Print all there is; what went wrong."""
    if job.ready is None or job.ready.printers:
        yield "a printer is there before it is switched on, or nothing was drawn"
        return
    with switched_on(folder, "-2"):
        began = time.monotonic()
        if not until(lambda: found(job)):
            yield "the printer is not found"
            return
        counts["tenths of a second until it was found"] = round(10 * (time.monotonic() - began))
        (name,) = found(job)
        for number, one in enumerate(job.ready.drawn.jobs, 1):
            job.send(name, "en")
            job.wait()
            if not until(lambda count=number: len(arrived(folder)) == count):  # type: ignore[misc]
                yield f"job {number} did not arrive: {job.message}"
                return
            newest = arrived(folder)[-1]
            until(lambda path=newest: path.stat().st_size > 0)  # type: ignore[misc]
            counts["jobs printed"] += 1
            counts["pages printed"] += len(one.pages)


def refused(folder: Path, job: PrintJob, counts: Counter[str]) -> Iterator[str]:
    """What a printer takes that cannot print on both sides, and does not print."""
    with switched_on(folder):
        if not until(lambda: found(job)):
            yield "the printer for one side is not found"
            return
        job.send(found(job)[0], "en")
        job.wait()
        if until(lambda: found(job) and "did not print" in job.message):
            counts["jobs that were not printed, and told"] += 1
        else:
            yield f"nothing is said of what was not printed: {job.message}"


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    argparse.ArgumentParser(prog="printing", description=__doc__).parse_args(argv)
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        print(f"This needs {', '.join(missing)}.")
        return 1
    with tempfile.TemporaryDirectory(prefix="cups-") as folder, cups(Path(folder)):
        home, counts = Path(folder), Counter[str]()
        all_of_it = ready_to_print(home, "tokens", "seats", "calibration")
        wrong = [*printed(home, all_of_it, counts)]
        wrong += refused(home, ready_to_print(home, "calibration"), counts)
    report(wrong, counts)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
