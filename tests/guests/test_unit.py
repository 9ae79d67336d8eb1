"""The service as a unit of a machine that does nothing else."""

import re
from pathlib import Path

from guests.addresses import HOME
from ui.guests.line import NICE
from ui.guests.reach import CALLED

UNITS = Path(__file__).parents[2] / "packaging" / "systemd"


def test_what_strangers_speak_to_sees_no_data_and_the_network_of_the_house_alone() -> None:
    unit = (UNITS / "tabletop-companion-guests@.service").read_text("utf-8")
    for line in ("DynamicUser=yes", "IPAddressDeny=any", "MemoryMax=128M", "PrivateDevices=yes"):
        assert f"\n{line}\n" in unit
    (allowed,) = re.findall("^IPAddressAllow=localhost (.*)$", unit, re.MULTILINE)
    assert {*allowed.split()} == {*map(str, HOME)} - {"127.0.0.0/8", "::1/128"}
    (hidden,) = re.findall("^InaccessiblePaths=(.*)$", unit, re.MULTILINE)
    assert "/var/lib/tabletop-companion" in hidden.split()
    assert "StateDirectory" not in unit and f"\nNice={NICE}\n" in unit
    called = (UNITS / "tabletop-companion-guests.socket").read_text("utf-8")
    assert f"ListenStream={CALLED}\nSocketUser=tabletop-companion\nSocketMode=0600" in called
