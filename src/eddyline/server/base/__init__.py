"""Hold what the rooms above share, and what knows nothing of people and tables."""
