"""What the texts lack, as far as the kinds of move, the options and the sources tell."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, get_args, get_origin

import msgspec

from companion.kernel import fields
from companion.lint.rules import languages, placeholders
from companion.match.registry import ABOUT, GamePackage
from companion.match.setting_up import read
from companion.text import OWN, Texts


def texts(package: GamePackage) -> Iterator[str]:
    """A sentence for each text that is missing, too many, or about values that are not there."""
    own = Texts(package.texts)
    for section, key, entry in own.items():
        yield from languages(f"Texts, [{section}] {key}", entry)
    for section, wanted in _wanted(package).items():
        has = set(own.keys(section))
        for key in sorted(wanted - has):
            yield f"Texts, [{section}]: {key} is missing."
        if section not in ("about", "expected"):
            for key in sorted(has - wanted):
                yield f"Texts, [{section}]: {key} belongs to nothing in the game."
    yield from _how_many(own, package.game.players)
    yield from _values(package, own)
    yield from _costs(package, own)
    yield from _events(package, own)


def _how_many(own: Texts, players: tuple[int, int]) -> Iterator[str]:
    """Where the line on the box does not begin with how many people can sit down."""
    told = [str(one) for one in sorted(set(players))]
    for language in OWN:
        people, *_ = (own.get("about", "line", language) or "").partition("·")
        if re.findall(r"\d+", people) != told:
            wanted = " to ".join(told)
            yield f"Texts, [about] line: `{language}` does not begin with {wanted} players."


def _wanted(package: GamePackage) -> dict[str, set[str]]:
    """The keys that each section must have."""
    kinds = package.game.kinds
    names = {kind.name for kind in kinds}
    blanks = [
        (kind, blank) for kind in kinds for part in fields(kind.move) for blank in part.blanks
    ]
    options = set[str]()
    for option in msgspec.structs.fields(package.game.options):
        options |= {f"{option.name}.label", f"{option.name}.help"}
        if get_origin(option.type) is Literal:
            options |= {f"{option.name}.{value}" for value in get_args(option.type)}
        elif isinstance(option.default, int) and not isinstance(option.default, bool):
            nought = f"{option.name}.0"  # where that is no count, but says that there is none
            options |= {nought} & set(Texts(package.texts).keys("option"))
    return {
        "about": set(ABOUT),
        "kind": names,
        "kind_detail": names,
        "move": names,
        "blank": {f"{kind.name}.{blank.name}" for kind, blank in blanks},
        "expected": {blank.type for _, blank in blanks},
        "option": options,
        "setup": _steps(package),
        "tally": {one.key for one in package.tally.columns},
    }


def _steps(package: GamePackage) -> set[str]:
    """What is said of each step of setting up the table; a note as well where there is one."""
    steps = [one.key for one in read(package.setup).steps]
    notes = {f"{key}.note" for key in steps} & set(Texts(package.texts).keys("setup"))
    return {f"{key}.{part}" for key in steps for part in ("title", "say")} | notes


def _values(package: GamePackage, own: Texts) -> Iterator[str]:
    """Sentences of moves and questions about values that the move does not have by then."""
    for kind in package.game.kinds:
        names = [part.name for part in fields(kind.move)]
        known = set(kind.move.__struct_fields__)
        for section in ("move", "way"):
            for value in sorted(placeholders(own.get(section, kind.name, "en") or "") - known):
                yield f"Texts, [{section}] {kind.name}: the move has no {{{value}}}."
        for number, part in enumerate(fields(kind.move)):
            for blank in part.blanks:
                if blank.name in kind.wording:  # that knows more, and is heard in played matches
                    continue
                key = f"{kind.name}.{blank.name}"
                asked = placeholders(own.get("blank", key, "en") or "")
                for value in sorted(asked - {"seat", *names[:number]}):
                    yield f"Texts, [blank] {key}: {{{value}}} is not known yet when it is asked."


def _costs(package: GamePackage, own: Texts) -> Iterator[str]:
    """What is said of closing a step, of a kind of move that closes none, or about values that no
    step has; of what is used of a step that there is not, and of what stands at the main place."""
    ends = {kind.name for kind in package.game.kinds if kind.ends}
    steps = (own.get("stage", key, "en") or "" for key in own.keys("stage"))
    known = set[str]().union(*map(placeholders, steps))
    for key in own.keys("kind_cost"):
        if key not in ends:
            yield f"Texts, [kind_cost]: {key} is no kind of move that closes a step."
        for value in sorted(placeholders(own.get("kind_cost", key, "en") or "") - known):
            yield f"Texts, [kind_cost] {key}: no step has a {{{value}}}."
    for key in own.keys("way"):
        if key not in package.game.by_name:
            yield f"Texts, [way]: {key} is no kind of move."
    for key in own.keys("main"):
        if key.removesuffix("_quiet") not in package.game.by_name:
            yield f"Texts, [main]: {key} is no kind of move."
    for key in own.keys("way_cost"):
        if key not in own.keys("stage"):
            yield f"Texts, [way_cost]: {key} is no step of a turn."
        for value in sorted(placeholders(own.get("way_cost", key, "en") or "") - {"left", "used"}):
            yield f"Texts, [way_cost] {key}: nobody counts a {{{value}}}."


def _events(package: GamePackage, own: Texts) -> Iterator[str]:
    """Events of the sources without a sentence, and those that cite a clause that is not there."""
    sentences, book = set(own.keys("event")), package.game.rulebook
    cited = {name for clause in book.values() for name in (clause.id, clause.number)}
    for call in _calls(package.game.name):
        at = 2 if call.func.id == "aside" else 1  # type: ignore[attr-defined]
        key, rule = ([*_words(one)] for one in call.args[at : at + 2])
        yield from (f"Texts, [event]: {one} is missing." for one in key if one not in sentences)
        for clause in rule:
            if clause not in cited:
                yield f"Rulebook: an event cites {clause}, which is no clause."


def _calls(name: str) -> Iterator[ast.Call]:
    """All calls of ``event`` and ``aside`` in the sources of a game."""
    for source in files(f"companion.games.{name}").iterdir():
        if not source.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in ("event", "aside") and len(node.args) > 2:
                yield node


def _words(value: ast.expr) -> Iterator[str]:
    """The words that an expression may be, as far as they stand there."""
    if isinstance(value, ast.IfExp):
        yield from _words(value.body)
        yield from _words(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
