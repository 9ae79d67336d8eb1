"""A card to flash: its description, its list for the Imager, its system that is not written to."""

import hashlib
import json
import lzma
import os
import subprocess
from pathlib import Path

import pytest

from script import os_list

IMAGE = Path(__file__).parent.parent / "packaging" / "image"
CARD = IMAGE / "image" / "companion-card"


def ran(script: Path, *arguments: object, **around: str) -> None:
    subprocess.run(
        ["sh", script, *map(str, arguments)],
        cwd=script.parent,
        env={**os.environ, **around},
        check=True,
    )


def test_the_system_is_not_written_to_and_the_data_have_a_partition_of_their_own(
    tmp_path: Path,
) -> None:
    """And a button switches it off and on, and it starts silently: nobody can log in to say so."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2 rootwait\n")
    for part in ("boot", "root"):
        ran(CARD / "setup.sh", part, IMAGEMOUNTPATH=str(tmp_path))
    starts = (tmp_path / "cmdline.txt").read_text().split()
    assert {"root=LABEL=system", "overlayroot=tmpfs:recurse=0", "rootwait"} <= set(starts)
    assert {"quiet", "splash"} <= set(starts)
    assert "dtoverlay=gpio-shutdown" in (tmp_path / "config.txt").read_text().splitlines()
    mounts = [line.split() for line in (tmp_path / "etc" / "fstab").read_text().splitlines()]
    options = {where: set(how.split(",")) for _, where, _, how, *_ in mounts}
    assert "ro" in options["/"] and "ro" in options["/boot/firmware"]
    assert {"nodev", "nosuid", "noexec"} <= options["/var/lib/tabletop-companion"]
    assert "ro" not in options["/var/lib/tabletop-companion"]
    labels = {what.removeprefix("LABEL=") for what, *_ in mounts if "LABEL=" in what}
    layout = (CARD / "genimage.cfg.in").read_text("utf-8")
    assert all(f'label = "{label}"' in layout for label in labels)


def test_a_network_that_was_chosen_is_there_after_a_restart_on_a_partition_of_its_own(
    tmp_path: Path,
) -> None:
    own = tmp_path / "etc" / "netplan" / "10-cable.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("network: {version: 2}\n")
    ran(IMAGE / "files" / "settle", tmp_path)
    ran(CARD / "setup.sh", "root", IMAGEMOUNTPATH=str(tmp_path))
    fstab = (tmp_path / "etc" / "fstab").read_text()
    mounts = {where: (what, how) for what, where, _, how, *_ in map(str.split, fstab.splitlines())}
    for where in ("/etc/NetworkManager/system-connections", "/etc/netplan"):
        what, how = mounts[where]
        kept = tmp_path / what.removeprefix("/")
        assert kept.stat().st_mode & 0o77 == 0
        assert {"bind", "nofail", "x-systemd.before=NetworkManager.service"} <= {*how.split(",")}
        assert mounts[str(Path(what).parent)][0] == "LABEL=network"
        assert [one.name for one in kept.iterdir()] == [
            one.name for one in (tmp_path / where.removeprefix("/")).iterdir()
        ]
    assert f'mountpoint = "{Path(what).parent}"' in (CARD / "genimage.cfg.in").read_text("utf-8")
    told = tmp_path / "etc/systemd/system/NetworkManager.service.d/network.conf"
    assert "netplan generate" in told.read_text("utf-8")


def test_the_time_zone_that_was_chosen_is_there_after_a_restart(tmp_path: Path) -> None:
    """By the commands of the units themselves; that a new link starts them is systemd's."""
    ran(IMAGE / "files" / "settle", tmp_path)
    units, kept = tmp_path / "etc/systemd/system", tmp_path / "var/lib/tabletop-companion-network"
    wanted = {one.resolve().name for one in (units / "multi-user.target.wants").iterdir()}
    assert wanted == {"tabletop-companion-zone.service", "tabletop-companion-zone-kept.path"}
    zone = tmp_path / "etc" / "localtime"
    told = (units / "tabletop-companion-zone-kept.path").read_text("utf-8")
    assert "PathChanged=/etc/localtime" in told

    def started(unit: str) -> None:
        for line in (units / f"tabletop-companion-{unit}.service").read_text("utf-8").splitlines():
            if line.startswith("ExecStart="):
                command, *words = line.removeprefix("ExecStart=").split()
                moved = [f"{tmp_path}{one}" if one.startswith("/") else one for one in words]
                subprocess.run([command, *moved], check=True)

    for place in ("Europe/Berlin", "America/Lima"):
        zone.unlink(missing_ok=True)
        zone.symlink_to(f"../usr/share/zoneinfo/{place}")
        started("zone-kept")
    zone.unlink()
    zone.symlink_to("../usr/share/zoneinfo/Etc/UTC")  # as the system brings it
    started("zone")
    assert zone.readlink() == Path("../usr/share/zoneinfo/America/Lima")
    assert [one.name for one in kept.glob("localtime*")] == ["localtime"]


