"""What environments are told from outside is checked, and what is refused changes nothing."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from eddyline.bots.registry import UnknownBotError
from eddyline.engine.random import words
from eddyline.envs.episode import Episode
from eddyline.envs.gymnasium import SeatEnv
from eddyline.envs.pettingzoo import parallel_env, raw_env
from eddyline.envs.vector import Tables

NO_INTEGERS = [1.0, 1.7, np.float32(1), True, None, "1", [1], np.array([1]), float("nan")]


@pytest.fixture
def table():
    table = Episode("niagara", players=3)
    table.begin(1)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("seat", [-1, 3, 99, 2**40])
def test_a_table_refuses_seats_that_it_does_not_have(table, seat) -> None:
    for asked in (table.observe, table.mask, lambda seat: table.decide(seat, 0), lambda seat: table.why_not(seat, 0)):
        with pytest.raises(ValueError, match=f"expected a seat from 0 to 2, got {seat}"):
            asked(seat)


@pytest.mark.parametrize("action", NO_INTEGERS, ids=repr)
def test_a_table_refuses_what_is_no_action_and_no_seat(table, action) -> None:
    before = table.states.tobytes()
    with pytest.raises(TypeError, match="expected an action from 0 to 145 as an int, got"):
        table.decide(0, action)
    with pytest.raises(TypeError, match="expected an action from 0 to 145 as an int, got"):
        table.why_not(0, action)
    for asked in (table.observe, table.mask, lambda seat: table.decide(seat, 0)):
        with pytest.raises(TypeError, match="expected a seat from 0 to 2 as an int, got"):
            asked(action)
    assert table.states.tobytes() == before


def test_seeds_are_integers_of_64_bits() -> None:
    single, agents, vector = SeatEnv("niagara"), parallel_env("niagara"), Tables("niagara", 1)
    for reset in (single.reset, agents.reset, raw_env("niagara").reset, vector.reset):
        reset(seed=np.int64(3))
        with pytest.raises(ValueError, match="expected a seed from 0 to"):
            reset(seed=-1)
        with pytest.raises(ValueError, match="expected a seed from 0 to"):
            reset(seed=2**64)
        with pytest.raises(TypeError, match=r"expected a seed .* as an int, got float"):
            reset(seed=1.5)
    with pytest.raises(TypeError, match="as an int, got float"):
        words(1.5)


@pytest.fixture
def agents():
    agents = parallel_env("niagara", players=3)
    agents.reset(seed=1)
    return agents


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        ({"player_2": 147}, ValueError, "expected an action from 0 to 146, got 147"),
        ({"player_2": -1}, ValueError, "got -1"),
        ({"player_2": 1.0}, TypeError, "as an int, got float"),
        ({"player_2": None}, TypeError, "as an int, got NoneType"),
        ({"player_9": 0}, ValueError, "expected an action of each of player_0, player_1, player_2, got those of "),
        ({0: 0}, ValueError, "got those of player_0, player_1, player_2, int"),
    ],
)
def test_one_wrong_action_of_a_parallel_step_leaves_all_as_it_was(agents, actions, error, says) -> None:
    before = agents.table.states.tobytes()
    with pytest.raises(error, match=says):
        agents.step({"player_0": 1, "player_1": 1, "player_2": 1} | actions)
    assert agents.table.states.tobytes() == before


def test_a_parallel_step_wants_an_action_of_every_agent(agents) -> None:
    with pytest.raises(ValueError, match=r"expected an action of each of .*, got those of player_0$"):
        agents.step({"player_0": 1})
    for actions in (None, [1, 1, 1], 1):
        with pytest.raises(TypeError, match="expected a dict of actions by agent, got"):
            agents.step(actions)
    assert agents.table.waiting == [0, 1, 2]


@pytest.mark.parametrize("make", [parallel_env, raw_env])
def test_agents_that_are_not_at_the_table_are_refused(make) -> None:
    made = make("canyon")
    made.reset(seed=1)
    asked = [made.observation_space, made.action_space] + ([made.observe] if make is raw_env else [])
    for agent in ("player_4", "player_-1", "", 0, None, ["player_0"]):
        for ask in asked:
            with pytest.raises(
                ValueError, match="expected one of the agents player_0, player_1, player_2, player_3, got"
            ):
                ask(agent)


@pytest.mark.parametrize("action", NO_INTEGERS, ids=repr)
def test_an_agents_turn_refuses_what_is_no_action(action) -> None:
    made = raw_env("niagara")
    made.reset(seed=1)
    before = made.table.states.tobytes()
    with pytest.raises(TypeError, match="expected an action from 0 to 145 as an int, got"):
        made.step(action)
    assert made.table.states.tobytes() == before


def test_nobody_plays_without_a_running_game() -> None:
    for made, action in (
        (raw_env("canyon", max_rounds=1), 0),
        (parallel_env("canyon", max_rounds=1), {}),
        (SeatEnv("canyon", max_rounds=1), 0),
    ):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            made.step(action)
    turns = raw_env("canyon", max_rounds=1)
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        seen, _, over, _, _ = turns.last()
        turns.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
    with pytest.raises(ResetNeeded):
        turns.step(None)


@pytest.mark.parametrize("action", [None, 31])
def test_a_seat_does_not_play_on_after_its_end(action) -> None:
    """`None`: a game that is played to its end; else one that is given up."""
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", max_rounds=1).unwrapped
    seen, _ = alone.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = alone.step(np.flatnonzero(seen["action_mask"])[0] if action is None else action)
    with pytest.raises(ResetNeeded, match=r"expected a running game, got none: call reset\(\) first"):
        alone.step(0)
    alone.reset(seed=1)
    alone.step(0)


@pytest.mark.parametrize("action", [*NO_INTEGERS, -1, 146, 10**6], ids=repr)
def test_a_seat_refuses_what_is_no_action_and_plays_on(action) -> None:
    alone = SeatEnv("niagara")
    alone.reset(seed=1)
    before = alone._episode.states.tobytes()
    with pytest.raises((TypeError, ValueError), match=r"expected an action from 0 to 145.*, got"):
        alone.step(action)
    assert alone._episode.states.tobytes() == before
    alone.step(1)


def test_an_opponent_is_named_or_plans() -> None:
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", opponent="random", max_rounds=2)
    alone.reset(seed=1)
    alone.step(1)
    for name in ("voyageur", "", "Random"):
        with pytest.raises(UnknownBotError, match=f"niagara has no bot {name!r}; its bots are: paddler, .*random"):
            SeatEnv("niagara", opponent=name)
    for rubbish in (3, object(), type("Planless", (), {"plan": 1})(), [None, None, 3]):
        with pytest.raises(TypeError, match=r"expected as opponent one of paddler, .* makes a bot, .* or None, got"):
            SeatEnv("niagara", opponent=rubbish)
    for makes_none in (lambda: None, lambda seed: seed, lambda seed, _budget: seed):
        with pytest.raises(TypeError, match=r"expected a (class or function of \(seed, budget\)|bot)"):
            SeatEnv("niagara", opponent=makes_none)
    for wrong in ([], ["paddler"], ["paddler"] * 4):
        with pytest.raises(ValueError, match=rf"a list of 3, .* seats 0, 2, 3, got a list of {len(wrong)}"):
            SeatEnv("niagara", seat=1, opponent=wrong)
    with pytest.raises(TypeError, match="expected a seat from 0 to 3 as an int"):
        SeatEnv("niagara", seat=1.0)


class Babbler:
    """Answer whatever it was told to."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def plan(self, states, seat):
        states["seats"] = 99  # its own copy
        return self.answer


