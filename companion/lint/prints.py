"""What is wrong with what can be printed for a game."""

from collections.abc import Collection, Iterator

import tomli

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
    yield from _rules(package, texts, looks)
    for other in names():
        if other != game.name and _code(other) == package.catalogue.code:
            yield f"Prints: {other} has the code {package.catalogue.code} already."


def _rules(package: GamePackage, texts: Texts, looks: Collection[str]) -> Iterator[str]:
    """Of the player aid, the turn at a glance, and what lost cards are played by."""
    book, written = package.game.rulebook, tomli.loads(package.prints)
    cited: list[tuple[str, str]] = []
    for kind, called in (("aid", "the player aid"), ("turn", "the turn at a glance")):
        for part in written.get(kind, ()):
            section, _, key = part["text"].partition(".")
            if texts.get(section, key, "en") is None:
                yield f"Texts, [{section}]: {key} is missing, a heading of {called}."
            look = part.get("look", "")
            if look and look not in looks:
                yield f"Prints, [[{kind}]] {part['text']}: there is no look or surface {look}."
            cited += [(f"[[{kind}]] {part['text']}", clause) for clause in part["rules"]]
    known = {name for piece in package.catalogue.pieces for name in (piece.token, piece.look)}
    for card, said in written.get("slip", {}).items():
        if card not in known:
            yield f"Prints, [slip]: there is no card or look {card}."
        cited += [(f"[slip] {card}", one) for one in said if not one.startswith("name:")]
    for where, clause in cited:
        if clause not in book or not book[clause].rule:
            yield f"Prints, {where}: there is no rule {clause}."


def _code(name: str) -> str:
    try:
        return game_info(name).catalogue.code
    except (OSError, ValueError):
        return ""  # that is for the other game to mend
