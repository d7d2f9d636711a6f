"""Copy whatever plays in the middle of it, and play on in both: `python -m support.copies GAMES` in tests/.

Each kind can be brought to some point at random, and played on to the end, which gives all that was to be seen.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import cloudpickle
import gymnasium
import numpy as np

from eddyline.arena.contest import Clock, Contest
from eddyline.arena.entrants import maker, parse
from eddyline.bots import play_turn
from eddyline.bots.random import RandomBot
from eddyline.engine.batch import Batch
from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.envs.openspiel import load
from eddyline.envs.pettingzoo import env, parallel_env, raw_env
from eddyline.envs.vector import Tables
from support.random_games import KINDS as PLAYED
from support.random_games import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from eddyline.engine.draft import Draft


def pickled(protocol: int) -> Callable[[Any], Any]:
    return lambda original: pickle.loads(pickle.dumps(original, protocol))  # noqa: S301 - our own


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)},
    "cloudpickle": lambda original: cloudpickle.loads(cloudpickle.dumps(original)),
}


IDS = tuple(GAMES)


class Kind(NamedTuple):
    begin: Callable[[str, random.Random], Any]
    """(game, random) -> the object at some point of its play, from before the start to the end."""
    play_on: Callable[[Any, random.Random], list[Any]]
    """(object, random) -> all that is to be seen until the end."""
    shallow: bool = True
    """Whether `copy.copy` is ours, and not that of a library's wrapper, which shares what it wraps."""


class Chosen(NamedTuple):
    preset: str
    players: int
    more: dict[str, Any]

    def options(self, game_id: str) -> Any:
        return game(game_id).parse_options(self.preset, self.more, self.players)

    def named(self) -> dict[str, Any]:
        return {"preset": self.preset, "players": self.players, **self.more}


def choose(game_id: str, chance: random.Random) -> Chosen:
    """Draw a preset, a number of players and what goes with them; most games are short."""
    rules = game(game_id)
    _, preset, players = chance.choice([kind for kind in PLAYED if kind[0] == game_id])
    switches = {need.any_of[0]: True for need in rules.needs if need.players == players}
    return Chosen(preset, players, shortened(rules, chance.randint(1, 6)) | switches)


# ---- matches ----


def new_match(game_id: str, chance: random.Random, word: str = "seed") -> Match:
    chosen = choose(game_id, chance)
    how = {word: chance.getrandbits(64)}
    match = Match.new(game(game_id), chosen.options(game_id), players=chosen.players, preset=chosen.preset, **how)
    for _ in range(chance.randint(0, 120)):
        if match.over or (match.chance_due and chance.random() < 0.3):
            break
        step(match, chance)
    return match


def step(match: Match, chance: random.Random) -> Any:
    """Deal, take back, replace a secret turn, or make one decision."""
    if match.chance_due:
        return match.deal(chance.getrandbits(64))
    if chance.random() < 0.1 and match._past:
        return match.undo()
    if match.pending and chance.random() < 0.3:
        seat = min(match.pending)
        return match.commit(seat, first_turn(match.draft(seat)))
    seat = chance.choice(sorted(match.waiting))
    return match.play(seat, chance.choice(match.legal(seat)))


def first_turn(draft: Draft) -> tuple[int, ...]:
    while not draft.complete:
        draft.decide(draft.legal()[0])
    return draft.decisions


def seen(match: Match) -> list[Any]:
    drafts = {seat: match.legal(seat) for seat in sorted(match.waiting)}
    return [match.states.tobytes(), drafts, dict(match.pending), list(match.log), match.shown, match.seed, match.names]


def play_match(match: Match, chance: random.Random) -> list[Any]:
    found = [match.record(), seen(match)]
    while not match.over:
        found += [step(match, chance), seen(match)]
    while match._past:
        match.undo()
    return [*found, seen(match), match.start]


def new_draft(game_id: str, chance: random.Random) -> Draft:
    match = new_match(game_id, chance)
    while match.over:
        match.undo()
    draft = match.draft(chance.choice(sorted(match.waiting)))
    while not draft.complete and chance.random() < 0.7:
        draft.decide(chance.choice(draft.legal()))
    return draft


