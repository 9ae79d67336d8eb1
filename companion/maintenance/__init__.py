"""Care for the machine: how it is, what goes wrong on it, and how to keep and bring back its data.

No screen, no device. Folders, clocks and what devices say are handed in.
"""
