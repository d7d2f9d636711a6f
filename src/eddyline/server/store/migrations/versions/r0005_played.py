"""Add the index of the games that are over to PostgreSQL; beside an SQLite file it is a file of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the migration. What belongs there is put in by the servers, from the logs."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "looked",
        sa.Column("table_id", sa.String(200), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "played",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column(
            "ended", sa.BigInteger, primary_key=True, autoincrement=False, comment="milliseconds since 1970, UTC"
        ),
        sa.Column("table_id", sa.String(200), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("words", sa.Text, nullable=False, comment="what a search looks through"),
        sa.Column("told", sa.Text, nullable=False, comment="what is told of the game, JSON"),
    )
    op.create_index("played_at", "played", ["table_id"])


def downgrade() -> None:
    """Revert the migration."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_table("played")
        op.drop_table("looked")