def play_draft(draft: Draft, chance: random.Random) -> list[Any]:
    found = []
    for _ in range(8):
        if draft.decisions and (draft.complete or chance.random() < 0.3):
            draft.undo()
        else:
            draft.decide(chance.choice(draft.legal()))
        found.append((draft.decisions, draft.free, draft.legal(), draft.states.tobytes()))
    return found


# ---- many games at once ----


def new_batch(game_id: str, chance: random.Random) -> Batch:
    chosen, threads = choose(game_id, chance), chance.choice([1, 2])
    batch = Batch(
        game(game_id), chosen.options(game_id), players=chosen.players, games=5, seed=chance.getrandbits(64),
        threads=threads,
    )  # fmt: skip
    for _ in range(chance.randint(0, 100)):
        batch.step(batch.sample())
    return batch


def play_batch(batch: Batch, _chance: random.Random) -> list[Any]:
    found = []
    for _ in range(100):
        batch.step(batch.sample())
        arrays = batch.states, batch.seats, batch.masks, batch.observations, batch.rewards, batch.over
        found.append([array.tobytes() for array in arrays])
    return found


def new_tables(game_id: str, chance: random.Random) -> Tables:
    tables = Tables(game_id, 3, copy=chance.random() < 0.5, **choose(game_id, chance).named())
    tables.reset(seed=chance.getrandbits(32))
    tables.np_random = np.random.default_rng(chance.getrandbits(32))
    for _ in range(chance.randint(0, 100)):
        tables.step(tables.sample())
    return tables


def play_tables(tables: Tables, _chance: random.Random) -> list[Any]:
    found = []
    for number in range(60):
        told, *rest = tables.reset() if number == 30 else tables.step(tables.sample())
        arrays = (*told.values(), *(rest[-1][name] for name in ("seat", "rewards")), *rest[:-1])
        found.append([array.tobytes() for array in arrays])
    return found


# ---- environments ----


def drawn(mask: Any, chance: random.Random) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def aec(make: Callable[..., Any]) -> Callable[[str, random.Random], Any]:
    def begin(game_id: str, chance: random.Random) -> Any:
        made = make(game_id, **choose(game_id, chance).named())
        made.action_space("player_0").seed(chance.getrandbits(31))
        if chance.random() < 0.1:
            return made
        made.reset(seed=chance.getrandbits(32))
        for _ in range(chance.randint(0, 100)):
            if not any(made.terminations.values()):
                made.step(drawn(made.observe(made.agent_selection)["action_mask"], chance))
        return made

    return begin


def play_aec(made: Any, chance: random.Random) -> list[Any]:
    found = []
    for reset in (not getattr(made, "agents", ()), True):
        if reset:
            made.reset()
        while made.agents:
            agent, (observation, *rest) = made.agent_selection, made.last()
            found.append((agent, observation["observation"].tobytes(), rest, made.state().tobytes()))
            over = made.terminations[agent] or made.truncations[agent]
            made.step(None if over else drawn(observation["action_mask"], chance))
    return [*found, made.action_space("player_0").sample()]


def new_parallel(game_id: str, chance: random.Random) -> Any:
    made = parallel_env(game_id, **choose(game_id, chance).named())
    if chance.random() < 0.1:
        return made
    told, _ = made.reset(seed=chance.getrandbits(32))
    for _ in range(chance.randint(0, 60)):
        if made.agents:
            told, *_ = made.step({agent: drawn(told[agent]["action_mask"], chance) for agent in made.agents})
    return made


def play_parallel(made: Any, chance: random.Random) -> list[Any]:
    found = []
    for reset in (not made.agents, True):
        if reset:
            made.reset()
        while made.agents:
            told = made._seen()
            found.append([each["observation"].tobytes() for each in told.values()])
            found.append(made.step({agent: drawn(told[agent]["action_mask"], chance) for agent in made.agents})[1:])
    return found


def new_seat(game_id: str, chance: random.Random) -> Any:
    chosen, opponent = choose(game_id, chance), chance.choice([None, RandomBot(game_id, 5)])
    seat = chance.randrange(chosen.players)
    made = gymnasium.make(
        f"eddyline.envs.gymnasium:eddyline/{game_id.capitalize()}-v0", opponent=opponent, seat=seat, **chosen.named()
    )
    told, _ = made.reset(seed=chance.getrandbits(32))
    made.action_space.seed(chance.getrandbits(31))
    for _ in range(chance.randint(0, 40)):
        if made.unwrapped._running:
            told, *_ = made.step(drawn(told["action_mask"], chance))
    return made


