"""Provide what all games share; pure: no I/O, no clocks, no randomness of its own."""
