"""Bundle what all states of one OpenSpiel game share: rules, options, start positions, chance, dynamics, rewards."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from eddyline.engine.checks import check_integer
from eddyline.engine.doors import never_deals
from eddyline.engine.pieces import SEATS
from eddyline.engine.registry import game as find_game
from eddyline.engine.rewards import SHAPED, kind_of, reward
from eddyline.envs.openspiel.deals import Listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.game import Game
    from eddyline.engine.outcomes import Outcomes
    from eddyline.engine.records import States

SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
PACKED = "eyJ"
"""Every JSON object in base64 starts with these letters."""
MOST_DEALS = 1 << 16
"""Maximum length of a list of deals: OpenSpiel reads all of it at every deal."""


class Parameters(NamedTuple):
    """Hold the parameters of an OpenSpiel game, as in its game string."""

    players: int = 4
    preset: str = ""
    """Empty for the game's default."""
    options: str = ""
    """Single options, `name:value;name:value`, or packed (see `pack`)."""
    reward: str = "ranking"
    """Kind of reward, see `eddyline.engine.rewards`; for `shaped`, all states have returns and rewards."""
    position: str = ""
    """A packed start position; empty: the set-up is drawn by chance."""
    dynamics: str = "sequential"
    """Simultaneous choices are made seat by seat, or, with "simultaneous", in OpenSpiel's simultaneous nodes."""
    deals: int = 0
    """0: chance deals card by card; otherwise the length of the list of deals, at most MOST_DEALS."""


def pack(message: object) -> str:
    """Encode a message in characters allowed in a game string: JSON in base64."""
    return base64.urlsafe_b64encode(msgspec.json.encode(message)).decode().rstrip("=")


def unpack(text: str) -> Any:
    """Decode a packed message; raises ValueError for anything else."""
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"expected JSON in base64, got {text[:40]!r}: {error}") from None


def write_options(options: Mapping[str, object]) -> str:
    """Write single options as a parameter: readable if the characters allow it, otherwise packed.

    Raises TypeError if `options` is not a mapping.
    """
    if not isinstance(options, Mapping):
        raise TypeError(f"expected options as a dict, got {type(options).__name__}")
    texts = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}
    plain = all(text.replace("_", "").replace("-", "").isalnum() for text in texts.values())
    return ";".join(f"{name}:{text}" for name, text in texts.items()) if plain else pack(options)


def read_options(text: str) -> dict[str, object]:
    """Parse the parameter `options`; raises ValueError for an entry that is not `name:value`."""
    if text.startswith(PACKED):
        packed = unpack(text)
        if not isinstance(packed, dict):
            raise ValueError(f"expected packed options to be a JSON object, got {type(packed).__name__}")
        return packed
    found: dict[str, object] = {}
    for choice in filter(None, text.split(";")):
        name, colon, value = choice.partition(":")
        if not colon:
            raise ValueError(f"expected options as 'name:value;name:value', got {choice!r}")
        found[name] = int(value) if value.lstrip("-").isdecimal() else SWITCH.get(value.lower(), value)
    return found