def test_the_layout_of_the_card_is_filled_in(tmp_path: Path) -> None:
    chosen = {"name": "companion", "suffix": "img", "data_part_size": "1G"}
    around = {f"IGconf_image_{key}": value for key, value in chosen.items()}
    ran(CARD / "pre-image.sh", tmp_path, tmp_path, **around)
    made = (tmp_path / "genimage.cfg").read_text("utf-8")
    assert "image companion.img {" in made and "size = 1G" in made
    assert str(CARD / "setup.sh") in made and "<" not in made


def test_without_its_partition_the_companion_does_not_start_and_the_door_stays_shut(
    tmp_path: Path,
) -> None:
    ran(IMAGE / "files" / "settle", tmp_path)
    etc = tmp_path / "etc"
    overlay = (etc / "overlayroot.local.conf").read_text("utf-8")
    assert 'overlayroot="tmpfs:recurse=0"' in overlay
    assert (etc / "machine-id").read_bytes() == b""
    units = IMAGE.parent / "systemd"
    for folder in (etc / "systemd" / "system").glob("tabletop-*.d"):
        assert (units / folder.name.removesuffix(".d")).exists()
    service = etc / "systemd" / "system" / "tabletop-companion.service.d" / "data.conf"
    assert "ConditionPathIsMountPoint=/var/lib/tabletop-companion" in service.read_text("utf-8")
    door = etc / "systemd" / "system" / "tabletop-companion-update.socket.d" / "read-only.conf"
    assert "ConditionKernelCommandLine=overlayroot=disabled" in door.read_text("utf-8")


def test_the_description_brings_its_package_and_names_what_there_is(tmp_path: Path) -> None:
    deb = tmp_path / "tabletop-companion_1_arm64_py3.13.deb"
    deb.write_bytes(b"a package")
    out = tmp_path / "card"
    script = IMAGE.parent.parent / "script" / "image"
    call = [str(script), "describe", str(deb), "--out", str(out)]
    subprocess.run(call, check=True, capture_output=True)
    assert (out / "pkgs" / deb.name).read_bytes() == b"a package"
    switch = out / "image" / "companion-card" / "boot"
    assert switch.read_bytes() == (IMAGE.parent / "bin" / "boot").read_bytes()
    assert not switch.is_symlink()  # the description goes to another machine
    config = (out / "config" / "tabletop-companion.yaml").read_text("utf-8")
    layers = [path.read_text("utf-8") for path in out.rglob("*.yaml")]
    for name in ("companion-card", "tabletop-companion"):
        assert f"layer: {name}" in config or f"app: {name}" in config
        assert any(f"X-Env-Layer-Name: {name}\n" in layer for layer in layers)
    layer = (out / "layer" / "tabletop-companion.yaml").read_text("utf-8")
    control = (IMAGE.parent / "debian" / "control.in").read_text("utf-8")
    packages = {
        line[6:] for line in layer.splitlines() if line.startswith("    - ") and " " not in line[6:]
    }
    wanted = next(line for line in control.splitlines() if line.startswith("Recommends: "))
    for one in wanted.removeprefix("Recommends: ").split(", "):
        choices = set(one.split(" | "))
        assert choices & packages or choices == {"libasound2t64", "libasound2"}, one


@pytest.mark.parametrize("packed", [False, True])
def test_the_imager_is_told_the_sums_and_sizes_of_the_image(packed: bool, tmp_path: Path) -> None:
    data = bytes(range(256)) * 999
    image = tmp_path / ("card.img.xz" if packed else "card.img")
    image.write_bytes(lzma.compress(data) if packed else data)
    out = tmp_path / "os_list.json"
    assert os_list.main([str(image), "--url", "https://club.example/card", "--out", str(out)]) == 0
    (offered,) = json.loads(out.read_text("utf-8"))["os_list"]
    assert offered["extract_sha256"] == hashlib.sha256(data).hexdigest()
    assert offered["extract_size"] == len(data)
    assert offered["image_download_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert offered["image_download_size"] == image.stat().st_size
    assert offered["url"] == "https://club.example/card"


def test_an_image_that_is_damaged_or_missing_is_said_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "card.img.xz"
    broken.write_bytes(lzma.compress(b"card" * 999)[:-9])
    for image in (broken, tmp_path / "none.img"):
        assert os_list.main([str(image), "--out", str(tmp_path / "list")]) == 1
        assert image.name in capsys.readouterr().err
    assert not (tmp_path / "list").exists()
