"""Make room in PostgreSQL for the names of logs that are no table's; SQLite takes them as long as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the migration; a longer limit rewrites nothing."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("log", "table_id", type_=sa.String(200))


def downgrade() -> None:
    """Revert the migration; fails where longer names are in use."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("log", "table_id", type_=sa.String(32))
