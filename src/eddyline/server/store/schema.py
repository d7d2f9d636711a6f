"""Define the schema once for every supported database; `migrations/` upgrades to it step by step."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

log = sa.Table(
    "log",
    metadata,
    # SQLite ignores the limit; the name of a name's log has 69 characters.
    sa.Column("table_id", sa.String(32).with_variant(sa.String(200), "postgresql"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
    sa.Column("body", sa.Text, nullable=False, comment="the entry, JSON"),
    sa.Column("digest", sa.LargeBinary(32), nullable=False, comment="SHA-256, chained"),
    # All queries use the key, so SQLite keeps the rows in key order and needs no second index.
    sqlite_with_rowid=False,
)

shared = sa.MetaData()
"""What only a database has that several processes use."""

# These two are not logged, see the migration.
process = sa.Table(
    "process",
    shared,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
)

lease = sa.Table(
    "lease",
    shared,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("process", sa.String(32), nullable=False, index=True),
)

# The index of the games that are over (`contract.Games`).
looked = sa.Table(
    "looked",
    shared,
    sa.Column("table_id", sa.String(200), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)

played = sa.Table(
    "played",
    shared,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False, comment="milliseconds since 1970, UTC"),
    sa.Column("table_id", sa.String(200), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("words", sa.Text, nullable=False, comment="what a search looks through"),
    sa.Column("told", sa.Text, nullable=False, comment="what is told of the game, JSON"),
    sa.Index("played_at", "table_id"),
)
