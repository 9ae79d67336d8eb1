"""What happens to edges while nothing of Python runs: a program, for it blocks its whole process.

No machine of the tests has pins. In place of the kernel and of the part of lgpio that is written in
C another process writes lgpio's reports into its pipe, each with its time. From that pipe on all is
real: lgpio's thread, gpiozero's pins for lgpio, the bridge, the queue of the screen.

Prints how many presses and releases were lost, and by how many milliseconds their times are wrong
at most.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from companion.table import Pressed, Released, Signal
from firmware_bridge import Bridge
from firmware_bridge.settings import Boxes, Button, Scanner, Settings
from ui.input.queue import SignalQueue

EDGES, BLOCKED = 1000, 2.0
PINS = tuple(range(2, 27))
SETTINGS = Settings(
    button=tuple(Button(pin, "confirm", pin % 9) for pin in PINS),
    dial=(),
    scanner=Scanner(ports=()),
    boxes=Boxes(ports=()),
)
_WRITER = f"""
import struct, sys, time
pins, edges, seconds = {PINS}, {EDGES}, {BLOCKED}
with open(sys.argv[1], "wb", buffering=0) as pipe:
    sys.stdin.readline()
    began = time.monotonic()
    for number in range(edges):
        at = began + number * seconds / edges  # as the kernel notes it, however late this is
        time.sleep(max(0.0, at - time.monotonic()))
        pin, down = pins[number % len(pins)], number // len(pins) % 2 == 0
        pipe.write(struct.pack("QBBBBI", round(at * 1e9), 0, pin, not down, 0, 0))
        print(at, down)
"""


def _pins(folder: str) -> Any:
    """gpiozero's pins for lgpio, on a chip that is not there, with the pipe in a folder."""
    os.environ["LG_WD"] = folder
    import lgpio

    none: dict[str, Any] = {
        "gpiochip_open": 0,
        "gpiochip_close": 0,
        "gpio_claim_input": 0,
        "gpio_claim_alert": 0,
        "gpio_free": 0,
        "gpio_set_debounce_micros": 0,
        "gpio_get_mode": 0,
        "gpio_read": 1,
    }
    for name, answer in none.items():
        setattr(lgpio, name, lambda *_, answer=answer, **__: answer)
    from gpiozero.pins.lgpio import LGPIOFactory

    class Pins(LGPIOFactory):  # type: ignore[misc]
        def _get_revision(self) -> int:
            return 0xC03111  # a Pi 4

    return Pins()


def main() -> None:
    """Block for two seconds in which a thousand edges come."""
    came: list[Signal] = []
    queue = SignalQueue(lambda: None)
    with tempfile.TemporaryDirectory() as folder:
        pins = _pins(folder)
        bridge = Bridge(SETTINGS, queue.put, pin_factory=lambda: pins)
        bridge.start()
        deadline = time.monotonic() + 5.0
        while not any(one.detail.key == "gpio.ready" for one in bridge.states()):
            assert time.monotonic() < deadline, bridge.states()
            time.sleep(0.01)
        pipe = os.path.join(folder, ".lgd-nfy0")
        command = [sys.executable, "-c", _WRITER, pipe]
        piped = subprocess.PIPE
        writer = subprocess.Popen(command, stdin=piped, stdout=piped, text=True)
        time.sleep(0.3)
        assert writer.stdin is not None and writer.stdout is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
        # Called with the lock of Python held, unlike sleep(): no thread runs meanwhile.
        ctypes.PyDLL(None).usleep(round(BLOCKED * 1_000_000))
        told = [line.split() for line in writer.stdout]
        deadline = time.monotonic() + 5.0
        while len(came) < EDGES and time.monotonic() < deadline:
            came += [one for one in queue.drain() if isinstance(one, Pressed | Released)]
            time.sleep(0.01)
        bridge.stop()
    wanted = sorted((float(at), down == "True") for at, down in told)
    found = sorted((one.at, isinstance(one, Pressed)) for one in came)
    wrong = [abs(a[0] - b[0]) for a, b in zip(wanted, found, strict=False)]
    print(EDGES - len(found), round(1000 * max(wrong, default=9.0), 3))


if __name__ == "__main__":
    main()
