"""The wireless network of this machine, through NetworkManager. The companion itself uses none of
it: it is for the clock, a printer, and whoever looks after the machine.

What networks are called is what strangers in the street made up: it is only ever shown as plain
signs, never believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.files import shown
from companion.maintenance.bus import Service, service
from companion.maintenance.trouble import MaintenanceError

_NAME, _ROOT = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
_DEVICE, _WIRELESS = f"{_NAME}.Device", f"{_NAME}.Device.Wireless"
_POINT, _ACTIVE = f"{_NAME}.AccessPoint", f"{_NAME}.Connection.Active"
_SETTINGS, _ONE = f"{_NAME}.Settings", f"{_NAME}.Settings.Connection"

# Numbers of NetworkManager's own enumerations (its D-Bus reference, "Types").
_IS_WIFI = 2
_PRIVACY = 0x1
_PSK, _ENTERPRISE, _SAE, _OWE = 0x100, 0x200, 0x400, 0x800
_ACTIVATED, _GONE = 2, 4
_NO_SECRETS, _WRONG = 7, (8, 9, 10, 11)

MOST = 30
"""Networks that are shown, the strongest first."""

JOIN_SECONDS, LOOK_SECONDS = 45.0, 0.3
"""How long it may take to get into a network, and the seconds between two looks."""

SHORTEST, LONGEST = 8, 63
"""Letters of a password (IEEE 802.11, annex J.4)."""

Lock = Literal["open", "password", "other"]


class Network(msgspec.Struct, frozen=True):
    """A network in reach.

    ssid: what it is called, as bytes of any kind.
    name: the same as a screen can show it.
    lock: whether it wants a password; ``other`` are locks that nobody can open with one.
    strength: 0 to 100.
    known: whether its password is kept here.
    joined: whether this machine is in it.
    """

    ssid: bytes
    name: str
    lock: Lock
    strength: int
    known: bool
    joined: bool


class Wifi(msgspec.Struct, frozen=True):
    """on: whether wireless is switched on. networks: those in reach, one that this machine is in
    first, then the strongest."""

    on: bool
    networks: tuple[Network, ...]


def look() -> Wifi:
    """What is there. Raises MaintenanceError; with ``no_wifi`` where the machine has none."""
    with service(_NAME, _ROOT) as manager:
        device = _device(manager)
        if not manager.get(_NAME, "WirelessEnabled"):
            return Wifi(False, ())
        known = {ssid for ssid, _ in _kept(manager)}
        joined = _joined(manager, device)
        points = [manager.at(one) for one in device.call(_WIRELESS, "GetAllAccessPoints")]
        networks = [_network(point.all(_POINT), known, joined) for point in points]
        return Wifi(True, tuple(_strongest(networks)))


def scan() -> None:
    """Ask for networks to be looked for anew; they come some seconds later. Raises
    MaintenanceError."""
    with service(_NAME, _ROOT) as manager:
        _device(manager).call(_WIRELESS, "RequestScan", "a{sv}", {})


def switch(on: bool) -> None:
    """Switch wireless on or off. Raises MaintenanceError."""
    with service(_NAME, _ROOT) as manager:
        _device(manager)
        manager.set(_NAME, "WirelessEnabled", ("b", on))


def join(
    network: Network,
    password: str = "",
    now: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Get into a network, and keep it for later; with "" as password by the one that is kept, or by
    none. What is new and does not work is not kept. Raises MaintenanceError: ``wifi_password``
    where it is not the right one, ``wifi_not_joined`` where it did not work otherwise."""
    if password and not SHORTEST <= len(password.encode()) <= LONGEST:
        raise MaintenanceError("wifi_short", Path(network.name))
    with service(_NAME, _ROOT) as manager:
        device = _device(manager)
        point = _point(manager, device, network)
        kept = "" if password else _kept_one(manager, network)
        new = not kept
        if kept:
            where = device.path, point.path
            active = manager.call(_NAME, "ActivateConnection", "ooo", kept, *where)
        else:
            told = _told(network, password, point.all(_POINT))
            what = told, device.path, point.path
            kept, active = manager.call(_NAME, "AddAndActivateConnection", "a{sa{sv}}oo", *what)
        end = now() + JOIN_SECONDS
        while now() < end:
            state = _state(manager, active)
            if state == _ACTIVATED:
                return
            if state == _GONE:
                break
            wait(LOOK_SECONDS)
        _, reason = device.get(_DEVICE, "StateReason")
        if new:
            manager.at(kept).call(_ONE, "Delete")
        wrong = reason == _NO_SECRETS or reason in _WRONG
        raise MaintenanceError("wifi_password" if wrong else "wifi_not_joined", Path(network.name))


