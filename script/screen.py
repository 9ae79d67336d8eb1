"""Finds a screen that the companion can draw on.

Prints the name of SDL's video driver for it, or says why there is none and exits with 1. Only the
standard library is used: it runs before anything is installed.
"""

import ctypes
import fcntl
import os
import sys
from pathlib import Path

SET_MASTER = 0x641E  # DRM: succeeds only while nobody else draws on the card


def x11() -> bool:
    """Whether the X server of DISPLAY lets us in (Xwayland is one, too)."""
    try:
        xlib = ctypes.CDLL("libX11.so.6")
    except OSError:
        return False
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    return bool(os.environ.get("DISPLAY")) and bool(xlib.XOpenDisplay(None))


def bare() -> bool:
    """Whether a screen is plugged in that no desktop draws on."""
    for connector in Path("/sys/class/drm").glob("card*-*/status"):
        if connector.read_text().strip() != "connected":
            continue
        card = connector.parent.name.split("-")[0]
        try:
            with open(f"/dev/dri/{card}", "rb+", buffering=0) as device:
                fcntl.ioctl(device, SET_MASTER)
                return True
        except OSError:
            continue
    return False


def main() -> int:
    """Prints the driver of the first screen found."""
    for driver, there in (("x11", x11), ("KMSDRM", bare)):
        if there():
            print(driver)
            return 0
    if os.environ.get("DISPLAY"):
        print(f"the display {os.environ['DISPLAY']} does not answer")
    elif os.environ.get("WAYLAND_DISPLAY"):
        print("this Wayland desktop has no Xwayland")
    else:
        print("no display is set and no free screen is plugged in")
    return 1


if __name__ == "__main__":
    sys.exit(main())
