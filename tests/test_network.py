"""Nothing that a table says leaves the machine unless it was made to join a club, and nothing waits
for a network."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "demo", "firmware_bridge", "printables", "ui")

REACHING = (
    *("aiohttp", "ftplib", "http", "httpx", "requests", "smtplib", "socketserver", "ssl"),
    *("urllib3", "xmlrpc", r"kivy\.network", r"urllib\.request"),
)
"""Modules that speak to other machines."""

OUT = {"companion/uplink/line.py"}
"""Who speaks to another machine: to the hub of the club that a table was made to join."""

SOCKETS = {
    "companion/maintenance/installer.py",
    "companion/maintenance/update.py",
    "ui/guests/line.py",
    "ui/guests/reach.py",
    "ui/watchdog.py",
}
"""Who opens a socket, of this machine alone: for a new version, for the service of other screens,
and for systemd."""


def test_no_part_reaches_out_to_a_network() -> None:
    reaching = re.compile(rf"^\s*(?:import|from) (?:{'|'.join(REACHING)})\b", re.MULTILINE)
    opening = set()
    for file in (one for package in PACKAGES for one in (ROOT / package).rglob("*.py")):
        text, name = file.read_text("utf-8"), file.relative_to(ROOT).as_posix()
        assert bool(reaching.search(text)) == (name in OUT), name
        if re.search(r"^\s*(?:import|from) socket\b", text, re.MULTILINE):
            opening.add(name)
            assert set(re.findall(r"\bAF_\w+", text)) <= {"AF_UNIX"}, name
    assert opening == SOCKETS | OUT


def test_the_installed_companion_may_not_speak_to_a_network() -> None:
    """Only to this machine, where a printer or the pins may be behind a socket."""
    unit = (ROOT / "packaging/systemd/tabletop-companion.service").read_text("utf-8").splitlines()
    assert "IPAddressDeny=any" in unit
    allowed = [line for line in unit if line.startswith("IPAddressAllow")]
    assert allowed == ["IPAddressAllow=localhost"]
