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


def texts(language: str) -> list[Path]:
    """List the messages and pages of a language."""
    patterns = [
        "web/messages/*/{0}.json",
        "src/eddyline/games/*/words/messages/{0}.json",
        "web/src/boards/*/learn/{0}*.md",
    ]
    files = [file for pattern in patterns for file in ROOT.glob(pattern.format(language))]
    return files + (list(ROOT.glob(ENGLISH_RULES)) if language == "en" else [])


@pytest.mark.parametrize("language", USAGE)
def test_words_that_were_given_up_do_not_come_back(language):
    files = texts(language)
    assert len(files) > len(list(ROOT.glob("web/messages/*")))
    found = [
        f"{file.relative_to(ROOT)}:{number}: “{hit[0]}” – {better}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for pattern, better in USAGE[language].items()
        if (hit := re.search(pattern, line))
    ]
    assert found == []
