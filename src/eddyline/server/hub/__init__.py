"""Keep the tables in use in memory, and carry out at all of them what changes elsewhere."""
