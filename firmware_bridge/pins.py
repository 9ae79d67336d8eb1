"""Opening the pin library: gpiozero, imported only when there are pins to open."""

import os
import sys
import tempfile
import warnings
from typing import Any


def open_pins() -> Any:
    """gpiozero's default pin factory.

    Raises gpiozero.BadPinFactory on a machine without GPIO, ImportError without gpiozero, and
    whatever else a pin library may think of.
    """
    _import_lgpio()
    import gpiozero

    # It is tried for ever, and each attempt would warn once for each library that did not work.
    warnings.filterwarnings("ignore", category=gpiozero.PinFactoryFallback)
    gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


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
            pass  # gpiozero tries the other libraries and says what it thinks of each
        finally:
            os.chdir(here)
            os.close(here)
            if wanted is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = wanted
