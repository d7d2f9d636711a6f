"""The environments pass their libraries' own checks, and play what the rules say."""

from __future__ import annotations

import itertools
import random
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

from eddyline.bots import BOTS, Budget
from eddyline.bots.niagara.paddler import Paddler
from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.engine.positions import PositionError
from eddyline.engine.random import below, stir, words
from eddyline.engine.registry import GAMES, game
from eddyline.envs.episode import Episode
from eddyline.envs.gymnasium import SeatEnv
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
    parallel_seed_test(lambda: parallel_env(game_id, **choices), num_cycles=20)
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


@pytest.mark.parametrize("make", [raw_env, env])
def test_an_illegal_action_forfeits_the_game(make) -> None:
    table = make("niagara", players=3)
    table.reset(seed=1)
    before = table.unwrapped.table.states.tobytes()
    with pytest.raises(ValueError, match="expected an action from 0 to 145, got 146"):
        table.step(146)
    table.step(31)
    assert table.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(table.terminations.values())
    assert table.infos["player_0"]["refusal"].startswith("seat 0: 'paddle a 3': ")
    assert table.infos["player_1"] == {}
    assert table.unwrapped.table.states.tobytes() == before
    while table.agents:
        table.step(None)
    table.reset(seed=1)
    table.step(1)
    assert not any(table.terminations.values())


@pytest.mark.parametrize("game_id", GAMES)
def test_pettingzoos_checks_of_pictures_and_lengths_pass(game_id) -> None:
    render_test(partial(env, game_id, max_rounds=2))
    parallel = partial(parallel_env, game_id, illegal="replace")
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda **choices: parallel_to_aec(parallel(**choices))))


def test_a_game_that_takes_too_many_steps_is_truncated() -> None:
    table = parallel_env("niagara", players=3, max_cycles=2, illegal="replace")
    table.reset(seed=1)
    for step in range(2):
        _, rewards, over, cut, _ = table.step(dict.fromkeys(table.agents, 0))
        assert list(cut.values()) == [step == 1] * 3
    assert not any(over.values())
    assert not any(rewards.values())
    assert not table.agents
    table.reset(seed=1)
    assert len(table.agents) == 3
    with pytest.raises(ValueError, match="expected max_cycles from 1 to"):
        parallel_env("niagara", max_cycles=0)


def test_an_illegal_action_is_an_error_where_that_is_asked_for() -> None:
    turns, alone = raw_env("niagara", illegal="raise"), SeatEnv("niagara", illegal="raise")
    for made, table in ((turns, turns.table), (alone, alone._episode)):
        made.reset(seed=1)
        before = table.states.tobytes()
        with pytest.raises(ValueError, match="seat 0: 'paddle a 3': "):
            made.step(31)
        assert table.states.tobytes() == before
        made.step(1)
    together = parallel_env("niagara", players=3, illegal="raise")
    together.reset(seed=1)
    with pytest.raises(ValueError, match=r"seat 1: 'paddle a 3': .*; seat 2: doing nothing: it owes a decision"):
        together.step({"player_0": 1, "player_1": 31, "player_2": together.noop})
    assert together.table.waiting == [0, 1, 2]
    with pytest.raises(ValueError, match="expected illegal to be one of 'lose', 'raise', 'replace', got 'ignore'"):
        raw_env("niagara", illegal="ignore")


def test_an_illegal_action_is_replaced_where_that_is_asked_for() -> None:
    def play(seed):
        turns, told = raw_env("niagara", players=3, max_rounds=2, illegal="replace"), []
        turns.reset(seed=seed)
        while not any(turns.terminations.values()):
            agent = turns.agent_selection
            turns.step(145)
            told.append(bool(turns.infos[agent]))
            assert sum(map(len, turns.infos.values())) == told[-1]
        assert turns.rewards == dict(zip(turns.agents, turns.table.returns, strict=True))
        return told, turns.state().tobytes()

    told, end = play(1)
    assert sum(told) > 6
    assert play(1) == (told, end)
    assert play(2)[1] != end
    together = parallel_env("canyon", players=3, illegal="replace")
    together.reset(seed=1)
    asked = together.table.waiting[0]
    _, rewards, over, _, infos = together.step(dict.fromkeys(together.agents, together.noop))
    assert not any(over.values())
    assert not any(rewards.values())
    assert [seat for seat in range(3) if infos[f"player_{seat}"]] == [asked]


