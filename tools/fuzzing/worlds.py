"""Define the objects to call at random: for every entry point, legal next calls and odd ones."""

from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import gymnasium.error
import msgspec
import numpy as np
import pyspiel

import eddyline
from eddyline import record
from eddyline.engine.batch import Batch, first_states
from eddyline.engine.match import Match, Turn
from eddyline.engine.notes import Comment, Variation
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.envs.episode import Episode
from eddyline.envs.gymnasium import SeatEnv
from eddyline.envs.openspiel import load
from eddyline.envs.pettingzoo import env, parallel_env, raw_env
from eddyline.envs.vector import Tables
from fuzzing.odd import OddError

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from fuzzing.odd import Odd

Call: TypeAlias = "tuple[str, Callable[..., object], tuple[Any, ...], dict[str, Any]]"
"""The name of a call, the function and its arguments."""

CHOICES: list[tuple[str, dict[str, Any]]] = [
    ("niagara", {"players": 3}),
    ("niagara", {"players": 2, "preset": "italian", "max_rounds": 4}),
    ("niagara", {"players": 6, "spirits": True, "diamond_joe": True}),
    ("niagara", {"players": 4, "preset": "boardgamearena", "whirlpool": True, "double_canoe": True}),
    ("canyon", {"players": 3, "preset": "secret"}),
    ("canyon", {"players": 4, "max_rounds": 2}),
    ("canyon", {"players": 6, "preset": "no_brown", "board": "whirlpool"}),
]
"""Games to play; only a few, because what is built for them is kept."""


class World:
    """Hold one object to call; it is recreated from time to time."""

    weight = 1.0
    """Relative frequency of calls; higher for fast objects."""
    share = 0.3
    """Share of legal calls."""
    raises: tuple[type[BaseException], ...] = (ValueError, TypeError, LookupError, OddError)
    """Documented errors, and those raised by the odd values themselves."""

    def __init__(self, rng: Random, odd: Odd) -> None:
        self.rng, self.odd = rng, odd
        self.age = 0
        self.game_id, self.choices = rng.choice(CHOICES)
        self.rules = game(self.game_id)
        self.begin()

    def begin(self) -> None:
        """Create the object."""

    def fingerprint(self) -> object:
        """Return the state that a refused call must not change."""
        return None

    def legal_call(self) -> Call:
        """Return a legal call that lets the game continue."""
        raise NotImplementedError

    def odd_call(self) -> Call:
        """Draw an odd call."""
        raise NotImplementedError

    @property
    def options(self) -> dict[str, Any]:
        """Return the options without preset and players."""
        return {name: value for name, value in self.choices.items() if name not in {"preset", "players"}}

    def seat(self) -> Any:  # noqa: ANN401 - anything
        """Draw a seat, often almost valid."""
        return self.rng.randrange(-3, 9) if self.rng.random() < 0.5 else self.odd.value()

    def action(self) -> Any:  # noqa: ANN401 - anything
        """Draw an action, often almost valid."""
        return self.rng.randrange(-3, len(self.rules.actions) + 3) if self.rng.random() < 0.5 else self.odd.value()

    def maybe(self, likely: object) -> Any:  # noqa: ANN401 - anything
        """Return the expected value, or draw anything else."""
        return likely if self.rng.random() < 0.5 else self.odd.value()

    def odd_choices(self) -> dict[str, Any]:
        """Draw arguments for a new game, one or two of them odd."""
        named = dict(self.choices)
        keys = [
            "players",
            "preset",
            "reward",
            "position",
            "max_rounds",
            "seed",
            "beaver",
            "board",
            "threads",
            "x",
            "\ud800",
        ]
        for _ in range(self.rng.randrange(1, 3)):
            named[self.rng.choice(keys)] = self.odd.value()
        return named


