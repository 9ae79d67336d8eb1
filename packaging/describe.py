"""``describe.py LIB``: writes the entry points of the project beside its packages in LIB, so that
``companion`` finds its subcommands where nothing was installed by pip."""

import sys
from pathlib import Path

import tomli

ROOT = Path(__file__).parent.parent


def main(lib: Path) -> None:
    """Write the metadata that importlib reads."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = (ROOT / "companion/__init__.py").read_text("utf-8").split('__version__ = "')[1]
    version = version.partition('"')[0]
    folder = lib / f"tabletop_companion-{version}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n", "utf-8"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items()), ""]
    (folder / "entry_points.txt").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