def test_calls_in_the_wrong_order_are_reported() -> None:
    table = env("niagara", players=3)
    for call in (table.last, table.state, table.render, table.agent_iter, lambda: table.step(0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()
    table.reset(seed=1)
    with pytest.raises(RuntimeError, match="expected a step"):
        list(table.agent_iter())
    assert [table.step(1) for _ in table.agent_iter(2)] == [None, None]
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", render_mode="ansi")
    for call in (alone.render, lambda: alone.step(0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("game_id", GAMES)
def test_seats_that_play_at_random_are_asked_for_nothing(game_id, seat) -> None:
    """An episode that asks every seat comes to the same end, if each decides what the kernel drew for it."""
    rules, dice = game(game_id), np.random.default_rng(seat)
    alone, asked = (Episode(game_id, players=3, max_rounds=1) for _ in range(2))
    alone.seat_learner(seat, ())
    asked.seat_learner(seat, (0, 1, 2))
    drawn = set()
    for seed in range(20):
        alone.begin(seed)
        asked.begin(seed)
        luck = int(asked._solo["dice"].item(0))
        while not asked.over:
            if asked.seat == seat:
                assert alone.states.tobytes() == asked.states.tobytes()
                assert (alone.seen()["observation"] == rules.observe(asked.states, seat)).all()
                assert np.flatnonzero(alone.seen()["action_mask"]).tolist() == list(rules.legal(asked.states, seat))
                action = int(dice.choice(rules.legal(asked.states, seat)))
                alone.turn(action)
            else:
                luck = int(stir(np.uint64(luck)))
                offers = asked._solo["offers"][0]
                action = int(offers[below(np.uint64(luck), int(asked._solo["count"][0]))])
                drawn.add(asked.seat)
            asked.turn(action)
        assert alone.over
        assert alone.states.tobytes() == asked.states.tobytes()
        assert alone.returns == asked.returns == rules.rewards(asked.states).tolist()
    assert drawn == {0, 1, 2} - {seat}


def test_an_illegal_action_among_those_of_all_seats_forfeits_the_game() -> None:
    parallel = parallel_env("canyon")
    parallel.reset(seed=1)
    seat = parallel.table.waiting[0]
    idle = (seat + 1) % 4
    nothing = dict.fromkeys(parallel.agents, parallel.noop)
    _, rewards, over, _, infos = parallel.step(nothing | {f"player_{idle}": 50})
    assert all(over.values())
    assert not parallel.agents
    assert rewards == {f"player_{each}": -1 if each in (seat, idle) else 0 for each in range(4)}
    assert f"seat {idle}: 'bid 0': it owes no decision; waiting for" in infos[f"player_{idle}"]["refusal"]
    assert infos[f"player_{seat}"]["refusal"] == f"seat {seat}: doing nothing: it owes a decision"


def test_an_illegal_action_of_a_single_seat_forfeits_the_game() -> None:
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0")
    alone.reset(seed=1)
    _, reward, over, cut, info = alone.step(31)
    assert (reward, over, cut) == (-1, True, False)
    assert info["refusal"].startswith("seat 0: 'paddle a 3': ")


def test_at_the_end_an_action_can_be_drawn_by_every_mask() -> None:
    """Whoever draws by a mask before looking whether the game is over would otherwise divide by zero."""
    turns, parallel = raw_env("canyon", max_rounds=1), parallel_env("canyon", max_rounds=1)
    turns.reset(seed=1)
    while not any(turns.terminations.values()):
        turns.step(int(np.flatnonzero(turns.observe(turns.agent_selection)["action_mask"])[0]))
    assert all(turns.observe(agent)["action_mask"].all() for agent in turns.agents)
    seen, _ = parallel.reset(seed=1)
    while parallel.agents:
        seen = parallel.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in parallel.agents})[
            0
        ]
    assert all(each["action_mask"].all() for each in seen.values())


@pytest.mark.parametrize("mode", [gymnasium.vector.AutoresetMode.NEXT_STEP, gymnasium.vector.AutoresetMode.SAME_STEP])
def test_a_masked_policy_runs_through_the_ends_of_gymnasiums_vectors(mode) -> None:
    vector = gymnasium.make_vec(
        "eddyline.envs.gymnasium:eddyline/Canyon-v0", 2, vector_kwargs={"autoreset_mode": mode}, max_rounds=1
    )
    dice, ended = np.random.default_rng(1), 0
    seen, _ = vector.reset(seed=1)
    for _ in range(60):
        masks = seen["action_mask"]
        chances = masks / masks.sum(axis=1, keepdims=True)
        seen, _, over, _, _ = vector.step([dice.choice(len(row), p=row) for row in chances])
        ended += over.sum()
    assert ended > 4
    vector.close()


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
    assert seen["action_mask"].all()


def answers(opponent, seed=3, games=2, **choices):
    alone = gymnasium.make(
        "eddyline.envs.gymnasium:eddyline/Niagara-v0", players=3, opponent=opponent, max_rounds=3, **choices
    )
    dice, told = np.random.default_rng(1), []
    for game_number in range(games):
        seen, _ = alone.reset(seed=None if game_number else seed)
        over = False
        while not over:
            told.append(seen["observation"].tobytes())
            seen, reward, over, _, _ = alone.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        told.append(reward)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [None, "guide", "scout", ["guide", None], Paddler, [Paddler, "random"]])
def test_opponents_follow_from_the_seed_and_from_no_clock(opponent, monkeypatch) -> None:
    first = answers(opponent)
    ticks = itertools.count(0, 1000)  # as on a machine that does much else
    monkeypatch.setattr("time.perf_counter", ticks.__next__)
    monkeypatch.setattr("time.monotonic", ticks.__next__)
    assert answers(opponent) == first
    assert answers(opponent, seed=4) != first


def test_opponents_are_made_anew_with_seeds_that_differ() -> None:
    made = []

    def make(seed, budget):
        made.append((seed, budget))
        return Paddler(seed, budget)

    answers(make)
    seeds = [seed for seed, _ in made]
    assert len(set(seeds)) == len(seeds) == 6  # two at the start, to see whether they can be made, and two a game
    assert all(budget == Budget() and budget.seconds is None for _, budget in made)
    again = seeds[2:]
    made.clear()
    answers(make)
    assert [seed for seed, _ in made][2:] == again


def test_masks_are_where_masked_ppo_looks_for_them() -> None:
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0")
    seen, _ = alone.reset(seed=1)
    masks = alone.get_wrapper_attr("action_masks")()
    assert alone.action_masks().tolist() == masks.tolist()
    assert masks.dtype == np.bool_
    assert masks.tolist() == seen["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize("make", [raw_env, parallel_env, partial(gymnasium.make, "eddyline/Canyon-v0")])
def test_environments_show_themselves(make, capsys) -> None:
    if isinstance(make, partial):
        shown, printed, silent = (make(render_mode=mode) for mode in ("ansi", "human", None))
    else:
        shown, printed, silent = (make("canyon", render_mode=mode) for mode in ("ansi", "human", None))
    for each in (shown, printed, silent):
        each.reset(seed=1)
    text = shown.render()
    assert "phase: jetties" in text
    assert capsys.readouterr().out.count("phase: jetties") == 1
    assert silent.render() is None
    with pytest.raises(ValueError, match="expected render_mode to be 'ansi', 'human', 'rgb_array' or None, got 'svg'"):
        Episode("canyon", render_mode="svg")


def test_a_vector_of_tables_shows_what_the_deciding_seats_see() -> None:
    tables = Tables("canyon", 2, render_mode="ansi")
    tables.reset(seed=1)
    assert len(tables.render()) == 2
    assert all("phase: jetties" in text for text in tables.render())
    assert Tables("canyon", 2).render() is None
    with pytest.raises(ValueError, match="expected render_mode to be 'ansi', 'rgb_array' or None, got 'human'"):
        Tables("canyon", 2, render_mode="human")


@pytest.mark.parametrize("game_id", GAMES)
def test_gymnasium_makes_tables_of_its_own(game_id) -> None:
    name = f"eddyline.envs.gymnasium:eddyline/{game_id.title()}Tables-v0"
    for kind in (None, "vector_entry_point"):
        tables = gymnasium.make_vec(name, 3, vectorization_mode=kind, players=3)
        assert isinstance(tables.unwrapped, Tables)
        assert (tables.num_envs, tables.unwrapped.batch.game.id) == (3, game_id)


def test_one_seed_holds_for_all_games_of_a_vector() -> None:
    def run(tables):
        return [tables.reset(seed=seed)[0]["observation"].tobytes() for seed in (5, None, None)]

    first, second = Tables("niagara", 8), Tables("niagara", 8, seed=1)
    assert run(first) == run(second)
    assert len(set(run(first))) == 3
    assert first.np_random_seed == second.np_random_seed == 5
    given = [Tables("niagara", 8, seed=7) for _ in range(2)]
    assert given[0].np_random_seed == 7
    assert given[0].reset()[0]["observation"].tobytes() == given[1].reset()[0]["observation"].tobytes()


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_step_that_ends_games_tells_their_last_observations(game_id, copy) -> None:
    """The same games, played one by one, end with what the seat that decided last sees there."""
    tables = Tables(game_id, 4, players=3, max_rounds=1, copy=copy)
    seen, info = tables.reset(seed=2)
    assert not {"final_obs", "_final_obs", "final_info", "_final_info"} & set(info)
    ended = 0
    while ended < 8:
        decided, states = info["seat"].copy(), tables.batch.states.copy()
        actions = tables.sample().copy()
        seen, _, over, _, info = tables.step(actions)
        assert ("final_obs" in info) == over.any()
        if not over.any():
            continue
        assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
        assert [last is not None for last in info["final_obs"]] == over.tolist()
        assert (info["final_info"]["rewards"][over] == info["rewards"][over]).all()
        rules = tables.batch.game
        for i in np.flatnonzero(over):
            ended += 1
            one = states[i : i + 1].copy()
            rules.doors.decide(one, 0, int(decided[i]), int(actions[i]))
            rules.settle(one, words(1).__next__)
            assert rules.is_over(one)
            last = info["final_obs"][i]
            assert tables.single_observation_space.contains({name: last[name].copy() for name in last})
            assert (last["observation"] == rules.observe(one, int(decided[i]))).all()
            assert last["action_mask"].all()
            assert info["final_info"]["seat"][i] == decided[i]
            assert not (last["observation"] == seen["observation"][i]).all()


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
        assert (tables.action_masks() == seen["action_mask"].astype(bool)).all()
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


def test_what_people_print_is_short() -> None:
    made = [
        *(make("canyon", players=3) for make in (raw_env, parallel_env, SeatEnv, Episode)),
        Tables("canyon", 4096),
        Tables("canyon", 4096).batch,
        game("canyon"),
        BOTS["canyon"]["guide"](1),
    ]
    assert all(len(repr(each)) < 100 for each in made)
    assert [repr(each) for each in made[3:7]] == [
        "<Episode: Canyon, 3 players, waiting for seat 1>",
        "<Tables: 4096 tables of Canyon, 4 players>",
        "<Batch: 4096 games of Canyon, 4 players>",
        "<Game: Canyon, for 3, 4, 5, 6 players>",
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_is_drawn_as_pixels(game_id):
    table = gymnasium.make(f"eddyline.envs.gymnasium:eddyline/{game_id.capitalize()}-v0", render_mode="rgb_array")
    seen, _ = table.reset(seed=3)
    drawn = [table.render()]
    while len(drawn) < 3:
        seen, *_ = table.step(seen["action_mask"].nonzero()[0][-1])
        drawn.append(table.render())
    assert {(picture.dtype.name, *picture.shape) for picture in drawn} == {("uint8", *drawn[0].shape)}
    assert drawn[0].shape[1:] == (800, 3)
    # Many colours, and not the same picture after something has happened.
    assert len(np.unique(drawn[0].reshape(-1, 3), axis=0)) > 1000
    assert (drawn[0] != drawn[-1]).any()
    pair = Tables(game_id, 2, render_mode="rgb_array", seed=3).render()
    assert [picture.shape for picture in pair] == [drawn[0].shape] * 2


class Tensor:
    """What another library shares with NumPy."""

    def __init__(self, memory):
        self.memory = memory

    def __array__(self, dtype=None, copy=None):
        return self.memory


class Capsule:
    """What another library shares by DLPack alone."""

    def __init__(self, memory):
        self.memory = memory

    def __dlpack__(self, **asked):
        return self.memory.__dlpack__(**asked)

    def __dlpack_device__(self):
        return self.memory.__dlpack_device__()


@pytest.mark.parametrize("share", [Tensor, Capsule])
def test_a_batch_writes_into_the_memory_of_others(share) -> None:
    plain = Tables("niagara", 8, players=3, seed=5, max_rounds=2)
    size, actions = plain.single_observation_space["observation"].shape[0], plain.single_action_space.n
    memory = {
        "observations": np.zeros((8, size), np.int8),
        "masks": np.zeros((8, actions), np.int8),
        "rewards": np.zeros((8, 6), np.float32),
    }
    given = Tables(
        "niagara",
        8,
        players=3,
        seed=5,
        max_rounds=2,
        copy=False,
        out={name: share(each) for name, each in memory.items()},
    )
    for _ in range(60):
        seen, *_, info = plain.step(plain.sample())
        given.step(share(given.sample()))
        assert (memory["observations"] == seen["observation"]).all()
        assert (memory["masks"] == seen["action_mask"]).all()
        assert (memory["rewards"] == info["rewards"]).all()
    assert np.shares_memory(np.from_dlpack(given.batch.masks), memory["masks"])
    twin, before = deepcopy(given), memory["masks"].copy()
    twin.step(twin.sample())
    assert (memory["masks"] == before).all(), "a copy has memory of its own"
    for wrong, error, match in (
        (
            {"masks": np.zeros((8, 3), np.int8)},
            ValueError,
            r"masks: expected memory for int8\[8, 146\], got int8\[8, 3\]",
        ),
        ({"masks": np.zeros((actions, 8), np.int8).T}, TypeError, "in one piece"),
        ({"seen": memory["masks"]}, ValueError, "expected out to have some of observations"),
    ):
        with pytest.raises(error, match=match):
            Tables("niagara", 8, players=3, out=wrong)
