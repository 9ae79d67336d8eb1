"""Who won each match, so that all of them are counted without reading how each one ended."""

import sqlalchemy as sa
from alembic import op

from hub.results import read

revision = "3"
down_revision = "2"

AT_ONCE = 500
"""Matches that are read at once."""


def upgrade() -> None:
    """Winners are read from what is there."""
    op.add_column("courses", sa.Column("won", sa.String, nullable=False, server_default=""))
    courses = sa.table("courses", *map(sa.column, ("of", "match", "result", "won")))
    here = (courses.c.of == sa.bindparam("table")) & (courses.c.match == sa.bindparam("name"))
    write = sa.update(courses).where(here).values(won=sa.bindparam("winner"))
    ended = sa.select(courses.c.of, courses.c.match, courses.c.result)
    ended = ended.where(courses.c.result.is_not(None))
    connection = op.get_bind()
    winners = [
        {"table": row.of, "name": row.match, "winner": winner}
        for some in connection.execute(ended).partitions(AT_ONCE)
        for row in some
        if (winner := read(row.result).winner)
    ]
    if winners:
        connection.execute(write, winners)
    over = sa.text("ended != ''")
    columns = ["game", "seconds", "won", "of", "begun"]
    op.create_index("counted", "courses", columns, sqlite_where=over, postgresql_where=over)
