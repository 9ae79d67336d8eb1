"""What each device is doing just now, for the badges on the screen."""

import logging
from collections.abc import Callable
from threading import Lock
from typing import Any, Literal

import msgspec

from companion.table import Signal
from firmware_bridge.texts import Sentence

DeviceKind = Literal["gpio", "button", "dial", "lamp", "scanner", "box", "input", "camera"]
State = Literal["ready", "searching", "missing", "off"]

_log = logging.getLogger(__name__)


class DeviceState(msgspec.Struct, frozen=True):
    """One device as it is now.

    name: stays the same for the device, e.g. ``"gpio"``, ``"gpio17"``, ``"scanner"``.
    state: ``ready``; ``searching``: never found so far; ``missing``: there is something, but it
        cannot be used, or it went away; both are retried for ever; ``off``: not set up, stopped,
        or turned off for noise, and not retried.
    detail: what to say about it.
    """

    name: str
    kind: DeviceKind
    state: State
    detail: Sentence


class DeviceStates:
    """The states of all devices; tells ``announce`` all of them after each change.

    ``announce`` is called from device threads, one call at a time and in order. While it runs, the
    device waits; :meth:`states` does not.
    """

    def __init__(self, announce: Callable[[tuple[DeviceState, ...]], None]) -> None:
        self._announce = announce
        self._states: dict[str, DeviceState] = {}
        self._lock = Lock()
        self._announcing = Lock()

    def states(self) -> tuple[DeviceState, ...]:
        """All devices, sorted by name."""
        with self._lock:
            return tuple(self._states[name] for name in sorted(self._states))

    def put(self, state: DeviceState) -> None:
        """A device is now in ``state``."""
        self._change(state.name, state)

    def remove(self, name: str) -> None:
        """There is nothing (more) to say about a device."""
        self._change(name, None)

    def _change(self, name: str, state: DeviceState | None) -> None:
        with self._announcing:
            with self._lock:
                if self._states.get(name) == state:
                    return
                if state is None:
                    del self._states[name]
                else:
                    self._states[name] = state
            self._tell()

    def tell(self) -> None:
        """Announce them again, though none has changed: a part was used."""
        with self._announcing:
            self._tell()

    def _tell(self) -> None:
        try:
            self._announce(self.states())
        except Exception:
            _log.exception("the receiver of device states failed")


class SignalSource:
    """One source of signals: they leave numbered without gaps, and in order."""

    def __init__(self, name: str, deliver: Callable[[Signal], None]) -> None:
        self._name = name
        self._deliver = deliver
        self._number = 0
        self._lock = Lock()

    def send(self, signal_type: Callable[..., Signal], **values: Any) -> None:
        """Deliver a signal of this kind with these values; number and source are put to them.

        A receiver that raises is logged and loses this signal; it cannot end a device's thread.
        """
        with self._lock:
            self._number += 1
            signal = signal_type(number=self._number, source=self._name, **values)
            try:
                self._deliver(signal)
            except Exception:
                _log.exception("the receiver of signals failed; one signal is lost")
