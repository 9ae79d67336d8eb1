"""Writes the parts of the documentation that are made from the code: tables and drawings."""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_bridge import plate, wiring
from firmware_bridge.buttonbox import flash
from firmware_bridge.buttonbox.frames import FRAMES, encode
from firmware_bridge.settings import Settings

DOCS = Path(__file__).parents[1] / "docs"
_SENDERS = {"host": "The host sends", "device": "The box sends"}
# Frames that the document shows byte for byte, each with its fields.
_EXAMPLES: tuple[tuple[str, tuple[int | str, ...]], ...] = (
    ("who", (1,)),
    ("join", (258, 0, 0)),
    ("ack", (258, 7)),
    ("lamps", (258, 1, 5, 2)),
    ("button", (258, 7, 1500, 2, 1)),
    ("log", (1, "ähm")),
)


def frames() -> str:
    """The tables of all frames."""
    parts = []
    for sender, title in _SENDERS.items():
        parts.append(f"### {title}\n")
        for name, code, who, meaning, fields in FRAMES:
            if who != sender:
                continue
            rows = "".join(f"| {field} | {kind} | {says} |\n" for field, kind, says in fields)
            parts.append(
                f"**`{name}`** (0x{code:02X}). {meaning}\n\n"
                f"| field | type | meaning |\n| --- | --- | --- |\n{rows}"
            )
    return "\n".join(parts)


def examples() -> str:
    """Some frames as bytes."""
    rows = ""
    for name, values in _EXAMPLES:
        said = ", ".join(str(value) for value in values)
        rows += f"| `{encode(name, *values).hex(' ')}` | `{name}` {said} |\n"
    return rows


def pico() -> str:
    """What is on which pin of a Pico."""
    uses = wiring.pico_uses()
    rows = "".join(f"| GP{pin} | {uses[pin]} |\n" for pin in sorted(uses))
    return f"| pin | what is on it |\n| --- | --- |\n{rows}"


def raspberry() -> str:
    """What is on which pin of the Pi's header."""
    uses = wiring.pi_uses(Settings())
    rows = "".join(f"| {wiring.PI_PINS[pin]} | {pin} | {uses[pin]} |\n" for pin in sorted(uses))
    return f"| pin of the board | GPIO | what is on it |\n| --- | --- | --- |\n{rows}"


def holes() -> str:
    """Where the holes of build A's plate are."""
    return plate.table(Settings())


def _filled(make: Callable[[], str], found: re.Match[str]) -> str:
    return found[1] + make() + found[2]


def written(text: str) -> str:
    """A page with its made parts made anew."""
    makers = {"frames": frames, "examples": examples, "pico": pico, "raspberry": raspberry}
    makers["holes"] = holes
    for name, make in makers.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        text = re.sub(pattern, partial(_filled, make), text, flags=re.DOTALL)
    return text


def files() -> dict[Path, str]:
    """What every made file should hold."""
    pages = (DOCS / "link-protocol.md", DOCS / "hardware.md")
    made = {page: written(page.read_text("utf-8")) for page in pages}
    made[DOCS / "images" / "plate.svg"] = plate.drawing(Settings())
    made[DOCS / "images" / "wiring-pi.svg"] = wiring.pi(Settings())
    made[DOCS / "images" / "wiring-pico.svg"] = wiring.pico(flash.DEFAULTS)
    made[DOCS / "images" / "wiring-parts.svg"] = wiring.parts()
    return made


def main() -> int:
    """Write them all."""
    for path, text in files().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
