"""What is wrong with what can be printed for a game."""

import tomllib
from collections.abc import Iterator

from companion.match.registry import GamePackage, game_info, names
from companion.scene.pictures import every_game, pictures
from companion.text import Texts


def prints(package: GamePackage) -> Iterator[str]:
    """A sentence for each mistake in ``prints.toml``; none for a game without that file."""
    if not package.prints:
        return
    game, texts = package.game, Texts(package.texts)
    looks = {name for source in (every_game(), package.art) for name, _ in pictures(source)}
    for piece in package.catalogue.pieces:
        if piece.look and piece.look not in looks:
            yield f"Prints, [pieces.{piece.group}]: there is no look or surface {piece.look}."
        kind = piece.token.removeprefix("move:")
        if kind != piece.token and kind not in game.by_name:
            yield f"Prints, [pieces.{piece.group}]: there is no kind of move {kind}."
        if piece.group not in texts.keys("prints"):
            yield f"Texts, [prints]: {piece.group} is missing, the heading of these pieces."
    written = tomllib.loads(package.prints)
    for part in written.get("aid", ()):
        section, _, key = part["text"].partition(".")
        if texts.get(section, key, "en") is None:
            yield f"Texts, [{section}]: {key} is missing, a heading of the player aid."
        for clause in part["rules"]:
            if clause not in game.rulebook or not game.rulebook[clause].rule:
                yield f"Prints, [[aid]] {part['text']}: there is no rule {clause}."
    for other in names():
        if other != game.name and _code(other) == package.catalogue.code:
            yield f"Prints: {other} has the code {package.catalogue.code} already."


def _code(name: str) -> str:
    try:
        return game_info(name).catalogue.code
    except (OSError, ValueError):
        return ""  # that is for the other game to mend
