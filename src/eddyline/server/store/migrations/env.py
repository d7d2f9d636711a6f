"""Run the migrations on the connection that `upgrade` passes; there is no alembic.ini."""

from __future__ import annotations

from alembic import context

from eddyline.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can alter almost nothing in place.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
