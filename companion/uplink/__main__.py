"""``python -m companion.uplink``: the same without what the other commands need."""

import sys


def main() -> int:
    """See :func:`companion.uplink.command.command`."""
    # Where it is there msgspec prefers it, though the standard library has all that is used here;
    # without it whoever runs all day takes a megabyte less of the table's memory.
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    from companion.home import NotOurs
    from companion.uplink.command import command

    try:
        return command()
    except NotOurs as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