@pytest.mark.parametrize(
    ("answer", "error"),
    [([], ValueError), ([31], ValueError), ([-1], ValueError), ([10**6], ValueError), ([1, 1], ValueError)]
    + [([answer], TypeError) for answer in NO_INTEGERS]
    + [(None, TypeError), (1, TypeError), ("1", TypeError)],
    ids=repr,
)
def test_what_an_opponent_babbles_is_refused_and_ends_the_game(answer, error) -> None:
    alone = SeatEnv("niagara", seat=1, players=3, opponent=Babbler(answer))
    alone.reset(seed=1)
    with pytest.raises(error, match="the opponent in seat 0 planned illegal decisions: "):
        alone.step(1)
    with pytest.raises(ResetNeeded):
        alone.step(1)
    assert alone._episode.players == alone._episode.game.seats(alone._episode.states) == 3
    alone._opponents = {}
    alone.reset(seed=1)
    alone.step(1)


@pytest.mark.parametrize("copy", [True, False])
def test_a_vector_of_tables_refuses_an_illegal_action_that_its_mask_was_made_to_allow(copy) -> None:
    tables = Tables("niagara", 2, players=3, copy=copy)
    seen, _ = tables.reset(seed=1)
    if copy:
        seen["action_mask"][:] = 1
    else:
        with pytest.raises(ValueError, match="read-only"):
            seen["action_mask"][:] = 1
    before = tables.batch.states.tobytes()
    with pytest.raises(ValueError, match="game 0: action 140 is not legal for seat 0"):
        tables.step(np.array([140, 140]))
    with pytest.raises(TypeError, match="expected 2 actions as integers, got float64"):
        tables.step(np.array([1.0, 1.0]))
    assert tables.batch.states.tobytes() == before
    _, _, _, cut, _ = tables.step(tables.sample())
    if not copy:
        with pytest.raises(ValueError, match="read-only"):
            cut[:] = True


def test_a_vector_of_no_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a number of games from 1 to 1048576, got 0"):
        Tables("niagara", 0)
