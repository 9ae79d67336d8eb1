"""The package for the machine: its units, its scripts, what is laid where."""

import grp
import gzip
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.store.keys import make_key, read_key
from printables.printer import Printing, kept
from tests.maintenance.machine import new_key

PACKAGING = Path(__file__).parent.parent / "packaging"
SHELL = sorted(
    path
    for folder in ("debian", "bin", ".")
    for path in (PACKAGING / folder).iterdir()
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/sh")
)
UNITS = sorted((PACKAGING / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
MOST_EXPOSED = {
    "tabletop-companion.service": 2.0,
    "tabletop-companion-update@.service": 1.0,
    "tabletop-companion-guests@.service": 1.5,
}
"""By what ``systemd-analyze security`` counts, where it is less than for the others."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the package lays down, but for the Python packages."""
    place = tmp_path_factory.mktemp("tree")
    subprocess.run([PACKAGING / "lay-out", place], check=True)
    return place


@pytest.mark.parametrize("script", SHELL, ids=lambda path: path.name)
def test_every_script_of_the_package_can_be_read_by_a_plain_shell(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    assert script.stat().st_mode & 0o111


def test_the_scripts_of_the_package_are_found() -> None:
    assert {"postinst", "prerm", "postrm", "update", "lay-out", "screen-cookie", "sign"} <= {
        one.name for one in SHELL
    }


def test_a_unit_holds_nothing_that_systemd_does_not_know(tree: Path, tmp_path: Path) -> None:
    """An unknown key is only a warning to systemd: not a word is what must come."""
    place = tmp_path / "units"
    place.mkdir()
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/", f"{tree}/opt/")
        text = text.replace("/usr/bin/X ", "/bin/true ")
        text = text.replace("/usr/bin/systemd-mount", "/bin/true")
        text = text.replace("file:/usr/share/doc", "file:/")
        for name in {unit.name, unit.name.replace("@.", "@x.")}:
            (place / name).write_text(text, "utf-8")
    names = [str(place / unit.name.replace("@.", "@x.")) for unit in UNITS]
    told = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True)
    ours = [line for line in (told.stdout + told.stderr).splitlines() if "tabletop" in line]
    assert (ours, told.returncode) == ([], 0)
    broken = place / "tabletop-broken.service"
    broken.write_text("[Service]\nExecStart=/bin/true\nRestrat=always\n", "utf-8")
    told = subprocess.run(["systemd-analyze", "verify", broken], capture_output=True, text=True)
    assert "Restrat" in told.stderr


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.name)
def test_a_unit_may_do_no_more_than_it_must(unit: Path) -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", unit], capture_output=True, text=True
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", told.stdout)
    assert found is not None, told.stderr
    assert float(found[1]) < MOST_EXPOSED.get(unit.name, 3.0)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.name)
def test_a_unit_leaves_no_memory_on_the_card_and_no_files_for_others(unit: Path) -> None:
    text = unit.read_text("utf-8")
    for line in ("LimitCORE=0", "PrivateTmp=yes", "NoNewPrivileges=yes"):
        assert f"\n{line}\n" in text


