"""Make odd calls to all public Python entry points, for `tools/fuzz.py`."""

NAMES = [
    "game", "match", "batch", "vector", "gymnasium", "turns", "guarded", "parallel", "openspiel", "positions",
    "records", "options", "made",
]  # fmt: skip
"""Entry points; each has a world in `worlds.WORLDS`."""
