"""Write tables into a server's store: games in the middle, of which everything is known."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from eddyline.bots.bot import play_turn
from eddyline.engine.match import Deal, Match, Turn
from eddyline.engine.registry import game as game_of
from eddyline.server.store import Row
from eddyline.server.store.beside import append
from eddyline.server.store.names import DATABASE
from eddyline.server.table import encoding, entries
from eddyline.server.table.state import token_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from eddyline.bots.bot import Bot
    from eddyline.characters import Character
    from eddyline.engine.game import Game
    from eddyline.engine.match import Draft

NIAGARA = game_of("niagara")
CANYON = game_of("canyon")
NAMES = ("Ann", "Wilhelmina Featherstone", "Cléo", "Dan", "Eve", "Finn")
"""One of them as long as a name may get."""
OPENED_AT = 1_800_000_000_000


def token(seat: int) -> str:
    """Give the secret of a seat at every prepared table."""
    return f"secret-of-seat-{seat}"


def prepare(
    data: Path,
    table: str,
    *,
    game: Game = NIAGARA,
    entropy: int = 1,
    players: int = 3,
    bots: Sequence[int] = (),
    turns: Sequence[Turn[int] | Deal[int]] = (),
    options: dict[str, Any] | None = None,
    bot: str = "random",
    character: Character | None = None,
) -> None:
    """Write a running game; `turns` as in `Match.log`. Seats in `bots` are bots of one character from here on."""
    chosen = game.parse_options(None, options or {}, players)
    log: list[entries.Entry[int]] = [
        entries.Opened(
            game=game.id,
            rules_version=game.rules_version,
            preset=game.default_preset,
            options=msgspec.to_builtins(chosen),
            seats=players,
        )
    ]
    for seat in range(players):
        if seat in bots:
            log.append(entries.BotSat(seat=seat, name=NAMES[seat], bot=bot, character=character))
        else:
            log.append(entries.Joined(seat=seat, name=NAMES[seat], token=token_hash(token(seat))))
    log.append(entries.Started(word=entropy))
    log += [
        each if isinstance(each, Deal) else entries.Turn(seat=each.seat, decisions=each.decisions) for each in turns
    ]
    rows = [Row(OPENED_AT, encoding.encode(entry, game)) for entry in log]

    append(data / DATABASE, table, 1, rows)


Position: TypeAlias = dict[str, Any]
"""What `prepare` needs to know of a game."""


def find(
    wanted: Callable[[Match, Draft], bool],
    *,
    game: Game = NIAGARA,
    players: int = 3,
    options: dict[str, Any] | None = None,
    by: Bot | None = None,
) -> Position:
    """Play, at random or by a bot, until seat 0, and nobody else, is to decide in a position that is `wanted`."""
    chosen = game.parse_options(None, options or {}, players)
    for entropy in range(1, 400):
        chance = random.Random(entropy)
        match = Match.new(game, chosen, players=players, word=entropy)
        while not match.over:
            if match.waiting == {0}:
                draft = match.draft(0)
                draft.fill_forced()
                if wanted(match, draft):
                    return _position(match, entropy, options)
            _go_on(match, chance, by)
    raise AssertionError("no such position in 400 games")


def _go_on(match: Match, chance: random.Random, by: Bot | None) -> None:
    """Play the next turn, or deal."""
    if match.chance_due:
        match.deal(chance.getrandbits(64))
        return
    seat = max(match.waiting)
    if by is not None:
        match.commit(seat, play_turn(by, match, seat))
        return
    draft = match.draft(seat)
    while not draft.complete:
        draft.decide(_sensible(draft, chance))
    match.commit(seat, draft.decisions)


def finished(*, players: int) -> Position:
    """Play at random until somebody has won."""
    for entropy in range(1, 400):
        chance = random.Random(entropy)
        match = Match.new(NIAGARA, players=players, word=entropy)
        while not match.over:
            _go_on(match, chance, None)
        if match.winners:
            return _position(match, entropy, None)
    raise AssertionError("nobody won in 400 games")


def _position(match: Match, entropy: int, options: dict[str, Any] | None) -> Position:
    return {"game": match.game, "entropy": entropy, "players": match.players, "options": options, "turns": match.log}


def _sensible(draft: Draft, chance: random.Random) -> int:
    """Choose at random, but like to get something: the games are livelier."""
    legal = draft.legal()
    gains = [each for each in legal if NIAGARA.actions[each].text.startswith(("load", "steal", "rescue"))]
    home = [each for each in legal if NIAGARA.actions[each].text.endswith("dock")]
    return chance.choice(gains or home or legal)


def texts(draft: Draft) -> list[str]:
    """Name what is legal next."""
    return [NIAGARA.actions[each].text for each in draft.legal()]
