"""Migrate a database of any earlier Eddyline to the current schema (Alembic)."""

NEWEST = "0004"
"""Revision that this Eddyline reads and writes: the last file of `versions/`."""
