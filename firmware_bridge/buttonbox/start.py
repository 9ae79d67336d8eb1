"""Copied to the Pico as main.py, which MicroPython runs at each start."""

import asyncio

from buttonbox.main import run

asyncio.run(run())
