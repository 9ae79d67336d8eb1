"""Somebody gets another name in everything that is kept, or none."""

from collections.abc import Callable

from companion.match.renaming import renamed
from companion.store.chained_table import ChainedTable
from companion.store.erasing import in_json
from companion.store.headings import (
    heading_renamed,
    points_renamed,
    remarks_renamed,
    summary_renamed,
)
from companion.store.rows import NewRow, Row
from companion.store.tables import BOX, ENTRY, MATCH, PLAYER, REMARKS, SCORE, SUMMARY

Whole = Callable[[str, str], tuple[Row, ...]]
"""All rows of a table and key, of a broken file after it was mended."""

Bodies = Callable[[tuple[bytes, ...]], tuple[bytes, ...]]


def rename(main: ChainedTable, whole: Whole, old: str, new: str) -> None:
    """Rewrite every journal, heading and sheet with that name; nothing of it stays in the file.
    Raises DiskError."""
    ways: dict[str, Bodies] = {
        ENTRY: lambda bodies: renamed(bodies, old, new),
        MATCH: lambda bodies: tuple(heading_renamed(one, old, new) for one in bodies),
        SCORE: lambda bodies: tuple(points_renamed(one, old, new) for one in bodies),
        BOX: lambda bodies: tuple(remarks_renamed(one, old, new) for one in bodies),
    }
    lines = [
        NewRow(table, key, body, row.number)
        for table, way in ways.items()
        for key in main.naming(table, old)
        if table != BOX or key.endswith(f"/{REMARKS}")  # all else of a box is no words of anybody
        for rows in (whole(table, key),)
        for row, body in zip(rows, _bodies(rows, way, old, new), strict=True)
    ]
    alone = main.naming(SUMMARY, old)
    there = main.chains(MATCH)
    lines += [
        NewRow(SUMMARY, key, body, row.number)
        for key in alone
        if key not in there
        for rows in (whole(SUMMARY, key),)
        for row, body in zip(rows, _bodies(rows, _summaries(old, new), old, new), strict=True)
    ]
    summed = [(SUMMARY, match) for match in alone if match in there]  # worked out again
    known = main.chains(PLAYER).get(old, ())
    main.rewrite(lines, [(PLAYER, old), *summed], old)
    if new:
        main.add([NewRow(PLAYER, new, row.body) for row in known])


def _summaries(old: str, new: str) -> Bodies:
    return lambda bodies: tuple(summary_renamed(one, old, new) for one in bodies)


def _bodies(rows: tuple[Row, ...], way: Bodies, old: str, new: str) -> tuple[bytes, ...]:
    """Rows that cannot be understood are of somebody else; the name goes from them all the
    same."""
    bodies = tuple(row.body for row in rows)
    try:
        return way(bodies)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return tuple(body.replace(in_json(old), in_json(new)) for body in bodies)
