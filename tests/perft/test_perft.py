"""Count positions and compare with the committed tables; `.venv/bin/python tests/perft/recount.py` counts again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import eddyline.games
from eddyline.engine.perft import divide, perft, settle
from eddyline.engine.registry import GAMES, game

TABLES = {
    name: json.loads((Path(eddyline.games.__file__).parent / name / "perft.json").read_text("utf-8")) for name in GAMES
}
ENTRIES = [pytest.param(game(name), entry, id=f"{name} {entry['name']}") for name in GAMES for entry in TABLES[name]]


@pytest.mark.parametrize(("rules", "entry"), ENTRIES)
def test_the_counts_are_those_of_the_table(rules, entry) -> None:
    states = rules.set_up(entry["position"])
    for depth, expected in enumerate(entry["counts"]):
        found = perft(rules, states, depth)
        if found != expected:
            parts = "\n".join(f"{count:12}  {text}" for text, count in divide(rules, states, depth).items())
            pytest.fail(f"depth {depth}: expected {expected} positions, got {found}; they divide into\n{parts}")


@pytest.mark.parametrize(("rules", "entry"), ENTRIES)
def test_dividing_adds_up(rules, entry) -> None:
    states = rules.set_up(entry["position"])
    assert divide(rules, states, 0) == {}
    for depth in (1, 2, 5):
        assert sum(divide(rules, states, depth).values()) == entry["counts"][depth]


@pytest.mark.parametrize(("rules", "entry"), ENTRIES)
def test_counting_one_by_one_through_the_open_functions_agrees(rules, entry) -> None:
    def count(states, depth: int) -> int:
        settle(rules, states)
        if depth == 0 or rules.is_over(states):
            return 1
        seat = min(rules.to_act(states))
        total = 0
        for action in rules.legal(states, seat):
            after = states.copy()
            rules.doors.decide(after, 0, seat, action)
            total += count(after, depth - 1)
        return total

    depth = max(depth for depth, leaves in enumerate(entry["counts"]) if leaves < 3000)
    assert count(rules.set_up(entry["position"]), depth) == entry["counts"][depth]


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_are_worth_counting(name: str) -> None:
    assert sum(sum(entry["counts"]) for entry in TABLES[name]) > 2_000_000
    assert len({entry["name"] for entry in TABLES[name]}) == len(TABLES[name]) >= 10


def test_a_wrong_count_is_told_apart_by_its_first_decision() -> None:
    rules, entry = game("niagara"), TABLES["niagara"][0] | {"counts": [1, 7, 50]}
    with pytest.raises(pytest.fail.Exception, match=r"expected 50 positions, got 49; .* into\n.*7  card cloud"):
        test_the_counts_are_those_of_the_table(rules, entry)