class GameWorld(World):
    """Call the checked methods of a game."""

    weight = 12
    share = 0.2

    def begin(self) -> None:
        self.table = Episode(self.game_id, **self.choices)
        self.table.begin(self.rng.randrange(1 << 64))

    def fingerprint(self) -> object:
        return self.table.states.tobytes()

    def legal_call(self) -> Call:
        table = self.table
        if table.over:
            return "Episode.begin", table.begin, (), {}
        seat = self.rng.choice(table.waiting)
        return "Episode.decide", table.decide, (seat, self.rng.choice(self.rules.legal(table.states, seat))), {}

    def states(self) -> Any:  # noqa: ANN401 - anything
        """Draw states, mostly those of the table."""
        states = self.table.states
        match self.rng.randrange(12):
            case 0:
                return self.odd.value()
            case 1:
                return states[:0]
            case 2:
                return np.repeat(states, 3)[::2]
            case 3:
                return states[0]
            case 4:
                shown = states.copy()
                shown.flags.writeable = False
                return shown
            case _:
                return states

    def odd_call(self) -> Call:
        rules, table, rng = self.rules, self.table, self.rng
        name = rng.choice(
            [
                "observe", "legal", "redact", "view", "fate", "why_not", "ranking", "to_act", "is_over",
                "chance_due", "decide", "mask", "seen", "reason", "begin", "new", "parse_action",
            ]
        )  # fmt: skip
        match name:
            case "observe" | "legal":
                return name, getattr(rules, name), (self.states(), self.seat()), {}
            case "redact":
                return name, rules.redact, (self.states(), self.seat()), {}
            case "view":
                return name, rules.view, (rules.redact(table.states, None), self.seat()), {}
            case "fate":
                return name, rules.fate, (rules.redact(table.states, None), self.seat()), {}
            case "why_not":
                return name, rules.why_not, (rules.redact(table.states, None), self.seat(), self.action()), {}
            case "ranking":
                return name, rules.ranking, (self.states(), self.seat()), {}
            case "decide":
                return "Episode.decide", table.decide, (self.seat(), self.action()), {}
            case "mask":
                return "Episode.mask", table.mask, (self.seat(),), {"noop": rng.random() < 0.5}
            case "seen":
                return "Episode.observe", table.observe, (self.seat(),), {}
            case "reason":
                return "Episode.why_not", table.why_not, (self.seat(), self.action()), {}
            case "begin":
                return "Episode.begin", Episode(self.game_id, **self.choices).begin, (self.odd.value(),), {}
            case "new":
                chosen = rules.parse_options(None, {}, 4)
                return name, rules.new, (chosen, self.maybe(4), self.maybe(1)), {}
            case "parse_action":
                return name, rules.parse_action, (self.odd.value(),), {}
            case _:
                return name, getattr(rules, name), (self.states(),), {}


