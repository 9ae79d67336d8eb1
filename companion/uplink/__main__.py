"""``python -m companion.uplink``: the same without what the other commands need."""

import sys

from companion.uplink.command import command

if __name__ == "__main__":
    sys.exit(command())
