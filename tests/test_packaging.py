"""The package for the machine: its units, its scripts, what is laid where."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGING = Path(__file__).parent.parent / "packaging"
SHELL = sorted(
    path
    for folder in ("debian", "bin", ".")
    for path in (PACKAGING / folder).iterdir()
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/sh")
)
UNITS = sorted((PACKAGING / "systemd").iterdir())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the package lays down, but for the Python packages."""
    place = tmp_path_factory.mktemp("tree")
    subprocess.run([PACKAGING / "lay-out", place], check=True)
    return place


@pytest.mark.parametrize("script", SHELL, ids=lambda path: path.name)
def test_a_script_of_the_package_cannot_be_read_by_a_plain_shell(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    assert script.stat().st_mode & 0o111


def test_no_script_is_found() -> None:
    assert {"postinst", "prerm", "postrm", "update", "lay-out"} <= {one.name for one in SHELL}


def test_a_unit_holds_something_that_systemd_does_not_know(tree: Path, tmp_path: Path) -> None:
    """An unknown key is only a warning to systemd: not a word is what must come."""
    place = tmp_path / "units"
    place.mkdir()
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/", f"{tree}/opt/")
        text = text.replace("/usr/bin/X ", "/bin/true ")
        text = text.replace("/usr/bin/systemd-mount", "/bin/true")
        name = unit.name.replace("@.", "@x.")
        (place / name).write_text(text.replace("file:/usr/share/doc", "file:/"), "utf-8")
    names = [str(place / unit.name.replace("@.", "@x.")) for unit in UNITS]
    told = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True)
    ours = [line for line in (told.stdout + told.stderr).splitlines() if "tabletop" in line]
    assert (ours, told.returncode) == ([], 0)
    broken = place / "tabletop-broken.service"
    broken.write_text("[Service]\nExecStart=/bin/true\nRestrat=always\n", "utf-8")
    told = subprocess.run(["systemd-analyze", "verify", broken], capture_output=True, text=True)
    assert "Restrat" in told.stderr


@pytest.mark.parametrize(
    ("unit", "most"), [("tabletop-companion", 2.0), ("tabletop-companion-screen", 6.5)]
)
def test_a_unit_may_do_more_than_it_must(unit: str, most: float) -> None:
    file = PACKAGING / "systemd" / f"{unit}.service"
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", file], capture_output=True, text=True
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", told.stdout)
    assert found is not None, told.stderr
    assert float(found[1]) <= most


def test_it_stays_dead_or_hung() -> None:
    text = (PACKAGING / "systemd" / "tabletop-companion.service").read_text("utf-8")
    for line in ("Restart=always", "RestartSec=1", "StartLimitIntervalSec=0", "WatchdogSec=10"):
        assert f"\n{line}\n" in text


def test_the_data_go_with_the_package() -> None:
    removing = [(PACKAGING / "debian" / name).read_text("utf-8") for name in ("prerm", "postrm")]
    for text in removing:
        commands = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        for line in commands:
            assert not re.search(r"rm .*/var/lib/tabletop-companion(?!-versions)", line)


def test_the_control_file_lacks_a_field_or_a_value() -> None:
    text = (PACKAGING / "debian" / "control.in").read_text("utf-8")
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert {"Package", "Version", "Architecture", "Maintainer", "Depends", "Description"} <= set(
        fields
    )
    asked = set(re.findall(r"@(\w+)@", text))
    given = set(
        re.findall(r"s/@(\w+)@/", (PACKAGING.parent / "script" / "package").read_text("utf-8"))
    )
    assert asked == given


def test_a_small_package_cannot_be_built_or_lacks_its_units(tree: Path, tmp_path: Path) -> None:
    control = (PACKAGING / "debian" / "control.in").read_text("utf-8")
    values = {"version": "1", "architecture": "all", "python": "3.11", "next": "3.12", "size": "9"}
    for name, value in values.items():
        control = control.replace(f"@{name}@", value)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control, "utf-8")
    for name in ("postinst", "prerm", "postrm"):
        (tree / "DEBIAN" / name).write_bytes((PACKAGING / "debian" / name).read_bytes())
        (tree / "DEBIAN" / name).chmod(0o755)
    deb = tmp_path / "small.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, deb],
        check=True,
        capture_output=True,
    )
    listed = subprocess.run(
        ["dpkg-deb", "--contents", deb], check=True, capture_output=True, text=True
    ).stdout
    for path in (
        "./opt/tabletop-companion/bin/update",
        "./lib/systemd/system/tabletop-companion.service",
        "./lib/udev/rules.d/90-tabletop-companion.rules",
        "./usr/bin/companion",
    ):
        assert path in listed
    assert " root/root " in listed


def test_a_package_does_not_know_its_own_commands(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PACKAGING / "describe.py", tmp_path], check=True)
    asks = "from importlib.metadata import entry_points as e; "
    asks += "print(*sorted(p.name for p in e(group='companion.commands')))"
    told = subprocess.run(
        [sys.executable, "-S", "-c", asks],
        env={"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert {"care", "devices", "print"} <= set(told.stdout.split())


def run_update(folder: Path, package: bytes, total: str) -> str:
    """What the installing program says of a file that is asked for."""
    ask = folder / "data" / "update"
    ask.mkdir(parents=True)
    (ask / "new.deb").write_bytes(package)
    (ask / "new.deb.sha256").write_text(f"{total}  new.deb\n")
    (ask / "wanted").write_text("")
    subprocess.run(
        ["sh", PACKAGING / "bin" / "update", folder / "data", folder / "kept"],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "COMPANION_USER": str(Path.home().owner())},
        capture_output=True,
    )
    assert sorted(one.name for one in ask.iterdir()) == ["told"]
    return (ask / "told").read_text().strip()


def test_a_damaged_or_a_foreign_package_is_installed(tree: Path, tmp_path: Path) -> None:
    from hashlib import sha256

    assert run_update(tmp_path / "1", b"!<arch>\n", "0" * 64) == "sum"
    junk = b"!<arch>\ndebian-binary"
    assert run_update(tmp_path / "2", junk, sha256(junk).hexdigest()) == "package"
    assert not (tmp_path / "2" / "kept").exists()