def forget(network: Network) -> None:
    """Leave a network and forget its password. Raises MaintenanceError."""
    with service(_NAME, _ROOT) as manager:
        for ssid, path in _kept(manager):
            if ssid == network.ssid:
                manager.at(path).call(_ONE, "Delete")


def _device(manager: Service) -> Service:
    """The first wireless one."""
    for path in manager.call(_NAME, "GetDevices"):
        device = manager.at(path)
        if device.get(_DEVICE, "DeviceType") == _IS_WIFI:
            return device
    raise MaintenanceError("no_wifi", Path(_NAME))


def _joined(manager: Service, device: Service) -> bytes:
    """What the network is called that this machine is in; b"" where it is in none."""
    path = device.get(_WIRELESS, "ActiveAccessPoint")
    active = device.get(_DEVICE, "ActiveConnection")
    if path == "/" or active == "/" or _state(manager, active) != _ACTIVATED:
        return b""
    return _ssid(manager.at(path).get(_POINT, "Ssid"))


def _state(manager: Service, active: str) -> int:
    try:
        return int(manager.at(active).get(_ACTIVE, "State"))
    except MaintenanceError:
        return _GONE  # an attempt that failed is no object any more


def _kept(manager: Service) -> list[tuple[bytes, str]]:
    """The networks that are kept, by what they are called."""
    found = []
    for path in manager.at(f"{_ROOT}/Settings").call(_SETTINGS, "ListConnections"):
        told = manager.at(path).call(_ONE, "GetSettings")
        if "802-11-wireless" in told:
            found.append((_ssid(told["802-11-wireless"]["ssid"][1]), path))
    return found


def _kept_one(manager: Service, network: Network) -> str:
    return next((path for ssid, path in _kept(manager) if ssid == network.ssid), "")


def _point(manager: Service, device: Service, network: Network) -> Service:
    """The strongest access point of a network."""
    found = []
    for path in device.call(_WIRELESS, "GetAllAccessPoints"):
        told = manager.at(path).all(_POINT)
        if _ssid(told["Ssid"]) == network.ssid and _lock(told) == network.lock:
            found.append((int(told["Strength"]), path))
    if not found:
        raise MaintenanceError("wifi_not_joined", Path(network.name))
    return manager.at(max(found)[1])


def _told(network: Network, password: str, point: dict[str, Any]) -> dict[str, Any]:
    """A network as NetworkManager keeps it."""
    settings: dict[str, Any] = {
        "connection": {"id": ("s", network.name), "type": ("s", "802-11-wireless")},
        "802-11-wireless": {"ssid": ("ay", network.ssid)},
    }
    if network.lock == "password":
        older = (point["WpaFlags"] | point["RsnFlags"]) & _PSK
        lock = {"key-mgmt": ("s", "wpa-psk" if older else "sae"), "psk": ("s", password)}
        settings["802-11-wireless-security"] = lock
    return settings


def _network(point: dict[str, Any], known: set[bytes], joined: bytes) -> Network:
    ssid = _ssid(point["Ssid"])
    return Network(
        ssid,
        shown(ssid.decode("utf-8", "surrogateescape")).strip(),
        _lock(point),
        max(0, min(100, int(point["Strength"]))),
        ssid in known,
        bool(ssid) and ssid == joined,
    )


def _ssid(told: Any) -> bytes:
    """What a network is called. Raises TypeError for a number: ``bytes`` would make so many zeros
    of it."""
    return bytes(iter(told))


def _lock(point: dict[str, Any]) -> Lock:
    how = int(point["WpaFlags"]) | int(point["RsnFlags"])
    if how & (_PSK | _SAE):
        return "password"
    plain = how in (0, _OWE) and not (how == 0 and int(point["Flags"]) & _PRIVACY)
    return "open" if plain else "other"


def _strongest(networks: Iterable[Network]) -> list[Network]:
    """One of each name and lock, without those that do not say what they are called."""
    found: dict[tuple[bytes, Lock], Network] = {}
    for one in sorted(networks, key=lambda one: one.strength, reverse=True):
        if one.name:
            found.setdefault((one.ssid, one.lock), one)
    return sorted(found.values(), key=lambda one: not one.joined)[:MOST]
