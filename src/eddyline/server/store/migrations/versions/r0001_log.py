"""Create the log of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the migration."""
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
        sa.Column("body", sa.Text, nullable=False, comment="the entry, JSON"),
        sa.PrimaryKeyConstraint("table_id", "version"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Revert the migration."""
    op.drop_table("log")
