"""Every environment tells how the seats stand, and pays shaped rewards that add up to those of the ranking."""

from __future__ import annotations

import pickle
from copy import deepcopy

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.envs.gymnasium import SeatEnv
from eddyline.envs.openspiel import load
from eddyline.envs.pettingzoo import env, parallel_env
from eddyline.envs.vector import Tables
from support.canyon import bidding
from support.niagara import PLAIN, player, position

AHEAD = position(
    player("1 ruby", stash="ruby ruby amber"), player("dock", stash="diamond"), round=8, options={"max_rounds": 9}
)
LATE = bidding(["fir 1"], ["sun 2"], ["sun 3"], round=8, options={"max_rounds": 8})
CHOICES = {
    "niagara": ("niagara", {"players": 3, "max_rounds": 3}),
    "niagara-modules": ("niagara", {"players": 4, "spirits": True, "max_rounds": 4}),
    "niagara-position": ("niagara", {"position": AHEAD}),
    "canyon": ("canyon", {"players": 3, "max_rounds": 2}),
    "canyon-whirlpool": ("canyon", {"players": 5, "board": "whirlpool", "max_rounds": 3}),
    "canyon-position": ("canyon", {"position": LATE}),
}
STEPS = 60 if PLAIN else 600
SEEDS = range(2 if PLAIN else 5)


@pytest.fixture(params=CHOICES)
def choice(request):
    return CHOICES[request.param]


def drawn(mask, dice):
    return int(dice.choice(np.flatnonzero(mask)))


def told(score):
    return {name: list(map(int, numbers)) for name, numbers in score.items()}


def test_shaped_rewards_of_a_batch_add_up_to_the_ranking(choice) -> None:
    game_id, choices = choice
    shaped, plain = (Tables(game_id, 8, reward=reward, **choices) for reward in ("shaped", "ranking"))
    shaped.reset(seed=3)
    plain.reset(seed=3)
    sums, early, ended = np.zeros((8, 6)), 0, 0
    for _ in range(STEPS):
        actions, seats = shaped.sample(), shaped.batch.seats.copy()
        assert (actions == plain.sample()).all()
        _, rewards, over, _, info = shaped.step(actions)
        expected = plain.step(actions)[4]["rewards"]
        assert (rewards == info["rewards"][np.arange(8), seats]).all()
        # The parts of all seats add up to 0, those of a game to what the ranking gives at its end.
        assert np.allclose(info["rewards"].sum(axis=1), 0, atol=1e-6)
        sums += info["rewards"]
        assert np.allclose(sums[over], expected[over], atol=1e-5)
        sums[over] = 0
        early += np.count_nonzero(info["rewards"][~over])
        ended += over.sum()
    assert ended > 8
    assert early > 0 or "position" in choices


def test_shaped_rewards_follow_the_progress_of_the_seats() -> None:
    ahead = position(player("1 ruby", stash="ruby"), player(), options={"max_rounds": 100})
    rules = game("niagara")
    leads = np.zeros(3, np.float32)
    rules.doors.leads(rules.set_up(ahead), 0, leads)
    # Three halves of the four rubies that win, and none of the others has anything.
    assert leads.tolist() == pytest.approx([3 / 8, -3 / 16, -3 / 16])
    near = position(player(stash="ruby ruby ruby amber"), player(stash="amber"), player(stash="amber"))
    rules.doors.leads(rules.set_up(near), 0, leads)
    assert leads.tolist() == pytest.approx([1 / 2, -1 / 4, -1 / 4])


def test_a_canoe_at_canyon_is_as_far_as_it_is_from_its_jetty() -> None:
    rules = game("canyon")
    match = Match.new(rules, rules.parse_options(None, {}, 3), players=3, word=1)
    start = rules.score(match.states)
    assert set(start) == {"distance", "points", "left"}
    assert len(set(start["distance"].tolist())) == 1
    assert start["points"].tolist() == start["left"].tolist() == [-1, -1, -1]
    states = rules.set_up(LATE)
    leads = np.zeros(3, np.float32)
    rules.doors.leads(states, 0, leads)
    gone = 1 - rules.score(states)["distance"] / start["distance"]
    assert leads.tolist() == pytest.approx([(3 * one - gone.sum()) / 2 for one in gone], abs=1e-6)


