"""Give positions somewhere in random games, for properties that hold everywhere."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from eddyline.engine.doors import CHANCE
from eddyline.engine.registry import game
from support.random_games import shortened

RARE = {"niagara": ("load", "steal", "moose", "joe"), "canyon": ("bid 0", "bid 1", "bid 2")}
"""Decisions that are taken where they are legal, or games would hardly ever come to what follows from them."""


@st.composite
def positions(draw, game_id: str, *, rounds: int = 60, steps: int = 900):
    """Give a position of any preset, switches and number of players."""
    rules = game(game_id)
    players = draw(st.sampled_from(rules.player_counts))
    switches = [info.name for info in rules.option_infos() if info.kind == "switch"]
    on = draw(st.sets(st.sampled_from(switches))) if switches else set()
    on |= {
        draw(st.sampled_from(need.any_of))
        for need in rules.needs
        if need.players == players and not on & {*need.any_of}
    }
    boards = {"board": draw(st.sampled_from(sorted(rules.boards)))} if rules.boards else {}
    changed = shortened(rules, draw(st.integers(1, rounds))) | boards | dict.fromkeys(sorted(on), True)
    options = rules.parse_options(draw(st.sampled_from(sorted(rules.presets))), changed, players)
    return played_on(rules, rules.new(options, players, draw(WORDS)), draw(st.integers(0, steps)), draw(WORDS))


WORDS = st.integers(0, 2**64 - 1)


def played_on(rules, states, steps: int, seed: int):
    """Take so many random steps: decisions, deals, and what needs neither."""
    chance = random.Random(seed)
    for _ in range(steps):
        waiting = rules.doors.to_act(states, 0)
        if rules.is_over(states):
            break
        if waiting == CHANCE:
            rules.doors.deal(states, 0, chance.getrandbits(64))
        elif not waiting:
            rules.doors.advance(states, 0)
        else:
            seat = chance.choice(sorted(rules.to_act(states)))
            legal = rules.legal(states, seat)
            rare = [action for action in legal if rules.actions[action].text.startswith(RARE.get(rules.id, ()))]
            rules.doors.decide(states, 0, seat, chance.choice(rare or legal))
    return states
