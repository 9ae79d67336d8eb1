"""How bright the lamp behind a panel is, by the files of the kernel."""

from __future__ import annotations

from pathlib import Path

PLACE = Path("/sys/class/backlight")
"""A folder for each panel whose lamp can be set (the kernel's
Documentation/ABI/stable/sysfs-class-backlight); empty for a screen on HDMI."""

OFF, ON = "4", "0"
"""Of ``bl_power``: FB_BLANK_POWERDOWN and FB_BLANK_UNBLANK."""


class Backlight:
    """place: where the panels are."""

    def __init__(self, place: Path = PLACE) -> None:
        self._place = place

    def set(self, share: float) -> bool:
        """As bright as that share of the most, off for 0; whether there is a lamp that took it."""
        panels = [one.parent for one in sorted(self._place.glob("*/max_brightness"))]
        heard = [_set(panel, share) for panel in panels]
        return any(heard)


def _set(panel: Path, share: float) -> bool:
    try:
        most = int((panel / "max_brightness").read_text("ascii"))
        # A lamp that is on shines: where 0 is dark, a little of it must be left.
        level = max(1, round(most * share)) if share else 0
        (panel / "brightness").write_text(str(level), "ascii")
    except (OSError, ValueError):
        return False
    power = panel / "bl_power"
    if power.exists():
        try:
            power.write_text(ON if share else OFF, "ascii")
        except OSError:
            return bool(share)  # it may shine on at its darkest
    return True