def test_gems_and_goals_are_counted() -> None:
    rules = game("niagara")
    one = position(player("1 ruby", stash="ruby ruby amber"), player(stash="amethyst diamond amber sapphire"))
    assert told(rules.score(rules.set_up(one))) == {
        "gems": [3, 4, 0],
        "colours": [2, 4, 0],
        "alike": [2, 1, 0],
        "value": [13, 10, 0],
    }
    assert [measure.name for measure in rules.measures] == ["gems", "colours", "alike", "value"]


def test_a_vector_tells_the_score(choice) -> None:
    game_id, choices = choice
    tables, quiet = (Tables(game_id, 5, score=score, **choices) for score in (True, False))
    _, info = tables.reset(seed=4)
    assert "score" not in quiet.reset(seed=4)[1]
    ended = 0
    for _ in range(STEPS):
        before = tables.batch.states.copy()
        seats, actions = tables.batch.seats.copy(), tables.sample()
        kept, values = info["score"], deepcopy(info["score"])
        _, _, over, _, info = tables.step(actions)
        assert "score" not in quiet.step(actions)[4]
        assert all((kept[name] == values[name]).all() for name in kept)
        for i in range(5):
            score = tables.batch.game.score(tables.batch.states[i : i + 1])
            assert all((info["score"][name][i, : len(each)] == each).all() for name, each in score.items())
        for i in np.flatnonzero(over):
            final = info["final_info"]["score"]
            assert all(final[f"_{name}"][i] for name in score)
            last = before[i : i + 1].copy()
            tables.batch.game.doors.decide(last, 0, int(seats[i]), int(actions[i]))
            tables.batch.game.settle(last, lambda: 0)
            expected = tables.batch.game.score(last)
            assert all((final[name][i, : len(each)] == each).all() for name, each in expected.items())
            ended += 1
    assert ended


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_gets_the_ranking_in_parts(choice, seed) -> None:
    game_id, choices = choice
    seats = [SeatEnv(game_id, seat=1, reward=reward, score=True, **choices) for reward in ("shaped", "ranking")]
    seen, _ = seats[0].reset(seed=seed)
    seats[1].reset(seed=seed)
    dice, total, over = np.random.default_rng(seed), 0.0, False
    while not over:
        action = drawn(seen["action_mask"], dice)
        (seen, reward, over, _, info), (_, expected, _, _, other) = (seat.step(action) for seat in seats)
        assert told(info["score"]) == told(other["score"]) == told(seats[0]._episode.score())
        total += reward
    assert total == pytest.approx(expected, abs=1e-5)
    assert isinstance(reward, float)


def test_a_seat_tells_the_score_only_if_asked() -> None:
    quiet = SeatEnv("niagara")
    assert quiet.reset(seed=1)[1] == {}
    vector = gymnasium.make_vec("eddyline.envs.gymnasium:eddyline/Niagara-v0", 3, score=True, vectorization_mode="sync")
    _, info = vector.reset(seed=1)
    assert info["score"]["gems"].shape == (3, 4)


