"""Odd calls of everything that Python's public entries offer; `tools/fuzz.py` makes them."""

NAMES = [
    "game", "match", "batch", "vector", "gymnasium", "turns", "guarded", "parallel", "openspiel", "positions",
    "records", "options", "made",
]  # fmt: skip
"""Entries; each has a world in `worlds.WORLDS`."""
