"""Upgrade a database to the current schema."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from pathlib import Path


def _config() -> Config:
    """Point Alembic at the migrations inside the package."""
    config = Config()
    config.set_main_option("script_location", "eddyline.server.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


def known_revisions() -> tuple[str, ...]:
    """List the revisions that this Eddyline knows, oldest first."""
    return tuple(reversed([script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]))


def upgrade_on(connection: sa.Connection) -> None:
    """Create or upgrade the database on a connection, within its transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def upgrade_sqlite(path: Path, patience: float) -> None:
    """Create or upgrade the SQLite database at `path`, all at once or not at all. Raises sqlite3.Error.

    It waits up to `patience` seconds for another program.
    """
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), poolclass=sa.NullPool, connect_args={"timeout": patience}
    )
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # Python's driver would begin the transaction only after tables have been created.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            upgrade_on(connection)
            connection.exec_driver_sql("COMMIT")
    except sa.exc.DBAPIError as error:
        # Whoever opens a store knows SQLite's errors, and not those of the package used here.
        raise error.orig if isinstance(error.orig, sqlite3.Error) else error from None
    finally:
        engine.dispose()
