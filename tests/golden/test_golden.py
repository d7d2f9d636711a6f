"""Compare the golden games line by line; `.venv/bin/python tests/golden/regenerate.py` writes them again."""

from __future__ import annotations

import re
import shutil
from itertools import zip_longest
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from eddyline.engine.kernel import PLAIN
from eddyline.engine.registry import GAMES, game
from eddyline.record import begin, dump, load, replay
from support.endings import endings_in
from support.golden import foretold, regenerate, seen, told, written

HERE = Path(__file__).resolve().parent
RECORDS = sorted((HERE / "records").glob("*.jsonl"))
PRESETS = [(name, preset) for name in GAMES for preset in game(name).presets]
TOLD = {file: record for name in GAMES for file, record in told(name).items()}


@pytest.mark.parametrize(("name", "record"), TOLD.items())
def test_the_game_is_told_as_before(name: str, record: str) -> None:
    now_told = written((HERE / "records" / record).read_text("utf-8"))
    lines = zip_longest((HERE / name).read_text("utf-8").splitlines(), now_told.splitlines())
    for number, (before, now) in enumerate(lines, start=1):
        assert now == before, f"{name}, line {number} has changed"


def test_every_story_is_that_of_an_ending() -> None:
    assert {file.name for file in HERE.glob("*.txt")} == set(TOLD)


def test_the_views_of_every_game_are_known() -> None:
    assert {file.stem for file in HERE.glob("views/*.txt")} == {file.stem for file in RECORDS}


@pytest.mark.skipif(PLAIN, reason="uncompiled, fewer deals are looked at")
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_what_may_come_is_told_as_before(file: Path) -> None:
    fates = msgspec.json.decode((HERE / "fates.json").read_bytes())
    assert foretold(file.read_text("utf-8")) == fates[file.stem]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_there_is_a_finished_game_for_each_way_to_end(name: str, preset: str) -> None:
    start = f"{name}-{preset}-"
    found = {file.stem.removeprefix(start) for file in RECORDS if file.stem.startswith(start)}
    assert found == set(endings_in(name).endings_of(preset))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_finished_game_replays_to_its_end(file: Path) -> None:
    text = file.read_text("utf-8")
    record = load(text)
    *_, last = replay(record)
    assert last.match.over
    assert last.match.ranking == record.ranking
    rules, endings = last.match.game, endings_in(record.header.game)
    wanted = endings.ending(last.match)
    assert file.stem == f"{rules.id}-{record.header.preset}-{wanted}"
    played = rules.parse_options(record.header.preset, endings.overrides(wanted), last.match.players)
    assert rules.options(last.match.states) == played
    assert dump(last.match.record()) == text


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_everybody_is_shown_what_they_were_shown_before(file: Path) -> None:
    before = (HERE / "views" / f"{file.stem}.txt").read_text("utf-8").splitlines()
    for number, (digest, now) in enumerate(zip(before, seen(file.read_text("utf-8")), strict=True), start=1):
        where = f"step {number}, {now.step}"
        assert now.digest == digest, f"{where}, has changed: `regenerate.py --views {file.stem} {number}` prints it"


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_has_its_sentence(name: str) -> None:
    rules, told = game(name), {}
    for file in HERE.glob(f"records/{name}-*.jsonl"):
        record = load(file.read_text("utf-8"))
        start = begin(record.header)
        for event in [*rules.tell_start(start.states), *(event for step in replay(record) for event in step.events)]:
            told.setdefault(type(event), set()).add(rules.sentence(event, record.header.players))
    assert {*told} == {*get_args(rules.messages.event)}
    untold = [kind for kind, sentences in told.items() if None in sentences]
    assert len(untold) == 1, "what another event tells"
    assert told.pop(untold[0]) == {None}
    for sentence in set().union(*told.values()):
        assert re.fullmatch(r"[^{}]+[.!]", sentence), sentence


def test_regenerating_replaces_a_game_that_no_longer_fits_and_changes_no_other_byte(tmp_path) -> None:
    shutil.copytree(HERE / "records", tmp_path / "records")
    damaged = tmp_path / "records" / "niagara-brettspielwelt-max_rounds.jsonl"
    damaged.write_text(damaged.read_text("utf-8").replace("card 6", "card 5", 1), "utf-8")
    assert damaged.read_bytes() != (HERE / "records" / damaged.name).read_bytes()
    regenerate(tmp_path)
    for file in [*RECORDS, *HERE.glob("*.txt"), *HERE.glob("views/*.txt")]:
        assert (tmp_path / file.relative_to(HERE)).read_bytes() == file.read_bytes()
