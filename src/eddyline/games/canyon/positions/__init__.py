"""Positions of Canyon as JSON: written down, and read with every check."""
