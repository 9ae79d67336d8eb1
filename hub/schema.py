"""What the database of a hub consists of, for SQLite and PostgreSQL alike.

It becomes this by the steps in ``migrations``; a test holds both against each other. What a table
sent is kept byte by byte.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    literal_column,
)

NEWEST = "3"
"""The last of the steps in ``migrations``."""

metadata = MetaData()

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),  # 1: there is one
    Column("certificate", String, nullable=False),  # that vouches for those of all hub processes
    Column("key", String, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("token", String, unique=True),  # its hash; none: nobody is let in as this table
    Column("next_token", String, unique=True),  # the hash of one that was sent and not used yet
    Column("renew", Boolean, nullable=False),
    Column("seen", Float),  # when it last spoke, in seconds since 1970 by the hub's clock
    Column("ahead", Float),  # seconds that its clock is ahead
    Column("version", String),
    Column("free", BigInteger),
    Column("card", LargeBinary),
    Column("moved", Float),  # when the card last became another
    Column("standing", String, nullable=False),
    Column("size", BigInteger, nullable=False),  # bytes of all its matches
    Column("picture", LargeBinary),  # what everybody there sees
    Column("painted", Integer, nullable=False),  # how often that became another
)

courses = Table(
    "courses",
    metadata,
    Column("of", String, ForeignKey("tables.id"), primary_key=True),
    Column("match", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("begun", Float, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("mark", String, nullable=False),
    Column("result", LargeBinary),
    Column("ended", String, nullable=False),
    Column("size", BigInteger, nullable=False),  # bytes of its entries and of its result
    Column("seconds", Float, nullable=False),  # of play; 0 where nobody knows
    Column("won", String, nullable=False),  # the colour that won alone; "" for none
)

OVER = courses.c.ended != literal_column("''")
"""A match that is over; said so that a database sees that the index below will do."""

# Figures of all matches are counted from this alone.
Index(
    "counted",
    *(courses.c[name] for name in ("game", "seconds", "won", "of", "begun")),
    sqlite_where=OVER,
    postgresql_where=OVER,
)

entries = Table(
    "entries",
    metadata,
    Column("of", String, primary_key=True),
    Column("match", String, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("code", String, primary_key=True),  # its hash
    Column("name", String, nullable=False),
    Column("until", Float, nullable=False),
)

rights = Table(
    "rights",
    metadata,
    Column("key", String, primary_key=True),  # its hash
    Column("name", String, nullable=False, unique=True),
    Column("owner", Boolean, nullable=False),  # else the wall alone
)
