"""Starts the box and keeps it going."""

import asyncio
import time

import machine

from . import FIRMWARE, flash
from .board import Board, serial_number
from .box import Box
from .contacts import SAMPLE_MS

LAST_WORDS_MS = 100  # for what still has to be written before a start anew


async def serve(board, box) -> None:
    """Sample, speak and listen, until the host wants the box to be left."""
    last = board.now()
    leave_at = None
    while leave_at is None or last < leave_at:
        # First, so that the next sample is a whole pause later, however long listening takes: two
        # at once would both see a spike.
        began = time.ticks_us()
        now = board.now()
        box.sample(now)
        out = box.link.outgoing(now, board.port.room(now - last))
        if out:
            board.port.write(out)
        data = board.port.read()
        if data:
            box.link.feed(data, now)
        board.alive()
        last = now
        if box.leaving and leave_at is None:
            leave_at = now + LAST_WORDS_MS
        spent = time.ticks_diff(time.ticks_us(), began) // 1000
        await asyncio.sleep_ms(max(0, SAMPLE_MS - spent))


async def run() -> None:
    """The life of a box, from one start to the next."""
    if flash.staying():
        return
    settings = flash.settings()
    boot = flash.next_boot(time.ticks_us())
    board = Board(settings)
    box = Box(board, boot, (serial_number(), FIRMWARE, settings["name"]))
    await serve(board, box)
    flash.stay()
    machine.reset()
