"""What a camera costs while it looks for codes: the share of a processor that the bridge takes.

``python -m bench.camera``: the bridge with a camera that hands over pictures of 640 by 480, as a
webcam sends them; all that is done with them runs. Told is what one look takes of the processor, by
how often it looks: on a busy machine it looks less often, and that would seem cheap. Reading from
the device is not in it: that is one copy of 600 kB for each picture.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
from PIL import Image

from bench.rows import WHOLE, Row, Size, table
from firmware_bridge import NOTHING, Bridge
from firmware_bridge.devices.camera import LOOK_SECONDS
from firmware_bridge.picture import Picture
from firmware_bridge.settings import CameraPort
from firmware_bridge.video import SIZE

BAR = 2.5
"""Percent of a core: a fortieth."""

SECONDS = 20.0
"""How many times as long as those of other benches a sample is: few pictures a second are read."""

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "play.webp"

SCENES = ("a table", "noise")


class Scene:
    """A camera that sees the same all the time."""

    name = "/dev/video0"

    def __init__(self, what: str) -> None:
        if what == "noise":
            gray = Random(1).randbytes(SIZE[0] * SIZE[1])
        else:
            with Image.open(PICTURE) as image:
                gray = image.convert("L").resize(SIZE).tobytes()
        both = bytearray(b"\x80" * (2 * len(gray)))
        both[::2] = gray
        self._bytes = both
        self.looks = 0

    def there(self, ports: Sequence[str]) -> tuple[str, ...]:
        """It is plugged in."""
        return (self.name,)

    def open(self, path: str) -> "Scene":
        """It looks."""
        return self

    def newest(self) -> Picture:
        """A copy, as of what the kernel hands over."""
        self.looks += 1
        return Picture(bytes(self._bytes), *SIZE, SIZE[0] * 2, 2)

    def close(self) -> None:
        """It looks no longer."""


def share(what: str, seconds: float) -> float:
    """Percent of a core that looking at a scene takes."""
    settings = msgspec.structs.replace(NOTHING, camera=CameraPort())
    scene = Scene(what)
    bridge = Bridge(settings, lambda signal: None, cameras=scene)
    bridge.start()
    try:
        bridge.look(wanted=True)
        while not bridge.looking:
            time.sleep(0.01)
        time.sleep(0.3)  # until all that it needs has been imported
        cpu, before = time.process_time(), scene.looks
        time.sleep(seconds)
        looks = max(1, scene.looks - before)
        return 100 * (time.process_time() - cpu) / looks / LOOK_SECONDS
    finally:
        bridge.stop()


def rows(size: Size = WHOLE) -> Iterator[Row]:
    """A row for each scene."""
    for what in SCENES:
        ours = tuple(share(what, SECONDS * size.seconds + 0.2) for _ in range(size.repeats))
        yield Row(
            what=f"a camera looks at {what}",
            unit="% of a core",
            ours=ours,
            better="less",
            bar=BAR,
            note="Handing the picture over from the kernel is not in it.",
        )


if __name__ == "__main__":
    print(table(rows()))
