"""Write tables into a server's store: games in the middle, of which everything is known."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.server import entries
from eddyline.server.state import token_hash
from eddyline.server.store import Row, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from eddyline.engine.match import Draft

NIAGARA = game("niagara")
NAMES = ("Ann", "Wilhelmina Featherstone", "Cléo", "Dan", "Eve")
"""One of them as long as a name may get."""
OPENED_AT = 1_800_000_000_000


def token(seat: int) -> str:
    """Give the secret of a seat at every prepared table."""
    return f"secret-of-seat-{seat}"


def prepare(
    data: Path,
    table: str,
    *,
    entropy: int = 1,
    players: int = 3,
    bots: Sequence[int] = (),
    turns: Sequence[tuple[int, Sequence[str]]] = (),
    options: dict[str, Any] | None = None,
) -> None:
    """Write a running game; `turns` as in a record. Seats in `bots` are the random bot's from here on."""
    chosen = NIAGARA.parse_options(None, options or {}, players)
    log: list[entries.Entry] = [
        entries.Opened(
            game="niagara",
            rules_version=NIAGARA.rules_version,
            preset=NIAGARA.default_preset,
            options=msgspec.to_builtins(chosen),
            seats=players,
        )
    ]
    for seat in range(players):
        if seat in bots:
            log.append(entries.BotSat(seat=seat, name=NAMES[seat], bot="random"))
        else:
            log.append(entries.Joined(seat=seat, name=NAMES[seat], token=token_hash(token(seat))))
    log.append(entries.Started(entropy=f"0x{entropy:016x}"))
    log += [entries.Turn(seat=seat, decisions=tuple(turn)) for seat, turn in turns]
    rows = [Row(OPENED_AT, entries.encode(entry)) for entry in log]

    async def write() -> None:
        store = SqliteStore(data / "eddyline.sqlite3")
        await store.append(table, 1, rows)
        await store.close()

    # In a thread of its own: Playwright has an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, write()).result()


Position: TypeAlias = dict[str, Any]
"""What `prepare` needs to know of a game."""


def find(
    wanted: Callable[[Match, Draft], bool], *, players: int = 3, options: dict[str, Any] | None = None
) -> Position:
    """Play at random until seat 0, and nobody else, is to decide in a position that is `wanted`."""
    chosen = NIAGARA.parse_options(None, options or {}, players)
    for entropy in range(1, 400):
        chance = random.Random(entropy)
        match = Match.new(NIAGARA, chosen, players=players, word=entropy)
        while not match.over:
            for seat in sorted(match.waiting, reverse=True):
                if match.waiting == {0}:
                    draft = match.draft(0)
                    draft.fill_forced()
                    if wanted(match, draft):
                        return _position(match, entropy, options)
                draft = match.draft(seat)
                while not draft.complete:
                    draft.decide(_sensible(draft, chance))
                match.commit(seat, draft.decisions)
    raise AssertionError("no such position in 400 games")


def finished(*, players: int) -> Position:
    """Play at random until somebody has won."""
    for entropy in range(1, 400):
        chance = random.Random(entropy)
        match = Match.new(NIAGARA, players=players, word=entropy)
        while not match.over:
            seat = min(match.waiting)
            draft = match.draft(seat)
            while not draft.complete:
                draft.decide(_sensible(draft, chance))
            match.commit(seat, draft.decisions)
        if match.winners:
            return _position(match, entropy, None)
    raise AssertionError("nobody won in 400 games")


def _position(match: Match, entropy: int, options: dict[str, Any] | None) -> Position:
    turns = [(turn.seat, [NIAGARA.actions[each].text for each in turn.decisions]) for turn in match.log]
    return {"entropy": entropy, "players": match.players, "options": options, "turns": turns}


def _sensible(draft: Draft, chance: random.Random) -> int:
    """Choose at random, but like to get something: the games are livelier."""
    legal = draft.legal()
    gains = [each for each in legal if NIAGARA.actions[each].text.startswith(("load", "steal", "rescue"))]
    home = [each for each in legal if NIAGARA.actions[each].text.endswith("dock")]
    return chance.choice(gains or home or legal)


def texts(draft: Draft) -> list[str]:
    """Name what is legal next."""
    return [NIAGARA.actions[each].text for each in draft.legal()]
