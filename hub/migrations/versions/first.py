"""The first database: the house, its tables, what they played, and who may look."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    _house()
    _played()


def _house() -> None:
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("certificate", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("token", sa.String, unique=True),
        sa.Column("next_token", sa.String, unique=True),
        sa.Column("renew", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float),
        sa.Column("ahead", sa.Float),
        sa.Column("version", sa.String),
        sa.Column("free", sa.BigInteger),
        sa.Column("card", sa.LargeBinary),
        sa.Column("moved", sa.Float),
        sa.Column("standing", sa.String, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "rights",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("owner", sa.Boolean, nullable=False),
    )


def _played() -> None:
    op.create_table(
        "courses",
        sa.Column("of", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.Column("ended", sa.String, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("of", sa.String, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
