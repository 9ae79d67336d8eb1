"""The journal held against its anchors."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.store.anchors import TABLES, Anchor, Anchors, Chain, Table
from companion.store.chains import ends
from companion.store.damage import Gap
from companion.store.disk import Connection
from companion.store.headings import Origin, origin_of
from companion.store.rows import End


def all_ends(connection: Connection) -> dict[Chain, End]:
    """Where all chains end now. Raises DiskError."""
    return {(table, key): end for table in TABLES for key, end in ends(connection, table)}


def gaps(
    connection: Connection, found: Mapping[Chain, End], known: Mapping[Chain, Anchor]
) -> tuple[Gap, ...]:
    """What was called saved and is not there. found: where the chains end now. Raises DiskError."""
    return tuple(
        Gap(*chain, _first_lacking(found.get(chain), one), one.number, one.game, one.begun)
        for chain, one in known.items()
        if found.get(chain) != End(one.number, one.seal) and not _passed(connection, one)
    )


def _passed(connection: Connection, one: Anchor) -> bool:
    """Whether the chain has gone on from there."""
    statement = f"SELECT seal FROM {one.table} WHERE key = ? AND number = ?"
    return connection.execute(statement, (one.key, one.number)) == [(one.seal,)]


def _first_lacking(end: End | None, one: Anchor) -> int:
    return 1 if end is None else min(end.number + 1, one.number)


def anchors(
    connection: Connection, found: Mapping[Chain, End], known: Mapping[Chain, Anchor]
) -> Iterator[Anchor]:
    """The anchors of chains that end there. known: those that they had. Raises DiskError."""
    for chain, end in found.items():
        before = known.get(chain) or _first(connection, *chain)
        yield msgspec.structs.replace(before, number=end.number, seal=end.seal)


def vouch_for_all(vouched: Anchors, connection: Connection) -> None:
    """What is there now is vouched for from now on. Raises DiskError."""
    vouched.hold(anchors(connection, all_ends(connection), vouched.known))


def _first(connection: Connection, table: Table, key: str) -> Anchor:
    begun = _origin(connection, "match", key).begun if table == "entry" else None
    return Anchor(table, key, 0, b"", _origin(connection, table, key).game, begun)


def _origin(connection: Connection, table: str, key: str) -> Origin:
    statement = f"SELECT body FROM {table} WHERE key = ? ORDER BY number LIMIT 1"
    return next((origin_of(body) for (body,) in connection.execute(statement, (key,))), Origin())
