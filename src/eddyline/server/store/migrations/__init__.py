"""Migrate a database of any earlier Eddyline to the current schema (Alembic)."""

NEWEST = "0005"
"""Revision that this Eddyline reads and writes: the last file of `versions/`."""
