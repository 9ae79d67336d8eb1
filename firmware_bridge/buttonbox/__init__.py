"""The firmware of the button box, for MicroPython on a Raspberry Pi Pico.

What is here runs unchanged on the Pico, in the MicroPython that the tests run on Node, and, but for
``board`` and ``main``, in CPython. ``frames`` is also the companion's own description of the line.
"""

OURS = "companion "
FIRMWARE = "companion 1.0.1"
"""Version of these files. The companion offers to install its own when a box says another of ours;
the firmware of others begins otherwise, and is nobody's business."""
