"""Lead a database of any earlier Eddyline to today's schema (Alembic)."""

NEWEST = "0001"
"""Revision that this Eddyline reads and writes: the last file of `versions/`."""