class Scenario:
    """Hold what every state of an OpenSpiel game needs; there is one per set of parameters."""

    def __init__(self, game_id: str, parameters: Parameters) -> None:
        """Read the parameters; raises OptionError, PositionError or ValueError naming what is wrong."""
        self.game_id = game_id
        self.parameters = parameters
        self.key = game_id, parameters
        """Equal for equivalent scenarios, for example after unpickling."""
        self.rules: Game = find_game(game_id)
        self.players = parameters.players
        if parameters.dynamics not in {"sequential", "simultaneous"}:
            raise ValueError(f"expected dynamics to be sequential or simultaneous, got {parameters.dynamics!r}")
        self.simultaneous = parameters.dynamics == "simultaneous"
        self.reward = kind_of(parameters.reward)
        self.shaped = self.reward == SHAPED
        self.drawn_start = not parameters.position
        self.starts = self._set_ups() if self.drawn_start else (self._position(),)
        """All possible set-ups, or the given start position."""
        self.first_leads = self._first_leads()
        self.deals: Outcomes | None = Listed(self.rules, parameters.deals) if parameters.deals else self.rules.outcomes
        """How a deal is drawn; None if the game never deals."""
        if self.rules.doors.deal is not never_deals and self.rules.outcomes is None:
            raise ValueError(f"{game_id} does not list the outcomes of its deals, so OpenSpiel cannot play it")
        first = self.starts[0]
        rounds = self.rules.last_round(self.rules.options(first)) - self.rules.round_number(first) + 1
        self.longest = (rounds * self.rules.most_decisions + 1) * self.players
        """Maximum number of decisions in a game."""

    def __reduce__(self) -> tuple[Callable[..., Scenario], tuple[str, Parameters]]:
        """Pickle by name: the reader has the rules, too."""
        return scenario, (self.game_id, self.parameters)

    def __deepcopy__(self, memo: object) -> Scenario:
        """Share the scenario: it never changes."""
        return self

    def _set_ups(self) -> tuple[States, ...]:
        """Return all distinct set-ups: the lower half of the word draws a seat, the top bit an arm."""
        chosen = self.rules.parse_options(
            self.parameters.preset or None, read_options(self.parameters.options), self.players
        )
        ups = [self.rules.new(chosen, self.players, seat | top << 63) for top in (0, 1) for seat in range(self.players)]
        return tuple({up.tobytes(): up for up in ups}.values())

    def _position(self) -> States:
        if self.parameters.preset or self.parameters.options:
            raise ValueError("a position has its own options; expected neither preset nor options with it")
        states = self.rules.set_up(unpack(self.parameters.position))
        if self.rules.seats(states) != self.players:
            raise ValueError(f"the position is for {self.rules.seats(states)} players, got players={self.players}")
        return states

    @property
    def chance_outcomes(self) -> int:
        """Maximum number of outcomes of a chance node; 0 if there are none."""
        set_up = len(self.starts) if self.drawn_start else 0
        return set_up if self.deals is None else max(set_up, self.deals.most)

    def _first_leads(self) -> list[float]:
        """Return the leads at the beginning of the game; a set-up is the same for all seats."""
        if self.drawn_start or not self.shaped:
            return [0.0] * self.players
        first = self.starts[0].copy()
        self.rules.settle(first)
        return self.leads(first)

    def leads(self, states: States) -> list[float]:
        """Return how far every seat is ahead of the others in the mean, see `Doors.leads`."""
        out = np.zeros(self.players, np.float32)
        self.rules.doors.leads(states, 0, out)
        ahead: list[float] = out.tolist()
        return ahead

    def payoffs(self, states: States) -> list[float]:
        """Return every seat's reward at the end of a game."""
        # In doubles, because OpenSpiel adds them up and requires a sum of exactly 0.
        ranks = np.array(self.rules.ranking(states, self.players), np.int8)
        winners = sum(1 << seat for seat in self.rules.winners(states))
        return [reward(self.reward, self.players, ranks, winners, seat) for seat in range(self.players)]


def scenario(game_id: str, parameters: Parameters) -> Scenario:
    """Return the scenario of these parameters (cached).

    Raises the errors of `Scenario`, and TypeError for a parameter that is not text or an integer as required.
    """
    players = check_integer(parameters.players, "a number of players", 1, SEATS)
    deals = check_integer(parameters.deals, "a number of deals", 0, MOST_DEALS)
    if deals and find_game(game_id).doors.deal is never_deals:
        raise ValueError(f"expected no number of deals, because {game_id} does not deal after its set-up, got {deals}")
    for name, default in Parameters()._asdict().items():
        given = getattr(parameters, name)
        if isinstance(default, str) and not isinstance(given, str):
            raise TypeError(f"expected {name} as a str, got {type(given).__name__}")
    return _scenario(game_id, parameters._replace(players=players, deals=deals))


@lru_cache(maxsize=64)
def _scenario(game_id: str, parameters: Parameters) -> Scenario:
    return Scenario(game_id, parameters)