def test_with_bots_a_seat_gets_what_they_do_as_well() -> None:
    seat = SeatEnv("canyon", players=3, opponent="voyageur", reward="shaped", max_rounds=1)
    seen, _ = seat.reset(seed=2)
    dice, total, over = np.random.default_rng(2), 0.0, False
    while not over:
        seen, reward, over, _, _ = seat.step(drawn(seen["action_mask"], dice))
        total += reward
    table = seat._episode
    assert total == pytest.approx(float(table.game.rewards(table.states)[0]), abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_agents_get_the_ranking_in_parts(choice, seed) -> None:
    game_id, choices = choice
    turns = env(game_id, reward="shaped", score=True, **choices)
    turns.reset(seed=seed)
    dice, sums = np.random.default_rng(seed), dict.fromkeys(turns.possible_agents, 0.0)
    for agent in turns.agent_iter():
        seen, reward, over, _, info = turns.last()
        assert told(info["score"]) == told(turns.table.score())
        sums[agent] += reward
        turns.step(None if over else drawn(seen["action_mask"], dice))
    assert list(sums.values()) == pytest.approx(turns.table.game.rewards(turns.table.states).tolist(), abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_agents_that_act_at_once_get_the_ranking_in_parts(choice, seed) -> None:
    game_id, choices = choice
    together = parallel_env(game_id, reward="shaped", score=True, **choices)
    seen, infos = together.reset(seed=seed)
    dice, sums = np.random.default_rng(seed), dict.fromkeys(together.possible_agents, 0.0)
    while together.agents:
        assert all(told(info["score"]) == told(together.table.score()) for info in infos.values())
        seen, rewards, _, _, infos = together.step(
            {agent: drawn(seen[agent]["action_mask"], dice) for agent in together.agents}
        )
        sums = {agent: sums[agent] + rewards[agent] for agent in sums}
    table = together.table
    assert list(sums.values()) == pytest.approx(table.game.rewards(table.states).tolist(), abs=1e-5)


@pytest.mark.parametrize("game_id", GAMES)
def test_who_forfeits_has_lost_one_in_all(game_id) -> None:
    table = parallel_env(game_id, players=3, reward="shaped")
    dice = np.random.default_rng(1)
    seen, _ = table.reset(seed=1)
    sums = np.zeros(3)
    while not sums.any():
        chosen = {agent: drawn(seen[agent]["action_mask"], dice) for agent in table.agents}
        seen, rewards, *_ = table.step(chosen)
        sums += list(rewards.values())
    chosen = {agent: drawn(seen[agent]["action_mask"], dice) for agent in table.agents}
    chosen["player_2"] = int(np.flatnonzero(seen["player_2"]["action_mask"] == 0)[0])
    sums += list(table.step(chosen)[1].values())
    assert sums.tolist() == pytest.approx([0, 0, -1], abs=1e-6)


@pytest.mark.parametrize("dynamics", ["sequential", "simultaneous"])
def test_openspiel_gets_the_ranking_in_parts(choice, dynamics) -> None:
    game_id, choices = choice
    options = {name: value for name, value in choices.items() if name not in {"players", "position"}}
    parameters = {name: choices[name] for name in ("players", "position") if name in choices}
    tree = load(game_id, options=options, reward="shaped", dynamics=dynamics, **parameters)
    assert tree.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    pyspiel.random_sim_test(tree, num_sims=1, serialize=True, verbose=False)
    dice, state = np.random.default_rng(5), tree.new_initial_state()
    sums = np.zeros(tree.num_players())
    while not state.is_terminal():
        if state.is_simultaneous_node():
            asked = [state.legal_actions(seat) or [0] for seat in range(tree.num_players())]
            state.apply_actions([int(dice.choice(legal)) for legal in asked])
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
        sums += state.rewards()
        assert state.is_chance_node() or state.returns() == pytest.approx(sums.tolist(), abs=1e-6)
    states = state.line.states
    assert told(state.score()) == told(game(game_id).score(states))
    assert sums.tolist() == pytest.approx(game(game_id).rewards(states).tolist(), abs=1e-6)
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)
def test_the_libraries_own_checks_pass(choice) -> None:
    game_id, choices = choice
    choices = {**choices, "reward": "shaped", "score": True}
    api_test(env(game_id, **choices), num_cycles=60)
    seed_test(lambda: env(game_id, **choices), num_cycles=20)
    parallel_api_test(parallel_env(game_id, **choices), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(game_id, **choices), num_cycles=20)
    check_env(SeatEnv(game_id, **choices), skip_render_check=True)


@pytest.mark.parametrize("again", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301 - our own
def test_copies_count_on(again) -> None:
    tables = Tables("niagara", 4, players=3, max_rounds=3, reward="shaped", score=True, seed=1)
    tables.reset(seed=1)
    for _ in range(20):
        tables.step(tables.sample())
    twin = again(tables)
    for _ in range(STEPS // 2):
        actions = tables.sample()
        one, other = tables.step(actions)[4], twin.step(actions)[4]
        assert (one["rewards"] == other["rewards"]).all()
        assert all((one["score"][name] == other["score"][name]).all() for name in one["score"])
