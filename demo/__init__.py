"""The recorded evening: the real app, played through its real inputs, without a screen.

Touches come in as the window's own finger events, presses on simulated GPIO pins, scans through
a simulated scanner on a pseudo-terminal. What is played is data: one file beside this module.
"""
