"""A game that a page plays without a server is one by the rules: its record loads, and it has shown nobody too much."""

from __future__ import annotations

import json
import random
import subprocess
from hashlib import sha256

import msgspec
import pytest

from eddyline.engine.match import Deal
from eddyline.engine.registry import game
from eddyline.record import load
from eddyline.record.replay import begin
from eddyline.wasm.targets import Target
from support.elsewhere import bundled, node

GAMES = 12
"""Of each game."""

pytestmark = pytest.mark.slow


def starts(rules):
    """Draw a preset, a number of players and single options for each game."""
    chance = random.Random(28)
    for number in range(GAMES):
        preset = chance.choice([*rules.presets])
        players = chance.choice(rules.player_counts)
        changed = {"max_rounds": chance.randint(2, 40)}
        for info in rules.option_infos():
            if info.kind == "choice":
                changed[info.name] = chance.choice(info.values)
            elif info.kind == "number" and info.name != "max_rounds":
                changed[info.name] = chance.randint(info.least, info.most)
            elif info.kind == "switch":
                changed[info.name] = chance.random() < 0.5 or any(
                    info.name in need.any_of for need in rules.needs if need.players == players
                )
        options = msgspec.to_builtins(rules.parse_options(preset, changed, players))
        yield {
            "game": rules.id,
            "rulesVersion": rules.rules_version,
            "preset": preset,
            "options": options,
            "players": players,
            "word": f"{chance.getrandbits(64):#x}",
            "seed": number + 1,
        }


def looked_at(match):
    """Return what each seat and a spectator may know."""
    return b"".join(match.redacted(seat).tobytes() for seat in (None, *range(match.players)))


@pytest.mark.parametrize("name", ["canyon", "niagara"])
def test_games_of_a_page_are_games_by_the_rules(name, tmp_path):
    wanted = [*starts(game(name))]
    command = [node(), bundled("rules/play", tmp_path), Target(name).file.resolve()]
    lines = "\n".join(map(json.dumps, wanted))
    told = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(told) == GAMES
    for line in told:
        told_of = json.loads(line)
        record = load(told_of["record"])
        match, seen = begin(record.header), sha256()
        for entry in record.turns:
            if isinstance(entry, Deal):
                match.deal(entry.word)
            else:
                seen.update(looked_at(match))
                match.commit(entry.seat, entry.decisions)
        assert match.over
        assert (match.ranking, [*match.winners]) == (record.ranking, told_of["winners"])
        assert seen.hexdigest() == told_of["seen"]
