"""Announce tournaments, take entries, open the tables of each round, and note how they end.

Everything that is said is in the tournament's log first: a table's id is written there before the table is opened, and
whatever was cut off by the end of a process is found and gone on with by `look_after_all`.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
from typing import TYPE_CHECKING, Protocol

import msgspec

from eddyline.bots.anchors import anchors
from eddyline.engine.families import family_of
from eddyline.engine.registry import UnknownGameError
from eddyline.engine.registry import game as game_by_id
from eddyline.server import entries
from eddyline.server.ledger import Ledger
from eddyline.server.names import BOT_NAMES, check_bot, clean_text, looks, no_name, numbered
from eddyline.server.people.account import Competed
from eddyline.server.refusal import RefusalError
from eddyline.server.seating import check_pace, check_rules
from eddyline.server.state import TableState, token_hash
from eddyline.server.store import StoreError
from eddyline.server.thinking import check_limit, quick_bot
from eddyline.server.tournaments import described, log, messages
from eddyline.server.tournaments.log import Tournament
from eddyline.server.tournaments.pairing import seat
from eddyline.server.tournaments.standings import lot, ranks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet
    from contextlib import AbstractAsyncContextManager

    from eddyline.engine.game import Game
    from eddyline.server.outside import Outside
    from eddyline.server.people.account import Account
    from eddyline.server.people.people import People
    from eddyline.server.protocol import Update
    from eddyline.server.rated.rater import Rater
    from eddyline.server.room import Room
    from eddyline.server.store import Store
    from eddyline.server.table import Table
    from eddyline.server.tournaments.log import Announced, Entrant, Played

_log = logging.getLogger(__name__)

LOOK = 60.0
"""Seconds between two looks at what should have gone on by itself."""
AT_ONCE = 3
"""Tournaments of one organiser that are not over."""
LISTED = 50
"""Tournaments in the list, the newest first."""
LOST = {"unknown", "deleted", "damaged", "other_rules"}
"""Why a table cannot be opened, ever."""


class Tables(Protocol):
    """Open tables and find them, as the hub does."""

    def has(self, table: str) -> bool:
        """Return whether a table is in memory."""

    def room(self, table: str) -> AbstractAsyncContextManager[Room]:
        """Keep a table in memory."""

    async def open_at(self, table: str, log: Sequence[entries.Entry[int]]) -> None:
        """Open a table of this id."""


class Tournaments:
    """Run the tournaments of a store. Methods raise RefusalError."""

    def __init__(self, store: Store, outside: Outside, people: People, rater: Rater, tables: Tables) -> None:
        self._store = store
        self._outside = outside
        self._people = people
        self._rater = rater
        self._tables = tables
        self._ledger: Ledger[log.Entry, Tournament] = Ledger(store, outside.clock, log.KIND)
        self._known: set[str] = set()
        """All tournaments of the store, as far as this process has noticed."""
        self._found = False
        """Whether the store was searched for them."""
        self._over: dict[str, messages.TournamentLine] = {}
        """Those of them that are over, and so need not be read again to be listed."""
        self._going_on: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def _read(self, key: str) -> Tournament:
        """Return a tournament; raises RefusalError for what cannot be the id of one."""
        if not (key.isascii() and key.isalnum()):
            Tournament(key).must_exist()
        return await self._ledger.read(key)

    async def _change(self, key: str, make: Callable[[Tournament], Sequence[log.Entry]]) -> None:
        await self._read(key)
        await self._ledger.change(key, make)

    # ---- before the start ----

    async def announce(self, person: Account, wish: messages.NewTournament) -> str:
        """Announce a tournament; return its id."""
        try:
            game = game_by_id(wish.game)
        except UnknownGameError as error:
            raise RefusalError("bad_message", str(error)) from None
        check_pace(wish.game, wish.pace)
        if wish.pace.clock is None:
            raise RefusalError("bad_message", "expected a pace with a clock, so that nobody waits forever; got none")
        announced = log.Announced(
            name=clean_text(wish.name, messages.LONGEST),
            organiser=person.id,
            game=wish.game,
            preset=wish.preset or game.default_preset,
            options=wish.options,
            format=wish.format,
            rounds=wish.rounds,
            size=wish.size,
            pace=wish.pace,
            bot_seconds=check_limit(wish.bot_seconds),
            rated=wish.rated,
        )
        if wish.size not in _allowed(game, announced):
            raise RefusalError("bad_message", f"expected a size that these rules have, got {wish.size}")
        if wish.format == "groups" and wish.rounds == 1:
            raise RefusalError("bad_message", "expected 2 rounds or more: groups play at least once before the final")
        own = [each for each in await self._going() if _organiser(each) == person.id]
        if len(own) >= AT_ONCE:
            raise RefusalError("full", f"You already organise {AT_ONCE} tournaments; end one first.")
        key = self._outside.table_id()
        await self._ledger.change(key, lambda _: [announced])
        self._known.add(key)
        await self._note(person.id, key)
        _log.info("a tournament was announced", extra={"tournament": key, "game": wish.game})
        return key

    async def enter(self, key: str, person: Account) -> None:
        """Enter somebody; nothing happens when they are in already."""

        def enter(now: Tournament) -> list[log.Entry]:
            now.must_be("open")
            if now.entrant_of(person.id) is not None:
                return []
            _must_have_room(now, 1)
            return [log.Entered(name=_free_name(person.name, now), account=person.id)]

        await self._note(person.id, key)
        await self._change(key, enter)

    async def enter_bots(self, key: str, person: Account, wish: messages.EnterBots) -> None:
        """Enter bots, as the organiser wants."""

        def enter(now: Tournament) -> list[log.Entry]:
            check_bot(_own(now, person, "open").game, wish.bot)
            _must_have_room(now, wish.count)
            taken = [entrant.name for entrant in now.entrants]
            made: list[log.Entry] = []
            for _ in range(wish.count):
                had = set().union(*map(looks, taken))
                free = next((name for name in BOT_NAMES if not looks(name) & had), None)
                taken.append(free or numbered(BOT_NAMES[len(taken) % len(BOT_NAMES)], taken))
                made.append(log.Entered(name=taken[-1], bot=wish.bot))
            return made

        await self._change(key, enter)

    async def withdraw(self, key: str, person: Account, number: int | None = None) -> None:
        """Withdraw somebody from the next round on; `number`: as the organiser, any entrant."""

        def withdraw(now: Tournament) -> list[log.Entry]:
            now.must_exist()
            if now.status == "over":
                raise RefusalError("wrong_time", "The tournament is over.")
            if number is None:
                found = now.entrant_of(person.id)
            else:
                _own(now, person, now.status)
                found = now.entrants[number] if 0 <= number < len(now.entrants) else None
            return [] if found is None or found.gone else [log.Withdrew(entrant=found.number)]

        await self._change(key, withdraw)

    async def start(self, key: str, person: Account) -> None:
        """Close the entries, as the organiser wants; the tables of the first round are opened soon."""
        basis = await self._read(key)
        announced = _own(basis, person, "open")
        game = game_by_id(announced.game)
        seed = self._outside.seed().hex()
        strength = await self._strengths(basis, game)

        def start(now: Tournament) -> list[log.Entry]:
            _own(now, person, "open")
            playing = [entrant.number for entrant in now.entrants if not entrant.gone]
            if len(playing) < min(_allowed(game, announced)):
                raise RefusalError("wrong_time", f"There are too few players for a table: {len(playing)}.")
            seeding = sorted(playing, key=lambda each: (-strength.get(each, 0.0), lot(seed, ("seed", each))))
            return [log.Started(seed=seed, seeding=tuple(seeding))]

        await self._change(key, start)
        self.go_on_soon(key)

    async def close(self, key: str, person: Account) -> None:
        """End a tournament before its time, as the organiser wants; its tables are played on."""

        def end(now: Tournament) -> list[log.Entry]:
            _own(now, person, now.status)
            return [] if now.status == "over" else [log.Ended(closed=True)]

        await self._change(key, end)

    async def _strengths(self, tournament: Tournament, game: Game) -> dict[int, float]:
        """Return mu of the entrants who are rated by the rules of the tournament, bots included."""
        announced = tournament.must_exist()
        options = check_rules(game, announced.preset, announced.options, announced.size)
        family = family_of(game, options, announced.size)
        if family is None:
            return {}
        people = (await self._rater.standings(game.id, family.id)).people
        bots = anchors(game.id, family.id)
        persons = {account: standing.rating.mu for account, standing in people.items()}
        found = {each.number: bots.get(each.bot or "", persons.get(each.account or "")) for each in tournament.entrants}
        return {number: mu for number, mu in found.items() if mu is not None}

    async def _note(self, account: str, key: str) -> None:
        """Let an account know of its tournament, so that it is in what the account can take home."""
        (await self._read(key)).must_exist()
        await self._people.accounts.change(
            account, lambda now: [] if key in now.must_exist().tournaments else [Competed(tournament=key)]
        )

    # ---- while it runs ----

    def watch(self, table: Table) -> None:
        """Go on with the tournament when a table of it, that was just loaded, is over."""
        key = table.state.opened.tournament
        if key is None:
            return
        publish = table.publish

        def published(updates: Sequence[Update]) -> None:
            publish(updates)
            if table.state.status == "over":
                self.go_on_soon(key)

        table.publish = published

    def go_on_soon(self, key: str) -> None:
        """Go on with a tournament, once more if that is done already at this moment."""
        if key in self._going_on:
            self._again.add(key)
            return
        task = asyncio.get_running_loop().create_task(self._go_on_quietly(key))
        self._going_on[key] = task
        task.add_done_callback(functools.partial(self._done, key))

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
            now = await self._read(key)
            if now.status != "running":
                return
            for table in now.unfinished:
                await self._see_to(now, table)
            if now.unfinished:
                return
            announced, game = now.must_exist(), game_by_id(now.must_exist().game)
            count = len(now.rounds)
            seating = None
            if count < announced.rounds:
                # A large field takes a moment; the tables go on meanwhile.
                seating = await asyncio.to_thread(seat, now, _allowed(game, announced))
            if seating is None:
                await self._change(key, lambda now: [log.Ended()] if now.status == "running" else [])
                _log.info("a tournament is over", extra={"tournament": key, "rounds": count})
                return
            ids = [self._outside.table_id() for _ in seating.tables]
            tables = tuple(map(log.Pairing, ids, seating.tables))
            paired = log.Paired(tables=tables, out=seating.out)
            await self._change(key, functools.partial(_pair, paired, count))

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
            state = await asyncio.to_thread(TableState.fold, table, rows)
        except StoreError as error:
            try:
                async with self._tables.room(table) as room:
                    return room.table.state
            except RefusalError as refusal:
                if refusal.code in LOST:
                    return str(error)
                raise
        if state is not None and state.status == "running" and not state.awaited:
            # Nobody comes to a table where only bots play: it goes on because it is in memory.
            async with self._tables.room(table) as room:
                return room.table.state
        return state

    async def _open(self, tournament: Tournament, table: Played) -> None:
        announced = tournament.must_exist()
        game, outside = game_by_id(announced.game), self._outside
        options = check_rules(game, announced.preset, announced.options, len(table.seats))
        seated = [tournament.entrants[each] for each in table.seats]
        opened = entries.Opened(
            game=announced.game,
            rules_version=game.rules_version,
            preset=announced.preset,
            options=msgspec.to_builtins(options),
            seats=len(seated),
            host=next((number for number, each in enumerate(seated) if each.bot is None), 0),
            start=True,
            bot_seconds=announced.bot_seconds,
            pace=announced.pace,
            rated=announced.rated,
            seed=outside.seed().hex(),
            chain=game.most_words(options),
            tournament=tournament.id,
        )
        sitting = [self._sit(number, each, announced) for number, each in enumerate(seated)]
        await self._tables.open_at(table.id, [opened, *sitting])

    def _sit(self, number: int, entrant: Entrant, announced: Announced) -> entries.Entry[int]:
        if entrant.bot is None and not entrant.gone:
            # Nobody has this token: the account brings its owner to the seat.
            token = token_hash(self._outside.token())
            return entries.Joined(seat=number, name=entrant.name, token=token, account=entrant.account)
        bot = entrant.bot or announced.pace.stand_in or quick_bot(announced.game)
        return entries.BotSat(seat=number, name=entrant.name, bot=bot)

    async def _finish(self, key: str, finished: log.Finished) -> None:
        def note(now: Tournament) -> list[log.Entry]:
            return [finished] if any(table.id == finished.table for table in now.unfinished) else []

        await self._change(key, note)

    # ---- at any time ----

    async def look_after_all(self) -> None:
        """Go on with all that should have gone on by itself. Raises RefusalError."""
        for each in await self._going():
            if each.status == "running":
                self.go_on_soon(each.id)

    async def keep_on(self) -> None:
        """Do so now and every minute, until cancelled."""
        for minute in itertools.count():
            try:
                # Others are heard of when they change something; that may have been missed.
                if minute % 60 == 0 or not self._found:
                    await self.find()
                await self.look_after_all()
            except Exception:  # noqa: BLE001 - the next time it may work
                _log.exception("the tournaments were not looked after")
            await asyncio.sleep(LOOK)

    async def find(self) -> None:
        """Find all tournaments of the store. Raises StoreError."""
        keys = (log.KIND.key(kept.table) for kept in await self._store.tables())
        self._known |= {key for key in keys if key is not None}
        self._found = True

    def hear(self, changed: AbstractSet[str]) -> None:
        """Take note of logs that another process has changed."""
        self._known |= {key for each in changed if (key := log.KIND.key(each)) is not None}

    async def _going(self) -> list[Tournament]:
        """List the tournaments that are not over."""
        found = []
        for key in sorted(self._known - self._over.keys()):
            try:
                found.append(await self._ledger.read(key))
            except RefusalError as refusal:
                if refusal.code != "damaged":  # which must not hide the others
                    raise
        self._over |= {each.id: described.line(each) for each in found if each.status == "over"}
        return [each for each in found if each.announced is not None and each.status != "over"]

    async def lines(self) -> list[messages.TournamentLine]:
        """List the tournaments, the newest first."""
        going = [described.line(each) for each in await self._going()]
        return sorted([*going, *self._over.values()], key=lambda line: -line.since)[:LISTED]

    async def info(self, key: str) -> messages.TournamentInfo:
        """Describe a tournament."""
        found = await self._read(key)
        announced = found.must_exist()
        self._known.add(key)
        organiser = await self._people.name_of(announced.organiser)
        return described.info(found, announced, organiser)

    async def told_of(self, key: str, account: str) -> list[dict[str, object]]:
        """List what a tournament keeps of an account."""
        found = await self._read(key)
        told: list[dict[str, object]] = []
        if _organiser(found) == account:
            told.append({"tournament": key, "organiser": True, **msgspec.to_builtins(found.announced)})
        return told + [
            {"tournament": key, "entrant": each.number, "name": each.name, "withdrawn": each.gone}
            for each in found.entrants
            if each.account == account
        ]

    async def forget(self, key: str, account: str) -> None:
        """Take a deleted account's name away."""

        def forget(now: Tournament) -> list[log.Entry]:
            names = [entrant.name for entrant in now.entrants]
            return [
                log.Forgotten(entrant=each.number, name=no_name(names))
                for each in now.entrants
                if each.account == account
            ]

        await self._change(key, forget)

    async def finish(self) -> None:
        """Stop what is going on."""
        for task in list(self._going_on.values()):
            task.cancel()
        await asyncio.gather(*self._going_on.values(), return_exceptions=True)


def _pair(paired: log.Paired, count: int, now: Tournament) -> list[log.Entry]:
    """Pair the next round unless another process was first."""
    return [paired] if now.status == "running" and len(now.rounds) == count else []


def _organiser(tournament: Tournament) -> str | None:
    return tournament.announced.organiser if tournament.announced else None


def _own(tournament: Tournament, person: Account, status: log.Status) -> Announced:
    """Return the announcement; raises RefusalError unless this person organises it and it has this status."""
    if tournament.must_exist().organiser != person.id:
        raise RefusalError("not_host", "Only the organiser of the tournament can do this.")
    return tournament.must_be(status)


def _allowed(game: Game, announced: Announced) -> frozenset[int]:
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


def _must_have_room(tournament: Tournament, more: int) -> None:
    if len(tournament.entrants) + more > messages.MOST_ENTRANTS:
        raise RefusalError("full", f"A tournament has at most {messages.MOST_ENTRANTS} entrants.")


def _free_name(name: str, tournament: Tournament) -> str:
    """Return the name of a person, with a number if a bot is called so."""
    others = [entrant.name for entrant in tournament.entrants]
    return numbered(name, others) if looks(name) & set().union(*map(looks, others)) else name
