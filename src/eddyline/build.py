"""Tell which build of the program this is: two of them may have the same version."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

UNKNOWN = "unknown"
_CHECKOUT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "server" / "static" / "build.txt"
"""Written when a wheel is built; not in a checkout that was never built."""
DIGITS = 12


@cache
def build_id() -> str:
    """Return the commit that this program was built from, or that is checked out here; without git, from its files."""
    return commit_of(_CHECKOUT) or _written() or UNKNOWN


def commit_of(checkout: Path) -> str | None:
    """Return the beginning of the commit that is checked out in a folder; None when that cannot be known."""
    try:
        git = checkout / ".git"
        if git.is_file():  # a further working tree
            git = checkout / git.read_text("utf-8").removeprefix("gitdir:").strip()
        common = git / "commondir"
        shared = git / common.read_text("utf-8").strip() if common.is_file() else git
        head = (git / "HEAD").read_text("utf-8").strip()
        if head.startswith("ref:"):
            name = head.removeprefix("ref:").strip()
            loose = next((file for file in (git / name, shared / name) if file.is_file()), None)
            head = loose.read_text("utf-8").strip() if loose else _packed(shared, name)
    except (OSError, ValueError):
        return None
    return head[:DIGITS] if re.fullmatch(r"[0-9a-f]{40,64}", head) else None


def _packed(git: Path, name: str) -> str:
    lines = (git / "packed-refs").read_text("utf-8").splitlines()
    return next((line.partition(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def _written() -> str | None:
    try:
        return FILE.read_text("utf-8").strip() or None
    except (OSError, ValueError):
        return None
