"""What the table has chosen for good: language, theme and the names last used."""

import json
import locale
import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
import tomli

from companion.files import NotPlain, TooLarge, atomic_write, move, read_whole
from companion.match.likes import Letters, Side, Spoken
from companion.match.renaming import LONGEST_NAME
from companion.table import PLACES
from companion.text import LANGUAGES, Language
from ui import theme
from ui.session.agreed import Agreed, Sets
from ui.theme import Name
from ui.voice import Rate

FILE = "settings.toml"
"""Name of the file in the data folder."""

UNREAD = "settings-unread.toml"
"""What the file is called in which something could not be read, as it was."""

_MOST = 1_000_000  # bytes of the file

LONGEST_IDLE = 1440
"""Minutes: a day."""

Port = Annotated[str, msgspec.Meta(max_length=256)]
Place = Annotated[int, msgspec.Meta(ge=0, le=PLACES)]


class Choice(msgspec.Struct, frozen=True):
    """A setting that is chosen from few values on the page of settings.

    name: of the field in :class:`Settings`. Its heading is the text ``setting.NAME``, what it does
    ``setting_detail.NAME`` if there is one, each value ``setting.NAME-VALUE`` (``yes`` and ``no``
    for a truth value). values: in the order in which they are shown.
    """

    name: str
    values: tuple[Any, ...]


Hands = Literal["none", "look", "tell", "all"]


class Television(msgspec.Struct, frozen=True):
    """What other screens of the house show.

    on: whether they show anything.
    names: whether people are called by their names there.
    delay: minutes for which the picture is kept back.
    phones: what telephones may do as a player's hand: be none, look at what that seat alone knows,
        tell that, too, or make its moves as well.
    """

    on: bool = False
    names: bool = True
    delay: Literal[0, 1, 5] = 0
    phones: Hands = "none"


