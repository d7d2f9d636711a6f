"""Positions of Niagara as JSON: written down, and read with every check."""
