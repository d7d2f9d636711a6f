"""Register the games with OpenSpiel: `pyspiel.load_game("eddyline_niagara(players=3)")`.

Simultaneous choices are either asked seat by seat, with earlier ones hidden (`dynamics=sequential`), or are OpenSpiel's
simultaneous nodes (`dynamics=simultaneous`); all other decisions come one by one in both.
"""

from __future__ import annotations

import base64
import pickle
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from eddyline.engine.checks import check_action, check_integer, check_seat
from eddyline.engine.copying import Independent
from eddyline.engine.doors import never_deals
from eddyline.engine.extras import extra
from eddyline.engine.messages import shown
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as find_game
from eddyline.envs.openspiel.line import CHANCE, NOT_SET_UP, SIMULTANEOUS, Line
from eddyline.envs.openspiel.resampling import resample
from eddyline.envs.openspiel.scenario import Parameters, Scenario, pack, scenario, write_options

with extra("openspiel"):
    import pyspiel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from eddyline.engine.records import Grid
    from eddyline.envs.openspiel.line import Step

NAMES = {game_id: f"eddyline_{game_id}" for game_id in GAMES}
"""Name of each game in OpenSpiel."""


def load(
    game_id: str,
    *,
    players: int | None = None,
    preset: str = "",
    options: Mapping[str, object] | None = None,
    reward: str = "ranking",
    position: object = None,
    dynamics: Literal["sequential", "simultaneous"] = "sequential",
    deals: int = 0,
) -> EddylineGame:
    """Load a game with parameters as Python values; `Parameters` documents them.

    `position` is a position of the game or its JSON form; without it chance draws the set-up. The default for `players`
    is the position's number of players, or four.

    Raises UnknownGameError, OptionError, PositionError, ValueError and TypeError, naming what was expected.
    """
    rules = find_game(game_id)
    if players is None:
        players = Parameters().players if position is None else rules.seats(rules.set_up(position))
    parameters = Parameters(
        players=players,
        preset=preset,
        options=write_options(options or {}),
        reward=reward,
        position="" if position is None else pack(position),
        dynamics=dynamics,
        deals=deals,
    )
    # OpenSpiel's own message says only that a parameter is wrong.
    parameters = scenario(game_id, parameters).parameters
    loaded: EddylineGame = pyspiel.load_game(NAMES[game_id], _spoken(game_id, parameters))
    return loaded


def _spoken(game_id: str, parameters: Parameters) -> dict[str, Any]:
    """Return the parameters that apply to a game: `deals` only if it deals after the set-up."""
    deals = find_game(game_id).doors.deal is not never_deals
    return {name: value for name, value in parameters._asdict().items() if deals or name != "deals"}


def _game_type(game_id: str, *, simultaneous: bool, chance: bool, reward: str) -> pyspiel.GameType:
    counts = find_game(game_id).player_counts
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAMES[game_id],
        long_name=f"Eddyline: {find_game(game_id).name}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if reward == "win" else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.REWARDS if reward == "shaped" else kinds.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_spoken(game_id, Parameters()),
    )


class EddylineGame(pyspiel.Game):  # type: ignore[misc] # compiled, without types
    """Present one of our games to OpenSpiel; create it with `load`."""

    game_id: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Read the parameters (see `Parameters`); raises ValueError naming what is wrong."""
        parameters = Parameters(**{**Parameters()._asdict(), **(params or {})})
        self.scenario: Scenario = scenario(self.game_id, parameters)
        self.beginning = Line(self.scenario)
        outcomes = self.scenario.chance_outcomes
        super().__init__(
            _game_type(
                self.game_id,
                simultaneous=self.scenario.simultaneous,
                chance=outcomes > 0,
                reward=parameters.reward,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.scenario.rules.actions),
                max_chance_outcomes=outcomes,
                num_players=self.scenario.players,
                min_utility=0.0 if parameters.reward == "win" else -1.0,
                max_utility=1.0,
                utility_sum=None if parameters.reward == "win" else 0.0,
                max_game_length=self.scenario.longest,
            ),
            _spoken(self.game_id, parameters),
        )

    def new_initial_state(self) -> EddylineState:
        """Return the state before the set-up is drawn, or the position given as a parameter."""
        return EddylineState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer | None:
        """Return an observer of what one seat knows: now, or with perfect recall from the start.

        None for other kinds, such as what is public alone: this is how OpenSpiel is told that there is no observer.
        Raises TypeError for anything but a kind of observation, ValueError for parameters.
        """
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        if not isinstance(kind, pyspiel.IIGObservationType):
            raise TypeError(f"expected an IIGObservationType, got {type(kind).__name__}")
        if params:
            raise ValueError(f"expected no parameters of the observer, got {shown(dict(params))}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.scenario, perfect_recall=kind.perfect_recall)

    def deserialize_state(self, text: str) -> EddylineState:
        """Deserialize a state of this game; raises ValueError for one of another game.

        OpenSpiel stores the Python part of a state as a pickle, and unpickling can run arbitrary code: read only data
        that you trust.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the result of serialize(), got {type(text).__name__}")
        try:
            state = super().deserialize_state(text)
        except Exception as error:  # noqa: BLE001 - a pickle can raise anything
            raise ValueError(f"expected the result of serialize(), got {text[:40]!r}: {error}") from None
        if not isinstance(getattr(state, "line", None), Line) or state.line.scenario.key != self.scenario.key:
            raise ValueError(f"expected a state of {self}, got one of another game")
        return cast("EddylineState", state)

    def state_of(self, history: Sequence[Step], line: Line) -> EddylineState:
        """Return the state at the end of a line of play, whose steps are listed in `history`."""
        attributes = base64.b64encode(pickle.dumps({"line": line})).decode()
        steps = ",".join(f"{step.player}:{step.action}" for step in history)
        state: EddylineState = super().deserialize_state(
            f"history={steps}\nmove_number={len(history)}\n__dict__={attributes}"
        )
        return state


