"""The settings file is read.

A mistake in the file never stops anything: it becomes a sentence, and what is right is used.
"""

import difflib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec
import tomli

from companion.files import NotPlain, TooLarge, read_whole
from firmware_bridge.settings import (
    HARDWARE,
    NOTHING,
    Boxes,
    Button,
    CameraPort,
    Dial,
    Input,
    LampPin,
    Scanner,
    Settings,
)
from firmware_bridge.texts import Sentence, say

_Kind = TypeVar("_Kind", Scanner, Boxes, Input, CameraPort)
_MOST = 1_000_000  # bytes of that file
_RULES = {"a": "pin", "b": "pin", "light": "shine", "aim": "shine", "codes": "layout"}
"""Keys that take what another key takes."""

_LISTS: dict[str, type[msgspec.Struct]] = {"button": Button, "dial": Dial, "lamp": LampPin}


def read_settings(path: Path) -> tuple[Settings, tuple[Sentence, ...]]:
    """The settings in the file at ``path``, and what is wrong with it; never raises.

    No file: the default map. A file that cannot be read: no device at all, because a pin map that
    the owner did not want could be the wrong one for their wiring.
    """
    try:
        text = read_whole(path, _MOST).decode()
    except FileNotFoundError:
        return Settings(), ()
    except UnicodeDecodeError:
        return NOTHING, (say("settings.encoding", file=str(path)),)
    except (NotPlain, TooLarge):
        return NOTHING, (say("settings.not_plain", file=str(path)),)
    except OSError as error:
        return NOTHING, (say("settings.unreadable", file=str(path), error=error.errno or 0),)
    return parse_settings(text)


def parse_settings(text: str) -> tuple[Settings, tuple[Sentence, ...]]:
    """The settings in a TOML ``text``, and what is wrong with it; never raises."""
    try:
        document = tomli.loads(text)
    except (ValueError, RecursionError) as error:  # also a number or a nesting beyond all bounds
        place = re.search(r"line (\d+), column (\d+)", str(error))
        if place is None:  # "at end of document"
            return NOTHING, (say("settings.syntax_end"),)
        return NOTHING, (say("settings.syntax", line=int(place[1]), column=int(place[2])),)
    reader = _Reader()
    return reader.settings(document), tuple(reader.faults)


