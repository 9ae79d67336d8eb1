"""Buttons, dials, lamps and the scanner: from pins and ports to signals, and back to lamps.

Times are seconds of the clock that is handed in; those of the firmware, in ``buttonbox``, are
milliseconds.
"""

from firmware_bridge.bridge import Bridge
from firmware_bridge.devices.scanner import ScannerAtPort
from firmware_bridge.protocol.events import Counters
from firmware_bridge.protocol.frames import Hello
from firmware_bridge.selftest import Part, SelfTest
from firmware_bridge.settings import NOTHING, Settings
from firmware_bridge.settings_file import parse_settings, read_settings
from firmware_bridge.states import DeviceState
from firmware_bridge.texts import Sentence, wording

__all__ = [
    "NOTHING",
    "Bridge",
    "Counters",
    "DeviceState",
    "Hello",
    "Part",
    "ScannerAtPort",
    "SelfTest",
    "Sentence",
    "Settings",
    "parse_settings",
    "read_settings",
    "wording",
]