class EddylineState(pyspiel.State):  # type: ignore[misc] # compiled, without types
    """Hold a state of such a game; everything but OpenSpiel's own history is in `line`.

    Several threads may play states of one game, each thread its own.
    """

    def __init__(self, game: EddylineGame) -> None:
        """Create the initial state; to be called only by `EddylineGame.new_initial_state`."""
        if not isinstance(game, EddylineGame):
            raise TypeError(f"expected an EddylineGame, got {type(game).__name__}")
        super().__init__(game)
        self.line = game.beginning

    def current_player(self) -> int:
        """Return the seat to decide, or OpenSpiel's constant for chance, simultaneous or terminal nodes."""
        return self.line.player

    def is_chance_node(self) -> bool:
        """Return whether chance is to act; like the next method, it answers what OpenSpiel's own would ask us for."""
        return self.line.player == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        """List the legal actions of the seat that is asked or of another, or the outcomes of chance, in order."""
        if not player and self.line.player >= CHANCE:
            return [*self.line.choices()]
        found: list[int] = super().legal_actions(*player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        """List a seat's legal actions in ascending order."""
        return self.line.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the chance outcomes with probabilities; raises ValueError if this is not a chance node."""
        if self.line.player != CHANCE:
            raise ValueError(f"expected a chance node, got one of player {self.current_player()}")
        outcomes = self.line.choices()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        """Carry out a decision of the seat to decide, or of chance; raises ValueError if it is not legal."""
        before = self.line
        player = before.player
        if player < CHANCE:
            wanted = (
                "apply_actions, because several players are asked" if player == SIMULTANEOUS else "no action at the end"
            )
            raise ValueError(f"expected {wanted}, got action {action}")
        if action not in before.choices():
            raise self._refusal(player, action, before.choices())
        after = before.copy()
        if player == CHANCE:
            after.draw(action)
        else:
            after.decide(player, action)
        self.line = after

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Carry out a decision of every seat that is asked; the entries of other seats are ignored.

        Raises ValueError for illegal actions, and if this is not a simultaneous node.
        """
        before = self.line
        if not before.together:
            raise ValueError(f"expected apply_action for player {self.current_player()}, got apply_actions")
        if len(actions) != before.scenario.players:
            raise ValueError(f"expected {before.scenario.players} actions, one for each player, got {len(actions)}")
        for seat in before.asked:
            if actions[seat] not in before.legal(seat):
                raise self._refusal(seat, actions[seat], before.legal(seat))
        after = before.copy()
        for seat in before.asked:
            after.decide(seat, actions[seat])
        self.line = after

    @staticmethod
    def _refusal(player: int, action: int, legal: Sequence[int]) -> ValueError:
        return ValueError(f"expected one of player {player}'s legal actions {legal}, got {action}")

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action's text form; raises ValueError for an unknown player or action."""
        scenario = self.line.scenario
        if player != CHANCE:
            check_seat(player, scenario.players)
            return str(scenario.rules.actions[check_action(action, len(scenario.rules.actions))].text)
        if self.line.start == NOT_SET_UP:
            return f"start {check_integer(action, 'a set-up', 0, len(scenario.starts) - 1)}"
        if scenario.deals is None:
            raise ValueError(f"{scenario.rules.name} does not deal after its set-up, got outcome {action}")
        return scenario.deals.text(check_integer(action, "a deal", 0, scenario.deals.most - 1))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.line.over

    def returns(self) -> list[float]:
        """Return what each seat has got so far: 0 until the game is over, unless rewards are shaped."""
        return self.line.returns

    def rewards(self) -> list[float]:
        """Return what each seat got for the last decision, and by the deals after it; 0 at chance nodes."""
        return self.line.rewards

    def score(self) -> dict[str, Grid]:
        """Return how all seats stand, by the name of the measure, a number for each seat; see `Game.score`."""
        return self.line.scenario.rules.score(self.line.states)

    def __str__(self) -> str:
        """Describe the whole position, including secrets."""
        return self.line.describe()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> EddylineState:
        """Return a state that the player cannot tell from this one, with unknown parts of the history resampled.

        Raises NotImplementedError unless the dynamics are sequential, the errors of `check_seat` for an unknown player,
        and ValueError if the sampler does not return a number in [0, 1).
        """
        if self.line.scenario.simultaneous:
            raise NotImplementedError("only states of sequential dynamics can be resampled")
        player = check_seat(player_id, self.line.scenario.players)
        drawn: object = probability_sampler()
        if not isinstance(drawn, int | float | np.floating) or not 0 <= drawn < 1:
            got = drawn if isinstance(drawn, float) else type(drawn).__name__
            raise ValueError(f"expected the sampler to draw a number in [0, 1), got {got}")
        line = resample(self.line, player, int(float(drawn) * (1 << 53)))
        history = self.full_history()
        history[len(history) - len(self.line.path) :] = line.path
        game: EddylineGame = self.get_game()
        return game.state_of(history, line)


class Observer(Independent):
    """Write what a seat knows as named tensors or as text (see `open_spiel.python.observation`).

    Pieces: `player`, one-hot; those of `Game.pieces` in order; with perfect recall also `turns`: all decisions the seat
    knows, one row each (seat + 1, action + 1), padded with zeros.
    """

    def __init__(self, scenario: Scenario, *, perfect_recall: bool) -> None:
        """Lay out the tensor."""
        self.scenario = scenario
        self.rules = scenario.rules
        self.recalls = perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"player": (scenario.players,)}
        shapes |= {piece.name: piece.shape or (1,) for piece in self.rules.pieces}
        if self.recalls:
            shapes["turns"] = (scenario.longest, 2)
        self._shapes = shapes
        self._lay_out(np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32))

    def _lay_out(self, tensor: Grid) -> None:
        self.tensor = tensor
        self.dict: dict[str, Grid] = {}
        start = 0
        for name, shape in self._shapes.items():
            self.dict[name] = tensor[start : start + int(np.prod(shape))].reshape(shape)
            start += int(np.prod(shape))
        self._now = tensor[self.scenario.players : self.scenario.players + self.rules.observation_size]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"dict", "_now"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._lay_out(self.tensor)

    def set_from(self, state: EddylineState, player: int) -> None:
        """Write what the player knows into `tensor`, of which the pieces in `dict` are views.

        Raises the errors of `check_seat` for an unknown player, ValueError for a state of another game.
        """
        player = self._player(state, player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.line.start == NOT_SET_UP:
            return
        self._now[:] = self.rules.observe(state.line.draft(player), player)
        if self.recalls:
            known = state.line.known(player)
            self.dict["turns"][: len(known)] = known + 1

    def string_from(self, state: EddylineState, player: int) -> str:
        """Describe what the player knows: everything it has learned, or the position as it sees it.

        Raises the errors of `set_from`.
        """
        player = self._player(state, player)
        return state.line.recall(player) if self.recalls else state.line.show(player)

    def _player(self, state: object, player: object) -> int:
        if not isinstance(state, EddylineState) or state.line.scenario.key != self.scenario.key:
            raise ValueError("expected a state of the observer's game, got another")
        return check_seat(player, self.scenario.players)


for _game_id, _name in NAMES.items():
    # A class, not a factory function: OpenSpiel releases it after Python has shut down, and if that were the last
    # reference, freeing it would crash.
    _made = type(f"{_game_id.capitalize()}Game", (EddylineGame,), {"game_id": _game_id, "__module__": __name__})
    globals()[_made.__name__] = _made
    if _name not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_game_id, simultaneous=False, chance=True, reward="ranking"), _made)
