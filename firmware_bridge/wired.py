"""What is wired to what, changed part by part in the settings file as it was written by hand:
comments, the order of blocks and blocks of others stay."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomli

from companion.files import NotPlain, TooLarge, atomic_write, read_whole
from firmware_bridge import wiring
from firmware_bridge.devices.input import USUAL
from firmware_bridge.settings import (
    DEFAULT_BUTTONS,
    DEFAULT_DIALS,
    HARDWARE,
    Button,
    Input,
    Settings,
    meaning,
)
from firmware_bridge.settings_file import parse_settings, read_settings
from firmware_bridge.traffic import Contact

NOTHING = "nothing"
"""What a part is for that is left alone."""

_BEFORE = "hardware.before.toml"
_MOST = 1_000_000  # bytes of either file

FREE_PINS = (*range(4, 14), *range(16, 28))
"""Pins that a button may hang on. 2 and 3 are the I2C bus, 14 and 15 the serial pins."""

_PINS = ("button", "dial", "lamp")
_NONE = re.compile(r"^\s*(button|dial|lamp|input)\s*=\s*\[\s*\]\s*(#.*)?\n?", re.MULTILINE)
_PATTERN = re.compile(r"[\[\]*?]")


class Unlearnable(ValueError):
    """The file is written in a way that only its owner can change."""


class WiredFile:
    """The settings file in a folder; what it was before the last change lies beside it."""

    def __init__(self, folder: Path) -> None:
        self._file, self._before = folder / HARDWARE, folder / _BEFORE

    @property
    def settings(self) -> Settings:
        """What it says; the default map where it is not there."""
        return read_settings(self._file)[0]

    @property
    def changed(self) -> bool:
        """Whether there is a change that can be taken back."""
        return self._before.is_file()

    def learn(self, contact: Contact, use: str) -> None:
        """Keep another use of a part. Raises Unlearnable and OSError; then it is as it was."""
        text = self._read(self._file)
        after = learned(text, contact, use)
        atomic_write(self._before, text.encode())
        atomic_write(self._file, after.encode())

    def undo(self) -> None:
        """Take back the last change; once more, it is made again. Raises OSError."""
        now, before = self._read(self._file), self._read(self._before)
        atomic_write(self._file, before.encode())
        atomic_write(self._before, now.encode())

    def export(self, place: Path) -> Path:
        """Write it into another folder, with a drawing of the pins beside it; where it is then.
        Raises OSError."""
        atomic_write(place / HARDWARE, self._read(self._file).encode())
        atomic_write(place / "wiring-pi.svg", wiring.pi(self.settings).encode())
        return place / HARDWARE

    def _read(self, file: Path) -> str:
        try:
            return read_whole(file, _MOST).decode("utf-8", "replace")
        except FileNotFoundError:
            return ""
        except (NotPlain, TooLarge) as error:
            raise Unlearnable from error


def listening(settings: Settings) -> Settings:
    """The same, and in addition every part that may be there and is for nothing yet."""
    taken = {one.pin for one in settings.button} | {one.pin for one in settings.lamp}
    taken |= {pin for one in settings.dial for pin in (one.a, one.b)}
    spare = tuple(Button(pin, "nothing") for pin in FREE_PINS if pin not in taken)
    return msgspec.structs.replace(
        settings, button=(*settings.button, *spare), input=(*settings.input, Input())
    )


def use_of(settings: Settings, contact: Contact) -> str:
    """What a part is for, e.g. ``confirm 1``; of a dial ``dial`` and its place."""
    if contact.kind == "box":
        boxes, number = settings.boxes, int(contact.part)
        uses = boxes.own.get(contact.device, boxes.buttons)
        return uses[number] if number < len(uses) else NOTHING
    if contact.kind == "key":
        told = (one for one in settings.input if _device(one) == _named(contact.device))
        entry = next(told, Input())
        return _use(entry, (USUAL | entry.keys).get(contact.part, NOTHING))
    return dict(wired(settings)).get(contact, NOTHING)


def wired(settings: Settings) -> Iterator[tuple[Contact, str]]:
    """Each part that the settings say a use of, and that use."""
    for button in settings.button:
        yield Contact("pin", "", str(button.pin)), _spelled(button.role, button.place)
    for dial in settings.dial:
        yield Contact("dial", "", f"{dial.a}+{dial.b}"), _spelled("dial", dial.place)
    for serial, uses in settings.boxes.own.items():
        yield from ((Contact("box", serial, str(number)), use) for number, use in enumerate(uses))
    for entry in settings.input:
        for name, use in entry.keys.items():
            yield Contact("key", _device(entry), name), _use(entry, use)


def _device(entry: Input) -> str:
    """Which single device is meant; "" where it may be several."""
    return entry.name or (entry.ports[0] if len(entry.ports) == 1 else "")


def _use(entry: Input, use: str) -> str:
    role, place = meaning(use)
    return _spelled(role, place or entry.place)


def learned(text: str, contact: Contact, use: str) -> str:
    """The file with another use of one part. Raises Unlearnable."""
    before, faults = parse_settings(text)
    try:
        after = "".join(_changed(text, before, contact, use))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unlearnable from error
    settings, now = parse_settings(after)
    if len(now) > len(faults) or use_of(settings, contact) != use:
        raise Unlearnable
    return after


def _changed(text: str, before: Settings, contact: Contact, use: str) -> list[str]:
    role, place = meaning(use)
    blocks = list(_blocks(text))
    if contact.kind in ("pin", "dial") and not any(name in tomli.loads(text) for name in _PINS):
        # A file that names any pin names all: the default map is written out.
        blocks = _ended(blocks)
        blocks += [_block("[[button]]", msgspec.to_builtins(one)) for one in DEFAULT_BUTTONS]
        blocks += [_block("[[dial]]", msgspec.to_builtins(one)) for one in DEFAULT_DIALS]
    if contact.kind == "pin":
        told = {"pin": int(contact.part), "role": role, "place": place}
        return _put(blocks, "button", told, ("pin",))
    if contact.kind == "dial":
        a, b = map(int, contact.part.split("+"))
        return _put(blocks, "dial", {"a": a, "b": b, "place": place}, ("a", "b"))
    if contact.kind == "box":
        boxes, number = before.boxes, int(contact.part)
        uses = list(boxes.own.get(contact.device, boxes.buttons))
        uses += [NOTHING] * (number + 1 - len(uses))
        uses[number] = use
        own = {**boxes.own, contact.device: uses}
        return _replaced(blocks, "[boxes.own]", _block("[boxes.own]", own))
    named = "ports" if contact.device.startswith("/") else "name"
    device: Any = [contact.device] if named == "ports" else _named(contact.device)
    told = {named: device, "keys": {contact.part: use}}
    return _put(blocks, "input", told, (named,), first=True)


def _put(
    blocks: list[str],
    name: str,
    told: dict[str, Any],
    known: tuple[str, ...],
    *,
    first: bool = False,
) -> list[str]:
    """The blocks with what is told in the one of a list that is known by these keys, or in a new
    one. first: a new one goes before the others of the list."""
    blocks = [_NONE.sub("", block) for block in blocks]
    of_list = []
    for at, block in enumerate(blocks):
        tables = tomli.loads(block).get(name)
        if isinstance(tables, list) and len(tables) == 1:
            of_list.append(at)
            table = tables[0]
            if all(table.get(key) == told[key] for key in known):
                merged = table | told
                if "keys" in told:
                    merged["keys"] = table.get("keys", {}) | told["keys"]
                head = block[: block.index(f"[[{name}]]")]
                return [*blocks[:at], head + _block(f"[[{name}]]", merged), *blocks[at + 1 :]]
    made = _block(f"[[{name}]]", told)
    if first and of_list:
        return [*blocks[: of_list[0]], made, *blocks[of_list[0] :]]
    return [*_ended(blocks), made]


def _replaced(blocks: list[str], header: str, made: str) -> list[str]:
    for at, block in enumerate(blocks):
        if re.search(rf"^\s*{re.escape(header)}", block, re.MULTILINE):
            return [*blocks[:at], block[: block.index(header)] + made, *blocks[at + 1 :]]
    return [*_ended(blocks), made]


def _ended(blocks: list[str]) -> list[str]:
    """So that another block can follow."""
    whole = "".join(blocks)
    return [
        *blocks,
        "" if not whole or whole.endswith("\n\n") else "\n" * (2 - whole.endswith("\n")),
    ]


def _blocks(text: str) -> Iterator[str]:
    """The parts of a file that begin with a header each, with the comments above it."""
    current: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("[") and _whole("".join(current)):
            above: list[str] = []
            while current and current[-1].lstrip().startswith("#"):
                above.insert(0, current.pop())
            yield "".join(current)
            current = above
        current.append(line)
    yield "".join(current)


def _whole(text: str) -> bool:
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError:
        return False
    return True


def _block(header: str, table: dict[str, Any]) -> str:
    rows = (f"{_key(key)} = {_value(value)}\n" for key, value in table.items())
    return f"{header}\n{''.join(rows)}\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _named(device: str) -> str:
    """What a device calls itself, as a pattern that fits it."""
    return device if device.startswith("/") else _PATTERN.sub("?", device)


def _spelled(role: str, place: int) -> str:
    return f"{role} {place}" if place and role != NOTHING else role
