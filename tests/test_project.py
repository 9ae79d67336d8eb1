"""What must hold for the project as a whole: its files, scripts and pinned versions."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted(
    path for path in (ROOT / "script").iterdir() if path.suffix == "" and path.is_file()
)
PINNED = sorted([*ROOT.glob("requirements/*.txt"), *ROOT.glob("bench/peers/*.txt")])
MOST_LINES = 400
LONGEST_FUNCTION = 50


def project_files() -> list[Path]:
    """All files of the project that are text: what git tracks or would track, and where there is
    no git, all that is not made by the scripts."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        made = {".venv", ".cache", "__pycache__"}
        paths = [path for path in ROOT.rglob("*") if not made & set(path.parts)]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()]


MOST_FIELDS = 4
LISTED = (
    *("bench", "companion", "demo", "doors", "firmware_bridge", "guests", "hub", "printables"),
    "ui",
)
"""Packages that are held to what is said of structs, functions and constants."""


def _unlisted(struct: ast.ClassDef) -> set[str]:
    """The fields that no line of its docstring begins with."""
    fields = {
        one.target.id
        for one in struct.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    lines = (ast.get_docstring(struct) or "").splitlines()
    heads = (re.match(r"(\w+(?:, \w+)*): ", f"{line} ") for line in lines)
    listed = {name for head in heads if head for name in head[1].split(", ")}
    return fields - listed if len(fields) > MOST_FIELDS else set()


def _unlisted_structs(tree: ast.Module) -> Iterator[tuple[str, object]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and (found := _unlisted(node)):
            yield node.name, found


def _raised(function: ast.FunctionDef) -> Iterator[str]:
    """What a function raises by name itself, not what those in it do."""
    inside: list[ast.AST] = list(function.body)
    while inside:
        node = inside.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield ast.unparse(node.exc)
        inside += ast.iter_child_nodes(node)


def _unsaid_errors(tree: ast.Module) -> Iterator[tuple[str, object]]:
    for holder in ast.walk(tree):
        if not isinstance(holder, ast.Module | ast.ClassDef):
            continue
        if getattr(holder, "name", "").startswith("_"):
            continue
        for node in holder.body:
            if (
                isinstance(node, ast.FunctionDef)
                and not node.name.startswith("_")
                and (found := list(_raised(node)))
                and "raises" not in (ast.get_docstring(node) or "").lower()
            ):
                yield node.name, found


def _used_above(tree: ast.Module) -> Iterator[tuple[str, object]]:
    """Constants that a file uses above where they stand. Not tables of the functions and classes
    between: those can stand nowhere else."""
    made = {one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    at: dict[str, int] = {}
    for one in tree.body:
        if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
            named = {node.id for node in ast.walk(one.value) if isinstance(node, ast.Name)}
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            names = {
                node.id for each in targets for node in ast.walk(each) if isinstance(node, ast.Name)
            }
            at |= {name: one.lineno for name in names if name.isupper() and not named & made}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.lineno < at.get(node.id, 0):
            yield node.id, node.lineno


def _long_functions(tree: ast.Module) -> Iterator[tuple[str, object]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
            lines = node.end_lineno - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield node.name, lines


HELD = {
    "structs of many fields say of each what it is": _unlisted_structs,
    "what others call says what it raises": _unsaid_errors,
    "constants stand above their use": _used_above,
    "no function is longer than a page": _long_functions,
}
"""What every file of the product is held to, and who finds what is not: name and what about it."""


def test_every_file_of_the_product_is_written_as_agreed() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}: {what}; but {agreed}"
        for package in LISTED
        for path in (ROOT / package).rglob("*.py")
        for tree in (ast.parse(path.read_text()),)
        for agreed, breaches in HELD.items()
        for name, what in breaches(tree)
    ]
    assert wrong == []


def test_no_python_file_is_too_long_to_read_at_a_sitting() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines())
        for path in project_files()
        if path.suffix == ".py"
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        # Written in halves, or this file would find itself.
        ("package registry", r"pypi\.(?:org|io)|python" r"hosted\.org|piwheels" r"\.org"),
        ("package registry", r"deb\.debian" r"\.org|registry\.npm" r"js|npmjs" r"\.(?:com|org)"),
        ("machine path", r"(?<![\w.])/(?:work|root|opt/pypi)" r"/"),
    ],
)
def test_no_file_names_a_registry_or_a_path_of_one_machine(what: str, pattern: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {what}: {line.strip()}"
        for path in project_files()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert found == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script_explains_itself(script: Path) -> None:
    helped = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    assert helped.stdout.startswith(f"Usage: script/{script.name}")


@pytest.mark.parametrize(
    "script", [*SCRIPTS, ROOT / "script/setup.sh", ROOT / ".ci/run"], ids=lambda path: path.name
)
def test_every_script_is_well_formed(script: Path) -> None:
    subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize("pinned", PINNED, ids=lambda path: path.name)
def test_every_version_is_pinned_with_hashes(pinned: Path) -> None:
    text = re.sub(r"\\\n", "", pinned.read_text())
    requirements = [
        line for line in text.splitlines() if line and not line.lstrip().startswith("#")
    ]
    assert requirements
    for requirement in requirements:
        assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", requirement), requirement


def test_pins_say_what_was_asked_for() -> None:
    for asked in (pinned.with_suffix(".in") for pinned in PINNED):
        pins = asked.with_suffix(".txt").read_text()
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", asked.read_text(), re.MULTILINE):
            assert re.search(rf"^{name}=={re.escape(version)} ", pins, re.MULTILINE), name


def test_the_build_backend_is_the_pinned_one() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text())
    (backend,) = project["build-system"]["requires"]
    assert f"\n{backend} " in (ROOT / "requirements/run.txt").read_text()


def test_every_link_in_a_document_leads_to_a_file() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in project_files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []
