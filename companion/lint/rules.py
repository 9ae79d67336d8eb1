"""What the rulebook lacks."""

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from companion.kernel import Clause, Game
from companion.match.registry import GamePackage
from companion.text import OWN

PARTS = ("rule", "fault", "short", "source", "example")


def clauses(package: GamePackage) -> Iterator[str]:
    """A sentence for each clause that does not say all it has to."""
    refusing = _refusing(package.game)
    for clause in package.game.rulebook.values():
        if clause.id in refusing and not clause.fault:
            yield f"Rulebook, {clause.id}: a move is refused by it, and no `fault` says so."
        if clause.strength in ("hard", "soft"):
            for part in ("rule", "source"):
                if not getattr(clause, part):
                    yield f"Rulebook, {clause.id}: it is {clause.strength} and has no `{part}`."
        yield from _parts(clause)


def _refusing(game: Game[Any]) -> set[str]:
    """The clauses by which moves can be refused."""
    cited = {need.clause for kind in game.kinds for need in kind.needs}
    for kind in game.kinds:
        if kind.role == "play":
            cited |= {kind.out_of_phase or game.phase, kind.out_of_turn or game.turn}
    return cited | {game.over}


def _parts(clause: Clause) -> Iterator[str]:
    for part in PARTS:
        said = getattr(clause, part)
        if said:
            yield from languages(f"Rulebook, {clause.id}, `{part}`", said)
    lines = clause.shows.lines
    if lines:
        whole = {language: "\n".join(said) for language, said in lines.items()}
        yield from languages(f"Rulebook, {clause.id}, `shows`", whole)


def languages(where: str, said: Mapping[str, str]) -> Iterator[str]:
    """What is missing in a text in some language, or is about other values than in another."""
    for language in OWN:
        if not said.get(language, "").strip():
            yield f"{where}: the text in `{language}` is missing."
    if len({frozenset(placeholders(template)) for template in said.values()}) > 1:
        yield f"{where}: the languages do not name the same values in braces."


def placeholders(template: str) -> set[str]:
    """The names of values in a template; a part of a value counts as that value."""
    names = (name for _, name, _, _ in Formatter().parse(template) if name)
    return {name.partition("[")[0] for name in names}
