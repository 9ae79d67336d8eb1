"""Opening the pin library: gpiozero, imported only when there are pins to open."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

WHICH = "GPIOZERO_PIN_FACTORY"

DEVICES = Path("/dev")
"""Where Linux shows what has pins, each chip as ``gpiochip`` and its number."""


def open_pins() -> Any:
    """The pins through lgpio, or through the library that GPIOZERO_PIN_FACTORY names.

    Not through whichever gpiozero finds: it is tried for ever, and each attempt would tell once
    for each library that did not work. Where there is no chip for lgpio to open, nothing is
    imported either: the libraries take 3 MB. Raises FileNotFoundError then, ImportError without
    lgpio or gpiozero, and whatever a library thinks of when it finds no pins.
    """
    if WHICH not in os.environ and not any(DEVICES.glob("gpiochip*")):
        raise FileNotFoundError(f"no gpiochip in {DEVICES}")
    _import_lgpio()
    import gpiozero

    if WHICH in os.environ:
        gpiozero.Device.ensure_pin_factory()
        return gpiozero.Device.pin_factory
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _import_lgpio() -> None:
    """Import lgpio where its import can do no harm.

    The import makes a named pipe in the working directory, fails where that cannot be written (as
    in a system service), and with LG_WD set it moves the whole process there. It keeps the pipe
    open, so the file need not outlive the import.
    """
    if "lgpio" in sys.modules:
        return
    here = os.open(".", os.O_RDONLY)  # a handle also holds where the path is gone
    wanted = os.environ.get("LG_WD")
    with tempfile.TemporaryDirectory(prefix="lgpio-") as folder:
        os.environ["LG_WD"] = folder
        try:
            import lgpio  # noqa: F401
        except (ImportError, OSError):
            pass  # another library may be wanted; gpiozero says if not
        finally:
            os.chdir(here)
            os.close(here)
            if wanted is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = wanted
