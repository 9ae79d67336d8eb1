"""The ``companion`` command.

Subcommands of this package stand in a table here; other packages add theirs by entry points of
the group ``companion.commands``: a name and a function that takes the arguments and returns the
exit code.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import entry_points

from companion import __version__
from companion.home import NotOurs
from companion.match.registry import names

Command = Callable[[Sequence[str]], int]

_OWN = {
    "archive": "companion.archive.command:command",
    "check": "companion.match.check:check_command",
    "club": "companion.club.simulate:command",
    "lint": "companion.lint:command",
    "referee": "companion.referee.session:command",
    "schema": "companion.referee.schema:command",
    "simulate": "companion.referee.simulate:command",
    "uplink": "companion.uplink.command:command",
}

_RENAMED = {"care": "maintenance"}
"""What commands were called before; these names answer until the next version."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; 0 when it went well, 2 when the call was not understood."""
    os.umask(0o077)
    given = list(sys.argv[1:] if arguments is None else arguments)
    others = {point.name: point for point in entry_points(group="companion.commands")}
    if not given or given[0] in ("-h", "--help"):
        print(f"companion {__version__}: referees real board games")
        print(f"games: {', '.join(names())}")
        print("commands (each knows --help):", ", ".join(sorted({*_OWN, *others})))
        return 0
    if given[0] == "--version":
        print(__version__)
        return 0
    name, rest = given[0], given[1:]
    if name in _RENAMED:
        name = _RENAMED[name]
        print(f"companion {given[0]} is called companion {name} now", file=sys.stderr)
    if name in _OWN:
        module, _, function = _OWN[name].partition(":")
        command: Command = getattr(import_module(module), function)
    elif name in others:
        command = others[name].load()
    else:
        known = ", ".join(sorted({*_OWN, *others}))
        print(f"companion: there is no command {name!r}; there are: {known}", file=sys.stderr)
        return 2
    try:
        return command(rest)
    except (LookupError, NotOurs) as error:
        print(f"companion {name}: {error.args[0]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
