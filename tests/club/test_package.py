"""The package of a hub: what is laid where, its unit, its scripts."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging" / "hub"
SCRIPTS = ("debian/postinst", "debian/prerm", "debian/postrm", "hub", "lay-out")
UNIT = PACKAGING / "tabletop-hub.service"
MOST_EXPOSED = 2.0
"""By what ``systemd-analyze security`` counts: it speaks to a network."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the package lays down, but for the Python packages."""
    place = tmp_path_factory.mktemp("tree")
    subprocess.run([PACKAGING / "lay-out", place], check=True)
    return place


def test_the_hubs_package_can_be_built_and_brings_licence_changes_and_manual(
    tree: Path, tmp_path: Path
) -> None:
    doc = tree / "usr/share/doc/tabletop-companion-hub"
    assert " Permission is hereby granted, free of charge" in (doc / "copyright").read_text("utf-8")
    changes = gzip.decompress((doc / "changelog.gz").read_bytes()).decode()
    assert changes.startswith(f"tabletop-companion-hub ({companion.__version__}) ")
    page = gzip.decompress((tree / "usr/share/man/man1/tabletop-hub.1.gz").read_bytes()).decode()
    call = [sys.executable, "-m", "hub", "--help"]
    told = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    (names,) = re.findall(r"\{([a-z,-]+)\}", told.splitlines()[0] + told.splitlines()[1])
    assert all(name.replace("-", "\\-") in page for name in names.split(","))
    every = [tree, *tree.rglob("*")]
    assert not [one for one in every if not one.is_symlink() and one.stat().st_mode & 0o022]
    (tree / "DEBIAN").mkdir()
    control = (PACKAGING / "debian/control.in").read_text("utf-8")
    given = re.findall(r"s/@(\w+)@/", (ROOT / "script/package").read_text("utf-8"))
    assert set(re.findall(r"@(\w+)@", control)) == set(given)
    (tree / "DEBIAN/control").write_text(re.sub(r"@\w+@", "1", control), "utf-8")
    for name in ("postinst", "prerm", "postrm", "conffiles"):
        (tree / "DEBIAN" / name).write_bytes((PACKAGING / "debian" / name).read_bytes())
        (tree / "DEBIAN" / name).chmod(0o644 if name == "conffiles" else 0o755)
    small = tmp_path / "small.deb"
    build = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(small)]
    subprocess.run(build, check=True, capture_output=True)
    listing = ["dpkg-deb", "--contents", str(small)]
    listed = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    for path in (
        "./opt/tabletop-hub/bin/hub",
        "./etc/default/tabletop-hub",
        "./usr/bin/tabletop-hub",
    ):
        assert path in listed


def test_the_hubs_scripts_can_be_read_and_touch_nothing_that_was_played() -> None:
    for name in SCRIPTS:
        subprocess.run(["sh", "-n", PACKAGING / name], check=True)
        assert (PACKAGING / name).stat().st_mode & 0o111
    for name in ("postinst", "prerm", "postrm"):
        assert "rm " not in re.sub(
            r"rm -rf \{\} \+", "", re.sub("#.*", "", _read(f"debian/{name}"))
        )


def test_the_hubs_unit_is_known_to_systemd_and_may_do_no_more_than_it_must(
    tree: Path, tmp_path: Path
) -> None:
    text = UNIT.read_text("utf-8").replace("/opt/", f"{tree}/opt/").replace("file:/usr", "file:/")
    (tmp_path / UNIT.name).write_text(text, "utf-8")
    verify = ["systemd-analyze", "verify", str(tmp_path / UNIT.name)]
    told = subprocess.run(verify, capture_output=True, text=True)
    ours = [line for line in (told.stdout + told.stderr).splitlines() if "tabletop" in line]
    assert (ours, told.returncode) == ([], 0)
    security = ["systemd-analyze", "security", "--offline=yes", str(UNIT)]
    exposed = subprocess.run(security, capture_output=True, text=True).stdout.splitlines()[-1]
    found = re.search(r": ([0-9.]+) ", exposed)
    assert found is not None and float(found[1]) <= MOST_EXPOSED, exposed
    for line in (
        "UMask=0077",
        "LimitCORE=0",
        "StateDirectoryMode=0700",
        "Restart=always",
        "Nice=-10",
    ):
        assert f"\n{line}\n" in UNIT.read_text("utf-8")


def test_the_installed_command_takes_folder_and_database_from_where_the_package_says(
    tmp_path: Path,
) -> None:
    defaults = tmp_path / "defaults"
    defaults.write_text(f"TABLETOP_HUB_DATABASE=sqlite:///{tmp_path}/other.db\n", "utf-8")
    script = _read("hub").replace("/opt/tabletop-hub/lib", str(ROOT))
    script = script.replace("/usr/bin/python3", sys.executable)
    script = script.replace("/etc/default/tabletop-hub", str(defaults))
    command = tmp_path / "hub"
    command.write_text(script.replace("/var/lib/tabletop-hub", str(tmp_path / "data")), "utf-8")
    plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    call = ["sh", str(command), "allow", "wall"]
    told = subprocess.run(call, env=plain, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"/[\w-]{22}/\n", told.stdout) and (tmp_path / "other.db").exists()


def _read(name: str) -> str:
    return (PACKAGING / name).read_text("utf-8")