def play_seat(made: Any, chance: random.Random) -> list[Any]:
    found: list[Any] = [made.action_space.sample()]
    for reset in (not made.unwrapped._running, True):
        if reset:
            found.append(made.reset()[0]["observation"].tobytes())
        while made.unwrapped._running:
            told, *rest = made.step(drawn(made.unwrapped._seen()["action_mask"], chance))
            found += [told["observation"].tobytes(), rest]
    return found


def new_state(game_id: str, chance: random.Random) -> Any:
    chosen, dynamics = choose(game_id, chance), chance.choice(["sequential", "simultaneous"])
    state = load(
        game_id, players=chosen.players, preset=chosen.preset, options=chosen.more, dynamics=dynamics
    ).new_initial_state()
    for _ in range(chance.randint(0, 80)):
        if not state.is_terminal():
            go_on(state, chance)
    return state


def go_on(state: Any, chance: random.Random) -> None:
    if state.is_simultaneous_node():
        asked = [state.legal_actions(player) or [0] for player in range(state.num_players())]
        state.apply_actions([chance.choice(legal) for legal in asked])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def play_state(state: Any, chance: random.Random) -> list[Any]:
    found = [state.history()]
    while not state.is_terminal():
        go_on(state, chance)
        found += [str(state), [state.line.recall(player) for player in range(state.num_players())]]
    return [*found, state.returns()]


def new_contest(game_id: str, chance: random.Random) -> Contest:
    chosen = choose(game_id, chance)
    makers = [maker(game_id, parse("random@5"))] * chosen.players
    contest = Contest(
        game(game_id), chosen.options(game_id), makers, seed=chance.getrandbits(64), limit=60.0,
        clock=Clock([0.0, 0.0]),
    )  # fmt: skip
    contest.play(chance.randint(0, 4))
    return contest


def play_contest(contest: Contest, _chance: random.Random) -> list[Any]:
    contest.play()
    return [contest.states.tobytes(), [account.decisions for account in contest.accounts]]


KINDS: dict[str, Kind] = {
    "match": Kind(new_match, play_match),
    "match that is dealt to": Kind(lambda game_id, chance: new_match(game_id, chance, "word"), play_match),
    "draft": Kind(new_draft, play_draft),
    "batch": Kind(new_batch, play_batch),
    "tables": Kind(new_tables, play_tables),
    "raw_env": Kind(aec(raw_env), play_aec),
    "env": Kind(aec(env), play_aec, shallow=False),
    "parallel_env": Kind(new_parallel, play_parallel),
    "gymnasium.make": Kind(new_seat, play_seat, shallow=False),
    "OpenSpiel": Kind(new_state, play_state),
    "contest": Kind(new_contest, play_contest),
}


def check(name: str, game_id: str, seed: int, ways: Iterable[str] = WAYS) -> None:
    """Copy something at some point, play the copies on one after the other, then the original: all show the same."""
    kind = KINDS[name]
    original = kind.begin(game_id, random.Random(seed))
    copies = {way: WAYS[way](original) for way in ways if kind.shallow or way != "copy.copy"}
    found = {way: kind.play_on(twin, random.Random(seed)) for way, twin in copies.items()}
    expected = repr(kind.play_on(original, random.Random(seed)))
    for way, each in found.items():
        assert repr(each) == expected, f"{way} of {name} {seed} of {game_id}"


# ---- in other processes ----


def steps(tables: Tables) -> list[bytes]:
    return [tables.step(tables.sample())[0]["observation"].tobytes() for _ in range(20)]


def finish(match: Match) -> bytes:
    bot = RandomBot(match.game.id, 1)
    while not match.over:
        seat = min(match.waiting)
        match.commit(seat, play_turn(bot, match, seat))
    return match.states.tobytes()


def main(games: int) -> None:
    for name in KINDS:
        for number in range(games):
            check(name, IDS[number % len(IDS)], number, ["copy.copy", "copy.deepcopy", "pickle 5"])
        sys.stdout.write(f"{name}: {games} games, and all copies play on as their originals\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
