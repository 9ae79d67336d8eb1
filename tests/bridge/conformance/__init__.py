"""What every button box must do, byte by byte, as docs/link-protocol.md says it.

It runs against the real firmware on Node, against the same code in this process, and with
``--port /dev/ttyACM0`` against real hardware. There, somebody presses when asked (``-s`` is needed
to see what is asked), and what needs the power to be cut is asked for likewise.
"""
