"""Play the rounds of tournaments: open the tables of each, note how they end, pair the next one.

A table's id is in the log before the table is opened, and whatever was cut off by the end of a process is gone on with.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.refusal import RefusalError
from eddyline.server.store import StoreError
from eddyline.server.table.beginning import opened, seated
from eddyline.server.table.bot_choice import quick_bot
from eddyline.server.table.entries import Invited
from eddyline.server.table.seating import check_rules
from eddyline.server.table.state import Seat, token_hash
from eddyline.server.table.stored import fold
from eddyline.server.tournaments import log
from eddyline.server.tournaments.pairing import seat
from eddyline.server.tournaments.standings import ranks_of

if TYPE_CHECKING:
    from eddyline.engine.game import Game
    from eddyline.server.base.outside import Outside
    from eddyline.server.store import Store
    from eddyline.server.table.in_memory import Tables
    from eddyline.server.table.state import TableState
    from eddyline.server.tournaments.log import Announced, Entrant, Played, Tournament
    from eddyline.server.tournaments.stored import StoredTournaments

_log = logging.getLogger(__name__)

LOST_TABLES = {"unknown", "deleted", "damaged", "other_rules"}
"""Why a table cannot be opened, ever."""


class Rounds:
    """Go on with the tournaments that are running."""

    def __init__(self, stored: StoredTournaments, store: Store, outside: Outside, tables: Tables) -> None:
        self._stored = stored
        self._store = store
        self._outside = outside
        self._tables = tables
        self._going_on: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def go_on_soon(self, key: str) -> None:
        """Go on with a tournament, once more if that is done already at this moment."""
        if key in self._going_on:
            self._again.add(key)
            return
        task = asyncio.get_running_loop().create_task(self._go_on_quietly(key))
        self._going_on[key] = task
        task.add_done_callback(functools.partial(self._done, key))

    def end_breaks(self) -> None:
        """Go on with the tournaments whose break has ended."""
        outages = self._outside.outages
        if outages.going_on() is None:
            for key in self._stored.take_rested(outages, self._outside.clock()):
                self.go_on_soon(key)

    def _done(self, key: str, _: asyncio.Task[None]) -> None:
        del self._going_on[key]
        if key in self._again:
            self._again.discard(key)
            self.go_on_soon(key)

    async def _go_on_quietly(self, key: str) -> None:
        try:
            await self._go_on(key)
        except RefusalError as refusal:  # the next look may find the store there again
            _log.warning("a tournament waits: %s", refusal.message, extra={"tournament": key})

    async def _go_on(self, key: str) -> None:
        """Open the tables of the running round, note those that are over, and pair the next one when all are."""
        while True:
            now = await self._stored.read(key)
            if now.status != "running":
                return
            # Bots' tables take their time: nobody waits for them to be opened.
            for table in sorted(now.unfinished, key=lambda table: _only_bots(now, table)):
                await self._see_to(now, table)
            if now.unfinished or self._rests(now):
                return
            announced, game = now.must_exist(), game_by_id(now.must_exist().game)
            count = len(now.rounds)
            seating = None
            if count < announced.rounds:
                # A large field takes a moment; the tables go on meanwhile.
                seating = await asyncio.to_thread(seat, now, allowed(game, announced))
            if seating is None:
                await self._stored.change(key, lambda now: [log.Ended()] if now.status == "running" else [])
                _log.info("a tournament is over", extra={"tournament": key, "rounds": count})
                return
            if count and now.terms.break_minutes and now.pause is None:
                await self._stored.change(key, functools.partial(_pause, count))
                continue
            ids = [self._outside.table_id() for _ in seating.tables]
            tables = tuple(map(log.Pairing, ids, seating.tables))
            paired = log.Paired(tables=tables, out=seating.out)
            await self._stored.change(key, functools.partial(_pair, paired, count))

    def _rests(self, tournament: Tournament) -> bool:
        """Return whether a break goes on."""
        pause = tournament.pause
        return pause is not None and pause.ends(self._outside.outages) > self._outside.clock()

    async def _see_to(self, tournament: Tournament, table: Played) -> None:
        """Open a table unless it is there, and note its end if it has ended."""
        state = await self._state(table.id)
        if state is None:
            await self._open(tournament, table)
        elif isinstance(state, str):
            _log.error("a table of a tournament is lost: %s", state, extra={"table": table.id})
            await self._finish(tournament.id, log.Finished(table=table.id, ranks=None))
        elif state.status == "over":
            await self._finish(tournament.id, log.Finished(table=table.id, ranks=ranks_of(state)))

    async def _state(self, table: str) -> TableState | str | None:
        """Return a table as it is; a sentence that says why it can never be read; None: it was never opened."""
        if self._tables.has(table):
            async with self._tables.room(table) as room:
                return room.table.state
        try:
            rows = await self._store.load(table)
            state = await asyncio.to_thread(fold, table, rows)
        except StoreError as error:
            try:
                async with self._tables.room(table) as room:
                    return room.table.state
            except RefusalError as refusal:
                if refusal.code in LOST_TABLES:
                    return str(error)
                raise
        if state is not None and state.status == "running" and not state.awaited:
            # Nobody comes to a table where only bots play: it goes on because it is in memory.
            async with self._tables.room(table) as room:
                return room.table.state
        return state

    async def _open(self, tournament: Tournament, table: Played) -> None:
        announced = tournament.must_exist()
        game = game_by_id(announced.game)
        options = check_rules(game, announced.preset, announced.options, len(table.seats))
        entrants = [tournament.entrants[each] for each in table.seats]
        first = opened(
            game,
            announced.preset,
            options,
            len(entrants),
            self._outside.seed(),
            host=min(range(len(entrants)), key=lambda number: _not_as_host(entrants[number])),
            start=True,
            bot_seconds=announced.bot_seconds,
            pace=announced.pace,
            rated=announced.rated,
            tournament=tournament.id,
            access="friends" if tournament.terms.watching == "entrants" else "link",
        )
        seats = [self._seat(each, announced) for each in entrants]
        sitting = (seated(number, _drawn_alone(seats, number)) for number in range(len(seats)))
        await self._tables.open_at(
            table.id, [first, *itertools.chain.from_iterable(sitting), *_admitted(tournament, first.host)]
        )

    def _seat(self, entrant: Entrant, announced: Announced) -> Seat:
        if entrant.bot is None and not entrant.gone:
            # Nobody has this token: the account brings its owner to the seat.
            token = token_hash(self._outside.token())
            return Seat(
                "human",
                entrant.name,
                token=token,
                account=entrant.account,
                owner=entrant.owner,
                portrait=entrant.portrait,
            )
        return Seat("bot", entrant.name, entrant.bot or announced.pace.stand_in or quick_bot(announced.game))

    async def _finish(self, key: str, finished: log.Finished) -> None:
        def note(now: Tournament) -> list[log.Entry]:
            return [finished] if any(table.id == finished.table for table in now.unfinished) else []

        await self._stored.change(key, note)

    async def finish(self) -> None:
        """Stop what is going on."""
        for task in list(self._going_on.values()):
            task.cancel()
        await asyncio.gather(*self._going_on.values(), return_exceptions=True)


def _not_as_host(entrant: Entrant) -> tuple[bool, bool]:
    """Return the less, the rather somebody should be host: a person, then a bot from outside."""
    return entrant.bot is not None, entrant.owner is not None


def _drawn_alone(seats: list[Seat], number: int) -> Seat:
    """Return a seat of a table; without its portrait, if one before it has the same."""
    seat = seats[number]
    drawn = {each.portrait for each in seats[:number]}
    return replace(seat, portrait=None) if seat.portrait in drawn else seat


def _admitted(tournament: Tournament, host: int) -> list[Invited]:
    """Return what lets all who take part come to a table where nobody else may watch."""
    if tournament.terms.watching == "everybody":
        return []
    taking_part = (tournament.entrants[each] for each in tournament.seeding)
    accounts = [tournament.organiser, *(account for each in taking_part for account in (each.account, each.owner))]
    return [Invited(seat=host, account=account) for account in dict.fromkeys(accounts) if account is not None]


def _only_bots(tournament: Tournament, table: Played) -> bool:
    return all(tournament.entrants[each].bot is not None for each in table.seats)


def _pair(paired: log.Paired, count: int, now: Tournament) -> list[log.Entry]:
    """Pair the next round unless another process was first."""
    return [paired] if now.status == "running" and len(now.rounds) == count else []


def _pause(count: int, now: Tournament) -> list[log.Entry]:
    """Begin the break after the last round that was paired, unless another process was first."""
    due = now.status == "running" and len(now.rounds) == count and now.pause is None
    return [log.Paused(seconds=now.terms.break_minutes * 60)] if due else []


def allowed(game: Game, announced: Announced) -> frozenset[int]:
    """Return the numbers of players that these rules have."""
    found = set()
    why: RefusalError | None = None
    for players in game.players:
        try:
            check_rules(game, announced.preset, announced.options, players)
        except RefusalError as refusal:
            why = refusal
        else:
            found.add(players)
    if why is not None and not found:
        raise why
    return frozenset(found)
