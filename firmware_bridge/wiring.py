"""Wiring diagrams as SVG, drawn from the same maps that the programs use."""

from html import escape
from typing import Any

from firmware_bridge.buttonbox import flash
from firmware_bridge.settings import Settings

PI_PINS = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
"""The pin of the 40-pin header by GPIO number (Raspberry Pi documentation, all models since B+)."""

_PI_POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V", 27: "ID", 28: "ID"} | dict.fromkeys(
    (6, 9, 14, 20, 25, 30, 34, 39), "ground"
)
PICO_PINS = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""The pin of the board by GP number (Raspberry Pi Pico data sheet)."""

_PICO_OTHER = {
    30: "RUN", 33: "ground", 35: "ADC ref", 36: "3.3 V out", 37: "3.3 V on", 39: "VSYS", 40: "VBUS",
} | dict.fromkeys((3, 8, 13, 18, 23, 28, 38), "ground")  # fmt: skip

_INK = {"button": "#1565c0", "lamp": "#b26a00", "dial": "#2e7d32", "buzzer": "#6a1b9a"}
_PLAIN = "#555"
_ROW = 24  # pixels from one pin to the next
_STYLE = "font-family:sans-serif;font-size:13px"


def pi_uses(settings: Settings) -> dict[int, str]:
    """What is on each GPIO of the Pi."""
    uses = {one.pin: f"button {one.role} {one.place or ''}".strip() for one in settings.button}
    uses |= {one.pin: f"lamp {one.role} {one.place or ''}".strip() for one in settings.lamp}
    for dial in settings.dial:
        uses |= {dial.a: "dial, contact a", dial.b: "dial, contact b"}
    return uses


def pico_uses(settings: Any = None) -> dict[int, str]:
    """What is on each GP of a Pico."""
    settings = settings or flash.DEFAULTS
    uses = {pin: f"button {number}" for number, pin in enumerate(settings["buttons"])}
    uses |= {pin: f"lamp {number}" for number, pin in enumerate(settings["lamps"])}
    for number, (a, b) in enumerate(settings["dials"]):
        uses |= {a: f"dial {number}, contact a", b: f"dial {number}, contact b"}
    uses[settings["buzzer"]] = "buzzer"
    return uses


def pi(settings: Settings) -> str:
    """The header of a Raspberry Pi, odd pins at the left and even ones at the right."""
    uses = pi_uses(settings)
    by_pin = {pin: (f"GPIO {gpio}", uses.get(gpio, "")) for gpio, pin in PI_PINS.items()}
    by_pin |= {pin: (name, "") for pin, name in _PI_POWER.items()}
    rows = [((odd, *by_pin[odd]), (odd + 1, *by_pin[odd + 1])) for odd in range(1, 40, 2)]
    return _board("Raspberry Pi, 40-pin header (the corner with pin 1 on top)", rows)


def pico(settings: Any) -> str:
    """A Pico from above, USB on top."""
    uses = pico_uses(settings)
    by_pin = {pin: (f"GP{gpio}", uses.get(gpio, "")) for gpio, pin in PICO_PINS.items()}
    by_pin |= {pin: (name, "") for pin, name in _PICO_OTHER.items()}
    rows = [((pin, *by_pin[pin]), (41 - pin, *by_pin[41 - pin])) for pin in range(1, 21)]
    return _board("Raspberry Pi Pico from above, the USB plug on top", rows)


Pin = tuple[int, str, str]


def _board(title: str, rows: list[tuple[Pin, Pin]]) -> str:
    height = _ROW * len(rows) + 60
    drawn = [
        f'<rect x="220" y="40" width="220" height="{height - 50}" rx="8" fill="#e8f0e8"'
        ' stroke="#555"/>',
        _text(330, 24, title, "middle", "bold"),
    ]
    for number, (left, right) in enumerate(rows):
        y = 60 + _ROW * number
        drawn += _pin(left, y, 238, -1)
        drawn += _pin(right, y, 422, 1)
    return _svg(660, height, drawn)


def _pin(pin: Pin, y: int, x: int, side: int) -> list[str]:
    number, name, use = pin
    ink = _INK.get(use.split(" ")[0].rstrip(","), _PLAIN)
    inside = "start" if side < 0 else "end"
    drawn = [
        f'<circle cx="{x}" cy="{y}" r="7" fill="{ink if use else "#fff"}" stroke="{ink}"/>',
        _text(
            x - 14 * side, y + 4, f"{number}  {name}" if side < 0 else f"{name}  {number}", inside
        ),
    ]
    if use:
        end = x + 40 * side
        outside = "end" if side < 0 else "start"
        drawn.append(
            f'<line x1="{x + 8 * side}" y1="{y}" x2="{end}" y2="{y}" stroke="{ink}"'
            ' stroke-width="2"/>'
        )
        drawn.append(_text(end + 5 * side, y + 4, use, outside, ink=ink))
    return drawn


_PARTS = (
    ("button", "pin", ("button",), "ground"),
    ("lamp", "pin", ("330 Ω", "LED"), "ground"),
    ("dial", "pin a, pin b", ("dial",), "its middle contact to ground"),
    ("buzzer", "pin", ("100 Ω", "piezo"), "ground"),
    ("scanner", "GPIO 14 (TX), 15 (RX)", ("RX, TX of the module",), "3.3 V and ground"),
)


def parts() -> str:
    """How one of each part is connected."""
    drawn = []
    for number, (kind, pin, between, end) in enumerate(_PARTS):
        y = 40 + 50 * number
        ink = _INK.get(kind, _PLAIN)
        drawn.append(_text(10, y + 4, kind, "start", "bold", ink))
        drawn.append(_text(90, y + 4, pin, "start"))
        drawn.append(f'<line x1="250" y1="{y}" x2="590" y2="{y}" stroke="{ink}" stroke-width="2"/>')
        width = 190 if len(between) == 1 else 100
        for place, part in enumerate(between):
            x = 285 + 130 * place
            drawn.append(
                f'<rect x="{x}" y="{y - 14}" width="{width}" height="28" rx="4" fill="#fff"'
                f' stroke="{ink}"/>'
            )
            drawn.append(_text(x + width // 2, y + 4, part, "middle"))
        drawn.append(_text(600, y + 4, end, "start"))
    return _svg(800, 40 + 50 * len(_PARTS), drawn)


def _text(x: int, y: int, text: str, anchor: str, weight: str = "normal", ink: str = "#222") -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}" fill="{ink}">'
        f"{escape(text)}</text>"
    )


def _svg(width: int, height: int, drawn: list[str]) -> str:
    inside = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" style="{_STYLE}">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{inside}\n</svg>\n'
    )
