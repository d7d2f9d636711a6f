"""Chain the entries of each table by digests."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_BATCH = 1000


def upgrade() -> None:
    """Apply the migration: SHA-256 over the digest before, the table, the version, the time and the body."""
    new = op.create_table(
        "log_chained",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
        sa.Column("body", sa.Text, nullable=False, comment="the entry, JSON"),
        sa.Column("digest", sa.LargeBinary(32), nullable=False, comment="SHA-256, chained"),
        sa.PrimaryKeyConstraint("table_id", "version"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    written = connection.execute(sa.text("SELECT table_id, version, at, body FROM log ORDER BY table_id, version"))
    before, previous = None, b""
    for rows in written.partitions(_BATCH):
        chained = []
        for table, version, at, body in rows:
            text = f"{table}\0{version}\0{at}\0{body}".encode()
            previous = hashlib.sha256((previous if table == before else b"") + text).digest()
            before = table
            chained.append({"table_id": table, "version": version, "at": at, "body": body, "digest": previous})
        connection.execute(new.insert(), chained)
    op.drop_table("log")
    op.rename_table("log_chained", "log")


def downgrade() -> None:
    """Revert the migration."""
    with op.batch_alter_table("log") as log:
        log.drop_column("digest")