class MatchWorld(World):
    """Call the methods of a match."""

    weight = 12
    share = 0.4

    def begin(self) -> None:
        self.match: Match[Any, Any, Any] = eddyline.new(self.game_id, seed=self.rng.randrange(1 << 64), **self.choices)

    def fingerprint(self) -> object:
        match = self.match
        return match.states.tobytes(), len(match.log), dict(match.pending), match.notes

    def legal_call(self) -> Call:
        if self.match.over:
            self.begin()
        if self.match.log and self.rng.random() < 0.05:
            return "undo", self.match.undo, (), {}
        if self.rng.random() < 0.05:
            turns = sum(isinstance(entry, Turn) for entry in self.match.log)
            return "goto", self.match.goto, (self.rng.randrange(turns + 1),), {}
        if self.rng.random() < 0.05:
            return "comment", self.match.comment, ("So far.",), {}
        seat = self.rng.choice(sorted(self.match.waiting))
        action = self.rng.choice(self.match.legal(seat))
        return "play", self.match.play, (seat, self.rng.choice([action.id, action.text, action])), {}

    def note(self) -> Any:  # noqa: ANN401 - anything
        """Draw a note, often almost valid."""
        after = self.maybe(self.rng.randrange(9))
        line = self.maybe(tuple(self.match.log[self.rng.randrange(len(self.match.log) + 1) :]))
        notes = [Comment(after, self.maybe("So far.")), Variation(after, line, self.maybe(())), self.odd.value()]
        return self.rng.choice(notes)

    def odd_call(self) -> Call:
        match, rng = self.match, self.rng
        seat, action = self.seat(), self.action()
        waiting = sorted(match.waiting) or [0]
        asked = rng.choice(waiting) if rng.random() < 0.5 else seat
        few = [self.action() for _ in range(rng.randrange(4))] if rng.random() < 0.8 else self.odd.value()
        calls: list[Call] = [
            ("play", match.play, (asked, action), {}),
            ("play", match.play, (asked, action), {}),
            ("play", match.play, tuple(few) if type(few) is list else (few,), {}),
            ("commit", match.commit, (asked, few), {}),
            ("draft", match.draft, (asked, few), {}),
            ("legal", match.legal, (seat,), {}),
            ("view", match.view, (seat,), {}),
            ("view", match.view, (asked, self.odd.value()), {}),
            ("fate", match.fate, (seat,), {}),
            ("fate", match.fate, (asked, self.odd.value()), {}),
            ("known", match.known, (asked, self.odd.value()), {}),
            ("redacted", match.redacted, (seat,), {}),
            ("deal", match.deal, (self.odd.value(),), {}),
            ("resample", match.resample, (seat, self.maybe(1)), {}),
            ("not_to_act", match.not_to_act, (seat,), {}),
            ("copy", match.copy, (), {"seed": self.odd.value()}),
            ("goto", match.goto, (self.maybe(rng.randrange(9)),), {}),
            ("comment", match.comment, (self.maybe("So far."),), {"turn": self.maybe(rng.randrange(9))}),
            ("vary", match.vary, (self.maybe(match.goto(0)),), {}),
            ("follow", match.follow, (self.note(),), {}),
            ("notes", setattr, (match, "notes", self.maybe([self.note()])), {}),
            ("replay", match.replay, (seat,), {}),
            ("enter", match.enter, (self.maybe(Turn(seat, action)),), {}),
            ("==", match.__eq__, (self.maybe(match),), {}),
            ("names", setattr, (match, "names", self.maybe(["A", "B", "C"])), {}),
            ("record", match.record, (), {"public": self.odd.value()}),
            ("repr", repr, (match,), {}),
        ]
        return rng.choice(calls)


class BatchWorld(World):
    """Call many games at once, also as a Gymnasium vector environment."""

    weight = 10

    def begin(self) -> None:
        made = self.rules.parse_options(self.choices.get("preset"), self.options, self.choices["players"])
        players, games = self.choices["players"], self.rng.choice([1, 2, 5])
        self.batch = Batch(self.rules, made, players=players, games=games, threads=self.rng.choice([1, 1, 1, 2]))

    def fingerprint(self) -> object:
        return self.batch.states.tobytes()

    def step(self, actions: Any) -> None:  # noqa: ANN401 - anything
        """Make a step."""
        self.batch.step(actions)

    def reset(self, seed: Any) -> None:  # noqa: ANN401 - anything
        """Restart all games."""
        self.batch.reset(seed)

    def legal_call(self) -> Call:
        if self.rng.random() < 0.02:
            return "reset", self.reset, (self.rng.randrange(1 << 63),), {}
        return "step", self.step, (self.batch.sample(),), {}

    def actions(self) -> Any:  # noqa: ANN401 - anything
        """Draw actions, often legal except for one detail."""
        legal = self.batch.sample().copy()
        rng = self.rng
        match rng.randrange(7):
            case 0:
                return self.odd.value()
            case 1:
                return self.odd.array(len(legal))
            case 2:
                legal[rng.randrange(len(legal))] = rng.choice(
                    [-1, -(2**63), 2**63 - 1, len(self.rules.actions), 31, 140]
                )
            case 3:
                return legal + rng.choice([0.0, 0.5, float("nan")])
            case 4:
                return [self.action() for _ in legal]
            case 5:
                legal[:] = rng.randrange(len(self.rules.actions))
            case _:
                return [*legal.tolist()[: rng.randrange(len(legal) + 1)], self.odd.value()]
        return legal

    def odd_call(self) -> Call:
        rng, batch = self.rng, self.batch
        match rng.randrange(10):
            case 0:
                return "reset", self.reset, (self.odd.value(),), {}
            case 1:
                name = rng.choice(["states", "masks", "seats", "observations", "over", "rewards"])
                return f"write {name}", _write, (getattr(batch, name),), {}
            case 2:
                name = rng.choice(["masks", "seats", "over"])
                return f"replace {name}", setattr, (batch, name, np.ones_like(getattr(batch, name))), {}
            case _:
                return "step", self.step, (self.actions(),), {}


