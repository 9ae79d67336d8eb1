"""``python -m hub``."""

import sys

from hub.command import main

if __name__ == "__main__":
    sys.exit(main())
