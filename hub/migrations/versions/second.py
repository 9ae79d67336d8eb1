"""What is seen at the tables, and how much of each is here."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_COUNTED = """
    UPDATE courses SET size = coalesce(length(result), 0) + (
        SELECT coalesce(sum(length(body) + 200), 0) FROM entries
        WHERE entries.of = courses.of AND entries.match = courses.match
    )
"""
_SUMMED = """
    UPDATE tables SET size = (SELECT coalesce(sum(size), 0) FROM courses WHERE of = tables.id)
"""


def upgrade() -> None:
    """Sizes are counted for what is there."""
    op.add_column("courses", _number("size", sa.BigInteger()))
    op.add_column("courses", _number("seconds", sa.Float()))
    op.add_column("tables", _number("size", sa.BigInteger()))
    op.add_column("tables", sa.Column("picture", sa.LargeBinary))
    op.add_column("tables", _number("painted", sa.Integer()))
    op.execute(_COUNTED)
    op.execute(_SUMMED)


def _number(name: str, kind: sa.types.TypeEngine[Any]) -> "sa.Column[Any]":
    return sa.Column(name, kind, nullable=False, server_default="0")
