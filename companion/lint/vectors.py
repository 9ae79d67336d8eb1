"""What no vector tries, where the tests lie beside the package."""

import ast
import json
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import companion
from companion.match.registry import GamePackage

ROOT = Path(companion.__file__).parent.parent
FORMED = {"id": str, "title": str, "situation": dict, "moves": list, "verdict": str, "rules": list}


def vectors(package: GamePackage, root: Path = ROOT) -> Iterator[str]:
    """A sentence for each kind of move and rule that no vector tries, and for what else a game has
    outside its package. Nothing where the package is installed without its tests."""
    if not (root / "tests" / "games").is_dir():
        return
    game = package.game
    if not (root / "docs" / "games" / f"{game.name}.md").is_file():
        yield f"docs/games/{game.name}.md is missing: where its rules stand."
    file = root / "tests" / "games" / game.name / "vectors.jsonl"
    if not file.is_file():
        yield f"tests/games/{game.name}/vectors.jsonl is missing: nothing tries the rules."
        return
    found = list[dict[str, Any]]()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        wrong = _formed(line, package)
        if wrong:
            yield f"Vectors, line {number}: {wrong}."
        else:
            found.append(json.loads(line))
    yield from _untried(package, found)
    yield from _strangers(game.name, file.parent)


def _formed(line: str, package: GamePackage) -> str:
    """What is wrong with the form of a line, "" for nothing."""
    try:
        vector = json.loads(line)
    except ValueError as error:
        return f"it is no JSON ({error})"
    if not isinstance(vector, dict):
        return "it is no object"
    for name, sort in FORMED.items():
        if not isinstance(vector.get(name), sort):
            return f"`{name}` is missing or of another type"
    if vector["verdict"] not in ("L", "X") or not vector["moves"]:
        return "it wants moves, and as verdict L for legal or X for refused"
    try:
        for move in vector["moves"]:
            package.game.move(move)
    except ValueError as error:
        return f"a move is none that can be told ({error})"
    return ""


def _strangers(game: str, folder: Path) -> Iterator[str]:
    """A sentence for each name that the tests of a game take from its modules, and that is not
    there (any more)."""
    for path in sorted(folder.glob("*.py")):
        where = f"tests/games/{game}/{path.name}"
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if not node.module.startswith(f"companion.games.{game}."):
                continue
            if find_spec(node.module) is None:
                yield f"{where}: there is no {node.module}."
                continue
            there = import_module(node.module)
            lost = (one.name for one in node.names if not hasattr(there, one.name))
            yield from (f"{where}: there is no {name} in {node.module}." for name in lost)


def _untried(package: GamePackage, found: list[dict[str, Any]]) -> Iterator[str]:
    game = package.game
    made = {
        move.get("move")
        for vector in found
        for move in vector["moves"][: None if vector["verdict"] == "L" else -1]
    }
    broken = {clause for vector in found for clause in vector["rules"]}
    for kind in game.kinds:
        if kind.role == "play" and kind.name not in made:
            yield f"Vectors: no vector carries out {kind.name}."
        for need in kind.needs:
            clause = game.rulebook[need.clause]
            if kind.role == "play" and not need.fact and clause.number not in broken:
                yield f"Vectors: no vector breaks {clause.id}."
