"""What the table has chosen for good: language, theme and the names last used."""

import json
import locale
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.text import LANGUAGES, Language

FILE = "settings.toml"
"""Name of the file in the data folder."""


Side = Literal["front", "right", "back", "left"]
"""Of the screen, as those see it who sit in front of it."""


class Settings(msgspec.Struct, frozen=True):
    """names: of the players by seat, as they were typed last. seats: by game, who sat in which
    order the last time. sides: by seat, at which side of the screen it sits."""

    language: Language = "de"
    theme: Literal["dark", "light"] = "dark"
    names: dict[str, str] = {}
    seats: dict[str, tuple[str, ...]] = {}
    sides: dict[str, Side] = {}


def read(folder: Path) -> Settings:
    """The settings in a folder. What is missing or unreadable is as if it had never been chosen."""
    chosen: dict[str, Any] = {"language": _of_the_machine()}
    try:
        found = tomllib.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):  # the last when brackets are nested too deeply
        found = {}
    for name in Settings.__struct_fields__:
        if name in found:
            try:
                msgspec.convert({name: found[name]}, Settings)
            except msgspec.ValidationError:
                continue
            chosen[name] = found[name]
    return msgspec.convert(chosen, Settings)


def write(folder: Path, settings: Settings) -> None:
    """Keep the settings. A folder that cannot be written keeps nothing; the match goes on."""
    lines = [f"language = {_quoted(settings.language)}", f"theme = {_quoted(settings.theme)}"]
    lines += ["", "[names]"]
    lines += [f"{_quoted(seat)} = {_quoted(name)}" for seat, name in settings.names.items()]
    lines += ["", "[seats]"]
    lines += [
        f"{_quoted(game)} = [{', '.join(map(_quoted, seats))}]"
        for game, seats in settings.seats.items()
    ]
    lines += ["", "[sides]"]
    lines += [f"{_quoted(seat)} = {_quoted(side)}" for seat, side in settings.sides.items()]
    part = folder / f"{FILE}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text("\n".join(lines) + "\n", "utf-8")
        part.replace(folder / FILE)
    except OSError:
        return


def _quoted(text: str) -> str:
    """A TOML string: JSON's, with the one character escaped that only TOML minds."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _of_the_machine() -> Language:
    spoken = (locale.getlocale()[0] or "").partition("_")[0].lower()
    return next((one for one in LANGUAGES if one == spoken), LANGUAGES[0])