class Settings(msgspec.Struct, frozen=True):
    """What is set at this screen.

    language: of the screen.
    theme: name of the colours.
    letters: how large they are.
    names: of the players by seat, as they were typed last.
    seats: by game, who sat in which order the last time; the game that was opened last stands last.
    agreed: by game, what was agreed on before the last match.
    sets: by game, what is agreed on again and again, under names.
    sides: by seat, at which side of the screen it sits.
    rotation: degrees by which the picture is turned against the clock, for a screen that hangs
        otherwise than it is built.
    speaker: how loud the table itself sounds, 1 to 3, and 0 for not at all; -1 while nobody has
        chosen.
    sound: how loud the devices and the voice are, 1 to 3, and 0 for not at all.
    quiet: whether nothing sounds, whatever is chosen.
    met: the kinds of devices that were ever there: only those are missed.
    scanners: by port, the place at the table of the scanner there, 0 for everybody's; at other
        ports what the settings of the hardware say.
    learnt: by game, the lessons that were done.
    idle: minutes without any input after which the screen comes to rest, 0 for never.
    brightness: percent of the most light that the screen gives.
    resting: how much light it gives while nobody is there.
    night: the hours in which there is less of it, and none while nobody is there.
    touch: how the touches of the panel are put right, as :mod:`ui.input.calibration` has it; empty
        for one that is right.
    voice: what is said aloud.
    rate: how fast the voice speaks.
    child: fewer words, kinder refusals and larger buttons.
    codes: whether the names of places in writing stand on the board.
    less_motion: whether what moves is only shown where it ends.
    television: what other screens show.
    """

    language: Language = "de"
    theme: Name = "dark"
    letters: Letters = "normal"
    names: dict[str, Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]] = {}
    seats: dict[str, tuple[str, ...]] = {}
    agreed: dict[str, Agreed] = {}
    sets: dict[str, Sets] = {}
    sides: dict[str, Side] = {}
    rotation: Literal[0, 90, 180, 270] = 0
    speaker: Annotated[int, msgspec.Meta(ge=-1, le=3)] = -1
    sound: Annotated[int, msgspec.Meta(ge=0, le=3)] = 2
    quiet: bool = False
    learnt: dict[str, tuple[str, ...]] = {}
    idle: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_IDLE)] = 20
    brightness: Literal[100, 70, 40] = 100
    resting: Literal["same", "dim", "dark"] = "dim"
    night: Literal["never", "20-8", "22-6", "0-10"] = "never"
    touch: tuple[float, ...] = ()
    voice: Spoken = "off"
    rate: Rate = "normal"
    child: bool = False
    codes: bool = False
    less_motion: bool = False
    met: tuple[Literal["buttons", "scanner", "box", "input", "camera"], ...] = ()
    scanners: dict[Port, Place] = {}
    television: Television = Television()

    @property
    def last_game(self) -> str:
        """The game that was opened last, "" for none."""
        return next(reversed(self.seats), "")

    def seated(self, game: str, seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """``seats``, with who sat now at the game that was opened last."""
        return {**{one: who for one, who in self.seats.items() if one != game}, game: seats}


RESTORABLE = frozenset(
    {
        *("language", "theme", "letters", "names", "seats", "sides", "rotation", "sound"),
        *(
            "speaker",
            "quiet",
            "learnt",
            "idle",
            "resting",
            "night",
            "voice",
            "rate",
            "child",
            "codes",
            "less_motion",
            "met",
            "scanners",
            "agreed",
            "sets",
        ),
    }
)
"""The settings that a backup may bring; a new one only once somebody has thought about it."""

OF_THIS_MACHINE = ("brightness", "touch", "television")
"""What belongs to the glass of this machine and to its network, whatever a backup says: touches put
right for another panel would miss every button, and no stick opens a network."""

OLD = {"poweroff": ["systemctl", "poweroff"], "reboot": ["systemctl", "reboot"]}
"""What stands in the files of earlier versions: not worth a word when it is left out."""

MOST_NAMED = 8
"""Names of things left out that are told."""

CHOICES: tuple[Choice, ...] = (
    Choice("language", LANGUAGES),
    Choice("theme", get_args(Name)),
    Choice("letters", get_args(Letters)),
    Choice("speaker", (0, 1, 2, 3)),
    Choice("sound", (0, 1, 2, 3)),
    Choice("quiet", (False, True)),
    Choice("voice", get_args(Spoken)),
    Choice("rate", get_args(Rate)),
    Choice("child", (False, True)),
    Choice("codes", (False, True)),
    Choice("less_motion", (False, True)),
    Choice("rotation", (0, 90, 180, 270)),
    Choice("idle", (0, 5, 20, 60)),
    Choice("brightness", (100, 70, 40)),
    Choice("resting", ("same", "dim", "dark")),
    Choice("night", ("never", "20-8", "22-6", "0-10")),
)
"""What is offered on the page of settings, in this order."""

SHOWN: tuple[Choice, ...] = (
    Choice("on", (False, True)),
    Choice("names", (True, False)),
    Choice("delay", (0, 1, 5)),
    Choice("phones", get_args(Hands)),
)
"""What is offered on the page of the television: fields of :class:`Television`, whose texts are in
the sections ``television`` and ``television_detail``."""


def loudness(settings: Settings, *, public: bool) -> int:
    """How loud the table itself sounds: what was chosen; at home softly while nobody has chosen,
    and not at all on a screen in public."""
    if settings.quiet:
        return 0
    return settings.speaker if settings.speaker >= 0 else int(not public)


def devices_loudness(settings: Settings) -> int:
    """How loud the devices and the voice are."""
    return 0 if settings.quiet else settings.sound


def chosen(settings: Settings) -> dict[str, Any]:
    """What is chosen from a list: the part of the settings in which nobody is named."""
    return {one.name: getattr(settings, one.name) for one in CHOICES}


def read(folder: Path) -> Settings:
    """The settings in a folder. What is missing or unreadable is as if it had never been chosen."""
    return msgspec.convert({"language": _of_the_machine(), **_right(_found(folder))}, Settings)


def _found(folder: Path) -> dict[str, Any]:
    """What stands in the file, nothing where it cannot be read."""
    try:
        return tomli.loads(read_whole(folder / FILE, _MOST).decode())
    except (OSError, ValueError, RecursionError):  # the last when brackets are nested too deeply
        return {}


def judged(data: bytes, own: Settings) -> tuple[bytes, tuple[str, ...]]:
    """What of a file from elsewhere may be taken for settings, and the names of what may not. own:
    the settings that are in force here. Raises ValueError or RecursionError when it is none."""
    found = tomli.loads(data.decode("utf-8"))
    kept = {name: msgspec.to_builtins(getattr(own, name)) for name in OF_THIS_MACHINE}
    right = {name: it for name, it in _right(found).items() if name in RESTORABLE} | kept
    left = [name for name in found if name not in right and OLD.get(name) != found[name]]
    shown = [name if name.isprintable() and len(name) <= LONGEST_NAME else "…" for name in left]
    return _text(right), tuple(shown[:MOST_NAMED])


def _right(found: dict[str, Any]) -> dict[str, Any]:
    """What has the name and the kind of a setting."""
    taken = {}
    for name in Settings.__struct_fields__:
        if name in found:
            try:
                msgspec.convert({name: found[name]}, Settings)
            except msgspec.ValidationError:
                continue
            taken[name] = found[name]
    return taken


Looks = tuple[theme.Name, Letters, bool, bool]
"""What everything is built with: when one of these changes, the screen is built anew."""


def looks(settings: Settings, *, roomy: bool = False) -> Looks:
    """How the table wants everything to look. roomy: with larger buttons, also where it is not
    set."""
    return settings.theme, settings.letters, roomy or settings.child, settings.less_motion


def dress(look: Looks, size: tuple[int, int], inch: float | None) -> None:
    """Put in force how everything looks, on a screen of that size."""
    name, letters, roomy, still = look
    theme.use(size, inch, name, letters, roomy=roomy, still=still)


def write(folder: Path, settings: Settings) -> bool:
    """Keep the settings, and whatever else stands in the file: somebody wrote it; whether it was
    laid aside for that. A folder that cannot be written keeps nothing; the match goes on."""
    aside = False
    with suppress(OSError):
        aside = _lay_aside(folder)
        others = _others(_found(folder))
        atomic_write(folder / FILE, _text(others | msgspec.to_builtins(settings)))
    return aside


def lay_aside(folder: Path) -> bool:
    """Keep the file as it is under the name :data:`UNREAD` where something in it cannot be used,
    and go on with the rest of it; whether that was so. Where the disk does not let us, nothing has
    changed."""
    try:
        return _lay_aside(folder)
    except OSError:
        return False


def _lay_aside(folder: Path) -> bool:
    file = folder / FILE
    try:
        data = read_whole(file, _MOST)
        found = tomli.loads(data.decode())
        right = _others(found) | _right(found)
        rest = _text(right)  # what is nested deeper or longer than can be written is no use either
    except FileNotFoundError:
        return False
    except (NotPlain, TooLarge, ValueError, RecursionError):
        move(file, folder / UNREAD)
        return True
    if right.keys() == found.keys():
        return False
    atomic_write(folder / UNREAD, data)
    atomic_write(file, rest)
    return True


def _others(found: dict[str, Any]) -> dict[str, Any]:
    """What stands in the file and is no setting."""
    return {name: it for name, it in found.items() if name not in Settings.__struct_fields__}


def _text(fields: dict[str, Any]) -> bytes:
    plain = {name: it for name, it in fields.items() if not isinstance(it, dict)}
    lines = [f"{_key(name)} = {_toml(it)}" for name, it in plain.items()]
    for name, table in fields.items():
        if isinstance(table, dict):
            lines += ["", f"[{_key(name)}]"]
            lines += [f"{_quoted(key)} = {_toml(it)}" for key, it in table.items()]
    return "\n".join([*lines, ""]).encode()


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_quoted(key)} = {_toml(it)}' for key, it in value.items())}}}"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    """A TOML string: JSON's, with the one character escaped that only TOML minds."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _of_the_machine() -> Language:
    spoken = (locale.getlocale()[0] or "").partition("_")[0].lower()
    return next((one for one in LANGUAGES if one == spoken), LANGUAGES[0])
