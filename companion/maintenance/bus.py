"""Asks the services of this machine over the system bus, a local socket: for the network and the
clock. Nothing here reaches another machine; what comes back is checked by whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.maintenance.trouble import MaintenanceError

PATIENCE = 15.0
"""Seconds for a service to answer: some are only started when they are asked."""

_REFUSED = ("AccessDenied", "PermissionDenied", "InteractiveAuthorizationRequired", "AuthFailed")
_ABSENT = ("ServiceUnknown", "NameHasNoOwner", "FileNotFound", "Spawn.ServiceNotFound")

_PROPERTIES = "org.freedesktop.DBus.Properties"

Value = tuple[str, Any]
"""A value with its signature, as the bus carries what may be of any kind."""


class Service:
    """One object of a service, while the bus is open. What goes wrong is a MaintenanceError:
    ``not_allowed_here``, ``service_absent`` or ``service_refused``."""

    def __init__(self, connection: Any, name: str, path: str) -> None:
        self._connection, self._name, self.path = connection, name, path

    def at(self, path: str) -> Service:
        """Another object of the same service."""
        return Service(self._connection, self._name, path)

    def call(self, interface: str, method: str, signature: str = "", *what: Any) -> Any:
        """What a method answers: nothing, one value, or several as a tuple. Raises
        MaintenanceError."""
        from jeepney import DBusAddress, MessageType, new_method_call

        where = DBusAddress(self.path, bus_name=self._name, interface=interface)
        message = new_method_call(where, method, signature or None, what)
        try:
            reply = self._connection.send_and_get_reply(message, timeout=PATIENCE)
        except (OSError, EOFError, ValueError, TypeError) as error:  # gone, late, or nonsense
            raise MaintenanceError("service_absent", Path(self._name)) from error
        if reply.header.message_type is MessageType.error:
            raise MaintenanceError(_why(_error_name(reply)), Path(self._name))
        body: tuple[Any, ...] = reply.body
        return body[0] if len(body) == 1 else body

    def get(self, interface: str, name: str) -> Any:
        """A property."""
        _, value = _pair(self.call(_PROPERTIES, "Get", "ss", interface, name))
        return value

    def all(self, interface: str) -> dict[str, Any]:
        """All properties of an interface."""
        told = self.call(_PROPERTIES, "GetAll", "s", interface)
        return {name: _pair(value)[1] for name, value in dict(told).items()}

    def set(self, interface: str, name: str, value: Value) -> None:
        """Set a property."""
        self.call(_PROPERTIES, "Set", "ssv", interface, name, value)


def _pair(told: Any) -> tuple[str, Any]:
    if isinstance(told, tuple) and len(told) == 2:
        return told
    raise MaintenanceError("service_refused", Path("bus"))


def _error_name(reply: Any) -> str:
    from jeepney import HeaderFields

    return str(reply.header.fields.get(HeaderFields.error_name, ""))


def _why(name: str) -> str:
    if name.endswith(_REFUSED):
        return "not_allowed_here"
    return "service_absent" if name.endswith(_ABSENT) else "service_refused"


@contextmanager
def service(name: str, path: str) -> Iterator[Service]:
    """A service, for as long as it is talked to. Raises MaintenanceError where there is no bus, and
    where what is answered is not what was asked for."""
    from jeepney.io.blocking import open_dbus_connection

    try:
        connection = open_dbus_connection("SYSTEM")
    except Exception as error:  # no socket, an address that cannot be read, somebody else's answer
        raise MaintenanceError("service_absent", Path(name)) from error
    try:
        yield Service(connection, name, path)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise MaintenanceError("service_refused", Path(name)) from error
    finally:
        with suppress(OSError):
            connection.close()