def test_of_input_devices_the_companion_gets_what_plays_keyboard_and_no_touchscreen() -> None:
    unit = (PACKAGING / "systemd" / "tabletop-companion.service").read_text("utf-8")
    assert "\nDeviceAllow=char-input r\n" in unit and "\nDevicePolicy=closed\n" in unit
    groups = re.search(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    assert groups is not None and "input" not in groups[1].split()
    rules = (PACKAGING / "system" / "90-tabletop-companion.rules").read_text("utf-8")
    given = [line for line in rules.splitlines() if 'GROUP="tabletop-companion"' in line]
    assert len(given) == 2 and all('KERNEL=="event*"' in line for line in given)
    keys = next(line for line in given if "ID_INPUT_KEY" in line)
    for kind in ("MOUSE", "TOUCHSCREEN", "TOUCHPAD", "TABLET"):
        assert f'ENV{{ID_INPUT_{kind}}}!="1"' in keys


def test_a_stick_brings_no_links_devices_or_programs() -> None:
    unit = (PACKAGING / "systemd" / "tabletop-companion-stick@.service").read_text("utf-8")
    options = re.search(r"--options=(\S+)", unit)
    assert options is not None
    assert {"nosuid", "nodev", "noexec", "nosymfollow"} <= set(options[1].split(","))
    rule = (PACKAGING / "system" / "90-tabletop-companion.rules").read_text("utf-8")
    assert 'ENV{ID_FS_TYPE}=="vfat|exfat"' in rule


def test_nobody_can_look_at_the_screen_without_the_cookie(tmp_path: Path) -> None:
    cookie = tmp_path / "cookie"
    group = grp.getgrgid(os.getgid()).gr_name
    make = [PACKAGING / "bin" / "screen-cookie", cookie]
    made = []
    for _ in range(2):
        subprocess.run(make, env={**os.environ, "COMPANION_GROUP": group}, check=True)
        made.append(cookie.read_bytes())
    assert made[0] != made[1] and stat.S_IMODE(cookie.stat().st_mode) == 0o640
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-auth", cookie],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    try:
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        look = ["xdotool", "getdisplaygeometry"]
        seen = []
        for key in (cookie, tmp_path / "none"):
            around = {**os.environ, "DISPLAY": display, "XAUTHORITY": str(key)}
            seen.append(subprocess.run(look, env=around, capture_output=True).returncode == 0)
    finally:
        server.terminate()
        server.wait()
    assert seen == [True, False]


def test_no_keys_lead_out_of_the_companion(tree: Path) -> None:
    keys = (tree / "usr/share/X11/xorg.conf.d/90-tabletop-companion.conf").read_text("utf-8")
    assert '"DontVTSwitch" "true"' in keys and '"DontZap" "true"' in keys
    logins = (tree / "usr/lib/systemd/logind.conf.d/90-tabletop-companion.conf").read_text("utf-8")
    assert "\nNAutoVTs=0\nReserveVT=0\n" in logins
    burst = (tree / "usr/lib/systemd/system.conf.d/90-tabletop-companion.conf").read_text("utf-8")
    assert "\nCtrlAltDelBurstAction=none\n" in burst
    assert "kernel.sysrq = 0" in (tree / "usr/lib/sysctl.d/90-tabletop-companion.conf").read_text()
    for name, order in (("postinst", "mask"), ("prerm", "unmask")):
        text = (PACKAGING / "debian" / name).read_text("utf-8")
        assert f"systemctl {order} --quiet ctrl-alt-del.target" in text
    screen = (PACKAGING / "systemd" / "tabletop-companion-screen.service").read_text("utf-8")
    (started,) = re.findall("^ExecStart=(.*)", screen, re.MULTILINE)
    assert " -auth " in started and " -ac" not in started


def test_the_display_server_takes_the_graphics_card_that_has_a_screen(tree: Path) -> None:
    """A Pi 5 has two devices; the file comes after all others, so that it decides."""
    folder = tree / "usr/share/X11/xorg.conf.d"
    last = max(folder.iterdir())
    section = re.search(r'(?s)Section "OutputClass"(.*?)EndSection', last.read_text("utf-8"))
    assert section is not None
    said = {tuple(line.split(None, 1)) for line in section[1].strip().splitlines()}
    assert said == {
        ("Identifier", '"vc4"'),
        ("MatchDriver", '"vc4"'),
        ("Driver", '"modesetting"'),
        ("Option", '"PrimaryGPU" "true"'),
    }


def test_the_companion_asks_others_for_the_network_and_the_clock_and_may_do_no_more(
    tree: Path,
) -> None:
    """What it asks them for is in its code; what they let it do, in the rules for them."""
    rules = (tree / "usr/share/polkit-1/rules.d/50-tabletop-companion.rules").read_text("utf-8")
    assert set(re.findall(r'"(org\.[\w.-]+)"', rules)) == {
        *(f"org.freedesktop.login1.{what}" for what in ("power-off", "reboot")),
        *(
            f"org.freedesktop.NetworkManager.{what}"
            for what in (
                *("enable-disable-wifi", "network-control", "settings.modify.system"),
                "wifi.scan",
            )
        ),
        *(f"org.freedesktop.timedate1.set-{what}" for what in ("ntp", "time", "timezone")),
    }
    unit = (PACKAGING / "systemd" / "tabletop-companion.service").read_text("utf-8")
    assert "\nProtectClock=yes\n" in unit and "\nIPAddressDeny=any\n" in unit


def test_of_a_panel_the_companion_may_write_how_its_lamp_shines() -> None:
    rules = (PACKAGING / "system" / "90-tabletop-companion.rules").read_text("utf-8")
    (lamp,) = [line for line in rules.splitlines() if '"backlight"' in line]
    given = set(re.findall(r"/sys%p/(\w+)", lamp))
    assert given == {"brightness", "bl_power"} and "g+w" in lamp
    unit = (PACKAGING / "systemd" / "tabletop-companion.service").read_text("utf-8")
    assert "\nProtectKernelTunables=yes\n" in unit
    assert "\nReadWritePaths=-/sys/devices/platform\n" in unit


def test_kivy_takes_no_orders_from_outside() -> None:
    text = (PACKAGING / "bin" / "tabletop-companion").read_text("utf-8")
    shows = text.replace('exec /usr/bin/python3 -m ui "$@"', "exec env")
    assert shows != text
    outside = {"PATH": "/usr/bin:/bin", "KIVY_METRICS_DENSITY": "9", "KIVY_NO_CONFIG": "0"}
    told = subprocess.run(
        ["sh", "-c", shows], env=outside, capture_output=True, text=True, check=True
    )
    assert "PYTHONNOUSERSITE=1" in told.stdout and "KIVY" not in told.stdout


def installed(script: str, data: Path) -> str:
    """A command of the package, with this project in place of what is installed."""
    text = (PACKAGING / "bin" / script).read_text("utf-8")
    text = text.replace("/opt/tabletop-companion/lib", str(PACKAGING.parent))
    text = text.replace("/usr/bin/python3", sys.executable)
    return text.replace("/var/lib/tabletop-companion", str(data))


def test_all_commands_of_the_package_work_on_the_data_of_its_screen(tmp_path: Path) -> None:
    """Sheets that a terminal prints are accepted by the screen, and the offset is kept for it."""
    data = tmp_path / "data"
    data.mkdir(0o700)
    key = make_key(data)
    around = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home")}
    screen = installed("tabletop-companion", data).partition("exec ")[0] + "exec env"

    def told(script: str, *asked: str) -> str:
        command = ["sh", "-c", script, "companion", *asked]
        done = subprocess.run(command, env=around, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    assert f"COMPANION_DATA={data}\n" in told(screen)
    terminal = installed("companion", data)
    told(terminal, "print", "--offset", "0.5,-1")
    told(terminal, "print", "sakkara", "--sheets", "seats", "--out", "seats.pdf")
    assert read_key(data) == key and kept(data) == Printing(0.5, -1.0)
    assert "2 codes read, 2 of them valid" in told(terminal, "print", "--check", "seats.pdf")
    told(terminal, "maintenance", "health")
    assert not (tmp_path / "home").exists()


def test_root_touches_nothing_that_lies_in_the_data_folder() -> None:
    """What lies there is the user's, and may be a link to anywhere."""
    for script in ("postinst", "prerm", "postrm"):
        text = (PACKAGING / "debian" / script).read_text("utf-8")
        assert not re.search(r"(\$data|/var/lib/tabletop-companion)\"?/", text)


def test_no_private_key_comes_into_the_package_or_the_project(tmp_path: Path) -> None:
    key = new_key(tmp_path / "key.pem")
    lay_out, tree = PACKAGING / "lay-out", tmp_path / "tree"
    refused = subprocess.run([lay_out, tree, key], capture_output=True)
    assert refused.returncode != 0
    subprocess.run([lay_out, tree, key.with_suffix(".pub")], check=True)
    (laid,) = (tree / "usr/share/tabletop-companion/keys").iterdir()
    assert laid.read_bytes() == key.with_suffix(".pub").read_bytes()
    begins = b"-----BEGIN [A-Z ]*" + b"PRIVATE KEY-----"
    asked = ["git", "ls-files", "-z"]
    root = PACKAGING.parent
    tracked = subprocess.run(asked, cwd=root, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, tracked):
        if (root / name).is_file():
            assert not re.search(begins, (root / name).read_bytes()), name
    assert {"*.pem", "*.key"} <= set((root / ".gitignore").read_text("utf-8").split())


def test_the_companion_is_started_again_when_it_dies_or_hangs() -> None:
    text = (PACKAGING / "systemd" / "tabletop-companion.service").read_text("utf-8")
    for line in ("Restart=always", "RestartSec=200ms", "StartLimitIntervalSec=0", "WatchdogSec=10"):
        assert f"\n{line}\n" in text


def test_the_machine_starts_into_the_companion_and_shows_no_pointer(tmp_path: Path) -> None:
    enabled = re.search(r"systemctl enable .*", (PACKAGING / "debian" / "postinst").read_text())
    assert enabled is not None and "$units" in enabled[0]
    screen, companion = (
        (PACKAGING / "systemd" / f"tabletop-companion{name}.service").read_text("utf-8")
        for name in ("-screen", "")
    )
    for unit in (screen, companion):
        assert "\nWantedBy=multi-user.target\n" in unit
    assert re.search(r"ExecStart=/usr/bin/X .* -nocursor -s 0 -dpms ", screen)
    asks = "import sys; from pathlib import Path; from ui.__main__ import configure; "
    asks += "configure(Path(sys.argv[1]), (800, 480), windowed=False); "
    asks += "from kivy.config import Config; print(Config.get('graphics', 'show_cursor'))"
    told = subprocess.run(
        [sys.executable, "-c", asks, tmp_path],
        cwd=PACKAGING.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout.split()[-1] == "0"


def test_a_screen_that_is_not_there_yet_does_not_make_the_installing_fail() -> None:
    text = (PACKAGING / "debian" / "postinst").read_text("utf-8")
    (restart,) = re.findall("systemctl restart .*", text)
    assert " --no-block " in restart


def test_the_data_stay_when_the_package_goes() -> None:
    removing = [(PACKAGING / "debian" / name).read_text("utf-8") for name in ("prerm", "postrm")]
    for text in removing:
        commands = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        for line in commands:
            assert not re.search(r"rm .*/var/lib/tabletop-companion(?!-versions|-club)", line)


def test_the_control_file_has_every_field_and_value() -> None:
    text = (PACKAGING / "debian" / "control.in").read_text("utf-8")
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert {"Package", "Version", "Architecture", "Maintainer", "Depends", "Description"} <= set(
        fields
    )
    assert "espeak-ng" in fields["Recommends"]  # else nobody who cannot see hears anything
    assert {"cups", "ipp-usb", "avahi-daemon"} <= {*fields["Recommends"].split(", ")}  # no driver
    asked = set(re.findall(r"@(\w+)@", text))
    given = set(
        re.findall(r"s/@(\w+)@/", (PACKAGING.parent / "script" / "package").read_text("utf-8"))
    )
    assert asked == given


def test_a_small_package_can_be_built_and_has_its_units(tree: Path, tmp_path: Path) -> None:
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


def test_the_package_brings_its_licence_its_changes_and_its_manual(tree: Path) -> None:
    doc = tree / "usr/share/doc/tabletop-companion"
    licence = (PACKAGING.parent / "LICENSE").read_text("utf-8")
    said = (doc / "copyright").read_text("utf-8")
    assert " Permission is hereby granted, free of charge" in said and "@licence@" not in said
    assert all(f" {line}" in said for line in licence.splitlines()[4:] if line)
    changes = gzip.decompress((doc / "changelog.gz").read_bytes()).decode()
    assert changes.startswith(f"tabletop-companion ({companion.__version__}) ")
    manual = tree / "usr/share/man/man1/companion.1.gz"
    page = gzip.decompress(manual.read_bytes()).decode()
    commands = subprocess.run(
        [sys.executable, "-m", "companion.cli", "--help"], capture_output=True, text=True
    ).stdout.splitlines()[-1]
    assert all(f"{name}" in page for name in commands.partition("): ")[2].split(", "))


def test_nothing_in_the_package_can_be_written_by_others(tree: Path) -> None:
    every = [tree, *tree.rglob("*")]
    assert not [one for one in every if not one.is_symlink() and one.stat().st_mode & 0o022]
    text = (PACKAGING.parent / "script" / "package").read_text("utf-8")
    assert 'chmod -R go-w "$lib"' in text and '"$lib/.lock"' in text


def test_no_unit_waits_for_what_no_unit_starts() -> None:
    assert not [unit.name for unit in UNITS if "settle" in unit.read_text("utf-8")]


def test_a_package_knows_its_own_commands(tmp_path: Path) -> None:
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
    assert {"devices", "maintenance", "print"} <= set(told.stdout.split())
