"""Small wrong changes to a module: one at a time, each as a mistake that people make.

A mutant is named by its node, counted in the order of ``ast.walk``, and by its number among the
mistakes that can be made there; so the same source always has the same mutants.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
_CALLED = {"max": "min", "min": "max", "any": "all", "all": "any"}
_CHANGES_STATE = ("replace", "changed", "with_")
_TRUTHS = (ast.Name, ast.Attribute, ast.Call, ast.NamedExpr, ast.Subscript)
_NO_CODE = ("annotation", "returns", "decorator_list")
_TAKEN_APART = ("needs", "apply", "candidates")

MOST_WORDS = 100
"""Characters of Python that a report shows of one place."""


@dataclass(frozen=True)
class Mutant:
    """One wrong change. node, number: see the module. what: before and after, in Python."""

    module: str
    line: int
    node: int
    number: int
    what: str


class Mistake(NamedTuple):
    """What stands there instead, and in words what was done."""

    alternatives: ast.AST
    line: int
    what: str


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """All mutants of a module."""
    for index, (node, above) in enumerate(_walk(ast.parse(source))):
        for number, wrong in enumerate(_mistakes(node, above)):
            yield Mutant(module, wrong.line, index, number, wrong.what)


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The module with the mistake in it."""
    tree = ast.parse(source)
    node, above = list(_walk(tree))[mutant.node]
    wrong = list(_mistakes(node, above))[mutant.number].alternatives
    ast.copy_location(wrong, node)

    class Exchange(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> Any:
            return wrong if one is node else self.generic_visit(one)

    whole: ast.Module = ast.fix_missing_locations(Exchange().visit(tree))
    return whole


Above = tuple[ast.AST, ...]


def _walk(tree: ast.AST, above: Above = ()) -> Iterator[tuple[ast.AST, Above]]:
    """Every node with those above it, the nearest last; types and docstrings left out."""
    yield tree, above
    for name, child in ast.iter_fields(tree):
        if name in _NO_CODE or (name == "keywords" and isinstance(tree, ast.ClassDef)):
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.AST) and not _is_doc(one):
                yield from _walk(one, (*above, tree))


def _is_doc(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _said(node: ast.AST) -> str:
    said = " ".join(ast.unparse(node).split())
    return said if len(said) <= MOST_WORDS else f"{said[:MOST_WORDS]}..."


def _other(node: ast.expr | ast.stmt, alternatives: ast.AST) -> Mistake:
    return Mistake(alternatives, node.lineno, f"{_said(node)}  ->  {_said(alternatives)}")


def _left_out(node: ast.stmt) -> Mistake:
    return Mistake(ast.Pass(), node.lineno, f"without: {_said(node)}")


def _without(node: ast.expr, field: str, at: int) -> Mistake:
    """One member of a list left out."""
    wrong = deepcopy(node)
    gone = getattr(wrong, field).pop(at)
    left = getattr(wrong, field)
    alternatives = left[0] if isinstance(wrong, ast.BoolOp) and len(left) == 1 else wrong
    return Mistake(alternatives, gone.lineno, f"without: {_said(gone)}")


def _mistakes(node: ast.AST, above: Above) -> Iterator[Mistake]:
    """What could stand there instead."""
    if isinstance(node, _TRUTHS) and _is_condition(node, above[-1]):
        yield _other(node, ast.UnaryOp(ast.Not(), deepcopy(node)))
    match node:
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                ops = [*node.ops[:at], _COMPARED[type(operator)](), *node.ops[at + 1 :]]
                yield _other(node, ast.Compare(node.left, ops, node.comparators))
        case ast.BoolOp():
            other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield _other(node, ast.BoolOp(other, node.values))
            if isinstance(node.op, ast.And):
                yield from (_without(node, "values", at) for at in range(len(node.values)))
        case ast.UnaryOp(op=ast.Not()):
            yield _other(node, deepcopy(node.operand))
        case ast.Constant(value=bool()):
            yield _other(node, ast.Constant(not node.value))
        case ast.Constant(value=int(value)):
            yield _other(node, ast.Constant(value + 1))
        case ast.BinOp(left, operator, right) if type(operator) in _COUNTED:
            yield _other(node, ast.BinOp(left, _COUNTED[type(operator)](), right))
        case ast.AugAssign(target, operator, value) if type(operator) in _COUNTED:
            yield _other(node, ast.AugAssign(target, _COUNTED[type(operator)](), value))
        case ast.Call():
            yield from _calls(node)
        case ast.Tuple() if _holds_needs(above[-1]):
            yield from (_without(node, "elts", at) for at in range(len(node.elts)))
        case ast.Assign() if _can_be_forgotten(node):
            yield _left_out(node)
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()) if _yields(above) > 1:
            yield _left_out(node)
        case ast.Return(value=None):
            yield _left_out(node)


def _calls(node: ast.Call) -> Iterator[Mistake]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _CALLED:
        yield _other(node, ast.Call(ast.Name(_CALLED[name], ast.Load()), node.args, node.keywords))
    for at, keyword in enumerate(node.keywords):
        said_of_a_kind = name == "Kind" and keyword.arg not in _TAKEN_APART
        if said_of_a_kind or (name.startswith(_CHANGES_STATE) and len(node.keywords) > 1):
            yield _without(node, "keywords", at)


def _is_condition(node: ast.AST, parent: ast.AST) -> bool:
    """Whether this is a condition, or a part of one."""
    match parent:
        case ast.If() | ast.IfExp() | ast.While():
            return node is parent.test
        case ast.comprehension():
            return node in parent.ifs
    return isinstance(parent, ast.BoolOp)


def _holds_needs(parent: ast.AST) -> bool:
    """Whether below this is the list of what a kind of move needs."""
    if isinstance(parent, ast.keyword):
        return parent.arg == "needs"
    return isinstance(parent, ast.AnnAssign) and "Need" in ast.unparse(parent.annotation)


def _can_be_forgotten(node: ast.Assign) -> bool:
    """Whether it gives a new value to what had one before: ``x = changed(x)``."""
    if not isinstance(node.value, ast.Call | ast.YieldFrom):
        return False
    read = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
    given = {one.id for to in node.targets for one in ast.walk(to) if isinstance(one, ast.Name)}
    return bool(given & read) and given - {"_"} <= read


def _yields(above: Above) -> int:
    """How often the function yields that this stands in."""
    around = next(one for one in reversed(above) if isinstance(one, ast.FunctionDef))
    return sum(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(around))
