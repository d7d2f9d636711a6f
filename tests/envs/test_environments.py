"""The environments pass their libraries' own checks, and play what the rules say."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from eddyline.bots import BOTS
from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.engine.positions import PositionError
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.envs.pettingzoo import aec_env, env, parallel_env, raw_env
from eddyline.envs.vector import Tables
from support.canyon import bidding
from support.niagara import player, position

LAST_ROUND = bidding(["fir 1"], ["sun 2"], ["sun 3"], round=8, options={"max_rounds": 8})
CHOICES = {
    "niagara-rulebook-4": ("niagara", {"max_rounds": 3}),
    "niagara-italian-2": ("niagara", {"preset": "italian", "players": 2, "max_rounds": 5}),
    "niagara-brettspielwelt-3": ("niagara", {"preset": "brettspielwelt", "players": 3, "reward": "win"}),
    "niagara-all-modules-6": ("niagara", {"players": 6, "spirits": True, "diamond_joe": True, "max_rounds": 3}),
    "niagara-boardgamearena-whirlpool-5": ("niagara", {"preset": "boardgamearena", "players": 5, "whirlpool": True}),
    "canyon-classic-4": ("canyon", {"max_rounds": 2}),
    "canyon-no_brown-6-whirlpool": ("canyon", {"preset": "no_brown", "players": 6, "board": "whirlpool"}),
    "canyon-secret-3": ("canyon", {"preset": "secret", "players": 3}),
    "position": ("niagara", {"position": position(player("1", "dock", "ruby"), options={"max_rounds": 16})}),
    "position-canyon": (
        "canyon",
        {"position": bidding(["fir 1"], ["sun 2"], ["sun 3"], round=8, options={"max_rounds": 8})},
    ),
}


@pytest.fixture(params=CHOICES)
def choice(request):
    return CHOICES[request.param]


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)
def test_pettingzoos_checks_of_turns_pass(choice, capsys) -> None:
    game_id, choices = choice
    api_test(env(game_id, **choices), num_cycles=60)
    seed_test(lambda: aec_env(game_id, **choices), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoos_checks_of_parallel_play_pass(choice, capsys) -> None:
    game_id, choices = choice
    parallel_api_test(parallel_env(game_id, **choices), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_gymnasiums_check_passes(choice) -> None:
    game_id, choices = choice
    made = gymnasium.make(f"eddyline.envs.gymnasium:eddyline/{game_id.title()}-v0", **choices)
    check_env(made.unwrapped)


def matches(game_id, choices, seed):
    """Begin the match that an environment plays with this seed."""
    chosen = dict(choices)
    rules, chance = game(game_id), words(seed)
    chosen.pop("reward", None)
    if "position" in chosen:
        return Match.from_position(rules, chosen["position"], chance=chance)
    players = chosen.pop("players", 4)
    options = rules.parse_options(chosen.pop("preset", None), chosen, players)
    return Match.new(rules, options, players=players, word=next(chance), chance=chance)


def test_turns_play_a_match(choice) -> None:
    game_id, choices = choice
    table, dice = raw_env(game_id, **choices), random.Random(1)
    table.reset(seed=5)
    match = matches(game_id, choices, 5)
    for agent in table.agent_iter(400):
        seen, reward, over, cut, _ = table.last()
        assert not cut
        if over:
            expected = match.game.rewards(match.states, choices.get("reward", "ranking"))
            assert reward == expected[table.possible_agents.index(agent)]
            table.step(None)
            continue
        everything = [match.game.observe(table.table.states, seat) for seat in range(match.players)]
        assert (table.state() == np.concatenate(everything)).all()
        assert table.state_space.contains(table.state())
        seat = min(match.waiting)
        assert agent == table.possible_agents[seat]
        legal = [action.id for action in match.legal(seat)]
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        assert reward == 0
        action = dice.choice(legal)
        table.step(action)
        match.play(seat, action)
        assert match.over == all(table.terminations.values())
    others = [agent for agent in table.agents if agent != table.agent_selection]
    assert not any(table.observe(agent)["action_mask"].any() for agent in others[:1] if len(match.waiting) < 2)


def test_parallel_play_is_a_match_whose_secret_choices_come_at_once(choice) -> None:
    game_id, choices = choice
    table, dice = parallel_env(game_id, **choices), random.Random(2)
    seen, _ = table.reset(seed=6)
    match = matches(game_id, choices, 6)
    together = 0
    for _ in range(300):
        waiting = sorted(match.waiting)
        together += len(waiting) > 1
        actions = {}
        for seat, agent in enumerate(table.agents):
            mask = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert mask == ([action.id for action in match.legal(seat)] if seat in waiting else [table.noop])
            assert table.observation_space(agent).contains(seen[agent])
            actions[agent] = dice.choice(mask)
        seen, rewards, over, _, _ = table.step(actions)
        for seat, agent in enumerate(actions):
            if actions[agent] != table.noop:
                match.play(seat, actions[agent])
        expected = match.game.rewards(match.states, choices.get("reward", "ranking")).tolist()
        assert list(rewards.values()) == expected
        assert all(over.values()) == match.over == (not table.agents)
        if match.over:
            break
    assert together > 0 or (game_id == "canyon" and choices.get("preset") != "secret")


def test_an_illegal_action_is_refused_with_the_reason() -> None:
    table = raw_env("niagara")
    table.reset(seed=1)
    with pytest.raises(ValueError, match=r"seat 0: 'paddle a 3': "):
        table.step(31)
    with pytest.raises(ValueError, match="expected an action from 0 to 145, got 146"):
        table.step(146)
    parallel = parallel_env("canyon")
    parallel.reset(seed=1)
    seat = parallel.table.waiting[0]
    other = (seat + 1) % 4
    actions = dict.fromkeys(parallel.agents, parallel.noop)
    with pytest.raises(ValueError, match=f"seat {other}: 'bid 0': it owes no decision; waiting for"):
        parallel.step(actions | {f"player_{other}": 50})


def test_an_illegal_action_ends_a_guarded_game_and_a_single_seat_gives_up() -> None:
    table = env("niagara")
    table.reset(seed=1)
    table.step(31)
    assert table.rewards[table.possible_agents[0]] == -1
    assert all(table.terminations.values())
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0")
    alone.reset(seed=1)
    _, reward, over, cut, info = alone.step(31)
    assert (reward, over, cut) == (-1, True, False)
    assert info["refusal"].startswith("seat 0: 'paddle a 3': ")


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(("game_id", "bot"), [("niagara", None), ("niagara", "paddler"), ("canyon", "voyageur")])
def test_one_seat_plays_whole_games_against_others(game_id, bot, seat) -> None:
    opponent = None if bot is None else BOTS[game_id][bot](1)
    alone = gymnasium.make(
        f"eddyline.envs.gymnasium:eddyline/{game_id.title()}-v0", seat=seat, players=3, opponent=opponent, max_rounds=2
    )
    dice = np.random.default_rng(1)
    seen, _ = alone.reset(seed=3)
    over = False
    while not over:
        assert alone.observation_space.contains(seen)
        seen, reward, over, _, _ = alone.step(dice.choice(np.flatnonzero(seen["action_mask"])))
    assert -1 <= reward <= 1
    assert not seen["action_mask"].any()


def test_a_vector_of_tables_gives_what_its_batch_has() -> None:
    tables = Tables("niagara", 50, players=3, max_rounds=2, seed=4)
    assert tables.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, info = tables.reset(seed=8)
    assert tables.observation_space.contains(seen)
    ended = 0
    for _ in range(80):
        decided = info["seat"]
        kept = {name: array.copy() for name, array in seen.items()}
        actions = tables.sample()
        assert tables.action_space.contains(actions)
        assert seen["action_mask"][np.arange(50), actions].all()
        after, rewards, over, cut, info = tables.step(actions)
        # Copies: what was returned before is still what it was.
        assert all((seen[name] == kept[name]).all() for name in seen)
        assert (rewards == info["rewards"][np.arange(50), decided]).all()
        assert not info["rewards"][~over].any()
        assert not cut.any()
        assert abs(info["rewards"].sum(axis=1)).max() < 1e-6
        assert tables.observation_space.contains(after)
        ended += over.sum()
        seen = after
    assert ended >= 50
    again, _ = tables.reset(seed=8)
    other = Tables("niagara", 50, players=3, max_rounds=2)
    first, _ = other.reset(seed=8)
    assert (again["observation"] == first["observation"]).all()
    unseeded = [tables.reset()[0]["observation"] for _ in range(2)]
    assert not (unseeded[0] == unseeded[1]).all()


def test_a_vector_of_tables_need_not_copy() -> None:
    tables = Tables("canyon", 3, copy=False, preset="secret", players=3)
    seen, _ = tables.reset(seed=1)
    after, _, over, _, info = tables.step(tables.sample())
    assert after["observation"].base is seen["observation"].base
    assert after["action_mask"] is tables.batch.masks
    assert over is tables.batch.over
    assert info["seat"] is tables.batch.seats


def test_a_vector_of_tables_begins_with_a_position() -> None:
    tables = Tables("niagara", 2, position=position(player("1", "dock", "ruby"), options={"max_rounds": 16}))
    assert tables.batch.players == 3


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_what_cannot_be_played_is_refused(make) -> None:
    with pytest.raises(OptionError, match="Niagara is for 2, 3, 4, 5, 6 players, got 7"):
        make("niagara", players=7)
    with pytest.raises(OptionError, match="no preset 'chess'"):
        make("canyon", preset="chess")
    with pytest.raises(ValueError, match="there is no reward 'gems'"):
        make("canyon", reward="gems")
    with pytest.raises(PositionError):
        make("canyon", position={})
    with pytest.raises(ValueError, match="expected a position or a preset, players and options, got both"):
        make("niagara", position=position(player()), players=3)
    with pytest.raises(ValueError, match="expected a seat from 0 to 3, got 4"):
        gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", seat=4)
