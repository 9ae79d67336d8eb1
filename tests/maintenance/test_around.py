"""Network and clock of the machine: what is asked over a real bus, and what may come back."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.maintenance import clock, wifi
from companion.maintenance.health import BUILT
from companion.maintenance.trouble import MaintenanceError
from tests.maintenance.services import ENTERPRISE, PSK, SAE, Machine, bus

PASSWORD = "sieben segel"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    with bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        machine = Machine(address)
        yield machine
        machine.stop()


def named(name: str) -> wifi.Network:
    return next(one for one in wifi.look().networks if one.name == name)


def test_networks_are_told_by_name_the_own_one_first_then_the_strongest(machine: Machine) -> None:
    machine.near(b"Werft", 40)
    machine.near(b"Werft", 80)  # the same network from nearer
    machine.near(b"Offen", 90, lock=0, flags=0)
    machine.near(b"Amt", 95, lock=ENTERPRISE)
    machine.near(b"Alt", 20, lock=0)  # WEP
    machine.near(b"", 99)
    machine.near(b"Neu", 30, lock=SAE)
    machine.passwords[b"Neu"] = PASSWORD
    wifi.join(named("Neu"), PASSWORD)
    found = wifi.look()
    assert found.on
    told = [(one.name, one.lock, one.strength, one.known, one.joined) for one in found.networks]
    assert told == [
        ("Neu", "password", 30, True, True),
        ("Amt", "other", 95, False, False),
        ("Offen", "open", 90, False, False),
        ("Werft", "password", 80, False, False),
        ("Alt", "other", 20, False, False),
    ]


def test_names_of_strangers_are_shown_as_plain_signs_and_are_joined_as_they_are(
    machine: Machine,
) -> None:
    ssid = b"[b]\xff\x1b[2J\xe2\x80\xaegnol/../x"
    machine.near(ssid, lock=0, flags=0)
    (network,) = wifi.look().networks
    assert network.name == "[b]\N{REPLACEMENT CHARACTER}" + (
        "\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}gnol/../x"
    )
    wifi.join(network)
    ((told, _, _),) = machine.asked("AddAndActivateConnection")
    assert bytes(told["802-11-wireless"]["ssid"][1]) == ssid
    assert "802-11-wireless-security" not in told
    for number in range(100):
        machine.near(b"%d" % number)
    assert len(wifi.look().networks) == wifi.MOST


def test_a_network_is_joined_with_its_password_and_known_from_then_on(machine: Machine) -> None:
    machine.near(b"Werft", lock=PSK)
    machine.passwords[b"Werft"] = PASSWORD
    for wrong, reason in (("kurz", "wifi_short"), ("sieben Segel", "wifi_password")):
        with pytest.raises(MaintenanceError) as told:
            wifi.join(named("Werft"), wrong)
        assert told.value.reason == reason
        assert not named("Werft").known  # a wrong one is not kept
    wifi.join(named("Werft"), PASSWORD)
    ((told_, _, point),) = machine.asked("AddAndActivateConnection")[-1:]
    assert told_["802-11-wireless-security"] == {
        "key-mgmt": ("s", "wpa-psk"),
        "psk": ("s", PASSWORD),
    }
    assert point in machine.points and named("Werft").joined
    machine.joined = "/"
    wifi.join(named("Werft"))  # by what is kept
    assert named("Werft").joined
    wifi.forget(named("Werft"))
    assert not named("Werft").known and not named("Werft").joined


def test_a_network_that_goes_out_of_reach_or_never_answers_is_given_up(machine: Machine) -> None:
    path = machine.near(b"Werft", lock=0, flags=0)
    network = named("Werft")
    machine.slow = True
    seconds = iter(range(0, 1000, 20))
    with pytest.raises(MaintenanceError) as told:
        wifi.join(network, now=lambda: next(seconds), wait=lambda _: None)
    assert told.value.reason == "wifi_not_joined" and not machine.kept
    machine.joined = "/"
    del machine.points[path]
    with pytest.raises(MaintenanceError) as told:
        wifi.join(network)
    assert told.value.reason == "wifi_not_joined"


def test_wireless_is_switched_off_and_on(machine: Machine) -> None:
    machine.near(b"Werft")
    wifi.switch(False)
    assert wifi.look() == wifi.Wifi(False, ())
    wifi.switch(True)
    wifi.scan()
    assert wifi.look().on and machine.asked("RequestScan") == [({},)]


def test_what_the_machine_does_not_have_or_allow_is_said(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def why() -> str:
        with pytest.raises(MaintenanceError) as told:
            wifi.look()
        return told.value.reason

    machine.wifi = False
    assert why() == "no_wifi"
    for name, reason in (
        ("org.freedesktop.NetworkManager.PermissionDenied", "not_allowed_here"),
        ("org.freedesktop.DBus.Error.AccessDenied", "not_allowed_here"),
        ("org.freedesktop.DBus.Error.Failed", "service_refused"),
    ):
        machine.refuses["GetDevices"] = name
        assert why() == reason
    del machine.refuses["GetDevices"]
    machine.wifi = True
    for ssid in (("s", "nonsense"), ("t", 10**11)):  # of another kind than it should be
        machine.points["/x"] = {"Ssid": ssid}
        assert why() == "service_refused"
    machine.stop()
    assert why() == "service_absent"
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert why() == "service_absent"
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "tcp:host=192.0.2.1,port=1")
    assert why() == "service_absent"


def test_the_clock_is_set_by_hand_also_where_it_followed_the_network(machine: Machine) -> None:
    assert clock.look() == clock.Clock("Europe/Berlin", True, True, False)
    when = datetime(2027, 4, 3, 9, 30, tzinfo=UTC)
    clock.set_to(when)
    assert machine.asked("SetTime") == [(int(when.timestamp()) * 1_000_000, False, False)]
    assert not clock.look().by_itself
    clock.by_itself(True)
    assert clock.look().by_itself
    for far in (BUILT - timedelta(days=1), clock.LAST):
        with pytest.raises(MaintenanceError) as told:
            clock.set_to(far)
        assert told.value.reason == "clock_far"
    assert len(machine.asked("SetTime")) == 1
    machine.refuses["SetNTP"] = "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
    with pytest.raises(MaintenanceError) as told:
        clock.by_itself(False)
    assert told.value.reason == "not_allowed_here"


def test_a_zone_is_one_that_is_called_by_a_place(machine: Machine) -> None:
    assert clock.zones() == ("America/Argentina/Buenos_Aires", "Asia/Tokyo", "Europe/Berlin")
    clock.set_zone("Asia/Tokyo")
    assert clock.look().zone == "Asia/Tokyo"
