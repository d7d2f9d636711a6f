"""One word for one thing: what the client and the rules say in four languages keeps to the words chosen for each."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
USAGE: dict[str, dict[str, str]] = json.loads((ROOT / "tests/usage.json").read_text("utf-8"))
"""By language: what is not said, as a pattern, and what is said instead."""
ENGLISH_RULES = "src/eddyline/games/*/rules.md"
SAID_BY_SERVER = ("src/eddyline/server/notices/words.json", "src/eddyline/server/web/preview/words.json")


def texts(language: str) -> dict[str, str]:
    """Read the messages, pages and notices of a language, by where they lie."""
    patterns = [
        "web/messages/*/{0}.json",
        "src/eddyline/games/*/words/*/{0}.json",
        "web/src/boards/*/learn/{0}*.md",
    ]
    files = [file for pattern in patterns for file in ROOT.glob(pattern.format(language))]
    if language == "en":
        files += ROOT.glob(ENGLISH_RULES)
    found = {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in files}
    said = {file: json.loads((ROOT / file).read_text("utf-8"))[language] for file in SAID_BY_SERVER}
    return found | {file: "\n".join(words.values()) for file, words in said.items()}


@pytest.mark.parametrize("language", USAGE)
def test_words_that_were_given_up_do_not_come_back(language):
    known = texts(language)
    assert len(known) > len(list(ROOT.glob("web/messages/*")))
    found = [
        f"{file}:{number}: “{hit[0]}” – {better}"
        for file, text in known.items()
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, better in USAGE[language].items()
        if (hit := re.search(pattern, line))
    ]
    assert found == []
