"""Index docs/decisions.md by subject: `tools/check_docs.py` checks the index, and writes it with --fix."""

from __future__ import annotations

import re
from typing import NamedTuple

SUBJECTS = {
    "project": "how Eddyline is packaged, installed, tested and measured",
    "engine": "positions, rules and compiled code, for all games",
    "games": "options, maps and what is special about a game",
    "secrets": "chance, and who may know what",
    "records": "saved games, and how turns are written",
    "bots": "how they think, and what they may use",
    "research": "environments, OpenSpiel, notebooks and the arena",
    "ratings": "how strong people and bots are",
    "tables": "turns, drafts, votes, rematches",
    "time": "clocks, absence, vacation, outages",
    "protocol": "what the server and its clients tell each other",
    "store": "what is saved, and several processes",
    "people": "accounts, names, sessions and what others see of them",
    "friends": "who knows whom",
    "lobby": "finding a table, and talking",
    "tournaments": "rounds, entrants, pairings",
    "notices": "telling people who are away",
    "hosting": "starting, watching and tending a server",
    "page": "how the client is built, and what it keeps",
    "boards": "landscapes, pieces, colours and sound",
    "words": "sentences and languages",
}
"""Every subject that a decision may have, with what belongs to it."""

HEADING = re.compile(r"^### (.*)$", re.MULTILINE)
TITLE = re.compile(r"(\d{4}-\d\d-\d\d), (\w+) – (.+)")
STARTED = re.compile(r"^\*\*\d{4}-\d\d-\d\d.*$", re.MULTILINE)
REPLACED = re.compile(r"\n+\*Replaced (in part )?by \[")
BEGIN, END = "<!-- index: written by tools/check_docs.py --fix -->\n", "<!-- end of the index -->\n"


class Decision(NamedTuple):
    """Hold what the index says of a decision."""

    heading: str
    subject: str
    title: str
    replaced: str
    """`replaced`, `replaced in part`, or nothing."""


def anchor(heading: str) -> str:
    """Return a heading's anchor as code hosts generate it: lower case, no punctuation, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read(text: str) -> tuple[list[Decision], list[str]]:
    """Return the decisions of the file in order, and a message for each heading that is not one."""
    found: list[Decision] = []
    wrong = [
        f"expected a heading `### DATE, SUBJECT – TITLE`, got {line[:60]}… (subjects: {', '.join(SUBJECTS)})"
        for line in STARTED.findall(text)
    ]
    for heading in HEADING.finditer(text):
        parts = TITLE.fullmatch(heading[1])
        if parts is None or parts[2] not in SUBJECTS:
            wrong.append(
                f"expected `### DATE, SUBJECT – TITLE`, got {heading[0]} (subjects: {', '.join(SUBJECTS)})",
            )
            continue
        mark = REPLACED.match(text, heading.end())
        replaced = "" if mark is None else "replaced in part" if mark[1] else "replaced"
        found.append(Decision(heading[1], parts[2], parts[3], replaced))
    return found, wrong


def index(decisions: list[Decision]) -> str:
    """Write the index: every subject with links to its decisions, oldest first."""
    lines: list[str] = []
    for subject, what in SUBJECTS.items():
        lines += [f"**{subject.capitalize()}** – {what}", ""]
        for each in decisions:
            if each.subject == subject:
                note = f" ({each.replaced})" if each.replaced else ""
                lines.append(f"- [{each.title}](#{anchor(each.heading)}){note}")
        lines.append("")
    return "\n".join(lines)


def problems(text: str) -> list[str]:
    """Return a message for each heading that is no decision, and for an index that is not that of the headings."""
    found, wrong = read(text)
    if wrong:
        return wrong
    if len({each.heading for each in found}) < len(found):
        return ["expected headings of which no two are the same"]
    if with_index(text) != text:
        return ["the index is not that of the headings; run: .venv/bin/python tools/check_docs.py --fix"]
    return []


def with_index(text: str) -> str:
    """Return the file with the index that its headings ask for; raises ValueError if it has no place for one."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"expected the lines {BEGIN.strip()} and {END.strip()}")
    return f"{before}{BEGIN}\n{index(read(text)[0])}\n{END}{after}"
