"""Read tables of the documentation, which tests compare with what is there."""

from __future__ import annotations

import re
from pathlib import Path

ARCHITECTURE = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text("utf-8")


def table_of(page: str, head: str) -> list[list[str]]:
    """Return the cells of a page's one table whose first column has this head, line by line."""
    (found,) = re.findall(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines()]
