"""What the table has chosen for good: language, theme and the names last used."""

import json
import locale
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from companion.store import write_whole
from companion.text import LANGUAGES, Language
from ui import theme
from ui.said import Spoken
from ui.theme import Letters, Name
from ui.voice import Rate

FILE = "settings.toml"
"""Name of the file in the data folder."""

LONGEST_NAME = 80
"""Letters of a name in that file; more than can be typed, less than brings a screen to a stop."""


Side = Literal["front", "right", "back", "left"]
"""Of the screen, as those see it who sit in front of it."""


class Choice(msgspec.Struct, frozen=True):
    """A setting that is chosen from few values on the page of settings.

    name: of the field in :class:`Settings`. Its heading is the text ``setting.NAME``, what it does
    ``setting_detail.NAME`` if there is one, each value ``setting.NAME-VALUE`` (``yes`` and ``no``
    for a truth value). values: in the order in which they are shown.
    """

    name: str
    values: tuple[Any, ...]


class Settings(msgspec.Struct, frozen=True):
    """names: of the players by seat, as they were typed last. seats: by game, who sat in which
    order the last time. sides: by seat, at which side of the screen it sits. sound: how loud the
    devices and the voice are, 1 to 3, and 0 for a quiet table. voice: what is said aloud, and how
    fast. child: fewer words, kinder refusals and larger buttons. learnt: by game, the lessons that
    were done. rotation: degrees by which the picture is turned against the clock, for a screen
    that hangs otherwise than it is built. poweroff, reboot: the commands that switch the computer
    off and start it anew. idle: minutes without any input after which the screen comes to rest, 0
    for never."""

    language: Language = "de"
    theme: Name = "dark"
    letters: Letters = "normal"
    names: dict[str, Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]] = {}
    seats: dict[str, tuple[str, ...]] = {}
    sides: dict[str, Side] = {}
    poweroff: tuple[str, ...] = ("systemctl", "poweroff")
    reboot: tuple[str, ...] = ("systemctl", "reboot")
    rotation: Literal[0, 90, 180, 270] = 0
    sound: Annotated[int, msgspec.Meta(ge=0, le=3)] = 2
    learnt: dict[str, tuple[str, ...]] = {}
    idle: Annotated[int, msgspec.Meta(ge=0)] = 20
    voice: Spoken = "off"
    rate: Rate = "normal"
    child: bool = False


CHOICES: tuple[Choice, ...] = (
    Choice("language", LANGUAGES),
    Choice("theme", get_args(Name)),
    Choice("letters", get_args(Letters)),
    Choice("sound", (0, 1, 2, 3)),
    Choice("voice", get_args(Spoken)),
    Choice("rate", get_args(Rate)),
    Choice("child", (False, True)),
    Choice("rotation", (0, 90, 180, 270)),
    Choice("idle", (0, 5, 20, 60)),
)
"""What is offered on the page of settings, in this order."""


def chosen(settings: Settings) -> dict[str, Any]:
    """What is chosen from a list: the part of the settings in which nobody is named."""
    return {one.name: getattr(settings, one.name) for one in CHOICES}


def read(folder: Path) -> Settings:
    """The settings in a folder. What is missing or unreadable is as if it had never been chosen."""
    taken: dict[str, Any] = {"language": _of_the_machine()}
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
            taken[name] = found[name]
    return msgspec.convert(taken, Settings)


def dress(settings: Settings, size: tuple[int, int], inch: float | None) -> None:
    """Put in force how the table wants everything to look, on a screen of that size."""
    theme.use(size, inch, settings.theme, settings.letters, roomy=settings.child)


def write(folder: Path, settings: Settings) -> None:
    """Keep the settings. A folder that cannot be written keeps nothing; the match goes on."""
    fields = msgspec.to_builtins(settings)
    lines = [f"{name} = {_toml(it)}" for name, it in fields.items() if not isinstance(it, dict)]
    for name, table in fields.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]"]
            lines += [f"{_quoted(key)} = {_toml(it)}" for key, it in table.items()]
    with suppress(OSError):
        write_whole(folder / FILE, "\n".join([*lines, ""]).encode())


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    """A TOML string: JSON's, with the one character escaped that only TOML minds."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _of_the_machine() -> Language:
    spoken = (locale.getlocale()[0] or "").partition("_")[0].lower()
    return next((one for one in LANGUAGES if one == spoken), LANGUAGES[0])
