"""``python -m companion.uplink``: the same without what the other commands need."""

import sys

from companion.home import NotOurs
from companion.uplink.command import command

if __name__ == "__main__":
    try:
        sys.exit(command())
    except NotOurs as error:
        sys.exit(str(error))
