import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from companion.games.sakkara.options import Options
from companion.games.sakkara.rules import game
from companion.kernel import fields
from companion.text import LANGUAGES, Texts

FOLDER = files("companion.games.sakkara")
SOURCES = {
    path.name: path.read_text("utf-8") for path in FOLDER.iterdir() if path.name.endswith(".py")
}
TEXTS = Texts(FOLDER.joinpath("texts.toml").read_text("utf-8"))
SHARED = Texts(files("companion.text").joinpath("shared.toml").read_text("utf-8"))
ALL = [(f"{section}.{key}", entry) for section, key, entry in TEXTS.items()]


def placeholders(template: str) -> list[str]:
    """The names of values in a template; a part of a value counts as that value."""
    names = (name for _, name, _, _ in Formatter().parse(template) if name)
    return sorted(name.partition("[")[0] for name in names)


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
        assert set(TEXTS.keys(section)) == set(game.by_name), section
    blanks = {
        f"{kind.name}.{blank.name}"
        for kind in game.kinds
        for field in fields(kind.move)
        for blank in field.blanks
    }
    assert set(TEXTS.keys("blank")) == blanks


def test_whatever_can_be_expected_has_a_name() -> None:
    types = {
        blank.type for kind in game.kinds for field in fields(kind.move) for blank in field.blanks
    }
    assert set(TEXTS.keys("expected")) >= types


def test_a_sentence_of_a_move_uses_only_what_the_move_says() -> None:
    for kind in game.kinds:
        names = [field.name for field in fields(kind.move)]
        assert set(placeholders(TEXTS.get("move", kind.name, "de") or "")) <= set(names)
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
    for source in SOURCES.values():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                yield from _told_in(node)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_kind":
                yield from _told_of_a_box(node)


def _told_in(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    nodes = list(ast.walk(function))
    words = {name: set[str]() for name in ("values", "key")}
    for node in nodes:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            words.setdefault(node.target.id, set()).update(_words(node.value))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            words.setdefault(node.targets[0].id, set()).update(_words(node.value))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            name = getattr(node.targets[0].value, "id", "")
            words.setdefault(name, set()).update(_words(node.targets[0].slice))
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("happening", "so"):
            given = {word.arg for word in node.keywords if word.arg}
            for word in node.keywords:
                if word.arg is None:
                    given |= _words(word.value) | words.get(getattr(word.value, "id", ""), set())
            key = node.args[1]
            for name in _words(key) or words.get(getattr(key, "id", ""), set()):
                yield name, {word for word in given if word}


def _told_of_a_box(call: ast.Call) -> Iterator[tuple[str, set[str]]]:
    """What a kind that tells the box profile says: its key, and the values as a lambda."""
    _, _, key, _, values, *_ = call.args
    assert isinstance(values, ast.Lambda)
    for name in _words(key):
        yield name, _words(values.body)


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
    assert {"stepped", "won", "tile_fixed", "dealt_unconfirmed", "count_told"} <= {
        key for key, _ in told
    }
    for key, given in told:
        assert key in TEXTS.keys("happening")
        assert set(placeholders(TEXTS.get("happening", key, "de") or "")) <= given, key


def test_no_sentence_is_left_over() -> None:
    source = "".join(SOURCES.values())
    for key in TEXTS.keys("happening"):
        assert f'"{key}"' in source, key


def test_the_end_is_explained() -> None:
    assert set(TEXTS.keys("tiebreak")) == set(re.findall(r'Level\("(\w+)"', SOURCES["rules.py"]))


# --- the rulebook --------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", list(game.rulebook))
def test_a_fault_says_the_same_in_both_languages(clause: str) -> None:
    fault = game.rulebook[clause].fault
    if fault:
        assert set(fault) == set(LANGUAGES)
        assert set(placeholders(fault["de"])) == set(placeholders(fault["en"]))
