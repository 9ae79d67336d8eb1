import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Literal, get_args, get_origin

import msgspec
import pytest

import companion.games.pyramidion
from companion.games.pyramidion.options import Options
from companion.kernel import (
    fields,
)
from companion.match.shelf import title
from companion.text import LANGUAGES, Texts

PYRAMIDION = title("pyramidion")
GAME = PYRAMIDION.game
TEXTS = Texts(PYRAMIDION.texts)
SHARED = Texts(files("companion.text").joinpath("shared.toml").read_text("utf-8"))
ALL = [(f"{section}.{key}", entry) for section, key, entry in TEXTS.items()]


def placeholders(template: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name)


@pytest.mark.parametrize(("key", "entry"), ALL, ids=[key for key, _ in ALL])
def test_a_text_says_the_same_in_both_languages(key: str, entry: dict[str, str]) -> None:
    assert set(entry) == set(LANGUAGES)
    assert placeholders(entry["de"]) == placeholders(entry["en"])
    assert all(template.strip() == template and template for template in entry.values())
    assert not re.search(
        r"\b(you|your|du|dein\w*|dich|dir|Sie|Ihr\w*|ihr)\b", " ".join(entry.values())
    )


def test_a_word_has_no_values_to_fill() -> None:
    """For a value that is a word is named without any."""
    for key in TEXTS.keys("name"):
        if not key.startswith("token."):
            assert placeholders(TEXTS.get("name", key, "de") or "") == [], key


# --- every key that the rules can use ------------------------------------------------------------


def test_every_kind_of_move_has_its_button_its_sentence_and_its_prompts() -> None:
    for section in ("kind", "kind_detail", "move"):
        assert set(TEXTS.keys(section)) == set(GAME.by_name), section
    blanks = {
        f"{kind.name}.{blank.name}"
        for kind in GAME.kinds
        for field in fields(kind.move)
        for blank in field.blanks
    }
    assert set(TEXTS.keys("blank")) == blanks


def test_whatever_can_be_expected_has_a_name() -> None:
    types = {
        blank.type for kind in GAME.kinds for field in fields(kind.move) for blank in field.blanks
    }
    assert set(TEXTS.keys("expected")) >= types


def test_a_sentence_of_a_move_uses_only_what_the_move_says() -> None:
    for kind in GAME.kinds:
        names = [field.name for field in fields(kind.move)]
        said = kind.move.__struct_fields__
        assert set(placeholders(TEXTS.get("move", kind.name, "de") or "")) <= set(said)
        for index, field in enumerate(fields(kind.move)):
            for blank in field.blanks:
                prompt = TEXTS.get("blank", f"{kind.name}.{blank.name}", "de") or ""
                assert set(placeholders(prompt)) <= {"seat", *names[:index]}, blank.name


def test_every_option_is_explained() -> None:
    wanted = set()
    for option in msgspec.structs.fields(Options):
        wanted |= {f"{option.name}.label", f"{option.name}.help"}
        if get_origin(option.type) is Literal:
            wanted |= {f"{option.name}.{value}" for value in get_args(option.type)}
    assert set(TEXTS.keys("option")) == wanted


def told_in_source() -> Iterator[tuple[str, set[str]]]:
    """Every happening in the sources: its key, and the names of the values it comes with."""
    folder = Path(next(iter(companion.games.pyramidion.__path__)))
    for path in sorted(folder.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                yield from _told_in(function)


def _told_in(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    nodes = list(ast.walk(function))
    words = {name: set[str]() for name in ("values", "key")}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            words.setdefault(node.targets[0].id, set()).update(_words(node.value))
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("happening", "so"):
            given = {word.arg for word in node.keywords if word.arg}
            for word in node.keywords:
                if word.arg is None:
                    given |= _words(word.value) | words.get(getattr(word.value, "id", ""), set())
            key = node.args[1]
            for name in _words(key) or words.get(getattr(key, "id", ""), set()):
                yield name, {word for word in given if word}


def _words(value: ast.expr) -> set[str]:
    """The keys of a dict, or the words among which an expression chooses."""
    if isinstance(value, ast.Dict):
        return {str(key.value) for key in value.keys if isinstance(key, ast.Constant)}
    if isinstance(value, ast.IfExp):
        return _words(value.body) | _words(value.orelse)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return {value.value}
    return set()


def test_everything_that_happens_has_its_sentence_and_brings_the_values_for_it() -> None:
    told = list(told_in_source())
    assert {"laid", "sent_back", "loaded", "boats_shown"} <= {key for key, _ in told}
    for key, given in told:
        assert key in TEXTS.keys("happening")
        assert set(placeholders(TEXTS.get("happening", key, "de") or "")) <= given, key


def test_no_sentence_is_left_over() -> None:
    source = "".join(
        path.read_text("utf-8")
        for path in Path(next(iter(companion.games.pyramidion.__path__))).glob("*.py")
    )
    for key in TEXTS.keys("happening"):
        assert f'"{key}"' in source, key


def test_the_end_is_explained() -> None:
    source = files("companion.games.pyramidion").joinpath("rules.py").read_text("utf-8")
    assert set(TEXTS.keys("tiebreak")) == set(re.findall(r'Level\("(\w+)"', source))


# --- the rulebook --------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", list(GAME.rulebook))
def test_a_fault_says_the_same_in_both_languages(clause: str) -> None:
    fault = GAME.rulebook[clause].fault
    if fault:
        assert set(fault) == set(LANGUAGES)
        assert set(placeholders(fault["de"])) == set(placeholders(fault["en"]))


def values_in_source() -> Iterator[tuple[str, set[str]]]:
    """Every need and every impossible thing in the sources: its clause, and the words that could
    name the values it comes with."""
    folder = Path(next(iter(companion.games.pyramidion.__path__)))
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("rule", "fact"):
            clause, *rest = node.args
            told = rest[1] if len(rest) > 1 else None
            named = [f for f in functions if told and f.name == getattr(told, "id", "")]
            yield str(getattr(clause, "value", "")), _strings(told, *named)
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault":
                yield str(getattr(node.args[0], "value", "")), _strings(function)


def _strings(*trees: ast.AST | None) -> set[str]:
    return {
        node.value
        for tree in trees
        if tree is not None
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_refusal_brings_the_values_for_its_sentence() -> None:
    told = dict[str, set[str]]()
    for clause, words in values_in_source():
        told[clause] = told[clause] & words if clause in told else words
    cited = {need.clause for kind in GAME.kinds for need in kind.needs}
    assert cited <= set(told)
    for clause in sorted(set(told) & set(GAME.rulebook)):
        assert set(placeholders(GAME.rulebook[clause].fault["de"])) <= told[clause], clause
