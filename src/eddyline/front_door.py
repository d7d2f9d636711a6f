"""Open a game, a saved game or a bot by name: what `import eddyline` offers beside its types."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from eddyline.bots.bot import DEFAULT, Budget
from eddyline.bots.registry import maker
from eddyline.engine.checks import check_seed
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.record import read, replay
from eddyline.record.replay import begin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.bots.bot import Bot
    from eddyline.engine.options import OptionValue
    from eddyline.games.canyon.rules.actions import Action as CanyonAction
    from eddyline.games.canyon.words.events import Event as CanyonEvent
    from eddyline.games.canyon.words.view import CanyonView
    from eddyline.games.niagara.rules.actions import Action as NiagaraAction
    from eddyline.games.niagara.words.events import Event as NiagaraEvent
    from eddyline.games.niagara.words.view import NiagaraView
    from eddyline.record.file import FilePath

    CanyonMatch: TypeAlias = Match[CanyonView, CanyonAction, CanyonEvent]
    NiagaraMatch: TypeAlias = Match[NiagaraView, NiagaraAction, NiagaraEvent]


@overload
def new(
    game_id: Literal["canyon"],
    *,
    players: int = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> CanyonMatch: ...
@overload
def new(
    game_id: Literal["niagara"],
    *,
    players: int = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> NiagaraMatch: ...
@overload
def new(
    game_id: str,
    *,
    players: int = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> Match: ...
def new(
    game_id: str,
    *,
    players: int = 4,
    seed: int | None = None,
    preset: str | None = None,
    names: Sequence[str] = (),
    **options: OptionValue,
) -> Match[Any, Any, Any]:
    """Begin a game; `games()` lists their ids, `game(game_id).option_infos()` the options.

    The seed (64 bits) decides the set-up and all that is dealt later; without one the operating system does. Either way
    the match tells its `seed`, and its saved game replays. `preset` is where the options begin, each may be set by its
    name, and `names` are the players', by seat.
    Raises UnknownGameError, OptionError, and TypeError or ValueError for what is no seed and no names.

    >>> match = eddyline.new("niagara", players=3, seed=7, whirlpool=True)
    """
    rules = game(game_id)
    chosen = rules.parse_options(preset, options, players)
    drawn = secrets.randbits(64) if seed is None else seed
    return Match.new(rules, chosen, players=players, seed=drawn, preset=preset or rules.default_preset, names=names)


def load(path: FilePath, *, seed: int | None = None) -> Match:
    """Read a saved game and play it through; the match stands at its end, and `undo` takes turn after turn back.

    What had not been dealt when a game was saved is not in its file: `seed` decides it, or the operating system.
    Raises OSError, and RecordError naming the line that is wrong.

    >>> match = eddyline.load("evening.jsonl")
    """
    saved = read(path)
    match = begin(saved.header)
    for step in replay(saved):
        match = step.match
    return match.copy(seed=secrets.randbits(64) if seed is None else seed)


def bot(game_id: str, name: str | None = None, *, seed: int | None = None, budget: Budget = DEFAULT) -> Bot:
    """Make a bot, by default the one that is recommended for the game; `play_turn` lets it decide.

    One bot may play several seats and matches. The seed (64 bits) decides what it leaves to chance; without one the
    operating system does. The budget bounds the thinking of those that think.
    Raises UnknownGameError and UnknownBotError, and TypeError or ValueError for what is no seed.

    >>> bot = eddyline.bot("niagara", "guide", seed=7, budget=eddyline.Budget(seconds=0.1))
    """
    return maker(game_id, name)(secrets.randbits(64) if seed is None else check_seed(seed), budget)
