"""OpenSpiel's own algorithms play and solve the games."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.policy import UniformRandomPolicy

from eddyline.envs.openspiel import load
from support.sequence_form import exact_value

EXAMPLES = Path(__file__).parents[2] / "examples"

CANYON = {
    # One card each, and it is the last round: who makes the bid gets furthest.
    "options": {"max_rounds": 8},
    "phase": "deal",
    "round": 8,
    "players": [{"cell": [4, 8]}, {"cell": [4, 9]}, {"cell": [4, 10]}],
}


@pytest.mark.slow
def test_tree_search_beats_chance_at_niagara():
    done = runpy.run_path(str(EXAMPLES / "openspiel_mcts.py"))
    assert sum(done["returns"]) >= 2


@pytest.mark.parametrize(("cards", "bids", "best"), [
    # Seat 1 bids first and has the highest trump; then seat 2, whose card beats no other.
    (("sun 10", "fish 4", "fir 6", "sun 2"), (), "bid 1"),
    (("fish 7", "fir 1", "sun 6", "sun 2"), ("bid 0",), "bid 0"),
])  # fmt: skip
def test_search_with_resampled_hands_bids_what_a_sure_card_is_worth(cards, bids, best):
    state = load("canyon", position=CANYON).new_initial_state()
    for text in (*cards, *bids):
        player = state.current_player()
        (action,) = (action for action in state.legal_actions() if state.action_to_string(player, action) == text)
        state.apply_action(action)
    rng = np.random.RandomState(5)
    bot = ISMCTSBot(state.get_game(), RandomRolloutEvaluator(1, rng), 1.0, 150, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    assert state.action_to_string(state.current_player(), bot.step(state)) == best


@pytest.mark.slow
def test_cfr_comes_near_the_exact_value_of_a_shrunken_niagara(capsys):
    done = runpy.run_path(str(EXAMPLES / "openspiel_cfr.py"))
    value, gap = (
        float(line.split()[at]) for line, at in zip(capsys.readouterr().out.splitlines(), (3, 1), strict=True)
    )
    # Both guess the other's card: a linear program knows how often that goes well.
    assert exact_value(done["game"]) == pytest.approx(1 / 3)
    assert value == pytest.approx(1 / 3, abs=0.03)
    assert gap < 0.06


@pytest.mark.slow
def test_openspiels_own_exploitability_is_that_of_its_python():
    shrunken = load("niagara", position=runpy.run_path(str(EXAMPLES / "openspiel_cfr.py"))["POSITION"])
    even = pyspiel.UniformRandomPolicy(shrunken)
    assert pyspiel.nash_conv(shrunken, even) == pytest.approx(nash_conv(shrunken, UniformRandomPolicy(shrunken)))
    assert pyspiel.exploitability(shrunken, even) == pytest.approx(pyspiel.nash_conv(shrunken, even) / 2)
