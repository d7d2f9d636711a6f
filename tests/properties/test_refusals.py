"""Every decision that is not legal is refused for one of the game's reasons, which always names the same things."""

from __future__ import annotations

import json
import random
from importlib import import_module
from importlib.resources import files
from typing import get_args

import pytest

from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.refusal import CommonReason
from eddyline.engine.registry import GAMES, game


def refusals(game_id: str, games: int):
    rules, chance = game(game_id), random.Random(11)
    for number in range(games):
        preset = sorted(rules.presets)[number % len(rules.presets)]
        players = chance.choice(rules.players)
        switches = {info.name: chance.random() < 0.5 for info in rules.option_infos() if info.kind == "switch"}
        options = rules.parse_options(preset, {"max_rounds": 12, **switches}, players)
        match = Match.new(rules, options, players=players, word=number, chance=words(number))
        while not match.over:
            seat = chance.choice(sorted(match.waiting))
            draft = match.draft(seat)
            while not draft.complete:
                legal = draft.legal()
                for action in chance.sample(range(len(rules.actions)), 20):
                    if action not in legal:
                        yield rules.actions[action].text, draft.illegal(action).refusal
                draft.decide(chance.choice(legal))
            match.commit(seat, draft.decisions)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_reasons_are_known_and_name_the_same_things_every_time(game_id: str) -> None:
    reasons = get_args(import_module(f"eddyline.games.{game_id}.words.refusals").Reason)
    assert not {*reasons} & {*get_args(CommonReason)}
    messages = json.loads(files(f"eddyline.games.{game_id}.words.refusals").joinpath("en.json").read_text("utf-8"))
    assert {*messages} - {"$schema"} == {f"{game_id}_why_{reason}" for reason in reasons}
    seen: dict[str, tuple[set[str], str | None]] = {}
    for text, refusal in refusals(game_id, 8):
        assert refusal.reason in reasons, text
        assert refusal.rule is not None
        assert refusal.message.endswith("."), refusal.message
        named = {*refusal.values}
        assert seen.setdefault(refusal.reason, (named, refusal.rule)) == (named, refusal.rule), text
    assert len(seen) > len(reasons) // 2
