"""Check the project's Markdown: every relative link leads to a file, its #part to a heading there; no merge is open."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def main() -> int:
    """Print what is wrong, one thing a line; return the exit status."""
    files = _markdown_files()
    dead = [message for file in files for message in (*_dead_links(file), *_open_merges(file))]
    print("\n".join(dead) or f"documents: the links of {len(files)} files lead somewhere")
    return 1 if dead else 0


def _markdown_files() -> list[Path]:
    """List the Markdown files that are, or would be, part of the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted({ROOT / name for name in names if name and (ROOT / name).is_file()})


def _dead_links(file: Path) -> list[str]:
    """Return a line for each link of the file that leads nowhere; addresses elsewhere are not asked."""
    text = CODE.sub("", FENCE.sub("", file.read_text(encoding="utf-8")))
    dead: list[str] = []
    for match in LINK.finditer(text):
        target = unquote(match[1] or match[2])
        if ELSEWHERE.match(target):
            continue
        name, _, part = target.partition("#")
        goal = (file.parent / name).resolve() if name else file
        if not goal.exists():
            dead.append(f"{file.relative_to(ROOT)}: no such file: {target}")
        elif part and goal.suffix == ".md" and part not in _anchors(goal):
            dead.append(f"{file.relative_to(ROOT)}: no such heading: {target}")
    return dead


def _open_merges(file: Path) -> list[str]:
    """Return a line for each side of a merge that nobody has finished."""
    found = CONFLICT.finditer(text := file.read_text(encoding="utf-8"))
    return [f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: merge conflict" for match in found]


def _anchors(file: Path) -> set[str]:
    """Return the headings' anchors, made as code hosts make them: lower case, no punctuation, hyphens for spaces."""
    headings = HEADING.findall(FENCE.sub("", file.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


if __name__ == "__main__":
    sys.exit(main())