class VectorWorld(BatchWorld):
    """Call the Gymnasium vector environment."""

    weight = 6

    def begin(self) -> None:
        self.tables = Tables(self.game_id, self.rng.choice([1, 2, 5]), copy=self.rng.random() < 0.5, **self.choices)
        self.batch = self.tables.batch

    def step(self, actions: Any) -> None:  # noqa: ANN401 - anything
        self.tables.step(actions)

    def reset(self, seed: Any) -> None:  # noqa: ANN401 - anything
        self.tables.reset(seed=seed)


def _write(array: Any) -> None:  # noqa: ANN401 - one of NumPy's
    """Try to write into an array, even if it is read-only."""
    array.flags.writeable = True
    array[:] = np.ones_like(array)


class Babbler:
    """Return odd plans, as an opponent."""

    def __init__(self, world: World) -> None:
        self.world = world

    def plan(self, states: Any, seat: int) -> Any:  # noqa: ANN401 - anything
        """Return a legal decision, or anything."""
        rng = self.world.rng
        if rng.random() < 0.98:
            return [rng.choice(self.world.rules.legal(states, seat))]
        states[0] = np.zeros(1, states.dtype)[0]
        return self.world.odd.value() if rng.random() < 0.5 else [self.world.action()]


class SeatWorld(World):
    """Call the Gymnasium environment for one seat."""

    weight = 8
    raises = (*World.raises, gymnasium.error.ResetNeeded)

    def begin(self) -> None:
        opponent = self.rng.choice([None, "random", Babbler(self)])
        self.seated = SeatEnv(self.game_id, seat=self.rng.randrange(2), opponent=opponent, **self.choices)
        self.babbles = isinstance(opponent, Babbler)
        self.mask: Any = None

    def fingerprint(self) -> object:
        # A babbling opponent ends the game in mid-turn.
        return None if self.babbles else self.seated._episode.states.tobytes()  # noqa: SLF001 - to see it unchanged

    def legal_call(self) -> Call:
        if self.babbles or self.mask is None or not self.mask.any():
            return "reset", self._noted, (self._reset, self.rng.randrange(1 << 64)), {}
        return "step", self._noted, (self.seated.step, int(self.rng.choice(np.flatnonzero(self.mask)))), {}

    def _reset(self, seed: object) -> object:
        return self.seated.reset(seed=seed)  # type: ignore[arg-type]

    def _noted(self, function: Callable[..., Any], argument: object) -> None:
        try:
            seen, *more = function(argument)
        except (TypeError, ValueError, OddError):
            if not self.babbles:
                raise
            self.mask = None
            return
        self.mask = None if len(more) > 1 and more[1] else seen["action_mask"]

    def odd_call(self) -> Call:
        if self.rng.random() < 0.1:
            return "reset", self._noted, (self._reset, self.odd.value()), {}
        mask = self.mask
        asked = float(self.rng.choice(np.flatnonzero(mask))) if mask is not None and self.rng.random() < 0.3 else None
        return "step", self._noted, (self.seated.step, self.action() if asked is None else asked), {}


