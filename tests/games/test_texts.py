"""What the texts and rulebooks of all games must have, read off the sources of their rules."""

import ast
import re
from collections.abc import Iterator
from string import Formatter
from typing import Literal, get_args, get_origin

import msgspec

from companion.kernel import fields
from companion.text import LANGUAGES
from tests.games.tried import EACH_GAME, Tried


def placeholders(template: str | None) -> list[str]:
    """The names of values in a template; a part of a value counts as that value."""
    names = (name for _, name, _, _ in Formatter().parse(template or "") if name)
    return sorted(name.partition("[")[0] for name in names)


@EACH_GAME
def test_a_text_says_the_same_in_the_other_language(tried: Tried) -> None:
    for section, key, entry in tried.texts.items():
        where = f"{section}.{key}"
        assert set(entry) == set(LANGUAGES), where
        german, english = (placeholders(entry[one]) for one in LANGUAGES)
        if section == "sight":  # a language has as many forms as it has
            german, english = sorted(set(german)), sorted(set(english))
        assert german == english, where
        assert all(template.strip() == template and template for template in entry.values()), where


@EACH_GAME
def test_a_fault_says_the_same_in_the_other_language(tried: Tried) -> None:
    for clause in tried.game.rulebook.values():
        if clause.fault:
            assert set(clause.fault) == set(LANGUAGES), clause.id
            german, english = (placeholders(clause.fault[one]) for one in LANGUAGES)
            assert set(german) == set(english), clause.id


@EACH_GAME
def test_every_value_in_a_sentence_is_filled(tried: Tried) -> None:
    """For a value that is a word is named without any."""
    for key in tried.texts.keys("name"):
        if not key.startswith("token."):
            assert placeholders(tried.texts.get("name", key, "de")) == [], key


# --- every key that the rules can use ------------------------------------------------------------


@EACH_GAME
def test_every_kind_of_move_has_its_button_its_sentence_and_a_prompt(tried: Tried) -> None:
    for section in ("kind", "kind_detail", "move"):
        assert set(tried.texts.keys(section)) == set(tried.game.by_name), section
    blanks = {
        f"{kind.name}.{blank.name}"
        for kind in tried.game.kinds
        for field in fields(kind.move)
        for blank in field.blanks
    }
    assert set(tried.texts.keys("blank")) == blanks


@EACH_GAME
def test_every_expectation_has_a_name(tried: Tried) -> None:
    kinds = tried.game.kinds
    types = {blank.type for kind in kinds for field in fields(kind.move) for blank in field.blanks}
    assert set(tried.texts.keys("expected")) >= types


@EACH_GAME
def test_no_sentence_of_a_move_needs_more_than_the_move_says(tried: Tried) -> None:
    for kind in tried.game.kinds:
        names = [field.name for field in fields(kind.move)]
        said = placeholders(tried.texts.get("move", kind.name, "de"))
        assert set(said) <= set(kind.move.__struct_fields__), kind.name
        for index, field in enumerate(fields(kind.move)):
            for blank in field.blanks:
                if blank.name in kind.wording:  # it says more: asked in test_said.py
                    continue
                prompt = tried.texts.get("blank", f"{kind.name}.{blank.name}", "de")
                assert set(placeholders(prompt)) <= {"seat", *names[:index]}, blank.name


@EACH_GAME
def test_an_option_is_explained(tried: Tried) -> None:
    wanted = set()
    for option in msgspec.structs.fields(tried.game.options):
        wanted |= {f"{option.name}.label", f"{option.name}.help"}
        if get_origin(option.type) is Literal:
            wanted |= {f"{option.name}.{value}" for value in get_args(option.type)}
        elif isinstance(option.default, int) and not isinstance(option.default, bool):
            wanted |= {f"{option.name}.0"} & set(tried.texts.keys("option"))  # no count but a word
    assert set(tried.texts.keys("option")) == wanted


@EACH_GAME
def test_the_end_is_explained(tried: Tried) -> None:
    levels = set(re.findall(r'Level\("(\w+)"', "".join(tried.sources.values())))
    assert set(tried.texts.keys("tiebreak")) == levels


# --- what happens --------------------------------------------------------------------------------


TELLS = ("_line", "telling")
"""What makes a kind of move that tells the box profile."""


def told_in_source(tried: Tried) -> Iterator[tuple[str, set[str]]]:
    """Every event in the sources: its key, and the names of the values it comes with."""
    for source in tried.sources.values():
        tree = ast.parse(source)
        tables = dict(_tables(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield from _told_in(node, tables)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in TELLS:
                yield from _told_of_a_box(node)


def _tables(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """The words that a dict of a file looks up, by its name."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            for name in node.targets:
                yield getattr(name, "id", ""), set[str]().union(*map(_words, node.value.values))


def _told_in(
    function: ast.FunctionDef, tables: dict[str, set[str]]
) -> Iterator[tuple[str, set[str]]]:
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
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("event", "so"):
            given = {word.arg for word in node.keywords if word.arg}
            for word in node.keywords:
                if word.arg is None:
                    given |= _words(word.value) | words.get(getattr(word.value, "id", ""), set())
            key = node.args[1]
            looked_up = tables.get(getattr(getattr(key, "value", None), "id", ""), set[str]())
            for name in _words(key) or words.get(getattr(key, "id", ""), looked_up):
                yield name, {word for word in given if word}


def _told_of_a_box(call: ast.Call) -> Iterator[tuple[str, set[str]]]:
    """What a kind that tells the box profile says: its key, and the values as a lambda."""
    _, _, key, *rest = call.args
    for values in rest:
        if isinstance(values, ast.Lambda) and isinstance(values.body, ast.Dict):
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


@EACH_GAME
def test_nothing_happens_without_a_sentence_and_the_values_for_it(tried: Tried) -> None:
    told, sentences = list(told_in_source(tried)), set(tried.texts.keys("event"))
    assert len({key for key, _ in told} & sentences) > 0.8 * len(sentences)
    for key, given in told:
        assert key in sentences
        assert set(placeholders(tried.texts.get("event", key, "de"))) <= given, key


@EACH_GAME
def test_no_sentence_is_left_over(tried: Tried) -> None:
    source = "".join(tried.sources.values())
    for key in tried.texts.keys("event"):
        assert f'"{key}"' in source, key


# --- the rulebook --------------------------------------------------------------------------------


def impossible_in_source(tried: Tried) -> Iterator[tuple[str, set[str]]]:
    """Every impossible thing in the sources: its clause, and the words that could name the values
    it comes with. The values of refusals show when the vectors are told, see ``test_said``."""
    for source in tried.sources.values():
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault":
                        yield str(getattr(node.args[0], "value", "")), _strings(function)


def _strings(tree: ast.AST) -> set[str]:
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


@EACH_GAME
def test_every_violation_fills_the_values_of_its_sentence(tried: Tried) -> None:
    found = [one for one in impossible_in_source(tried) if one[0] in tried.game.rulebook]
    for clause, words in found:
        fault = tried.game.rulebook[clause].fault
        assert set(placeholders(fault.get("de"))) <= words, clause
