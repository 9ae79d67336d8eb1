"""How the machine starts: a button that switches it, and what is seen before the companion is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from ui import theme

PACKAGING = Path(__file__).parent.parent / "packaging"


def test_a_button_and_a_silent_start_are_set_up_and_taken_back(tmp_path: Path) -> None:
    config, cmdline = tmp_path / "config.txt", tmp_path / "cmdline.txt"
    before = "dtparam=audio=on\n[pi4]\narm_boost=1"
    console = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait quiet"
    config.write_text(before)
    cmdline.write_text(console + "\n")

    def boot(*what: str) -> int:
        command = [str(PACKAGING / "bin" / "boot"), *what]
        return subprocess.run(command, capture_output=True).returncode

    for _ in range(2):  # once is enough, and twice does no harm
        assert boot("button", str(tmp_path)) == boot("quiet", str(tmp_path)) == 0
    lines = config.read_text().splitlines()
    assert lines == [
        *before.splitlines(),
        *("[all]", "dtoverlay=gpio-shutdown", "[all]", "disable_splash=1"),
    ]
    (line,) = cmdline.read_text().splitlines()
    words = line.split()
    assert words[:4] == console.split()[:4] and words.count("quiet") == 1
    assert {"splash", "loglevel=3", "vt.global_cursor_default=0"} < set(words)
    assert boot("no-button", str(tmp_path)) == boot("usual", str(tmp_path)) == 0
    assert config.read_text().splitlines() == before.splitlines()
    assert cmdline.read_text().split() == console.split()[:4]
    assert boot() == boot("else") == 2 and boot("quiet", str(tmp_path / "none")) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cmdline.txt", "config.txt"]


def test_the_splash_has_the_colours_of_the_people_and_the_ground_of_the_screen(
    tmp_path: Path,
) -> None:
    subprocess.run([PACKAGING / "lay-out", tmp_path / "tree"], check=True)
    theme_of_boot = tmp_path / "tree/usr/share/plymouth/themes/tabletop-companion"
    drawn = tmp_path / "discs.png"
    subprocess.run([sys.executable, PACKAGING / "splash" / "draw.py", drawn], check=True)
    with Image.open(drawn) as now, Image.open(theme_of_boot / "discs.png") as laid:
        assert now.tobytes() == laid.tobytes()
    script = (theme_of_boot / "tabletop-companion.script").read_text("utf-8")
    for ground in re.findall(r"Background\w+Color\((.*)\)", script):
        told = tuple(float(part) for part in ground.split(", "))
        assert told == pytest.approx(theme.colour("background")[:3], abs=0.001)