class _Reader:
    """Takes what is right out of a parsed document and keeps a sentence for what is not."""

    def __init__(self) -> None:
        self.faults: list[Sentence] = []
        self._taken: dict[int, str] = {}

    def settings(self, document: dict[str, Any]) -> Settings:
        self._unknown(HARDWARE, document, Settings)
        # A file that names any pin names them all; mixed with the default map, its pins would
        # clash with buttons that its owner never heard of.
        lists: dict[str, Any] = {}
        if any(name in document for name in _LISTS):
            lists = {name: tuple(self._list(name, document.get(name, []))) for name in _LISTS}
        own = {key: document[key] for key in ("debounce_ms",) if key in document}
        fields = self._fields(HARDWARE, own, Settings)
        first, *further = self._scanners(document.get("scanner", {}))
        boxes = self._table("[boxes]", Boxes, document.get("boxes", {}))
        lists["input"] = tuple(self._inputs(document.get("input", [])))
        if "camera" in document:
            lists["camera"] = self._table("[camera]", CameraPort, document["camera"])
        return Settings(**lists, **fields, scanner=first, further=tuple(further), boxes=boxes)

    def _inputs(self, told: Any) -> Iterable[Input]:
        """Each in an ``[[input]]`` of its own."""
        if not isinstance(told, list):
            self.faults.append(say("settings.not_a_table", table="[[input]]"))
            return
        for number, one in enumerate(told, start=1):
            yield self._table(f"[[input]] {number}", Input, one)

    def _scanners(self, told: Any) -> Iterable[Scanner]:
        """One in ``[scanner]``, or each in a ``[[scanner]]`` of its own."""
        if not isinstance(told, list):
            return [self._table("[scanner]", Scanner, told)]
        taken: dict[str, str] = {}
        numbered = enumerate(told, start=1)
        return [self._scanner(f"[[scanner]] {number}", one, taken) for number, one in numbered] or [
            Scanner(ports=())
        ]

    def _scanner(self, where: str, table: Any, taken: dict[str, str]) -> Scanner:
        """One of several: without the ports that an earlier one has taken."""
        found = self._table(where, Scanner, table)
        for port in found.ports:
            if taken.setdefault(port, where) != where:
                self.faults.append(
                    say("settings.port_twice", where=where, port=port, other=taken[port])
                )
        own = tuple(port for port in found.ports if taken[port] == where)
        return msgspec.structs.replace(found, ports=own)

    def _table(self, where: str, kind: type[_Kind], table: Any) -> _Kind:
        """What there may be at serial ports."""
        if not isinstance(table, dict):
            self.faults.append(say("settings.not_a_table", table=where))
            return kind(ports=())
        self._unknown(where, table, kind)
        fields = self._fields(where, table, kind)
        if any(key in table and key not in fields for key in ("ports", "name")):
            fields["ports"] = ()  # rather nowhere than at one that was not meant
        return kind(**fields)

    def _list(self, name: str, tables: Any) -> Iterable[msgspec.Struct]:
        kind = _LISTS[name]
        if not isinstance(tables, list):
            self.faults.append(say("settings.not_a_table", table=f"[[{name}]]"))
            return
        for number, table in enumerate(tables, start=1):
            where = f"[[{name}]] {number}"
            if not isinstance(table, dict):
                self.faults.append(say("settings.not_a_table", table=where))
                continue
            before = len(self.faults)
            self._unknown(where, table, kind)
            fields = self._fields(where, table, kind)
            for field in msgspec.structs.fields(kind):
                if field.required and field.name not in table:
                    self.faults.append(say("settings.absent", where=where, key=field.name))
            # A wrong key may be a misspelt one: half a button is not connected.
            if len(self.faults) == before and self._pins_free(where, fields):
                yield kind(**fields)

    def _pins_free(self, where: str, fields: dict[str, Any]) -> bool:
        pins = [fields[key] for key in ("pin", "a", "b") if key in fields]
        for number, pin in enumerate(pins):
            other = where if pin in pins[:number] else self._taken.get(pin)
            if other is not None:
                self.faults.append(say("settings.pin_twice", where=where, pin=pin, other=other))
                return False
        self._taken.update((pin, where) for pin in pins)
        return True

    def _unknown(self, where: str, table: dict[str, Any], kind: type[msgspec.Struct]) -> None:
        # Further scanners are told as [[scanner]], too.
        known = tuple(name for name in kind.__struct_fields__ if name != "further")
        for key in table:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                self.faults.append(
                    say("settings.unknown_key_near", where=where, key=key, near=near[0])
                    if near
                    else say("settings.unknown_key", where=where, key=key, known=", ".join(known))
                )

    def _fields(
        self, where: str, table: dict[str, Any], kind: type[msgspec.Struct]
    ) -> dict[str, Any]:
        """The valid ones among the known fields of a table."""
        fields: dict[str, Any] = {}
        for key, type_ in get_type_hints(kind, include_extras=True).items():
            if key not in table:
                continue
            try:
                fields[key] = msgspec.convert(table[key], type_)
            except msgspec.ValidationError:
                # One sentence for each key says what belongs there; a and b are pins too.
                rule = _RULES.get(key, key)
                self.faults.append(
                    say(f"settings.wrong.{rule}", where=where, key=key, value=_shown(table[key]))
                )
        return fields


def _shown(value: Any) -> str:
    try:
        text = str(value)
    except ValueError:  # an integer of thousands of digits
        return "…"
    return text if len(text) <= 40 else text[:40] + "…"