class TurnsWorld(World):
    """Call the PettingZoo environment with turns (AEC)."""

    weight = 8
    raises = (*World.raises, gymnasium.error.ResetNeeded)
    wrapped: ClassVar[bool] = False

    def begin(self) -> None:
        self.env: Any = (env if self.wrapped else raw_env)(self.game_id, **self.choices)
        self.table: Episode = self.env.unwrapped.table
        self.ready = False

    def fingerprint(self) -> object:
        return self.table.states.tobytes()

    def _reset(self, seed: object) -> None:
        self.ready = False
        self.env.reset(seed=seed)
        self.ready = True

    def legal_call(self) -> Call:
        if not self.ready or not self.env.agents:
            return "reset", self._reset, (self.rng.randrange(1 << 64),), {}
        agent = self.env.agent_selection
        if self.env.terminations[agent] or self.env.truncations[agent]:
            return "step", self.env.step, (None,), {}
        mask = self.env.observe(agent)["action_mask"]
        return "step", self.env.step, (int(self.rng.choice(np.flatnonzero(mask))),), {}

    def odd_call(self) -> Call:
        agent = self.rng.choice(["player_0", "player_9", f"player_{self.rng.randrange(-2, 9)}", self.odd.value()])
        match self.rng.randrange(8):
            case 0:
                return "reset", self._reset, (self.odd.value(),), {}
            case 1:
                return "observe", self.env.observe, (agent,), {}
            case 2:
                return "action_space", self.env.action_space, (agent,), {}
            case 3:
                return "observation_space", self.env.observation_space, (agent,), {}
            case _:
                return "step", self.env.step, (self.action(),), {}


class GuardedWorld(TurnsWorld):
    """Call the same with the guards that report calls in the wrong order."""

    weight = 3
    wrapped = True


