"""The process that tells the club of a table, with other waits: FOLDER, seconds."""

import sys

from companion.uplink import uplink
from companion.uplink.command import command

if __name__ == "__main__":
    folder, knock = sys.argv[1], float(sys.argv[2])
    uplink.KNOCK = knock
    uplink.PAUSES = (knock / 10, knock / 5, knock / 2.5, knock / 1.25)  # as with the usual ten
    sys.exit(command(["--data", folder, "run"]))
