"""Under which heading of the printed rules a rule is looked up: that of the part of the player aid
it stands in, and for a rule that is in none, of the rule before it that is."""

from collections.abc import Mapping
from functools import cache

import tomli

from companion.match.registry import GamePackage


def headings(package: GamePackage) -> Mapping[str, str]:
    """The headings as keys of the game's texts, by the numbers of rules that have a source of their
    own; what only this companion says stands under none."""
    book = package.game.rulebook
    hard = tuple(
        (one.id, one.number)
        for one in book.values()
        if one.strength == "hard" and one.number[-1:].isdigit()
    )
    return _headings(package.prints, hard)


@cache
def _headings(prints: str, clauses: tuple[tuple[str, str], ...]) -> dict[str, str]:
    parts = tomli.loads(prints).get("aid", [])
    named = {str(clause): str(part["text"]) for part in parts for clause in part["rules"]}
    numbers = {number: named[clause] for clause, number in clauses if clause in named}
    found: dict[str, str] = {}
    last = next(iter(numbers.values()), "")
    for clause, number in clauses:
        last = named.get(clause) or numbers.get(number) or last
        if last:
            found.setdefault(number, last)
    return found
