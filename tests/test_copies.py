"""Whatever plays can be copied and pickled, and a copy plays on as its original would; none shares threads."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import pkgutil
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context

import gymnasium
import numpy as np
import pytest
import supersuit
from gymnasium.vector import AsyncVectorEnv

import eddyline
from eddyline.bots import BOTS
from eddyline.engine.batch import Batch
from eddyline.engine.copying import Uncopied
from eddyline.engine.match import IllegalAction
from eddyline.engine.registry import GAMES, game
from eddyline.envs.gymnasium import SeatEnv
from eddyline.envs.openspiel import load
from eddyline.envs.openspiel.scenario import _scenario as scenarios
from eddyline.envs.pettingzoo import parallel_env, raw_env
from eddyline.envs.vector import Tables
from eddyline.record import RecordError
from eddyline.remote.player import Player
from support.canyon import cleared_shelf, own_maps
from support.copies import KINDS, WAYS, check, finish, steps

ROUNDS = 4


def ways(original):
    for name, way in WAYS.items():
        yield name, way(original)


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_plays_on_as_its_original(kind, game_id, seed):
    """`python -m support.copies 1000` in tests/ does this for a thousand games of each kind."""
    check(kind, game_id, seed)


@pytest.mark.parametrize(("game_id", "name"), [(game_id, name) for game_id in BOTS for name in BOTS[game_id]])
def test_bots_are_copied(game_id, name):
    match = eddyline.new(game_id, players=3, seed=1)
    seat = min(match.waiting)
    bot = BOTS[game_id][name](5)
    expected = list(bot.plan(match.redacted(seat), seat))
    assert all(list(twin.plan(match.redacted(seat), seat)) == expected for _, twin in ways(bot))


def test_a_game_is_the_same_everywhere():
    rules = game("canyon")
    assert all(twin is rules for _, twin in ways(rules))


def test_a_game_that_nobody_finds_by_its_id_is_not_pickled():
    other = dataclasses.replace(game("canyon"))
    with pytest.raises(TypeError, match=r"expected a game that can be found by its id .*, got another called 'canyon'"):
        pickle.dumps(other)


def test_a_generator_of_chance_is_named_as_what_cannot_be_copied():
    match = eddyline.new("canyon", players=3, seed=1)
    match._chance = (word for word in (1, 2))
    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"expected chance that can be copied, such as .*, got a generator"):
            refused(match)


def errors():
    """All exceptions of the package, by name."""
    found = {}
    for module in pkgutil.walk_packages(eddyline.__path__, "eddyline."):
        if module.name.startswith("eddyline.server.store.migrations") or module.name == "eddyline.__main__":
            continue
        try:
            members = vars(import_module(module.name))
        except ImportError:  # an extra that is not here
            continue
        for each in members.values():
            if isinstance(each, type) and issubclass(each, BaseException) and each.__module__.startswith("eddyline."):
                found[f"{each.__module__}.{each.__qualname__}"] = each
    return found


def test_exceptions_come_whole_out_of_a_worker():
    """Python passes `args` to the constructor, which is not what it takes, and drops what else it keeps."""
    found = errors()
    assert {IllegalAction, RecordError} <= {*found.values()}
    for name, kind in found.items():
        error = kind.__new__(kind, "what came")
        error.args = ("what came",)
        vars(error).update(expected="this", got=7)
        for way, twin in ways(error):
            assert (type(twin), twin.args, vars(twin)) == (kind, error.args, vars(error)), f"{way} of {name}"


def test_what_exists_once_says_so():
    holders = [kind for kind in (Player, *Uncopied.__subclasses__()) if issubclass(kind, Uncopied)]
    assert len(holders) > 2
    for kind in holders:
        for refused in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match=f"pickled, got a {kind.__name__}: it holds what exists"):
                refused(kind.__new__(kind))


# ---- other processes ----


def test_a_pool_of_processes_plays_what_it_is_sent():
    tables, match = Tables("canyon", 4, threads=2), eddyline.new("canyon", players=3, seed=3, board="whirlpool")
    tables.reset(seed=1)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        told = pool.submit(steps, tables), pool.submit(finish, match)
        assert told[0].result() == steps(tables)
        assert told[1].result() == finish(match)


def test_a_map_of_ones_own_is_the_same_where_it_has_another_number(monkeypatch):
    """A record has the number of a map, and each process numbers the maps that it plays on."""
    cleared_shelf(monkeypatch)
    drawn, other = own_maps()[:2]
    match = eddyline.new("canyon", players=3, seed=3, board=drawn)
    match.play(min(match.waiting), match.legal(min(match.waiting))[0])
    table, tables = raw_env("canyon", players=3, board=drawn), Tables("canyon", 3, players=3, board=drawn)
    table.reset(seed=1)
    state = load("canyon", players=3, options={"board": drawn}).new_initial_state().child(0)
    told = pickle.dumps((match, match.draft(min(match.waiting)), table, tables, state))
    expected = match.start, match.view(0), table.observe("player_0")["observation"].tobytes(), steps(tables), str(state)

    cleared_shelf(monkeypatch)
    scenarios.cache_clear()
    eddyline.new("canyon", players=3, seed=1, board=other)
    again, draft, table, tables, state = pickle.loads(told)  # noqa: S301 - our own
    assert again.states["board"] == draft.states["board"] == match.states["board"] + 1
    found = again.start, again.view(0), table.observe("player_0")["observation"].tobytes(), steps(tables), str(state)
    assert found == expected
    again.undo()
    assert again.options.board == draft.game.options(draft.states).board == drawn


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_steps_with_threads_of_its_own():
    """The threads of the first process are not there; who waits for them waits for ever."""
    tables = Tables("canyon", 4, threads=2)
    tables.reset(seed=1)
    tables.step(tables.sample())
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(writing, b"".join(steps(tables))[-64:])
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        assert told.read() == b"".join(steps(tables))[-64:]
    os.waitpid(child, 0)


@pytest.mark.parametrize("context", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_gymnasiums_vector_of_processes_steps(context):
    if sys.platform == "win32" and context == "fork":
        pytest.skip("Windows does not fork")
    vector = AsyncVectorEnv([partial(SeatEnv, "canyon", players=3, max_rounds=1)] * 2, context=context)
    try:
        seen, _ = vector.reset(seed=1)
        for _ in range(3):
            seen, *_ = vector.step([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        assert seen["observation"].shape == (2, game("canyon").observation_size)
    finally:
        vector.close()


def test_supersuits_vector_steps():
    vector = supersuit.pettingzoo_env_to_vec_env_v1(parallel_env("canyon", players=3, max_rounds=1))
    joined = supersuit.concat_vec_envs_v1(vector, 2, num_cpus=1, base_class="gymnasium")
    seen, _ = joined.reset(seed=1)
    for _ in range(10):
        seen, _, over, _, _ = joined.step([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    assert len(over) == 6


# ---- threads ----


def together(jobs):
    """Run jobs at the same time, changing threads as often as Python can; return what they found."""
    found = [None] * len(jobs)

    def run(number):
        found[number] = jobs[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        sys.setswitchinterval(before)
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_a_state_of_openspiel_does_not_answer_for_another_of_its_game(game_id, monkeypatch):
    """Another thread may ask its own state while an answer is being written; here it does so every time."""
    shared = load(game_id, players=3, options={"max_rounds": 2})
    alone, dice, played = shared.new_initial_state(), np.random.default_rng(1), []
    while not alone.is_terminal():
        legal = alone.legal_actions()
        played.append((legal, int(dice.choice(legal))))
        alone.apply_action(played[-1][1])
    other = shared.new_initial_state()
    while not other.line.asked:
        other.apply_action(other.legal_actions()[0])
    rules, asking = shared.scenario.rules, []

    def interrupted(*where):
        count = rules.doors.legal(*where)
        if not asking:
            asking.append(other)
            other.line.legal(other.line.asked[0])
            asking.clear()
        return count

    changed = dataclasses.replace(rules, doors=rules.doors._replace(legal=interrupted))
    monkeypatch.setattr(shared.scenario, "rules", changed)
    state = shared.new_initial_state()
    for legal, action in played:
        assert state.legal_actions() == legal
        state.apply_action(action)


@pytest.mark.parametrize("game_id", GAMES)
def test_matches_and_environments_of_one_game_play_in_several_threads(game_id):
    def match(seed):
        played, dice = eddyline.new(game_id, players=3, seed=seed, max_rounds=2), np.random.default_rng(seed)
        while not played.over:
            seat = min(played.waiting)
            legal = played.legal(seat)
            played.play(seat, legal[dice.integers(len(legal))])
        return played.states.tobytes()

    def alone(seed):
        made = SeatEnv(game_id, players=3, opponent=next(iter(BOTS[game_id])), max_rounds=1)
        seen, over, dice = made.reset(seed=seed)[0], False, np.random.default_rng(seed)
        while not over:
            seen, _, over, _, _ = made.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        return seen["observation"].tobytes()

    def batch(seed):
        many = Batch(game(game_id), players=3, games=3, seed=seed)
        for _ in range(50):
            many.step(many.sample())
        return many.states.tobytes()

    jobs = [lambda play=play, seed=seed: play(seed) for play in (match, alone, batch) for seed in range(2)]
    assert together(jobs) == [job() for job in jobs]


def test_gymnasiums_copies_draw_the_same():
    made = gymnasium.make("eddyline.envs.gymnasium:eddyline/Canyon-v0")
    made.reset(seed=1)
    for _, twin in ways(made.unwrapped):
        assert twin.np_random is not made.unwrapped.np_random
        assert twin.np_random.integers(1 << 60) == copy.deepcopy(made.unwrapped.np_random).integers(1 << 60)
