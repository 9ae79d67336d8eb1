"""How large the screen is, before there is a window.

Without a window manager nobody makes a window as large as the screen: SDL believes that it is, and
draws and feels beside it. So it is made as large from the beginning.
"""

import ctypes
import os


def size() -> tuple[int, int] | None:
    """Pixels of the X screen; None where there is none, or nobody can say."""
    if not os.environ.get("DISPLAY"):
        return None
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    for ask in (x11.XDefaultScreen, x11.XCloseDisplay):
        ask.argtypes = [ctypes.c_void_p]
    for ask in (x11.XDisplayWidth, x11.XDisplayHeight):
        ask.argtypes = [ctypes.c_void_p, ctypes.c_int]
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    try:
        screen = x11.XDefaultScreen(display)
        return x11.XDisplayWidth(display, screen), x11.XDisplayHeight(display, screen)
    finally:
        x11.XCloseDisplay(display)