class ParallelWorld(World):
    """Call the PettingZoo environment with simultaneous decisions."""

    weight = 6
    raises = (*World.raises, gymnasium.error.ResetNeeded)

    def begin(self) -> None:
        self.env = parallel_env(self.game_id, **self.choices)

    def fingerprint(self) -> object:
        return self.env.table.states.tobytes()

    def legal_actions(self) -> dict[Any, Any]:
        """Draw a legal action of every agent."""
        table = self.env.table
        masks = {agent: table.mask(seat, noop=True) for seat, agent in enumerate(self.env.agents)}
        return {agent: int(self.rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}

    def legal_call(self) -> Call:
        if not self.env.agents:
            return "reset", self.env.reset, (self.rng.randrange(1 << 64),), {}
        return "step", self.env.step, (self.legal_actions(),), {}

    def odd_call(self) -> Call:
        rng, actions = self.rng, self.legal_actions()
        match rng.randrange(8):
            case 0:
                return "reset", self.env.reset, (self.odd.value(),), {}
            case 1:
                return "observation_space", self.env.observation_space, (self.odd.value(),), {}
            case 2:
                return "step", self.env.step, (self.odd.value(),), {}
            case 3:
                actions.pop(rng.choice([*actions, None]), None)
            case 4:
                actions[rng.choice([0, "player_9", None, ("player_0",)])] = 0
            case _:
                actions[rng.choice([*actions, "player_0"])] = self.action()
        return "step", self.env.step, (actions,), {}


class SpielWorld(World):
    """Call OpenSpiel games and states; OpenSpiel has its own error, and wraps others in RuntimeError."""

    weight = 8
    raises = (*World.raises, pyspiel.SpielError, RuntimeError)

    def begin(self) -> None:
        dynamics: Any = self.rng.choice(["sequential", "simultaneous"])
        deals = self.rng.choice([0, 0, 5]) if self.game_id == "canyon" else 0
        players, preset = self.choices["players"], self.choices.get("preset", "")
        options = {"max_rounds": 2} | {name: value for name, value in self.options.items() if name != "spirits"}
        options |= {"spirit_cards": True} if "spirits" in self.options else {}
        self.game = load(self.game_id, players=players, preset=preset, options=options, dynamics=dynamics, deals=deals)
        self.state: Any = self.game.new_initial_state()
        self.observer: Any = self.game.make_py_observer()

    def fingerprint(self) -> object:
        return self.state.line, len(self.state.history())

    def legal_call(self) -> Call:
        state, rng = self.state, self.rng
        if state.is_terminal():
            self.state = state = self.game.new_initial_state()
        if state.is_simultaneous_node():
            actions = [rng.choice(state.legal_actions(seat) or [0]) for seat in range(state.num_players())]
            return "apply_actions", state.apply_actions, (actions,), {}
        return "apply_action", state.apply_action, (rng.choice(state.legal_actions()),), {}

    def odd_call(self) -> Call:
        state, rng = self.state, self.rng
        seat, action = self.seat(), self.action()
        value, draw = self.odd.value(), self.maybe(rng.random())
        few = [self.action() for _ in range(rng.randrange(8))] if rng.random() < 0.8 else value
        calls: list[Call] = [
            ("apply_action", state.apply_action, (action,), {}),
            ("apply_action", state.apply_action, (action,), {}),
            ("apply_action_with_legality_check", state.apply_action_with_legality_check, (action,), {}),
            ("apply_actions", state.apply_actions, (few,), {}),
            ("apply_actions_with_legality_checks", state.apply_actions_with_legality_checks, (few,), {}),
            ("child", state.child, (action,), {}),
            ("undo_action", state.undo_action, (seat, action), {}),
            ("legal_actions", state.legal_actions, (seat,), {}),
            ("legal_actions_mask", state.legal_actions_mask, (seat,), {}),
            ("information_state_string", state.information_state_string, (seat,), {}),
            ("information_state_tensor", state.information_state_tensor, (seat,), {}),
            ("observation_string", state.observation_string, (seat,), {}),
            ("observation_tensor", state.observation_tensor, (seat,), {}),
            ("action_to_string", state.action_to_string, (seat, action), {}),
            ("string_to_action", state.string_to_action, (seat, "card 3"), {}),
            ("player_return", state.player_return, (seat,), {}),
            ("player_reward", state.player_reward, (seat,), {}),
            ("chance_outcomes", state.chance_outcomes, (), {}),
            ("resample_from_infostate", state.resample_from_infostate, (self.maybe(0), lambda: draw), {}),
            ("set_from", self.observer.set_from, (self.maybe(state), seat), {}),
            ("string_from", self.observer.string_from, (self.maybe(state), seat), {}),
            ("deserialize_state", self.game.deserialize_state, (_cut(rng, value),), {}),
            ("make_py_observer", self.game.make_py_observer, (value, self.odd.value()), {}),
            ("new_initial_state", type(state), (value,), {}),
        ]
        return rng.choice(calls)


def _cut(rng: Random, value: object) -> object:
    """Draw an invalid serialized state; never a complete pickle, which could run arbitrary code."""
    return (
        value
        if rng.random() < 0.5
        else f"history={rng.randrange(9)}:1\nmove_number=1\n__dict__=gASV{rng.randrange(99)}"
    )


def mutated(rng: Random, odd: Odd, message: Any) -> Any:  # noqa: ANN401 - a message
    """Change one detail of a message: replace, add, remove or swap values."""
    message = json.loads(json.dumps(message))
    for _ in range(rng.randrange(1, 4)):
        place = message
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.8:
                place = place[key]
                continue
            match rng.randrange(5):
                case 0:
                    del place[key]
                case 1:
                    place[key] = odd.value()
                case 2:
                    place[key] = place[rng.choice(keys)]
                case 3 if isinstance(place, dict):
                    place[odd.rng.choice(["x", "hand", "phase", "\ud800"])] = odd.value()
                case 3:
                    place.append(place[key])
                case _:
                    place[key] = rng.randrange(-2, 9)
            break
        if not isinstance(message, (dict, list)) or not message:
            break
    return message


class PositionWorld(World):
    """Load positions in JSON form; play on from those that are accepted."""

    weight = 4
    share = 0.1

    def begin(self) -> None:
        self.table = Episode(self.game_id, **self.choices)
        self.table.begin(self.rng.randrange(1 << 64))

    def message(self) -> Any:  # noqa: ANN401 - a message
        """Return the table's position in JSON form."""
        return msgspec.to_builtins(self.rules.position(self.table.states))

    def legal_call(self) -> Call:
        table = self.table
        if table.over:
            table.begin()
        for _ in range(self.rng.randrange(12)):
            if not table.over:
                seat = self.rng.choice(table.waiting)
                table.decide(seat, self.rng.choice(self.rules.legal(table.states, seat)))
        return "set_up", self.rules.set_up, (self.message(),), {}

    def odd_call(self) -> Call:
        message = self.odd.value() if self.rng.random() < 0.2 else mutated(self.rng, self.odd, self.message())
        if self.rng.random() < 0.9:
            return "set_up", self._read, (message,), {}
        return "Match.from_position", self._play_on, (message,), {}

    def _read(self, message: object) -> None:
        states = self.rules.set_up(message)
        first_states(self.rules, self.rules.position(states))

    def _play_on(self, message: object) -> None:
        match: Match[Any, Any, Any] = Match.from_position(self.rules, message, seed=1)
        for _ in range(15):
            if match.over:
                return
            seat = min(match.waiting)
            match.play(seat, self.rng.choice(match.legal(seat)).id)


class RecordWorld(World):
    """Load saved games, intact and damaged."""

    weight = 3
    share = 0.05

    def begin(self) -> None:
        match: Match[Any, Any, Any] = eddyline.new(self.game_id, seed=self.rng.randrange(1 << 64), **self.choices)
        if self.rng.random() < 0.5:
            match = Match.from_position(self.rules, self.rules.position(match.states), seed=2)
        for _ in range(self.rng.randrange(12)):
            if not match.over:
                seat = min(match.waiting)
                match.play(seat, self.rng.choice(match.legal(seat)).id)
        if match.log:
            match.comment("So far.", turn=1)
            match.notes = (*match.notes, Variation(1, tuple(match.log), (Comment(1, "As it was."),)))
        self.text = record.dump(match.record())

    def legal_call(self) -> Call:
        if self.rng.random() < 0.5:
            return "from_document", self._convert, (record.as_document(record.load(self.text)),), {}
        return "replay", self._read, (self.text,), {}

    def odd_call(self) -> Call:
        rng, lines = self.rng, self.text.splitlines()
        number = rng.randrange(len(lines))
        match rng.randrange(9):
            case 0:
                return "load", self._read, (self.odd.value(),), {}
            case 7:
                read = record.load(self.text)
                told = {"seat": self.maybe(1), "turn": self.maybe(1), "board": rng.random() < 0.5}
                return "story", self._tell, (read,), told
            case 8:
                listed = mutated(rng, self.odd, [json.loads(line) for line in lines])
                text = self.maybe(json.dumps(self._encodable(listed)))
                return "from_document", self._convert, (text,), {}
            case 1:
                lines[number] = json.dumps(self._encodable(mutated(rng, self.odd, json.loads(lines[number]))))
            case 2:
                lines.insert(rng.randrange(len(lines)), lines[number])
            case 3:
                del lines[number]
            case 4:
                lines[number] = rng.choice(
                    ["[" * 100_000, '{"turn":' * 5_000, "\ud800", "NaN", "9" * 6_000, '{"turn":[]}']
                )
            case 5:
                at = rng.randrange(max(1, len(lines[number])))
                lines[number] = (
                    lines[number][:at] + rng.choice(['"', "{", "\ud800", "\0", "9", ""]) + lines[number][at + 1 :]
                )
            case _:
                turn = {"seat": rng.randrange(-1, 12), "turn": [rng.choice(self.rules.actions).text]}
                lines.insert(1, json.dumps(turn))
        return "load", self._read, ("\n".join(lines),), {}

    @staticmethod
    def _encodable(message: Any) -> Any:  # noqa: ANN401 - a message
        try:
            json.dumps(message)
        except (TypeError, ValueError, RecursionError, OddError):
            return None
        return message

    @staticmethod
    def _tell(read: record.Record, **named: Any) -> None:  # noqa: ANN401 - anything
        for _ in record.story(read, **named):
            pass

    @staticmethod
    def _convert(text: Any) -> None:  # noqa: ANN401 - anything
        read = record.from_document(text)
        record.game_hash(read)
        record.as_document(read)

    @staticmethod
    def _read(text: Any) -> None:  # noqa: ANN401 - anything
        for _ in record.replay(record.load(text)):
            pass


class OptionWorld(World):
    """Parse options, presets and numbers of players."""

    weight = 6
    share = 0.05

    def legal_call(self) -> Call:
        arguments = (self.choices.get("preset"), self.options, self.choices["players"])
        return "parse_options", self.rules.parse_options, arguments, {}

    def odd_call(self) -> Call:
        overrides = dict(self.options)
        names = [*self.rules.option_type.__struct_fields__, *self.rules.bundles, "x", "\ud800"]
        for _ in range(self.rng.randrange(1, 4)):
            overrides[self.rng.choice(names)] = self.odd.value()
        chosen: Any = overrides if self.rng.random() < 0.9 else self.odd.value()
        arguments = (self.maybe(self.choices.get("preset")), chosen, self.maybe(4))
        if self.rng.random() < 0.5:
            return "parse_options", self.rules.parse_options, arguments, {}
        made = self.rules.parse_options(None, {}, 4)
        return "check_players", self.rules.check_players, (self.odd.value(), made), {}


class MadeWorld(World):
    """Call the constructors of all these objects."""

    weight = 1
    share = 0.02
    raises = (*World.raises, pyspiel.SpielError, OSError)

    def legal_call(self) -> Call:
        return "game", game, (self.game_id,), {}

    def odd_call(self) -> Call:
        rng = self.rng
        named = self.odd_choices()
        game_id = self.game_id if rng.random() < 0.9 else self.odd.value()
        calls: list[Call] = [
            ("game", game, (self.odd.value(),), {}),
            ("eddyline.new", eddyline.new, (game_id,), named | {rng.choice(["seed", "names"]): self.odd.value()}),
            ("eddyline.load", eddyline.load, (self.odd.value(),), {"seed": self.maybe(1)}),
            ("eddyline.loads", eddyline.loads, (self.odd.value(),), {"seed": self.maybe(1)}),
            ("position", eddyline.new, (game_id,), {"position": self.odd.value(), "seed": self.maybe(1)}),
            ("eddyline.bot", eddyline.bot, (game_id, self.maybe("random")), {"seed": self.maybe(1)}),
            ("words", words, (self.odd.value(),), {}),
            ("Episode", Episode, (game_id,), named),
            ("raw_env", raw_env, (game_id,), named),
            ("parallel_env", parallel_env, (game_id,), named),
            ("SeatEnv", SeatEnv, (game_id,), named | {rng.choice(["seat", "opponent"]): self.odd.value()}),
            ("Tables", Tables, (game_id, self.maybe(2)), named),
            ("load", load, (game_id,), self._spiel()),
            ("pyspiel.load_game", pyspiel.load_game, (self._text(),), {}),
            (
                "Batch",
                self._batch,
                (),
                {"games": 2, rng.choice(["games", "threads", "seed", "players", "reward"]): self.odd.value()},
            ),
        ]
        return rng.choice(calls)

    def _batch(self, **named: Any) -> Batch:  # noqa: ANN401 - anything
        return Batch(self.rules, **({"players": 4} | named))

    def _spiel(self) -> dict[str, Any]:
        names = ["players", "preset", "options", "reward", "position", "dynamics", "deals"]
        return {self.rng.choice(names): self.odd.value() for _ in range(2)}

    def _text(self) -> str:
        name = self.rng.choice(["players", "preset", "options", "reward", "position", "dynamics", "deals"])
        value = self.rng.choice(
            ["-1", "99", "99999999999", "x", "eyJ", "eyJhIjoxfQ", "max_rounds:-1", "a:b;c", "0.5", "True"]
        )
        return f"eddyline_{self.game_id}({name}={value})"


class Crash(World):
    """Crash, to check that it is reported."""

    def legal_call(self) -> Call:
        return "nothing", bool, (), {}

    def odd_call(self) -> Call:
        return "string_at", ctypes.string_at, (0,), {}


WORLDS: dict[str, type[World]] = {
    "game": GameWorld,
    "match": MatchWorld,
    "batch": BatchWorld,
    "vector": VectorWorld,
    "gymnasium": SeatWorld,
    "turns": TurnsWorld,
    "guarded": GuardedWorld,
    "parallel": ParallelWorld,
    "openspiel": SpielWorld,
    "positions": PositionWorld,
    "records": RecordWorld,
    "options": OptionWorld,
    "made": MadeWorld,
    "crash": Crash,
}
