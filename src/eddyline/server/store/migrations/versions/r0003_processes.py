"""Add what server processes that share a PostgreSQL database know of each other; an SQLite file has one process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the migration. The tables are not logged: after a crash of the database they are rightly empty."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "process",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "lease",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )


def downgrade() -> None:
    """Revert the migration."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_table("lease")
        op.drop_table("process")
