"""Buttons, dial, lamps, scanner: pure parts on fake clocks, the rest on simulated devices."""
