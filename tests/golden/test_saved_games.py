"""The examples of docs/saved-games.md: what is in them is found; web/tests/saved-games.test.ts reads them, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eddyline.record import dump, load, played, story
from eddyline.record.verify import verify
from support.saved_games import EXPECTED, FILES, found, made

HERE = Path(__file__).resolve().parent / "saved-games"
SAVED = sorted(HERE.glob("*.jsonl"))
FOUND = json.loads((HERE / EXPECTED).read_text("utf-8"))


def test_they_are_as_they_are_made() -> None:
    assert {file.name: file.read_text("utf-8") for file in SAVED} == made()
    assert {*FOUND} == {file.name for file in SAVED}
    assert len(FOUND) == FILES


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_what_is_in_them_is_found_and_written_again(file: Path) -> None:
    text = file.read_text("utf-8")
    assert found(text) == FOUND[file.name]
    if "reason" in FOUND[file.name]:
        return
    record = load(text)
    assert dump(record) == text
    match = played(record)
    assert match.dumps() == text or record.header.dealing is not None
    assert list(story(record))


def test_they_show_every_kind_of_line() -> None:
    texts = {file.stem: file.read_text("utf-8") for file in SAVED}
    for key in ("turn", "deal", "resample", "comment", "variation", "ranking", "revealed", "entropy", "position"):
        assert any(f'{{"{key}":' in text or f',"{key}":' in text for text in texts.values()), key
    assert verify(load(texts["canyon-dealing"])) == []
    assert played(load(texts["niagara-in-secret"])).pending
    assert played(load(texts["canyon-in-secret"])).pending
    nested = [note for note in load(texts["canyon-variations"]).notes if note.notes]
    assert len(nested) == 1
