"""A settings file that comes from elsewhere, as out of a backup: what of it may be taken."""

import re

import tomli

from firmware_bridge.settings_file import parse_settings

PORT = re.compile(r"/dev/(serial/by-(id|path)/[^/]+|serial\d+|tty(USB|ACM|AMA|S)[^/]+|rfcomm\d+)")
"""The serial ports of a machine: all that a file from elsewhere may name."""

INPUT_PORT = re.compile(r"/dev/input/(by-(id|path)/[^/]+|event[0-9*]+)")
"""Input devices, likewise."""

CAMERA_PORT = re.compile(r"/dev/(v4l/by-(id|path)/[^/]+|video[0-9*]+)")
"""Cameras, likewise."""


def judged(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A settings file from elsewhere as it is, and no names of what may not be taken: it is taken
    as a whole or not at all. Raises ValueError or RecursionError when it cannot be read, or names
    a port at which no box, scanner, camera or input device can
    be."""
    text = data.decode("utf-8")
    tomli.loads(text)
    found, _ = parse_settings(text)
    scanned = [port for one in found.scanners for port in one.ports]
    if not all(map(PORT.fullmatch, (*scanned, *found.boxes.ports))):
        raise ValueError("not a serial port")
    if not all(INPUT_PORT.fullmatch(port) for one in found.input for port in one.ports):
        raise ValueError("not an input device")
    if found.camera is not None and not all(map(CAMERA_PORT.fullmatch, found.camera.ports)):
        raise ValueError("not a camera")
    return data, ()
