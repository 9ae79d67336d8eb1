"""The line to the club as a unit of a machine: it sees the journal, and nothing beside it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from companion.store import MATCHES
from companion.uplink.club import FILE
from tests.club.places import Hub, Table

UNITS = Path(__file__).parents[2] / "packaging" / "systemd"
UNIT = (UNITS / "tabletop-companion-uplink.service").read_text("utf-8")
DATA = "/var/lib/tabletop-companion"

BESIDE = (
    *(
        "secrets.db",
        "secrets.db-wal",
        "secrets-damaged-20261120-200000.db",
        "box.key",
        "staff.json",
    ),
    *("backup.key", "backup-lock.json", "hardware.toml", "devices.jsonl", "where.json"),
    *(
        "backups/a.backup.zip",
        "before-restore-1/secrets.db",
        "diagnostics/a.zip",
        "boxes/a.box.json",
    ),
)
"""What else lies in the folder of the data."""


def within(folder: Path, *call: str) -> "subprocess.CompletedProcess[str]":
    """Run something as systemd would: what the unit says of the folder is done to this one."""
    assert f"\nTemporaryFileSystem={DATA}:ro\n" in UNIT
    shown = [one.removeprefix("-") for one in re.findall("^BindReadOnlyPaths=(.*)$", UNIT, re.M)]
    aside = folder.with_name("aside")
    steps = [
        f"mkdir -p {aside}",
        f"mount --bind {folder} {aside}",
        f"mount -t tmpfs tmpfs {folder}",
    ]
    for one in shown:
        name = one.removeprefix(f"{DATA}/")
        steps.append(
            f"[ ! -e {aside}/{name} ] || {{ touch {folder}/{name};"
            f" mount --bind {aside}/{name} {folder}/{name};"
            f" mount -o remount,bind,ro {folder}/{name}; }}"
        )
    steps += [f"mount -o remount,ro {folder}", f"umount {aside}", 'exec "$@"']
    script = " && ".join(steps)
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    return subprocess.run(
        ["unshare", *own, "--mount", "sh", "-c", script, "sh", *call],
        capture_output=True,
        text=True,
        check=False,
    )


LOOKING = """
import sys
from pathlib import Path
for name in sys.argv[2:]:
    try:
        print(name, Path(sys.argv[1], name).read_bytes()[:9])
    except OSError as error:
        print(type(error).__name__)
try:
    Path(sys.argv[1], "new").write_bytes(b"")
except OSError:
    print("read only")
print(*sorted(one.name for one in Path(sys.argv[1]).iterdir()))
"""


def test_the_line_to_the_club_can_open_nothing_but_the_journal(hub: Hub, table: Table) -> None:
    table.play(table.begin(), 5)
    table.settle()
    table.join(hub, "eleven")
    for name in BESIDE:
        (table.folder / name).parent.mkdir(exist_ok=True)
        (table.folder / name).write_bytes(b"dear")
    state = table.folder.with_name("state")
    shutil.move(table.state, state)
    looked = within(table.folder, sys.executable, "-c", LOOKING, str(table.folder), *BESIDE)
    assert looked.returncode == 0, looked.stderr
    *refused, closed, left = looked.stdout.splitlines()
    assert refused == ["FileNotFoundError"] * len(BESIDE) and closed == "read only"
    assert left == f"{MATCHES} {MATCHES}-shm {MATCHES}-wal"
    (words,) = re.findall("^ExecStart=.*/bin/uplink (.*)$", UNIT, re.MULTILINE)
    assert words.endswith(" --quiet 15")
    words = words.replace(DATA, str(table.folder)).replace("--quiet 15", "--quiet 0.001")
    run = [sys.executable, "-m", "companion.uplink", *words.split()]
    told = within(table.folder, "env", f"COMPANION_CLUB={state}", *run)
    assert told.returncode == 0, told.stderr
    shutil.move(state, table.state)
    assert [one.number for one in table.cursors()] == [6]  # and told of it all the same


def test_the_unit_runs_while_the_table_belongs_to_a_club_and_only_then() -> None:
    club = f"/var/lib/tabletop-companion-club/{FILE}"
    wish = "/run/tabletop-companion-club/wish"
    for path in (club, wish):
        assert f"\nConditionPathExists=|{path}\n" in UNIT
    assert "\nRestart=always\n" in UNIT
    begun = (UNITS / "tabletop-companion-uplink.path").read_text("utf-8")
    assert f"\nPathExists={club}\nPathExists={wish}\n" in begun
    screen = (UNITS / "tabletop-companion.service").read_text("utf-8")
    for unit in (UNIT, screen):  # the folder of both, which outlives each of them
        assert "\nRuntimeDirectory=tabletop-companion-club\n" in unit
        assert "\nRuntimeDirectoryPreserve=yes\n" in unit
    for line in (
        "CapabilityBoundingSet=",
        "PrivateDevices=yes",
        "ProtectHome=yes",
        "NoNewPrivileges=yes",
    ):
        assert f"\n{line}\n" in UNIT
    for line in (UNITS.parent / "bin").joinpath("uplink").read_text().splitlines():
        if "COMPANION_CLUB" in line:
            assert f"COMPANION_CLUB={Path(club).parent}" in line
