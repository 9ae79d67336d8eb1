"""NetworkManager and timedated as far as the companion asks them, on a real bus of their own: no
machine of the tests has a wireless network, and no test may set the clock. Names, signatures and
numbers are those of their references."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR
from threading import Thread
from typing import Any

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NM, ROOT = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
CLOCK = "org.freedesktop.timedate1"
POINT, DEVICE, WIRELESS = f"{NM}.AccessPoint", f"{NM}.Device", f"{NM}.Device.Wireless"
ACTIVE, KEPT = f"{NM}.Connection.Active", f"{NM}.Settings.Connection"
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={place}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/>
<allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>"""
PSK, SAE, ENTERPRISE = 0x100, 0x400, 0x200


class Machine:
    """A machine with these services. Everything can be changed while it runs.

    points: access points, by path. kept: what is kept of networks. passwords: the right ones.
    slow: whether a network takes for ever. refuses: methods that are answered with an error of that
    name. calls: which came, with what.
    """

    def __init__(self, address: str) -> None:
        self.wifi, self.on = True, True
        self.points: dict[str, dict[str, tuple[str, Any]]] = {}
        self.kept: dict[str, dict[str, Any]] = {}
        self.passwords: dict[bytes, str] = {}
        self.joined, self.reason, self.slow = "/", 0, False
        self.clock: dict[str, tuple[str, Any]] = {
            "Timezone": ("s", "Europe/Berlin"),
            "NTP": ("b", True),
            "CanNTP": ("b", True),
            "NTPSynchronized": ("b", False),
        }
        self.refuses: dict[str, str] = {}
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self._states: dict[str, int] = {}
        self._bus = open_dbus_connection(address)
        for name in (NM, CLOCK):
            self._bus.send_and_get_reply(message_bus.RequestName(name))
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def near(self, ssid: bytes, strength: int = 70, lock: int = PSK, flags: int = 1) -> str:
        """One more access point; its path."""
        path = f"{ROOT}/AccessPoint/{len(self.points) + 1}"
        self.points[path] = {
            "Ssid": ("ay", ssid),
            "Strength": ("y", strength),
            "Flags": ("u", flags),
            "WpaFlags": ("u", 0),
            "RsnFlags": ("u", lock),
        }
        return path

    def asked(self, method: str) -> list[tuple[Any, ...]]:
        """With what a method was called, in order."""
        return [what for name, what in self.calls if name == method]

    def stop(self) -> None:
        with suppress(OSError):  # it was stopped before
            self._bus.sock.shutdown(SHUT_RDWR)
        self._thread.join()
        self._bus.close()

    def _serve(self) -> None:
        while True:
            try:
                message = self._bus.receive()
            except (OSError, EOFError, ValueError):
                return
            if message.header.message_type is not MessageType.method_call:
                continue
            fields = message.header.fields
            path, method = fields[HeaderFields.path], fields[HeaderFields.member]
            interface = fields.get(HeaderFields.interface, "")
            self.calls.append((method, tuple(message.body)))
            try:
                if method in self.refuses:
                    raise LookupError(self.refuses[method])
                signature, body = self._answer(path, interface, method, message.body)
                reply = new_method_return(message, signature, body)
            except LookupError as error:
                reply = new_error(message, str(error.args[0]))
            with suppress(OSError):  # it was stopped while it thought
                self._bus.send_message(reply)

    def _answer(self, path: str, interface: str, method: str, body: Any) -> tuple[Any, Any]:
        if method == "GetAll":
            return "a{sv}", (self._all(path, body[0]),)
        if method == "Get":
            return "v", (self._all(path, body[0])[body[1]],)
        if method == "Set":
            self.on = body[2][1]
            return None, ()
        found: tuple[Any, Any] = getattr(self, f"_{method}")(path, *body)
        return found

    def _all(self, path: str, interface: str) -> dict[str, tuple[str, Any]]:
        if interface == CLOCK:
            return self.clock
        if interface == NM:
            return {"WirelessEnabled": ("b", self.on)}
        if interface == POINT:
            return self.points[path]
        if interface == ACTIVE and path in self._states:
            return {"State": ("u", self._states[path])}
        if interface == DEVICE:
            active = "/" if self.joined == "/" else f"{ROOT}/ActiveConnection/1"
            return {
                "DeviceType": ("u", 2 if path.endswith("/2") and self.wifi else 1),
                "StateReason": ("(uu)", (120, self.reason)),
                "ActiveConnection": ("o", active),
            }
        if interface == WIRELESS:
            return {"ActiveAccessPoint": ("o", self.joined)}
        raise LookupError("org.freedesktop.DBus.Error.UnknownObject")

    # NetworkManager

    def _GetDevices(self, _: str) -> tuple[str, Any]:  # noqa: N802
        return "ao", ([f"{ROOT}/Devices/1", f"{ROOT}/Devices/2"],)

    def _GetAllAccessPoints(self, _: str) -> tuple[str, Any]:  # noqa: N802
        return "ao", (list(self.points),)

    def _RequestScan(self, _: str, options: Any) -> tuple[None, Any]:  # noqa: N802
        return None, ()

    def _ListConnections(self, _: str) -> tuple[str, Any]:  # noqa: N802
        return "ao", (list(self.kept),)

    def _GetSettings(self, path: str) -> tuple[str, Any]:  # noqa: N802
        return "a{sa{sv}}", (self.kept[path],)

    def _Delete(self, path: str) -> tuple[None, Any]:  # noqa: N802
        ssid = self.kept.pop(path)["802-11-wireless"]["ssid"][1]
        if self.joined in self.points and self.points[self.joined]["Ssid"][1] == ssid:
            self.joined = "/"
        return None, ()

    def _ActivateConnection(self, _: str, kept: str, device: str, point: str) -> tuple[str, Any]:  # noqa: N802
        return "o", (self._begin(point, self.kept[kept]),)

    def _AddAndActivateConnection(  # noqa: N802
        self, _: str, told: Any, device: str, point: str
    ) -> tuple[str, Any]:
        path = f"{ROOT}/Settings/{len(self.asked('AddAndActivateConnection'))}"
        self.kept[path] = told
        return "oo", (path, self._begin(point, told))

    def _begin(self, point: str, told: dict[str, Any]) -> str:
        """Joins where the password is the right one; else it fails for want of it."""
        ssid = self.points[point]["Ssid"][1]
        given = told.get("802-11-wireless-security", {}).get("psk", ("s", ""))[1]
        right = given == self.passwords.get(ssid, "")
        active = f"{ROOT}/ActiveConnection/1"
        self._states[active] = 1 if self.slow else 2 if right else 4
        self.joined, self.reason = (point, 0) if right else ("/", 7)
        return active

    # timedated

    def _ListTimezones(self, _: str) -> tuple[str, Any]:  # noqa: N802
        return "as", (["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC", "Asia/Tokyo"],)

    def _SetTimezone(self, _: str, zone: str, interactive: bool) -> tuple[None, Any]:  # noqa: N802
        self.clock["Timezone"] = ("s", zone)
        return None, ()

    def _SetNTP(self, _: str, on: bool, interactive: bool) -> tuple[None, Any]:  # noqa: N802
        self.clock["NTP"] = ("b", on)
        return None, ()

    def _SetTime(self, _: str, at: int, relative: bool, interactive: bool) -> tuple[None, Any]:  # noqa: N802
        if self.clock["NTP"][1]:
            raise LookupError("org.freedesktop.timedate1.AutomaticTimeSyncEnabled")
        return None, ()


@contextmanager
def bus(folder: Path) -> Iterator[str]:
    """A bus, with nothing on it; its address."""
    place = folder / "bus"
    config = folder / "bus.conf"
    config.write_text(CONFIG.format(place=place), "utf-8")
    command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.communicate()
