"""The words of the screens, in the language of the moment."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.archive.texts import own as afterwards
from companion.files import shown
from companion.kernel import Verbatim
from companion.languages import manner
from companion.maintenance.generations import ENDING
from companion.match.registry import GameInfo, GamePackage
from companion.sight.asking import own as seen
from companion.text import Language, Phrasebook, Texts, plain_phrasebook, read_texts, shared

Saying = Callable[[Phrasebook], str]
"""Something that is said in the language of the moment, whichever that comes to be."""


def saying(section: str, key: str, values: Mapping[str, Any] | None = None) -> Saying:
    """A text of the screens, for what stays on the screen while the language changes."""
    return lambda say: say.say(section, key, values or {})


def of_screens() -> tuple[Texts, ...]:
    """What the screens say beside what a game says."""
    return (Texts.of("ui"), seen(), shared(), Texts.of("companion.store"), afterwards())


def words(
    language: Language, package: GameInfo | None = None, players: Mapping[str, str] | None = None
) -> Phrasebook:
    """Says what belongs to the screens; with a package also what belongs to its game, while no
    match of it is played. players: names by seat."""
    games = () if package is None else (read_texts(package.texts),)
    texts = (*games, *of_screens())
    if isinstance(package, GamePackage):
        return plain_phrasebook(language, *texts, rulebook=package.game.rulebook, players=players)
    return plain_phrasebook(language, *texts, players=players)


def kept_at(say: Phrasebook, file: Path, data: Path) -> str:
    """Where a file was written, or a folder of files, as people call it: a folder elsewhere is the
    stick itself. data: the folder of all data."""
    name = shown(file.name)
    if data not in file.parents and file.is_dir():
        return name
    where = {"file": Verbatim(name), "stick": Verbatim(shown(file.parent.name))}
    return say.say("kept", "here" if data in file.parents else "stick", where)


def place(say: Phrasebook, folder: Path, data: Path) -> str:
    """A folder that files lie in, as people call it. data: the folder of all data."""
    if folder.suffix == ENDING:  # each table has a folder of its own there for its nights
        return f"{place(say, folder.parent, data)}, {shown(folder.name)}"
    if folder == data or data in folder.parents:
        return say.say("kept", "device")
    return say.say("kept", "drive", {"stick": Verbatim(shown(folder.name))})


def decimal(number: str, language: Language) -> str:
    """A number with the mark before its fraction that is usual in a language."""
    return number.replace(".", "," if language == "de" else manner(language).mark)
