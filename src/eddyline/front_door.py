"""Open a game, a saved game or a bot by name: the functions of `import eddyline`."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from eddyline import record
from eddyline.bots.bot import DEFAULT, Budget
from eddyline.bots.registry import maker
from eddyline.engine.catalogue import listed
from eddyline.engine.checks import check_seed
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.record.replay import played

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
    from eddyline.record.file import FilePath, Record, Source

    CanyonMatch: TypeAlias = Match[CanyonView, CanyonAction, CanyonEvent]
    NiagaraMatch: TypeAlias = Match[NiagaraView, NiagaraAction, NiagaraEvent]


@overload
def new(
    game_id: Literal["canyon"],
    *,
    players: int | None = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    position: object = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> CanyonMatch: ...
@overload
def new(
    game_id: Literal["niagara"],
    *,
    players: int | None = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    position: object = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> NiagaraMatch: ...
@overload
def new(
    game_id: str,
    *,
    players: int | None = ...,
    seed: int | None = ...,
    preset: str | None = ...,
    position: object = ...,
    names: Sequence[str] = ...,
    **options: OptionValue,
) -> Match: ...
def new(
    game_id: str,
    *,
    players: int | None = None,
    seed: int | None = None,
    preset: str | None = None,
    position: object = None,
    names: Sequence[str] = (),
    **options: OptionValue,
) -> Match[Any, Any, Any]:
    """Start a match, by default of four; `games()` lists the ids, `game(game_id).option_infos()` a game's options.

    The 64-bit seed determines the set-up and all later deals; by default the operating system draws one. Either way it
    is available as `seed`, and the saved game replays. `preset` gives the default options, each of which may be set by
    name, and `names` are the players' names, by seat. With a `position`, as JSON or as `Match.start` gives it, the
    match begins there: the position says how many play, and by which options.
    Raises UnknownGameError, OptionError, PositionError, and TypeError or ValueError for an invalid seed or invalid
    names, or for options beside a position.

    >>> eddyline.new("niagara", players=3, seed=7, whirlpool=True)
    <Match: Niagara, 3 players, round 1, waiting for seats 0, 1 and 2>
    """
    rules = game(game_id)
    drawn = secrets.randbits(64) if seed is None else seed
    if position is not None:
        given = {"players": players, "preset": preset} | options
        if more := [name for name, value in given.items() if value is not None]:
            raise ValueError(f"expected a position alone, which says how many play and how, got also {listed(more)}")
        return Match.from_position(rules, position, seed=drawn, names=names)
    players = 4 if players is None else players
    chosen = rules.parse_options(preset, options, players)
    return Match.new(rules, chosen, players=players, seed=drawn, preset=preset or rules.default_preset, names=names)


def load(file: FilePath | Source, *, seed: int | None = None) -> Match:
    """Load a saved game and replay it; the match is at its last position, and `undo` takes back turn after turn.

    `file` is a path, or a file that is open for text or bytes. Deals after the last saved turn are not in it: `seed`
    determines them, by default the operating system.
    Raises OSError, RecordError naming the faulty line, and TypeError for anything but a file.

    >>> eddyline.new("canyon", players=3, seed=7).save("evening.jsonl")
    >>> eddyline.load("evening.jsonl")
    <Match: Canyon, 3 players, round 1, waiting for seat 1>
    """
    return _loaded(record.read(file), seed)


def loads(text: str, *, seed: int | None = None) -> Match:
    """Load a saved game from its text, as `load` does; raises RecordError, and TypeError for anything but a str.

    >>> match = eddyline.new("canyon", players=3, seed=7)
    >>> eddyline.loads(match.dumps()) == match
    True
    """
    return _loaded(record.load(text), seed)


def _loaded(saved: Record, seed: int | None) -> Match:
    return played(saved).copy(seed=secrets.randbits(64) if seed is None else seed)


def bot(game_id: str, name: str | None = None, *, seed: int | None = None, budget: Budget = DEFAULT) -> Bot:
    """Make a bot, by default the one recommended for the game; `play_turn` lets it decide.

    One bot may play several seats and matches. The 64-bit seed determines its random choices; by default the operating
    system draws one. The budget limits bots that think: by default to a number of rollouts, some milliseconds, so that
    the same seed gives the same answers everywhere; with seconds they are stronger, and depend on the machine.
    Raises UnknownGameError and UnknownBotError, and TypeError or ValueError for an invalid seed.

    >>> bot = eddyline.bot("niagara", "guide", seed=7, budget=eddyline.Budget(seconds=0.1))
    """
    return maker(game_id, name)(secrets.randbits(64) if seed is None else check_seed(seed), budget)
